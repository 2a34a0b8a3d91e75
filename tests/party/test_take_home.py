"""The page to take home as HTML: what is in it, what cannot get into it, how large it is."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest

from tabletop.engine import Game, Match
from tabletop.games import all_games, find_game
from tabletop.party.take_home import take_home_page
from tabletop.ui.core.context import DEFAULT_CONTEXT
from tests.games.sevens.scripted_match import play, tossed
from tests.party.home_pages import page_of, random_match, sevens_home, turning_points

BOARD_GAMES = [game for game in all_games() if game.kind == "board"]
LANGUAGES = ("en", "de", "fr", "es")
MAX_BYTES = 100_000
USUAL_BYTES = 40_000
HOSTILE = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<!--",
    "$title ${save} %s {0}",
    "‮\u2028\u2029&lt;",
)


class Read(HTMLParser):
    """The elements of a page, and the text in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "input"):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.inside[-1] if self.inside else "", []).append(data)

    def text(self, tag: str) -> str:
        return "".join(self.texts.get(tag, []))

    @property
    def data(self) -> dict[str, Any]:
        """What the script reads: the first of the two scripts."""
        found: dict[str, Any] = json.loads(self.texts["script"][0])
        return found


@pytest.fixture(scope="module", params=BOARD_GAMES, ids=lambda game: game.key)
def match(request: pytest.FixtureRequest) -> Match:
    game: Game = request.param
    return random_match(game)


def test_the_result_and_the_names_stand_first(match: Match) -> None:
    read = Read(page_of(match))
    winners = match.outcome.winners if match.outcome is not None else ()
    assert read.text("h1") == (f"{('Ada', 'Ben')[winners[0]]} wins!" if winners else "A draw")
    assert str(match.game.title) in read.text("p")
    assert {"Ada", "Ben"} <= set(read.texts["b"])


def test_the_script_can_replay_every_position(match: Match) -> None:
    data = Read(page_of(match)).data["match"]
    standing = dict(data["start"])
    assert standing == dict(match.game.pieces(match.first))
    for ply, (said, turn, changes, _) in zip(match.plies, data["plies"], strict=True):
        standing |= changes
        standing = {spot: letter for spot, letter in standing.items() if letter}
        assert standing == dict(match.game.pieces(ply.after))
        assert data["words"][said]
        assert turn >= 1
    assert data["plies"][-1][1] == match.turns_until(len(match.plies))
    decided = {spot for line in match.game.lines(match.state) for spot in line}
    assert set(data["line"]) == decided


def test_turning_points_are_sentences_with_the_numbers_of_their_turns(match: Match) -> None:
    points = turning_points(match)
    read = Read(page_of(match, points=points))
    assert read.data["match"]["points"] == [point.ply + 1 for point in points]
    shown = [text for text in read.texts["span"] if "62%" in text]
    assert len(shown) == len(points) > 1
    numbers = [str(match.turns_until(point.ply + 1)) for point in points]
    assert [text for text in read.texts["span"] if text.isdigit()] == numbers
    assert "Turning points" not in page_of(match)


def test_the_page_is_small(match: Match) -> None:
    size = len(page_of(match, points=turning_points(match)).encode())
    assert size < (USUAL_BYTES if len(match.plies) < 200 else MAX_BYTES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_in_the_phone_s_language(match: Match, language: str) -> None:
    read = Read(page_of(match, language=language, points=turning_points(match)))
    assert dict(read.tags)["html"]["lang"] == language
    labels = [attributes.get("aria-label") for tag, attributes in read.tags if tag == "button"]
    assert len(set(labels) - {None}) == 5
    english = Read(page_of(match, points=turning_points(match)))
    same = read.data["match"]["words"] == english.data["match"]["words"]
    assert same == (language == "en")
    assert (read.text("h2") == english.text("h2")) == (language == "en")


def test_nothing_comes_from_elsewhere_and_the_policy_names_what_is_inside(match: Match) -> None:
    page = page_of(match)
    read = Read(page)
    policy = next(a["content"] or "" for t, a in read.tags if t == "meta" and "http-equiv" in a)
    assert policy.startswith("default-src 'none';")
    assert "'unsafe" not in policy
    contents = re.findall(r"<(script|style)>(.*?)</\1>", page, re.DOTALL)
    assert [kind for kind, _ in contents] == ["style", "script"]
    for kind, content in contents:
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    for _, attributes in read.tags:
        assert not attributes.keys() & {"src", "style", "onclick", "action"}
        assert (attributes.get("href") or "data:,") == "data:,"
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_only_text(name: str) -> None:
    match = random_match(find_game("trelawney"))
    plain, odd = (Read(page_of(match, names=(who, "Ben"))) for who in ("Ada", name))
    assert [tag for tag, _ in odd.tags] == [tag for tag, _ in plain.tags]
    assert name in odd.texts["b"]
    assert any(name in said for said in odd.data["match"]["words"])
    assert odd.texts["script"][1] == plain.texts["script"][1]


def test_nothing_personal_but_the_names() -> None:
    match = Match(find_game("trelawney"), 2, {}, 1, date="2031-05-17")
    while match.outcome is None:
        match.play(match.state.moves()[0])
    page = page_of(match)
    assert "2031" not in page
    assert "Ada" in page


def test_sevens_shows_each_picture_beside_its_copy_with_the_points() -> None:
    match = play(tossed(first=0), [(7, 3), (2, 5), (4, 4)])
    assert match.outcome is not None
    page = take_home_page(sevens_home(match), "en", DEFAULT_CONTEXT.plain)
    read = Read(page)
    assert read.data["match"] is None
    figures = [tag for tag, _ in read.tags if tag == "figure"]
    assert len(figures) == 2 * len(match.turns) == 12
    drawn = page.count('stroke="#F0E6CF"')
    assert drawn == sum(len(turn.target) + len(turn.guess) for turn in match.turns)
    assert next(text for text in read.texts["h2"] if "Kite" in text) == "Round 1: “Kite”"
    assert "Ada: 7 points." in read.texts["p"]
    assert "Red: 3 points." in read.texts["p"]
    assert len(page.encode()) < USUAL_BYTES


def test_the_name_of_a_picture_is_only_text() -> None:
    match = tossed()
    name = "</h2><script>x()</script>"
    target = match.pieces and play(tossed(), [(7, 7)]).turns[0].target
    assert target
    match.arranged(5, name, target)
    match.look(6)
    match.advance(60)
    match.done(61)
    read = Read(take_home_page(sevens_home(match), "en", DEFAULT_CONTEXT.plain))
    assert any(name in text for text in read.texts["h2"])
    assert sum(tag == "script" for tag, _ in read.tags) == 2

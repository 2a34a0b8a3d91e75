"""The overview of the tables, as staff see it."""

import re
from pathlib import Path
from typing import Any

import pytest

from tabletop.engine import Outcome
from tabletop.engine.diagram import Area, Diagram, Glyph, rectangle, square_tile
from tabletop.event import messages as wire
from tabletop.games import all_games, view_of
from tabletop.hub import orders
from tabletop.hub.changes import OFFLINE_SECONDS
from tabletop.hub.games import GAMES
from tabletop.hub.pages.board_picture import board_svg, read_board
from tabletop.party.diagrams import diagram_json
from tabletop.settings.palettes import DEFAULT, rgb
from tabletop.ui.theme.theme import plain
from tests.hub.browsing import text_of
from tests.hub.staff_client import HubSite, headline, with_hub
from tests.hub.table_client import orders_of, record_text

PART = {"Hub-Part": "1"}
SEATS = (wire.SeatState(name="Dina", side="White"), wire.SeatState(computer="strong"))
BOARD = Diagram(
    2,
    1,
    tiles=(square_tile("a1", (0.5, 0.5), 1), square_tile("b1", (1.5, 0.5), 1)),
    glyphs=(Glyph("w", "stone", 0, "white stone"), Glyph("h", "horse", None, "horse")),  # type: ignore[arg-type]
    areas=(Area(rectangle(0, 0, 2, 1), "frame", 0.1, "7"),),
)


def playing(match: str = "m", **more: object) -> wire.MatchState:
    return wire.MatchState(match=match, game="shoo", seats=SEATS, **more)  # type: ignore[arg-type]


def test_it_says_who_plays_what_and_which_tables_are_free(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak, elm = site.table("Oak"), site.table("Elm")
        content = diagram_json(BOARD, str).decode()
        await site.send(
            oak,
            wire.Drawing("d1", content),
            playing(diagram="d1", pieces={"a1": "w", "b1": "h", "nowhere": "w"}, pairing="p"),
        )
        call = wire.CallPlayers("p", "Cup", "Semi-final", "shoo", (wire.CallSeat("A"),) * 2)
        site.database.do(lambda db: orders.add(db, oak.joined.table, call, "", site.clock()))
        await site.send(elm, wire.Health(free=1))
        html = await site.text("/tables", "Ines")
        assert headline(html) == "Nothing needs you"
        for said in ("Oak", "Elm", "Shoo", "Dina", "Computer", "Semi-final", "Harbour Fair"):
            assert said in html, said
        address = re.search(r'<image href="(/boards/[^"]+)"', html)
        assert address
        board = await site.get(address[1])
        assert board.content_type == "image/svg+xml"
        assert ">7<" in await board.text()
        assert (await site.get("/boards/unknown.svg")).status == 404
        assert html.index('id="t2"') < html.index('id="t1"')  # by name

    with_hub(tmp_path, work)


def test_a_match_whose_result_is_in_is_looked_at_but_not_played(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak = site.table("Oak")
        await site.send(oak, playing())
        shown = [await site.text(f"/tables?show={show}", "Ines") for show in ("playing", "free")]
        assert ["Dina" in html for html in shown] == [True, False]
        await site.send(oak, wire.MatchResult("m", record_text(Outcome((0,), "played"))))
        shown = [await site.text(f"/tables?show={show}", "Ines") for show in ("playing", "free")]
        assert ["Dina" in html for html in shown] == [False, True]
        await site.send(oak, wire.MatchReopened("m"))
        assert "Dina" in await site.text("/tables?show=playing", "Ines")

    with_hub(tmp_path, work)


def test_a_disk_that_fills_up_is_seen_before_the_alert(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak, elm = site.table("Oak"), site.table("Elm")
        await site.send(oak, wire.Health(free=1_300 << 20))
        await site.send(elm, wire.Health(free=40 << 30))
        overview = await site.text("/tables", "Ines")
        assert "1.3 GB free" in text_of(overview)
        assert "40.0 GB" not in overview
        assert "1.3 GB free on its disk" in text_of(await site.text("/tables/1", "Ines"))
        assert "40.0 GB free on its disk" in text_of(await site.text("/tables/2", "Ines"))

    with_hub(tmp_path, work)


@pytest.mark.parametrize("kind", ["help", "absent", "device", "disk", "storage", "restarts"])
def test_each_alert_says_what_to_do(tmp_path: Path, kind: Any) -> None:
    async def work(site: HubSite) -> None:
        oak = site.table("Oak")
        await site.send(oak, wire.Alert(kind, words="It is so."))
        for page in ("/tables", "/tables/1"):
            (remedy,) = re.findall(r"<b>([^<]+\.)</b>", await site.text(page, "Ines"))
            assert len(remedy) > 10

    with_hub(tmp_path, work)


def test_alerts_come_first_and_people_before_machines(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak, elm = site.table("Oak"), site.table("Elm")
        await site.send(oak, wire.Alert("disk", words="Disk 97 % full."))
        await site.send(oak, wire.Alert("device", "dice reader"))
        assert headline(await site.text("/tables", "Ines")) == "1 table needs you"
        await site.send(elm, wire.Alert("help", words="A question."))
        html = await site.text("/tables", "Ines")
        assert headline(html) == "2 tables need you"
        said = ("Called for help", "A question.", "Disk 97 % full.", "Dice reader lost")
        assert [html.index(words) for words in said] == sorted(html.index(words) for words in said)
        await site.send(elm, wire.Alert("help", on=False))
        assert "Called for help" not in await site.text("/tables", "Ines")

    with_hub(tmp_path, work)


def test_who_takes_an_alert_is_shown_to_all_and_told_to_the_table(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        elm = site.table("Elm")
        await site.send(elm, wire.Alert("help", words="A question."))
        assert (await site.post("/alerts/1/take", "Ines")).status == 303
        html = await site.text("/tables", "Rolf")
        assert re.search(r"<b>Ines</b> is on the way", html)
        assert 'formaction="/alerts/1/take"' not in html
        assert (await site.post("/alerts/1/done", "Rolf")).status == 303
        assert headline(await site.text("/tables", "Rolf")) == "Nothing needs you"
        assert orders_of(site.database, elm.joined.table) == [
            wire.AlertAnswered("help", who="Ines"),
            wire.AlertAnswered("help", who="Ines", over=True),
        ]
        late = await site.post("/alerts/1/take", "Ines")
        assert (late.status, "over already" in await late.text()) == (409, True)
        assert (await site.post("/alerts/77/take", "Ines")).status == 409

    with_hub(tmp_path, work)


def test_a_table_that_is_not_heard_from_is_offline_until_it_is_back(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak, elm = site.table("Oak"), site.table("Elm")
        await site.send(oak, wire.Health())
        await _pass_time(site, 5 * OFFLINE_SECONDS)
        html = await site.text("/tables", "Ines")
        assert headline(html) == "Nothing needs you"  # the hub has slept; it gives them time
        for _ in range(5):
            await _pass_time(site, OFFLINE_SECONDS / 4)
            await site.send(elm, wire.Health())
        html = await site.text("/tables", "Ines")
        assert headline(html) == "1 table needs you"
        assert "Offline" in html
        number = oak.joined.table
        await site.post(f"/tables/{number}/offline/take", "Ines")
        assert "<b>Ines</b> is on the way" in await site.text("/tables", "Rolf")
        await site.post(f"/tables/{number}/offline/done", "Ines")
        assert headline(await site.text("/tables", "Ines")) == "Nothing needs you"
        await site.send(oak, wire.Health())
        for _ in range(5):
            await _pass_time(site, OFFLINE_SECONDS / 4)
            await site.send(elm, wire.Health())
        html = await site.text("/tables", "Ines")
        assert headline(html) == "1 table needs you"  # a new absence
        assert "is on the way" not in html

    with_hub(tmp_path, work)


async def _pass_time(site: HubSite, seconds: float) -> None:
    """Puts the clock forward; the hub looks at it."""
    site.clock.ahead += seconds
    await site.hub.changes.look()


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {"Oak", "Elm", "Ash"}),
        ("?show=need", {"Elm"}),
        ("?show=playing", {"Oak", "Elm"}),
        ("?show=free", {"Ash"}),
        ("?q=dina", {"Oak", "Elm"}),
        ("?q=AS", {"Ash"}),
        ("?show=playing&q=oak", {"Oak"}),
        ("?q=%3Cscript%3E", set()),
        ("?show=nonsense", {"Oak", "Elm", "Ash"}),
    ],
)
def test_filters_and_search(tmp_path: Path, query: str, shown: set[str]) -> None:
    async def work(site: HubSite) -> None:
        oak, elm, _ = (site.table(name) for name in ("Oak", "Elm", "Ash"))
        await site.send(oak, playing())
        await site.send(elm, playing(), wire.Alert("help"))
        answer = await site.get(f"/tables{query}", "Ines", PART)
        html = await answer.text()
        assert {name for name in ("Oak", "Elm", "Ash") if f"<b>{name}</b>" in html} == shown
        assert headline(html) == "1 table needs you"

    with_hub(tmp_path, work)


def test_with_many_tables_those_that_are_fine_are_rows(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        tables = [site.table(f"Table {number}") for number in range(1, 43)]
        await site.send(tables[0], wire.Alert("help"))
        html = await site.text("/tables", "Ines")
        assert html.count("<tr id=") == 41
        assert html.index(">Table 9<") < html.index(">Table 10<")

    with_hub(tmp_path, work)


def test_the_parts_that_all_share_hold_nothing_of_a_session(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        await site.send(site.table("Oak"), wire.Alert("help"))
        one = await (await site.get("/tables", "Ines", PART)).read()
        other = await (await site.get("/tables", "Mira", PART)).read()
        assert one == other
        for user in ("Ines", "Mira"):
            _, token = await site.log_in(user)
            assert token.encode() not in one
            assert token in await site.text("/tables", user)

    with_hub(tmp_path, work)


def test_games_are_named_and_coloured_as_on_the_table() -> None:
    assert {key: facts.name for key, facts in GAMES.items()} == {
        game.key: str(game.title) for game in all_games()
    }
    for game in all_games():
        looks = [(rgb(look.face), look.mark) for look in GAMES[game.key].looks]
        shown = [(plain(look.face, DEFAULT), look.mark) for look in view_of(game).looks]
        assert looks == shown, game.key


def test_the_board_of_every_game_can_be_drawn() -> None:
    drawn = 0
    for game in all_games():
        for seats in game.seats if game.diagram is not None else ():
            assert game.diagram is not None
            content = diagram_json(game.diagram(seats, game.check_options({})), str)
            shape = read_board(content.decode())
            assert shape is not None
            assert len(board_svg(shape)) > 1000
            drawn += 1
    assert drawn >= 4


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"width":0,"height":1,"tiles":[]}',
        '{"width":1e9,"height":1,"tiles":[]}',
        '{"width":1,"height":1,"tiles":[{"spot":"a","centre":[1]}]}',
        '{"width":1,"height":1,"tiles":[{"spot":"a","centre":["\\"/>",0]}]}',
    ],
)
def test_a_drawing_that_is_none_is_not_drawn(content: str) -> None:
    assert read_board(content) is None

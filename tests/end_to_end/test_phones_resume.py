"""Saved matches on phones: found by their codes, and resumed if the table agrees."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.engine import Record
from tabletop.games import all_games, find_game
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.party.messages import DiagramFile, FindGame, ResumeGame, Tell
from tabletop.party.views import FoundGame
from tabletop.scenes.destinations import OpenCodeEntry, OpenGame, ShowAttract, ShowTitle
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.kiosk.idle_watcher import SavedCodePage
from tabletop.scenes.match.scene import MatchScene
from tabletop.storage.match_codes import code_of
from tabletop.ui.core.live_game import OpenSound
from tabletop.ui.core.scene import Destination, Push
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers
from tests.party.fake_server import FakeServer, FakeServers
from tests.scenes.setups import make_setup
from tests.scenes.started_matches import record

WRONG = "K7W2X"


class Table:
    """A kiosk at its menu, with phones."""

    def __init__(self, room: Room, servers: FakeServers) -> None:
        self.room = room
        self.hands = Fingers(room)
        self.turn()
        self._servers = servers

    @property
    def server(self) -> FakeServer:
        return self._servers.last

    def turn(self, turns: int = 4) -> None:
        for _ in range(turns):
            self.room.turn(0.2)

    def show(self, page: Destination) -> None:
        self.room.app.scenes.apply(Push(page))
        self.turn()

    def save(self, what: Record, match_id: str = "one") -> str:
        """Saves a match, and gives its code."""
        store = self.room.table.store
        store.save(what, match_id)
        return code_of(store, match_id, 7, "2026-11-21")

    def find(self, phone: int, code: str) -> FoundGame:
        self.server.act(phone, FindGame(code))
        before = self._found(phone)
        for _ in range(1000):
            self.turn(1)
            found = self._found(phone)
            if found is not None and found != before:
                return found
            time.sleep(0.01)  # a thread replays it
        raise AssertionError("the table does not answer")

    def _found(self, phone: int) -> FoundGame | None:
        told = [each.you for each in self.server.all_said(Tell) if each.phone == phone]
        return told[-1].found if told else None

    def resume(self, phone: int, seat: int | None = None) -> None:
        self.server.act(phone, ResumeGame(seat))
        self.turn()

    @property
    def question(self) -> str:
        """What the table asks; empty if it asks nothing."""
        top = self.room.top
        return f"{top.question} {top.detail}" if isinstance(top, QuestionDialog) else ""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    servers = FakeServers()
    with Room(
        tmp_path, server=servers, kiosk_level="kiosk", party_kiosk=True, party_on=True
    ) as room:
        yield Table(room, servers)


def named(key: str = "shoo", plies: int = 3) -> Record:
    """An unfinished match of Ada and Ben."""
    what = record(key, plies)
    setup = make_setup(find_game(key)).with_name(0, "Ada").with_name(1, "Ben")
    return setup.with_headers(what)


def test_a_phone_sees_whose_match_is_saved_under_a_code(table: Table) -> None:
    code = table.save(named())
    table.server.arrive(1)
    found = table.find(1, code.lower())
    assert not table.server.you(1).joined  # it need not have a seat or a name for that
    assert (found.code, found.title, found.date) == (code, "Shoo", "2026-11-21")
    assert [plate.name for plate in found.seats] == ["Ada", "Ben"]
    assert found.board is not None
    assert found.board.diagram in {each.key for each in table.server.all_said(DiagramFile)}
    assert found.board.pieces
    assert found.ready


def test_the_answer_is_in_the_language_of_the_phone(table: Table) -> None:
    code = table.save(named())
    texts = set()
    for number, language in enumerate(("en", "de", "fr", "es"), 1):
        table.server.arrive(number, language)
        texts.add(table.find(number, code).text)
    assert len(texts) == 4


@pytest.mark.parametrize("game", [game.key for game in all_games()])
def test_matches_of_every_game_are_found(table: Table, game: str) -> None:
    table.server.join(1, None, "Ada")
    live = find_game(game).kind == "live"
    found = table.find(1, table.save(SevensMatch(1).record() if live else record(game)))
    assert found.title == str(find_game(game).title)
    assert (found.board is None) == live
    assert len(found.seats) >= 2


def test_why_nothing_is_found_is_told_in_words(table: Table) -> None:
    table.server.join(1, None, "Ada")
    over = replace(named(), result="0", reason="resigned")
    old = replace(named(), ruleset=99)
    gone = table.save(named(), "gone")
    table.room.table.store.forget("gone")
    codes = (WRONG, "", "XX", table.save(over, "over"), table.save(old, "old"), gone)
    answers = [table.find(1, code) for code in codes]
    assert all(each.refused and not each.code and each.board is None for each in answers)
    assert len({each.refused for each in answers}) == len(codes)
    assert [each.number for each in answers] == [1, 2, 3, 4, 5, 6]
    table.resume(1)
    assert not table.question
    assert table.room.table.code_tries.wrong == 0  # the table's own page keeps its tries


@pytest.mark.parametrize("page", [None, ShowTitle(), ShowAttract(), OpenCodeEntry()])
def test_the_table_agrees_and_the_phone_has_the_seat_that_it_wants(
    table: Table, page: Destination | None
) -> None:
    code = table.save(named())
    table.server.join(1, None, "Ada")
    if page is not None:
        table.show(page)
    assert table.find(1, code).ready
    table.resume(1, seat=1)
    assert "Ada" in table.question
    assert code in table.question
    found = table.server.you(1).found
    assert found is not None
    assert not found.ready
    table.hands.press("yes")
    table.turn()
    assert isinstance(table.room.top, MatchScene)
    assert len(table.room.match.plies) == 3
    assert table.server.you(1).seat == 1
    assert table.server.you(1).found is None
    assert table.server.view(1)["type"] == "board"
    assert table.room.scene.setup.own_names[1] == "Ada"


def test_after_a_no_nobody_is_asked_for_a_while(table: Table) -> None:
    code = table.save(named())
    for number, name in ((1, "Ada"), (2, "Ben")):
        table.server.join(number, None, name)
        table.find(number, code)
    table.resume(1)
    table.hands.press("no")
    table.turn()
    assert isinstance(table.room.top, MenuScene)
    assert table.server.you(1).refused
    for phone in (1, 2):
        table.resume(phone)
        assert not table.question
        assert table.server.you(phone).refused


def test_one_question_at_a_time_and_it_goes_by_itself(table: Table) -> None:
    code = table.save(named())
    for number, name in ((1, "Ada"), (2, "Ben")):
        table.server.join(number, None, name)
        table.find(number, code)
    table.resume(1)
    asked = table.question
    table.resume(2)
    assert table.question == asked
    assert table.server.you(2).refused
    for _ in range(60):
        table.room.turn(1.0)
    assert not table.question
    assert table.server.you(1).refused


@pytest.mark.parametrize("page", [OpenGame(find_game("shoo")), OpenSound()])
def test_who_uses_the_table_is_not_asked(table: Table, page: Destination) -> None:
    code = table.save(named())
    table.server.join(1, None, "Ada")
    table.show(page)
    top = table.room.top
    assert not table.find(1, code).ready
    table.resume(1)
    assert table.room.top is top
    assert table.server.you(1).refused


def test_a_match_is_never_interrupted(table: Table) -> None:
    code = table.save(named())
    table.show(OpenGame(find_game("trelawney")))
    table.hands.press("start")
    table.turn()
    match = table.room.scene
    table.server.join(1, None, "Ada")
    table.find(1, code)
    table.resume(1)
    assert table.room.top is match
    assert table.server.you(1).refused


def test_nobody_is_asked_while_the_picture_is_dark(table: Table) -> None:
    code = table.save(named())
    table.server.join(1, None, "Ada")
    table.find(1, code)
    table.room.table.blackout.lay("dark")
    table.resume(1)
    assert not table.question
    assert table.room.table.blackout.laid == "dark"
    assert table.server.you(1).refused


def test_a_match_that_is_over_meanwhile_is_not_asked_for(table: Table) -> None:
    code = table.save(named())
    table.server.join(1, None, "Ada")
    table.find(1, code)
    table.room.table.store.forget("one")
    table.resume(1)
    assert not table.question
    found = table.server.you(1).found
    assert found is not None
    assert found.refused


def test_a_seat_of_another_phone_has_to_be_asked_for(tmp_path: Path) -> None:
    servers = FakeServers()
    with Room(tmp_path, server=servers, party_on=True, idle_on="always") as room:
        table = Table(room, servers)
        table.show(OpenGame(find_game("shoo")))
        table.server.join(2, 1, "Ben")
        table.turn()
        table.hands.press("back")
        table.turn()
        table.server.join(1, None, "Ada")
        table.find(1, table.save(named()))
        table.resume(1, seat=1)
        table.hands.press("yes")
        table.turn()
        assert table.server.you(2).seat == 1  # it kept its seat from one game to the next
        assert table.server.you(1).seat is None
        assert "Ada" in table.question


def begun(table: Table) -> None:
    """Ada and Ben play by phone; one ply is made."""
    table.show(OpenGame(find_game("shoo")))
    table.server.join(1, 0, "Ada")
    table.server.join(2, 1, "Ben", "de")
    table.server.join(3, None, "Noor")
    table.turn()
    table.hands.press("start")
    table.turn()
    scene = table.room.scene
    scene.session.play(scene.match.state.moves()[0])
    scene.refresh()
    table.turn()


def leave(table: Table) -> None:
    """Saves and leaves by the pause."""
    table.hands.press("tool:menu")
    table.turn()
    table.hands.press("leave")
    table.turn()


def test_who_leaves_has_the_code_on_the_phone(table: Table) -> None:
    begun(table)
    leave(table)
    assert isinstance(table.room.top, SavedCodePage)
    code = table.room.top.code
    saved = [table.server.you(phone).saved for phone in (1, 2, 3)]
    assert [each and each.code for each in saved] == [code, code, None]
    assert all(each is None or each.title == "Shoo" for each in saved)
    table.hands.press("done:0")
    table.turn()
    assert table.server.you(1).seat is None
    assert table.find(1, code).code == code


def test_phones_of_people_who_just_went_away_have_the_code_too(table: Table) -> None:
    begun(table)
    for _ in range(400):
        table.room.turn(1.0)
    saved = table.server.you(1).saved
    assert saved is not None
    assert table.server.you(2).saved == saved
    assert table.server.you(1).seat is None
    assert table.find(2, saved.code).ready
    # The first touch answers the question, although people who come back are shown their code.
    table.resume(2, seat=1)
    table.hands.press("yes")
    table.turn()
    assert isinstance(table.room.top, MatchScene)
    assert table.server.you(2).seat == 1

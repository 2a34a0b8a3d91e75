"""Visitors of an event at a table: their codes at the seats, and sign-up for tournaments."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame
import pytest
from sqlalchemy import Connection, select

from tabletop import __version__
from tabletop.app.session_replay import SessionReplay, load_recording
from tabletop.engine import Record
from tabletop.event.client import HubAddress, HubClient
from tabletop.event.key_file import HubKey, write_key
from tabletop.games import find_game
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.hub import tournaments, visitors
from tabletop.hub.database import Database, file_url
from tabletop.hub.schema import result, result_seat
from tabletop.hub.tournament import Created, Tournament
from tabletop.input.actions import Typed
from tabletop.input.event import LeaveHub
from tabletop.scenes.destinations import OpenGame, ShowMenu
from tabletop.scenes.event.sign_up_page import SHOWN_SECONDS, SignUpPage
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.storage.match_codes import code_of
from tabletop.storage.outbox import event_of
from tabletop.ui.core.scene import Push, Reset
from tabletop.ui.widgets.event_result import claim_links
from tabletop.ui.widgets.text_entry import CHARACTER_KEY, NameEntry
from tabletop.ui.widgets.visitor_code import HUB_PATIENCE_SECONDS
from tests.app.test_event import join, play, press, until
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers, Keys
from tests.event.fake_hub import FakeHub
from tools.simulated.hub_process import HubProcess

CODE = "BCD234"
GAMES = ("shoo", "super7", "shout7", "trelawney", "sevens")
SWISS = {"id": 3, "name": "Saturday Swiss", "game": "shoo", "players": 2}


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    with FakeHub() as hub:
        hub.visitors = {CODE: "Ada", "XZW789": "Bo"}
        hub.open = [SWISS]
        yield hub


@pytest.fixture
def room(tmp_path: Path, hub: FakeHub) -> Iterator[Room]:
    with join(tmp_path / "data", hub) as room:
        yield room


def keys_of(room: Room) -> list[str]:
    """The buttons of the page on top that can be pressed."""
    buttons: Any = room.top.buttons  # type: ignore[attr-defined]
    return [button.key for button in buttons.buttons if button.enabled]


def write(room: Room, text: str) -> None:
    """Types on the keyboard of the screen, and Done."""
    assert isinstance(room.top, NameEntry)
    for sign in text:
        Fingers(room).press(f"{CHARACTER_KEY}{sign}")
    Fingers(room).press("done")


def wait(room: Room, seconds: float) -> None:
    for _ in range(round(4 * seconds)):
        room.turn(0.25)


def open_seats(room: Room, key: str) -> SeatsScene:
    """The page Seats & names of a game, for people."""
    if not isinstance(room.top, MenuScene):
        room.app.scenes.apply(Reset(ShowMenu()))
        room.turn()
    until(room, lambda: room.table.event.state.link == "online")
    press(room, f"game:{key}")
    wait(room, 1.0)
    press(room, "way:people")
    press(room, "seats")
    assert isinstance(room.top, SeatsScene)
    return room.top


def type_code(room: Room, seat: int, code: str) -> None:
    """A visitor types the code at a seat."""
    press(room, f"code:{seat}")
    write(room, code)


def end_match(room: Room) -> None:
    """The second player resigns after the first moves."""
    scene = room.top
    if isinstance(scene, MatchScene):
        play(scene, 3)
        scene.session.resign(1)
        scene.session.keeper.save(scene.setup)
    else:
        assert isinstance(scene, SevensScene)
        scene.context.match.resign(scene.context.now, 1)
        scene.follow()
    room.turn(0.5)


# -- codes at the seats --------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_result_of_a_match_names_the_visitor_whose_code_was_typed(
    room: Room, hub: FakeHub, key: str
) -> None:
    seats = open_seats(room, key)
    type_code(room, 0, CODE.lower())
    until(room, lambda: room.top is seats)
    assert seats.setup.own_names[0] == "Ada"
    press(room, "done")
    press(room, "start")
    until(room, lambda: hub.facts("MatchState") and hub.facts("MatchState")[-1].match)
    state = hub.facts("MatchState")[-1]
    assert (state.seats[0].name, state.seats[0].visitor) == ("Ada", CODE)
    assert not any(seat.visitor for seat in state.seats[1:])
    end_match(room)
    until(room, lambda: hub.facts("MatchResult"))
    (told,) = hub.facts("MatchResult")
    assert told.visitors == (CODE, *[""] * (len(told.visitors) - 1))
    assert CODE not in told.record
    # The others keep the result by a code on the page of the result; the visitor has it.
    own, *others = claim_links(room.table, told.match, Record.from_text(told.record))
    assert own == ""
    assert all(others)
    room.app.scenes.apply(Reset(ShowMenu()))
    # Whoever plays next is nobody known.
    room.app.scenes.apply(Push(OpenGame(find_game(key))))
    wait(room, 1.0)
    press(room, "seats")
    assert isinstance(room.top, SeatsScene)
    assert not any(room.top.setup.visitors)
    assert "Ada" not in room.top.setup.own_names


def test_a_wrong_code_and_a_hub_that_is_away_are_told_at_the_keyboard(
    room: Room, hub: FakeHub
) -> None:
    seats = open_seats(room, "shoo")
    press(room, "code:0")
    write(room, "bcd")  # too short: the hub is not asked
    asked = hub.requests
    for sign in "fgh":
        Fingers(room).press(f"{CHARACTER_KEY}{sign}")
    Fingers(room).press("done")
    until(room, lambda: hub.requests > asked and "No visitor" in room.said)
    hub.fails = lambda path: "error" if "visitor" in path else ""
    Fingers(room).press("done")
    until(room, lambda: "typed name" in room.said)
    hub.fails = lambda _: ""
    Fingers(room).press("delete")
    for _ in range(5):
        Fingers(room).press("delete")
    write(room, CODE.lower())
    until(room, lambda: room.top is seats)
    assert seats.setup.visitors[0] == CODE
    # Nobody plays at two seats.
    type_code(room, 1, CODE.lower())
    until(room, lambda: "another seat" in room.said)
    press(room, "leave")
    # Under another name it is somebody else.
    press(room, "name:0")
    Fingers(room).press("delete")
    write(room, "x")
    assert seats.setup.own_names[0] == "Adx"
    assert not any(seats.setup.visitors)


def test_a_hub_that_hangs_holds_nothing_up(room: Room, hub: FakeHub) -> None:
    hub.fails = lambda path: "hang" if "visitor" in path or "sign-up" in path else ""
    seats, threads = open_seats(room, "shoo"), threading.active_count()
    type_code(room, 0, CODE.lower())
    wait(room, HUB_PATIENCE_SECONDS / 2)
    assert "Asking" in room.said
    wait(room, HUB_PATIENCE_SECONDS)
    assert "typed name" in room.said
    press(room, "leave")
    press(room, "name:0")
    write(room, "ada")
    assert seats.setup.own_names[0] == "Ada"
    press(room, "done")
    press(room, "start")
    assert isinstance(room.top, MatchScene)
    assert threading.active_count() < threads + 20
    hub.released.set()


def test_people_without_an_event_have_no_codes(tmp_path: Path) -> None:
    with Room(tmp_path / "data") as room:
        room.app.scenes.apply(Push(OpenGame(find_game("shoo"))))
        room.turn()
        press(room, "way:people")
        press(room, "seats")
        assert not [key for key in keys_of(room) if key.startswith("code")]


def test_a_kept_match_remembers_its_visitors(room: Room, hub: FakeHub, tmp_path: Path) -> None:
    seats = open_seats(room, "trelawney")
    type_code(room, 0, CODE.lower())
    until(room, lambda: room.top is seats)
    press(room, "done")
    press(room, "start")
    scene = room.scene
    play(scene, 3)
    scene.session.keeper.save(scene.setup)
    match_id = scene.session.keeper.match_id
    room.app.scenes.apply(Reset(ShowMenu()))
    room.turn()
    press(room, f"go:{match_id}")
    assert room.scene.setup.visitors == (CODE, "")
    # At another table too: the record that the hub keeps for it says who plays.
    code_of(room.table.store, match_id, 5, "2030-01-01")
    room.app.scenes.apply(Reset(ShowMenu()))
    until(room, lambda: hub.facts("Kept"))
    kept = hub.facts("Kept")[-1]
    assert event_of(Record.from_text(kept.record)).visitors == (CODE, "")


# -- signing up ----------------------------------------------------------------------------------


def open_sign_up(room: Room) -> SignUpPage:
    until(room, lambda: room.table.event.state.open)
    room.turn(0.5)
    if not isinstance(room.top, MenuScene):
        room.app.scenes.apply(Reset(ShowMenu()))
        room.turn()
    press(room, "signup")
    assert isinstance(room.top, SignUpPage)
    return room.top


def test_a_sign_up_whose_answer_is_lost_is_sent_again_as_the_same(room: Room, hub: FakeHub) -> None:
    hub.fails = lambda path: "drop" if "sign-up" in path else ""
    open_sign_up(room)
    press(room, "type")
    write(room, "ada")
    press(room, "go")
    until(room, lambda: "doesn’t answer" in room.said)
    hub.fails = lambda _: ""
    press(room, "go")
    until(room, lambda: "BCD 234" in room.said)
    first, second = hub.sign_ups
    assert first == second
    assert (first.tournament, first.name, first.visitor) == (3, "Ada", "")
    wait(room, SHOWN_SECONDS - 5)
    assert "BCD 234" in room.said
    wait(room, 6)
    assert "BCD 234" not in room.said  # the next ones see no code


def test_a_hub_that_hangs_is_told_and_its_late_answer_shown(room: Room, hub: FakeHub) -> None:
    hub.fails = lambda path: "hang" if "sign-up" in path else ""
    open_sign_up(room)
    press(room, "type")
    write(room, "ada")
    press(room, "go")
    assert "go" not in keys_of(room)
    wait(room, HUB_PATIENCE_SECONDS + 1)
    assert "doesn’t answer" in room.said
    assert "go" in keys_of(room)
    hub.fails = lambda _: ""
    press(room, "go")
    until(room, lambda: "BCD 234" in room.said)
    hub.released.set()


def test_by_keys_alone(room: Room, hub: FakeHub) -> None:
    open_sign_up(room)
    keys = Keys(room)
    page = room.top
    assert isinstance(page, SignUpPage)

    def go_to(key: str) -> None:
        for _ in range(30):
            if page.buttons.focus == key:
                return
            keys.press(pygame.K_TAB)
        raise AssertionError(f"no way to {key}")

    go_to("type")
    keys.press(pygame.K_RETURN)
    room.turn(0.5)
    assert isinstance(room.top, NameEntry)
    for sign in "cleo":
        room.app.scenes.handle(Typed(source="keyboard", sign=sign))
    keys.press(pygame.K_RETURN)
    room.turn(0.5)
    assert "Cleo" in room.said
    go_to("go")
    keys.press(pygame.K_RETURN)
    until(room, lambda: hub.sign_ups)
    assert hub.sign_ups[0].name == "Cleo"


def test_a_table_that_leaves_the_event_offers_nothing(room: Room, hub: FakeHub) -> None:
    open_sign_up(room)
    room.table.event.ask(LeaveHub())
    until(room, lambda: not room.table.event.state.joined)
    room.app.scenes.apply(Reset(ShowMenu()))
    room.turn(0.5)
    assert "signup" not in keys_of(room)


def test_a_session_with_visitors_replays_without_a_hub(tmp_path: Path, hub: FakeHub) -> None:
    path, folder = tmp_path / "session.jsonl", tmp_path / "data"
    room = join(folder, hub, diary=path)
    open_sign_up(room)
    press(room, "code")
    write(room, "xzw789")
    until(room, lambda: "Bo" in room.said)
    press(room, "go")
    until(room, lambda: "XZW 789" in room.said)
    press(room, "done")
    seats = open_seats(room, "shoo")
    type_code(room, 1, "mmmmmm")
    until(room, lambda: "No visitor" in room.said)
    press(room, "leave")
    type_code(room, 0, CODE.lower())
    until(room, lambda: room.top is seats)
    for _ in range(5):
        room.turn(0.5)
    pixels = room.pixels()
    room.close()
    hub.server.shutdown()
    again = tmp_path / "again"
    again.mkdir()
    replay = SessionReplay(load_recording(path), again)
    replay.run()
    try:
        assert pygame.image.tobytes(replay.surface, "RGB") == pixels
    finally:
        replay.close()


# -- with a real hub -----------------------------------------------------------------------------


@dataclass
class RealHub:
    process: HubProcess
    database: Database

    def join(self, data_dir: Path) -> Room:
        data_dir.mkdir()
        address = f"127.0.0.1:{self.process.port}"
        client = HubClient(HubAddress.read(address))
        joined = client.join(self.process.pairing_code, "Oak", __version__)
        write_key(data_dir, HubKey(address, joined.table, joined.key, joined.hub, joined.tables))
        return Room(data_dir, event_hub=address, event_name="Oak")

    def tournament(self, number: int) -> Tournament:
        return self.database.look(lambda db: tournaments.load(db, number))


@pytest.fixture
def real_hub(tmp_path: Path) -> Iterator[RealHub]:
    process = HubProcess(tmp_path / "hub")
    process.start()
    database = Database(file_url(tmp_path / "hub" / "hub.db"))
    try:
        yield RealHub(process, database)
    finally:
        database.close()
        process.kill()


def test_from_the_sign_up_at_a_table_to_a_result_that_counts(
    tmp_path: Path, real_hub: RealHub
) -> None:
    database = real_hub.database

    def make(db: Connection) -> int:
        first = Created(
            **tournaments.stamp(1.0),
            by="Rolf",
            name="Saturday Swiss",
            game="shoo",
            format="swiss",
            rounds=3,
        )
        return tournaments.create(db, first, 1.0)

    number = database.do(make)
    bo = database.do(lambda db: visitors.add(db, "Bo", 1.0))
    with real_hub.join(tmp_path / "data") as room:
        page = open_sign_up(room)
        press(room, "type")
        write(room, "ada")
        press(room, "go")
        until(room, lambda: "done" in keys_of(room))
        (ada,) = real_hub.tournament(number).entrants.values()
        assert ada.name == "Ada"
        assert f"{ada.id[:3]} {ada.id[3:]}" in room.said
        press(room, "done")
        # The same name, and the same visitor, once more.
        open_sign_up(room)
        press(room, "type")
        write(room, "ada")
        press(room, "go")
        until(room, lambda: "another name" in room.said)
        press(room, "code")
        write(room, ada.id.lower())
        until(room, lambda: isinstance(room.top, SignUpPage))
        press(room, "go")
        until(room, lambda: "already" in room.said)
        press(room, "code")
        write(room, bo.lower())
        until(room, lambda: isinstance(room.top, SignUpPage))
        press(room, "go")
        until(room, lambda: "done" in keys_of(room))
        assert list(real_hub.tournament(number).entrants) == [ada.id, bo]
        press(room, "done")
        # It begins while somebody is at the page.
        page = open_sign_up(room)
        press(room, "type")
        write(room, "cleo")
        database.do(lambda db: tournaments.pair(db, number, "Rolf", 2.0))
        press(room, "go")
        until(room, lambda: "referee" in room.said)
        assert room.top is page
        # The code that was given counts at a seat.
        seats = open_seats(room, "trelawney")
        type_code(room, 1, ada.id.lower())
        until(room, lambda: room.top is seats)
        press(room, "done")
        press(room, "start")
        end_match(room)

        def seats_told() -> list[tuple[str, str]]:
            query = select(result_seat.c.name, result_seat.c.visitor).where(
                result_seat.c.result_id == result.c.id, result.c.counts
            )
            return [
                (row.name, row.visitor)
                for row in database.look(lambda db: db.execute(query.order_by("seat")).all())
            ]

        until(room, seats_told)
        assert seats_told()[1] == ("Ada", ada.id)
        assert seats_told()[0][1] == ""

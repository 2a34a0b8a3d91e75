"""A table at an event in the real main loop, with a small hub on this machine."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from math import inf
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from tabletop.app.event_orders import ERASE_NOTE
from tabletop.engine import CHANCE, Record
from tabletop.event.key_file import HubKey, write_key
from tabletop.event.messages import KeptMatch
from tabletop.games import find_game
from tabletop.input.actions import Button, Press, Typed
from tabletop.input.devices import Device, DeviceHealth
from tabletop.input.event import CallHost, JoinHub, LeaveHub
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.destinations import OpenCodeEntry, OpenSeats, StartMatch
from tabletop.scenes.event.player_call import PlayerCallScene
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.resume import CodeEntryPage, ResumableMatches
from tabletop.scenes.kiosk.operator_pages import ScreenCleaningScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.result.scene import ResultScene
from tabletop.settings.weekly_hours import DAYS
from tabletop.storage.match_codes import code_of
from tabletop.system.process import EXIT_RESTART
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.live_game import CallForHelp
from tabletop.ui.core.scene import Push, Reset
from tabletop.ui.draw import images
from tabletop.ui.widgets import event_result
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tabletop.ui.widgets.text_entry import NameEntry
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS
from tests.event.fake_hub import KEY, PAIRING_CODE, FakeHub


def until(room: Room, true: Callable[[], object], seconds: float = 20.0) -> None:
    """Turns, with the simulated time, until something is so; threads need real time."""
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "nothing came of it"
        room.turn(0.3)
        room.table.store.release()
        time.sleep(0.01)


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    with FakeHub() as hub:
        yield hub


def join(data_dir: Path, hub: FakeHub, **settings: Any) -> Room:
    """A table that has joined before it starts."""
    data_dir.mkdir(exist_ok=True)
    write_key(data_dir, HubKey(hub.address, 7, KEY, "Harbour Games Fair", 12))
    return Room(data_dir, event_hub=hub.address, event_name="Oak", **settings)


@pytest.fixture
def room(tmp_path: Path, hub: FakeHub) -> Iterator[Room]:
    with join(tmp_path / "data", hub) as room:
        yield room


def begin(room: Room, key: str = "shoo", names: tuple[str, ...] = ()) -> MatchScene:
    setup = Setup(find_game(key))
    for seat, name in enumerate(names):
        setup = setup.with_name(seat, name)
    room.app.scenes.apply(Reset(StartMatch(setup)))
    room.turn()
    assert isinstance(room.top, MatchScene)
    return room.top


def play(scene: MatchScene, plies: int) -> None:
    for _ in range(plies):
        if scene.match.outcome is None:
            state = scene.match.state
            scene.play("" if state.turn == CHANCE else str(next(iter(state.moves()))))


def shows_message(room: Room) -> bool:
    pages = room.app.event_pages
    return pages is not None and pages.active


def done(room: Room, hub: FakeHub, order: int) -> tuple[bool, str]:
    """The answer to an order."""
    until(room, lambda: [fact for fact in hub.facts("Done") if fact.order == order])
    (fact,) = [fact for fact in hub.facts("Done") if fact.order == order]
    return fact.ok, fact.words


# -- what it tells -------------------------------------------------------------------------------


def test_it_says_that_it_has_started_and_how_it_is(room: Room, hub: FakeHub) -> None:
    until(room, lambda: hub.facts("Health") and hub.facts("Started"))
    (started,) = hub.facts("Started")
    assert "shoo" in started.games
    health = hub.facts("Health")[-1]
    assert health.free > 0
    until(room, lambda: room.table.event.state.link == "online")


def test_the_match_on_the_table_is_told_with_its_drawing(room: Room, hub: FakeHub) -> None:
    scene = begin(room)
    until(room, lambda: [fact for fact in hub.facts("MatchState") if fact.pieces])
    first = hub.facts("MatchState")[-1]
    (drawing,) = hub.facts("Drawing")
    assert (first.game, first.diagram, first.plies) == ("shoo", drawing.key, 0)
    assert isinstance(msgspec.json.decode(drawing.content), dict)
    assert len(first.seats) == 2
    play(scene, 3)
    until(room, lambda: hub.facts("MatchState")[-1].plies == len(scene.match.plies))
    after = hub.facts("MatchState")[-1]
    assert after.match == first.match
    assert after.pieces != first.pieces
    assert after.began == first.began != ""
    room.app.scenes.apply(Reset(MenuScene(room.table)))
    until(room, lambda: hub.facts("MatchState")[-1].match == "")
    assert len(hub.facts("Drawing")) == 1


def test_sevens_is_told_in_words(room: Room, hub: FakeHub) -> None:
    room.app.scenes.apply(Reset(live_game(find_game("sevens")).begin(room.table, {})))
    until(room, lambda: [fact for fact in hub.facts("MatchState") if fact.words])
    state = hub.facts("MatchState")[-1]
    assert (state.game, state.diagram, len(state.seats)) == ("sevens", "", 2)


def test_a_lost_reader_is_an_alert_until_it_is_back(room: Room, hub: FakeHub) -> None:
    def report(health: DeviceHealth) -> None:
        room.table.devices.report(Device("r", "serial", "DR-1", "/dev/x", health=health))

    report(DeviceHealth.LOST)
    room.turn(1.0)
    report(DeviceHealth.LIVE)  # as when it is plugged in anew
    for _ in range(10):
        room.turn(1.0)
    assert hub.facts("Alert") == []
    report(DeviceHealth.LOST)
    until(room, lambda: hub.facts("Alert"))
    (alert,) = hub.facts("Alert")
    assert (alert.kind, alert.about, alert.on) == ("device", "DR-1", True)
    until(room, lambda: [h for h in hub.facts("Health") if h.devices[:1]])
    report(DeviceHealth.LIVE)
    until(room, lambda: len(hub.facts("Alert")) == 2)
    assert hub.facts("Alert")[1].on is False


def test_an_alert_that_was_on_when_the_program_ended_is_ended_later(
    tmp_path: Path, hub: FakeHub
) -> None:
    folder = tmp_path / "data"
    lost = Device("r", "serial", "DR-1", "/dev/x", health=DeviceHealth.LOST)
    with join(folder, hub) as room:
        room.table.devices.report(lost)
        until(room, lambda: hub.facts("Alert"))
    with join(folder, hub) as room:
        until(room, lambda: len(hub.facts("Alert")) == 2)
    assert hub.facts("Alert")[1].on is False


def test_a_call_for_help_is_told_truthfully(tmp_path: Path, hub: FakeHub) -> None:
    away = [True]
    hub.fails = lambda _: "error" if away[0] else ""
    with join(tmp_path / "data", hub) as room:
        until(room, lambda: room.table.event.state.link == "away")
        room.table.event.ask(CallHost(on=True))
        until(room, lambda: room.table.event.state.help == "unsent")
        away[0] = False
        until(room, lambda: room.table.event.state.help == "sent")
        assert [fact.on for fact in hub.facts("Alert")] == [True]
        comes = hub.order(type="AlertAnswered", kind="help", who="Sam")
        assert done(room, hub, comes) == (True, "")
        until(room, lambda: room.table.event.state.helper == "Sam")
        ended = hub.order(type="AlertAnswered", kind="help", who="Sam", over=True)
        assert done(room, hub, ended) == (True, "")
        until(room, lambda: room.table.event.state.help == "none")
        assert room.table.event.state.helper == ""
        until(room, lambda: len(hub.facts("Alert")) == 2)


# -- joining -------------------------------------------------------------------------------------


def test_joining_and_leaving(tmp_path: Path, hub: FakeHub) -> None:
    with Room(tmp_path / "data") as room:
        event = room.table.event
        event.ask(JoinHub("Oak", hub.address, "000000"))
        until(room, lambda: event.state.join.phase == "refused")
        assert event.state.join.reason == "code"
        assert not event.state.joined
        event.ask(JoinHub("Oak", hub.address, PAIRING_CODE))
        until(room, lambda: event.state.join.phase == "joined")
        assert (event.state.hub, event.state.tables) == ("Harbour Games Fair", 12)
        assert room.table.settings["event.hub"] == hub.address
        assert room.table.settings["event.name"] == hub.joined[0].name == "Oak"
        (key,) = (tmp_path / "data").glob("*.key")
        assert key.stat().st_mode & 0o777 == 0o600
        until(room, lambda: hub.facts("Started"))
        assert done(room, hub, hub.order(type="SetHours", plan="fri 14:00-22:00"))[0]
        assert done(room, hub, hub.order(type="SetGames", off=["shoo"]))[0]
        event.ask(LeaveHub())
        until(room, lambda: not event.state.joined)
        assert not key.exists()
        assert room.table.settings["kiosk.plan"] == ""
        assert room.table.settings["kiosk.games_off"] == ""
        until(room, lambda: hub.facts("Left"))
        assert room.table.settings["event.hub"] == ""
        assert not room.table.store.joined_event


def test_a_table_that_has_left_rests(room: Room, hub: FakeHub) -> None:
    until(room, lambda: hub.facts("Started"))
    assert room.event.due_in < inf
    room.table.event.ask(LeaveHub())
    until(room, lambda: not room.table.event.state.joined)
    room.turn(1.0)
    assert room.event.due_in == inf  # or the loop would turn without a pause


@pytest.mark.parametrize(
    ("address", "reason"), [("no hub/at all", "address"), ("127.0.0.1:9", "away")]
)
def test_a_hub_that_is_none_is_told_so(tmp_path: Path, address: str, reason: str) -> None:
    with Room(tmp_path / "data") as room:
        room.table.event.ask(JoinHub("Oak", address, PAIRING_CODE))
        until(room, lambda: room.table.event.state.join.phase == "refused")
        assert room.table.event.state.join.reason == reason


def test_a_table_without_a_key_says_so_and_plays_on(tmp_path: Path, hub: FakeHub) -> None:
    with Room(tmp_path / "data", event_hub=hub.address) as room:
        begin(room)
        assert room.warned
    assert hub.requests == 0


@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_a_table_that_is_no_longer_of_the_event_calls_nobody(
    room: Room, hub: FakeHub, how: str
) -> None:
    """Neither a host nor players, from that moment."""
    state = room.table.event
    assert done(room, hub, hub.order(**CALL))[0]
    until(room, lambda: isinstance(room.top, PlayerCallScene))
    state.ask(CallHost(on=True))
    assert done(room, hub, hub.order(type="AlertAnswered", kind="help", who="Mia"))[0]
    until(room, lambda: state.state.help == "sent" and state.state.helper == "Mia")
    room.app.scenes.apply(Push(CallForHelp(0)))
    room.turn()
    if how == "leaves":
        hub.fails = lambda _: "hang"
        state.ask(LeaveHub())
        room.turn(0.3)
    else:
        hub.removed = True
        until(room, lambda: state.state.link == "removed")
        until(room, lambda: room.warned)
    room.turn(0.3)
    assert (state.state.help, state.state.helper) == ("none", "")
    until(room, lambda: isinstance(room.top, MenuScene) and not shows_message(room))
    assert "help" not in {button.key for button in room.top.buttons.buttons}  # type: ignore[attr-defined]


# -- orders --------------------------------------------------------------------------------------


def test_a_message_is_shown_and_closed_by_a_touch_that_does_nothing_else(
    room: Room, hub: FakeHub
) -> None:
    scene = begin(room)
    shown = hub.order(type="Say", text="Lunch is ready.")
    assert done(room, hub, shown) == (True, "")
    assert shows_message(room)
    before = scene.match.record()
    Fingers(room).tap((640, 400))
    room.turn()
    assert not shows_message(room)
    assert scene.match.record() == before
    assert room.picked == ()


def test_a_message_goes_by_itself(room: Room, hub: FakeHub) -> None:
    done(room, hub, hub.order(type="Say", text="Lunch is ready."))
    for _ in range(40):
        room.turn(1.0)
    assert not shows_message(room)


def test_opening_hours_and_games_are_set_if_they_make_sense(room: Room, hub: FakeHub) -> None:
    assert done(room, hub, hub.order(type="SetHours", plan="fri 14:00-22:00"))[0]
    assert room.table.settings["kiosk.plan"] == "fri 14:00-22:00"
    good, words = done(room, hub, hub.order(type="SetHours", plan="fri 14:00-13:99"))
    assert not good
    assert words
    assert done(room, hub, hub.order(type="SetGames", off=["shoo"]))[0]
    assert room.table.settings["kiosk.games_off"] == "shoo"
    assert not done(room, hub, hub.order(type="SetGames", off=["chess"]))[0]
    every = ["shoo", "super7", "shout7", "trelawney", "sevens"]
    assert not done(room, hub, hub.order(type="SetGames", off=every))[0]
    assert done(room, hub, hub.order(type="Rename", name="Elm"))[0]
    assert room.table.settings["event.name"] == "Elm"
    assert room.table.settings["kiosk.games_off"] == "shoo"


def test_a_closed_table_tells_when_it_opens_again(room: Room, hub: FakeHub) -> None:
    until(room, lambda: hub.facts("Health"))
    assert hub.facts("Health")[-1].closed_until == 0
    now = datetime.now()
    day = DAYS[(now.weekday() + 2) % 7]
    assert done(room, hub, hub.order(type="SetHours", plan=f"{day} 14:30-22:00"))[0]
    until(room, lambda: hub.facts("Health")[-1].closed_until)
    told = datetime.fromtimestamp(hub.facts("Health")[-1].closed_until)
    assert (told.date() - now.date()).days == 2
    assert (told.hour, told.minute) == (14, 30)
    assert done(room, hub, hub.order(type="SetHours", plan=""))[0]
    until(room, lambda: hub.facts("Health")[-1].closed_until == 0)


def test_what_the_staff_set_in_kiosk_mode_stays(tmp_path: Path, hub: FakeHub) -> None:
    with join(tmp_path / "data", hub, kiosk_level="kiosk") as room:
        assert done(room, hub, hub.order(type="SetGames", off=["shoo"]))[0]
        assert room.table.locked
        room.table.reset_guest_settings()
        assert room.table.settings["kiosk.games_off"] == "shoo"


def test_an_unknown_order_is_answered(room: Room, hub: FakeHub) -> None:
    good, words = done(room, hub, hub.order(type="Dance"))
    assert not good
    assert words


def test_the_program_restarts_when_the_match_is_over(room: Room, hub: FakeHub) -> None:
    scene = begin(room)
    play(scene, 2)
    assert done(room, hub, hub.order(type="Restart", wait=True))[0]
    room.turn(1.0)
    assert room.table.exit_code is None
    room.app.scenes.apply(Reset(MenuScene(room.table)))
    room.turn(1.0)
    assert room.table.exit_code == EXIT_RESTART


def test_an_order_is_carried_out_once_though_the_program_restarts(
    tmp_path: Path, hub: FakeHub
) -> None:
    folder = tmp_path / "data"
    hub.order(type="Restart", wait=False)
    with join(folder, hub) as room:
        until(room, lambda: room.table.exit_code == EXIT_RESTART)
    with join(folder, hub) as room:
        until(room, lambda: hub.facts("Done"))
        assert room.table.exit_code is None
    assert len(hub.facts("Done")) == 1


def test_the_screen_can_be_wiped(room: Room, hub: FakeHub) -> None:
    assert done(room, hub, hub.order(type="WipeDown"))[0]
    assert isinstance(room.top, ScreenCleaningScene)


def test_a_kept_match_that_goes_on_elsewhere_is_gone_here(room: Room, hub: FakeHub) -> None:
    scene = begin(room)
    play(scene, 3)
    match_id = scene.session.keeper.match_id
    code = code_of(room.table.store, match_id, 5, "2030-01-01")
    room.app.scenes.apply(Reset(MenuScene(room.table)))
    until(room, lambda: hub.facts("Kept"))
    assert done(room, hub, hub.order(type="TakenUp", match=match_id, code=code, at="Elm"))[0]
    assert room.table.store.unfinished() == ()
    room.turn(1.0)
    assert hub.facts("Released") == []


def test_a_match_with_a_result_is_not_given_up(room: Room, hub: FakeHub) -> None:
    scene = begin(room)
    play(scene, 4)
    scene.session.resign(0)
    scene.refresh()
    match_id = scene.session.keeper.match_id
    until(room, lambda: hub.facts("MatchResult"))
    good, words = done(room, hub, hub.order(type="TakenUp", match=match_id, code="ABC", at="Elm"))
    assert not good
    assert words
    assert room.table.store.find(match_id).ended() is not None


def test_a_match_that_is_being_played_is_not_given_up(room: Room, hub: FakeHub) -> None:
    scene = begin(room)
    play(scene, 3)
    match_id = scene.session.keeper.match_id
    code = code_of(room.table.store, match_id, 5, "2030-01-01")
    good, words = done(room, hub, hub.order(type="TakenUp", match=match_id, code=code, at="Elm"))
    assert not good
    assert words
    assert room.top is scene


def test_a_picture_that_always_moves_is_told_too_but_not_in_every_frame(
    room: Room, hub: FakeHub
) -> None:
    scene = begin(room)
    until(room, lambda: [fact for fact in hub.facts("MatchState") if fact.pieces])
    room.rest()
    before, told = room.time, len(hub.facts("MatchState"))

    def told_while_it_moves() -> bool:
        if len(scene.match.plies) < 60:
            play(scene, 1)
        room.app.behind = True
        return len(hub.facts("MatchState")) >= told + 3

    until(room, told_while_it_moves)
    assert room.time - before > 3.9


def test_names_are_erased_again_when_the_match_on_the_table_is_over(
    room: Room, hub: FakeHub
) -> None:
    scene = begin(room, names=("Ada", "Bo"))
    play(scene, 2)
    store, match_id = room.table.store, scene.session.keeper.match_id

    def names() -> str:
        assert store.flush()
        return dict(store.find(match_id).extra).get("Names", "")

    until(room, lambda: names() == "Ada,Bo")
    seats = [{"match": match_id, "seat": 0}]
    assert done(room, hub, hub.order(type="EraseNames", seats=seats))[0]
    waits = store.get_note(ERASE_NOTE)
    for visitor in ("BCD234", "BCD567"):  # others, who do not play here
        seats = [{"match": match_id, "seat": 0}, {"match": "other", "seat": 1}]
        hub.order(type="EraseNames", visitor=visitor)
        assert done(room, hub, hub.order(type="EraseNames", seats=seats, visitor=visitor))[0]
    assert store.get_note(ERASE_NOTE) == waits
    play(scene, 1)
    until(room, lambda: names() == "Ada,Bo")  # it is still played by them
    room.app.scenes.apply(Reset(MenuScene(room.table)))
    until(room, lambda: names() == ",Bo")
    assert not shows_message(room)


def test_names_that_wait_to_be_erased_are_erased_after_a_restart(
    tmp_path: Path, hub: FakeHub
) -> None:
    with join(tmp_path / "data", hub) as room:
        scene = begin(room, names=("Ada", "Bo"))
        play(scene, 2)
        room.turn(1.0)
        match_id = scene.session.keeper.match_id
        order = hub.order(type="EraseNames", seats=[{"match": match_id, "seat": 0}])
        assert done(room, hub, order)[0]
        play(scene, 1)
        scene.session.keeper.save(scene.setup)  # again with its names
        assert room.table.store.flush()
        assert dict(room.table.store.find(match_id).extra)["Names"] == "Ada,Bo"
    with join(tmp_path / "data", hub) as room:
        store = room.table.store
        room.app.scenes.apply(Reset(MenuScene(room.table)))

        def names() -> str:
            assert store.flush()
            return dict(store.find(match_id).extra)["Names"]

        until(room, lambda: names() == ",Bo")
        assert store.get_note(ERASE_NOTE) == ""


# -- calls ---------------------------------------------------------------------------------------

CALL: dict[str, Any] = {
    "type": "CallPlayers",
    "pairing": "p7",
    "tournament": "Shoo Cup",
    "round": "Round 2",
    "game": "shoo",
    "seats": [{"name": "Ada", "visitor": "ABC234"}, {"name": "Bo"}],
    "clock": "5+3",
    "wait": 60,
}


def press(room: Room, key: str) -> None:
    Fingers(room).tap(room.button(key))
    room.turn(0.5)


def test_called_players_sit_down_and_their_result_names_the_pairing(
    room: Room, hub: FakeHub
) -> None:
    assert done(room, hub, hub.order(**CALL))[0]
    until(room, lambda: isinstance(room.top, PlayerCallScene))
    press(room, "here:0")
    assert isinstance(room.top, PlayerCallScene)
    press(room, "here:1")
    scene = room.scene
    assert list(scene.setup.own_names) == ["Ada", "Bo"]
    assert scene.match.clock.control.kind == "increment"
    until(room, lambda: hub.facts("Ready"))
    until(room, lambda: hub.facts("MatchState")[-1].pairing == "p7")
    seats = hub.facts("MatchState")[-1].seats
    assert [(seat.name, seat.visitor) for seat in seats] == [("Ada", "ABC234"), ("Bo", "")]
    play(scene, 2)
    scene.session.match.resign(0)
    scene.refresh()
    scene.session.keeper.save(scene.setup)
    until(room, lambda: hub.facts("MatchResult"))
    (result,) = hub.facts("MatchResult")
    assert (result.pairing, result.visitors) == ("p7", ("ABC234", ""))


@pytest.mark.parametrize(
    ("language", "final"), [("de", "Finale"), ("fr", "Finale"), ("es", "Final")]
)
def test_rounds_are_told_in_the_language_of_the_table(
    room: Room, hub: FakeHub, language: str, final: str
) -> None:
    shown = UiContext(language=language)
    done(room, hub, hub.order(**CALL))
    until(room, lambda: isinstance(room.top, PlayerCallScene))
    (told,) = room.top.sayings()
    assert shown.plain(told.words).endswith(": Ada – Bo")
    assert "Round" not in shown.plain(told.words)
    done(room, hub, hub.order(**(CALL | {"round": "Final"})))
    until(room, lambda: shown.plain(room.top.sayings()[0].words) == f"{final}: Ada – Bo")
    press(room, "here:0")
    press(room, "here:1")
    play(room.scene, 1)
    room.scene.session.keeper.save(room.scene.setup)
    (left,) = ResumableMatches(room.table).going  # the stored match knows its round
    assert shown.plain(left.words).startswith(final)


def test_a_call_waits_for_the_match_that_is_played(room: Room, hub: FakeHub) -> None:
    scene = begin(room)
    play(scene, 2)
    done(room, hub, hub.order(**CALL))
    for _ in range(5):
        room.turn(1.0)
    assert room.top is scene
    room.app.scenes.apply(Reset(MenuScene(room.table)))
    until(room, lambda: isinstance(room.top, PlayerCallScene))


def test_a_call_waits_for_those_who_look_at_their_result_and_says_who_is_next(
    room: Room, hub: FakeHub
) -> None:
    room.app.scenes.apply(Push(StartMatch(Setup(find_game("trelawney")))))
    room.turn()
    scene = room.scene
    while scene.match.outcome is None:
        scene.play(PLAYERS["trelawney"](scene.match))
    room.until(ResultScene)
    assert done(room, hub, hub.order(**CALL))[0]
    for _ in range(10):
        room.turn(0.5)
    keys = {button.key for button in room.top.buttons.buttons}  # type: ignore[attr-defined]
    assert not {"again", "seats"} & keys  # nobody begins another match here
    Fingers(room).press("menu")
    until(room, lambda: isinstance(room.top, PlayerCallScene))


@pytest.mark.parametrize("game", ["shoo", "shout7", "super7", "trelawney", "sevens"])
def test_the_same_people_play_no_other_match_after_one_of_a_tournament(
    room: Room, hub: FakeHub, game: str
) -> None:
    assert done(room, hub, hub.order(**(CALL | {"game": game, "clock": "none"})))[0]
    until(room, lambda: isinstance(room.top, PlayerCallScene))
    press(room, "here:0")
    press(room, "here:1")
    scene: Any = room.top
    if game == "sevens":
        scene.context.match.toss(0)
        scene.context.match.resign(1, 0)
    else:
        play(scene, 2)
        scene.session.resign(0)
        scene.refresh()
    until(room, lambda: hub.facts("MatchResult"))
    for _ in range(12):
        room.turn(0.5)
    shown: Any = room.top if game != "sevens" else scene.phase
    sizes = {button.key: button.box.w * button.box.h for button in shown.buttons.buttons}
    assert not {"again", "easier", "harder", "keep", "level", "seats"} & set(sizes)
    assert max(sizes, key=lambda key: sizes[key]) == "menu"
    before = room.pixels()
    assert done(room, hub, hub.order(**(CALL | {"pairing": "p8", "round": "Round 2"})))[0]
    room.turn(0.5)
    assert room.pixels() != before  # who is next is told
    done_button = next(button for button in shown.buttons.buttons if button.key == "menu")
    Fingers(room).tap(Canvas(room.display.picture.get_size()).to_pixels(done_button.centre))
    until(room, lambda: isinstance(room.top, PlayerCallScene) and room.top.call.pairing == "p8")


def sit_down(room: Room, hub: FakeHub, game: str = "shoo", **more: Any) -> Any:
    """The called players have come: the scene of their match."""
    assert done(room, hub, hub.order(**(CALL | {"game": game, "clock": "none"} | more)))[0]
    until(room, lambda: isinstance(room.top, PlayerCallScene))
    press(room, "here:0")
    press(room, "here:1")
    return room.top


@pytest.mark.parametrize("game", ["shoo", "shout7", "super7", "trelawney", "sevens"])
def test_a_match_of_a_tournament_can_be_resigned_before_its_first_move(
    room: Room, hub: FakeHub, game: str
) -> None:
    scene = sit_down(room, hub, game)
    room.app.scenes.handle(Press(source="keyboard", button=Button.MENU))
    room.turn(0.5)
    keys = {button.key for button in room.top.buttons.buttons}  # type: ignore[attr-defined]
    assert not {"undo", "hint", "players"} & keys
    labels = {button.label for button in room.top.buttons.buttons}  # type: ignore[attr-defined]
    assert "Resign" in labels
    press(room, "end" if game == "sevens" else "resign")
    keys = {button.key for button in room.top.buttons.buttons}  # type: ignore[attr-defined]
    assert not {"both", "end"} & keys
    press(room, "up:0" if game == "sevens" else "yes")
    room.turn(1.0)
    if isinstance(room.top, QuestionDialog):
        press(room, "yes")
    until(room, lambda: hub.facts("MatchResult"))
    (result,) = hub.facts("MatchResult")
    assert result.pairing == "p7"
    record = Record.from_text(result.record)
    assert record.result == "1"
    if game != "sevens":
        assert not record.plies
        until(room, lambda: isinstance(room.top, ResultScene))
        assert scene.session.keeper.match_id == result.match


def test_moves_stay_in_a_match_of_a_tournament_and_nobody_is_helped(
    room: Room, hub: FakeHub
) -> None:
    scene = sit_down(room, hub)
    play(scene, 3)
    room.turn(1.0)
    keys = {button.key for button in scene.buttons.buttons if button.enabled}
    assert not {"tool:undo", "tool:hint"} & keys
    room.app.scenes.handle(Press(source="keyboard", button=Button.HINT))
    room.app.scenes.handle(Press(source="keyboard", button=Button.UNDO))
    scene.on_table.mind(1)
    room.turn(2.0)
    assert len(scene.match.plies) == 3
    assert scene.hints.hint.idle
    assert not scene.setup.computers


def test_a_match_of_a_tournament_that_is_left_waits_for_its_players_and_the_referee_is_told(
    room: Room, hub: FakeHub
) -> None:
    scene = sit_down(room, hub, round="Final")
    match_id = scene.session.keeper.match_id
    play(scene, 3)
    until(room, lambda: hub.facts("MatchState")[-1].plies == 3)
    press(room, "tool:menu")
    press(room, "leave")
    until(room, lambda: hub.facts("Kept"))
    assert hub.facts("Kept")[0].code in room.said
    press(room, "done:0")
    until(room, lambda: hub.facts("Alert"))
    (alert,) = hub.facts("Alert")
    assert (alert.kind, alert.about, alert.on) == ("left", "p7", True)
    assert "Final" in alert.words
    assert "Ada" in alert.words
    assert hub.facts("Kept")[0].code in alert.words
    assert isinstance(room.top, MenuScene)
    going = next(b for b in room.top.buttons.buttons if b.key == f"go:{match_id}")
    assert str(going.label) == "Final: Ada – Bo"
    press(room, going.key)
    until(room, lambda: len(hub.facts("Alert")) == 2)
    assert hub.facts("Alert")[1].on is False
    assert room.scene.setup.official
    room.scene.session.resign(0)
    room.scene.refresh()
    until(room, lambda: hub.facts("MatchResult"))
    assert hub.facts("MatchResult")[0].pairing == "p7"


def test_a_match_without_a_result_is_told_as_none(room: Room, hub: FakeHub) -> None:
    scene = begin(room)
    play(scene, 4)
    scene.session.stop()
    scene.refresh()
    until(room, lambda: isinstance(room.top, ResultScene))
    again = begin(room)
    play(again, 4)
    again.session.agree()
    again.refresh()
    until(room, lambda: hub.facts("MatchResult"))
    (result,) = hub.facts("MatchResult")
    assert result.match == again.session.keeper.match_id


def test_a_draw_in_a_knockout_is_said_to_be_played_again(room: Room, hub: FakeHub) -> None:
    scene = sit_down(room, hub, "trelawney", replays_draws=True)
    play(scene, 2)
    press(room, "tool:menu")
    press(room, "draw")
    request = scene.agreements.pending.request
    assert "played again" in str(request.question)


def test_a_call_that_moves_to_another_table_says_where(room: Room, hub: FakeHub) -> None:
    assert done(room, hub, hub.order(**CALL))[0]
    until(room, lambda: isinstance(room.top, PlayerCallScene))
    assert done(room, hub, hub.order(type="CancelCall", pairing="p7", moved_to="Elm"))[0]
    until(room, lambda: not isinstance(room.top, PlayerCallScene))
    assert shows_message(room)
    for _ in range(45):
        room.turn(1.0)
    assert shows_message(room)
    for _ in range(20):
        room.turn(1.0)
    assert not shows_message(room)


def test_a_call_survives_a_restart_and_can_be_taken_back(tmp_path: Path, hub: FakeHub) -> None:
    with join(tmp_path / "data", hub) as room:
        done(room, hub, hub.order(**CALL))
    with join(tmp_path / "data", hub) as room:
        until(room, lambda: isinstance(room.top, PlayerCallScene))
        assert done(room, hub, hub.order(type="CancelCall", pairing="p7"))[0]
        until(room, lambda: not isinstance(room.top, PlayerCallScene))


def test_who_does_not_come_is_told_and_nothing_decided(room: Room, hub: FakeHub) -> None:
    done(room, hub, hub.order(**CALL))
    until(room, lambda: isinstance(room.top, PlayerCallScene))
    press(room, "here:0")
    assert "absent:0" not in [button.key for button in room.top.buttons.buttons]  # type: ignore[attr-defined]
    for _ in range(70):
        room.turn(1.0)
    until(room, lambda: hub.facts("Alert"))  # by itself
    (alert,) = hub.facts("Alert")
    assert (alert.kind, alert.about, alert.on) == ("absent", "p7", True)
    assert "Bo" in alert.words
    assert "Ada" not in alert.words
    assert isinstance(room.top, PlayerCallScene)
    press(room, "here:1")
    assert isinstance(room.top, MatchScene)
    until(room, lambda: len(hub.facts("Alert")) == 2)


@pytest.mark.parametrize(
    "wrong",
    [{"game": "chess"}, {"seats": [{"name": "A"}] * 5}, {"clock": "fast"}, {"options": {"x": "1"}}],
)
def test_a_call_that_cannot_be_played_is_refused(
    room: Room, hub: FakeHub, wrong: dict[str, Any]
) -> None:
    good, words = done(room, hub, hub.order(**(CALL | wrong)))
    assert not good
    assert words
    assert not isinstance(room.top, PlayerCallScene)


@pytest.mark.parametrize(("game", "players"), [("sevens", 2), ("shout7", 3), ("shout7", 4)])
def test_other_games_are_called_too(room: Room, hub: FakeHub, game: str, players: int) -> None:
    seats = [{"name": name} for name in ("Ada", "Bo", "Cem", "Dee")[:players]]
    done(room, hub, hub.order(**(CALL | {"game": game, "seats": seats, "clock": "none"})))
    until(room, lambda: isinstance(room.top, PlayerCallScene))
    for seat in range(players):
        press(room, f"here:{seat}")
    until(room, lambda: hub.facts("MatchState") and hub.facts("MatchState")[-1].pairing == "p7")
    state = hub.facts("MatchState")[-1]
    assert [seat.name for seat in state.seats] == [seat["name"] for seat in seats]


# -- kept games ----------------------------------------------------------------------------------


def test_the_code_of_a_visitor_is_no_name_at_an_event(room: Room, hub: FakeHub) -> None:
    until(room, lambda: room.table.event.state.link == "online")
    room.app.scenes.apply(Push(OpenSeats(Setup(find_game("shoo")))))
    room.turn()
    press(room, "name:0")
    page = room.top
    assert isinstance(page, NameEntry)
    for sign in "bcd234":
        room.app.scenes.handle(Typed(source="keyboard", sign=sign))
    press(room, "done")
    assert room.top is page
    room.app.scenes.handle(Typed(source="keyboard", sign="a"))
    press(room, "done")
    assert room.top is not page


def enter_code(room: Room, code: str) -> None:
    room.app.scenes.apply(Push(OpenCodeEntry()))
    room.turn()
    page = room.top
    assert isinstance(page, CodeEntryPage)
    for sign in code:
        room.app.scenes.handle(Typed(source="keyboard", sign=sign))
    page.pressed("done")
    room.turn()


def kept_elsewhere(hub: FakeHub, tmp_path: Path) -> tuple[str, str]:
    """A match that was kept at another table: its id, and its record as text."""
    with join(tmp_path / "other", hub) as other:
        scene = begin(other)
        play(scene, 5)
        scene.session.keeper.save(scene.setup)
        match_id = scene.session.keeper.match_id
        code_of(other.table.store, match_id, 5, "2030-01-01")
        other.app.scenes.apply(Reset(MenuScene(other.table)))
        until(other, lambda: hub.facts("Kept"))
    (kept,) = hub.facts("Kept")
    hub.kept["C2D2F"] = KeptMatch(kept.match, kept.record, "Elm", "2030")
    hub.last = {}
    return kept.match, kept.record


def test_a_match_that_was_kept_elsewhere_goes_on_here(tmp_path: Path, hub: FakeHub) -> None:
    match_id, record = kept_elsewhere(hub, tmp_path)
    with join(tmp_path / "data", hub) as room:
        enter_code(room, "C2D2F")
        until(room, lambda: isinstance(room.top, MatchScene))
        assert room.scene.session.keeper.match_id == match_id
        assert room.match.record().plies == Record.from_text(record).plies
        until(room, lambda: [fact for fact in hub.facts("Released") if fact.code == "C2D2F"])


def test_a_code_that_no_table_knows_is_refused_in_words(room: Room, hub: FakeHub) -> None:
    until(room, lambda: room.table.event.state.link == "online")
    enter_code(room, "C2D2F")
    page = room.top
    assert isinstance(page, CodeEntryPage)
    until(room, lambda: "C2D2F" in room.said)
    assert page.letters.text == ""


def test_a_hub_that_is_away_cannot_be_asked(tmp_path: Path, hub: FakeHub) -> None:
    hub.fails = lambda path: "error" if path.startswith("/api/kept") else ""
    with join(tmp_path / "data", hub) as room:
        enter_code(room, "C2D2F")
        page = room.top
        assert isinstance(page, CodeEntryPage)
        until(room, lambda: page.letters.text == "")
        assert "C2D2F" not in room.said


def test_the_code_of_a_match_that_was_taken_up_names_the_table(room: Room, hub: FakeHub) -> None:
    scene = begin(room)
    play(scene, 3)
    match_id = scene.session.keeper.match_id
    code = code_of(room.table.store, match_id, 5, "2030-01-01")
    room.app.scenes.apply(Reset(MenuScene(room.table)))
    room.turn()
    done(room, hub, hub.order(type="TakenUp", match=match_id, code=code, at="Elm"))
    enter_code(room, code)
    assert "Elm" in room.said


# -- help and results ----------------------------------------------------------------------------


def test_the_menu_of_a_table_at_an_event_calls_a_host(room: Room, hub: FakeHub) -> None:
    room.app.scenes.apply(Reset(MenuScene(room.table)))
    until(room, lambda: room.table.event.state.link == "online")
    press(room, "help")
    assert isinstance(room.top, QuestionDialog)
    room.turn(1.0)
    assert room.table.event.state.help == "none"  # one touch calls nobody
    press(room, "call")
    until(room, lambda: hub.facts("Alert"))
    calling = room.top.question
    until(room, lambda: isinstance(room.top, QuestionDialog) and room.top.question != calling)
    hub.order(type="AlertAnswered", kind="help", over=True)
    until(room, lambda: isinstance(room.top, MenuScene))
    until(room, lambda: len(hub.facts("Alert")) == 2)


def test_how_a_call_stands_is_shown_at_the_edge_where_it_was_made(
    tmp_path: Path, hub: FakeHub
) -> None:
    away = [True]
    hub.fails = lambda _: "error" if away[0] else ""
    with join(tmp_path / "data", hub) as room:
        until(room, lambda: room.table.event.state.link == "away")
        begin(room)
        room.app.behind = True
        room.turn(1.0)

        def changed(below: float, above: float) -> bool:
            """Whether something is shown in this share of the height that was not there."""
            now = room.display.surface
            high, width = now.get_height(), now.get_width()
            rows = range(int(below * high), int(above * high))
            return any(
                now.get_at((x, y)) != before.get_at((x, y))
                for y in rows
                for x in range(width // 2 - 40, width // 2 + 40, 4)
            )

        before = room.display.surface.copy()
        room.app.scenes.apply(Push(CallForHelp(2)))
        room.turn(0.5)
        Fingers(room).press("call")
        until(room, lambda: room.table.event.state.help == "unsent")
        Fingers(room).press("close")
        room.turn(0.5)
        assert changed(0.0, 0.05)
        assert not changed(0.95, 1.0)
        unsent = room.pixels()
        away[0] = False
        until(room, lambda: room.table.event.state.help == "sent")
        room.turn(0.5)
        called = room.pixels()
        assert called != unsent
        hub.order(type="AlertAnswered", kind="help", who="Mia")
        until(room, lambda: room.table.event.state.helper == "Mia")
        room.turn(0.5)
        assert room.pixels() != called
        width, high = room.display.surface.get_size()
        Fingers(room).tap((width // 2, int(0.02 * high)))
        until(room, lambda: isinstance(room.top, QuestionDialog))
        Fingers(room).press("close")
        room.turn(0.5)
        assert changed(0.0, 0.05)
        for _ in range(130):
            room.turn(1.0)
        assert not changed(0.0, 0.05)  # it went by itself
        hub.order(type="AlertAnswered", kind="help", who="Ines")
        until(room, lambda: room.table.event.state.helper == "Ines")
        room.turn(0.5)
        assert changed(0.0, 0.05)
        hub.order(type="AlertAnswered", kind="help", who="Ines", over=True)
        until(room, lambda: room.table.event.state.help == "none")
        room.turn(0.5)
        assert not changed(0.0, 0.05)


def test_whoever_called_a_host_can_cancel_it(room: Room, hub: FakeHub) -> None:
    begin(room)
    room.app.scenes.apply(Push(CallForHelp()))
    press(room, "call")
    until(room, lambda: hub.facts("Alert"))
    press(room, "cancel")
    until(room, lambda: len(hub.facts("Alert")) == 2)
    assert room.table.event.state.help == "none"
    assert isinstance(room.top, MatchScene)


@pytest.mark.parametrize("game", ["shoo", "sevens"])
def test_the_codes_of_the_result_page_are_those_that_the_hub_knows(
    room: Room, hub: FakeHub, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    drawn: list[str] = []
    pictures = images.qr_picture

    def qr_picture(text: str, side: int) -> pygame.Surface:
        drawn.append(text)
        return pictures(text, side)

    monkeypatch.setattr(event_result, "qr_picture", qr_picture)
    if game == "sevens":
        live = live_game(find_game("sevens")).begin(room.table, {})
        room.app.scenes.apply(Reset(live))
        room.turn()
        live.context.match.toss(0)  # type: ignore[attr-defined]
        live.context.match.resign(1, 0)  # type: ignore[attr-defined]
        until(room, lambda: hub.facts("MatchResult"))
    else:
        scene = begin(room)
        play(scene, 4)
        scene.session.resign(0)
        scene.refresh()
        until(room, lambda: hub.facts("MatchResult") and isinstance(room.top, ResultScene))
    room.app.behind = True
    room.turn()
    (result,) = hub.facts("MatchResult")
    assert len(result.claims) == 2
    assert set(drawn) == {f"http://{hub.address}/c/{claim}" for claim in result.claims}


def test_without_an_event_a_result_has_no_codes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_result, "qr_picture", None)
    with Room(tmp_path / "data") as room:
        scene = begin(room)
        play(scene, 4)
        scene.session.resign(0)
        scene.refresh()
        room.until(ResultScene)
        room.turn(1.0)
        assert isinstance(room.top, ResultScene)

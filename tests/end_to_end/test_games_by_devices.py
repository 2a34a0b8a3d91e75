"""Whole games with dice readers and button boxes."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.app.main_loop import App
from tabletop.app.navigation import new_match_scene
from tabletop.engine import CHANCE, Match, Outcome
from tabletop.games import find_game
from tabletop.input.actions import Action, Button, Press, Walk
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.dice_pages import TypedDice
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.session import CALL_WAIT_SECONDS
from tabletop.scenes.result.scene import ResultScene
from tabletop.ui.core.scene import Push
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.playing import sit_down
from tests.end_to_end.plugged_devices import PluggedRoom
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers, Keys
from tests.end_to_end.scripted_players import PLAYERS
from tests.lanes import slow_except
from tools.simulated.device import SimulatedDevice

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals")

FIRST_DEATH, SECOND_DEATH = 6, 14
"""After how many plies the reader dies."""
OUT = 3
"""For how many throws it is gone."""
FOUR = ("a1", "b2", "b1", "c3", "c1", "d3", "d1", "e3")
"""Black has four in row 1 and is to move."""


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[list[PluggedRoom]]:
    """Rooms that a test opens; they are closed after it."""
    opened: list[PluggedRoom] = []
    yield opened
    for room in opened:
        room.close()


def strip(room: Room) -> str:
    return next(b.label for b in room.scene.buttons.buttons if b.key == "dice:0")


def played_on(room: PluggedRoom, count: int) -> None:
    """More plies than so many are on the table."""
    room.wait("a throw", lambda: len(room.match.plies) > count)


def outcome_of(scene: MatchScene) -> Outcome | None:
    return scene.match.outcome


def place(room: Room, hands: Fingers, eye: Eye) -> None:
    """The seat to move puts its counter with a finger, or passes."""
    match = room.match
    count = len(match.plies)
    for gesture in eye.gestures(PLAYERS["super7"](match)):
        hands.make(gesture)
    assert len(match.plies) == count + 1  # by the last one the result may have come


def test_super_seven_with_a_reader_that_dies_twice(
    tmp_path: Path, rooms: list[PluggedRoom]
) -> None:
    room = PluggedRoom(tmp_path, SimulatedDevice("DR-1", buttons=0, dice=2, seed=3))
    rooms.append(room)
    reader, hands = room.devices[0], Fingers(room)
    eye = sit_down(room, hands, "super7")
    assert "SIMULATED" in strip(room)
    thrown: list[tuple[int, ...]] = []
    wanted: list[str] = []
    deaths, gone = [FIRST_DEATH, SECOND_DEATH], 0
    played = room.match
    while played.outcome is None:
        count = len(played.plies)
        if room.match.state.turn != CHANCE:
            place(room, hands, eye)
            continue
        if deaths and count >= deaths[0] and not gone:
            gone, halves = OUT, len(deaths) == 1
            deaths.pop(0)
            if halves:  # the second time with one die on the table
                thrown.append(reader.roll(4))
                room.wait("the first die", lambda: room.scene.snapshot.lying == (4,))
                wanted.append("simulated:DR-1,screen")
            else:
                wanted.append("screen")
            reader.unplug()
            room.wait("the screen's turn", lambda: "DR-1" not in strip(room))
            assert "SIMULATED DR-1" in room.scene.edge.words
            hands.make(eye.gestures("")[0])
            if halves:
                assert str(room.match.plies[-1].move).startswith("4+")
        elif gone > 1:
            gone -= 1
            wanted.append("screen")
            hands.make(eye.gestures("")[0])
        else:
            if gone == 1:
                gone = 0
                reader.plug()
                room.wait("the reader", lambda: "DR-1" in strip(room))
            values = reader.roll()
            thrown.append(values)
            wanted.append("simulated:DR-1")
            played_on(room, count)
            assert str(room.match.plies[-1].move) == f"{values[0]}+{values[1]}"
        assert len(played.plies) == count + 1
    assert not deaths
    assert played.record().sources == tuple(wanted)
    room.until(ResultScene)
    again = Match.replay(find_game("super7"), room.newest)
    assert again.outcome == played.outcome
    assert again.record().sources == tuple(wanted)
    counted = {count.source: count for count in room.table.store.throws()}
    assert set(counted) == {"simulated:DR-1", "screen"}


def trelawney(room: Room) -> Eye:
    """A match of the game that is won by calling."""
    room.app.scenes.apply(Push(new_match_scene(room.table, "trelawney", 2, {"declare": True})))
    room.turn()
    return Eye(room.match, WINDOW)


def lay(room: Room, hands: Fingers, eye: Eye, ply: str) -> None:
    """A stone is laid and left, and nobody calls."""
    for gesture in eye.gestures(ply):
        hands.make(gesture)
    for _ in range(4):
        room.turn(CALL_WAIT_SECONDS + 0.1)


def test_trelawney_s_glory_is_decided_by_a_call_on_a_box(
    tmp_path: Path, rooms: list[PluggedRoom]
) -> None:
    boxes = [SimulatedDevice(name, buttons=2, dice=0) for name in ("left", "right")]
    room = PluggedRoom(tmp_path, *boxes)
    rooms.append(room)
    black, white = room.devices
    room.seat(0, 0)
    room.seat(1, 1)
    hands, eye = Fingers(room), trelawney(room)
    for ply in FOUR:
        lay(room, hands, eye, ply)
    for gesture in eye.gestures("e1"):
        hands.make(gesture)
    scene = room.scene
    white.tap(1)  # a false call, and the earlier one
    room.wait("a word", lambda: str(scene.notices.notice) == "White has no five right now.")
    assert outcome_of(scene) is None
    black.tap(1)
    room.wait("the call", lambda: outcome_of(scene) is not None)
    assert outcome_of(scene) == Outcome((0,), "Black called five.")
    room.until(ResultScene)
    assert room.newest.ended() == outcome_of(scene)


def test_of_two_calls_in_one_poll_the_earlier_wins(
    tmp_path: Path, rooms: list[PluggedRoom]
) -> None:
    """Both sides have a five, and whoever pressed first has won."""
    boxes = [SimulatedDevice(name, buttons=1, dice=0) for name in ("left", "right")]
    room = PluggedRoom(tmp_path, *boxes)
    rooms.append(room)
    room.seat(0, 0)
    room.seat(1, 1)
    hands, eye = Fingers(room), trelawney(room)
    for ply in (*FOUR, "e1", "e5", "a6", "f6"):
        lay(room, hands, eye, ply)
    scene = room.scene
    lay(room, hands, eye, "b6")
    lay(room, hands, eye, "d4")
    assert outcome_of(scene) is None
    # Both fives stand. White presses first, but its device is polled last.
    first = room.devices[1].press(0)
    time.sleep(0.01)
    second = room.devices[0].press(0)
    assert first < second
    time.sleep(0.5)  # long enough, as a rule, for both to be heard in one poll
    room.wait("a call", lambda: outcome_of(scene) is not None)
    assert outcome_of(scene) == Outcome((1,), "White called five.")


def test_dice_are_typed_with_the_keys_of_a_keyboard(room: Room) -> None:
    keys = Keys(room)
    room.table.change("dice.source", "typed")
    room.app.scenes.apply(Push(new_match_scene(room.table, "super7", 2, {})))
    room.turn()
    match = room.match
    keys.press(pygame.K_RETURN)
    assert isinstance(room.top, TypedDice)
    for sign in "43":
        fields = {"key": ord(sign), "mod": 0, "unicode": sign, "scancode": 0}
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, fields))
        room.turn()
    assert len(match.plies) == 0, "it can still be corrected"
    keys.press(pygame.K_RETURN)
    assert [(str(ply.move), ply.source) for ply in match.plies] == [("4+3", "typed")]
    assert [count.source for count in room.table.store.throws()] == ["typed"]


class Boxes:
    """A button box at each seat, as the hub hears it."""

    name = "boxes"

    def __init__(self) -> None:
        self.pressed: list[Action] = []

    def start(self) -> None:
        self.pressed.clear()

    def poll(self) -> list[Action]:
        seen, self.pressed = self.pressed, []
        return seen

    def stop(self) -> None:
        self.pressed.clear()


@pytest.mark.parametrize("key", slow_except(sorted(PLAYERS), "super7"))
def test_three_buttons_a_seat_play_every_board_game_to_its_end(room: Room, key: str) -> None:
    boxes = Boxes()
    menu = MenuScene(room.table)
    room.table.change("look.speed", "off")
    room.app = App(room.display, room.table, menu, now=lambda: room.time, sources=(boxes,))
    room.app.scenes.apply(Push(new_match_scene(room.table, key, 2, {})))
    room.turn()
    room.turn()
    scene, eye = room.scene, Eye(room.match, WINDOW)

    def press(action: Action) -> None:
        boxes.pressed.append(action)
        room.turn()

    while scene.match.outcome is None:
        number, seat = len(scene.match.plies), scene.match.game.acting(scene.match.state)
        press(Walk(source="serial", seat=1 - seat, by=1))  # it does nothing
        by = 1 if number % 2 else -1
        for spot in eye.word(PLAYERS[key](scene.match)):
            for _ in range(120):
                if scene.snapshot.cursor == spot:
                    break
                press(Walk(source="serial", seat=seat, by=by))
            assert scene.snapshot.cursor == spot, f"the buttons do not reach {spot}"
            press(Press(source="serial", seat=seat, button=Button.OK))
        assert len(scene.match.plies) == number + 1
    room.until(ResultScene)

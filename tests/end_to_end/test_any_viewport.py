"""A touch hits what it points at, however the picture is turned, mirrored, inset or calibrated."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.input.viewport import CALIBRATION_TARGETS, Calibration, Viewport
from tabletop.scenes.devices.display_pages import (
    TIMEOUT_SECONDS,
    DisplayPage,
    TouchCalibrationScene,
)
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.core.scene import Push
from tabletop.ui.display.display_transform import DISPLAYS_FILE
from tabletop.ui.display.window import transformed
from tabletop.ui.widgets.question_dialog import KEEP_QUESTION
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play, sit_down
from tests.end_to_end.posted_touches import Fingers, Keys
from tests.end_to_end.scripted_players import PLAYERS
from tests.scenes.touches import asks

ASKEW = ((0.14, 0.06), (0.83, 0.12), (0.88, 0.97), (0.07, 0.85))
MOUNTED_TURNED = ((0.9, 0.1), (0.9, 0.9), (0.1, 0.9), (0.1, 0.1))
UNEVEN = [0.02, 0.15, 0.1, 0.005]

EVERY_WAY = list(product((0, 90, 180, 270), (False, True), ([0, 0, 0, 0], UNEVEN)))


def mounted(folder: Path, **entry: Any) -> Path:
    """A data folder in which the window's mounting was kept."""
    (folder / DISPLAYS_FILE).write_text(json.dumps({"window": entry}), encoding="utf-8")
    return folder


def a_ply_is_played(room: Room) -> None:
    hands = Fingers(room)
    eye = sit_down(room, hands, "trelawney")
    play(room, hands, eye, PLAYERS["trelawney"], 3)
    assert len(room.match.plies) == 3


@pytest.mark.parametrize(("turn", "mirror", "margins"), EVERY_WAY)
def test_a_game_is_begun_and_played(
    tmp_path: Path, turn: int, mirror: bool, margins: list[float]
) -> None:
    with Room(mounted(tmp_path, turn=turn, mirror=mirror, margins=margins)) as room:
        a_ply_is_played(room)
        assert_shown_whole(room)


@pytest.mark.parametrize("felt", [ASKEW, MOUNTED_TURNED], ids=["askew", "turned"])
@pytest.mark.parametrize("turn", [0, 90])
def test_a_game_is_played_on_a_device_that_feels_elsewhere(
    tmp_path: Path, turn: int, felt: Any
) -> None:
    folder = mounted(tmp_path, turn=turn, margins=UNEVEN, calibration=felt)
    with Room(folder) as room:
        assert room.table.display_transform.now.calibration == Calibration(felt)
        a_ply_is_played(room)


def test_the_settings_file_turns_a_screen_that_was_never_changed(tmp_path: Path) -> None:
    with Room(tmp_path, display_turn="90", display_mirror=True, display_overscan=5.0) as room:
        glass = room.table.display_transform.now
        assert (glass.turns, glass.mirror, set(glass.margins)) == (1, True, {0.05})
        a_ply_is_played(room)


def test_what_was_chosen_on_the_screen_wins_over_the_settings_file(tmp_path: Path) -> None:
    with Room(mounted(tmp_path, turn=180), display_turn="90", display_overscan=5.0) as room:
        glass = room.table.display_transform.now
        assert (glass.turns, set(glass.margins)) == (2, {0.05})


def test_a_touch_in_the_margin_presses_nothing(tmp_path: Path) -> None:
    with Room(mounted(tmp_path, margins=UNEVEN)) as room:
        before = room.pixels()
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            event = {"touch_id": 3, "finger_id": 1, "x": 0.5, "y": 0.1}
            pygame.event.post(pygame.event.Event(kind, event))
            room.turn()
        assert room.pixels() == before


def test_a_damaged_memory_of_the_screens_is_set_aside_and_said(tmp_path: Path) -> None:
    (tmp_path / DISPLAYS_FILE).write_text('{"window": {"turn": 45}, "screen 0 9x9": {"turn": 90}}')
    with Room(tmp_path) as room:
        room.rest()
        assert "displays.damaged-1.json" in room.warned
        assert room.table.display_transform.now == Viewport(room.display.surface.get_size())
    assert json.loads((tmp_path / DISPLAYS_FILE).read_text(encoding="utf-8")) == {
        "screen 0 9x9": {"turn": 90}
    }


def test_the_picture_follows_a_new_window(tmp_path: Path) -> None:
    with Room(mounted(tmp_path, turn=90, margins=UNEVEN)) as room:
        room.resize((1000, 700))
        a_ply_is_played(room)
        assert_shown_whole(room)


class AskewFingers(Fingers):
    """Hands on a device that feels every touch elsewhere, whatever the table makes of it."""

    def __init__(self, room: Room, felt: Any) -> None:
        super().__init__(room, doubled=False)
        self._device = Calibration(felt)

    def post(self, kind: int, at: tuple[int, int], finger: int) -> None:
        """Puts an event into the queue, without a turn of the loop."""
        self._at[finger] = at
        pane = self._room.table.display_transform
        width, height = pane.now.window
        px, py = pane.now.to_window(*at)
        x, y = self._device.feels((px / width, py / height))
        event = {"touch_id": 3, "finger_id": finger, "x": x, "y": y}
        pygame.event.post(pygame.event.Event(kind, event))


def open_page(room: Room) -> None:
    room.app.scenes.apply(Push(DisplayPage(room.table)))
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))  # so that it is seen
    room.turn()


def touch_crosses(room: Room, hands: Fingers) -> TouchCalibrationScene:
    scene = room.top
    assert isinstance(scene, TouchCalibrationScene)
    width, height = room.display.picture.get_size()
    for x, y in CALIBRATION_TARGETS:
        hands.tap((round(x * width), round(y * height)))
    return scene


@pytest.mark.parametrize("felt", [ASKEW, MOUNTED_TURNED], ids=["askew", "turned"])
@pytest.mark.parametrize("turn", [0, 270])
def test_four_crosses_make_a_wrong_device_right_for_good(
    tmp_path: Path, turn: int, felt: Any
) -> None:
    with Room(mounted(tmp_path, turn=turn, mirror=True, margins=UNEVEN)) as room:
        open_page(room)
        room.app.scenes.apply(Push(TouchCalibrationScene(room.table)))
        room.turn()
        hands = AskewFingers(room, felt)
        assert touch_crosses(room, hands).phase == "trial"
        hands.press("keep")
        assert isinstance(room.top, DisplayPage)
        hands.press("back")
        assert isinstance(room.top, MenuScene)
    with Room(tmp_path) as room:
        hands = AskewFingers(room, felt)
        eye = sit_down(room, hands, "trelawney")
        play(room, hands, eye, PLAYERS["trelawney"], 3)


def test_crosses_that_nobody_keeps_leave_the_device_as_it_was(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        open_page(room)
        Fingers(room).press("crosses")
        touch_crosses(room, AskewFingers(room, ASKEW))
        assert room.table.display_transform.mounting != room.table.display_transform.kept
        for _ in range(int(TIMEOUT_SECONDS) + 1):
            room.turn(1.0)
        assert isinstance(room.top, DisplayPage)
        assert room.table.display_transform.now.calibration is None
        Fingers(room).press("back")
        assert isinstance(room.top, MenuScene)


def test_a_turned_picture_is_confirmed_where_it_now_looks(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        hands = Fingers(room)
        open_page(room)
        hands.press("turn=3")
        assert asks(room.top, KEEP_QUESTION)
        assert room.display.picture.get_size() == (800, 1280)
        assert_shown_whole(room)
        hands.press("keep")
        hands.press("back")
        assert isinstance(room.top, MenuScene)
        a_ply_is_played(room)


def test_a_picture_that_nobody_confirms_turns_back_by_itself(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        open_page(room)
        before = room.pixels()
        Fingers(room).press("turn=1")
        for _ in range(16):
            room.turn(1.0)
        assert isinstance(room.top, DisplayPage)
        assert room.pixels() == before
        assert not (tmp_path / DISPLAYS_FILE).exists()


def test_a_key_takes_a_turn_back_at_once(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        open_page(room)
        before = room.pixels()
        Fingers(room).press("mirror=1")
        assert room.pixels() != before
        Keys(room).press(pygame.K_ESCAPE)
        assert room.pixels() == before


def test_a_finger_that_lies_there_when_the_picture_turns_presses_nothing(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        hands = Fingers(room)
        open_page(room)
        hands.down(room.button("crosses"), finger=2)
        hands.press("turn=2")
        assert asks(room.top, KEEP_QUESTION)
        hands.up(finger=2)
        assert asks(room.top, KEEP_QUESTION)
        hands.press("back")
        assert isinstance(room.top, DisplayPage)
        assert room.table.display_transform.now.plain


def assert_shown_whole(room: Room) -> None:
    """The window shows the whole picture as it is mounted, and nothing in the margins."""
    glass, window = room.table.display_transform.now, room.display.surface
    shown = pygame.Surface(glass.window)
    whole = room.display.picture
    shown.blit(transformed(whole, glass), glass.area[:2])
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(window, "RGB")

"""A keystone-corrected picture is touched where it is seen, from the finger to the file."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.engine import say
from tabletop.input.viewport import Keystone
from tabletop.scenes.devices.display_pages import DisplayPage, KeystoneScene
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.core.scene import Push
from tabletop.ui.display import warp
from tabletop.ui.display.display_transform import DISPLAYS_FILE
from tabletop.ui.widgets.question_dialog import KEEP_QUESTION
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.playing import play, sit_down
from tests.end_to_end.posted_touches import SCREEN, Fingers, Keys
from tests.end_to_end.scripted_players import PLAYERS
from tests.scenes.touches import asks

ASKEW = [[0.15, 0.1], [0.9, 0.04], [0.97, 0.92], [0.05, 0.98]]
UNEVEN = [0.02, 0.15, 0.1, 0.005]


def mounted(folder: Path, **entry: Any) -> Path:
    """A data folder in which the window's mounting was kept."""
    (folder / DISPLAYS_FILE).write_text(json.dumps({"window": entry}), encoding="utf-8")
    return folder


def a_ply_is_played(room: Room) -> None:
    hands = Fingers(room)
    eye = sit_down(room, hands, "trelawney")
    play(room, hands, eye, PLAYERS["trelawney"], 3)
    assert len(room.match.plies) == 3


@pytest.mark.parametrize(
    "entry",
    [{}, {"turn": 90, "margins": UNEVEN}, {"mirror": True}],
    ids=["upright", "turned", "mirrored"],
)
def test_a_game_is_begun_and_played(tmp_path: Path, entry: dict[str, Any]) -> None:
    with Room(mounted(tmp_path, keystone=ASKEW, **entry)) as room:
        assert room.table.display_transform.now.keystone is not None
        a_ply_is_played(room)


def open_page(room: Room) -> KeystoneScene:
    room.app.scenes.apply(Push(DisplayPage(room.table)))
    room.turn()
    Fingers(room).press("corners")
    scene = room.top
    assert isinstance(scene, KeystoneScene)
    return scene


def finger(room: Room, kind: int, px: float, py: float) -> None:
    """One event of a finger at a pixel of the window, and a turn of the loop."""
    place: dict[str, Any] = {"x": px / WINDOW[0], "y": py / WINDOW[1]}
    pygame.event.post(pygame.event.Event(kind, touch_id=SCREEN, finger_id=1, **place))
    room.turn()


def pull(room: Room, number: int, dx: float, dy: float, steps: int = 8) -> None:
    """A finger pulls a corner's handle over the wall, outside the picture too."""
    px, py = room.table.display_transform.now.to_window(*room.button(f"corner:{number}"))
    finger(room, pygame.FINGERDOWN, px, py)
    for step in range(1, steps + 1):
        finger(room, pygame.FINGERMOTION, px + dx * step / steps, py + dy * step / steps)
    finger(room, pygame.FINGERUP, px + dx, py + dy)
    room.turn()


def test_corners_are_pulled_by_a_finger_and_kept_for_the_next_evening(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        open_page(room)
        pull(room, 0, 150, 90)
        pull(room, 2, -100, -70)
        pull(room, 0, -30, -40)  # outwards: the finger leaves the picture as it was
        corners = room.table.display_transform.now.corners
        assert corners[0] == pytest.approx((120 / 1280, 50 / 800), abs=2e-3)
        assert corners[2] == pytest.approx((1180 / 1280, 730 / 800), abs=2e-3)
        assert room.display.surface.get_at((10, 10)) == pygame.Color("black")
        Fingers(room).press("keep")
        assert isinstance(room.top, DisplayPage)
        Fingers(room).press("back")
        assert isinstance(room.top, MenuScene)
    with Room(tmp_path) as room:
        for now, kept in zip(room.table.display_transform.now.corners, corners, strict=True):
            assert now == pytest.approx(kept)
        a_ply_is_played(room)


def test_what_nobody_keeps_is_straight_again(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        open_page(room)
        pull(room, 1, -90, 60)
        Keys(room).press(pygame.K_ESCAPE)
        assert asks(room.top, KEEP_QUESTION)
        for _ in range(16):
            room.turn(1.0)
        assert isinstance(room.top, DisplayPage)
        assert room.table.display_transform.now.plain
        assert room.display.picture is room.display.surface


def test_keys_alone_pull_a_corner(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        open_page(room)
        keys = Keys(room)
        keys.press(pygame.K_RETURN)
        for _ in range(3):
            keys.press(pygame.K_LEFT)
        keys.press(pygame.K_DOWN)
        at = room.table.display_transform.now.corners[1]
        assert at == pytest.approx((1250 / 1280, 10 / 800))
        keys.press(pygame.K_BACKSPACE)
        assert room.table.display_transform.now.plain


def test_where_opencv_cannot_be_loaded_the_picture_is_straight_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = say("warp.missing", "The picture stays straight: {why}", why="no cv2")
    monkeypatch.setattr(warp, "trouble", lambda: missing)
    with Room(mounted(tmp_path, keystone=ASKEW)) as room:
        room.rest()
        assert "The picture stays straight" in room.warned
        assert room.table.display_transform.now.plain
        assert room.table.display_transform.kept.keystone == Keystone(
            ((0.15, 0.1), (0.9, 0.04), (0.97, 0.92), (0.05, 0.98))
        )
        a_ply_is_played(room)


def test_opencv_is_loaded_only_where_a_corner_is_pulled() -> None:
    lines = (
        "import sys, tabletop.app.startup, tabletop.scenes.devices.display_pages",
        "assert 'cv2' not in sys.modules and 'numpy' not in sys.modules",
    )
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)

"""The blackout or freeze of the picture pauses the game."""

import json
from math import inf
from pathlib import Path

import pygame
import pytest

from tabletop.app.session_replay import SessionReplay, load_recording
from tabletop.scenes.match.pause import PauseScene
from tabletop.ui.display.display_transform import DISPLAYS_FILE
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play, sit_down
from tests.end_to_end.posted_touches import Fingers, Keys
from tests.end_to_end.scripted_players import PLAYERS

ASKEW = [[0.15, 0.1], [0.9, 0.04], [0.97, 0.92], [0.05, 0.98]]
COVERS = pytest.mark.parametrize("key", [pygame.K_b, pygame.K_p], ids=["dark", "still"])


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path, play_clock="sudden 600")


def begun(room: Room) -> Fingers:
    hands = Fingers(room)
    eye = sit_down(room, hands, "trelawney")
    play(room, hands, eye, PLAYERS["trelawney"], 2)
    room.rest()
    return hands


def laid(room: Room) -> str:
    """What lies over the table."""
    return room.table.blackout.laid


@COVERS
def test_time_stands_still_below_it(room: Room, key: int) -> None:
    begun(room)
    left = tuple(room.match.clock.left)
    room.turn(1.0)
    assert tuple(room.match.clock.left) != left
    Keys(room).press(key)
    left = tuple(room.match.clock.left)
    for _ in range(30):
        room.turn(1.0)
    assert tuple(room.match.clock.left) == left
    Keys(room).press(key)
    room.turn(1.0)
    assert tuple(room.match.clock.left) != left
    room.close()


@COVERS
def test_nothing_is_drawn_and_nothing_wakes_below_it(room: Room, key: int) -> None:
    begun(room)
    Keys(room).press(key)
    before = room.pixels()
    assert room.app.wakes_in() == inf
    for _ in range(5):
        room.turn(0.3)
    assert room.pixels() == before
    room.close()


def test_the_dark_comes_at_once_and_the_picture_comes_back_as_it_was(room: Room) -> None:
    hands = begun(room)
    room.rest()
    seen = room.pixels()
    Keys(room).press(pygame.K_b)
    lit = sum(1 for byte in room.pixels()[::3] if byte > 4)
    assert 0 < lit < 0.01 * len(seen) / 3
    hands.tap((300, 300))  # somebody leans on the table
    assert room.table.blackout.hides
    Keys(room).press(pygame.K_SPACE)
    assert not room.table.blackout.active
    assert len(room.pixels()) == len(seen)
    assert sum(a != b for a, b in zip(room.pixels(), seen, strict=True)) < 0.02 * len(seen)
    assert len(room.match.plies) == 2
    room.close()


@COVERS
def test_touches_of_players_play_nothing_below_it(room: Room, key: int) -> None:
    hands = begun(room)
    Keys(room).press(key)
    for x in range(200, 1100, 90):
        for y in range(100, 600, 90):
            hands.tap((x, y))
    assert room.table.blackout.active
    Keys(room).press(key)
    assert len(room.match.plies) == 2
    assert room.picked == ()
    room.close()


def test_the_pause_offers_both_in_a_room(room: Room) -> None:
    hands = begun(room)
    room.table.change("look.projector", True)
    Keys(room).press(pygame.K_m)
    room.until(PauseScene)
    hands.press("blank")
    assert laid(room) == "dark"
    Keys(room).press(pygame.K_b)
    assert isinstance(room.top, PauseScene)
    hands.press("still")
    assert laid(room) == "still"
    Keys(room).press(pygame.K_ESCAPE)
    assert not room.table.blackout.active
    assert room.scene
    room.close()


def test_a_new_window_below_the_dark_is_dark_too(room: Room) -> None:
    begun(room)
    Keys(room).press(pygame.K_b)
    room.resize((1000, 700))
    lit = sum(1 for byte in room.pixels()[::3] if byte > 4)
    assert 0 < lit < 0.01 * 1000 * 700
    room.close()


def test_an_evening_with_a_pulled_and_covered_picture_is_lived_again(tmp_path: Path) -> None:
    (tmp_path / DISPLAYS_FILE).write_text(
        json.dumps({"window": {"keystone": ASKEW}}), encoding="utf-8"
    )
    room = Room(tmp_path, diary=tmp_path / "evening.jsonl", play_clock="sudden 600")
    hands = begun(room)
    for key in (pygame.K_b, pygame.K_SPACE, pygame.K_p):
        room.turn(0.5)
        Keys(room).press(key)
        room.turn(3.0)
        hands.tap((600, 400))
    pixels, left = room.pixels(), tuple(room.match.clock.left)
    room.close()
    again = tmp_path / "again"
    again.mkdir()
    playback = SessionReplay(load_recording(tmp_path / "evening.jsonl"), again)
    playback.run()
    try:
        assert playback.table.blackout.laid == "still"
        # Parts that are pulled by themselves round otherwise than the whole, by a hair.
        seen = pygame.image.tobytes(playback.surface, "RGB")
        assert max(abs(a - b) for a, b in zip(seen, pixels, strict=True)) <= 2
        assert left[0] < 600
    finally:
        playback.close()

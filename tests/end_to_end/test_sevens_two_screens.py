"""Sevens in two windows: one for the room, one for who builds a picture."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.app.session_replay import SessionReplay, load_recording
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.phases.arrange import DARK_WARNING_SECONDS, ArrangePhase
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.display.window import DEFAULT_WINDOW_SIZE
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.tangram_hands import Tangram
from tests.end_to_end.test_sevens_by_touch import open_sevens, toss

SCREEN = 9
"""The id of the second screen's touches."""


class Second:
    """Hands at the second window."""

    def __init__(self, room: Room, tangram: Tangram) -> None:
        self.room, self.tangram = room, tangram

    @property
    def window(self) -> pygame.Window:
        window = self.room.app.secondary_display.window
        assert window is not None
        return window

    @property
    def there(self) -> bool:
        return self.room.app.secondary_display.window is not None

    def post(self, kind: int, **fields: Any) -> None:
        """Something happens to that window, and the loop turns once."""
        pygame.event.post(pygame.event.Event(kind, {"window": self.window, **fields}))
        self.room.turn()

    def click(self, key: str) -> None:
        """The mouse presses a button of the part there."""
        while self.tangram.phase.ignores_touches:
            self.room.turn(0.1)
        buttons = self.tangram.phase.buttons.buttons
        at = Canvas(DEFAULT_WINDOW_SIZE).to_pixels(
            next(each for each in buttons if each.key == key).centre
        )
        self.post(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False)
        self.post(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False)

    def touch(self, at: tuple[float, float], kind: int) -> None:
        """A finger at a canvas point of that window."""
        x, y = Canvas(DEFAULT_WINDOW_SIZE).to_pixels(at)
        place = {
            "x": x / DEFAULT_WINDOW_SIZE[0],
            "y": y / DEFAULT_WINDOW_SIZE[1],
            "dx": 0.0,
            "dy": 0.0,
            "pressure": 1.0,
        }
        self.post(kind, touch_id=SCREEN, finger_id=1, **place)

    def pixels(self) -> bytes:
        """What is to be seen there."""
        return pygame.image.tobytes(self.window.get_surface(), "RGB")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path, look_projector=True, window_second="window") as room:
        yield room


def begun(room: Room) -> tuple[Tangram, Second]:
    tangram = open_sevens(room, Fingers(room))
    room.turn()
    toss(tangram)
    room.turn()
    room.turn()
    return tangram, Second(room, tangram)


def test_the_second_window_comes_with_the_match_and_goes_with_it(room: Room) -> None:
    assert room.app.secondary_display.window is None, "nobody needs it before"
    tangram, second = begun(room)
    assert second.there
    assert room.table.secondary_display.canvas is not None
    assert room.table.secondary_display.canvas.size == DEFAULT_WINDOW_SIZE
    assert tangram.scene.context.apart == room.table.secondary_display.canvas
    tangram.scene.context.match.agree(tangram.scene.context.now)
    for _ in range(3):
        room.turn()
    assert not second.there


def test_what_is_built_there_changes_nothing_on_the_picture_for_all(room: Room) -> None:
    tangram, second = begun(room)
    room.rest()
    all_see, own = room.pixels(), second.pixels()
    surface = tangram.surface
    began = surface.sight.to_canvas(surface.pieces.pieces[0].pose.at)
    end = surface.sight.to_canvas((9.0, 4.0))
    second.touch(began, pygame.FINGERDOWN)
    for share in (0.3, 0.6, 1.0):
        at = tuple(a + (b - a) * share for a, b in zip(began, end, strict=True))
        second.touch((at[0], at[1]), pygame.FINGERMOTION)
    for _ in range(30):
        room.turn()
    second.touch(end, pygame.FINGERUP)
    room.rest()
    assert len(surface.picture()) == 1
    assert second.pixels() != own
    assert room.pixels() == all_see


def test_the_booklet_lies_there_too_and_the_picture_is_shown_to_all(room: Room) -> None:
    tangram, second = begun(room)
    room.rest()
    all_see = room.pixels()
    own = second.pixels()
    second.click("booklet")
    for _ in range(12):
        room.turn(0.1)
    assert room.top is tangram.scene
    assert second.pixels() != own
    assert room.pixels() == all_see
    second.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
    for _ in range(8):
        room.turn(0.1)
    assert room.top is tangram.scene
    assert second.pixels() == own
    assert room.pixels() == all_see


def test_closed_the_countdown_takes_over_and_the_pieces_stay(room: Room) -> None:
    tangram, second = begun(room)
    part = tangram.phase
    assert isinstance(part, ArrangePhase)
    second.post(pygame.WINDOWCLOSE)
    for _ in range(3):
        room.turn()
    assert not second.there
    assert tangram.scene.context.apart is None
    assert part.curtain.waits == DARK_WARNING_SECONDS
    assert tangram.match.phase is Phase.ARRANGE
    for _ in range(20):
        room.turn()
    assert not second.there, "whoever closed it does not get it back at once"


def test_closing_the_picture_for_all_ends_the_program(room: Room) -> None:
    begun(room)
    pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE))
    room.turn()
    assert not room.app.scenes.running


def test_such_an_evening_is_lived_again_without_a_second_window(
    tmp_path: Path,
) -> None:
    path = tmp_path / "two.jsonl"
    room = Room(tmp_path / "first", diary=path, look_projector=True, window_second="window")
    tangram, second = begun(room)
    second.click("name")
    room.turn(0.5)
    room.rest()
    record, pixels = room.newest, room.pixels()
    assert tangram.match.phase is Phase.ARRANGE
    room.close()
    folder = tmp_path / "again"
    folder.mkdir()
    playback = SessionReplay(load_recording(path), folder)
    playback.run()
    try:
        (kept,) = playback.table.store.unfinished()
        assert kept.record == record
        assert pygame.image.tobytes(playback.surface, "RGB") == pixels
    finally:
        playback.close()

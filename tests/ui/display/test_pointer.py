"""The pointer that a room sees."""

import pygame
import pytest

from tabletop.ui.display.window import (
    MAX_POINTER_PIXELS,
    MIN_POINTER_PIXELS,
    large_arrow,
    show_pointer,
)


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 240))


@pytest.mark.parametrize(
    ("height", "side"),
    [(800, 60), (1080, 81), (2160, MAX_POINTER_PIXELS), (240, MIN_POINTER_PIXELS)],
)
def test_it_grows_with_the_picture_as_far_as_screens_take_it(
    monkeypatch: pytest.MonkeyPatch, height: int, side: int
) -> None:
    shown: list[tuple[object, ...]] = []
    monkeypatch.setattr(pygame.mouse, "set_cursor", lambda *of: shown.append(of))
    show_pointer(room=True, height=height)
    ((tip, picture),) = shown
    assert isinstance(picture, pygame.Surface)
    assert picture.get_size() == (side, side)
    assert isinstance(tip, tuple)
    assert picture.get_at(tip).a > 100, "it does not point with its tip"
    show_pointer(room=False, height=height)
    assert shown[1] == (pygame.SYSTEM_CURSOR_ARROW,)


def test_it_has_a_light_face_and_a_dark_edge() -> None:
    picture = large_arrow(100)
    seen = {tuple(picture.get_at((x, y))) for x in range(100) for y in range(100)}
    assert (255, 255, 255, 255) in seen
    assert (0, 0, 0, 255) in seen
    assert any(colour[3] == 0 for colour in seen)


def test_a_screen_that_refuses_it_keeps_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise pygame.error("no cursors here")

    monkeypatch.setattr(pygame.mouse, "set_cursor", refuses)
    show_pointer(room=True, height=1080)
    show_pointer(room=False, height=1080)

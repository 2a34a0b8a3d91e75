"""Nothing that people read or touch lies so near to the edge that the wandering picture cuts it."""

import pygame
import pytest

from tabletop.ui.core.context import use_language
from tabletop.ui.display.pixel_shift import MAX_SHIFT
from tools.album.notes import NotingFrame, Rect
from tools.album.scenes import ALL
from tools.album.stage import stage, unpainted

SCENES = ["title", "menu", "look", "seats-shout7", "match-super7", "facing-shoo", "lesson-shoo"]
"""One of each kind; `facing` has the words at the table's edge."""


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
@pytest.mark.parametrize("scene", SCENES)
def test_the_outermost_units_are_empty(scene: str, size: tuple[int, int]) -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))
    cut: list[str] = []
    with unpainted(), stage(size, "en") as made, use_language("en"):
        reach = MAX_SHIFT * made.canvas.scale
        for state, drawn in ALL[scene](made):
            frame = NotingFrame(made.canvas)
            drawn.draw(frame)
            found = [(word.text, word.ink) for word in frame.written]
            found += [(control.key, control.rect) for control in frame.controls]
            cut += [f"{state}: {what}" for what, rect in found if is_cut(rect, size, reach)]
    assert cut == []


def is_cut(rect: Rect, size: tuple[int, int], reach: float) -> bool:
    left, top, right, bottom = rect
    return min(left, top) < reach or right > size[0] - reach or bottom > size[1] - reach


def test_what_lies_at_the_edge_would_be_found() -> None:
    assert is_cut((3.9, 40, 80, 60), (200, 100), 4.0)
    assert is_cut((40, 40, 80, 96.1), (200, 100), 4.0)
    assert not is_cut((4, 4, 196, 96), (200, 100), 4.0)

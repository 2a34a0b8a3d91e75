"""What spectators send is shown for a moment, and a crowd of them is one sign with a number."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from tabletop.app.reactions import SHOWN_SECONDS, Reactions
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))


def pictures(reactions: Reactions) -> int:
    frame = Frame(Canvas((1280, 800)))
    reactions.draw(frame)
    return len(frame.blits)


def test_a_reaction_is_shown_and_goes_by_itself() -> None:
    reactions = Reactions()
    assert not pictures(reactions)
    reactions.add("heart")
    assert pictures(reactions)
    assert not reactions.run(SHOWN_SECONDS / 2)
    assert reactions.run(reactions.wakes_in())
    assert not pictures(reactions)


def test_a_crowd_fills_no_more_than_a_strip() -> None:
    reactions = Reactions()
    for _ in range(500):
        reactions.add("heart")
        reactions.add("bang")
        reactions.run(0.01)
    frame = Frame(Canvas((640, 480)))
    reactions.draw(frame)
    assert frame.blits
    assert all(blit.rect.bottom < 60 for blit in frame.blits)
    assert len(frame.blits) < 60


def test_it_sleeps_while_nobody_reacts() -> None:
    assert Reactions().wakes_in() == float("inf")

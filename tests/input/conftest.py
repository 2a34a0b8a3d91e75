import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator

import pygame
import pytest

from tabletop.input.window import WindowSource
from tests.input.posted_events import SIZE, to_canvas


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time

    def tick(self, seconds: float) -> None:
        self.time += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def screen() -> Iterator[pygame.Surface]:
    pygame.display.init()
    surface = pygame.display.set_mode(SIZE)
    pygame.event.clear()
    yield surface
    pygame.display.quit()


@pytest.fixture
def window(screen: pygame.Surface, clock: Clock) -> WindowSource:
    window = WindowSource(to_canvas, clock)
    window.start()
    assert window.poll() == []
    clock.tick(1)
    return window

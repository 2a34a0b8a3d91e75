"""A screen that nobody sees for the tools that draw."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest


@pytest.fixture(autouse=True)
def _screen() -> None:
    """Something that pictures can be made for, whatever the tests before have closed."""
    if pygame.display.get_surface() is None:
        pygame.display.init()
        pygame.display.set_mode((1, 1))
    pygame.font.init()

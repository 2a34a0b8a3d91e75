import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest


@pytest.fixture(autouse=True)
def display() -> None:
    """Something that pictures can be made for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))

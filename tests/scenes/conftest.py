import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.games import all_games
from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.ui.core.app_context import AppContext


@pytest.fixture(autouse=True)
def display() -> None:
    """Something that pictures can be made for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppContext]:
    """A table with an empty shelf, whose people know the goals of the games."""
    with Store.open(tmp_path) as store:
        table = AppContext(Settings(), store, tmp_path, lambda: "2030-01-01", lambda: 7)
        table.met.update(game.key for game in all_games())
        yield table


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[AppContext]:
    """A table among strangers, on the same day for all of it."""
    settings = Settings().but({"look.speed": "off", "kiosk.level": "kiosk"})
    with Store.open(tmp_path, now=lambda: "2030-01-01T12:00:00.000+00:00") as store:
        table = AppContext(settings, store, tmp_path, lambda: "2030-01-01", lambda: 7)
        table.met.update(game.key for game in all_games())
        yield table

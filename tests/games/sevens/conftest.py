import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.ui.core.app_context import AppContext
from tests.games.sevens.arranging import Hands


@pytest.fixture(autouse=True)
def display() -> None:
    """Something that pictures can be made for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppContext]:
    """A table with an empty shelf."""
    with Store.open(tmp_path) as store:
        yield AppContext(Settings(), store, tmp_path, lambda: "2030-01-01", lambda: 7)


@pytest.fixture
def hands(table: AppContext) -> Hands:
    """The hands of a player who arranges."""
    return Hands(table)

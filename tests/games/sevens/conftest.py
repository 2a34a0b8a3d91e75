import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.settings import Settings
from tabletop.store import Store
from tabletop.ui.table import Table
from tests.games.sevens.curtained import Hands


@pytest.fixture(autouse=True)
def display() -> None:
    """Something that pictures can be made for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table with an empty shelf."""
    with Store.open(tmp_path) as store:
        yield Table(Settings(), store, tmp_path, lambda: "2030-01-01", lambda: 7)


@pytest.fixture
def hands(table: Table) -> Hands:
    """The hands of a player who arranges."""
    return Hands(table)

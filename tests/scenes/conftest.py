import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.scenes import seats
from tabletop.settings import Settings
from tabletop.store import Store
from tabletop.ui.table import Table


@pytest.fixture(autouse=True)
def display() -> Iterator[None]:
    """Something that pictures can be made for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))
    yield
    seats.forget_setups()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table with an empty shelf."""
    with Store.open(tmp_path) as store:
        yield Table(Settings(), store, tmp_path, lambda: "2030-01-01", lambda: 7)

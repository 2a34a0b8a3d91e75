from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tabletop.storage import Store

Opener = Callable[[], Store]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def open_store(folder: Path) -> Iterator[Opener]:
    """Opens the store in `folder`, repeatedly, with a clock that advances by itself."""
    times = count(1)
    opened: list[Store] = []

    def opener() -> Store:
        store = Store.open(folder, now=lambda: f"2030-01-01T00:00:{next(times):06}")
        opened.append(store)
        return store

    yield opener
    for store in opened:
        store.close()

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.ai.compilation import DISABLE_COMPILATION_ENV
from tests.end_to_end.app_window import Room
from tests.end_to_end.requirements import lacking

IN_REAL_WINDOWS = ("test_games_by_mouse.py", "test_tuio_real_window.py", "test_event_of_tables.py")

collect_ignore = list(IN_REAL_WINDOWS) if lacking() else []


def pytest_report_header() -> str:
    return lacking()


def pytest_report_collectionfinish() -> str:
    """The same for a run of all tests, which has printed its header long before."""
    return lacking()


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window's computer players spend a minute of all cores on compiling."""
    monkeypatch.setenv(DISABLE_COMPILATION_ENV, "1")


@pytest.fixture
def port() -> int:
    """A UDP port of this machine that nobody listens at."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table in a window of 1280 x 800, where pieces move fast."""
    with Room(tmp_path) as opened:
        yield opened

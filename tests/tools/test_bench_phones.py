"""Short runs of the benchmark of phones; speed is not checked."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tools.bench import phones

SMALL: dict[str, Any] = {"window__fullscreen": False, "window__width": 640, "window__height": 400}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="an address for each phone"),
]


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "0")


def test_every_touch_reaches_the_table_and_is_answered() -> None:
    told = phones.measure_server(1.0, phones=4, rate=10.0)
    assert told["answers"]["count"] > 0
    assert (told["lost_connections"], told["lost_messages"]) == (0, 0)


def test_frames_are_measured_alone_and_among_phones(tmp_path: Path) -> None:
    told = phones.measure_frames(tmp_path, "shoo", 1.0, phones=4, rate=10.0, changes=SMALL)
    assert min(told["alone"]["count"], told["among_phones"]["count"]) > 0
    assert told["messages_per_second"] > 0
    assert told["lost_connections"] == 0


def test_touches_on_phones_are_played_and_seen(tmp_path: Path) -> None:
    told = phones.measure_touches(tmp_path, "shoo", 3.0, changes=SMALL)
    assert told["touches"] > 0
    assert told["count"] > 0

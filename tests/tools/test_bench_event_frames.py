"""Short runs of the benchmark of a table with a hub; speed is not checked."""

import os
from pathlib import Path
from typing import Any

import pytest

from tools.bench import event_frames

SMALL: dict[str, Any] = {"window__fullscreen": False, "window__width": 640, "window__height": 400}

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "0")


@pytest.mark.parametrize("hub", event_frames.HUBS)
def test_frames_are_measured_without_and_with_a_hub(tmp_path: Path, hub: str) -> None:
    told = event_frames.measure(tmp_path, "shoo", hub, 1.0, pairs=1, changes=SMALL)
    for name in event_frames.MEASURES:
        assert told[f"without_{name}"]["p99_ms"] > 0
        assert told[f"joined_{name}"]["p99_ms"] > 0
    assert hub == "takes" or told["unsent"][0] > 0


def test_starts_are_timed_with_an_empty_and_a_full_outbox() -> None:
    told = event_frames.measure_start(dict(os.environ), 1, 50, ("--size", "640x400"))
    assert told["unsent"] >= 50
    assert min(told["empty_median_ms"], told["full_median_ms"]) > 0

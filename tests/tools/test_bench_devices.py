"""Short runs of the device benchmarks."""

import sys
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from tools.bench import devices, flooded_frames, replugging

SMALL: dict[str, Any] = {"window__fullscreen": False, "window__width": 640, "window__height": 400}


def _apart(measure: Callable[..., dict[str, Any]], *given: object, **named: object) -> Any:
    """What a benchmark measures in a process of its own.

    Descriptors and threads are counted: what earlier tests of this process leave open must not
    count.
    """
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, given, named)


@pytest.mark.slow
def test_an_unplugged_reader_loses_nothing(tmp_path: Path) -> None:
    told = _apart(devices.measure, tmp_path, "unplugged", cycles=3)
    assert (told["events"], told["lost"], told["doubled"], told["out_of_order"]) == (9, 0, 0, 0)
    assert (told["descriptors_leaked"], told["threads_leaked"]) == (0, 0)


@pytest.mark.slow
def test_a_flood_loses_nothing(tmp_path: Path) -> None:
    told = devices.measure(tmp_path, "flood", seconds=0.5)
    assert told["presses"] > 0
    assert (told["lost"], told["wrong"], told["out_of_order"]) == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="pseudo-terminals")
@pytest.mark.usefixtures("no_screen")
def test_every_throw_about_an_unplugging_in_a_match_is_played_once(tmp_path: Path) -> None:
    told = _apart(replugging.measure, tmp_path, cycles=10, changes=SMALL)
    assert (told["cycles"], told["throws"], told["never_came"]) == (10, 10, 0)
    assert (told["lost"], told["doubled"], told["wrong"], told["played_wrong"]) == (0, 0, 0, 0)
    assert (told["descriptors_leaked"], told["threads_leaked"]) == (0, 0)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="pseudo-terminals")
@pytest.mark.usefixtures("no_screen")
def test_every_press_under_a_flood_comes_once_while_a_match_is_played(tmp_path: Path) -> None:
    told = flooded_frames.measure(tmp_path, "super7", seconds=0.5, rate=1e6, changes=SMALL)
    assert told["presses"] > 0
    assert (told["wrong"], told["size"]) == (0, "640x400")


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "0")

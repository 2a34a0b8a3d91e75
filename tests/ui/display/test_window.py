"""The quicker way to the screen is found by measuring, and kept."""

import json
from pathlib import Path

import pytest

from tabletop.ui.display.window import (
    FRAMEBUFFER_HINT,
    choose_framebuffer,
    measurement_key,
    read_measurements,
)


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(FRAMEBUFFER_HINT, raising=False)
    return tmp_path / "display.json"


def keep(memory: Path, **ways: float) -> Path:
    memory.write_text(json.dumps({measurement_key(): ways}), encoding="utf-8")
    return memory


def test_the_software_way_is_tried_first(memory: Path) -> None:
    assert choose_framebuffer("auto", memory) == "software"


def test_a_quick_way_is_kept(memory: Path) -> None:
    assert (
        choose_framebuffer("auto", keep(memory, software=0.001, accelerated=0.0005)) == "software"
    )


def test_a_slow_way_lets_the_other_one_be_tried(memory: Path) -> None:
    assert choose_framebuffer("auto", keep(memory, software=0.02)) == "accelerated"


@pytest.mark.parametrize(
    ("software", "accelerated", "way"), [(0.02, 0.01, "accelerated"), (0.02, 0.04, "software")]
)
def test_of_two_slow_ways_the_quicker_is_taken(
    memory: Path, software: float, accelerated: float, way: str
) -> None:
    assert (
        choose_framebuffer("auto", keep(memory, software=software, accelerated=accelerated)) == way
    )


def test_a_setting_wins_over_what_was_measured(memory: Path) -> None:
    assert choose_framebuffer("accelerated", keep(memory, software=0.001)) == "accelerated"


def test_the_environment_wins_over_what_was_measured(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FRAMEBUFFER_HINT, "1")
    assert choose_framebuffer("auto", memory) == "accelerated"
    monkeypatch.setenv(FRAMEBUFFER_HINT, "0")
    assert choose_framebuffer("auto", keep(memory, software=0.5, accelerated=0.1)) == "software"


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '{"a": 3}', '{"linux": {"software": "x"}}'])
def test_a_damaged_memory_counts_as_none(memory: Path, text: str) -> None:
    memory.write_text(text, encoding="utf-8")
    assert choose_framebuffer("auto", memory) == "software"
    assert all(isinstance(ways, dict) for ways in read_measurements(memory).values())

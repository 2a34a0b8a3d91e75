"""A part of a simulated day passes, and its faults are reported."""

import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest

from tabletop.scenes.home.menu_page import MenuScene
from tools.virtual import simulated_day
from tools.virtual.plugged_devices import Plugs
from tools.virtual.simulated_day import Course, Day, Hour
from tools.virtual.soak_command import bars, figures_of, live
from tools.virtual.virtual_table import VirtualTable

MB = 1_000_000
DEVICES_FIRST = 66
"""The seed of a day that begins with a device that is pulled."""


def _day(*sizes: int, descriptors: int = 20) -> Day:
    return Day([Hour(size * MB, descriptors, 5, 0.0) for size in sizes])


def test_memory_that_grows_is_told() -> None:
    grows = _day(100, 180, 200, 203, 206, 209)
    assert grows.slope == pytest.approx(3 * MB)
    assert not bars(grows)["memory grows by less than 1 MB an hour"]


def test_memory_that_grows_only_while_it_warms_up_is_fine() -> None:
    assert bars(_day(100, 180, 200, 201, 200, 201))["memory grows by less than 1 MB an hour"]


def test_descriptors_that_are_not_given_back_are_told() -> None:
    hours = [Hour(100 * MB, 20 + n, 5, 0.0) for n in range(8)]
    assert not bars(Day(hours))["descriptors stay"]
    assert bars(Day(hours))["threads stay"]


def test_frames_that_cost_too_much_are_told() -> None:
    day = _day(100)
    for n in range(1000):
        day.note(0.020 if n % 20 == 0 else 0.002)
    assert not bars(day)["99 of 100 frames need less than 16.7 ms"]
    assert figures_of(day, 1.0)["frames"] == 1000


@pytest.mark.slow
def test_a_quarter_of_an_hour_is_lived_through_without_a_fault() -> None:
    day = live(0.25, 4, (1024, 600))
    assert not day.fault
    assert day.turns > 500


@pytest.mark.slow
def test_hours_are_compared_only_while_all_devices_are_connected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampled: list[bool] = []
    with (
        Plugs(tmp_path) as plugs,
        VirtualTable(tmp_path, (1024, 600), DEVICES_FIRST, {}, plugs.sources) as table,
    ):
        plugs.rest()

        def told(_: Day) -> None:
            works = [device.works for device in table.table.devices.all]
            sampled.append(plugs.at_rest and works == [True, True])

        monkeypatch.setattr(simulated_day, "tell", told)
        day = Course(table, DEVICES_FIRST, plugs, "73190562", hour=2.0).run(20)
    assert day.visits["devices"]
    assert sampled == [True] * 20


def test_a_fault_in_the_day_ends_it_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: MenuScene) -> None:
        raise ValueError("a planted fault")

    monkeypatch.setattr(MenuScene, "lay_out", fail)
    with pytest.raises(ValueError, match="planted"):
        live(0.1, 4, (1024, 600))

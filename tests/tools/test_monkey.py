"""Random input finds planted faults, and finds them again by seed and round."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections import Counter
from collections.abc import Callable
from time import thread_time

import pytest

from tabletop.input.actions import Action, Tap
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.core.scene import Change, Pop
from tools.virtual import monkey_command
from tools.virtual.exit_keys import EXITS
from tools.virtual.monkey_rounds import ROUND, SLOW, Failure, Tally, hunt, rounds
from tools.virtual.virtual_table import VirtualTable

SEED = 11
EVENTS = 1500


def _spoiled(monkeypatch: pytest.MonkeyPatch, deed: Callable[[], Change]) -> Tally:
    """A hunt at a table whose menu does something at every touch."""
    handle = MenuScene.handle

    def spoiled(self: MenuScene, action: Action, /) -> Change:
        if isinstance(action, Tap):
            change = deed()
            if change is not None:
                return change
        return handle(self, action)

    monkeypatch.setattr(MenuScene, "handle", spoiled)
    return hunt(SEED, 0, EVENTS)


def _raise() -> Change:
    raise ValueError("a planted fault")


def timeless(found: Tally) -> list[tuple[int, str]]:
    """The failures that do not depend on how busy the machine is, by event and deed."""
    return [(f.event, f.deed) for f in found.failures if "ms of work" not in f.what]


def test_a_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _spoiled(monkeypatch, _raise)
    assert any("a planted fault" in failure.what for failure in found.failures)


@pytest.mark.slow
def test_what_was_found_is_found_again_by_its_round(monkeypatch: pytest.MonkeyPatch) -> None:
    first = _spoiled(monkeypatch, _raise)
    again = hunt(SEED, 0, EVENTS)
    assert timeless(first) == timeless(again) != []


def test_a_table_that_is_unlocked_is_found() -> None:
    def unlock(table: VirtualTable) -> None:
        table.table.operator = True

    found = hunt(SEED, 0, 100, unlock)
    assert any("no longer locked" in failure.what for failure in found.failures)


@pytest.mark.slow
def test_a_standstill_is_found_and_told_with_its_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    def stand_still() -> Change:
        end = thread_time() + 2 * SLOW
        while thread_time() < end:
            pass
        return None

    found = _spoiled(monkeypatch, stand_still)
    assert any("ms of work" in failure.what for failure in found.failures)
    assert any(where.startswith("MenuScene") for where in found.slow)


@pytest.mark.slow
def test_a_menu_that_goes_away_comes_back_before_anybody_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = _spoiled(monkeypatch, Pop)
    assert not any("left" in failure.what for failure in found.failures)


def test_the_printed_line_says_how_to_bring_it_about_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def found(*_: object, **__: object) -> Tally:
        return Tally(failures=[Failure("it has left", 7, 20, "tap", "MenuScene")])

    monkeypatch.setattr(monkey_command, "run_rounds", found)
    assert monkey_command.main(["--seed", str(SEED)]) == 1
    assert f"--seed {SEED} --round 7" in capsys.readouterr().out


@pytest.mark.slow
def test_the_same_seed_does_the_same_deeds() -> None:
    def names() -> list[str]:
        found = hunt(SEED, 3, 300)
        return sorted(found.deeds.elements())

    assert names() == names()


def test_so_many_events_are_cut_into_rounds() -> None:
    counts = [count for _, count in rounds(2 * ROUND + 5)]
    assert counts == [ROUND, ROUND, 5]


def test_all_ways_out_are_tried_by_their_keys() -> None:
    assert {"Alt+F4", "Ctrl+Q", "Esc", "Alt+Tab", "Super+D", "Ctrl+Alt+Del"} <= set(EXITS)
    assert len(set(EXITS.values())) == len(EXITS)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_a_short_hunt_brings_nothing_about(number: int) -> None:
    found = hunt(5, number, 700)
    # How long a turn takes is for a quiet machine to say, and for `tools/monkey.py`.
    wrong = timeless(found)
    assert not wrong, f"tools/monkey.py --seed 5 --round {number}: {wrong[0]}"
    assert found.events >= 700


def brief(seed: int, number: int, events: int) -> Tally:
    """A round that only says which process lived through it."""
    del seed, number
    return Tally(events, scenes=Counter([str(os.getpid())]))


@pytest.mark.slow
def test_fresh_processes_take_over_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monkey_command, "ROUNDS", 2)
    monkeypatch.setattr(monkey_command, "hunt", brief)
    found = monkey_command.run_rounds(3, [(number, 10) for number in range(3)], 1, keep_going=False)
    assert found.events == 30
    assert sorted(found.scenes.values()) == [1, 2]

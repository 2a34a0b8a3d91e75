"""Actions are handled in portions that leave time for drawing."""

from collections.abc import Callable
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.actions import Quit
from tabletop.input.hub import MAX_WAITING_ACTIONS, ActionQueue


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def taken(portions: ActionQueue, work: Callable[[], None] = lambda: None) -> int:
    """The number of actions in one portion, each of which takes so long."""
    count = 0
    for _ in portions.take():
        count += 1
        work()
    return count


def test_all_of_it_comes_at_once_where_it_is_no_work() -> None:
    portions = ActionQueue(0.03, Clock())
    portions.waiting.extend([Quit(source="window")] * 40)
    assert taken(portions) == 40
    assert not portions.waiting


@given(st.lists(st.floats(0, 0.1), max_size=60), st.floats(0.001, 0.2))
def test_nothing_is_lost_and_no_portion_is_longer_than_patience_and_one_more(
    costs: list[float], budget: float
) -> None:
    clock, left = Clock(), iter(costs)
    portions = ActionQueue(budget, clock)
    portions.waiting.extend([Quit(source="window")] * len(costs))
    done = 0
    while portions.waiting:
        began, last = clock.now, 0.0
        for _ in portions.take():
            last = next(left)
            clock.now += last
            done += 1
        assert clock.now - began <= budget + last + 1e-9
    assert done == len(costs)


def test_what_happens_meanwhile_comes_after_what_waits() -> None:
    clock = Clock()
    portions = ActionQueue(0.03, clock)
    first, second, third = Quit(source="window"), Quit(source="window"), Quit(source="window")
    portions.waiting.extend([first, second])
    for action in portions.take():
        assert action is first
        clock.now += 1
    portions.waiting.append(third)
    assert [id(action) for action in portions.take()] == [id(second), id(third)]


def test_one_that_fails_is_not_handed_out_again_and_the_others_are() -> None:
    portions = ActionQueue(inf)
    portions.waiting.extend([Quit(source="window"), Quit(source="window")])
    for _ in portions.take():
        break  # as an error does
    assert taken(portions) == 1


def test_who_falls_far_behind_catches_up_at_once() -> None:
    clock = Clock()
    portions = ActionQueue(0.03, clock)
    portions.waiting.extend([Quit(source="window")] * (MAX_WAITING_ACTIONS + 10))

    def work() -> None:
        clock.now += 1

    assert taken(portions, work) == 11
    assert taken(portions, work) == 1

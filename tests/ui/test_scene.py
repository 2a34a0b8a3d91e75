"""The stack of scenes: which of them are seen, and which hear of the time."""

from math import inf

from tabletop.ui.canvas import Canvas
from tabletop.ui.scene import Pop, Push, Scene, SceneStack


class Noted(Scene):
    """Notes how long it was on top, and how long behind."""

    def __init__(self, wakes: float = inf, behind: float = inf) -> None:
        self.wakes, self.behind = wakes, behind
        self.spent = [0.0, 0.0]

    def update(self, dt: float, /) -> None:
        self.spent[0] += dt

    def update_behind(self, dt: float, /) -> None:
        self.spent[1] += dt

    def wakes_in(self) -> float:
        return self.wakes

    def wakes_behind(self) -> float:
        return self.behind


class Veil(Noted):
    covers = False


def test_what_shows_through_hears_of_the_time_and_wakes_the_loop() -> None:
    below, veil = Noted(1.0, 3.0), Veil(5.0)
    stack = SceneStack(below, Canvas((640, 480)))
    assert stack.wakes_in() == 1.0
    stack.apply(Push(veil))
    stack.update(2.0)
    assert (below.spent, veil.spent) == ([0.0, 2.0], [2.0, 0.0])
    assert stack.wakes_in() == 3.0


def test_what_is_covered_hears_of_nothing() -> None:
    below, page = Noted(1.0, 1.0), Noted(7.0)
    stack = SceneStack(below, Canvas((640, 480)))
    stack.apply(Push(page))
    stack.update(2.0)
    assert below.spent == [0.0, 0.0]
    assert stack.wakes_in() == 7.0
    stack.apply(Pop())
    assert stack.wakes_in() == 1.0


def test_an_empty_stack_does_not_sleep() -> None:
    stack = SceneStack(Noted(), Canvas((640, 480)))
    stack.apply(Pop())
    assert stack.wakes_in() == 0.0

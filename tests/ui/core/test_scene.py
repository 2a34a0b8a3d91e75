"""The stack of scenes: which of them are seen, and which hear of the time."""

import gc
from collections.abc import Callable
from math import inf
from weakref import ref

import pytest

from tabletop.input.actions import Action, Hover, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Change, Pop, Push, Reset, Scene, SceneStack


class Noted(Scene):
    """Notes how long it was on top, and how long behind."""

    def __init__(self, wakes: float = inf, behind: float = inf) -> None:
        self.wakes, self.behind = wakes, behind
        self.spent = [0.0, 0.0]

    def update(self, dt: float, /) -> None:
        self.spent[0] += dt

    def update_in_background(self, dt: float, /) -> None:
        self.spent[1] += dt

    def wakes_in(self) -> float:
        return self.wakes

    def wakes_in_background(self) -> float:
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


class Laid(Noted):
    """A page that covers others and notes for which canvases it was laid out."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[tuple[int, int]] = []

    def fit(self, canvas: Canvas) -> None:
        self.sizes.append(canvas.size)


def test_a_page_below_is_laid_out_for_another_window_when_it_is_seen_again() -> None:
    below, above = Laid(), Laid()
    stack = SceneStack(below, Canvas((640, 400)))
    stack.apply(Push(above))
    for size in ((800, 500), (320, 200)):
        stack.fit(Canvas(size))
    assert above.sizes == [(640, 400), (800, 500), (320, 200)]
    assert below.sizes == [(640, 400)]
    stack.apply(Pop())
    assert below.sizes == [(640, 400), (320, 200)]


def test_a_first_scene_that_another_one_covers_is_laid_out_when_it_is_seen() -> None:
    below, above = Laid(), Laid()
    stack = SceneStack(below, Canvas((640, 400)), over=lambda: above)
    assert stack.scenes == (below, above)
    assert (below.sizes, above.sizes) == ([], [(640, 400)])
    stack.apply(Pop())
    assert below.sizes == [(640, 400)]
    assert stack.top is below


def test_an_empty_stack_does_not_sleep() -> None:
    stack = SceneStack(Noted(), Canvas((640, 480)))
    stack.apply(Pop())
    assert stack.wakes_in() == 0.0


class Button(Noted):
    """Each action presses it; only a loud one is to be heard."""

    def handle(self, action: Action, /) -> Change:
        self.presses += isinstance(action, Press)
        return Pop() if isinstance(action, Press) else None


def test_a_button_that_was_pressed_is_told_even_if_its_page_goes_with_it() -> None:
    stack = SceneStack(Noted(), Canvas((640, 480)))
    stack.apply(Push(Button()))
    assert not stack.handle(Hover(source="mouse", at=None))
    assert stack.handle(Press(source="keyboard", button=Key.OK))
    assert not stack.handle(Press(source="keyboard", button=Key.OK))


@pytest.mark.parametrize(
    "away",
    [lambda stack: stack.apply(Reset(Noted())), lambda stack: stack.close()],
    ids=["reset", "closed"],
)
def test_a_scene_taken_away_before_it_was_seen_in_new_colours_is_not_kept(
    away: Callable[[SceneStack], None],
) -> None:
    stack = SceneStack(Noted(), Canvas((640, 480)))
    hidden = ref(stack.top)
    stack.apply(Push(Noted()))
    stack.repaint()
    gc.collect()
    assert hidden() is not None
    away(stack)
    gc.collect()
    assert hidden() is None

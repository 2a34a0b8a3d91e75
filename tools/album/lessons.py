"""Every step of the lessons: what is asked for, what a wrong touch is told, and what is praised."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from tabletop.engine import ROLL, Game, Spot
from tabletop.scenes.lesson.scene import LessonScene, lesson_for
from tabletop.scenes.play.board import SPOT_KEY
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.scene import SceneStack
from tabletop.ui.widgets.lesson_page import LessonPage
from tools.album.stage import Stage, State, tap, touch

REST: Final = 30
"""Turns of the loop after which everything lies still, at a second each."""
TRIED: Final = 12
"""So many wrong places are touched at each step, to find what is said of them."""


def lessons(stage: Stage, game: Game) -> Iterator[State]:
    """The lesson of a game from its first step to its end, and one from the far side."""
    page = lesson_for(stage.table, game)
    stack = stage.shown(page)
    yield "goal", stack
    touch(stack, "next")
    for number in range(page.count):
        _rest(stack)
        yield f"step-{number + 1}", stack
        if isinstance(page, LessonScene):
            _touch_wrong(stack, page)
            yield f"why-{number + 1}", stack
            _solve(stack, page)
            yield f"done-{number + 1}", stack
        touch(stack, "next" if page.solved else "skip")
    _rest(stack)
    yield "over", stack
    page = lesson_for(stage.table, game, playing=True)
    stack = stage.shown(page)
    touch(stack, "swap")
    yield "goal-far-side", stack
    touch(stack, "next")
    yield "far-side", stack
    for _ in range(page.count):
        _rest(stack)
        touch(stack, "skip")
    _rest(stack)
    yield "over-far-side", stack


def _rest(stack: SceneStack) -> None:
    """Lets everything come to rest that moves."""
    for _ in range(REST):
        stack.update(1.0)


def _touch_wrong(stack: SceneStack, page: LessonScene) -> None:
    """Touches the place of which most is said that is not what is asked for."""
    snapshot = page.snapshot
    places = page.view.points(snapshot)
    closed = [
        at
        for spot, at in places.items()
        if spot not in snapshot.open and page.view.spot_at(snapshot, at) == spot
    ]
    told: dict[Point, int] = {}
    for at in islice(closed, 0, None, max(1, len(closed) // TRIED)):
        tap(stack, at)
        told[at] = len(page.answer)
    if told:
        tap(stack, max(told, key=lambda at: told[at]))


def _solve(stack: SceneStack, page: LessonScene) -> None:
    """Touches what the step asks for; in the last one several plies."""
    while not page.solved:
        for spot in word(page):
            tap(stack, place_of(page, spot))
        _rest(stack)


def word(page: LessonScene, number: int = 0) -> tuple[Spot, ...]:
    """The touches of a solution of the step, counted round."""
    if page.hand.dice:
        return (ROLL,)
    spell, state = page.game.spell, page.progress.match.state
    solutions = page.progress.task.solutions(state)
    return spell(state, solutions[number % len(solutions)])[0]


def place_of(page: LessonPage, spot: Spot) -> Point:
    """Where a place lies: on the board, in the tray, or as a button."""
    buttons = {button.key: button.centre for button in page.buttons.buttons}
    if f"{SPOT_KEY}{spot}" in buttons:
        return buttons[f"{SPOT_KEY}{spot}"]
    assert isinstance(page, LessonScene)
    return page.view.points(page.snapshot)[spot]

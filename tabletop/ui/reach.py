"""Reach mode: what people touch comes to their own edge, for arms that do not reach far.

Whoever lays out buttons asks `near`, as they ask `em` for words: ``with reaching(True):``.
A page whose own buttons stand in a head at its top has that head laid at its foot; what is below
the head moves up by as much. The page knows nothing of it: its pictures and the touches of it are
moved on their way.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from tabletop.input.actions import Action, Cancel, Down, Drop, Hover, Pull, Tap, Twist
from tabletop.ui.canvas import Point

_near: bool = False


def near() -> bool:
    """Whether all that is touched comes to people's own edge now."""
    return _near


@contextmanager
def reaching(on: bool | None) -> Iterator[None]:
    """Lays out for short arms meanwhile, or not; None leaves that as it is."""
    global _near
    before = _near
    if on is not None:
        _near = on
    try:
        yield
    finally:
        _near = before


def lowered(at: Point, head: float, height: float) -> Point:
    """Where a point of a page is seen whose head, so many units high, lies at its foot."""
    x, y = at
    return (x, y + height - head) if y < head else (x, y - head)


def as_laid_out(action: Action, head: float, height: float) -> Action:
    """What is done on such a page, as if it had been done on the page as it was laid out."""

    def back(at: Point) -> Point:
        return lowered(at, height - head, height)

    match action:
        case Pull() | Drop():
            return replace(action, at=back(action.at), began=back(action.began))
        case Down() | Tap() | Cancel() | Twist():
            return replace(action, at=back(action.at))
        case Hover(at=at) if at is not None:
            return replace(action, at=back(at))
        case _:
            return action

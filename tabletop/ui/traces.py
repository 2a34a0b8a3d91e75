"""What pictures are known to show: lines of words, and solid faces on which words can lie.

The kit leaves a trace with a picture when it makes one, which costs nothing beside the making.
Nobody looks at traces in play; a frame that takes notes does (`tools/album/notes.py`), to say
where every word lies without looking at a pixel.
"""

from typing import Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import pygame

from tabletop.ui.inks import Colour


class Line(NamedTuple):
    """One line of words in a picture, in its pixels."""

    text: str
    x: int
    """Where its first letter begins."""
    y: int
    """The middle of its capitals."""
    width: int
    size: int
    """Pixels of an em."""
    bold: bool
    cut: bool = False
    """Words had to be left out."""
    colour: Colour | None = None
    """What it is written in."""


class Face(NamedTuple):
    """A solid face in a picture, in its pixels."""

    x: int
    y: int
    w: int
    h: int


Trace: TypeAlias = Line | Face

_left: Final[WeakKeyDictionary[pygame.Surface, tuple[Trace, ...]]] = WeakKeyDictionary()


def leave(picture: pygame.Surface, *traces: Trace) -> None:
    """Says what a picture shows, beside what was said of it before."""
    _left[picture] = (*_left.get(picture, ()), *traces)


def leave_face(picture: pygame.Surface) -> None:
    """Says that all of a picture is one solid face."""
    _left[picture] = (Face(0, 0, *picture.get_size()),)


def carry(picture: pygame.Surface, part: pygame.Surface, at: tuple[int, int]) -> None:
    """A picture was laid into a larger one: what it shows is shown there."""
    for trace in _left.get(part, ()):
        leave(picture, trace._replace(x=trace.x + at[0], y=trace.y + at[1]))


def told_cut(picture: pygame.Surface) -> None:
    """Says that the words of a picture are not all that was to be said."""
    shown = _left.get(picture, ())
    _left[picture] = tuple(t._replace(cut=True) if isinstance(t, Line) else t for t in shown)


def of(picture: pygame.Surface) -> tuple[Trace, ...]:
    """What a picture is known to show, in the order in which it was laid."""
    return _left.get(picture, ())

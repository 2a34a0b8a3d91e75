"""What pictures are known to show: lines of words, and solid faces on which words can lie.

The kit leaves a trace with a picture when it makes one, which costs nothing beside the making.
Nobody looks at traces in play; a frame that takes notes does (`tools/album/notes.py`), to say
where every word lies without looking at a pixel.
"""

from typing import Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import pygame

from tabletop.ui.theme.theme import Colour


class TextLine(NamedTuple):
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


class SolidFace(NamedTuple):
    """A solid face in a picture, in its pixels."""

    x: int
    y: int
    w: int
    h: int


Annotation: TypeAlias = TextLine | SolidFace

_annotations: Final[WeakKeyDictionary[pygame.Surface, tuple[Annotation, ...]]] = WeakKeyDictionary()


def annotate(picture: pygame.Surface, *traces: Annotation) -> None:
    """Says what a picture shows, beside what was said of it before."""
    _annotations[picture] = (*_annotations.get(picture, ()), *traces)


def annotate_face(picture: pygame.Surface) -> None:
    """Says that all of a picture is one solid face."""
    _annotations[picture] = (SolidFace(0, 0, *picture.get_size()),)


def copy_annotations(picture: pygame.Surface, part: pygame.Surface, at: tuple[int, int]) -> None:
    """A picture was laid into a larger one: what it shows is shown there."""
    for trace in _annotations.get(part, ()):
        annotate(picture, trace._replace(x=trace.x + at[0], y=trace.y + at[1]))


def mark_truncated(picture: pygame.Surface) -> None:
    """Says that the words of a picture are not all that was to be said."""
    shown = _annotations.get(picture, ())
    _annotations[picture] = tuple(
        t._replace(cut=True) if isinstance(t, TextLine) else t for t in shown
    )


def annotations_of(picture: pygame.Surface) -> tuple[Annotation, ...]:
    """What a picture is known to show, in the order in which it was laid."""
    return _annotations.get(picture, ())

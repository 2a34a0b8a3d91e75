"""Annotations of surfaces: their lines of text, and solid faces that text can lie on.

The drawing functions annotate each surface when they make it, which costs next to nothing. The
program does not read annotations; layout checks do (`tools/album/notes.py`), to know where every
text is.
"""

from typing import Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import pygame

from tabletop.ui.theme.theme import Colour


class TextLine(NamedTuple):
    """A line of text on a surface, in pixels."""

    text: str
    x: int
    """Its left end."""
    y: float
    """The middle of its capitals: of whole pixels, so it can lie between two."""
    width: int
    size: int
    """The em."""
    bold: bool
    cut: bool = False
    """Text was left out."""
    colour: Colour | None = None


class SolidFace(NamedTuple):
    """A solid face on a surface, in pixels."""

    x: int
    y: float
    w: int
    h: int


Annotation: TypeAlias = TextLine | SolidFace

_annotations: Final[WeakKeyDictionary[pygame.Surface, tuple[Annotation, ...]]] = WeakKeyDictionary()


def annotate(picture: pygame.Surface, *traces: Annotation) -> None:
    """Adds annotations to a surface."""
    _annotations[picture] = (*_annotations.get(picture, ()), *traces)


def annotate_face(picture: pygame.Surface) -> None:
    """Annotates the whole surface as one solid face."""
    _annotations[picture] = (SolidFace(0, 0, *picture.get_size()),)


def copy_annotations(picture: pygame.Surface, part: pygame.Surface, at: tuple[int, int]) -> None:
    """Copies the annotations of a surface that was blitted into another one."""
    for trace in _annotations.get(part, ()):
        annotate(picture, trace._replace(x=trace.x + at[0], y=trace.y + at[1]))


def mark_truncated(picture: pygame.Surface) -> None:
    """Marks all lines of text on a surface as cut."""
    shown = _annotations.get(picture, ())
    _annotations[picture] = tuple(
        t._replace(cut=True) if isinstance(t, TextLine) else t for t in shown
    )


def annotations_of(picture: pygame.Surface) -> tuple[Annotation, ...]:
    """The annotations of a surface, in the order in which they were added."""
    return _annotations.get(picture, ())

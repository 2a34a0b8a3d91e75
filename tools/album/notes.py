"""A frame that takes notes: where every word, every solid face and every control lies.

The notes come from the kit, not from pixels: surfaces carry annotations (`ui/draw/annotations.py`),
labels give the box that they must stay in, and buttons the box that can be touched.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import pygame

from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, header_lowered_point, turn_point
from tabletop.ui.draw import annotations
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import Colour

Rect = tuple[float, float, float, float]
"""Left, top, right and bottom in real pixels."""

FAINT = 0.3
"""What is put more lightly than this is no longer read."""


class Where(NamedTuple):
    """Where a note stands in the order of drawing: what comes later lies over it."""

    layer: int
    number: int

    @property
    def scene(self) -> int:
        """Which scene of the stack it belongs to; the table's edge is part of the lowest."""
        return 0 if self.layer >= 900 else self.layer // 100


@dataclass(frozen=True, slots=True)
class Written:
    """A line of words that was put on the frame."""

    text: str
    ink: Rect
    """Its letters as they are seen, turned."""
    size: int
    """Pixels of an em."""
    cut: bool
    where: Where
    picture: int
    """Lines with the same number are one text."""
    turns: int
    box: Rect | None = None
    """Where it was meant to stay, if that was told."""
    bold: bool = False
    colour: Colour | None = None
    """What it is written in."""
    alpha: float = 1.0
    """The opacity of its surface."""
    min_size: float = 0.0
    """The smallest allowed size in pixels in the context that it was drawn in."""
    text_scale: int = 100
    """The text scale of that context, in percent."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A solid face, or a control, that was put on the frame."""

    rect: Rect
    where: Where
    key: str = ""
    """The control's; empty for a mere face."""


@dataclass(frozen=True, slots=True)
class Painted:
    """A surface that was put on the frame."""

    surface: pygame.Surface
    corner: tuple[int, int]
    opacity: int
    """Of its surface as a whole, up to 255."""
    where: Where
    owner: Laid | None
    """The control that was told just before."""
    bare: bool = True
    """It has neither words nor a plate."""

    @property
    def rect(self) -> Rect:
        (x, y), (width, height) = self.corner, self.surface.get_size()
        return x, y, x + width, y + height


class NotingFrame(Frame):
    """A frame that remembers what was written on it, and what was laid."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.written: list[Written] = []
        self.faces: list[Laid] = []
        self.controls: list[Laid] = []
        self.painted: list[Painted] = []
        self._number = 0
        self._meant: Rect | None = None
        self._owner: Laid | None = None

    @contextmanager
    def layer(self, number: int) -> Iterator[None]:
        before, self._owner = self._owner, None
        with super().layer(number):
            yield
        self._owner = before

    @contextmanager
    def turned(self, quarters: int, about: Point) -> Iterator[None]:
        before = self._owner
        with super().turned(quarters, about):
            yield
        self._owner = before

    def meant(self, box: Box) -> None:
        self._meant = self._seen(box)

    def touchable(self, key: str, box: Box) -> None:
        self._owner = Laid(self._seen(box), self._here, key)
        self.controls.append(self._owner)

    def put(self, picture: pygame.Surface, at: Point, alpha: float = 1.0) -> None:
        super().put(picture, at, alpha)
        if alpha > 0:
            blit = self._layers[self._layer][-1]
            corner, where = (blit.x, blit.y), Where(self._layer, self._number + 1)
            bare = not annotations.annotations_of(picture)
            self.painted.append(Painted(blit.surface, corner, blit.alpha, where, self._owner, bare))
        meant, self._meant = self._meant, None
        if alpha < FAINT:
            return
        scale = self.canvas.scale
        turns = self._turn[0]
        x, y = self.seen(at)
        size = picture.get_size()
        across, down = size if turns % 2 == 0 else size[::-1]
        corner = (round(x * scale - across / 2), round(y * scale - down / 2))
        self._number += 1
        for trace in annotations.annotations_of(picture):
            here = self._here
            if isinstance(trace, annotations.SolidFace):
                rect = (trace.x, trace.y, trace.x + trace.w, trace.y + trace.h)
                self.faces.append(Laid(moved(turned(rect, size, turns), corner), here))
            elif trace.text.strip():
                ink = moved(turned(ink_of(trace), size, turns), corner)
                self.written.append(
                    Written(
                        trace.text,
                        ink,
                        trace.size,
                        trace.cut,
                        here,
                        self._number,
                        turns,
                        meant,
                        trace.bold,
                        trace.colour,
                        alpha,
                        self.context.min_text_size * scale,
                        self.context.text_scale,
                    )
                )

    @property
    def _here(self) -> Where:
        return Where(self._layer, self._number)

    def _seen(self, box: Box) -> Rect:
        dy = 0.0
        if self._head:  # a box moves as its middle does
            dy = header_lowered_point(box.centre, self._head, self.canvas.height)[1] - box.centre[1]
        turns, about = self._turn
        box = box.moved(0, dy)
        corners = [turn_point(at, turns, about) for at in ((box.x, box.y), (box.right, box.bottom))]
        (left, right), (top, bottom) = (sorted(axis) for axis in zip(*corners, strict=True))
        scale = self.canvas.scale
        return left * scale, top * scale, right * scale, bottom * scale


def ink_of(line: annotations.TextLine) -> Rect:
    """The letters of a line in its picture: as broad as set, as high as its own letters are."""
    above, below = reach(line.text, line.size, line.bold)
    middle = round(typesetting.CAPITAL_HEIGHT * line.size) / 2
    return line.x, line.y + middle - above, line.x + line.width, line.y + middle - below


@lru_cache(maxsize=4096)
def reach(text: str, size: int, bold: bool) -> tuple[int, int]:
    """How far a text's letters reach above and (negative) below the line they stand on."""
    found = [each for each in typesetting.font(size, bold).metrics(text) if each is not None]
    highest = max((each[3] for each in found), default=0)
    lowest = min((each[2] for each in found), default=0)
    return highest, lowest


def turned(rect: Rect, size: tuple[int, int], turns: int) -> Rect:
    """A rectangle in a picture of that size, where it lies after quarter turns clockwise."""
    left, top, right, bottom = rect
    width, height = size
    for _ in range(turns % 4):
        left, top, right, bottom = height - bottom, left, height - top, right
        width, height = height, width
    return left, top, right, bottom


def moved(rect: Rect, by: Sequence[float]) -> Rect:
    """A rectangle moved by some pixels."""
    return rect[0] + by[0], rect[1] + by[1], rect[2] + by[0], rect[3] + by[1]

"""Plots: a chart of columns, and a chart of bars in several segments.

Segments differ by a pattern as well as by their colour, and have numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import pygame

from tabletop.engine import Text
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.layout import Boxes, Node, column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.text.typesetting import width_of
from tabletop.ui.theme.theme import BODY_SIZE, DIM, PANEL, PANEL_LINE, SMALL_SIZE, TEXT, Colour

FillPattern: TypeAlias = Literal["full", "striped", "open"]
"""Solid, with diagonal stripes, or only outlined."""

SWATCH_SIDE: Final = 44.0
"""Of a sample in the legend."""
STRIPE_WIDTH: Final = 11.0
"""Of a stripe, and of the gap to the next."""
AXIS_WIDTH: Final = 4.0
MAX_COLUMN_WIDTH: Final = 90.0
MIN_BAR_LENGTH: Final = 10.0
"""Of a value above 0."""


@dataclass(frozen=True, slots=True)
class BarSegment:
    """The meaning and look of one segment of every bar."""

    name: Text
    colour: Colour
    pattern: FillPattern


@dataclass(frozen=True, slots=True)
class ColumnChart:
    """One column for each value, with names below."""

    box: Box
    values: tuple[int, ...]
    names: tuple[str, ...]
    """One for each value; if there is little room, only some are shown."""
    colour: Colour
    context: UiContext

    @property
    def _foot(self) -> float:
        return self.context.scaled_length(44.0, SMALL_SIZE)

    @property
    def _area(self) -> Box:
        """The area of the columns, with room for their numbers above."""
        high = self._foot
        return self.box._replace(y=self.box.y + high, h=max(1.0, self.box.h - 2 * high))

    def columns(self) -> tuple[Box, ...]:
        """The boxes of the columns; the height for 0 is 0."""
        area, step, most = self._area, self.box.w / max(1, len(self.values)), max(self.values)
        wide = min(0.72 * step, MAX_COLUMN_WIDTH)
        found = []
        for number, value in enumerate(self.values):
            high = max(MIN_BAR_LENGTH, area.h * value / most) if value else 0.0
            x = area.x + (number + 0.5) * step - wide / 2
            found.append(Box(x, area.bottom - high, wide, high))
        return tuple(found)

    def labels(self, canvas: Canvas) -> list[Label]:
        """The numbers above the columns and the names below, as many as fit."""
        step, foot, every = self.box.w / max(1, len(self.values)), self._foot, self._every(canvas)
        found = []
        for number, (bar, value) in enumerate(zip(self.columns(), self.values, strict=True)):
            middle = bar.centre[0]
            if value and every == 1:
                above = Box(middle - step / 2, bar.y - foot, step, foot - 4)
                found.append(_small_label(str(value), above, TEXT, bold=True, context=self.context))
            if number % every == 0:
                left = max(self.box.x, middle - step * every / 2)
                right = min(self.box.right, middle + step * every / 2)
                # Names at the ends stay centred below their columns.
                half = min(middle - left, right - middle)
                below = Box(middle - half, self.box.bottom - foot + 4, 2 * half, foot - 4)
                found.append(_small_label(self.names[number], below, DIM, context=self.context))
        if every > 1 and any(self.values):
            found.append(self._highest(step * every))
        return found

    def _every(self, canvas: Canvas) -> int:
        """The step between columns with a name, so that no name has to be small."""
        size = canvas.px(canvas.context.scaled_size(SMALL_SIZE))
        words = [*self.names, *map(str, self.values)]
        widest = (
            max(width_of(text, size, bold=True, context=canvas.context) for text in words)
            / canvas.scale
        )
        step = self.box.w / max(1, len(self.values))
        return next((n for n in (1, 2, 3, 4, 6) if step * n >= 1.12 * widest), 6)

    def _highest(self, width: float) -> Label:
        """The number of the highest column, if the others are left out."""
        value = max(self.values)
        highest = self.columns()[self.values.index(value)]
        x = min(max(self.box.x, highest.centre[0] - width / 2), self.box.right - width)
        box = Box(x, highest.y - self._foot, width, self._foot - 4)
        return _small_label(str(value), box, TEXT, True, context=self.context)

    def draw(self, frame: Frame) -> None:
        area = self._area
        axis = area._replace(y=area.bottom, h=AXIS_WIDTH)
        draw_bar(frame, axis, PANEL_LINE, "full", radius=1)
        for bar in self.columns():
            if bar.h:
                draw_bar(frame, bar, self.colour, "full")


@dataclass(frozen=True, slots=True)
class BarRow:
    """A bar and its name."""

    name: Text
    values: tuple[int, ...]
    """One for each segment."""
    note: Text | None = None
    """A line below."""


@dataclass(frozen=True, slots=True)
class BarChart:
    """Bars one below the other, each with several segments."""

    box: Box
    parts: tuple[BarSegment, ...]
    rows: tuple[BarRow, ...]
    most: int
    """The value of the longest bar, which may be on another page."""
    context: UiContext

    @property
    def boxes(self) -> Boxes:
        """The areas: of all parts "legend", "sample", "part"; of all rows "name", "bar", "numbers"
        and "note".
        """
        high = min(self.context.scaled_length(56.0, SMALL_SIZE), 0.25 * self.box.h)
        each = min(
            self.context.scaled_length(150.0, BODY_SIZE),
            (self.box.h - high - 14) / max(1, len(self.rows)),
        )
        sample = item("sample", SWATCH_SIDE, cross_size=0.7 * SWATCH_SIDE, align="centre")
        legend = row(sample, 14, "part", key="legend")
        return column(
            row(*[legend] * len(self.parts), gap=20, size=high),
            14,
            *(self._line(line, each) for line in self.rows),
        ).place(self.box)

    def _line(self, line: BarRow, high: float) -> Node:
        name = min(0.3 * self.box.w, self.context.scaled_length(360.0, BODY_SIZE))
        numbers = min(0.2 * self.box.w, self.context.scaled_length(190.0, BODY_SIZE))
        bar = 0.62 * high if line.note is None else 0.44 * high
        return row(
            item("name", name, cross_size=high - 10),
            20,
            column(6, row("bar", 20, item("numbers", numbers), size=bar), 10, "note", 6),
            size=high,
        )

    def bars(self) -> tuple[tuple[Box, ...], ...]:
        """The boxes of the segments of each bar; the width for 0 is 0."""
        found = []
        for bar, line in zip(self.boxes.all("bar"), self.rows, strict=True):
            scale = (bar.w - MIN_BAR_LENGTH * len(self.parts)) / max(1, self.most)
            lengths = [value * scale + MIN_BAR_LENGTH if value else 0.0 for value in line.values]
            segments = row(*(item("segment", length) for length in lengths))
            found.append(tuple(segments.place(bar).all("segment")))
        return tuple(found)

    def labels(self) -> list[Label]:
        boxes = self.boxes
        found = [
            Label(part.name, box, SMALL_SIZE, TEXT, most=1)
            for part, box in zip(self.parts, boxes.all("part"), strict=True)
        ]
        areas = [boxes.all(key) for key in ("name", "numbers", "note")]
        for line, name, numbers, note in zip(self.rows, *areas, strict=True):
            told = " + ".join(str(value) for value in line.values)
            found.append(Label(line.name, name, BODY_SIZE, TEXT, bold=True, most=2))
            found.append(Label(told, numbers, BODY_SIZE - 4, TEXT, most=1))
            if line.note is not None:
                small = Label(line.note, note, SMALL_SIZE, DIM, stands="top", most=2, spare=True)
                found.append(small)
        return found

    def draw(self, frame: Frame) -> None:
        for part, sample in zip(self.parts, self.boxes.all("sample"), strict=True):
            draw_bar(frame, sample, part.colour, part.pattern)
        for bars in self.bars():
            for part, bar in zip(self.parts, bars, strict=True):
                if bar.w:
                    draw_bar(frame, bar, part.colour, part.pattern)


def draw_bar(
    frame: Frame, box: Box, colour: Colour, pattern: FillPattern, *, radius: float = 6.0
) -> None:
    """Draws a bar or a segment."""
    canvas = frame.canvas
    size = (canvas.px(box.w), canvas.px(box.h))
    radius = min(radius * canvas.scale, size[0] / 3, size[1] / 3)
    frame.put(_filled(*size, radius, colour, pattern, canvas.scale), box.centre)


@surface_cache(most=128)
def _filled(
    width: int, height: int, radius: float, colour: Colour, pattern: FillPattern, scale: float
) -> pygame.Surface:
    if pattern == "full":
        return shapes.rounded(width, height, radius, colour)
    picture = shapes.blank(width, height, colour)
    ground = shapes.rounded(width, height, radius, PANEL)
    shapes.blit_centred(picture, ground)
    if pattern == "striped":
        shapes.blit_centred(picture, shapes.masked(_stripes(width, height, colour, scale), ground))
    shapes.blit_centred(
        picture, shapes.outline(width, height, radius, max(1.0, AXIS_WIDTH * scale), colour)
    )
    return picture


def _stripes(width: int, height: int, colour: Colour, scale: float) -> pygame.Surface:
    """A surface with diagonal stripes."""
    over = shapes.SUPERSAMPLING
    large = shapes.blank(width * over, height * over, colour)
    w, h, step = width * over, height * over, max(4.0, 2 * STRIPE_WIDTH * scale * over)
    x = -float(h)
    while x < w:
        across = ((x, h), (x + step / 2, h), (x + step / 2 + h, 0), (x + h, 0))
        pygame.draw.polygon(large, (*colour, 255), across)
        x += step
    return pygame.transform.smoothscale(large, (width, height))


def _small_label(
    text: str, box: Box, colour: Colour, bold: bool = False, *, context: UiContext
) -> Label:
    return Label(text, box, SMALL_SIZE, colour, bold, "centre", most=1, spare=context.projector)


def used_range(values: Sequence[int], fewest: int) -> range:
    """The indices from the first value above 0 to the last, extended to at least `fewest`."""
    filled = [number for number, value in enumerate(values) if value]
    first, last = (filled[0], filled[-1] + 1) if filled else (0, 0)
    missing = max(0, min(fewest, len(values)) - (last - first))
    first = max(0, min(first - missing // 2, len(values) - (last - first) - missing))
    return range(first, max(last, first + min(fewest, len(values))))

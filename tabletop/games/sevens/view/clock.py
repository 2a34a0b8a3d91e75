"""The round clock: a ring of sixty ticks around the seconds."""

from math import ceil, cos, pi, sin
from typing import Final

import pygame

from tabletop.engine import Text, say
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import CORAL, CORAL_WORDS, DIM, PANEL_LINE, SMALL_SIZE, TEXT, Colour

CLOCK_TICKS: Final = 60
HURRY_SECONDS: Final = 10.0
"""Seconds before the end from which the clock is red, with a second ring."""
MAX_FIGURE_SIZE: Final = 130.0


def format_clock(seconds: float) -> str:
    """The time as 1:24; 0:00 only when none is left."""
    whole = ceil(max(0.0, seconds) - 1e-6)
    return f"{whole // 60}:{whole % 60:02d}"


def draw_clock(frame: Frame, box: Box, left: float, whole: float, note: Text | None = None) -> None:
    """Draws the clock with `left` of `whole` seconds, and a note below the digits."""
    canvas = frame.canvas
    radius = min(box.w, box.h) / 2 - 6
    hurried = left <= HURRY_SECONDS < whole
    colour = CORAL_WORDS if hurried else TEXT
    lit = ceil(CLOCK_TICKS * left / whole - 1e-9) if whole > 0 else 0
    long, thick = radius * 0.13, radius * 0.055
    x, y = box.centre
    for number in range(CLOCK_TICKS):
        angle = 2 * pi * (number + 0.5) / CLOCK_TICKS
        at = (x + (radius - long / 2) * sin(angle), y - (radius - long / 2) * cos(angle))
        # Ticks disappear clockwise from the top.
        shown = colour if number >= CLOCK_TICKS - lit else PANEL_LINE
        frame.put(tick_corners(number, canvas.scale * long, canvas.scale * thick, shown), at)
    if hurried:
        frame.put(shapes.ring(canvas.scale * radius * 0.8, canvas.px(4), CORAL), (x, y))
    inside = 1.42 * radius
    text = format_clock(left)
    size = typesetting.fitting_size(
        "0:00",
        canvas.px(MAX_FIGURE_SIZE),
        canvas.px(inside),
        True,
        least=0.2,
        context=frame.context,
    )
    note = note if not frame.context.projector else None  # projector mode shows the digits alone
    up = radius * 0.08 if note else 0.0
    frame.put(typesetting.tabular_line(text, size, colour, context=frame.context), (x, y - up))
    if note:
        small = typesetting.fitting_size(
            note,
            canvas.px(frame.context.scaled_size(SMALL_SIZE)),
            canvas.px(inside * 0.8),
            least=0.4,
            context=frame.context,
        )
        frame.put(typesetting.line(note, small, DIM, context=frame.context), (x, y + radius * 0.42))


def total_time_note(seconds: float) -> Text:
    """The note with the whole time."""
    # NOTE for translators: small, below the time left on a round clock.
    return say("sevens.clock_of", "of {time}", time=format_clock(seconds))


def next_tick(left: float, whole: float) -> float:
    """Seconds until the clock looks different."""
    if left <= 0:
        return float("inf")
    step = whole / CLOCK_TICKS
    until_second = left - (ceil(left - 1e-6) - 1)
    until_tick = left - (ceil(left / step - 1e-9) - 1) * step
    return max(0.0, min(until_second, until_tick))


@surface_cache(most=4 * CLOCK_TICKS)
def tick_corners(number: int, long: float, thick: float, colour: Colour) -> pygame.Surface:
    """The corners of a tick, in pixels."""
    side = ceil(long + thick + 2)
    angle = 2 * pi * (number + 0.5) / CLOCK_TICKS
    dx, dy = sin(angle) * (long - thick) / 2, -cos(angle) * (long - thick) / 2
    middle = side / 2
    ends = [(middle - dx, middle - dy), (middle + dx, middle + dy)]
    return shapes.stroke((side, side), ends, thick, colour)


@surface_cache(most=4)
def prewarm_clock(canvas: Canvas, box: Box) -> None:
    """Renders the clock's pictures in advance."""
    for left in (60.0, 0.0, 5.0):
        draw_clock(Frame(canvas), box, left, 60.0)

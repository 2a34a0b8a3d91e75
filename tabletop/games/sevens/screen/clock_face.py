"""The round clock: a ring of sixty ticks that go out one by one, and large figures in it."""

from math import ceil, cos, pi, sin
from typing import Final

import pygame

from tabletop.engine import Text, say
from tabletop.ui import art, words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.lettering import em, least
from tabletop.ui.theme import CORAL, CORAL_WORDS, DIM, PANEL_LINE, SMALL_SIZE, TEXT, Colour

TICKS: Final = 60
HURRY: Final = 10.0
"""Seconds before the end from which the clock is coral, with a second ring."""
LARGEST: Final = 130.0


def clock_words(seconds: float) -> str:
    """Time left as 1:24; it says 0:00 only when there is none left."""
    whole = ceil(max(0.0, seconds) - 1e-6)
    return f"{whole // 60}:{whole % 60:02d}"


def draw_clock(frame: Frame, box: Box, left: float, whole: float, note: Text | None = None) -> None:
    """Draws the clock with `left` of `whole` seconds to go, and a small note below the figures."""
    canvas = frame.canvas
    radius = min(box.w, box.h) / 2 - 6
    hurried = left <= HURRY < whole
    colour = CORAL_WORDS if hurried else TEXT
    lit = ceil(TICKS * left / whole - 1e-9) if whole > 0 else 0
    long, thick = radius * 0.13, radius * 0.055
    x, y = box.centre
    for number in range(TICKS):
        angle = 2 * pi * (number + 0.5) / TICKS
        at = (x + (radius - long / 2) * sin(angle), y - (radius - long / 2) * cos(angle))
        # Ticks go out clockwise from the top, as a hand would sweep them away.
        shown = colour if number >= TICKS - lit else PANEL_LINE
        frame.put(tick(number, canvas.scale * long, canvas.scale * thick, shown), at)
    if hurried:
        frame.put(art.ring(canvas.scale * radius * 0.8, canvas.px(4), CORAL), (x, y))
    inside = 1.42 * radius
    text = clock_words(left)
    size = words.fitting("0:00", canvas.px(LARGEST), canvas.px(inside), True, least=0.2)
    note = note if not least() else None  # a room reads the figures alone
    up = radius * 0.08 if note else 0.0
    frame.put(words.figures(text, size, colour), (x, y - up))
    if note:
        small = words.fitting(note, canvas.px(em(SMALL_SIZE)), canvas.px(inside * 0.8), least=0.4)
        frame.put(words.line(note, small, DIM), (x, y + radius * 0.42))


def of_whole(seconds: float) -> Text:
    """The note that says how much there was."""
    # NOTE for translators: small, below the time left on a round clock.
    return say("sevens.clock_of", "of {time}", time=clock_words(seconds))


def next_tick(left: float, whole: float) -> float:
    """Seconds until the clock looks different: its figures or its ring."""
    if left <= 0:
        return float("inf")
    step = whole / TICKS
    until_second = left - (ceil(left - 1e-6) - 1)
    until_tick = left - (ceil(left / step - 1e-9) - 1) * step
    return max(0.0, min(until_second, until_tick))


@kept(most=4 * TICKS)
def tick(number: int, long: float, thick: float, colour: Colour) -> pygame.Surface:
    """One tick of the ring, in pixels, slanted as its place on the ring asks for."""
    side = ceil(long + thick + 2)
    angle = 2 * pi * (number + 0.5) / TICKS
    dx, dy = sin(angle) * (long - thick) / 2, -cos(angle) * (long - thick) / 2
    middle = side / 2
    ends = [(middle - dx, middle - dy), (middle + dx, middle + dy)]
    return art.stroke((side, side), ends, thick, colour)


@kept(most=4)
def warm_clock(canvas: Canvas, box: Box) -> None:
    """Makes the clock's pictures with the first one, so that no later one has to wait."""
    for left in (60.0, 0.0, 5.0):
        draw_clock(Frame(canvas), box, left, 60.0)

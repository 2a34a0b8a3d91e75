"""The prompt whether people still play, at the seats that have not acted for long.

It lies over the panels of those who are asked, upright for each, and leaves the board to be seen.
"""

from dataclasses import dataclass, replace
from math import ceil, cos, pi, sin
from typing import Final

from tabletop.engine import Seat, say
from tabletop.ui.core.active_match import SeatArea
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Align, Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    BUTTON_SIZE,
    HEAD_SIZE,
    INK,
    PANEL_ACTIVE,
    PANEL_LINE,
    TEXT,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.page import Plate

PAD: Final = 22.0
GAP: Final = 16.0
BUTTON: Final = 120.0
HEAD: Final = 136.0
"""The height of two lines of the question."""
RING_DOTS: Final = 20
"""Dots of the ring, which go out one after the other."""
DOT_RADIUS_SHARE: Final = 0.075
"""The radius of a dot, as a share of the ring's."""
MAX_RING_RADIUS: Final = 130.0
"""The largest radius of the ring."""
ROW_RATIO: Final = 4.5
"""One that is so many times as wide has everything in a row."""
WIDE_RATIO: Final = 1.25
"""A room so many times as wide as it is high has its words beside the ring."""

QUESTION: Final = say("idle.question", "Still playing?")
YES: Final = say("idle.yes", "Yes")
STAND_IN_TEXT: Final = say("idle.minded", "A computer plays for you: touch here to play on")

STAND_IN_TEXT_PROJECTOR: Final = say("idle.minded.room", "Play on")


@dataclass(frozen=True, slots=True)
class StillPlayingPrompt:
    """The state of the prompt."""

    seats: frozenset[Seat]
    """Who is asked."""
    left: float
    """Seconds in which they can answer."""
    whole: float
    """Seconds that they had."""

    def after(self, seconds: float) -> "StillPlayingPrompt":
        """The same, later."""
        return replace(self, left=self.left - seconds)

    def only(self, seats: frozenset[Seat]) -> "StillPlayingPrompt":
        """The same, with fewer who are asked."""
        return replace(self, seats=seats)

    def asks(self, place: SeatArea) -> bool:
        """Whether somebody who sits there is asked."""
        return not self.seats.isdisjoint(place.seats)

    @property
    def figure(self) -> int:
        """The whole seconds that are shown, at least 1."""
        return max(1, ceil(self.left - 1e-6))

    @property
    def changes_in(self) -> float:
        """Seconds until the number changes or the time is over."""
        return max(0.0, self.left - (self.figure - 1)) + 0.001

    def draw(self, frame: Frame, place: SeatArea) -> None:
        """Draws the prompt for the people of a place, in their language."""
        with (
            frame.in_context(frame.context.for_seat(place)),
            frame.turned(place.turns, place.about),
        ):
            ring, said, yes = _parts(frame.context, place.box)
            frame.touchable("idle:plate", place.box)
            Plate(place.box, PANEL_ACTIVE, 30, lined=True).draw(frame)
            self._draw_ring(frame, ring)
            align: Align = "left" if said.x > ring.centre[0] else "centre"
            Label(QUESTION, said, HEAD_SIZE, TEXT, bold=True, align=align, most=2).draw(frame)
            # It looks like the button that one expects; a touch anywhere is a yes.
            button = PushButton("idle:yes", yes, YES, "check", "main", BUTTON_SIZE)
            frame.touchable(button.key, yes)
            draw_button(frame, button, pressed=False, focused=False)

    def _draw_ring(self, frame: Frame, box: Box) -> None:
        canvas, (x, y) = frame.canvas, box.centre
        radius = min(box.w, box.h) / 2
        size = radius * DOT_RADIUS_SHARE
        lit = ceil(RING_DOTS * self.figure / self.whole - 1e-9)
        for number in range(RING_DOTS):
            angle = 2 * pi * (number + 0.5) / RING_DOTS
            at = (x + (radius - size) * sin(angle), y - (radius - size) * cos(angle))
            # They go out clockwise from the top.
            ink = AMBER if number >= RING_DOTS - lit else PANEL_LINE
            frame.put(shapes.disc(canvas.scale * size, ink), at)
        text = str(self.figure)
        wide = canvas.px(radius * 1.3)
        pixels = typesetting.fitting_size(
            "000"[: max(2, len(text))], canvas.px(radius), wide, True, 0.2, context=frame.context
        )
        frame.put(typesetting.tabular_line(text, pixels, TEXT, context=frame.context), (x, y))


def _parts(context: UiContext, box: Box) -> tuple[Box, Box, Box]:
    """Where the ring, the words and the button lie on a plate."""
    inside = box.inset(min(PAD, 0.1 * box.h))
    if inside.w >= ROW_RATIO * inside.h:
        high = inside.h
        ring = Box(inside.x + GAP, inside.y, high, high)
        yes = Box(inside.right - 0.28 * inside.w, inside.y, 0.28 * inside.w, high * 0.94)
        x = ring.right + 2 * GAP
        return ring, Box(x, inside.y, yes.x - GAP - x, high), yes
    if inside.w >= WIDE_RATIO * inside.h:
        side = min(inside.h, 2 * MAX_RING_RADIUS, inside.w * 0.34)
        ring = Box(inside.x, inside.centre[1] - side / 2, side, side)
        x = ring.right + 1.5 * GAP
        room = Box(x, inside.y, inside.right - x, inside.h)
        high = min(context.scaled_length(BUTTON, BUTTON_SIZE), room.h * 0.5)
        yes = Box(room.x, room.bottom - high, room.w, high)
        return ring, Box(room.x, room.y, room.w, room.h - high - GAP), yes
    high = min(context.scaled_length(BUTTON, BUTTON_SIZE), inside.h * 0.24)
    yes = Box(inside.x, inside.bottom - high, inside.w, high)
    head = min(context.scaled_length(HEAD, HEAD_SIZE), inside.h * 0.34)
    middle = Box(inside.x, inside.y + head + GAP, inside.w, yes.y - inside.y - head - 2 * GAP)
    side = min(middle.w, middle.h, 2 * MAX_RING_RADIUS)
    ring = Box.around(middle.centre, side, side)
    return ring, Box(inside.x, inside.y, inside.w, head), yes


def draw_stand_in_sign(frame: Frame, place: SeatArea) -> None:
    """Draws the sign at a seat that a computer plays while its people are away."""
    with (
        frame.in_context(frame.context.for_seat(place)),
        frame.turned(place.turns, place.about),
    ):
        button = PushButton("idle:back", place.strip, style="main")
        Plate(place.strip, PANEL_ACTIVE, 30).draw(frame)  # hides whatever is said there else
        frame.touchable(button.key, place.strip)
        draw_button(frame, button, pressed=False, focused=False)
        room = place.strip.inset(min(8.0, 0.1 * place.strip.h))
        said = (
            STAND_IN_TEXT_PROJECTOR if frame.context.projector else STAND_IN_TEXT
        )  # a room reads that a computer plays
        Label(said, room, BODY_SIZE, INK, bold=True, align="centre").draw(frame)


def place_asked_at(
    question: StillPlayingPrompt, places: tuple[SeatArea, ...], at: Point
) -> SeatArea | None:
    """The plate of the question that lies at a point."""
    return next((place for place in places if question.asks(place) and place.holds(at)), None)

"""Where the result is said: at every edge at which somebody sits, upright for them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tabletop.scenes.layout import MARGIN, Layout, Panel, layout
from tabletop.scenes.projector_result import result_rooms
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.lettering import least
from tabletop.ui.sheet import row
from tabletop.ui.widgets import PushButton

GAP: Final = 20.0
WORDS: Final = 0.5
"""The share of a seat's room for the words; the choices have the rest."""
LEAST_LABEL: Final = 150.0
"""In a narrower button of several side by side there is only its sign."""
LEAST_HIGH: Final = 330.0
"""In lower rooms than this there are only signs below the main choice."""
MAIN: Final = 0.55
"""Its share of such a room's height."""


@dataclass(frozen=True, slots=True)
class Place:
    """The rooms at one edge, as if whoever reads it sat at the bottom, and how they are turned."""

    words: Box
    choices: Box
    turns: int = 0
    about: Point = (0.0, 0.0)
    language: str = ""

    def upright(self, buttons: Sequence[PushButton]) -> list[PushButton]:
        """The choices for whoever sits there."""
        return [
            replace(button, turns=self.turns, about=self.about, language=self.language)
            for button in buttons
        ]


def result_places(plan: Layout) -> tuple[Place, ...]:
    """The rooms for words and choices at every edge where people sit."""
    if least():
        return (Place(*result_rooms(plan.canvas)),)
    about, sides = plan.canvas.box.centre, plan.sides
    if len(sides) == 1:
        return (Place(*_whole(plan.canvas, sides[0]), sides[0], about),)
    return tuple(Place(*_rooms(plan, side), side, about, plan.language_at(side)) for side in sides)


def _rooms(plan: Layout, side: int) -> tuple[Box, Box]:
    """In the place of one seat's panel both, one beside or below the other; or each in its own."""
    first, *more = [panel for panel in plan.panels if panel.turns == side]
    return (first.box, more[0].box) if more else _shared(first)


def _shared(panel: Panel) -> tuple[Box, Box]:
    box = panel.box
    if panel.wide:
        width = (box.w - GAP) * WORDS
        return (
            Box(box.x, box.y, width, box.h),
            Box(box.x + width + GAP, box.y, box.w - width - GAP, box.h),
        )
    height = (box.h - GAP) * WORDS
    return (
        Box(box.x, box.y, box.w, height),
        Box(box.x, box.y + height + GAP, box.w, box.h - height - GAP),
    )


def _whole(canvas: Canvas, side: int) -> tuple[Box, Box]:
    """All that is beside or above and below the board, where all read it from the same edge."""
    width, height = canvas.size
    seen = canvas if side % 2 == 0 else Canvas((height, width))
    (x, y), (own_x, own_y) = canvas.box.centre, seen.box.centre
    said, choices = _beside(seen)
    return said.moved(x - own_x, y - own_y), choices.moved(x - own_x, y - own_y)


def _beside(canvas: Canvas) -> tuple[Box, Box]:
    plan = layout(canvas, (0, 0), tray=0)
    if canvas.height > canvas.width * 1.12:
        board = plan.board
        inner = canvas.width - 2 * MARGIN
        below = board.bottom + MARGIN
        said = Box(MARGIN, MARGIN, inner, board.y - 2 * MARGIN)
        return said, Box(MARGIN, below, inner, canvas.height - below - MARGIN)
    left, right = (panel.box for panel in plan.panels)
    tall = canvas.height - 2 * MARGIN
    return Box(left.x, MARGIN, left.w, tall), Box(right.x, MARGIN, right.w, tall)


def fewer_words(room: Box, buttons: Sequence[PushButton]) -> list[PushButton]:
    """The choices in a small room: the main one in words, of the others the signs."""
    broad = room.w > room.h
    count = len(buttons) - 1
    narrow = (room.w - (count - 1) * GAP) / count < LEAST_LABEL
    if not (broad and narrow) and (broad or room.h >= LEAST_HIGH):
        return list(buttons)
    main, *rest = buttons
    high = (room.h - GAP) * MAIN
    main = replace(main, box=Box(room.x, room.y, room.w, high))
    below = Box(room.x, room.y + high + GAP, room.w, room.h - high - GAP)
    signs = row(below, len(rest), GAP * 0.6)
    return [
        main,
        *(replace(b, box=box, label="") for b, box in zip(rest, signs, strict=True)),
    ]

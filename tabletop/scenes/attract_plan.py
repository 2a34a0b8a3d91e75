"""Where everything lies while the games show themselves: the board, and beside it all words."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tabletop.scenes.layout import Layout, Panel
from tabletop.ui.canvas import SHORT_SIDE, Box, Canvas
from tabletop.ui.lettering import grown, least
from tabletop.ui.sheet import stacked
from tabletop.ui.theme import BODY_SIZE, CARD_SIZE

MARGIN: Final = 32.0
GAP: Final = 22.0
COLUMN: Final = 580.0
"""The words beside the board have at least that much, where the window allows."""
NARROW: Final = 500.0
"""The words beside a scene of its own have at least that much."""
LEAST_BOARD: Final = 620.0
LARGEST_COLUMN: Final = 1100.0
MOST_GROWN: Final = 1.4
"""Large words get so much more room at the cost of the board, but not more."""

TITLE: Final = 84.0
BLURB: Final = 116.0
TOLD: Final = 290.0
"""The least height of the plate that says which rule was at work."""
MOST_TRAY: Final = 250.0
"""The height of a seat's tray, where its game wants so much."""
LOW_TRAY: Final = 180.0
"""The same in a room, where sentences need more."""
CALL: Final = 116.0
NAME_SHARE: Final = 0.55
"""Of a tall window's width is the name's, beside which its lines stand."""
HEAD: Final = 70.0
"""The upper part of a seat's plate: its stone and its name. Its tray lies below."""
PAD: Final = 18.0

Side: TypeAlias = Literal["left", "right", "above", "below"]
"""Where the words lie, as seen from the board."""


@dataclass(frozen=True, slots=True)
class AttractPlan:
    """The parts of one window."""

    canvas: Canvas
    side: Side
    board: Box
    """A square for a board."""
    stage: Box
    """All that is left beside the words: for a game that brings its own scene."""
    title: Box
    blurb: Box
    told: Box
    seats: tuple[Box, ...]
    call: Box

    def layout(self, tray: float) -> Layout:
        """The same for a match; `tray` is the height that its view wants at each seat."""
        middle = self.canvas.box.centre
        panels = tuple(Panel(box, _tray(box, tray), 0, middle) for box in self.seats)
        none = Box(self.board.x, self.board.y, 0.0, 0.0)
        return Layout(self.canvas, self.board, panels, none, none, none)


def _tray(box: Box, wanted: float) -> Box:
    height = max(8.0, min(wanted, box.h - HEAD - PAD))
    return Box(box.x + PAD, box.bottom - PAD - height, box.w - 2 * PAD, height)


def attract_plan(
    canvas: Canvas, seats: int, tray: float = 0.0, *, flipped: bool = False
) -> AttractPlan:
    """The parts of a window; `tray` is the height that the view wants at each seat.

    `flipped` puts the words on the board's other side: now and then, so that nothing stands in one
    place for hours. A game that brings its own scene has no `seats`: 0.
    """
    wanted = _heights(seats, tray)
    if canvas.height > canvas.width * 1.12:
        return _tall(canvas, seats, wanted, flipped=flipped)
    return _broad(canvas, seats, wanted, flipped=flipped)


def _heights(seats: int, tray: float) -> tuple[float, ...]:
    """What the words want: title, blurb, told, seats (where there are any), call."""
    grow = min(grown(1.0, BODY_SIZE), MOST_GROWN)
    low = min(grown(1.0, CARD_SIZE), MOST_GROWN)
    most, told = (LOW_TRAY, 1.4 * TOLD) if least() else (MOST_TRAY, grow * TOLD)
    plates = (HEAD + min(tray, most) + PAD,) if seats else ()
    return TITLE * low, BLURB * grow, told, *plates, CALL * low


def _broad(canvas: Canvas, seats: int, wanted: tuple[float, ...], *, flipped: bool) -> AttractPlan:
    """The words stand in a column beside the board."""
    width, height = canvas.width, canvas.height
    narrow = COLUMN * min(grown(1.0, BODY_SIZE), MOST_GROWN)
    field = max(LEAST_BOARD, width - narrow - 3 * MARGIN)
    side = min(height - 2 * MARGIN, field)
    if seats:
        field = side  # a board is a square, and what it leaves is for the words
    else:
        # On a stage that is less than a canvas wide all would be smaller than the words beside it.
        field = max(field, min(SHORT_SIDE - MARGIN, width - NARROW - 3 * MARGIN))
    column = min(width - field - 3 * MARGIN, LARGEST_COLUMN)
    spare = (width - field - 3 * MARGIN - column) / 2  # a very broad window has its edges free
    field_x = MARGIN + spare if not flipped else width - MARGIN - spare - field
    words_x = width - MARGIN - spare - column if not flipped else MARGIN + spare
    board = Box.around((field_x + field / 2, height / 2), side, side)
    stage_x = 0.0 if not flipped else words_x + column + MARGIN
    stage_right = words_x - MARGIN if not flipped else width
    stage = Box(stage_x, 0.0, stage_right - stage_x, height)
    area = Box(words_x, MARGIN, column, height - 2 * MARGIN)
    title, blurb, told, *rest = _rows(area, wanted, grows=2)
    where: Side = "right" if not flipped else "left"
    return AttractPlan(
        canvas, where, board, stage, title, blurb, told, _side_by_side(rest, seats), rest[-1]
    )


def _tall(canvas: Canvas, seats: int, wanted: tuple[float, ...], *, flipped: bool) -> AttractPlan:
    """The name stands at one end of the window, all other words at the other end."""
    width, height = canvas.width, canvas.height
    title_high, blurb_high, *others = wanted
    rows = [max(title_high, blurb_high), *others]
    across = width - 2 * MARGIN
    free = height - 2 * MARGIN - len(rows) * GAP
    side = min(across, max(LEAST_BOARD, free - sum(rows)))
    share = min(1.0, (free - side) / sum(rows))
    name, told, *rest = (high * share for high in rows)
    spare = max(0.0, free - side - name - told - sum(rest))
    # What is left over goes to the words; or, where no board has to be square, to the scene.
    heights = [name, side, told + spare, *rest] if seats else [name, side + spare, told, *rest]
    boxes = stacked(Box(MARGIN, MARGIN, across, 0.0), heights[:: -1 if flipped else 1], GAP)
    head, middle, told_box, *others_boxes = boxes[:: -1 if flipped else 1]
    half = (across - GAP) * NAME_SHARE
    return AttractPlan(
        canvas,
        "below" if not flipped else "above",
        Box.around(middle.centre, side, side),
        Box(0.0, middle.y - GAP, width, middle.h + 2 * GAP),
        Box(head.x, head.y, half, head.h),
        Box(head.x + half + GAP, head.y, head.w - half - GAP, head.h),
        told_box,
        _side_by_side(others_boxes, seats),
        others_boxes[-1],
    )


def _rows(area: Box, wanted: tuple[float, ...], grows: int) -> list[Box]:
    """The rows of a column; what is left over goes to one of them, and what lacks is shared."""
    free = area.h - (len(wanted) - 1) * GAP
    share = min(1.0, free / sum(wanted))
    heights = [high * share for high in wanted]
    heights[grows] += free - sum(heights)
    return stacked(area, heights, GAP)


def _side_by_side(rest: list[Box], seats: int) -> tuple[Box, ...]:
    """The plates of the seats, beside each other in their row."""
    if not seats:
        return ()
    row = rest[0]
    width = (row.w - GAP * (seats - 1)) / seats
    return tuple(Box(row.x + seat * (width + GAP), row.y, width, row.h) for seat in range(seats))

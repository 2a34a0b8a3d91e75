"""Where everything of the review lies: the board, and beside or below it what is said of it."""

from dataclasses import dataclass
from typing import Final

from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.lettering import grown
from tabletop.ui.sheet import row, stacked
from tabletop.ui.theme import BODY_SIZE, BUTTON_SIZE

MARGIN: Final = 32.0
COLUMN: Final = 540.0
"""What is said wants at least that much, where the window is broad."""
GAP: Final = 16.0
HEAD: Final = 58.0
CHIPS: Final = 104.0
MOST_COLUMN: Final = 0.55
"""The most of the width that larger words take from the board."""
BUTTON: Final = 92.0


@dataclass(frozen=True, slots=True)
class Places:
    """The boxes of a review."""

    board: Box
    head: Box
    chart: Box
    chips: Box
    """The turning points; before they are known, how far the walk has come."""
    said: Box
    sides: tuple[Box, ...]
    """The better ply, and what was played."""
    steps: tuple[Box, ...]
    """A ply back, a ply on, and playing on from here."""
    back: Box


def places(canvas: Canvas) -> Places:
    """The places for a window."""
    width, height = canvas.width, canvas.height
    if height > width * 1.12:
        side = min(width - 2 * MARGIN, height * (0.53 if _usual() else 0.44))
        board = Box.around((width / 2, MARGIN + side / 2), side, side)
        top = board.bottom + GAP * 2
        return _column(board, Box(MARGIN, top, width - 2 * MARGIN, height - top - MARGIN))
    column = min(grown(COLUMN, BODY_SIZE), MOST_COLUMN * width)
    side = min(height - 2 * MARGIN, width - max(COLUMN, column) - 3 * MARGIN)
    board = Box(MARGIN, (height - side) / 2, side, side)
    left = board.right + MARGIN
    return _column(board, Box(left, MARGIN, width - left - MARGIN, height - 2 * MARGIN))


def _usual() -> bool:
    """Whether words are as large as usual, or almost."""
    return grown(1.0, BODY_SIZE) < 1.3


def places_for(canvas: Canvas, turns: int) -> Places:
    """The same for whoever sits at another edge, as seen from there about the canvas' middle."""
    if turns % 2 == 0:
        return places(canvas)
    width, height = canvas.size
    seen = Canvas((height, width))
    (x, y), (own_x, own_y) = canvas.box.centre, seen.box.centre
    plan, by = places(seen), (x - own_x, y - own_y)
    return Places(
        plan.board.moved(*by),
        plan.head.moved(*by),
        plan.chart.moved(*by),
        plan.chips.moved(*by),
        plan.said.moved(*by),
        tuple(box.moved(*by) for box in plan.sides),
        tuple(box.moved(*by) for box in plan.steps),
        plan.back.moved(*by),
    )


def _column(board: Box, room: Box) -> Places:
    """Everything that is no board, one below the other; chart and words share what is left."""
    button = min(grown(BUTTON, BUTTON_SIZE), room.h * (0.12 if _usual() else 0.1))
    chips = min(grown(CHIPS, BUTTON_SIZE), room.h * (0.13 if _usual() else 0.11))
    title = min(grown(HEAD, BODY_SIZE), room.h * 0.08)
    fixed = title + chips + 3 * button + 6 * GAP
    free = max(120.0, room.h - fixed)
    # What is said grows at the cost of the chart.
    chart = min(300.0, free * (0.5 if _usual() else 0.22))
    head, band, chip, said, sides, steps, back = stacked(
        room, (title, chart, chips, free - chart, button, button, button), GAP
    )
    arrow = min(button * 1.2, room.w * 0.2)
    on = Box(steps.x + 2 * (arrow + GAP), steps.y, steps.w - 2 * (arrow + GAP), steps.h)
    arrows = [Box(steps.x + n * (arrow + GAP), steps.y, arrow, steps.h) for n in (0, 1)]
    return Places(
        board,
        head,
        band,
        chip,
        said,
        tuple(row(sides, 2, GAP)),
        (*arrows, on),
        back,
    )

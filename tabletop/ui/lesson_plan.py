"""Where everything lies while one learns a game: the board, and one column of words for it."""

from dataclasses import dataclass, replace
from typing import Final

from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.frame import turn_point
from tabletop.ui.lettering import grown
from tabletop.ui.reach import near
from tabletop.ui.theme import BUTTON_SIZE, NAME_SIZE

MARGIN: Final = 32.0
GAP: Final = 20.0
ROUND: Final = 92.0
"""Across the round buttons of the head."""
DOTS: Final = 30.0
FOOT: Final = 112.0
"""The height of the buttons that lead from step to step."""
CHOICES: Final = 100.0
LEAST_BOARD: Final = 420.0
LEAST_COLUMN: Final = 470.0
LEAST_WORDS: Final = 250.0
MOST_FOOT: Final = 0.115
"""Of the height: larger words have higher buttons, but the board and the task need room too."""
TRAY: Final = (0.30, 0.22)
"""The share of the column that a tray takes at most, and with larger words, which need it more."""
TALL: Final = 1.12
"""From so many times the width on, the words stand above the board, not beside it."""


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """The boxes of a lesson as its seat sees them; `turns` is how often that seat is turned."""

    canvas: Canvas
    turns: int
    leave: Box
    title: Box
    swap: Box
    dots: Box
    words: Box
    choices: Box
    """A row for what a turn lets one choose."""
    tray: Box
    """The room of what the learner owns; empty where a game needs none."""
    foot: Box
    near: Box
    """The board, as its seat sees it."""

    @property
    def about(self) -> Point:
        return self.canvas.box.centre

    @property
    def board(self) -> Box:
        """Where the board really is; it is never turned itself."""
        return Box.around(turn_point(self.near.centre, self.turns, self.about), *self.near[2:])


def lesson_plan(canvas: Canvas, turns: int, tray: float, *, choices: bool) -> LessonPlan:
    """The plan of a window; `tray` is the height wanted for what the learner owns."""
    tall = canvas.height > canvas.width * TALL
    plan = (_tall if tall else _broad)(canvas, turns, tray, choices)
    return _lowered(plan, tall=tall) if near() else plan


def _lowered(plan: LessonPlan, *, tall: bool) -> LessonPlan:
    """In reach mode the buttons of the head stand below those that lead on."""
    down, up = plan.foot.bottom - plan.leave.bottom, -(ROUND + GAP)
    return replace(
        plan,
        leave=plan.leave.moved(0, down),
        title=plan.title.moved(0, down),
        swap=plan.swap.moved(0, down),
        dots=plan.dots.moved(0, up),
        words=plan.words.moved(0, up),
        choices=plan.choices.moved(0, up),
        tray=plan.tray.moved(0, up),
        foot=plan.foot.moved(0, up),
        near=plan.near.moved(0, up) if tall else plan.near,
    )


def _broad(canvas: Canvas, turns: int, tray: float, choices: bool) -> LessonPlan:
    width, height = canvas.width, canvas.height
    column_wide = grown(LEAST_COLUMN, NAME_SIZE)
    side = min(height - 2 * MARGIN, max(LEAST_BOARD, width - 3 * MARGIN - column_wide))
    near = Box(width - MARGIN - side, (height - side) / 2, side, side)
    column = Box(MARGIN, MARGIN, near.x - 2 * MARGIN, height - 2 * MARGIN)
    leave, title, swap, dots = _head(column)
    low, chosen = _button_height(canvas, FOOT), _button_height(canvas, CHOICES)
    foot = Box(column.x, column.bottom - low, column.w, low - 12)
    bottom = foot.y - GAP
    room = Box(column.x, bottom, column.w, 0)
    if tray:
        usual, least = TRAY
        high = min(tray, column.h * max(least, usual / grown(1.0, NAME_SIZE)))
        room = Box(column.x, bottom - high, column.w, high)
        bottom = room.y - GAP
    row = Box(column.x, bottom - chosen, column.w, chosen - 12)
    if choices:
        bottom = row.y - GAP
    words = Box(column.x, dots.bottom + GAP, column.w, bottom - dots.bottom - GAP)
    return LessonPlan(canvas, turns, leave, title, swap, dots, words, row, room, foot, near)


def _tall(canvas: Canvas, turns: int, tray: float, choices: bool) -> LessonPlan:
    width, height = canvas.width, canvas.height
    page = Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    leave, title, swap, dots = _head(page)
    low, chosen = _button_height(canvas, FOOT), _button_height(canvas, CHOICES)
    foot = Box(page.x, page.bottom - low, page.w, low - 12)
    own = max(min(tray, 210.0), chosen)
    free = foot.y - dots.bottom - 4 * GAP - own
    side = min(width - 2 * GAP, max(LEAST_BOARD, free - grown(LEAST_WORDS, NAME_SIZE)))
    words = Box(page.x, dots.bottom + GAP, page.w, free - side)
    near = Box((width - side) / 2, words.bottom + GAP, side, side)
    below = Box(page.x, near.bottom + GAP, page.w, own)
    half = (below.w - GAP) / 2 if tray else 0.0
    room = Box(below.x, below.y, half, own)
    x = below.x + (half + GAP if tray else 0.0)
    row = Box(x, below.y + (own - chosen) / 2, below.right - x, chosen - 12)
    del choices  # they have a place of their own
    return LessonPlan(canvas, turns, leave, title, swap, dots, words, row, room, foot, near)


def _button_height(canvas: Canvas, usual: float) -> float:
    """The height of a row of buttons, as large as words are set now."""
    return min(grown(usual, BUTTON_SIZE), max(usual, MOST_FOOT * canvas.height))


def _head(page: Box) -> tuple[Box, Box, Box, Box]:
    leave = Box(page.x, page.y, ROUND, ROUND)
    swap = Box(page.right - ROUND, page.y, ROUND, ROUND)
    title = Box(leave.right + GAP, page.y, swap.x - leave.right - 2 * GAP, ROUND)
    dots = Box(page.x, leave.bottom + GAP, page.w, DOTS)
    return leave, title, swap, dots

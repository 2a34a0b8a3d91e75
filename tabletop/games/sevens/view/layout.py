"""The layout of a match: board, bars, clock, score table, buttons.

Boxes are as the acting seat sees them from the lower edge. For a seat at another edge everything is
turned; for one at the left or right edge the layout is made for a canvas with width and height
swapped.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from tabletop.engine import Seat
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import turn_point
from tabletop.ui.theme.theme import BODY_SIZE

MARGIN: Final = 32.0
GAP: Final = 24.0
BAR_HEIGHT: Final = 96.0
MAX_BAR_HEIGHT: Final = 152.0
"""The greatest height of a bar: two lines of text at 150 percent."""
BANNER_HEIGHT: Final = 210.0
"""The height of the one bar in projector mode: three lines of text."""
MENU_BUTTON_SIZE: Final = 92.0
ROOM_HEAD_HEIGHT: Final = 106.0
"""The height of the title in projector mode: two lines."""
ACTIONS_HEIGHT: Final = 156.0
"""The height of the acting seat's buttons."""
COLUMN_WIDTH_RANGE: Final = (380.0, 540.0)
"""The least and the greatest width of the column beside the board."""
SCORE_TABLE_HEIGHT: Final = 262.0
"""The height of the score table beside the board."""


@dataclass(frozen=True, slots=True)
class MatchLayout:
    """Boxes in canvas units, as the acting seat sees them."""

    canvas: Canvas
    """The canvas as the acting seat sees it, with the context of that seat."""
    board: Box
    near: Box
    """The acting seat's bar."""
    far: Box
    """The other seat's bar, at its own edge."""
    head: Box
    """The title."""
    menu: Box
    clock: Box
    sheet: Box
    """The score table."""
    actions: Box
    """The buttons of the acting seat."""
    tools: Box
    """The arranging player's tools: three rows, in the place of another box."""
    seen: Box
    """What is left for the clock or the model while somebody arranges."""
    alone: bool = False
    """Projector mode: one bar, a banner for everybody."""

    @property
    def portrait(self) -> bool:
        return is_portrait(self.canvas)

    @property
    def stage(self) -> Box:
        """Board and column together."""
        if self.portrait:
            top, bottom = self.head.bottom + GAP, max(self.board.bottom, self.sheet.bottom)
            return Box(self.board.x, top, self.board.w, bottom - top)
        return Box(self.board.x, self.board.y, self.sheet.right - self.board.x, self.board.h)


def is_portrait(canvas: Canvas) -> bool:
    """Whether the column is above and below the board."""
    return canvas.height > 1.12 * canvas.width


def canvas_seen_from(canvas: Canvas, turns: int) -> Canvas:
    """A canvas as seen from so many quarter turns clockwise from the near edge."""
    return canvas if turns % 2 == 0 else canvas.with_size((canvas.size[1], canvas.size[0]))


def pivot(canvas: Canvas, turns: int) -> Point:
    """The point about which such a view is turned to its place on the canvas."""
    match turns % 4:
        case 1:
            return canvas.width / 2, canvas.width / 2
        case 3:
            return canvas.height / 2, canvas.height / 2
        case _:
            return canvas.box.centre


def rotated_box(box: Box, turns: int, about: Point) -> Box:
    """A box turned by quarter turns clockwise about a point."""
    (x1, y1), (x2, y2) = (
        turn_point(at, turns, about) for at in ((box.x, box.y), (box.right, box.bottom))
    )
    return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def layout_for(
    canvas: Canvas, other: int = 0, *, reach: bool = False, largest: int = 0
) -> MatchLayout:
    """The layout for a canvas as the acting seat sees it, in the canvas's context.

    `other`: quarter turns clockwise from the acting seat to the other one. `reach`: everything
    touched is near the acting seat. `largest`: the larger text scale of the two seats, in percent,
    for the bars.
    """
    largest = max(largest, canvas.context.text_scale)
    return _cached_layout(canvas.with_context(canvas.context), other % 4, reach, largest)


@lru_cache(maxsize=16)
def _cached_layout(canvas: Canvas, other: int, reach: bool, size: int) -> MatchLayout:
    alone = canvas.context.projector and other == 0
    bar = BANNER_HEIGHT if alone else _bar(canvas.context.override(text_scale=size))
    plan = (
        _tall(canvas, other, bar, alone)
        if is_portrait(canvas)
        else _broad(canvas, other, bar, alone)
    )
    return _in_reach(plan) if reach else plan


def _bar(context: UiContext) -> float:
    """The height of a bar: two lines of text."""
    return min(MAX_BAR_HEIGHT, max(BAR_HEIGHT, context.scaled_length(BAR_HEIGHT, BODY_SIZE)))


def _inside(canvas: Canvas, other: int, bar: float) -> Box:
    """What is left beside the other seat's bar at the left or right edge."""
    taken = bar + GAP if other % 2 else 0.0
    left = taken if other == 1 else 0.0
    return Box(left, 0.0, canvas.width - taken, canvas.height)


def _side_bar(canvas: Canvas, other: int, bar: float) -> Box:
    """The other seat's bar along the left or right edge."""
    left = MARGIN - 4 if other == 1 else canvas.width - MARGIN + 4 - bar
    return Box(left, MARGIN, bar, canvas.height - 2 * MARGIN)


def _broad(canvas: Canvas, other: int, bar: float, alone: bool) -> MatchLayout:
    room, height = _inside(canvas, other, bar), canvas.height
    column = min(COLUMN_WIDTH_RANGE[1], max(COLUMN_WIDTH_RANGE[0], room.w * 0.275))
    right = Box(room.right - MARGIN - column, MARGIN, column, height - 2 * MARGIN)
    left, across = room.x + MARGIN, right.x - GAP - MARGIN - room.x
    top = Box(left, MARGIN - 4, across, bar)
    low = Box(left, height - MARGIN - bar + 4, across, bar)
    near, far = (top, Box(left, top.y, across, 0.0)) if alone else (low, top)
    if other % 2:
        far = _side_bar(canvas, other, bar)
    upper = MARGIN - 4 if other % 2 else top.bottom + GAP
    lower = height - MARGIN + 4 if alone else low.y - GAP
    board = Box(left, upper, across, lower - upper)
    menu = Box(right.right - MENU_BUTTON_SIZE, right.y - 4, MENU_BUTTON_SIZE, MENU_BUTTON_SIZE)
    head = Box(
        right.x,
        right.y - 4,
        column - MENU_BUTTON_SIZE - GAP,
        ROOM_HEAD_HEIGHT if alone else MENU_BUTTON_SIZE,
    )
    actions = Box(right.x, right.bottom - ACTIONS_HEIGHT + 4, column, ACTIONS_HEIGHT)
    sheet = Box(right.x, actions.y - GAP - SCORE_TABLE_HEIGHT, column, SCORE_TABLE_HEIGHT)
    clock = Box(right.x, head.bottom + GAP, column, sheet.y - head.bottom - 2 * GAP)
    return MatchLayout(
        canvas, board, near, far, head, menu, clock, sheet, actions, clock, sheet, alone
    )


def _tall(canvas: Canvas, other: int, bar: float, alone: bool) -> MatchLayout:
    room, height = _inside(canvas, other, bar), canvas.height
    left, across = room.x + MARGIN, room.w - 2 * MARGIN
    far = Box(left, MARGIN - 4, across, 0.0 if alone else bar)
    banner = Box(left, MARGIN - 4, across, bar)
    top = far.bottom + GAP
    if alone:
        top = banner.bottom + GAP
    if other % 2:
        far, top = _side_bar(canvas, other, bar), MARGIN - 4
    head = Box(left, top, across - MENU_BUTTON_SIZE - GAP, MENU_BUTTON_SIZE)
    menu = Box(left + across - MENU_BUTTON_SIZE, head.y, MENU_BUTTON_SIZE, MENU_BUTTON_SIZE)
    strip = min(300.0, max(230.0, height * 0.15))
    clock = Box(left, head.bottom + GAP * 0.6, across * 0.36, strip)
    sheet = Box(clock.right + GAP, clock.y, across - clock.w - GAP, strip)
    actions = Box(left, height - MARGIN - ACTIONS_HEIGHT + 4, across, ACTIONS_HEIGHT)
    near = banner if alone else Box(left, actions.y - GAP - bar, across, bar)
    bottom = (actions if alone else near).y - GAP
    board = Box(left, sheet.bottom + GAP, across, bottom - sheet.bottom - GAP)
    return MatchLayout(
        canvas, board, near, far, head, menu, clock, sheet, actions, sheet, clock, alone
    )


def _in_reach(plan: MatchLayout) -> MatchLayout:
    """The same with everything touched at the acting seat's edge."""
    board, head, sheet, clock = plan.board, plan.head, plan.sheet, plan.clock
    actions = plan.actions
    menu = Box(
        actions.right - MENU_BUTTON_SIZE,
        actions.y + (actions.h - MENU_BUTTON_SIZE) / 2,
        MENU_BUTTON_SIZE,
        MENU_BUTTON_SIZE,
    )
    head = Box(head.x, head.y, plan.menu.right - head.x, head.h)
    if plan.portrait:
        # Board and strip change places.
        board = Box(board.x, sheet.y, board.w, board.h)
        down = board.bottom + GAP - sheet.y
        sheet, clock = sheet.moved(0.0, down), clock.moved(0.0, down)
    else:
        # Clock and score table change places.
        sheet = Box(sheet.x, clock.y, sheet.w, sheet.h)
        clock = Box(clock.x, sheet.bottom + GAP, clock.w, clock.h)
    return replace(
        plan,
        board=board,
        head=head,
        menu=menu,
        clock=clock,
        sheet=sheet,
        actions=Box(actions.x, actions.y, actions.w - MENU_BUTTON_SIZE - GAP, actions.h),
        tools=sheet if plan.portrait else clock,
        seen=clock if plan.portrait else sheet,
    )


def attract_layout(plan: MatchLayout, acting: Seat) -> MatchLayout:
    """The layout for attract mode: no buttons, and each bar stays in place whoever acts."""
    plan = _attract_tall(plan) if plan.portrait else _attract_broad(plan)
    if plan.alone or acting == 0:
        return plan
    return replace(plan, near=plan.far, far=plan.near)


def _attract_broad(plan: MatchLayout) -> MatchLayout:
    column, bottom = plan.sheet, plan.actions.bottom
    upper, near = plan.head.y, plan.near
    if plan.alone:
        near = Box(near.x, near.y, column.right - near.x, near.h)
        upper = plan.board.y
    head = Box(column.x, upper, column.w, plan.head.h)
    none = Box(column.x, bottom, column.w, 0.0)
    sheet = Box(column.x, bottom - column.h, column.w, column.h)
    clock = Box(column.x, head.bottom + GAP, column.w, sheet.y - head.bottom - 2 * GAP)
    laid = replace(plan, near=near, head=head, clock=clock, sheet=sheet, actions=none, menu=none)
    if plan.alone:
        return laid
    far, near = near, near.moved(0.0, -near.h - GAP / 2)
    top = MARGIN - 4
    board = Box(plan.board.x, top, plan.board.w, near.y - GAP - top)
    return replace(laid, near=near, far=far, board=board)


def _attract_tall(plan: MatchLayout) -> MatchLayout:
    bottom = plan.actions.bottom
    none = Box(plan.actions.x, bottom, plan.actions.w, 0.0)
    wide = plan.menu.right - plan.head.x
    if plan.alone:
        head = Box(plan.head.x, plan.head.y, wide, plan.head.h)
        board = Box(plan.board.x, plan.board.y, plan.board.w, bottom - plan.board.y)
        return replace(plan, head=head, board=board, actions=none, menu=none)
    bar = plan.near
    far = Box(bar.x, bottom - bar.h, bar.w, bar.h)
    near = far.moved(0.0, -bar.h - GAP / 2)
    up = MARGIN - 4 - plan.head.y
    head = Box(plan.head.x, MARGIN - 4, wide, plan.head.h)
    clock, sheet = plan.clock.moved(0.0, up), plan.sheet.moved(0.0, up)
    top = sheet.bottom + GAP
    board = Box(plan.board.x, top, plan.board.w, near.y - GAP - top)
    return replace(
        plan, head=head, clock=clock, sheet=sheet, board=board, near=near, far=far,
        actions=none, menu=none,
    )  # fmt: skip

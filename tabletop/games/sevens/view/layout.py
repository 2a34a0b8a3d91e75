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
from tabletop.ui.layout import Child, Node, column, item, padded, row
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


PHONE_BOARD_RATIO: Final = 1.46
"""The width of a board for a phone over its height: the tray is at its side, because a phone's page
has less height to spare than width, and no room is wasted."""


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


def phone_board(box: Box) -> Box:
    """The largest box of the shape of a phone's board in the middle of a box."""
    width = min(box.w, box.h * PHONE_BOARD_RATIO)
    return Box.around(box.centre, width, width / PHONE_BOARD_RATIO)


def layout_for(
    canvas: Canvas,
    other: int = 0,
    *,
    reach: bool = False,
    largest: int = 0,
    attract: bool = False,
    bars: tuple[float, float] = (0.0, 0.0),
) -> MatchLayout:
    """The layout for a canvas as the acting seat sees it, in the canvas's context.

    `other`: quarter turns clockwise from the acting seat to the other one. `reach`: everything
    touched is near the acting seat. `largest`: the larger text scale of the two seats, in percent,
    for the bars. `attract`: no buttons, and both bars one below the other at the lower edge.
    `bars`: the least heights of the near and the far bar.
    """
    largest = max(largest, canvas.context.text_scale)
    seen = canvas.with_context(canvas.context)
    return _cached_layout(seen, other % 4, reach, largest, attract, bars)


def attract_layout(canvas: Canvas, acting: Seat, largest: int = 0) -> MatchLayout:
    """The layout for attract mode: each bar stays in place whoever acts."""
    plan = layout_for(canvas, largest=largest, attract=True)
    if plan.alone or acting == 0:
        return plan
    return replace(plan, near=plan.far, far=plan.near)


@lru_cache(maxsize=16)
def _cached_layout(
    canvas: Canvas,
    other: int,
    reach: bool,
    size: int,
    attract: bool,
    bars: tuple[float, float],
) -> MatchLayout:
    alone = canvas.context.projector and other == 0
    bar = BANNER_HEIGHT if alone else _bar(canvas.context.override(text_scale=size))
    # Bars and columns reach a little further than the margin at the left and right.
    edge = MARGIN - 4
    lower, upper = (max(bar, least) for least in bars)
    side = upper + GAP if other % 2 else 0.0
    near, far = item("near", lower), item("far", upper)
    portrait = is_portrait(canvas)
    menu = item("menu", MENU_BUTTON_SIZE, cross_size=MENU_BUTTON_SIZE, align="centre")
    high = ROOM_HEAD_HEIGHT if alone and not portrait else MENU_BUTTON_SIZE
    head = row(
        "head", *(() if reach or attract else (GAP, replace(menu, align="start"))), size=high
    )
    actions = row("actions", *((GAP, menu) if reach else ()), size=ACTIONS_HEIGHT)
    last = (item("actions", 0.0),) if attract else (GAP, actions)
    if portrait:
        clock = item("clock", (canvas.width - side - 2 * MARGIN) * 0.36)
        strip = row(clock, GAP, "sheet", size=min(300.0, max(230.0, canvas.height * 0.15)))
        middle = ("board", GAP, strip) if reach else (strip, GAP, "board")
        whole = column(
            *_with_bars((head, GAP * 0.6, *middle), near, far, other, alone, attract), *last
        )
    else:
        least, most = COLUMN_WIDTH_RANGE
        sheet = item("sheet", SCORE_TABLE_HEIGHT)
        middle = (sheet, GAP, "clock") if reach else ("clock", GAP, sheet)
        beside = column(
            head,
            GAP,
            *middle,
            *last,
            size=min(most, max(least, (canvas.width - side) * 0.275)),
        )
        if attract and alone:  # the banner is above the column too
            whole = column(item("far", 0.0), near, GAP, row("board", GAP, beside))
        else:
            inner = _with_bars(("board",), near, far, other, alone, attract)
            whole = row(column(*inner), GAP, beside)
    if side:
        # The other seat's bar along the left or right edge.
        along = padded("far", (0.0, 4.0, 0.0, 4.0), size=upper)
        whole = row(along, GAP + 4, whole) if other == 1 else row(whole, GAP + 4, along)
    left, right = (edge if other == turns else MARGIN for turns in (1, 3))
    boxes = padded(whole, (left, edge, right, edge)).place(canvas.box)
    return MatchLayout(
        canvas,
        boxes["board"],
        boxes["near"],
        boxes["far"],
        boxes["head"],
        boxes["actions" if attract else "menu"],
        boxes["clock"],
        boxes["sheet"],
        boxes["actions"],
        boxes["sheet" if portrait else "clock"],
        boxes["clock" if portrait else "sheet"],
        alone,
    )


def _with_bars(
    middle: tuple[Child, ...], near: Node, far: Node, other: int, alone: bool, attract: bool
) -> tuple[Child, ...]:
    """The seats' bars above and below."""
    if alone:
        return (item("far", 0.0), near, GAP, *middle)
    if attract:
        return (*middle, GAP, near, GAP / 2, far)
    if other % 2:
        return (*middle, GAP, near)
    return (far, GAP, *middle, GAP, near)


def _bar(context: UiContext) -> float:
    """The height of a bar: two lines of text."""
    return min(MAX_BAR_HEIGHT, max(BAR_HEIGHT, context.scaled_length(BAR_HEIGHT, BODY_SIZE)))

"""Where everything on the table lies: the board, a panel at each seat, the tools."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tabletop.engine import Options
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.view import Places, Tray

MARGIN: Final = 32.0
COLUMN: Final = 300.0
"""A seat's column is at least that wide, where the window allows; the board shrinks for it."""
TOOL: Final = 92.0
"""Side of a tool button."""
GAP: Final = 18.0
LEAST_BOARD: Final = 420.0


@dataclass(frozen=True, slots=True)
class Panel:
    """The room of one seat, as if it sat at the bottom, and how it is turned."""

    box: Box
    tray: Box
    turns: int
    about: Point
    language: str = ""
    """In which the seat is spoken to; empty: in the table's."""

    @property
    def wide(self) -> bool:
        """Words and tray lie side by side."""
        return self.box.w > self.box.h * 1.25

    def as_tray(self) -> Tray:
        return Tray(self.tray, self.turns, self.about)


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything's place for one window, number of seats and way of sitting."""

    canvas: Canvas
    board: Box
    panels: tuple[Panel, ...]
    menu_tools: Box
    """A row for the menu, undo and hint buttons."""
    walk_tools: Box
    """A row for the buttons that step through the plies."""
    notice: Box
    """Where a word to everybody is shown for a while."""

    def spoken_in(self, languages: Sequence[str]) -> "Layout":
        """The same with each seat's language."""
        panels = zip(self.panels, languages, strict=True)
        return replace(self, panels=tuple(replace(panel, language=own) for panel, own in panels))

    def language_at(self, turns: int) -> str:
        """The language of the side that is turned so: of the first seat there that has its own."""
        own = (panel.language for panel in self.panels if panel.turns == turns and panel.language)
        return next(own, "")

    def places(self, options: Options) -> Places:
        """The places of a view."""
        trays = {seat: panel.as_tray() for seat, panel in enumerate(self.panels)}
        return Places(self.canvas, self.board, trays, options, len(self.panels))


def layout(canvas: Canvas, sides: Sequence[int], tray: float) -> Layout:
    """The layout of a match with seats at these edges (`Setup.around`).

    `tray` is the height that the view wants at each seat.
    """
    seats, facing = len(sides), any(sides)
    tall = canvas.height > canvas.width * 1.12
    return _tall(canvas, seats, facing, tray) if tall else _broad(canvas, seats, facing, tray)


def _broad(canvas: Canvas, seats: int, facing: bool, tray: float) -> Layout:
    width, height = canvas.width, canvas.height
    side = min(height - 2 * MARGIN, max(LEAST_BOARD, width - 2 * (COLUMN + 2 * MARGIN)))
    board = Box.around((width / 2, height / 2), side, side)
    column = board.x - 2 * MARGIN
    full = height - 2 * MARGIN - TOOL - GAP
    left = Box(MARGIN, MARGIN, column, full)
    right = Box(board.right + MARGIN, MARGIN, column, full)
    centre = canvas.box.centre
    upside = 2 if facing else 0
    if facing:
        right_walk = Box(right.x, MARGIN, column, TOOL)
    else:
        right_walk = Box(right.x, height - MARGIN - TOOL, column, TOOL)
    if seats == 2:
        boxes = [(left, 0), (left if facing else right, upside)]
    else:
        half = (full - GAP) / 2
        lower = Box(left.x, left.y + half + GAP, column, half)
        upper = Box(left.x, left.y, column, half)
        far = Box(right.x, right.y, column, half)
        near = Box(right.x, right.y + half + GAP, column, half)
        if facing:
            # Turned about the middle, each far seat's panel is the opposite near one's.
            boxes = [(lower, 0), (near.moved(0, 0), 2), (lower, 2), (near, 0)]
            right_walk = Box(right.x, height - MARGIN - TOOL, column, TOOL)
            boxes[1] = (Box(near.x, height - MARGIN - half, column, half), 2)
            boxes[2] = (Box(left.x, height - MARGIN - half, column, half), 2)
        else:
            boxes = [(lower, 0), (upper, 0), (far, 0), (near, 0)]
    panels = tuple(_panel(box, turns, centre, tray) for box, turns in boxes[:seats])
    return Layout(
        canvas,
        board,
        panels,
        Box(MARGIN, height - MARGIN - TOOL, column, TOOL),
        right_walk,
        Box(board.x + side * 0.08, board.y + 8, side * 0.84, 84),
    )


def _tall(canvas: Canvas, seats: int, facing: bool, tray: float) -> Layout:
    width, height = canvas.width, canvas.height
    room = 250.0 + TOOL
    side = min(width - 2 * 20, max(LEAST_BOARD, height - 2 * (room + 2 * MARGIN)))
    board = Box.around((width / 2, height / 2), side, side)
    strip = board.y - 2 * MARGIN
    own = strip - TOOL - GAP
    centre = canvas.box.centre
    upside = 2 if facing else 0
    below = Box(MARGIN, board.bottom + MARGIN, width - 2 * MARGIN, own)
    above = Box(MARGIN, MARGIN + TOOL + GAP, width - 2 * MARGIN, own)
    if seats == 2:
        boxes = [(below, 0), (below if facing else above, upside)]
    else:
        half = (below.w - GAP) / 2
        boxes = [
            (Box(below.x, below.y, half, own), 0),
            (Box(above.x, above.y, half, own), 0),
            (Box(above.x + half + GAP, above.y, half, own), 0),
            (Box(below.x + half + GAP, below.y, half, own), 0),
        ]
        if facing:
            boxes[1] = (Box(below.x + half + GAP, below.y, half, own), 2)
            boxes[2] = (Box(below.x, below.y, half, own), 2)
    panels = tuple(_panel(box, turns, centre, tray) for box, turns in boxes[:seats])
    return Layout(
        canvas,
        board,
        panels,
        Box(MARGIN, height - MARGIN - TOOL, 3 * TOOL + 2 * GAP, TOOL),
        Box(width - MARGIN - 4 * TOOL - 3 * GAP, height - MARGIN - TOOL, 4 * TOOL + 3 * GAP, TOOL),
        Box(MARGIN, MARGIN, width - 2 * MARGIN, TOOL - GAP),
    )


def _panel(box: Box, turns: int, about: Point, tray: float) -> Panel:
    inside = box.inset(20)
    if box.w > box.h * 1.25:
        width = min(inside.w * 0.45, 460.0)
        height = min(tray, inside.h)
        tray_box = Box(inside.right - width, inside.bottom - height, width, height)
    else:
        # A tall tray has words of its own at its foot, and may take the room of some others.
        height = min(tray, inside.h * (0.34 if tray < 300 else 0.4))
        tray_box = Box(inside.x, inside.bottom - height, inside.w, height)
    return Panel(box, tray_box, turns, about)

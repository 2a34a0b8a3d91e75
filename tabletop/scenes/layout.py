"""Where everything on the table lies: the board, a panel at each seat, the tools."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

from tabletop.engine import Options
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.frame import turn_point
from tabletop.ui.lettering import grown
from tabletop.ui.reach import near
from tabletop.ui.theme import BODY_SIZE
from tabletop.ui.view import Places, Tray

MARGIN: Final = 32.0
COLUMN: Final = 300.0
"""A seat's column is at least that wide, where the window allows; the board shrinks for it."""
STRIP: Final = 250.0
"""The same of a seat's strip below or above the board of a tall window, without its tools."""
MOST_GROWN: Final = 1.35
"""For larger words the board shrinks until those are so many times as wide, but not further."""
TOOL: Final = 92.0
"""Side of a tool button."""
GAP: Final = 18.0
LEAST_BOARD: Final = 420.0
NOTICE: Final = 80.0
"""The height of a word to everybody over a board. It stands as high as it can, over the board's
rim: the outermost places are in play too."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The room of one seat, as if it sat at the bottom, and how it is turned."""

    box: Box
    tray: Box
    turns: int
    about: Point
    language: str = ""
    """In which the seat is spoken to; empty: in the table's."""
    percent: int = 0
    """How large the words for the seat are; 0: as large as the table's."""
    tools: Box | None = None
    """The room for the table's tools at the seat's own edge, in reach mode (`reach.py`)."""

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
    menu_turns: int = 0
    """Quarter turns of the first row of tools about the middle of the table."""
    walk_turns: int = 0

    def spoken_in(self, languages: Sequence[str]) -> "Layout":
        """The same with each seat's language."""
        panels = zip(self.panels, languages, strict=True)
        return replace(self, panels=tuple(replace(panel, language=own) for panel, own in panels))

    def sized(self, sizes: Sequence[int]) -> "Layout":
        """The same with each seat's text size in percent; 0 is the table's."""
        panels = zip(self.panels, sizes, strict=True)
        return replace(self, panels=tuple(replace(panel, percent=own) for panel, own in panels))

    @property
    def sides(self) -> tuple[int, ...]:
        """The edges at which somebody sits, each once, clockwise from the near one."""
        return tuple(sorted({panel.turns for panel in self.panels}))

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
    tall = canvas.height > canvas.width * 1.12
    return _tall(canvas, sides, tray) if tall else _broad(canvas, sides, tray)


def _for_words(length: float) -> float:
    """A seat's room, as much wider as words are larger and the board can spare."""
    return min(grown(length, BODY_SIZE), MOST_GROWN * length)


def corners_of(sides: Sequence[int], *, tall: bool) -> tuple[int, ...]:
    """Which corner of the table each seat's panel lies at, by seat.

    Corners are counted clockwise from the near left one, so corner n touches the edges n and n + 1,
    and is the left corner of whoever sits at edge n. Beside the board there are two wings with two
    corners each; whoever is alone in a wing has it whole. Of all ways to share out the corners the
    one is taken with the least strain (`_strain`), of equal ones that which goes clockwise from
    the near left corner.
    """
    wings = (0, 2) if tall else (1, 3)
    ways = permutations(range(4), len(sides))
    return min(ways, key=lambda way: _strain(way, sides, wings))


def _strain(way: Sequence[int], sides: Sequence[int], wings: tuple[int, int]) -> float:
    """How far from the best a way to share out the corners is.

    Nobody should be away from their edge; nobody should share a wing that lies at their own edge,
    where they would have less than the length of it; and a left corner is a little better than a
    right one, so that panels stay where they are when people change colours.
    """
    strain = 0.0
    shared = 0
    for corner, side in zip(way, sides, strict=True):
        other = _beside(corner, wings)
        alone = other not in way
        shared += not alone
        room = (corner, other) if alone else (corner,)
        if side not in room:
            strain += 0.1 if (side - 1) % 4 in room else 1.0
        if side in wings and side in (corner, (corner + 1) % 4) and not alone:
            strain += 0.5
    # Two never crowd into one wing while the other is empty.
    return strain + (9.0 if shared == len(sides) == 2 else 0.0)


def _beside(corner: int, wings: tuple[int, int]) -> int:
    """The other corner of the same wing; a wing at edge n has the corners n - 1 and n."""
    return (corner - 1) % 4 if corner in wings else (corner + 1) % 4


def _broad(canvas: Canvas, sides: Sequence[int], tray: float) -> Layout:
    """The wings stand left and right of the board, with tools at their ends."""
    width, height = canvas.width, canvas.height
    least = _for_words(COLUMN)
    side = min(height - 2 * MARGIN, max(LEAST_BOARD, width - 2 * (least + 2 * MARGIN)))
    board = Box.around((width / 2, height / 2), side, side)
    column = board.x - 2 * MARGIN
    full = height - 2 * MARGIN - TOOL - GAP
    left = Box(MARGIN, MARGIN, column, full)
    right = Box(board.right + MARGIN, MARGIN, column, full)
    corners = corners_of(sides, tall=False)
    walk = Box(right.x, height - MARGIN - TOOL, column, TOOL)
    at_right = [side for corner, side in zip(corners, sides, strict=True) if corner in (2, 3)]
    if at_right == [2]:
        # Face to face the two wings mirror each other about the middle of the table.
        right = right.moved(0, TOOL + GAP)
        walk = Box(right.x, MARGIN, column, TOOL)

    def room(corner: int) -> Box:
        wing = left if corner in (0, 1) else right
        if _beside(corner, (1, 3)) not in corners:
            return wing
        half = (wing.h - GAP) / 2
        return Box(wing.x, wing.y if corner in (1, 2) else wing.y + half + GAP, wing.w, half)

    return Layout(
        canvas,
        board,
        _panels(canvas, sides, [room(corner) for corner in corners], tray),
        Box(MARGIN, height - MARGIN - TOOL, column, TOOL),
        walk,
        Box(board.x + side * 0.08, board.y + 8 if board.y > NOTICE else 4, side * 0.84, NOTICE),
    )


def _tall(canvas: Canvas, sides: Sequence[int], tray: float) -> Layout:
    """The wings lie below and above the board, tools at the near edge, words at the far one."""
    width, height = canvas.width, canvas.height
    strip = _for_words(STRIP) + TOOL
    if near() and len(sides) > 2:
        strip += TOOL + GAP  # each has the tools at the own edge
    side = min(width - 2 * 20, max(LEAST_BOARD, height - 2 * (strip + 2 * MARGIN)))
    board = Box.around((width / 2, height / 2), side, side)
    own = board.y - 2 * MARGIN - TOOL - GAP
    below = Box(MARGIN, board.bottom + MARGIN, width - 2 * MARGIN, own)
    above = Box(MARGIN, MARGIN + TOOL + GAP, width - 2 * MARGIN, own)
    corners = corners_of(sides, tall=True)

    def room(corner: int) -> Box:
        wing = below if corner in (3, 0) else above
        if _beside(corner, (0, 2)) not in corners:
            return wing
        half = (wing.w - GAP) / 2
        return Box(wing.x if corner in (0, 1) else wing.x + half + GAP, wing.y, half, wing.h)

    return Layout(
        canvas,
        board,
        _panels(canvas, sides, [room(corner) for corner in corners], tray),
        Box(MARGIN, height - MARGIN - TOOL, 3 * TOOL + 2 * GAP, TOOL),
        Box(width - MARGIN - 4 * TOOL - 3 * GAP, height - MARGIN - TOOL, 4 * TOOL + 3 * GAP, TOOL),
        Box(MARGIN, MARGIN, width - 2 * MARGIN, TOOL - GAP),
    )


def _panels(
    canvas: Canvas, sides: Sequence[int], rooms: Sequence[Box], tray: float
) -> tuple[Panel, ...]:
    """The panels that lie in these rooms of the table, each turned to its seat."""
    about = canvas.box.centre
    panels = []
    for side, room in zip(sides, rooms, strict=True):
        size = (room.w, room.h) if side % 2 == 0 else (room.h, room.w)
        box = Box.around(turn_point(room.centre, -side, about), *size)
        panels.append(_panel(box, side, about, tray))
    return tuple(panels)


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

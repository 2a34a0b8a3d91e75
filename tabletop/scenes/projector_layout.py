"""Where everything lies that a room looks at: a banner across the top, the board below it.

The seats stand at the board's sides, all upright, for the room is at one side of the picture. What
can be touched stays away from the picture's edges, where walls, beamers and long arms end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.scenes.layout import Layout, Panel, layout
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.lettering import least

SAFE: Final = 0.05
"""The share of the picture at each of its edges in which nothing can be touched."""
EDGE: Final = 28.0
"""What is only seen may come so near to them."""
BELOW: Final = 48.0
"""Below the board, where a line about the devices has its room."""
BANNER: Final = 196.0
APART: Final = 40.0
"""Between the banner and the board, where the bar of the chances has its room."""
PAD: Final = 22.0
GAP: Final = 18.0
COLUMN: Final = 340.0
"""A seat's column is at least that wide, where the window allows; the board shrinks for it."""
LEAST_BOARD: Final = 280.0
TOOL: Final = 92.0

STONE: Final = 62.0
"""The radius of a seat's stone, which is its mark for the room."""
SMALL_STONE: Final = 42.0
NAME: Final = 66.0
"""The height of a name's line."""
LINE: Final = 57.0
"""The same in a small panel."""
TALL_BUTTON: Final = 116.0
BUTTON_GAP: Final = 14.0
LOW_TRAY: Final = 82.0
"""The height of a tray in a small panel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLayout(Layout):
    """Everything's place in projector mode."""

    banner: Box
    """Where the room is told whose turn it is, and what happened."""


def safe_area(canvas: Canvas) -> Box:
    """The part of the picture in which a page for a room has what can be touched."""
    across, down = canvas.width * SAFE, canvas.height * (SAFE + 0.01)
    return Box(across, down, canvas.width - 2 * across, canvas.height - 2 * down)


def laid_out(canvas: Canvas, sides: Sequence[int], tray: float) -> Layout:
    """The layout of a match: for a room in projector mode, else for people round the table."""
    return room_layout(canvas, len(sides), tray) if least() else layout(canvas, sides, tray)


def room_layout(canvas: Canvas, seats: int, tray: float) -> RoomLayout:
    """The layout for a room; `tray` is the height that the view wants at each seat."""
    tall = canvas.height > canvas.width * 1.12
    return _tall(canvas, seats, tray) if tall else _broad(canvas, seats, tray)


def _broad(canvas: Canvas, seats: int, tray: float) -> RoomLayout:
    width, height = canvas.width, canvas.height
    banner = Box(EDGE, EDGE, width - 2 * EDGE, BANNER)
    top, bottom = banner.bottom + APART, height * (1 - SAFE)
    outside = width * SAFE - PAD
    side = width - 2 * (outside + COLUMN + GAP)
    side = min(height - BELOW - top, max(LEAST_BOARD, side))
    board = Box((width - side) / 2, top, side, side)
    column = board.x - GAP - outside
    full = bottom - TOOL - GAP - top
    left, right = Box(outside, top, column, full), Box(board.right + GAP, top, column, full)
    if seats == 2:
        boxes = [left, right]
    else:
        half = (full - GAP) / 2
        lower = [Box(box.x, top + half + GAP, column, half) for box in (left, right)]
        upper = [Box(box.x, top, column, half) for box in (left, right)]
        boxes = [lower[0], upper[0], upper[1], lower[1]]
    inner = column - PAD
    return RoomLayout(
        canvas,
        board,
        tuple(_panel(canvas, box, tray) for box in boxes[:seats]),
        Box(outside + PAD, bottom - TOOL, inner, TOOL),
        Box(right.x, bottom - TOOL, inner, TOOL),
        banner,
        banner=banner,
    )


def _tall(canvas: Canvas, seats: int, tray: float) -> RoomLayout:
    width, height = canvas.width, canvas.height
    banner = Box(EDGE, EDGE, width - 2 * EDGE, BANNER * 1.4)
    top, bottom = banner.bottom + APART, height * (1 - SAFE)
    outside = width * SAFE - PAD
    rows = 1 if seats == 2 else 2
    wanted = (556.0 if rows == 1 else 660.0) + rows * GAP + TOOL + GAP
    side = min(width - 2 * outside, max(LEAST_BOARD, bottom - top - wanted))
    board = Box((width - side) / 2, top, side, side)
    under = board.bottom + GAP
    across = (width - 2 * outside - GAP) / 2
    each = (bottom - TOOL - GAP - under - (rows - 1) * GAP) / rows
    columns = (outside, outside + across + GAP)
    lines = [under + row * (each + GAP) for row in range(rows)]
    boxes = [Box(x, y, across, each) for y in reversed(lines) for x in columns]
    if seats > 2:
        boxes = [boxes[0], boxes[2], boxes[3], boxes[1]]
    inner = across - PAD
    return RoomLayout(
        canvas,
        board,
        tuple(_panel(canvas, box, tray) for box in boxes[:seats]),
        Box(outside + PAD, bottom - TOOL, inner, TOOL),
        Box(outside + across + GAP, bottom - TOOL, inner, TOOL),
        banner,
        banner=banner,
    )


def _panel(canvas: Canvas, box: Box, tray: float) -> Panel:
    inside = box.inset(PAD)
    height = min(tray, LOW_TRAY if is_small(box) else inside.h * 0.44)
    place = Box(inside.x, inside.bottom - height, inside.w, height)
    return Panel(box, place, 0, canvas.box.centre)


# -- in a panel ---------------------------------------------------------------------------------


def is_small(box: Box) -> bool:
    """Whether a panel is so low that its stone and its name share a row."""
    return box.h < 480


def room_head(panel: Panel) -> Box:
    """Where the seat's stone, name and clock lie; touching them asks who plays there."""
    inside = panel.box.inset(PAD)
    height = 2 * LINE if is_small(panel.box) else 2 * STONE + NAME + 8
    return Box(inside.x, inside.y, inside.w, min(height, inside.h))


def room_buttons(panel: Panel, has_tray: bool, count: int) -> list[Box]:
    """Where so many buttons of a seat lie: its choices, and last its call."""
    inside, head = panel.box.inset(PAD), room_head(panel)
    top = head.bottom + BUTTON_GAP
    bottom = panel.tray.y - BUTTON_GAP if has_tray else inside.bottom
    room = Box(inside.x, top, inside.w, max(8.0, bottom - top))
    if is_small(panel.box):
        width = (room.w - BUTTON_GAP * (count - 1)) / max(1, count)
        height = min(TALL_BUTTON, room.h)
        y = room.bottom - height
        return [Box(room.x + i * (width + BUTTON_GAP), y, width, height) for i in range(count)]
    height = min(TALL_BUTTON, (room.h - BUTTON_GAP * (count - 1)) / max(1, count))
    first = room.bottom - count * height - (count - 1) * BUTTON_GAP
    return [Box(room.x, first + i * (height + BUTTON_GAP), room.w, height) for i in range(count)]

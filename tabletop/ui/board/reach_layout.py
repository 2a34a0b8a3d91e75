"""Reach mode in a match: the table's tools lie at the edge of the seat that is to move."""

from dataclasses import replace
from typing import Final

from tabletop.engine import Seat
from tabletop.ui.board.table_layout import GAP, MARGIN, TOOL_SIZE, Panel, TableLayout
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import turn_point

TOOLS_PER_ROW: Final = 8
"""Tools of both rows: menu, undo, hint, question, and four that walk through the plies."""
MIN_TOOL_SIZE: Final = 62.0
"""A smaller tool than this gets a second row, where there is room for one."""
LOW_PANEL_HEIGHT: Final = 560.0
"""A panel lower than this keeps its words and has only one row of tools."""
TRAY_SHARE: Final = 0.4
MIN_TRAY_SHARE: Final = 0.6
"""A tray keeps at least so much of its height."""


def reserve_tool_space(plan: TableLayout) -> TableLayout:
    """The layout with room for the tools at each seat's own edge.

    The corners where tools lie otherwise go to the panels beside them. Where somebody sits at the
    near edge whose panel lies elsewhere, those corners stay what they are, for all who sit there.
    """
    corners = any(not panel.turns and not _is_near(panel, plan) for panel in plan.panels)
    freed = () if corners else _freed_rows(plan)
    panels = (
        panel if corners and not panel.turns else _shortened(_extended(panel, freed))
        for panel in plan.panels
    )
    return replace(plan, panels=tuple(panels))


def tools_at_seat(plan: TableLayout, seat: Seat) -> TableLayout:
    """The layout with the tools in that seat's room for them, turned to it."""
    panel = plan.panels[seat]
    room = panel.tools
    if room is None:
        return plan
    rows = _rows(room)
    if rows == 1 and not _is_broad(room):  # looking back stays in its corner
        return replace(plan, menu_tools=room, menu_turns=panel.turns)
    menu, walk = _halves(room) if rows == 1 else _two_lines(room)
    return replace(
        plan, menu_tools=menu, walk_tools=walk, menu_turns=panel.turns, walk_turns=panel.turns
    )


def _is_near(panel: Panel, plan: TableLayout) -> bool:
    """Whether nothing but tools lies between a panel and the near edge."""
    return panel.box.bottom + TOOL_SIZE + GAP + MARGIN > plan.canvas.height - 1


def _freed_rows(plan: TableLayout) -> tuple[Box, ...]:
    """The rows of tools that go to the seats: that for looking back only where all have room."""
    both = all(_is_broad(panel.box) or panel.box.h >= LOW_PANEL_HEIGHT for panel in plan.panels)
    return (plan.menu_tools, plan.walk_tools) if both else (plan.menu_tools,)


def _extended(panel: Panel, freed: tuple[Box, ...]) -> Panel:
    """The panel with the rows that lie just below or above it, as everybody sees it."""
    seen = _turned(panel.box, panel.turns, panel)
    for tools in freed:
        beside = tools.x < seen.right - 1 and seen.x < tools.right - 1
        if beside and abs(seen.bottom + GAP - tools.y) < 1:
            seen = Box(seen.x, seen.y, seen.w, tools.bottom - seen.y)
        elif beside and abs(tools.bottom + GAP - seen.y) < 1:
            seen = Box(seen.x, tools.y, seen.w, seen.bottom - tools.y)
    box = _turned(seen, -panel.turns, panel)
    grown = box.bottom - panel.box.bottom
    return replace(panel, box=box, tray=panel.tray.moved(0, grown))


def _turned(box: Box, turns: int, panel: Panel) -> Box:
    size = (box.w, box.h) if turns % 2 == 0 else (box.h, box.w)
    return Box.around(turn_point(box.centre, turns, panel.about), *size)


def _shortened(panel: Panel) -> Panel:
    """The panel made shorter by the room for the tools, which lies below it."""
    box = panel.box
    rows = 1 if _is_broad(box) or box.h < LOW_PANEL_HEIGHT else 2
    each = min(TOOL_SIZE, (box.w - 3 * GAP) / 4) if not _is_broad(box) else TOOL_SIZE
    high = rows * each + (rows - 1) * GAP
    short = Box(box.x, box.y, box.w, box.h - high - GAP)
    below = box.bottom - panel.tray.bottom
    most = max(MIN_TRAY_SHARE * panel.tray.h, short.h - 40 if panel.wide else TRAY_SHARE * short.h)
    height = min(panel.tray.h, most, max(1.0, short.h - 40))
    tray = Box(panel.tray.x, short.bottom - below - height, panel.tray.w, height)
    tools = Box(box.x, box.bottom - high, box.w, high)
    return replace(panel, box=short, tray=tray, tools=tools)


def _is_broad(box: Box) -> bool:
    """Whether all tools fit side by side."""
    return box.w >= TOOLS_PER_ROW * MIN_TOOL_SIZE + (TOOLS_PER_ROW - 1) * GAP


def _rows(room: Box) -> int:
    return 1 if room.h <= TOOL_SIZE + 1 else 2


def _halves(room: Box) -> tuple[Box, Box]:
    width = (room.w - GAP) / 2
    return Box(room.x, room.y, width, room.h), Box(room.right - width, room.y, width, room.h)


def _two_lines(room: Box) -> tuple[Box, Box]:
    """Walking above, for it is the other one that is wanted most."""
    height = (room.h - GAP) / 2
    upper = Box(room.x, room.y, room.w, height)
    return Box(room.x, room.bottom - height, room.w, height), upper

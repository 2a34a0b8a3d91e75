"""The layout of the table: the board, a panel at each seat, the tools.

In projector mode a banner is at the top, the board below it, and the panels are at the board's
sides, all upright. What can be touched stays away from the picture's edges. In reach mode the
tools are at the edge of the seat that is to move.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

from tabletop.engine import Options, Seat
from tabletop.ui.board.view import Tray, ViewLayout
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import turn_point
from tabletop.ui.theme.theme import BODY_SIZE

MARGIN: Final = 32.0
MIN_COLUMN: Final = 300.0
"""A seat's column is at least that wide, where the window allows; the board shrinks for it."""
MIN_STRIP: Final = 250.0
"""The same of a seat's strip below or above the board of a tall window, without its tools."""
MAX_GROWTH: Final = 1.35
"""For larger words the board shrinks until those are so many times as wide, but not further."""
TOOL_SIZE: Final = 92.0
"""Side of a tool button."""
GAP: Final = 18.0
MIN_BOARD: Final = 420.0
NOTICE_HEIGHT: Final = 80.0
"""The height of a word to everybody over a board. It stands as high as it can, over the board's
rim: the outermost places are in play too."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The room of one seat, as if it sat at the bottom, and how it is turned."""

    box: Box
    tray: Box
    turns: int
    about: Point
    context: UiContext
    """The seat's own."""
    language: str = ""
    """In which the seat is spoken to; empty: in the table's."""
    text_scale: int = 0
    """How large the words for the seat are; 0: as large as the table's."""
    tools: Box | None = None
    """The room for the table's tools at the seat's own edge, in reach mode."""

    @property
    def wide(self) -> bool:
        """Words and tray lie side by side."""
        return self.box.w > self.box.h * 1.25

    def as_tray(self) -> Tray:
        return Tray(self.tray, self.turns, self.about)


def _with_preferences(panel: Panel, language: str, text_scale: int) -> Panel:
    context = panel.context.override(language=language, text_scale=text_scale)
    return replace(panel, language=language, text_scale=text_scale, context=context)


@dataclass(frozen=True, slots=True)
class TableLayout:
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

    def with_languages(self, languages: Sequence[str]) -> "TableLayout":
        """The same with each seat's language."""
        panels = zip(self.panels, languages, strict=True)
        return replace(
            self,
            panels=tuple(_with_preferences(panel, own, panel.text_scale) for panel, own in panels),
        )

    def sized(self, sizes: Sequence[int]) -> "TableLayout":
        """The same with each seat's text size in percent; 0 is the table's."""
        panels = zip(self.panels, sizes, strict=True)
        return replace(
            self,
            panels=tuple(_with_preferences(panel, panel.language, own) for panel, own in panels),
        )

    @property
    def sides(self) -> tuple[int, ...]:
        """The edges at which somebody sits, each once, clockwise from the near one."""
        return tuple(sorted({panel.turns for panel in self.panels}))

    def language_at(self, turns: int) -> str:
        """The language of the side that is turned so: of the first seat there that has its own."""
        own = (panel.language for panel in self.panels if panel.turns == turns and panel.language)
        return next(own, "")

    def places(self, options: Options) -> ViewLayout:
        """The places of a view."""
        trays = {seat: panel.as_tray() for seat, panel in enumerate(self.panels)}
        return ViewLayout(self.canvas, self.board, trays, options, len(self.panels))


def table_layout(canvas: Canvas, sides: Sequence[int], tray: float) -> TableLayout:
    """The layout of a match with seats at these edges (`Setup.around`).

    `tray` is the height that the view wants at each seat.
    """
    tall = canvas.height > canvas.width * 1.12
    return _table_portrait(canvas, sides, tray) if tall else _table_landscape(canvas, sides, tray)


def _for_words(context: UiContext, length: float) -> float:
    """A seat's room, as much wider as words are larger and the board can spare."""
    return min(context.scaled_length(length, BODY_SIZE), MAX_GROWTH * length)


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


def _table_landscape(canvas: Canvas, sides: Sequence[int], tray: float) -> TableLayout:
    """The wings stand left and right of the board, with tools at their ends."""
    width, height = canvas.width, canvas.height
    least = _for_words(canvas.context, MIN_COLUMN)
    side = min(height - 2 * MARGIN, max(MIN_BOARD, width - 2 * (least + 2 * MARGIN)))
    board = Box.around((width / 2, height / 2), side, side)
    column = board.x - 2 * MARGIN
    full = height - 2 * MARGIN - TOOL_SIZE - GAP
    left = Box(MARGIN, MARGIN, column, full)
    right = Box(board.right + MARGIN, MARGIN, column, full)
    corners = corners_of(sides, tall=False)
    walk = Box(right.x, height - MARGIN - TOOL_SIZE, column, TOOL_SIZE)
    at_right = [side for corner, side in zip(corners, sides, strict=True) if corner in (2, 3)]
    if at_right == [2]:
        # Face to face the two wings mirror each other about the middle of the table.
        right = right.moved(0, TOOL_SIZE + GAP)
        walk = Box(right.x, MARGIN, column, TOOL_SIZE)

    def room(corner: int) -> Box:
        wing = left if corner in (0, 1) else right
        if _beside(corner, (1, 3)) not in corners:
            return wing
        half = (wing.h - GAP) / 2
        return Box(wing.x, wing.y if corner in (1, 2) else wing.y + half + GAP, wing.w, half)

    return TableLayout(
        canvas,
        board,
        _panels(canvas, sides, [room(corner) for corner in corners], tray),
        Box(MARGIN, height - MARGIN - TOOL_SIZE, column, TOOL_SIZE),
        walk,
        Box(
            board.x + side * 0.08,
            board.y + 8 if board.y > NOTICE_HEIGHT else 4,
            side * 0.84,
            NOTICE_HEIGHT,
        ),
    )


def _table_portrait(canvas: Canvas, sides: Sequence[int], tray: float) -> TableLayout:
    """The wings lie below and above the board, tools at the near edge, words at the far one."""
    width, height = canvas.width, canvas.height
    strip = _for_words(canvas.context, MIN_STRIP) + TOOL_SIZE
    if canvas.context.reach and len(sides) > 2:
        strip += TOOL_SIZE + GAP  # each has the tools at the own edge
    side = min(width - 2 * 20, max(MIN_BOARD, height - 2 * (strip + 2 * MARGIN)))
    board = Box.around((width / 2, height / 2), side, side)
    own = board.y - 2 * MARGIN - TOOL_SIZE - GAP
    below = Box(MARGIN, board.bottom + MARGIN, width - 2 * MARGIN, own)
    above = Box(MARGIN, MARGIN + TOOL_SIZE + GAP, width - 2 * MARGIN, own)
    corners = corners_of(sides, tall=True)

    def room(corner: int) -> Box:
        wing = below if corner in (3, 0) else above
        if _beside(corner, (0, 2)) not in corners:
            return wing
        half = (wing.w - GAP) / 2
        return Box(wing.x if corner in (0, 1) else wing.x + half + GAP, wing.y, half, wing.h)

    return TableLayout(
        canvas,
        board,
        _panels(canvas, sides, [room(corner) for corner in corners], tray),
        Box(MARGIN, height - MARGIN - TOOL_SIZE, 3 * TOOL_SIZE + 2 * GAP, TOOL_SIZE),
        Box(
            width - MARGIN - 4 * TOOL_SIZE - 3 * GAP,
            height - MARGIN - TOOL_SIZE,
            4 * TOOL_SIZE + 3 * GAP,
            TOOL_SIZE,
        ),
        Box(MARGIN, MARGIN, width - 2 * MARGIN, TOOL_SIZE - GAP),
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
        panels.append(_table_panel(canvas, box, side, tray))
    return tuple(panels)


def _table_panel(canvas: Canvas, box: Box, turns: int, tray: float) -> Panel:
    inside = box.inset(20)
    if box.w > box.h * 1.25:
        width = min(inside.w * 0.45, 460.0)
        height = min(tray, inside.h)
        tray_box = Box(inside.right - width, inside.bottom - height, width, height)
    else:
        # A tall tray has words of its own at its foot, and may take the room of some others.
        height = min(tray, inside.h * (0.34 if tray < 300 else 0.4))
        tray_box = Box(inside.x, inside.bottom - height, inside.w, height)
    return Panel(box, tray_box, turns, canvas.box.centre, canvas.context)


SAFE_SHARE: Final = 0.05
"""The share of the picture at each of its edges in which nothing can be touched."""
SCREEN_EDGE: Final = 28.0
"""What is only seen may come so near to them."""
STATUS_LINE_HEIGHT: Final = 48.0
"""Below the board, where a line about the devices has its room."""
BANNER_HEIGHT: Final = 196.0
BANNER_GAP: Final = 40.0
"""Between the banner and the board, where the bar of the chances has its room."""
PROJECTOR_PAD: Final = 22.0
PROJECTOR_GAP: Final = 18.0
PROJECTOR_MIN_COLUMN: Final = 340.0
"""A seat's column is at least that wide, where the window allows; the board shrinks for it."""
PROJECTOR_MIN_BOARD: Final = 280.0
PROJECTOR_TOOL_SIZE: Final = 92.0

STONE: Final = 62.0
"""The radius of a seat's stone, which is its mark for the room."""
SMALL_STONE: Final = 42.0
NAME: Final = 66.0
"""The height of a name's line."""
LINE: Final = 57.0
"""The same in a small panel."""
TALL_BUTTON: Final = 116.0
BUTTON_GAP: Final = 14.0
LOW_TRAY_HEIGHT: Final = 82.0
"""The height of a tray in a small panel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectorLayout(TableLayout):
    """Everything's place in projector mode."""

    banner: Box
    """Where the room is told whose turn it is, and what happened."""


def safe_area(canvas: Canvas) -> Box:
    """The part of the picture in which a page for a room has what can be touched."""
    across, down = canvas.width * SAFE_SHARE, canvas.height * (SAFE_SHARE + 0.01)
    return Box(across, down, canvas.width - 2 * across, canvas.height - 2 * down)


def match_layout(canvas: Canvas, sides: Sequence[int], tray: float) -> TableLayout:
    """The layout of a match: for a room in projector mode, else for people round the table."""
    return (
        projector_layout(canvas, len(sides), tray)
        if canvas.context.projector
        else table_layout(canvas, sides, tray)
    )


def projector_layout(canvas: Canvas, seats: int, tray: float) -> ProjectorLayout:
    """The layout for a room; `tray` is the height that the view wants at each seat."""
    tall = canvas.height > canvas.width * 1.12
    return (
        _projector_portrait(canvas, seats, tray)
        if tall
        else _projector_landscape(canvas, seats, tray)
    )


def _projector_landscape(canvas: Canvas, seats: int, tray: float) -> ProjectorLayout:
    width, height = canvas.width, canvas.height
    banner = Box(SCREEN_EDGE, SCREEN_EDGE, width - 2 * SCREEN_EDGE, BANNER_HEIGHT)
    top, bottom = banner.bottom + BANNER_GAP, height * (1 - SAFE_SHARE)
    outside = width * SAFE_SHARE - PROJECTOR_PAD
    side = width - 2 * (outside + PROJECTOR_MIN_COLUMN + PROJECTOR_GAP)
    side = min(height - STATUS_LINE_HEIGHT - top, max(PROJECTOR_MIN_BOARD, side))
    board = Box((width - side) / 2, top, side, side)
    column = board.x - PROJECTOR_GAP - outside
    full = bottom - PROJECTOR_TOOL_SIZE - PROJECTOR_GAP - top
    left, right = (
        Box(outside, top, column, full),
        Box(board.right + PROJECTOR_GAP, top, column, full),
    )
    if seats == 2:
        boxes = [left, right]
    else:
        half = (full - PROJECTOR_GAP) / 2
        lower = [Box(box.x, top + half + PROJECTOR_GAP, column, half) for box in (left, right)]
        upper = [Box(box.x, top, column, half) for box in (left, right)]
        boxes = [lower[0], upper[0], upper[1], lower[1]]
    inner = column - PROJECTOR_PAD
    return ProjectorLayout(
        canvas,
        board,
        tuple(_projector_panel(canvas, box, tray) for box in boxes[:seats]),
        Box(outside + PROJECTOR_PAD, bottom - PROJECTOR_TOOL_SIZE, inner, PROJECTOR_TOOL_SIZE),
        Box(right.x, bottom - PROJECTOR_TOOL_SIZE, inner, PROJECTOR_TOOL_SIZE),
        banner,
        banner=banner,
    )


def _projector_portrait(canvas: Canvas, seats: int, tray: float) -> ProjectorLayout:
    width, height = canvas.width, canvas.height
    banner = Box(SCREEN_EDGE, SCREEN_EDGE, width - 2 * SCREEN_EDGE, BANNER_HEIGHT * 1.4)
    top, bottom = banner.bottom + BANNER_GAP, height * (1 - SAFE_SHARE)
    outside = width * SAFE_SHARE - PROJECTOR_PAD
    rows = 1 if seats == 2 else 2
    wanted = (
        (556.0 if rows == 1 else 660.0) + rows * PROJECTOR_GAP + PROJECTOR_TOOL_SIZE + PROJECTOR_GAP
    )
    side = min(width - 2 * outside, max(PROJECTOR_MIN_BOARD, bottom - top - wanted))
    board = Box((width - side) / 2, top, side, side)
    under = board.bottom + PROJECTOR_GAP
    across = (width - 2 * outside - PROJECTOR_GAP) / 2
    each = (
        bottom - PROJECTOR_TOOL_SIZE - PROJECTOR_GAP - under - (rows - 1) * PROJECTOR_GAP
    ) / rows
    columns = (outside, outside + across + PROJECTOR_GAP)
    lines = [under + row * (each + PROJECTOR_GAP) for row in range(rows)]
    boxes = [Box(x, y, across, each) for y in reversed(lines) for x in columns]
    if seats > 2:
        boxes = [boxes[0], boxes[2], boxes[3], boxes[1]]
    inner = across - PROJECTOR_PAD
    return ProjectorLayout(
        canvas,
        board,
        tuple(_projector_panel(canvas, box, tray) for box in boxes[:seats]),
        Box(outside + PROJECTOR_PAD, bottom - PROJECTOR_TOOL_SIZE, inner, PROJECTOR_TOOL_SIZE),
        Box(
            outside + across + PROJECTOR_GAP,
            bottom - PROJECTOR_TOOL_SIZE,
            inner,
            PROJECTOR_TOOL_SIZE,
        ),
        banner,
        banner=banner,
    )


def _projector_panel(canvas: Canvas, box: Box, tray: float) -> Panel:
    inside = box.inset(PROJECTOR_PAD)
    height = min(tray, LOW_TRAY_HEIGHT if is_small(box) else inside.h * 0.44)
    place = Box(inside.x, inside.bottom - height, inside.w, height)
    return Panel(box, place, 0, canvas.box.centre, canvas.context)


# -- in a panel ---------------------------------------------------------------------------------


def is_small(box: Box) -> bool:
    """Whether a panel is so low that its stone and its name share a row."""
    return box.h < 480


def projector_head(panel: Panel) -> Box:
    """Where the seat's stone, name and clock lie; touching them asks who plays there."""
    inside = panel.box.inset(PROJECTOR_PAD)
    height = 2 * LINE if is_small(panel.box) else 2 * STONE + NAME + 8
    return Box(inside.x, inside.y, inside.w, min(height, inside.h))


def projector_buttons(panel: Panel, has_tray: bool, count: int) -> list[Box]:
    """Where so many buttons of a seat lie: its choices, and last its call."""
    inside, head = panel.box.inset(PROJECTOR_PAD), projector_head(panel)
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

"""The layout of the table: the board, a panel at each seat, the tools.

Beside the board are two wings with two corners each. Corners are counted clockwise from the near
left one, so corner n touches the edges n and n + 1 of the table, and is the left corner of whoever
sits at edge n. A panel that is alone in a wing has all of it.

In projector mode a banner is at the top, the board below it, and all panels are upright. What can
be touched stays away from the picture's edges. In reach mode the tools are at the edge of the seat
that is to move.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Final

from tabletop.engine import Options, Seat
from tabletop.ui.board.view import Tray, ViewLayout
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import turn_point
from tabletop.ui.layout import Node, column, item, padded, row, space
from tabletop.ui.theme.theme import BODY_SIZE

MARGIN: Final = 32.0
MIN_COLUMN: Final = 300.0
"""The least width of a seat's column, if the window allows; the board shrinks for it."""
MIN_STRIP: Final = 250.0
"""The least height of a seat's strip below or above the board of a tall window, without tools."""
MAX_GROWTH: Final = 1.35
"""The factor by which columns and strips grow with the text at most; the board shrinks for it."""
LARGE_TEXT_SCALE: Final = 150
"""From this text scale in percent on, a strip needs all of its height for words."""
TOOL_SIZE: Final = 92.0
"""Side of a tool button."""
GAP: Final = 18.0
MIN_BOARD: Final = 420.0
TRAY_PAD: Final = 20.0
MAX_TRAY: Final = 390.0
"""The greatest width of a tray beside words."""
MIN_WORDS: Final = 280.0
"""The width that a tray leaves to the words beside it, if it can."""
NOTICE_HEIGHT: Final = 80.0
"""The height of a notice to everybody, as near to the board's upper rim as it can be: the outermost
places of the board are in play too."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The area of one seat, as if it sat at the bottom, and how it is turned."""

    box: Box
    tray: Box
    turns: int
    about: Point
    context: UiContext
    """The seat's own."""
    language: str = ""
    """A language code; "" for the program's language."""
    text_scale: int = 0
    """In percent; 0 for the program's text scale."""
    tools: Box | None = None
    """The area for the tools at the seat's own edge, in reach mode."""

    wide: bool = field(init=False, compare=False, repr=False)
    """Text and tray lie side by side; derived from the box."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "wide", _is_wide(self.box))

    def as_tray(self) -> Tray:
        return Tray(self.tray, self.turns, self.about)


def _is_wide(box: Box) -> bool:
    return box.w > box.h * 1.25


def _with_preferences(panel: Panel, language: str, text_scale: int) -> Panel:
    context = panel.context.override(language=language, text_scale=text_scale)
    return replace(panel, language=language, text_scale=text_scale, context=context)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The areas of everything, for one window, number of seats and seating."""

    canvas: Canvas
    board: Box
    panels: tuple[Panel, ...]
    menu_tools: Box
    """For the menu, undo and hint buttons."""
    walk_tools: Box
    """For the buttons that step through the plies."""
    notice: Box
    """For a notice to everybody."""
    menu_turns: int = 0
    """Quarter turns about the middle of the table."""
    walk_turns: int = 0

    def with_languages(self, languages: Sequence[str]) -> "TableLayout":
        """The layout with each seat's language."""
        panels = zip(self.panels, languages, strict=True)
        return replace(
            self,
            panels=tuple(_with_preferences(panel, own, panel.text_scale) for panel, own in panels),
        )

    def sized(self, sizes: Sequence[int]) -> "TableLayout":
        """The layout with each seat's text scale in percent; 0 for the program's."""
        panels = zip(self.panels, sizes, strict=True)
        return replace(
            self,
            panels=tuple(_with_preferences(panel, panel.language, own) for panel, own in panels),
        )

    def in_order(self, numbers: Sequence[int]) -> "TableLayout":
        """The layout whose panel of seat n is the one with the number ``numbers[n]``."""
        return replace(self, panels=tuple([self.panels[number] for number in numbers]))

    @property
    def sides(self) -> tuple[int, ...]:
        """The edges with seats, each once, clockwise from the near one."""
        return tuple(sorted({panel.turns for panel in self.panels}))

    def language_at(self, turns: int) -> str:
        """The language of the seats that are turned so; "" if none of them has its own."""
        own = (panel.language for panel in self.panels if panel.turns == turns and panel.language)
        return next(own, "")

    def places(self, options: Options) -> ViewLayout:
        trays = {seat: panel.as_tray() for seat, panel in enumerate(self.panels)}
        return ViewLayout(self.canvas, self.board, trays, options, len(self.panels))


def table_layout(
    canvas: Canvas, sides: Sequence[int], tray: float, *, own_tools: bool = False
) -> TableLayout:
    """The layout of a match with seats at these edges (`Setup.around`).

    `tray` is the height that the view wants at each seat. `own_tools`: space for tools at each
    seat's own edge will be reserved.
    """
    if canvas.height > canvas.width * 1.12:
        return _table_portrait(canvas, sides, tray, own_tools=own_tools)
    return _table_landscape(canvas, sides, tray, own_tools=own_tools)


def _for_words(context: UiContext, length: float) -> float:
    """A length that grows with the text, up to `MAX_GROWTH`."""
    return min(context.scaled_length(length, BODY_SIZE), MAX_GROWTH * length)


def corners_of(sides: Sequence[int], *, tall: bool) -> tuple[int, ...]:
    """The corner of each seat's panel.

    Of all assignments it is the one with the lowest `_corner_cost`; of equal ones that which goes
    clockwise from the near left corner.
    """
    wings = (0, 2) if tall else (1, 3)
    ways = permutations(range(4), len(sides))
    return min(ways, key=lambda way: _corner_cost(way, sides, wings))


def _corner_cost(way: Sequence[int], sides: Sequence[int], wings: tuple[int, int]) -> float:
    """How bad an assignment of corners is.

    Bad are a panel away from its seat's edge, and a shared wing at the seat's own edge, where the
    panel has only half of its length. A right corner is a little worse than a left one, so that
    panels stay where they are when people change colours.
    """
    cost = 0.0
    shared = 0
    for corner, side in zip(way, sides, strict=True):
        other = _other_corner(corner, wings)
        alone = other not in way
        shared += not alone
        room = (corner, other) if alone else (corner,)
        if side not in room:
            cost += 0.1 if (side - 1) % 4 in room else 1.0
        if side in wings and side in (corner, (corner + 1) % 4) and not alone:
            cost += 0.5
    # Two panels are never in one wing while the other is empty.
    return cost + (9.0 if shared == len(sides) == 2 else 0.0)


def _other_corner(corner: int, wings: tuple[int, int]) -> int:
    """The other corner of the same wing; a wing at edge n has the corners n - 1 and n."""
    return (corner - 1) % 4 if corner in wings else (corner + 1) % 4


def _wing(corners: Sequence[int], taken: Sequence[int], gap: float, *, down: bool = True) -> Node:
    """The panels of a wing one below the other, or side by side; each is keyed by its corner."""
    line = column if down else row
    return line(*(f"corner {corner}" for corner in corners if corner in taken), gap=gap)


def _table_landscape(
    canvas: Canvas, sides: Sequence[int], tray: float, *, own_tools: bool
) -> TableLayout:
    """The wings are left and right of the board, with tools at their ends."""
    width, height = canvas.width, canvas.height
    least = _for_words(canvas.context, MIN_COLUMN)
    if own_tools and len(sides) > 2:
        # A turned panel is as high as its column is wide, and has tools at its foot.
        least += (TOOL_SIZE + GAP) / 2
    side = min(height - 2 * MARGIN, max(MIN_BOARD, width - 2 * (least + 2 * MARGIN)))
    corners = corners_of(sides, tall=False)
    left = (_wing((1, 0), corners, GAP), item("menu", TOOL_SIZE))
    right = (_wing((2, 3), corners, GAP), item("walk", TOOL_SIZE))
    if [at for corner, at in zip(corners, sides, strict=True) if corner in (2, 3)] == [2]:
        # Face to face the two wings mirror each other about the middle of the table.
        right = right[::-1]
    boxes = row(
        column(*left, gap=GAP),
        item("board", side, cross_size=side, align="centre"),
        column(*right, gap=GAP),
        gap=MARGIN,
        padding=MARGIN,
    ).place(canvas.box)
    board = boxes["board"]
    notice = board.y + 8 if board.y > NOTICE_HEIGHT else 4
    return TableLayout(
        canvas,
        board,
        _panels(canvas, sides, [boxes[f"corner {corner}"] for corner in corners], tray),
        boxes["menu"],
        boxes["walk"],
        Box.around((width / 2, notice + NOTICE_HEIGHT / 2), side * 0.84, NOTICE_HEIGHT),
    )


def _table_portrait(
    canvas: Canvas, sides: Sequence[int], tray: float, *, own_tools: bool
) -> TableLayout:
    """The wings are below and above the board, tools at the near edge, notices at the far one.

    Where somebody sits at the far edge, notices lie over the board's upper rim.
    """
    strip = _for_words(canvas.context, MIN_STRIP) + TOOL_SIZE
    own_tools = own_tools or canvas.context.reach
    if own_tools and (len(sides) > 2 or canvas.context.text_scale >= LARGE_TEXT_SCALE):
        strip += TOOL_SIZE + GAP  # each seat has the tools at its own edge
    side = min(canvas.width - 2 * 20, max(MIN_BOARD, canvas.height - 2 * (strip + 2 * MARGIN)))
    corners = corners_of(sides, tall=True)
    notices = (item("notice", TOOL_SIZE - GAP), 2 * GAP) if 2 not in sides else ()
    upper = column(*notices, _wing((1, 2), corners, GAP, down=False))
    boxes = column(
        replace(upper, size=(canvas.height - side) / 2 - 2 * MARGIN),
        MARGIN + side + MARGIN,
        _wing((0, 3), corners, GAP, down=False),
        GAP,
        row(
            item("menu", 4 * TOOL_SIZE + 3 * GAP),
            space(),
            item("walk", 4 * TOOL_SIZE + 3 * GAP),
            size=TOOL_SIZE,
        ),
        padding=MARGIN,
    ).place(canvas.box)
    board = Box.around(canvas.box.centre, side, side)
    rim = (board.centre[0], board.y + (NOTICE_HEIGHT - MARGIN) / 2)
    return TableLayout(
        canvas,
        board,
        _panels(canvas, sides, [boxes[f"corner {corner}"] for corner in corners], tray),
        boxes["menu"],
        boxes["walk"],
        boxes["notice"] if notices else Box.around(rim, side * 0.84, NOTICE_HEIGHT),
    )


def _panels(
    canvas: Canvas, sides: Sequence[int], rooms: Sequence[Box], tray: float
) -> tuple[Panel, ...]:
    """The panels in these areas of the table, each turned to its seat."""
    about = canvas.box.centre
    panels = []
    for side, room in zip(sides, rooms, strict=True):
        size = (room.w, room.h) if side % 2 == 0 else (room.h, room.w)
        box = Box.around(turn_point(room.centre, -side, about), *size)
        panels.append(_table_panel(canvas, box, side, tray))
    return tuple(panels)


def _table_panel(canvas: Canvas, box: Box, turns: int, tray: float) -> Panel:
    if not _is_wide(box):
        # A tall tray has text of its own at its foot, so it may take some room from the panel's.
        tray = min(tray, (box.h - 2 * TRAY_PAD) * (0.34 if tray < 300 else 0.4))
    return Panel(box, _tray_box(box, tray), turns, canvas.box.centre, canvas.context)


def _tray_box(box: Box, height: float) -> Box:
    """A tray in a panel: in the corner beside the words of a wide one, else below them."""
    inside = box.inset(TRAY_PAD)
    width, height = inside.w, min(height, inside.h)
    if _is_wide(box):
        width = min(0.45 * width, max(0.3 * width, width - MIN_WORDS), MAX_TRAY)
    return Box(inside.right - width, inside.bottom - height, width, height)


SAFE_SHARE: Final = 0.05
"""The share of the picture at each of its edges in which nothing can be touched."""
SCREEN_EDGE: Final = 22.0
"""The margin of what is only seen."""
STATUS_LINE_HEIGHT: Final = 48.0
"""Below the board, for the line about the devices."""
BANNER_HEIGHT: Final = 156.0
TALL_BANNER_HEIGHT: Final = 274.0
"""The same in a tall window, where a sentence takes several lines."""
BANNER_GAP: Final = 31.0
"""Between the banner and the board, for the chance bar."""
PROJECTOR_PAD: Final = 22.0
PROJECTOR_GAP: Final = 18.0
PROJECTOR_MIN_COLUMN: Final = 340.0
PROJECTOR_MIN_COLUMN_SHARE: Final = 0.185
"""The least width of a column of panels, and that as a share of a window that is nearly square."""
"""The least width of a seat's column, if the window allows; the board shrinks for it."""
PROJECTOR_MIN_BOARD: Final = 280.0
PROJECTOR_TOOL_SIZE: Final = 92.0

STONE: Final = 62.0
"""The radius of a seat's stone."""
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
    """The areas of everything in projector mode."""

    banner: Box
    """For whose turn it is, and what happened."""


def safe_area(canvas: Canvas) -> Box:
    """The part of the picture in which a projected page has what can be touched."""
    across, down = canvas.width * SAFE_SHARE, canvas.height * (SAFE_SHARE + 0.01)
    return padded("safe", (across, down, across, down)).place(canvas.box)["safe"]


def match_layout(
    canvas: Canvas, sides: Sequence[int], tray: float, *, own_tools: bool = False
) -> TableLayout:
    """The layout of a match: for a room in projector mode, else for people round the table."""
    if canvas.context.projector:
        return projector_layout(canvas, len(sides), tray)
    return table_layout(canvas, sides, tray, own_tools=own_tools)


def projector_layout(canvas: Canvas, seats: int, tray: float) -> ProjectorLayout:
    """The layout for a room; `tray` is the height that the view wants at each seat.

    The panels are in two columns: beside the board, or below it in a tall window.
    """
    width, height = canvas.width, canvas.height
    tall = height > width * 1.12
    banner = row(
        item("banner", cross_size=TALL_BANNER_HEIGHT if tall else BANNER_HEIGHT),
        padding=SCREEN_EDGE,
    ).place(canvas.box)["banner"]
    top, bottom = banner.bottom + BANNER_GAP, height * (1 - SAFE_SHARE)
    outside = width * SAFE_SHARE - PROJECTOR_PAD
    if tall:
        rows = 1 if seats == 2 else 2
        panels = 556.0 if rows == 1 else 660.0
        wanted = panels + (rows + 1) * PROJECTOR_GAP + PROJECTOR_TOOL_SIZE
        side = min(width - 2 * outside, max(PROJECTOR_MIN_BOARD, bottom - top - wanted))
    else:
        least = min(PROJECTOR_MIN_COLUMN, PROJECTOR_MIN_COLUMN_SHARE * width)
        side = width - 2 * (outside + least + PROJECTOR_GAP)
        side = min(height - STATUS_LINE_HEIGHT - top, max(PROJECTOR_MIN_BOARD, side))
    corners = (0, 3) if seats == 2 else (0, 1, 2, 3)
    left = column(
        _wing((1, 0), corners, PROJECTOR_GAP),
        row(PROJECTOR_PAD, "menu", size=PROJECTOR_TOOL_SIZE),
        gap=PROJECTOR_GAP,
    )
    right = column(
        _wing((2, 3), corners, PROJECTOR_GAP),
        row("walk", PROJECTOR_PAD, size=PROJECTOR_TOOL_SIZE),
        gap=PROJECTOR_GAP,
    )
    boxes = row(
        left,
        None if tall else side,
        right,
        gap=PROJECTOR_GAP,
        padding=(outside, top + (side + PROJECTOR_GAP if tall else 0), outside, height - bottom),
    ).place(canvas.box)
    return ProjectorLayout(
        canvas,
        Box.around((width / 2, top + side / 2), side, side),
        tuple(
            _projector_panel(canvas, boxes[f"corner {corner}"], tray) for corner in corners[:seats]
        ),
        boxes["menu"],
        boxes["walk"],
        banner,
        banner=banner,
    )


def _projector_panel(canvas: Canvas, box: Box, tray: float) -> Panel:
    inside = box.inset(PROJECTOR_PAD)
    height = min(tray, LOW_TRAY_HEIGHT if is_small(box) else inside.h * 0.44)
    place = column(space(), item("tray", height)).place(inside)["tray"]
    return Panel(box, place, 0, canvas.box.centre, canvas.context)


# -- in a panel ---------------------------------------------------------------------------------


def is_small(box: Box) -> bool:
    """Whether a panel is so low that its stone and its name share a row."""
    return box.h < 480


def projector_head(panel: Panel) -> Box:
    """The area of the seat's stone, name and clock; touching it asks who plays there."""
    height = 2 * LINE if is_small(panel.box) else 2 * STONE + NAME + 8
    return column(item("head", height), padding=PROJECTOR_PAD).place(panel.box)["head"]


def projector_buttons(panel: Panel, has_tray: bool, count: int) -> list[Box]:
    """The boxes of `count` buttons of a seat: its choices, and last its call."""
    inside, top = panel.box.inset(PROJECTOR_PAD), projector_head(panel).bottom + BUTTON_GAP
    bottom = panel.tray.y - BUTTON_GAP if has_tray else inside.bottom
    room = inside._replace(y=top, h=max(8.0, bottom - top))
    if is_small(panel.box):
        side_by_side = row(*["button"] * count, gap=BUTTON_GAP, size=min(TALL_BUTTON, room.h))
        return column(side_by_side, justify="end").place(room).all("button")
    buttons = column(*[item("button", TALL_BUTTON)] * count, gap=BUTTON_GAP, justify="end")
    return buttons.place(room).all("button")


TOOLS_PER_ROW: Final = 8
"""All tools: menu, undo, hint, question, and four that step through the plies."""
MIN_TOOL_SIZE: Final = 62.0
"""Tools that would be smaller than this get a second row, if there is room for one."""
LOW_PANEL_HEIGHT: Final = 560.0
"""A panel lower than this has only one row of tools, and keeps its text."""
TRAY_SHARE: Final = 0.4
MIN_TRAY_SHARE: Final = 0.6
"""The least share of its height that a tray keeps."""


def reserve_tool_space(plan: TableLayout) -> TableLayout:
    """The layout with an area for the tools at each seat's own edge.

    The corners where tools lie otherwise go to the panels beside them; but if a seat at the near
    edge has its panel elsewhere, the tools stay there for all seats at that edge.
    """
    near = plan.canvas.height - TOOL_SIZE - GAP - MARGIN - 1
    stay = any(not panel.turns and panel.box.bottom <= near for panel in plan.panels)
    # The tools for looking back move only if all panels have room for them.
    both = all(_is_broad(panel.box) or panel.box.h >= LOW_PANEL_HEIGHT for panel in plan.panels)
    freed = () if stay else (plan.menu_tools, plan.walk_tools)[: 1 + both]
    panels = (
        panel if stay and not panel.turns else _shortened(_extended(panel, freed))
        for panel in plan.panels
    )
    return replace(plan, panels=tuple(panels))


def tools_at_seat(plan: TableLayout, seat: Seat) -> TableLayout:
    """The layout with the tools at that seat's edge, turned to it."""
    panel = plan.panels[seat]
    room = panel.tools
    if room is None:
        return plan
    one_row = room.h <= TOOL_SIZE + 1
    if one_row and not _is_broad(room):  # the tools for looking back stay in their corner
        return replace(plan, menu_tools=room, menu_turns=panel.turns)
    # In two rows menu, undo and hint are the nearer one: they are wanted most.
    tools = row("menu", "walk", gap=GAP) if one_row else column("walk", "menu", gap=GAP)
    boxes = tools.place(room)
    return replace(
        plan,
        menu_tools=boxes["menu"],
        walk_tools=boxes["walk"],
        menu_turns=panel.turns,
        walk_turns=panel.turns,
    )


def turn_walk_tools(plan: TableLayout, turns: int) -> TableLayout:
    """The layout with the tools that step through the plies turned to an edge, where they are.

    For a seat at the side they stay as they are: its row would be as short as the area is high.
    """
    if turns % 2:
        return plan
    box = plan.walk_tools
    turned = Box.around(turn_point(box.centre, -turns, plan.canvas.box.centre), box.w, box.h)
    return replace(plan, walk_tools=turned, walk_turns=turns)


def _extended(panel: Panel, freed: tuple[Box, ...]) -> Panel:
    """The panel with the rows of tools that lie just below or above it, as everybody sees it."""
    seen = _turned(panel.box, panel.turns, panel)
    for tools in freed:
        beside = tools.x < seen.right - 1 and seen.x < tools.right - 1
        if beside and abs(seen.bottom + GAP - tools.y) < 1:
            seen = seen._replace(h=tools.bottom - seen.y)
        elif beside and abs(tools.bottom + GAP - seen.y) < 1:
            seen = seen._replace(y=tools.y, h=seen.bottom - tools.y)
    box = _turned(seen, -panel.turns, panel)
    return replace(panel, box=box, tray=panel.tray.moved(0, box.bottom - panel.box.bottom))


def _turned(box: Box, turns: int, panel: Panel) -> Box:
    size = (box.w, box.h) if turns % 2 == 0 else (box.h, box.w)
    return Box.around(turn_point(box.centre, turns, panel.about), *size)


def _shortened(panel: Panel) -> Panel:
    """The panel made shorter by the area for the tools, which lies below it."""
    box = panel.box
    rows = 1 if _is_broad(box) or box.h < LOW_PANEL_HEIGHT else 2
    each = min(TOOL_SIZE, (box.w - 3 * GAP) / 4) if not _is_broad(box) else TOOL_SIZE
    boxes = column("box", GAP, item("tools", rows * each + (rows - 1) * GAP)).place(box)
    short = boxes["box"]
    most = short.h - 40 if _is_wide(short) else TRAY_SHARE * short.h
    height = min(panel.tray.h, max(MIN_TRAY_SHARE * panel.tray.h, most))
    tray = _tray_box(short, height)
    return replace(panel, box=short, tray=tray, tools=boxes["tools"])


def _is_broad(box: Box) -> bool:
    """Whether all tools fit side by side."""
    return box.w >= TOOLS_PER_ROW * MIN_TOOL_SIZE + (TOOLS_PER_ROW - 1) * GAP

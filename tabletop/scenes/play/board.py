"""The board of a match as it is laid out: the view, its turning, tools and choices, the cursor."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from tabletop.engine import Game, Spot, say
from tabletop.games import view_of
from tabletop.input.actions import Nudge, Walk
from tabletop.scenes.play.session import MatchSession, MatchTimeline
from tabletop.ui.board.seat_panel import choice_boxes
from tabletop.ui.board.table_layout import (
    GAP,
    TOOL_SIZE,
    Panel,
    ProjectorLayout,
    TableLayout,
    match_layout,
    reserve_tool_space,
    tools_at_seat,
)
from tabletop.ui.board.turntable import TurnedView, Turntable
from tabletop.ui.board.view import BoardSnapshot, SpotButton
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.widgets.buttons import PushButton, draw_button, nearest_towards


class MatchBoard:
    """The view of a match and where everything lies. Changes with the window and as it turns."""

    layout: TableLayout

    def __init__(self, table: AppContext, game: Game) -> None:
        self._table = table
        self.view = TurnedView(partial(view_of, game))
        self.turntable = Turntable(self.view)
        self.has_tray = self.view.tray_height > 0

    @property
    def room(self) -> ProjectorLayout | None:
        """The layout for a room; None at a table."""
        return self.layout if isinstance(self.layout, ProjectorLayout) else None

    def fit(self, canvas: Canvas, session: MatchSession) -> None:
        """Lays everything out for a canvas, with each seat's language and text size."""
        setup, seats = session.setup, range(session.match.seats)
        plan = match_layout(canvas, setup.around, self.view.tray_height)
        plan = plan.with_languages([setup.language(seat) for seat in seats])
        plan = plan.sized([setup.size(seat) for seat in seats])
        self.layout = (
            reserve_tool_space(plan)
            if canvas.context.reach and not canvas.context.projector
            else plan
        )
        self.view.fit(self.layout.places(session.match.options))
        sides = self.layout.sides if self._turns else ()
        self.turntable.fit(canvas, self.layout.board, sides)

    @property
    def _turns(self) -> bool:
        return self._table.settings["look.board"] == "turns"

    def turn(self, session: MatchSession, board: BoardSnapshot, *, animation_scale: float) -> None:
        """Turns the board to the seat that is to act, if the table is set so.

        It stays where it is for computers, and while somebody looks back.
        """
        setup, timeline, panels = session.setup, session.timeline, self.layout.panels
        side, seat, persons = self.view.turns, board.seat, setup.persons
        if not self._turns or not persons:
            side = 0
        elif timeline.at is None and session.is_person(seat):
            side = panels[seat].turns
        elif side not in [panels[person].turns for person in persons]:
            side = panels[persons[0]].turns
        if side != self.view.turns:
            self.turntable.turn(side, board, animation_scale=animation_scale)

    def tools(self, session: MatchSession, more: Mapping[str, str]) -> list[PushButton]:
        """The tools; in reach mode at the edge of the person who acts, or acts next."""
        layout = tools_at_seat(self.layout, session.setup.next_person(session.acting))
        return tool_buttons(layout, session.timeline, more)


SPOT_KEY = "spot:"
TOOL_KEY = "tool:"
HINT_KEY = f"{TOOL_KEY}hint"
REPLAY_TOOLS = ("first", "earlier", "later", "last")
"""The tools that step through the plies."""
NO_TOOLS: Mapping[str, str] = MappingProxyType({})


def tool_buttons(
    layout: TableLayout, timeline: MatchTimeline, more: Mapping[str, str] = NO_TOOLS
) -> list[PushButton]:
    """Menu, undo and `more`, each with its icon; first, earlier, later and last ply."""
    plies, about = len(timeline.match.plies), layout.canvas.box.centre
    if timeline.match.outcome is not None:
        # One word cannot stand upright for all; a sign can.
        word, sign = (say("match.result", "Result"), "") if len(layout.sides) == 1 else ("", "star")
        second = PushButton(f"{TOOL_KEY}result", Box(0, 0, 1, 1), word, sign, "main", 38)
        left = _row(layout.canvas.context, layout.menu_tools, ("menu",), last=second)
    else:
        names = ("menu", "undo", *more)
        off = () if plies else ("undo",)
        left = _row(layout.canvas.context, layout.menu_tools, names, disabled=off, pictures=more)
    left = [replace(tool, turns=layout.menu_turns, about=about) for tool in left]
    if plies == 0:
        return left
    count = timeline.count
    ends: list[str] = []
    if count == 0:
        ends += ["first", "earlier"]
    if count == plies:
        ends += ["later", "last"]
    right = _row(layout.canvas.context, layout.walk_tools, REPLAY_TOOLS, disabled=ends)
    return left + [replace(tool, turns=layout.walk_turns, about=about) for tool in right]


def choice_buttons(
    panel: Panel, has_tray: bool, choices: Sequence[SpotButton], *, call: bool = False
) -> list[PushButton]:
    """The acting seat's choices, turned to it; `call` keeps room for a call."""
    boxes = choice_boxes(panel, has_tray, len(choices), call)
    return [
        PushButton(
            f"{SPOT_KEY}{choice.spot}",
            box,
            choice.label,
            choice.icon,
            choice.style,
            turns=panel.turns,
            about=panel.about,
            language=panel.language,
            text_scale=panel.text_scale,
        )
        for choice, box in zip(choices, boxes, strict=True)
    ]


def prewarm_tools(layout: TableLayout) -> None:
    """Renders the icons of all tools into the cache."""
    frame = Frame(layout.canvas)
    for room, names in (
        (layout.menu_tools, ("menu", "undo", "hint", "ask")),
        (layout.walk_tools, REPLAY_TOOLS),
    ):
        for off in ((), names):
            for tool in _row(layout.canvas.context, room, names, disabled=off):
                draw_button(frame, tool, pressed=False, focused=False)


def _row(
    context: UiContext,
    room: Box,
    tools: Iterable[str],
    *,
    disabled: Sequence[str] = (),
    pictures: Mapping[str, str] = NO_TOOLS,
    last: PushButton | None = None,
) -> list[PushButton]:
    """Square buttons side by side, smaller where the room is narrow."""
    names = tuple(tools)
    side = min(TOOL_SIZE, room.h, (room.w - GAP * (len(names) - 1)) / len(names))
    gap = min(GAP, side * 0.2)
    y = room.y + (room.h - side) / 2
    row = [
        PushButton(
            f"{TOOL_KEY}{name}",
            Box(room.x + number * (side + gap), y, side, side),
            icon=pictures.get(name, name),
            enabled=name not in disabled,
        )
        for number, name in enumerate(names)
    ]
    if last is not None:
        x = room.x + len(names) * (side + gap)
        box = Box(x, y, min(300.0 if context.projector else 240.0, room.right - x), side)
        row.append(PushButton(last.key, box, last.label, last.icon, last.style, last.size))
    return row


def reachable_points(
    points: Mapping[Spot, Point], buttons: Iterable[PushButton]
) -> dict[Spot, Point]:
    """All places where the keys can go, the choices' buttons among them."""
    found = dict(points)
    for button in buttons:
        if button.key.startswith(SPOT_KEY):
            found[button.key.removeprefix(SPOT_KEY)] = button.centre
    return found


def step_cursor(
    action: Nudge | Walk,
    points: Mapping[Spot, Point],
    open_spots: Collection[Spot],
    here: Spot | None,
    others: Mapping[Spot, Point] | None = None,
) -> Spot | None:
    """Where a key takes the cursor; `others` are buttons that are no places: a call, the dice."""
    others = others or {}
    if isinstance(action, Walk):
        return walk_cursor(points, open_spots, here, action.by, tuple(others))
    step = (action.dx, action.dy)
    if here is None or here not in {**points, **others}:
        return walk_cursor(points, open_spots, None, 1, tuple(others))
    return nudge_cursor({**points, **others}, here, step)


def walk_cursor(
    points: Mapping[Spot, Point],
    open_spots: Collection[Spot],
    here: Spot | None,
    by: int,
    others: Iterable[Spot] = (),
) -> Spot | None:
    """The next (`by` 1) or previous (-1) open place in reading order, then the `others`.

    `here` if there is none.
    """
    order = sorted(
        (spot for spot in open_spots if spot in points),
        key=lambda spot: (round(points[spot][1]), points[spot][0]),
    )
    order += others
    if not order:
        return here
    at = order.index(here) + by if here in order else (0 if by > 0 else -1)
    return order[at % len(order)]


def nudge_cursor(points: Mapping[Spot, Point], here: Spot, step: tuple[int, int]) -> Spot:
    """The place that lies nearest in a direction; `here` if there is none."""
    return nearest_towards(points[here], points, *step) or here

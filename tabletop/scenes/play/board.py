"""The board and the panels of a match as they are laid out: the view, its places, its turning."""

from collections.abc import Mapping
from functools import partial

from tabletop.engine import Game, Seat, Spot
from tabletop.games import view_of
from tabletop.scenes.play.controls import tool_buttons
from tabletop.scenes.play.session import MatchSession
from tabletop.ui.board.table_layout import (
    Panel,
    ProjectorLayout,
    TableLayout,
    match_layout,
    reserve_tool_space,
    tools_at_seat,
)
from tabletop.ui.board.turntable import TurnedView, Turntable
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.widgets.buttons import PushButton


class MatchBoard:
    """The view of a match and where everything lies. Changes with the window and as it turns."""

    layout: TableLayout

    def __init__(self, table: AppContext, game: Game) -> None:
        self._table = table
        self.view = TurnedView(partial(view_of, game))
        self.turntable = Turntable(self.view)

    @property
    def has_tray(self) -> bool:
        return self.view.tray_height > 0

    @property
    def room(self) -> ProjectorLayout | None:
        """The layout for a room; None at a table."""
        return self.layout if isinstance(self.layout, ProjectorLayout) else None

    def panel(self, seat: Seat) -> Panel:
        return self.layout.panels[seat]

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
        side, seat = self.view.turns, board.seat
        people = [panels[person].turns for person in setup.persons]
        if not self._turns or not people:
            side = 0
        else:
            if timeline.at is None and session.is_person(seat):
                side = panels[seat].turns
            elif side not in people:
                side = people[0]
        if side != self.view.turns:
            self.turntable.turn(side, board, animation_scale=animation_scale)

    def spot_at(self, board: BoardSnapshot, at: Point) -> Spot | None:
        return self.view.spot_at(board, at)

    def tools(self, session: MatchSession, more: Mapping[str, str]) -> list[PushButton]:
        """The tools; in reach mode at the edge of the person who acts, or acts next."""
        layout = tools_at_seat(self.layout, session.setup.next_person(session.acting))
        return tool_buttons(layout, session.timeline, more)

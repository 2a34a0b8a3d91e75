"""Who plays at which seat: it can be changed at any time."""

from tabletop.engine import Seat
from tabletop.input.actions import Action, Down, Tap
from tabletop.scenes.destinations import OpenPlayer, OpenPlayers
from tabletop.scenes.match.agreements import Agreements, seats_request
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.board import MatchBoard
from tabletop.scenes.play.calls import Calls
from tabletop.scenes.play.feature import Feature, Handled
from tabletop.scenes.play.orientation import preferences_at_side
from tabletop.scenes.play.session import MatchSession
from tabletop.ui.board.seat_panel import head_box
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.widgets.buttons import ButtonGroup


class SeatChanges(Feature):
    """Hands seats over, by a touch of the stone or name in a panel, or from the pause."""

    def __init__(
        self,
        table: AppContext,
        session: MatchSession,
        board: MatchBoard,
        calls: Calls,
        agreements: Agreements,
        buttons: ButtonGroup,
    ) -> None:
        self._table = table
        self._session = session
        self._board = board
        self._calls = calls
        self._agreements = agreements
        self._buttons = buttons

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        del seat
        touched = self._stone_at(action)
        if touched is None:
            return None
        return Handled(self.ask_who(touched) if isinstance(action, Tap) else None)

    def _stone_at(self, action: Action) -> Seat | None:
        """The seat whose stone or name in its panel is touched."""
        if self._session.over or not isinstance(action, Down | Tap):
            return None
        if self._buttons.at(action.at) is not None:
            return None
        for seat, panel in enumerate(self._board.layout.panels):
            head = head_box(panel, self._board.has_tray)
            if head.holds(turn_point(action.at, -panel.turns, panel.about)):
                return seat
        return None

    def ask_who(self, seat: Seat) -> Change:
        """Asks who plays at one seat."""
        about = self._board.layout.canvas.box.centre

        def then(answer: object) -> Change:
            if not isinstance(answer, Setup) or answer == self._session.setup:
                return None
            return self.hand_over(answer)

        self._session.hand.let_go()
        turns = self._board.panel(seat).turns
        return Push(OpenPlayer(self._session.setup, seat, turns, about), then)

    def ask_players(self) -> Change:
        """Asks who plays at all seats."""

        def then(answer: object) -> Change:
            return self.hand_over(answer) if isinstance(answer, Setup) else None

        setup = self._session.setup
        return Push(OpenPlayers(setup), then).for_seat(
            *preferences_at_side(self._table.ui_context, setup, 0)
        )

    def hand_over(self, setup: Setup) -> Change:
        """Others shall play; the people are asked first, unless only a language is another."""
        before = self._session.setup
        fillers = [setup.filler(seat) for seat in range(setup.seats)]
        same = fillers == [before.filler(seat) for seat in range(setup.seats)]
        if not same and not self._session.over:
            return self._agreements.propose(seats_request(before, setup))
        self.apply(setup)
        return None

    def apply(self, setup: Setup) -> None:
        """Others play from now on."""
        self._session.reseat(setup, self._calls.laid)

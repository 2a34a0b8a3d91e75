"""What the seats may call out in a match: a button at each seat, and what a call does."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from tabletop.engine import Call, Outcome, Ply, Seat, Spot, Step, after_steps
from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Walk
from tabletop.scenes.play.feature import Feature, Handled
from tabletop.scenes.play.notices import Notices
from tabletop.scenes.play.panels import PanelNotes
from tabletop.scenes.play.session import Begun, MatchEvent, MatchSession, Played
from tabletop.ui.board.seat_panel import call_box
from tabletop.ui.board.table_layout import TableLayout
from tabletop.ui.board.view import BoardSnapshot, View
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton

CALL_KEY: Final = "call:"


class Calls(Feature):
    """The calls of a match; in most games there is nothing to call."""

    def __init__(self, session: MatchSession, view: View, notices: Notices) -> None:
        self._session = session
        self._view = view
        self._notices = notices
        self.reached: set[Seat] = set()
        """The seats whose keys stand on their call, whoever is to move."""
        self._begin()

    def _begin(self) -> None:
        match = self._session.match
        self.call: Call | None = match.game.call(match.options)
        self.reached.clear()

    @property
    def open(self) -> bool:
        """Whether a seat may call at this moment."""
        match, timeline = self._session.match, self._session.timeline
        # The last ply of a match without a winner can still be called while it is being shown.
        running = match.outcome is None or (match.awaits_call and timeline.motion is not None)
        return self.call is not None and running and timeline.at is None

    def key(self, seat: Seat) -> str:
        """The key of a seat's button."""
        return f"{CALL_KEY}{seat}"

    def buttons(
        self,
        layout: TableLayout,
        has_tray: bool,
        choices: int,
        acting: Seat,
        people: Collection[Seat],
    ) -> list[PushButton]:
        """A button at each seat of people; `choices` is how many others the acting seat has."""
        if self.call is None or not self.open:
            return []
        found = []
        for seat, panel in enumerate(layout.panels):
            if seat not in people:
                continue
            box = call_box(panel, has_tray, choices if seat == acting else 0)
            style: ButtonStyle = "chosen" if seat in self.reached else "plain"
            found.append(
                PushButton(
                    self.key(seat),
                    box,
                    self.call.word,
                    style=style,
                    turns=panel.turns,
                    about=panel.about,
                    language=panel.language,
                    text_scale=panel.text_scale,
                )
            )
        return found

    def reach(self, seat: Seat) -> None:
        """Moves a seat's keys to its call, if it may call now."""
        if self.open:
            self.reached.add(seat)

    def reaches(self, seat: Seat, action: Action) -> bool:
        """Whether an action of a seat that is not to move is about its call."""
        match action:
            case Walk() | Nudge() if self.open:
                return True
            case Press(button=Button.OK):
                return self.open and seat in self.reached
        return False

    def make(self, seat: Seat) -> None:
        """A seat calls. A true call ends the match; a wrong one is answered with words."""
        if self.call is None or not self.open:
            return
        if seat not in range(self._session.match.seats):
            return
        if self.true(seat):
            self._session.win_by_call(Outcome((seat,), self.call.won(seat)), self.laid)
        else:
            self._notices.tell(self.call.wrong(seat))

    def true(self, seat: Seat) -> bool:
        """Whether a seat's call would be true, by what everybody sees standing."""
        return self.call is not None and self.call.true(self._standing(), seat)

    def _standing(self) -> dict[Spot, str]:
        """The pieces that everybody sees; during an animation those that have arrived so far."""
        match, motion = self._session.match, self._session.timeline.motion
        if motion is not None:
            lying = sum(rest <= motion.spent for rest in self._view.rests(motion.ply))
            phases = self._phases(motion.ply)[:lying]
            return after_steps(match.game.pieces(motion.ply.before), phases)
        laid = self.laid
        return after_steps(match.game.pieces(match.state), self._steps(laid) if laid else ())

    @property
    def laid(self) -> Any | None:
        """The ply that would only confirm what cannot be taken back, if there is one."""
        hand = self._session.hand
        if not hand.bound:
            return None
        return min(hand.picker.candidates, key=lambda move: len(self._steps(move)), default=None)

    def _steps(self, move: Any) -> tuple[tuple[Step, ...], ...]:
        state = self._session.match.state
        return self._phases(Ply(state.turn, move, state, state))

    def _phases(self, ply: Ply) -> tuple[tuple[Step, ...], ...]:
        return self._session.match.game.effects(ply.before, ply.move)

    # -- the feature ------------------------------------------------------------------------------

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        del seat  # only a button of the seat's own calls for it
        if not isinstance(action, Buzz) or (self.call is None and action.source != "keyboard"):
            return None
        self.make(action.seat)
        return Handled()

    def on_event(self, event: MatchEvent) -> None:
        match event:
            case Played():
                self.reached.clear()
            case Begun():
                self._begin()

    def annotate(self, notes: PanelNotes, board: BoardSnapshot) -> PanelNotes:
        del board
        waits = self.call is not None and self.open and self._session.timeline.waits
        wait = self.call.wait if self.call is not None and waits else None
        return replace(notes, call=self.open, wait=wait)

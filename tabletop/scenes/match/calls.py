"""What the seats may call out in a match: a button at each seat, and what a call does."""

from collections.abc import Collection
from typing import Any, Final

from tabletop.engine import Call, Match, Outcome, Ply, Seat, Spot, Step, Text, after_steps
from tabletop.input.actions import Action, Button, Nudge, Press, Walk
from tabletop.scenes.match.move_input import MoveInput
from tabletop.scenes.match.timeline import MatchTimeline
from tabletop.ui.board.seat_panel import call_box
from tabletop.ui.board.table_layout import TableLayout
from tabletop.ui.board.view import View
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton

CALL_KEY: Final = "call:"


class Calls:
    """The calls of one match; in most there is nothing to call."""

    def __init__(self, match: Match, view: View, course: MatchTimeline) -> None:
        self._match = match
        self._view = view
        self._timeline = course
        self.call: Call | None = match.game.call(match.options)
        self.reached: set[Seat] = set()
        """The seats whose keys stand on their call, whoever is to move."""

    @property
    def open(self) -> bool:
        """Whether a seat may call at this moment."""
        match, course = self._match, self._timeline
        # The last ply of a match without a winner can still be called, while it is being shown.
        running = match.outcome is None or (match.awaits_call and course.motion is not None)
        return self.call is not None and running and course.at is None

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
            key, word = self.key(seat), self.call.word
            style: ButtonStyle = "chosen" if seat in self.reached else "plain"
            found.append(
                PushButton(
                    key,
                    box,
                    word,
                    style=style,
                    turns=panel.turns,
                    about=panel.about,
                    language=panel.language,
                    text_scale=panel.text_scale,
                )
            )
        return found

    def reach(self, seat: Seat) -> None:
        """A seat's keys come to stand on its call, if it may call now."""
        if self.open:
            self.reached.add(seat)

    def reaches(self, seat: Seat, action: Action) -> bool:
        """Whether a seat that is not to move reaches for its call with this; then it does."""
        match action:
            case Walk() | Nudge() if self.open:
                return True
            case Press(button=Button.OK):
                return self.open and seat in self.reached
        return False

    def made(self, seat: Seat, hand: MoveInput) -> Text | None:
        """A seat calls. A true call ends the match; to a wrong one the words are the answer."""
        if self.call is None or not self.open or seat not in range(self._match.seats):
            return None
        if not self.true(seat, hand):
            return self.call.wrong(seat)
        laid = self.laid(hand)
        if laid is not None:
            self._match.play(laid)  # a board that it fills ends nothing before the call does
        self._match.end(Outcome((seat,), self.call.won(seat)))
        return None

    def true(self, seat: Seat, hand: MoveInput) -> bool:
        """Whether a seat's call would be true, by what everybody sees standing."""
        return self.call is not None and self.call.true(self._standing(hand), seat)

    def _standing(self, hand: MoveInput) -> dict[Spot, str]:
        """What everybody sees standing: in the middle of a ply, what has come to lie so far."""
        game, motion = self._match.game, self._timeline.motion
        if motion is not None:
            lying = sum(rest <= motion.spent for rest in self._view.rests(motion.ply))
            return after_steps(game.pieces(motion.ply.before), self._phases(motion.ply)[:lying])
        laid = self.laid(hand)
        return after_steps(game.pieces(self._match.state), self._steps(laid) if laid else ())

    def laid(self, hand: MoveInput) -> Any | None:
        """The ply that would only confirm what cannot be taken back, while there is such."""
        if not hand.bound:
            return None
        return min(hand.picker.candidates, key=lambda move: len(self._steps(move)), default=None)

    def _steps(self, move: Any) -> tuple[tuple[Step, ...], ...]:
        state = self._match.state
        return self._phases(Ply(state.turn, move, state, state))

    def _phases(self, ply: Ply) -> tuple[tuple[Step, ...], ...]:
        return self._match.game.effects(ply.before, ply.move)

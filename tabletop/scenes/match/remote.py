"""Input of people who have the board on a device of their own: places and buttons by name."""

from collections.abc import Callable, Mapping
from typing import Final

from tabletop.engine import ROLL, Seat, Text
from tabletop.input.actions import Action, Button, LeaveSeat, Press, PressKey, TakeSeat, TouchSpot
from tabletop.players.player_spec import PERSON
from tabletop.scenes.match.agreements import Agreements
from tabletop.scenes.match.board_input import BoardInput
from tabletop.scenes.match.seats import SeatChanges
from tabletop.scenes.play.board import AGREE_ANSWER, CARD_KEY, DECLINE_ANSWER, SPOT_KEY
from tabletop.scenes.play.features import CALL_KEY, Handled, MatchFeature, MatchParts
from tabletop.scenes.play.refusals import LOOKING_TOUCH, not_to_move
from tabletop.ui.core.scene import Change

REMOTE_KEYS: Final[Mapping[str, Button]] = {
    "ok": Button.OK,
    "back": Button.BACK,
    "undo": Button.UNDO,
    "hint": Button.HINT,
    "pause": Button.MENU,
}
"""The buttons of such devices that do what a key does."""


def as_key_press(action: PressKey) -> PressKey | Press:
    """The press of a key for a button that stands for one."""
    if action.key in REMOTE_KEYS:
        return Press(source=action.source, seat=action.seat, button=REMOTE_KEYS[action.key])
    return action


class RemoteInput(MatchFeature):
    """Plays what is touched on such a device. Only the seat to move can play."""

    def __init__(
        self,
        parts: MatchParts,
        board_input: BoardInput,
        agreements: Agreements,
        seats: SeatChanges,
        *,
        throw: Callable[[], Change],
    ) -> None:
        """`throw` throws the dice, or says how they are to be thrown."""
        super().__init__(parts)
        self._board_input = board_input
        self._agreements = agreements
        self._seats = seats
        self._throw = throw

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        match action:
            case TouchSpot(plies=int(plies)) | PressKey(plies=int(plies)) if plies != len(
                self._session.match.plies
            ):
                return Handled()  # it was meant for another position
            case TouchSpot(spot=spot, over=over):
                return self._touch(spot, seat, over=over)
            case PressKey(key=key):
                return Handled(self._press(key, seat))
            case TakeSeat(seat=taken, name=name):
                return Handled(self._take(taken, name))
            case LeaveSeat():
                return Handled()
            case _:
                return None

    def _touch(self, spot: str, seat: Seat | None, *, over: bool) -> Handled:
        session, timeline = self._session, self._session.timeline
        if over:
            if seat == session.acting and not timeline.busy:
                session.hand.consider(spot or None)
            return Handled(shows="hand")
        if session.timeline.motion is not None:
            timeline.hurry()
        elif session.timeline.at is not None:
            self._deny(seat, LOOKING_TOUCH)
        elif not session.over and seat != session.acting:
            self._deny(seat, not_to_move(session.setup.name(session.acting)))
        elif not timeline.busy:
            self._notices.quiet()
            if spot == ROLL and session.hand.dice:
                return Handled(self._throw())
            return Handled(self._board_input.press_button(f"{SPOT_KEY}{spot}"))
        return Handled()

    def _deny(self, seat: Seat | None, words: Text) -> None:
        if seat is not None:
            self._notices.deny_seat(seat, words)

    def _press(self, key: str, seat: Seat | None) -> Change:
        if key in (AGREE_ANSWER, DECLINE_ANSWER):
            return None if seat is None else self._agreements.answer(seat, yes=key == AGREE_ANSWER)
        if key.startswith(CALL_KEY):
            if seat is not None and self._calls.open:
                self._calls.make(seat)
            return None
        if seat != self._session.acting or not key.startswith((SPOT_KEY, CARD_KEY)):
            return None
        if key not in {button.key for button in self._buttons.buttons}:
            return self._touch(key.removeprefix(SPOT_KEY), seat, over=False).change
        return self._board_input.press_button(key)

    def _take(self, seat: Seat, name: str) -> Change:
        setup = self._session.setup
        if seat >= setup.seats:
            return None
        if setup.player(seat).is_computer:
            setup = setup.with_player(seat, PERSON)
        if name and not setup.official:
            setup = setup.with_name(seat, name)
        if setup == self._session.setup:
            return None
        return self._seats.hand_over(setup)

"""Touches, keys and buttons of a match: who may use them now, and what they play."""

from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Final, TypeAlias

from tabletop.engine import Seat, Spot, Text
from tabletop.engine.match import THROWS_STAY
from tabletop.input.actions import (
    Action,
    Button,
    Buzz,
    Cancel,
    Down,
    Drop,
    Hover,
    Nudge,
    Press,
    Pull,
    Roll,
    Tap,
    Walk,
)
from tabletop.scenes.match.dice import DiceThrows
from tabletop.scenes.play.board import (
    CARD_KEY,
    CONFIRM_KEY,
    GOAL_TOOL,
    HINT_KEY,
    SEAT_MARK,
    SPOT_KEY,
    TOOL_KEY,
    looking_back,
    reachable_points,
    step_cursor,
)
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
from tabletop.scenes.play.hints import PLAY_HINT
from tabletop.scenes.play.refusals import (
    LOOKING_TOUCH,
    UNDO_BOUND,
    not_to_move,
    sits_out,
)
from tabletop.scenes.play.session import MoveEntered, MoveRefused, ThrowRequested
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.scene import Change

TOOLS: Final = (f"{TOOL_KEY}{GOAL_TOOL}", HINT_KEY)
"""The tools that keys reach; others have keys of their own."""

KeyCommands: TypeAlias = Mapping[Button, Callable[[Seat | None], Change]]
"""What keys do beside playing; the argument is the seat whose own device was used, if any."""
ButtonCommands: TypeAlias = Mapping[str, Callable[[str], Change]]
"""What buttons on the screen do, by their key or its part before the colon.

The argument is the rest of the key; for a tool the seat at which it lies, "" if it is for all.
"""


class UnusedSeats(MatchFeature):
    """Tells people whose device belongs to a seat that nobody plays in this match."""

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        # Keys for the calls of four seats lie on every keyboard.
        if (
            not isinstance(action, Press | Walk | Nudge | Buzz | Roll)
            or action.source == "keyboard"
        ):
            return None
        unused = (action.seat or 0) >= self._session.match.seats
        if not unused or not self._table.settings["input.own_hands"]:
            return None
        self._notices.tell(sits_out(action.seat or 0))
        return Handled()


class TurnOrder(MatchFeature):
    """If seats have their own input (`input.own_hands`), only the seat to move can play."""

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        """Consumes what comes too early, and tells the seat."""
        session = self._session
        if seat is None or not self._table.settings["input.own_hands"] or session.over:
            return None
        match action:
            case Press(button=Button.UNDO):
                refused = not self._may_undo(seat)
            case Walk() | Nudge() | Press(button=Button.OK | Button.BACK):
                refused = not self._calls.reaches(seat, action) and self._is_early(seat)
            case Buzz(source=source):
                own = self._calls.call is None and source != "keyboard"
                refused = own and self._is_early(seat)
            case Down(at=at):
                hit = self._buttons.at(at)
                early = hit is None or hit.key.startswith(SPOT_KEY)
                refused = early and self._is_early(seat)
            case Pull(contact=contact) | Tap(contact=contact) | Drop(contact=contact):
                taken = self._is_early(seat) and contact not in self._buttons.held
                return Handled() if taken else None
            case _:
                return None
        if not refused:
            return None
        self._notices.deny_seat(seat, not_to_move(session.setup.name(session.acting)))
        return Handled()

    def _is_early(self, seat: Seat) -> bool:
        """Never while something moves or somebody looks back."""
        return seat != self._session.acting and not self._session.timeline.busy

    def _may_undo(self, seat: Seat) -> bool:
        """Whether a seat has picked what it would take back; for a ply it may ask."""
        session = self._session
        picked = bool(session.hand.picker.picked) and not session.timeline.busy
        return not picked or seat == session.acting


class BoardInput(MatchFeature):
    """Input of the seat to move: enters plies, steps through them, presses buttons."""

    def __init__(
        self,
        parts: MatchParts,
        dice: DiceThrows,
        *,
        look: Callable[[], BoardSnapshot],
        doing: Callable[[], Text | None],
        hinted: Callable[[Spot], Any | None],
        keys: KeyCommands,
        commands: ButtonCommands,
    ) -> None:
        """`look` gives the board in the middle of an action, before it is refreshed.

        `doing` says what a computer that is to act does. `hinted` gives the advised ply, if a touch
        of a place that is not open plays it.
        """
        super().__init__(parts)
        self._look = look
        self._dice = dice
        self._doing = doing
        self._hinted = hinted
        self._keys = keys
        self._commands = commands

    def others(self) -> tuple[Spot, ...]:
        """Buttons that the acting seat's keys reach besides its places, by their names."""
        seat = self._session.acting
        play = f"{SPOT_KEY}{PLAY_HINT}"
        cards = [button.key for button in self._buttons.buttons if button.key.startswith(CARD_KEY)]
        return self._calls.key(seat), self._dice.dice.key(seat), *TOOLS, play, *cards

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        match action:
            case Nudge() | Walk():
                self._step(action, seat)
            case Press(button=button):
                # The reach of a finger owns no key: only a device's own button has a seat.
                return Handled(self.press(button, action.seat))
            case Buzz(source=source, seat=caller):
                # A box with one button confirms; the keys for calls of the keyboard only call.
                return Handled(None if source == "keyboard" else self._confirm(caller))
            case _:
                return self._point(action)
        return Handled()

    # -- fingers ----------------------------------------------------------------------------------

    def _point(self, action: Action) -> Handled:
        """A finger or a pointer came down, moved or went up."""
        hand = self._session.hand
        shown, light = self._shown, (hand.preview, hand.held, hand.carried)
        pressed = self._buttons.press(action)
        change = self._touch(action) if pressed is None else self.press_button(pressed)
        if change is not None or self._shown != shown:
            return Handled(change)
        same = (hand.preview, hand.held, hand.carried) == light
        return Handled(shows="nothing" if same else "hand")

    @property
    def _shown(self) -> tuple[object, ...]:
        """What a touch can change without an event, besides what the hand previews or drags."""
        hand, timeline, notices = self._session.hand, self._session.timeline, self._notices
        words = notices.notice, notices.refused, notices.refusals
        return (
            *words,
            hand.cursor,
            hand.picker.picked,
            hand.chosen,
            timeline.motion,
            timeline.at,
            self._buttons.focus,
        )

    def _touch(self, action: Action) -> Change:
        hand, still = self._session.hand, self._session.timeline.busy
        match action:
            case Down(source=source, contact=contact, at=at):
                self._down((source, contact), at)
            case Pull(source=source, contact=contact, at=at) if not still:
                if hand.pull((source, contact), at):
                    hand.over(self._spot(at))
            case Tap(source=source, contact=contact):
                return self._answer(hand.tap((source, contact)))
            case Drop(source=source, contact=contact, at=at):
                return self._answer(hand.drop((source, contact), self._spot(at)))
            case Cancel(source=source, contact=contact):
                hand.cancel((source, contact))
            case Hover(at=at) if not still:
                self._consider(self._under(at) if at is not None else None)
            case _:
                pass
        return None

    def _spot(self, at: Point) -> Spot | None:
        return self._board.view.spot_at(self._look(), at)

    def _under(self, at: Point) -> Spot | None:
        """The place under a pointer, on the board or as a choice's button."""
        button = self._buttons.at(at)
        if button is None:
            return self._spot(at)
        if button.key.startswith(CARD_KEY):
            return button.key
        return button.key.removeprefix(SPOT_KEY) if button.key.startswith(SPOT_KEY) else None

    def _consider(self, spot: Spot | None) -> None:
        """Shows what touching a place or a card would do."""
        hand = self._session.hand
        if spot is not None and spot.startswith(CARD_KEY):
            hand.weigh(tuple(spot.removeprefix(CARD_KEY).split()))
        else:
            hand.consider(spot)

    def _down(self, number: tuple[str, int], at: Point) -> None:
        session, timeline = self._session, self._session.timeline
        if self._buttons.at(at) is not None:
            if not timeline.busy:
                self._consider(self._under(at))  # a choice held down shows what it does
            return
        session.hand.cursor = None
        dark = None if self._board.layout.board.holds(at) else self._dark_undo(at)
        if dark is not None:
            self.press_button(dark)  # which says why it is dark
        elif session.timeline.motion is not None:
            # A touch skips the animation, and does not count as a move too.
            timeline.hurry()
        elif session.timeline.at is not None:
            if self._spot(at) is not None:
                self._notices.tell(LOOKING_TOUCH, inf)
        elif timeline.held:
            doing = self._doing()
            if self._board.layout.board.holds(at) and doing is not None:
                self._notices.tell(doing)
        elif not session.over:
            self._notices.quiet()
            session.hand.down(number, self._spot(at))

    def _dark_undo(self, at: Point) -> str | None:
        """The button that would take back if it could, at a point where no other button lies."""
        undo, buttons = f"{TOOL_KEY}undo", self._buttons.buttons
        return next((b.key for b in buttons if b.key.startswith(undo) and b.holds(at)), None)

    def _answer(self, result: MoveEntered | ThrowRequested | MoveRefused | None) -> Change:
        match result:
            case MoveEntered(move=move):
                self._session.play(move)
            case ThrowRequested():
                return self._dice.throw()
            case MoveRefused(spots=spots):
                move = self._hinted(spots[-1])
                if move is None:
                    self._notices.refuse(result)
                else:
                    self._session.play(move)
            case None:
                pass
        return None

    # -- keys and buttons -------------------------------------------------------------------------

    def press(self, button: Button, seat: Seat | None = None) -> Change:
        """Does what a key does, or the tool of the same name."""
        match button:
            case Button.OK:
                return self._confirm(seat)
            case Button.BACK if not self._session.hand.back():
                return self._keys[Button.MENU](seat)
            case Button.UNDO:
                return self._undo(seat)
            case Button.EARLIER | Button.LATER | Button.FIRST | Button.LAST:
                self._step_through(button)
            case Button.MENU | Button.HINT:
                return self._keys[button](seat)
            case _:
                pass
        return None

    def press_button(self, key: str) -> Change:
        """Does what a button on the screen does; other keys are places of the board."""
        key, _, number = key.partition(SEAT_MARK) if key.startswith(TOOL_KEY) else (key, "", "")
        kind, colon, name = key.partition(":")
        command = self._commands.get(key) or self._commands.get(kind)
        if colon and command is not None:
            return command(number if kind == "tool" else name)
        if kind == "tool":
            return self.press(Button[name.upper()], int(number) if number else None)
        if self._session.timeline.busy:
            return None
        self._notices.quiet()
        if key == CONFIRM_KEY:
            return self._answer(self._session.hand.confirm())
        if kind == "card":
            return self._answer(self._session.hand.choose(tuple(name.split())))
        return self._touch_place(name)

    def _touch_place(self, spot: Spot) -> Change:
        """A place or a choice is touched by a key or a button."""
        if spot != PLAY_HINT:
            return self._answer(self._session.hand.touch(spot))
        move = self._hinted(spot)
        if move is not None:
            self._session.play(move)
        return None

    def _confirm(self, seat: Seat | None) -> Change:
        """The OK key: touches the place under the cursor, or the only one there is."""
        session, hand, timeline = self._session, self._session.hand, self._session.timeline
        caller = session.acting if seat is None else seat
        open_spots, cursor = tuple(hand.open), hand.cursor
        if caller in self._calls.reached and self._calls.open:
            self._calls.make(caller)
        elif session.timeline.at is not None and session.over:
            return self._commands["tool:result"]("result")
        elif timeline.busy:
            timeline.hurry()
            if not session.over:
                timeline.at = None
                self._notices.quiet()
        elif cursor is not None and cursor in self.others():
            return self.press_button(cursor)
        elif cursor is not None or len(open_spots) == 1:
            self._notices.quiet()
            where = self._reachable().get(cursor or "")
            change = self._touch_place(cursor or open_spots[0])
            self._keep_cursor(where)
            return change
        else:
            self._step(Walk(by=1, source="keyboard"), seat)
        return None

    def _keep_cursor(self, where: Point | None) -> None:
        """Keeps the cursor at a point, if its place has another name after a touch."""
        hand, view, board = self._session.hand, self._board.view, self._look()
        live = not self._session.timeline.busy
        choices = {choice.spot for choice in self._board.upright.choices(board)} if live else set()
        if where is not None and hand.cursor not in {*view.points(board), *choices}:
            hand.cursor = view.spot_at(board, where)

    def _step(self, action: Nudge | Walk, seat: Seat | None) -> None:
        """Moves the cursor, and shows what touching its place would do."""
        session, hand = self._session, self._session.hand
        walker = session.acting if seat is None else seat
        if isinstance(action, Walk) and session.timeline.at is not None and session.over:
            self._step_through(Button.LATER if action.by > 0 else Button.EARLIER)
            return
        own_hands = self._table.settings["input.own_hands"]
        if session.timeline.busy or (own_hands and walker != session.acting):
            self._calls.reach(walker)
            return
        self._calls.reached.discard(walker)  # its keys have left the call
        found = {button.key: button.centre for button in self._buttons.buttons}
        others = {key: found[key] for key in self.others() if key in found}
        if isinstance(action, Nudge):
            for tool in TOOLS:  # they lie in no direction from the board
                others.pop(tool, None)
        hand.cursor = step_cursor(action, self._reachable(), hand.open, hand.cursor, others)
        self._consider(hand.cursor)

    def _reachable(self) -> dict[Spot, Point]:
        return reachable_points(self._board.view.points(self._look()), self._buttons.buttons)

    def _undo(self, seat: Seat | None) -> Change:
        session = self._session
        session.timeline.stop()
        if session.timeline.at is not None:
            self._step_through(Button.LAST)
        elif session.hand.bound:
            self._notices.deny(UNDO_BOUND)
        elif self._dice.dice.lies:
            self._notices.deny(THROWS_STAY)
        elif session.hand.back():
            self._notices.quiet()
        else:
            return self._keys[Button.UNDO](seat)
        return None

    def _step_through(self, button: Button) -> None:
        """Steps through the plies of a running or finished match."""
        session = self._session
        session.look(button)
        if session.timeline.at is None:
            self._notices.quiet()
        else:
            words = looking_back(session.match, session.timeline.at)
            self._notices.tell(words, inf)

"""What a match offers besides playing, as features; the base classes, and the calls of a match."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final, Literal

from tabletop.engine import Call, Outcome, Ply, Seat, Spot, Step, after_steps, say
from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Walk
from tabletop.scenes.play.board import MatchBoard, MatchSnapshot, PanelNotes
from tabletop.scenes.play.notices import Notices
from tabletop.scenes.play.session import MatchEvent, MatchSession, Played
from tabletop.ui.board.seat_panel import call_box
from tabletop.ui.board.table_layout import TableLayout
from tabletop.ui.board.view import BoardSnapshot, View
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.widgets.buttons import ButtonGroup, ButtonStyle, PushButton


@dataclass(frozen=True, slots=True)
class Handled:
    """An action was consumed."""

    change: Change = None
    """What the scene shall open, if anything."""
    shows: Literal["match", "hand", "nothing"] = "match"
    """What of the picture it may have changed besides events of the session. The hand: only what a
    pointer previews or drags."""


class Feature:
    """One thing that a match offers. Every method does nothing by default.

    A feature is handed what it needs when it is made. It changes the match through the session
    and calls `session.changed` where something else that is seen has changed.
    """

    @property
    def active(self) -> bool:
        """False: only `begin`, `fit` and `leave` are called. Asked in each refresh."""
        return True

    def notice(self, action: Action) -> None:
        """Sees every action, before any feature handles it."""

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        """Consumes an action of a seat (None: nobody knows whose), or gives None."""

    def begin(self) -> None:
        """Another match is played from now on: begins anew with it."""

    def on_event(self, event: MatchEvent) -> None:
        """Called for each other event of the session, once per refresh."""

    def update(self, dt: float) -> None:
        """Lets time pass."""

    def opens(self) -> Change:
        """What the scene shall open, after time has passed."""
        return None

    def wakes_in(self) -> float:
        """Seconds until something changes by itself; infinite if nothing does."""
        return inf

    def clock_runs(self) -> bool:
        """False stops the clock of the acting seat."""
        return True

    def fit(self, canvas: Canvas) -> None:
        """Called after the board and the panels were laid out for a canvas."""

    def before_snapshot(self) -> None:
        """Called in each refresh, before the snapshot is made."""

    def decorate(self, board: BoardSnapshot) -> BoardSnapshot:
        """Adds to what the board shows."""
        return board

    def annotate(self, notes: PanelNotes, board: BoardSnapshot) -> PanelNotes:
        """Adds to what the panels say."""
        return notes

    def on_snapshot(self, moment: MatchSnapshot) -> None:
        """Called with each new snapshot."""

    def draw(self, frame: Frame, moment: MatchSnapshot) -> None:
        """Draws over the board and the panels."""

    def leave(self) -> None:
        """Called once when the scene goes."""


class Features:
    """The features of a match in their order; for each hook the active ones that override it."""

    def __init__(self, *features: Feature) -> None:
        self.all = features
        self._active: list[Feature] = []
        self.sort()

    def sort(self) -> None:
        """Sorts the features by hooks, if one has become active or inactive."""
        active = [feature for feature in self.all if feature.active]
        if active == self._active:
            return
        self._active = active

        def having(
            hook: Callable[..., object], among: Sequence[Feature] = active
        ) -> tuple[Feature, ...]:
            own = [each for each in among if getattr(type(each), hook.__name__) is not hook]
            return tuple(own)

        self.notice = having(Feature.notice)
        self.handle = having(Feature.handle)
        self.begin = having(Feature.begin, self.all)
        self.on_event = having(Feature.on_event)
        self.update = having(Feature.update)
        self.opens = having(Feature.opens)
        self.wakes_in = having(Feature.wakes_in)
        self.clock_runs = having(Feature.clock_runs)
        self.before_snapshot = having(Feature.before_snapshot)
        self.decorate = having(Feature.decorate)
        self.annotate = having(Feature.annotate)
        self.on_snapshot = having(Feature.on_snapshot)
        self.draw = having(Feature.draw)


CALL_KEY: Final = "call:"


class Calls(Feature):
    """The calls of a match; in most games there is nothing to call."""

    def __init__(self, session: MatchSession, view: View, notices: Notices) -> None:
        self._session = session
        self._view = view
        self._notices = notices
        self.reached: set[Seat] = set()
        """The seats whose key cursor is on their call."""
        self.begin()

    def begin(self) -> None:
        match = self._session.match
        self.call: Call | None = match.game.call(match.options)
        self.reached.clear()

    @property
    def active(self) -> bool:
        return self.call is not None

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
        """Puts the key cursor of a seat on its call, if it may call now."""
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
        if not isinstance(action, Buzz):
            return None
        self.make(action.seat)
        return Handled()

    def on_event(self, event: MatchEvent) -> None:
        if isinstance(event, Played):
            self.reached.clear()

    def annotate(self, notes: PanelNotes, board: BoardSnapshot) -> PanelNotes:
        waits = self.call is not None and self.open and self._session.timeline.waits
        wait = None
        if self.call is not None and waits:
            # NOTE: {prompt} asks for a call; {n} counts the seconds down: "Call it now. 3"
            n = self._session.timeline.seconds_to_call
            wait = say("match.call_wait", "{prompt} {n}", prompt=self.call.wait, n=n)
        return replace(notes, call=self.open, wait=wait)


@dataclass(frozen=True, slots=True)
class MatchParts:
    """What all features of a match at a table share."""

    table: AppContext
    session: MatchSession
    board: MatchBoard
    calls: Calls
    notices: Notices
    buttons: ButtonGroup
    """All buttons on the screen: tools, choices, calls, dice."""
    look: Callable[[], BoardSnapshot]
    """Gives what the board shows."""


class MatchFeature(Feature):
    """A feature of a match at a table."""

    def __init__(self, parts: MatchParts) -> None:
        self._table, self._session, self._board = parts.table, parts.session, parts.board
        self._calls, self._notices, self._buttons = parts.calls, parts.notices, parts.buttons
        self._look = parts.look

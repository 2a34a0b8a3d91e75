"""The base class of what a match offers besides playing: hints, agreements, a computer's turn."""

from dataclasses import dataclass
from math import inf
from typing import Literal

from tabletop.engine import Seat
from tabletop.input.actions import Action
from tabletop.scenes.play.panels import MatchSnapshot, PanelNotes
from tabletop.scenes.play.session import MatchEvent
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change


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

    def notice(self, action: Action) -> None:
        """Sees every action, before any feature handles it."""

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        """Consumes an action of a seat (None: nobody knows whose), or gives None."""

    def on_event(self, event: MatchEvent) -> None:
        """Called for each event of the session, once per refresh."""

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

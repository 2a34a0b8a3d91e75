"""The stables of both seats: where they lie, what is in them, how they are touched."""

from dataclasses import dataclass
from typing import Final

from tabletop.engine import Ply, Seat, Spot
from tabletop.games.shoo import stable
from tabletop.games.shoo.kernel import DROP
from tabletop.games.shoo.marks import ANYWAY
from tabletop.games.shoo.rules import off_board, stables
from tabletop.games.shoo.spelling import STABLE_SPOT, TRAVELERS_SPOT
from tabletop.games.shoo.stable import Trough
from tabletop.ui.canvas import Point
from tabletop.ui.frame import Frame
from tabletop.ui.theme import SeatLook
from tabletop.ui.view import Places, Showing

REACH: Final = 14.0
"""Canvas units beyond a trough's edge that still count as a touch of it."""


@dataclass(frozen=True, slots=True)
class Yards:
    """The trays of all seats as stables."""

    places: Places
    looks: tuple[SeatLook, ...]

    def troughs(self, seat: Seat) -> tuple[Trough, ...]:
        """What lies in a seat's tray, as if it were not turned."""
        tray = self.places.trays.get(seat)
        if tray is None:
            return ()
        return stable.troughs(tray.box, self.places.options.get("hush") == "stable")

    def point(self, seat: Seat, spot: Spot) -> Point | None:
        """Where on the canvas a stable's place is."""
        for trough in self.troughs(seat):
            if trough.spot == spot:
                return self.places.trays[seat].on_canvas(trough.box.centre)
        return None

    def gate(self, ply: Ply) -> Point | None:
        """Where a ply's pieces come out of a stable, or go into it."""
        return self.point(ply.seat, STABLE_SPOT if ply.move.kind == DROP else TRAVELERS_SPOT)

    def spot_at(self, seat: Seat, at: Point) -> Spot | None:
        """The place of a seat's stable under a point of the canvas."""
        for trough in self.troughs(seat):
            near = trough.box.inset(-REACH)
            a = self.places.trays[seat].on_canvas((near.x, near.y))
            b = self.places.trays[seat].on_canvas((near.right, near.bottom))
            across = min(a[0], b[0]) <= at[0] <= max(a[0], b[0])
            if across and min(a[1], b[1]) <= at[1] <= max(a[1], b[1]):
                return trough.spot
        return None

    def draw(self, frame: Frame, showing: Showing, seat: Seat) -> None:
        """Puts a seat's horses, and its travelers that were sent there, into their troughs."""
        mine = seat == showing.seat and showing.motion is None
        for trough in self.troughs(seat):
            horses = trough.spot == STABLE_SPOT
            count = (stables if horses else off_board)(showing.state)[seat]
            held = mine and showing.held is not None and showing.held[0] == trough.spot
            if held or self._sent_now(showing, seat, trough.spot):
                count -= 1
            lit = mine and (trough.spot in showing.open or trough.spot in showing.picked)
            look = None if horses else self.looks[seat]
            stable.put_trough(frame, trough, count, look, lit=lit)
            if mine and not horses and self._would_be_sent(showing):
                stable.put_ghost(frame, trough, count, self.looks[seat])

    def prepare(self) -> None:
        """Makes every picture once."""
        for seat in self.places.trays:
            for trough in self.troughs(seat):
                stable.prepare(self.places.canvas, trough, self.looks)

    def _sent_now(self, showing: Showing, seat: Seat, spot: Spot) -> bool:
        """Whether the last of the travelers in a stable is still on its way there."""
        motion = showing.motion
        return (
            spot == TRAVELERS_SPOT
            and motion is not None
            and motion.ply.seat == seat
            and motion.ply.move.kind in ANYWAY
        )

    def _would_be_sent(self, showing: Showing) -> bool:
        """Whether the next touch sends a traveler to its stable."""
        left = [showing.preview] if showing.preview is not None else showing.candidates
        return bool(left) and all(move.kind in ANYWAY for move in left)

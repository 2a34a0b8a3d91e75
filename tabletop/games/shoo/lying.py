"""Puts the pieces of Shoo on the board: where they lie, where they would, one in the hand."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Seat, Spot
from tabletop.games.shoo.foresight import Outlook
from tabletop.games.shoo.kernel import DROP, HOLD, MOVE_HORSE
from tabletop.games.shoo.notation import NAMES, Move
from tabletop.games.shoo.piece_set import PieceSet
from tabletop.games.shoo.spelling import STABLE_SPOT, TRAVELERS_SPOT
from tabletop.games.shoo.steps import LOOSE, MOUNTED, ON_FOOT
from tabletop.ui.board import MOVING, PIECES, SIGNS, TOP
from tabletop.ui.canvas import Point
from tabletop.ui.frame import Frame

LEAVING: Final = 0.30
"""How much is seen of a piece that is about to leave."""
OUT_OF_IT: Final = 0.45
"""How much is seen of pieces that are not in the winner's goal."""


@dataclass(frozen=True, slots=True)
class Lying:
    """The pieces at their places."""

    spots: Mapping[Spot, Point]
    cell: float
    pieces: PieceSet

    def put(self, frame: Frame, standing: Mapping[Spot, str]) -> None:
        """Pieces that are really there."""
        with frame.layer(PIECES):
            for spot, letter in standing.items():
                frame.put(self.pieces.picture(letter), self.spots[spot])

    def put_outlook(self, frame: Frame, seen: Outlook) -> None:
        """What stays, what would leave, and ghosts of what would come."""
        self.put(frame, seen.solid)
        with frame.layer(PIECES):
            for spot, letter in seen.leaving.items():
                frame.put(self.pieces.picture(letter), self.spots[spot], LEAVING)
        with frame.layer(MOVING):
            for spot, letter in seen.coming.items():
                sits = letter in MOUNTED and seen.solid.get(spot) == LOOSE
                ghost = self.pieces.ghost_in_iron(letter) if sits else self.pieces.ghost(letter)
                frame.put(ghost, self.spots[spot])

    def put_final(
        self, frame: Frame, standing: Mapping[Spot, str], winning: Collection[Spot]
    ) -> None:
        """At the end the winner's goal stands out; after a draw nothing does."""
        with frame.layer(PIECES):
            for spot, letter in standing.items():
                alpha = 1.0 if spot in winning or not winning else OUT_OF_IT
                frame.put(self.pieces.picture(letter), self.spots[spot], alpha)

    def put_held(self, frame: Frame, held: tuple[Spot, Point], seen: Outlook, seat: Seat) -> None:
        """The piece under the finger, taken out of what lies on the board."""
        spot, at = held
        letter = seen.solid.pop(spot, "") or seen.leaving.pop(spot, "")
        if spot == STABLE_SPOT:
            letter = LOOSE
        elif spot == TRAVELERS_SPOT:
            letter = ON_FOOT[seat]
        if letter:
            with frame.layer(TOP):
                frame.put(self.pieces.shade(), (at[0] + self.cell * 0.16, at[1] + self.cell * 0.2))
                frame.put(self.pieces.picture(letter), at)

    def put_locks(self, frame: Frame, locked: Spot | None, move: Move | None) -> None:
        """The lock on the horse that is reserved, and on the one that a ply would reserve."""
        with frame.layer(SIGNS):
            if locked is not None:
                frame.put(self.pieces.lock(), self.spots[locked])
            if move is not None and move.kind in (HOLD, DROP, MOVE_HORSE):
                end = NAMES[move.squares[1 if move.kind == MOVE_HORSE else 0]]
                frame.put(self.pieces.lock(), self.spots[end], 0.85)

"""How the pieces of Shoo travel, so that a bystander sees who went where and how."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import Final

import pygame

from tabletop.engine import Ply, Spot, Step
from tabletop.games.shoo.kernel import (
    CAPTURE,
    COME_BACK,
    DISMOUNT_ANYWAY,
    DROP,
    HOLD,
    REDROP,
    STEP_ANYWAY,
)
from tabletop.games.shoo.notation import NAMES
from tabletop.games.shoo.piece_set import PieceSet
from tabletop.games.shoo.signs import arch
from tabletop.games.shoo.steps import LOOSE, MOUNTED, ON_FOOT
from tabletop.ui.board import MOVING, PAUSE, PIECES, SIGNS
from tabletop.ui.canvas import Point
from tabletop.ui.cues import Cue, phase_cues
from tabletop.ui.frame import Frame
from tabletop.ui.tween import between, carry, ease_both, ease_out, slide

WALK: Final = 0.28
"""Seconds of a step to a neighbour; a longer ride takes a little longer."""
STRIDE: Final = 0.045
"""Seconds that each further square of a ride adds."""
CARRY: Final = 0.60
"""Seconds in which a hand takes something up and puts it down."""
STILL: Final = 0.50
"""Seconds for a ply that moves nothing."""

Phases = Sequence[tuple[Step, ...]]


@dataclass(frozen=True, slots=True)
class Journeys:
    """The ways between the squares, to the stables and back."""

    spots: dict[Spot, Point]
    cell: float
    pieces: PieceSet

    def phase_seconds(self, ply: Ply, phase: tuple[Step, ...]) -> float:
        """How long one phase takes."""
        if ply.move.kind in (DROP, REDROP, COME_BACK, STEP_ANYWAY, DISMOUNT_ANYWAY):
            return CARRY
        ends = [(step.start, step.end) for step in phase]
        longest = max((dist(self.spots[a], self.spots[b]) for a, b in ends if a and b), default=0.0)
        return WALK + STRIDE * max(0.0, longest / self.cell - 1.5)

    def seconds(self, ply: Ply, phases: Phases) -> float:
        """How long a whole ply takes."""
        if not phases:
            return STILL if ply.move.kind in (HOLD, STEP_ANYWAY, DISMOUNT_ANYWAY) else 0.0
        return sum(self.phase_seconds(ply, phase) + PAUSE for phase in phases)

    def cues(self, ply: Ply, phases: Phases) -> tuple[Cue, ...]:
        """What is heard: who is shooed leaves with a swish, all else is set down."""
        heard: list[Cue] = []
        if ply.move.kind in (CAPTURE, REDROP, STEP_ANYWAY, DISMOUNT_ANYWAY):
            heard.append(Cue(0.0, "shooed"))
        elif ply.move.kind == HOLD:
            heard.append(Cue(STILL / 2, "snap"))
        begin = 0.0
        for phase in phases:
            end = begin + self.phase_seconds(ply, phase)
            heard += [
                cue for cue in phase_cues(phase, begin, end) if cue.sound == "placed" or not heard
            ]
            begin = end + PAUSE
        return tuple(heard)

    def put(
        self,
        frame: Frame,
        ply: Ply,
        phases: Phases,
        spent: float,
        before: Mapping[Spot, str],
        yard: Point | None,
    ) -> dict[Spot, str]:
        """Puts what is on its way and gives what stands still; `yard` is the mover's stable."""
        pieces = dict(before)
        if not phases:
            self._put_still(frame, ply, spent / STILL, pieces)
        for phase in phases:
            length = self.phase_seconds(ply, phase)
            share = spent / length
            if share < 1:
                self._put_phase(frame, ply, phase, max(0.0, share), pieces, yard)
                return pieces
            for step in phase:
                if step.start is not None:
                    pieces.pop(step.start, None)
            for step in phase:
                if step.end is not None:
                    pieces[step.end] = step.becomes or step.piece
            spent -= length + PAUSE
            if spent < 0:
                return pieces
        return pieces

    def _put_phase(
        self,
        frame: Frame,
        ply: Ply,
        phase: tuple[Step, ...],
        share: float,
        pieces: dict[Spot, str],
        yard: Point | None,
    ) -> None:
        for step in phase:
            if step.start is not None:
                pieces.pop(step.start, None)
        for step in phase:
            stays = step.piece == LOOSE and step.start is None and step.end is not None
            if stays and any(other.start == step.end for other in phase):
                # The horse that a rider leaves stands where it stood.
                pieces[str(step.end)] = LOOSE
            else:
                self._put_step(frame, ply, step, share, yard)

    def _put_step(
        self, frame: Frame, ply: Ply, step: Step, share: float, yard: Point | None
    ) -> None:
        start = self.spots.get(step.start or "") or yard
        end = self.spots.get(step.end or "") or yard
        if step.piece == LOOSE and step.end is None and start is not None:
            # A horse that is taken off for good goes nowhere one could point at.
            with frame.layer(MOVING):
                at = start[0], start[1] - self.cell * 0.5 * ease_out(share)
                frame.put(self.pieces.picture(LOOSE), at, 1 - ease_both(share))
            return
        if end is None or start is None:
            with frame.layer(PIECES):
                frame.put(self.pieces.picture(step.piece), end or start or (0, 0), ease_out(share))
            return
        carried = ply.move.kind in (REDROP, COME_BACK, DROP, STEP_ANYWAY, DISMOUNT_ANYWAY)
        with frame.layer(MOVING):
            if carried:
                walker = step.piece.lower() if step.piece in MOUNTED else step.piece
                ground = between(start, end, carry(share))
                up = arch((0.0, 0.0), (dist(start, end), 0.0), carry(share), self.cell)[1]
                at = ground[0], ground[1] + up
                frame.put(self.pieces.shade(), (ground[0] - up * 0.25, ground[1] - up * 0.10))
                frame.put(self.pieces.picture(walker), at)
                return
            frame.put(self._on_the_way(step, share), between(start, end, slide(share)))

    def _on_the_way(self, step: Step, share: float) -> pygame.Surface:
        """The traveler alone, sitting down or standing up as it goes; a rider with its horse."""
        if step.piece in ON_FOOT and step.becomes in MOUNTED:
            return self.pieces.sitting(step.piece, share * 1.01)
        if step.piece in MOUNTED and step.becomes in ON_FOOT:
            return self.pieces.sitting(step.piece, 1 - share)
        return self.pieces.picture(step.piece)

    def _put_still(self, frame: Frame, ply: Ply, share: float, pieces: dict[Spot, str]) -> None:
        """A ply after which all stands as before: a hold, or a walk into a shoo and back."""
        first, second = (NAMES[square] for square in ply.move.squares[:2])
        if ply.move.kind == HOLD:
            x, y = self.spots[first]
            with frame.layer(SIGNS):
                drop = self.cell * 0.5 * (1 - ease_out(share))
                frame.put(self.pieces.lock(), (x, y - drop), ease_out(share * 2))
        elif ply.move.kind in (STEP_ANYWAY, DISMOUNT_ANYWAY) and first in pieces:
            letter = pieces.pop(first)
            if letter in MOUNTED:
                pieces[first] = LOOSE
            way = 0.75 * ease_both(share * 2 if share < 0.5 else 2 - share * 2)
            with frame.layer(MOVING):
                picture = self.pieces.sitting(letter, 1 if letter in MOUNTED else 0)
                frame.put(picture, between(self.spots[first], self.spots[second], way))

"""Marks on the board of Shoo: what happened, what would happen, who shoos whom, who has won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import Any, Final

from tabletop.engine import Spot, Step
from tabletop.games.shoo.kernel import (
    DISMOUNT_ANYWAY,
    HOLD,
    REDROP,
    RETIRE,
    STEP_ANYWAY,
)
from tabletop.games.shoo.notation import NAMES, Move
from tabletop.games.shoo.piece_set import FOOT, FREE, PieceSet
from tabletop.games.shoo.signs import DART, HAPPENED, WOULD, Trails, cross, dart, eighth
from tabletop.games.shoo.steps import LOOSE
from tabletop.ui import art
from tabletop.ui.board import LIGHT, MARKS, SIGNS, TOP
from tabletop.ui.canvas import Point
from tabletop.ui.frame import Frame
from tabletop.ui.theme import AMBER, CORAL_DEEP, CREAM, INK, Colour
from tabletop.ui.tween import between

ANYWAY: Final = (STEP_ANYWAY, DISMOUNT_ANYWAY)
AROUND: Final = 0.05
"""How far a ring lies outside its piece, in cells."""

Dangers = Sequence[tuple[Spot, tuple[Spot, ...]]]


@dataclass(frozen=True, slots=True)
class Marks:
    """Puts rings, arrows and darts between the squares."""

    spots: Mapping[Spot, Point]
    cell: float
    pieces: PieceSet
    trails: Trails

    def ring(
        self, frame: Frame, at: Point, radius: float, colours: tuple[Colour, Colour], width: float
    ) -> None:
        """A ring with a rim; radius and width in cells."""
        line = max(2.0, self.pieces.cell * width)
        shape = round(self.pieces.cell * radius, 1)
        rim = max(1.5, self.pieces.cell * 0.028)
        frame.put(art.ring(shape, round(line + 2 * rim, 1), colours[1]), at)
        frame.put(art.ring(shape, round(line, 1), colours[0]), at)

    def round_piece(
        self,
        frame: Frame,
        spot: Spot,
        standing: Mapping[Spot, str],
        colours: tuple[Colour, Colour],
        width: float = 0.055,
    ) -> None:
        """A ring round whatever stands at a place."""
        radius = self.pieces.radius(standing[spot]) if spot in standing else FOOT
        self.ring(frame, self.spots[spot], radius + AROUND, colours, width)

    def happened(
        self, frame: Frame, move: Move, steps: Sequence[Step], standing: Mapping[Spot, str]
    ) -> None:
        """The last ply; `standing` is what stands after it."""
        self.ways(frame, move, steps, standing, HAPPENED, MARKS)
        first = NAMES[move.squares[0]]
        with frame.layer(SIGNS):
            if move.kind == HOLD:
                self.round_piece(frame, first, standing, HAPPENED)
            elif move.kind == RETIRE:
                self.ring(frame, self.spots[first], FREE * 0.8, HAPPENED, 0.055)
                frame.put(self.cross(HAPPENED), self.spots[first])
            ends = {step.end for step in steps if step.end in self.spots}
            for spot in sorted(str(end) for end in ends):
                stayed = standing.get(spot) == LOOSE and any(step.start == spot for step in steps)
                if spot in standing and not stayed:
                    self.round_piece(frame, spot, standing, HAPPENED)

    def ways(
        self,
        frame: Frame,
        move: Move,
        steps: Sequence[Step],
        standing: Mapping[Spot, str],
        colours: tuple[Colour, Colour],
        layer: int,
    ) -> None:
        """Arrows from where pieces were to where they come to stand."""
        if move.kind in ANYWAY:
            first, second = NAMES[move.squares[0]], NAMES[move.squares[1]]
            self._way(frame, first, second, standing, FOOT + 0.14, colours, layer)
            with frame.layer(layer):
                ends = colours if colours == HAPPENED else (CORAL_DEEP, CREAM)
                frame.put(self.cross(ends), self.spots[second])
            return
        for step in steps:
            if step.start in self.spots and step.end in self.spots and step.start != step.end:
                reach = self.pieces.radius(step.becomes or step.piece)
                start, end = str(step.start), str(step.end)
                if standing.get(end, LOOSE) != LOOSE:
                    reach = max(reach, self.pieces.radius(standing[end]))
                if move.kind == REDROP:
                    with frame.layer(TOP):
                        at = self.spots[start], self.spots[end]
                        self.trails.over(frame, *at, colours, reach + AROUND)
                else:
                    self._way(frame, start, end, standing, reach + AROUND, colours, layer)

    def _way(
        self,
        frame: Frame,
        start: Spot,
        end: Spot,
        standing: Mapping[Spot, str],
        reach: float,
        colours: tuple[Colour, Colour],
        layer: int,
    ) -> None:
        a, b = self.spots[start], self.spots[end]
        leave = self.pieces.radius(standing[start]) + AROUND if start in standing else 0.0
        tight = dist(a, b) < (leave + reach + 0.35) * self.cell
        with frame.layer(max(layer, SIGNS) if tight else layer):
            self.trails.put(frame, a, b, colours, leave, reach)

    def cross(self, colours: tuple[Colour, Colour]) -> Any:
        return cross(self.pieces.cell * 0.13, *colours)

    def shoos(self, frame: Frame, dangers: Dangers, *, ringed: bool = True) -> None:
        """Who is shooed, and a dart from each traveler that does it."""
        with frame.layer(SIGNS):
            for spot, by in dangers:
                at = self.spots[spot]
                if ringed:
                    self.ring(frame, at, FOOT + 0.055, (CORAL_DEEP, CREAM), 0.072)
                for other in by:
                    far = self.spots[other]
                    direction = eighth(far, at)
                    length = dist(far, at)
                    middle = length - (0.45 + DART[direction % 2] / 2) * self.cell
                    picture = dart(self.pieces.cell, direction)
                    frame.put(picture, between(far, at, middle / length))

    def won(self, frame: Frame, line: Sequence[Spot], share: float, lamp: Any) -> None:
        """Lights a filled goal, square by square."""
        count = round(share * len(line))
        for spot in line[:count]:
            with frame.layer(LIGHT):
                frame.put(lamp, self.spots[spot])
            with frame.layer(TOP):
                self.ring(frame, self.spots[spot], FOOT + AROUND, (AMBER, INK), 0.075)

    def prepare(self, scratch: Frame) -> None:
        """Makes the rings once; the frame is thrown away."""
        for radius in (FOOT, FREE, self.pieces.radius("W")):
            for colours in (HAPPENED, WOULD):
                self.ring(scratch, (0, 0), radius + AROUND, colours, 0.055)
            self.ring(scratch, (0, 0), radius + AROUND, WOULD, 0.075)
        self.ring(scratch, (0, 0), FREE * 0.8, HAPPENED, 0.055)
        self.ring(scratch, (0, 0), FOOT + 0.055, (CORAL_DEEP, CREAM), 0.072)
        self.ring(scratch, (0, 0), FOOT + AROUND, (AMBER, INK), 0.075)

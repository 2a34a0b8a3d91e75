"""Signs on the board of Shoo: trails of what moved, darts of what shoos, hatches, lights.

Marks on the board of Shoo: what happened, what would happen, who shoos whom, who has won.

How the pieces of Shoo travel, so that a bystander sees who went where and how.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, ceil, dist, pi
from typing import Any, Final

import pygame

from tabletop.engine import Ply, Spot, Step
from tabletop.games.shoo.geometry import NAMES
from tabletop.games.shoo.kernel import (
    CAPTURE,
    COME_BACK,
    DISMOUNT_ANYWAY,
    DROP,
    HOLD,
    REDROP,
    RETIRE,
    STEP_ANYWAY,
)
from tabletop.games.shoo.rules import LOOSE, MOUNTED, ON_FOOT, Move
from tabletop.games.shoo.view.pieces import FOOT_RADIUS, FREE_HORSE_RADIUS, PieceSet
from tabletop.ui.audio.cues import Cue, phase_cues
from tabletop.ui.board.board_view import (
    LIGHT,
    MARKS,
    MOVING,
    PHASE_PAUSE_SECONDS,
    PIECES,
    SIGNS,
    TOP,
)
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import carry, ease_in_out, ease_out, lerp, slide
from tabletop.ui.draw import shapes
from tabletop.ui.draw.arrows import HEAD, RIM, Arrows, head, turned
from tabletop.ui.theme.theme import AMBER, CORAL_DEEP, CREAM, HALO, INK, PETROL, Colour

MIN_ARC_HEIGHT, MAX_ARC_HEIGHT = 0.9, 1.7
"""How high the way of a piece that is taken up goes, in cells: at least, and at most."""

DART_LENGTHS: Final = (0.27, 0.42)
"""A dart's length in cells: along the lines, and across corners, where there is more room."""

LAST_PLY_COLOURS: Final = (PETROL, CREAM)
PREVIEW_COLOURS: Final = (AMBER, INK)


def nearest_direction(start: Point, end: Point) -> int:
    """The nearest of the eight directions from one point to another."""
    return round(atan2(end[1] - start[1], end[0] - start[0]) / (pi / 4)) % 8


def arc_point(start: Point, end: Point, share: float, cell: float) -> Point:
    """The way of a piece that is taken up and put down again."""
    height = cell * min(MAX_ARC_HEIGHT, MIN_ARC_HEIGHT + 0.18 * dist(start, end) / cell)
    x, y = lerp(start, end, share)
    return x, y - height * 4 * share * (1 - share)


@surface_cache(most=32)
def dart(cell: int, direction: int) -> pygame.Surface:
    """A dart from one who shoos."""
    slant = bool(direction % 2)
    length, wing = DART_LENGTHS[slant], 0.15
    picture = shapes.blank(cell, cell)
    for grow, colour in ((RIM, CREAM), (0.0, CORAL_DEEP)):
        half, wide, more = cell * length / 2, cell * wing, cell * grow
        neck = half - cell * 0.24
        points: tuple[Point, ...] = (
            (neck - more, -wide - 1.7 * more),
            (half + 1.6 * more, 0),
            (neck - more, wide + 1.7 * more),
        )
        if slant:
            thin = cell * 0.05 + more
            points = (
                *points,
                (neck, thin),
                (-half - more, thin),
                (-half - more, -thin),
                (neck, -thin),
            )
        shape = turned(45 * direction, points, colour)
        shapes.blit_centred(picture, shape)
    return picture


@surface_cache(most=4)
def hatch(cell: int) -> pygame.Surface:
    """A square where one would be shooed: fine coral strokes, both ways."""
    side = round(cell * 0.54)
    step, over = side * 1.15, shapes.SUPERSAMPLING
    lines = shapes.blank(side, side, CREAM)
    for width, colour, alpha in ((0.055, CREAM, 70), (0.030, CORAL_DEEP, 215)):
        big = shapes.blank(side * over, side * over, colour)
        for k in range(-4, 8):
            x, thick = k * step, max(3, round(cell * width * over))
            pygame.draw.line(big, (*colour, 255), (x, 0), (x + side * over, side * over), thick)
            pygame.draw.line(big, (*colour, 255), (x + side * over, 0), (x, side * over), thick)
        lines.blit(
            shapes.with_alpha(pygame.transform.smoothscale(big, (side, side)), alpha), (0, 0)
        )
    return shapes.masked(lines, shapes.rounded(side, side, side * 0.24, CORAL_DEEP))


@surface_cache(most=8)
def mover_light(radius: float) -> pygame.Surface:
    """The quiet light round a piece that can be moved: a thin lamp under its edge."""
    rim = max(1.5, radius * 0.13)
    glow = shapes.blurred(shapes.ring(radius, rim * 1.6, HALO), HALO, radius * 0.16, 255).copy()
    for shape in (
        shapes.ring(radius, rim * 1.7, (120, 62, 6), 150),
        shapes.ring(radius, rim, AMBER),
        shapes.ring(radius - rim * 0.1, rim * 0.35, (255, 232, 168)),
    ):
        shapes.blit_centred(glow, shape)
    return glow


@surface_cache(most=4)
def cross_mark(radius: float, colour: Colour, rim: Colour) -> pygame.Surface:
    """Two strokes: here something was, or would have been."""
    side = 2 * ceil(radius * 1.6)
    a, b = side / 2 - radius, side / 2 + radius
    picture = shapes.blank(side, side, rim)
    for width, tint in ((radius * 0.85, rim), (radius * 0.45, colour)):
        for points in (((a, a), (b, b)), ((a, b), (b, a))):
            picture.blit(shapes.stroke((side, side), points, width, tint), (0, 0))
    return picture


@dataclass(frozen=True, slots=True)
class Trails(Arrows):
    """The ways of pieces on the board."""

    def prepare(self) -> None:
        """Makes every picture once."""
        self.make(range(0, 360, 45), (LAST_PLY_COLOURS, PREVIEW_COLOURS))
        for eighth in range(8):
            dart(self.cell_px, eighth)
        for colours in (LAST_PLY_COLOURS, PREVIEW_COLOURS):
            cross_mark(self.cell_px * 0.13, *colours)

    def over(
        self, frame: Frame, start: Point, end: Point, colours: tuple[Colour, Colour], reach: float
    ) -> None:
        """A dotted arch: a piece was taken up, and put down somewhere else."""
        count = max(4, round(dist(start, end) / (self.cell * 0.24)))
        shares = [i / count for i in range(count + 1)]
        way = [arc_point(start, end, share, self.cell) for share in shares]
        way = [at for at in way if dist(at, end) > (reach + HEAD) * self.cell]
        for grow, colour in ((RIM, colours[1]), (0.0, colours[0])):
            for at in way[1:]:
                frame.put(shapes.disc(round(self.cell_px * (0.055 + grow), 1), colour), at)
            self.put_dot(frame, start, grow, colour)
            if way:
                tip = lerp(end, way[-1], (reach + HEAD / 2) * self.cell / dist(end, way[-1]))
                frame.put(
                    head(self.cell_px, 45 * nearest_direction(way[-1], end), grow, colour), tip
                )


INTO_SHOO_KINDS: Final = (STEP_ANYWAY, DISMOUNT_ANYWAY)
RING_MARGIN: Final = 0.05
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
        frame.put(shapes.ring(shape, round(line + 2 * rim, 1), colours[1]), at)
        frame.put(shapes.ring(shape, round(line, 1), colours[0]), at)

    def round_piece(
        self,
        frame: Frame,
        spot: Spot,
        standing: Mapping[Spot, str],
        colours: tuple[Colour, Colour],
        width: float = 0.055,
    ) -> None:
        """A ring round whatever stands at a place."""
        radius = self.pieces.radius(standing[spot]) if spot in standing else FOOT_RADIUS
        self.ring(frame, self.spots[spot], radius + RING_MARGIN, colours, width)

    def happened(
        self, frame: Frame, move: Move, steps: Sequence[Step], standing: Mapping[Spot, str]
    ) -> None:
        """The last ply; `standing` is what stands after it."""
        self.ways(frame, move, steps, standing, LAST_PLY_COLOURS, MARKS)
        first = NAMES[move.squares[0]]
        with frame.layer(SIGNS):
            if move.kind == HOLD:
                self.round_piece(frame, first, standing, LAST_PLY_COLOURS)
            elif move.kind == RETIRE:
                self.ring(
                    frame, self.spots[first], FREE_HORSE_RADIUS * 0.8, LAST_PLY_COLOURS, 0.055
                )
                frame.put(self.cross(LAST_PLY_COLOURS), self.spots[first])
            ends = {step.end for step in steps if step.end in self.spots}
            for spot in sorted(str(end) for end in ends):
                stayed = standing.get(spot) == LOOSE and any(step.start == spot for step in steps)
                if spot in standing and not stayed:
                    self.round_piece(frame, spot, standing, LAST_PLY_COLOURS)

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
        if move.kind in INTO_SHOO_KINDS:
            first, second = NAMES[move.squares[0]], NAMES[move.squares[1]]
            self._way(frame, first, second, standing, FOOT_RADIUS + 0.14, colours, layer)
            with frame.layer(layer):
                ends = colours if colours == LAST_PLY_COLOURS else (CORAL_DEEP, CREAM)
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
                        self.trails.over(frame, *at, colours, reach + RING_MARGIN)
                else:
                    self._way(frame, start, end, standing, reach + RING_MARGIN, colours, layer)

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
        leave = self.pieces.radius(standing[start]) + RING_MARGIN if start in standing else 0.0
        tight = dist(a, b) < (leave + reach + 0.35) * self.cell
        with frame.layer(max(layer, SIGNS) if tight else layer):
            self.trails.put(frame, a, b, colours, leave, reach)

    def cross(self, colours: tuple[Colour, Colour]) -> Any:
        return cross_mark(self.pieces.cell * 0.13, *colours)

    def shoos(self, frame: Frame, dangers: Dangers, *, ringed: bool = True) -> None:
        """Who is shooed, and a dart from each traveler that does it."""
        with frame.layer(SIGNS):
            for spot, by in dangers:
                at = self.spots[spot]
                if ringed:
                    self.ring(frame, at, FOOT_RADIUS + 0.055, (CORAL_DEEP, CREAM), 0.072)
                for other in by:
                    far = self.spots[other]
                    direction = nearest_direction(far, at)
                    length = dist(far, at)
                    middle = length - (0.45 + DART_LENGTHS[direction % 2] / 2) * self.cell
                    picture = dart(self.pieces.cell, direction)
                    frame.put(picture, lerp(far, at, middle / length))

    def won(self, frame: Frame, line: Sequence[Spot], share: float, lamp: Any) -> None:
        """Lights a filled goal, square by square."""
        count = round(share * len(line))
        for spot in line[:count]:
            with frame.layer(LIGHT):
                frame.put(lamp, self.spots[spot])
            with frame.layer(TOP):
                self.ring(frame, self.spots[spot], FOOT_RADIUS + RING_MARGIN, (AMBER, INK), 0.075)

    def prepare(self, scratch: Frame) -> None:
        """Makes the rings once; the frame is thrown away."""
        for radius in (FOOT_RADIUS, FREE_HORSE_RADIUS, self.pieces.radius("W")):
            for colours in (LAST_PLY_COLOURS, PREVIEW_COLOURS):
                self.ring(scratch, (0, 0), radius + RING_MARGIN, colours, 0.055)
            self.ring(scratch, (0, 0), radius + RING_MARGIN, PREVIEW_COLOURS, 0.075)
        self.ring(scratch, (0, 0), FREE_HORSE_RADIUS * 0.8, LAST_PLY_COLOURS, 0.055)
        self.ring(scratch, (0, 0), FOOT_RADIUS + 0.055, (CORAL_DEEP, CREAM), 0.072)
        self.ring(scratch, (0, 0), FOOT_RADIUS + RING_MARGIN, (AMBER, INK), 0.075)


STEP_SECONDS: Final = 0.28
"""Seconds of a step to a neighbour; a longer ride takes a little longer."""
SECONDS_PER_SQUARE: Final = 0.045
"""Seconds that each further square of a ride adds."""
CARRY_SECONDS: Final = 0.60
"""Seconds in which a hand takes something up and puts it down."""
STILL_SECONDS: Final = 0.50
"""Seconds for a ply that moves nothing."""

Phases = Sequence[tuple[Step, ...]]


@dataclass(frozen=True, slots=True)
class PieceMotions:
    """The ways between the squares, to the stables and back."""

    spots: dict[Spot, Point]
    cell: float
    pieces: PieceSet

    def phase_seconds(self, ply: Ply, phase: tuple[Step, ...]) -> float:
        """How long one phase takes."""
        if ply.move.kind in (DROP, REDROP, COME_BACK, STEP_ANYWAY, DISMOUNT_ANYWAY):
            return CARRY_SECONDS
        ends = [(step.start, step.end) for step in phase]
        longest = max((dist(self.spots[a], self.spots[b]) for a, b in ends if a and b), default=0.0)
        return STEP_SECONDS + SECONDS_PER_SQUARE * max(0.0, longest / self.cell - 1.5)

    def seconds(self, ply: Ply, phases: Phases) -> float:
        """How long a whole ply takes."""
        if not phases:
            return STILL_SECONDS if ply.move.kind in (HOLD, STEP_ANYWAY, DISMOUNT_ANYWAY) else 0.0
        return sum(self.phase_seconds(ply, phase) + PHASE_PAUSE_SECONDS for phase in phases)

    def cues(self, ply: Ply, phases: Phases) -> tuple[Cue, ...]:
        """What is heard: who is shooed leaves with a swish, all else is set down."""
        heard: list[Cue] = []
        if ply.move.kind in (CAPTURE, REDROP, STEP_ANYWAY, DISMOUNT_ANYWAY):
            heard.append(Cue(0.0, "shooed"))
        elif ply.move.kind == HOLD:
            heard.append(Cue(STILL_SECONDS / 2, "snap"))
        begin = 0.0
        for phase in phases:
            end = begin + self.phase_seconds(ply, phase)
            heard += [
                cue for cue in phase_cues(phase, begin, end) if cue.sound == "placed" or not heard
            ]
            begin = end + PHASE_PAUSE_SECONDS
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
            self._put_still(frame, ply, spent / STILL_SECONDS, pieces)
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
            spent -= length + PHASE_PAUSE_SECONDS
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
                frame.put(self.pieces.picture(LOOSE), at, 1 - ease_in_out(share))
            return
        if end is None or start is None:
            with frame.layer(PIECES):
                frame.put(self.pieces.picture(step.piece), end or start or (0, 0), ease_out(share))
            return
        carried = ply.move.kind in (REDROP, COME_BACK, DROP, STEP_ANYWAY, DISMOUNT_ANYWAY)
        with frame.layer(MOVING):
            if carried:
                walker = step.piece.lower() if step.piece in MOUNTED else step.piece
                ground = lerp(start, end, carry(share))
                up = arc_point((0.0, 0.0), (dist(start, end), 0.0), carry(share), self.cell)[1]
                at = ground[0], ground[1] + up
                frame.put(self.pieces.shade(), (ground[0] - up * 0.25, ground[1] - up * 0.10))
                frame.put(self.pieces.picture(walker), at)
                return
            frame.put(self._on_the_way(step, share), lerp(start, end, slide(share)))

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
            way = 0.75 * ease_in_out(share * 2 if share < 0.5 else 2 - share * 2)
            with frame.layer(MOVING):
                picture = self.pieces.sitting(letter, 1 if letter in MOUNTED else 0)
                frame.put(picture, lerp(self.spots[first], self.spots[second], way))

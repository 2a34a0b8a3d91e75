"""The pieces of Shoo, how they travel, and the signs that show what a ply does."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, ceil, cos, dist, pi, sin
from typing import Any, Final

import pygame

from tabletop.engine import Ply, Seat, Spot, Step, after_steps
from tabletop.games.shoo import kernel
from tabletop.games.shoo.kernel import NAMES
from tabletop.games.shoo.rules import (
    LOOSE,
    MOUNTED,
    ON_FOOT,
    STABLE_SPOT,
    TRAVELERS_SPOT,
    Move,
    State,
)
from tabletop.ui.audio.sounds import Cue, phase_cues
from tabletop.ui.board.view import LIGHT, MARKS, MOVING, PHASE_PAUSE_SECONDS, PIECES, SIGNS, TOP
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import carry, ease_in_out, ease_out, lerp, slide
from tabletop.ui.draw import shapes
from tabletop.ui.draw.shapes import HEAD, RIM, Arrows, bevel, head, turned
from tabletop.ui.theme.theme import (
    AMBER,
    CORAL_DEEP,
    CREAM,
    HALO,
    INK,
    PETROL,
    SHADOW,
    Colour,
    SeatLook,
)

Phases = Iterable[tuple[Step, ...]]


@dataclass(slots=True)
class PositionPreview:
    """The preview of a ply: pieces that stay, that would leave, and that would arrive."""

    solid: dict[Spot, str]
    leaving: dict[Spot, str] = field(default_factory=dict)
    coming: dict[Spot, str] = field(default_factory=dict)


def preview_position(pieces: Mapping[Spot, str], phases: Phases) -> PositionPreview:
    """The pieces as they would lie after some phases."""
    seen = PositionPreview(dict(pieces))
    for phase in phases:
        left = {step.start for step in phase if step.start is not None}
        for spot in left:
            seen.coming.pop(spot, None)
            if spot in seen.solid:
                seen.leaving[spot] = seen.solid.pop(spot)
        for step in phase:
            if step.end is None:
                continue
            if step.piece == LOOSE and step.start is None and step.end in left:
                # A rider goes, its horse stays.
                seen.leaving.pop(step.end, None)
                seen.solid[step.end] = LOOSE
            else:
                seen.coming[step.end] = step.becomes or step.piece
    for spot in seen.coming:
        seen.leaving.pop(spot, None)
    return seen


METAL: Final = (112, 141, 160)
METAL_DARK: Final = (38, 54, 66)
GHOST_METAL: Final = (196, 214, 224)

TIP: Final = 2.50
"""How far round from the top the iron reaches, in radians."""
RIDER_SCALE: Final = 0.60
"""The radius of a stone that sits in a horseshoe, as a share of the iron's outer radius."""

Curve = list[tuple[float, float]]


def _side(radius: float, sign: float, steps: int = 40) -> Curve:
    """The outer (1) or inner (-1) edge of a horseshoe about the origin; heels are narrower."""
    curve = []
    for i in range(steps + 1):
        angle = -TIP + 2 * TIP * i / steps
        half = radius * (0.145 - 0.05 * (abs(angle) / TIP) ** 2) * sign
        middle = radius * 0.83
        # The heels are a little closer together.
        pull = 1 - 0.05 * max(0.0, abs(angle) - 1.6)
        curve.append(((middle + half) * sin(angle) * pull, -(middle + half) * cos(angle)))
    return curve


@surface_cache(most=32)
def _iron(radius: float, colour: Colour) -> pygame.Surface:
    side = 2 * ceil(radius * 1.06 + 2)
    points = _side(radius, 1) + _side(radius, -1)[::-1]
    return shapes.polygon((side, side), [(x + side / 2, y + side / 2) for x, y in points], colour)


@surface_cache(most=16)
def _nails(radius: float) -> pygame.Surface:
    """The groove along the iron, and the holes of the nails in it."""
    side = 2 * ceil(radius * 1.06 + 2)
    large = side * shapes.SUPERSAMPLING
    big = shapes.large_blank(large, large, METAL_DARK)
    middle, rail = large / 2, radius * 0.83 * shapes.SUPERSAMPLING
    box = pygame.Rect(0, 0, round(2 * rail), round(2 * rail))
    box.center = (round(middle), round(middle))
    width = max(1, round(radius * 0.055 * shapes.SUPERSAMPLING))
    for start, end in ((0.30, 1.35), (pi - 1.35, pi - 0.30)):
        pygame.draw.arc(big, (*METAL_DARK, 150), box, start - 0.5, end, width)
        pygame.draw.arc(big, (*METAL_DARK, 150), box, start, end + 0.5, width)
    for angle in (0.55, 1.05, 1.6, 2.1):
        for sign in (-1, 1):
            at = (middle + sign * rail * sin(angle), middle - rail * cos(angle))
            pygame.draw.circle(big, (*METAL_DARK, 255), at, radius * 0.062 * shapes.SUPERSAMPLING)
    return pygame.transform.smoothscale(big, (side, side))


@surface_cache(most=16)
def horse(radius: float, *, shadow: bool = True) -> pygame.Surface:
    """A horseshoe lying on the table; `radius` to its outer edge."""
    iron = _iron(radius, METAL)
    side = iron.get_width()
    thick = max(1, round(radius * 0.10))
    picture = shapes.blank(side, side + 2 * thick, METAL_DARK)
    for k in range(thick, -1, -1):
        picture.blit(_iron(radius, METAL_DARK), (0, thick + k))
    face = shapes.blank(side, side, METAL)
    face.blit(iron, (0, 0))
    face.blit(shapes.sheen(iron, 80, 60), (0, 0))
    face.blit(shapes.masked(_nails(radius), iron), (0, 0))
    face.blit(bevel(iron, max(1.0, radius * 0.075), 230, 210), (0, 0))
    picture.blit(face, (0, thick))
    return shapes.with_shadow(picture, max(1.5, radius * 0.16)) if shadow else picture


@surface_cache(most=16)
def rider(look: SeatLook, radius: float, *, shadow: bool = True) -> pygame.Surface:
    """A traveler sitting in a horseshoe."""
    return shapes.layered(horse(radius, shadow=shadow), shapes.stone(look, radius * RIDER_SCALE))


@surface_cache(most=16)
def ghost_horse(radius: float) -> pygame.Surface:
    """A ghost of a horse: pale iron with a dashed edge."""
    iron = shapes.with_alpha(_iron(radius, GHOST_METAL).copy(), 190)
    side = iron.get_width()
    large = side * shapes.SUPERSAMPLING
    big = shapes.large_blank(large, large, INK)
    edge = _side(radius, 1, 44) + _side(radius, -1, 44)[::-1]
    points = [
        ((x + side / 2) * shapes.SUPERSAMPLING, (y + side / 2) * shapes.SUPERSAMPLING)
        for x, y in edge
    ]
    width = max(2, round(max(1.4, radius * 0.055) * shapes.SUPERSAMPLING))
    for i, (a, b) in enumerate(zip(points, points[1:] + points[:1], strict=True)):
        if i % 4 < 2 or abs(i - 44) < 2:
            pygame.draw.line(big, (*INK, 255), a, b, width)
    iron.blit(pygame.transform.smoothscale(big, (side, side)), (0, 0))
    return iron


@surface_cache(most=16)
def ghost_rider(look: SeatLook, radius: float) -> pygame.Surface:
    return shapes.layered(ghost_horse(radius), shapes.ghost(look, radius * RIDER_SCALE))


@surface_cache(most=8)
def lock(height: float) -> pygame.Surface:
    """A small padlock: this horse is reserved for the other side."""
    side = ceil(height * 1.3)
    over = shapes.SUPERSAMPLING
    picture = shapes.large_blank(side * over, side * over, INK)
    middle, unit = side * over / 2, height * over / 100
    for grow, colour in ((7.0, INK), (0.0, CREAM)):
        ear = pygame.Rect(0, 0, round((44 + 2 * grow) * unit), round((60 + 2 * grow) * unit))
        ear.center = (round(middle), round(middle - 14 * unit))
        pygame.draw.rect(
            picture,
            (*colour, 255),
            ear,
            max(1, round((12 + 2 * grow) * unit)),
            border_radius=round(ear.w / 2),
        )
        body = pygame.Rect(0, 0, round((76 + 2 * grow) * unit), round((56 + 2 * grow) * unit))
        body.center = (round(middle), round(middle + 18 * unit))
        pygame.draw.rect(picture, (*colour, 255), body, border_radius=round((9 + grow) * unit))
    pygame.draw.circle(picture, (*INK, 255), (middle, middle + 12 * unit), 8 * unit)
    slot = pygame.Rect(0, 0, round(7 * unit), round(20 * unit))
    slot.center = (round(middle), round(middle + 24 * unit))
    pygame.draw.rect(picture, (*INK, 255), slot)
    small = pygame.transform.smoothscale(picture, (side, side))
    return shapes.with_shadow(small, max(1.0, height * 0.07))


FOOT_RADIUS, FREE_HORSE_RADIUS, RIDDEN_HORSE_RADIUS = 0.355, 0.405, 0.450
"""Radii in cells: of a traveler on foot, of a free horse, of a ridden one."""
SHRINKING: Final = (0.355, 0.325, 0.297, 0.270)
"""Radii through which a traveler goes as it sits down in an iron."""


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Pictures of all pieces by their letters in the position text."""

    looks: tuple[SeatLook, ...]
    cell: int
    """A square's side in real pixels."""

    def radius(self, letter: str) -> float:
        """In cells."""
        if letter == LOOSE:
            return FREE_HORSE_RADIUS
        return FOOT_RADIUS if letter in ON_FOOT else RIDDEN_HORSE_RADIUS

    def picture(self, letter: str) -> pygame.Surface:
        if letter == LOOSE:
            return horse(self.cell * FREE_HORSE_RADIUS)
        if letter in ON_FOOT:
            return shapes.stone(self._look(letter), self.cell * FOOT_RADIUS)
        return rider(self._look(letter), self.cell * RIDDEN_HORSE_RADIUS)

    def sitting(self, letter: str, share: float) -> pygame.Surface:
        """A stone on its way into an iron (`share` 1: it sits) or out of one."""
        step = min(len(SHRINKING) - 1, max(0, int(share * len(SHRINKING))))
        return shapes.stone(self._look(letter), self.cell * SHRINKING[step])

    def ghost(self, letter: str) -> pygame.Surface:
        if letter == LOOSE:
            return ghost_horse(self.cell * FREE_HORSE_RADIUS)
        if letter in ON_FOOT:
            return shapes.ghost(self._look(letter), self.cell * FOOT_RADIUS)
        return ghost_rider(self._look(letter), self.cell * RIDDEN_HORSE_RADIUS)

    def ghost_in_iron(self, letter: str) -> pygame.Surface:
        """A ghost that sits in a horse that is really there."""
        return shapes.ghost(self._look(letter), self.cell * FREE_HORSE_RADIUS * RIDER_SCALE)

    def small_ghost(self, letter: str) -> pygame.Surface:
        """One of several places where a traveler may come to stand."""
        return shapes.ghost(self._look(letter), self.cell * 0.22)

    def small_rider(self, letter: str) -> pygame.Surface:
        """The rider, where it can come to a square on its horse or without it."""
        return ghost_rider(self._look(letter), self.cell * 0.27)

    def lock(self) -> pygame.Surface:
        return lock(self.cell * 0.40)

    def shade(self) -> pygame.Surface:
        return _shade(self.cell * FOOT_RADIUS)

    def prepare(self) -> None:
        for letter in ON_FOOT + MOUNTED + LOOSE:
            self.picture(letter)
            self.ghost(letter)
        for letter in ON_FOOT:
            self.small_ghost(letter)
            self.small_rider(letter)
            self.ghost_in_iron(letter)
            for i in range(len(SHRINKING)):
                self.sitting(letter, i / len(SHRINKING))
        self.lock()
        self.shade()

    def _look(self, letter: str) -> SeatLook:
        return self.looks["wb".index(letter.lower())]


@surface_cache(most=4)
def _shade(radius: float) -> pygame.Surface:
    return shapes.blurred(shapes.disc(radius, SHADOW), SHADOW, radius * 0.4, 120)


LEAVING_ALPHA: Final = 0.30
"""The alpha of a piece that would leave."""
FADED_ALPHA: Final = 0.45
"""The alpha of pieces outside the winner's goal."""


@dataclass(frozen=True, slots=True)
class PieceLayer:
    """The pieces at their places."""

    spots: Mapping[Spot, Point]
    cell: float
    pieces: PieceSet

    def put(self, frame: Frame, standing: Mapping[Spot, str]) -> None:
        """Pieces that are really there."""
        with frame.layer(PIECES):
            for spot, letter in standing.items():
                frame.put(self.pieces.picture(letter), self.spots[spot])

    def put_outlook(self, frame: Frame, seen: PositionPreview) -> None:
        self.put(frame, seen.solid)
        with frame.layer(PIECES):
            for spot, letter in seen.leaving.items():
                frame.put(self.pieces.picture(letter), self.spots[spot], LEAVING_ALPHA)
        with frame.layer(MOVING):
            for spot, letter in seen.coming.items():
                sits = letter in MOUNTED and seen.solid.get(spot) == LOOSE
                ghost = self.pieces.ghost_in_iron(letter) if sits else self.pieces.ghost(letter)
                frame.put(ghost, self.spots[spot])

    def put_final(
        self, frame: Frame, standing: Mapping[Spot, str], winning: Collection[Spot]
    ) -> None:
        """Draws the end: pieces outside the winner's goal are faded."""
        with frame.layer(PIECES):
            for spot, letter in standing.items():
                alpha = 1.0 if spot in winning or not winning else FADED_ALPHA
                frame.put(self.pieces.picture(letter), self.spots[spot], alpha)

    def put_held(
        self, frame: Frame, held: tuple[Spot, Point], seen: PositionPreview, seat: Seat
    ) -> None:
        """Draws the dragged piece, and removes it from the board's pieces."""
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
            if move is not None and move.kind in (kernel.HOLD, kernel.DROP, kernel.MOVE_HORSE):
                end = NAMES[move.squares[1 if move.kind == kernel.MOVE_HORSE else 0]]
                frame.put(self.pieces.lock(), self.spots[end], 0.85)


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
    """A dart from a traveler that shoos."""
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
    """Hatching on a square where a traveler would be shooed."""
    side = round(cell * 0.54)
    step, over = side * 1.15, shapes.SUPERSAMPLING
    lines = shapes.blank(side, side, CREAM)
    for width, colour, alpha in ((0.055, CREAM, 70), (0.030, CORAL_DEEP, 215)):
        big = shapes.large_blank(side * over, side * over, colour)
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
    """The faint light around a piece that can be moved."""
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
    """A cross where a piece was, or would have been."""
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
        self.make(range(0, 360, 45), (LAST_PLY_COLOURS, PREVIEW_COLOURS))
        for eighth in range(8):
            dart(self.cell_px, eighth)
        for colours in (LAST_PLY_COLOURS, PREVIEW_COLOURS):
            cross_mark(self.cell_px * 0.13, *colours)

    def over(
        self, frame: Frame, start: Point, end: Point, colours: tuple[Colour, Colour], reach: float
    ) -> None:
        """A dotted arch: a piece was taken up and put down elsewhere."""
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


INTO_SHOO_KINDS: Final = (kernel.STEP_ANYWAY, kernel.DISMOUNT_ANYWAY)
CARRIED_KINDS: Final = (kernel.DROP, kernel.REDROP, kernel.COME_BACK, *INTO_SHOO_KINDS)
RING_MARGIN: Final = 0.05
"""How far a ring lies outside its piece, in cells."""

SHOOER_COLOURS: Final = (CORAL_DEEP, CREAM)
SHOOER_WIDTH: Final = 0.04
"""Of the ring round a traveler that shoos, in cells: the ring of the shooed one is thicker."""

RISK_DISTANCE: Final = 0.33
"""Of the dot of a risk from the middle of its square, in cells, across and up."""

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
            if move.kind == kernel.HOLD:
                self.round_piece(frame, first, standing, LAST_PLY_COLOURS)
            elif move.kind == kernel.RETIRE:
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
                if move.kind == kernel.REDROP:
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

    def shooers(self, frame: Frame, spots: Iterable[Spot], standing: Mapping[Spot, str]) -> None:
        """A thin ring round each traveler that shoos."""
        with frame.layer(SIGNS):
            for spot in sorted(set(spots)):
                self.round_piece(frame, spot, standing, SHOOER_COLOURS, SHOOER_WIDTH)

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

    def risk(self, frame: Frame, spot: Spot) -> None:
        """A dot in the corner of a square where a horse could be lost."""
        x, y = self.spots[spot]
        at = x + self.cell * RISK_DISTANCE, y - self.cell * RISK_DISTANCE
        for radius, colour in ((0.12, CREAM), (0.09, CORAL_DEEP)):
            frame.put(shapes.disc(round(self.pieces.cell * radius, 1), colour), at)

    def won(self, frame: Frame, line: Sequence[Spot], share: float, lamp: Any) -> None:
        """Lights a filled goal, square by square."""
        count = round(share * len(line))
        for spot in line[:count]:
            with frame.layer(LIGHT):
                frame.put(lamp, self.spots[spot])
            with frame.layer(TOP):
                self.ring(frame, self.spots[spot], FOOT_RADIUS + RING_MARGIN, (AMBER, INK), 0.075)

    def prepare(self, scratch: Frame) -> None:
        for radius in (FOOT_RADIUS, FREE_HORSE_RADIUS, self.pieces.radius("W")):
            for colours in (LAST_PLY_COLOURS, PREVIEW_COLOURS):
                self.ring(scratch, (0, 0), radius + RING_MARGIN, colours, 0.055)
            self.ring(scratch, (0, 0), radius + RING_MARGIN, PREVIEW_COLOURS, 0.075)
            self.ring(scratch, (0, 0), radius + RING_MARGIN, SHOOER_COLOURS, SHOOER_WIDTH)
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


@dataclass(frozen=True, slots=True)
class PieceMotions:
    """The ways between the squares, to the stables and back."""

    spots: dict[Spot, Point]
    cell: float
    pieces: PieceSet

    def phase_seconds(self, ply: Ply[State, Move], phase: tuple[Step, ...]) -> float:
        if ply.move.kind in CARRIED_KINDS:
            return CARRY_SECONDS
        ends = [(step.start, step.end) for step in phase]
        longest = max((dist(self.spots[a], self.spots[b]) for a, b in ends if a and b), default=0.0)
        return STEP_SECONDS + SECONDS_PER_SQUARE * max(0.0, longest / self.cell - 1.5)

    def seconds(self, ply: Ply[State, Move], phases: Phases) -> float:
        if not phases:
            return STILL_SECONDS if ply.move.kind in (kernel.HOLD, *INTO_SHOO_KINDS) else 0.0
        return sum(self.phase_seconds(ply, phase) + PHASE_PAUSE_SECONDS for phase in phases)

    def cues(self, ply: Ply[State, Move], phases: Phases) -> tuple[Cue, ...]:
        """The sounds of a ply: a shooed traveler leaves with a swish, other pieces are set down."""
        cues: list[Cue] = []
        if ply.move.kind in (kernel.CAPTURE, kernel.REDROP, *INTO_SHOO_KINDS):
            cues.append(Cue(0.0, "shooed"))
        elif ply.move.kind == kernel.HOLD:
            cues.append(Cue(STILL_SECONDS / 2, "snap"))
        begin = 0.0
        for phase in phases:
            end = begin + self.phase_seconds(ply, phase)
            cues += [
                cue for cue in phase_cues(phase, begin, end) if cue.sound == "placed" or not cues
            ]
            begin = end + PHASE_PAUSE_SECONDS
        return tuple(cues)

    def put(
        self,
        frame: Frame,
        ply: Ply[State, Move],
        phases: Phases,
        spent: float,
        before: Mapping[Spot, str],
        yard: Point | None,
    ) -> dict[Spot, str]:
        """Draws the travelling pieces and gives the resting ones; `yard` is the mover's stable."""
        pieces = dict(before)
        if not phases:
            self._put_still(frame, ply, spent / STILL_SECONDS, pieces)
        for phase in phases:
            length = self.phase_seconds(ply, phase)
            if spent < length:
                left = {step.start for step in phase}
                pieces = {spot: letter for spot, letter in pieces.items() if spot not in left}
                for step in phase:
                    if step.piece == LOOSE and step.start is None and step.end in left:
                        # The horse that a rider leaves stands where it stood.
                        pieces[str(step.end)] = LOOSE
                    else:
                        self._put_step(frame, ply, step, max(0.0, spent / length), yard)
                return pieces
            pieces = after_steps(pieces, (phase,))
            spent -= length + PHASE_PAUSE_SECONDS
            if spent < 0:
                return pieces
        return pieces

    def _put_step(
        self, frame: Frame, ply: Ply[State, Move], step: Step, share: float, yard: Point | None
    ) -> None:
        start = self.spots.get(step.start or "") or yard
        end = self.spots.get(step.end or "") or yard
        if step.piece == LOOSE and step.end is None and start is not None:
            # A retired horse has no destination, so it fades out.
            with frame.layer(MOVING):
                at = start[0], start[1] - self.cell * 0.5 * ease_out(share)
                frame.put(self.pieces.picture(LOOSE), at, 1 - ease_in_out(share))
            return
        if end is None or start is None:
            with frame.layer(PIECES):
                frame.put(self.pieces.picture(step.piece), end or start or (0, 0), ease_out(share))
            return
        with frame.layer(MOVING):
            if ply.move.kind in CARRIED_KINDS:
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

    def _put_still(
        self, frame: Frame, ply: Ply[State, Move], share: float, pieces: dict[Spot, str]
    ) -> None:
        """A ply that changes nothing: a hold, or a walk into a shoo and back."""
        first, second = (NAMES[square] for square in ply.move.squares[:2])
        if ply.move.kind == kernel.HOLD:
            x, y = self.spots[first]
            with frame.layer(SIGNS):
                drop = self.cell * 0.5 * (1 - ease_out(share))
                frame.put(self.pieces.lock(), (x, y - drop), ease_out(share * 2))
        elif ply.move.kind in INTO_SHOO_KINDS and first in pieces:
            letter = pieces.pop(first)
            if letter in MOUNTED:
                pieces[first] = LOOSE
            way = 0.75 * ease_in_out(share * 2 if share < 0.5 else 2 - share * 2)
            with frame.layer(MOVING):
                picture = self.pieces.sitting(letter, 1 if letter in MOUNTED else 0)
                frame.put(picture, lerp(self.spots[first], self.spots[second], way))

"""Horses as steel horseshoes: free, ridden, as ghosts; and the lock of a reserved one.

The pieces of Shoo at one size: travelers as stones, horses as irons, riders in irons.

Puts the pieces of Shoo on the board: where they lie, where they would, one in the hand.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil, cos, pi, sin
from typing import Final

import pygame

from tabletop.engine import Seat, Spot, Step
from tabletop.games.shoo.geometry import NAMES
from tabletop.games.shoo.kernel import DROP, HOLD, MOVE_HORSE
from tabletop.games.shoo.rules import LOOSE, MOUNTED, ON_FOOT, STABLE_SPOT, TRAVELERS_SPOT, Move
from tabletop.ui.board.board_view import MOVING, PIECES, SIGNS, TOP
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes, stones
from tabletop.ui.draw.relief import bevel
from tabletop.ui.theme.theme import CREAM, INK, SHADOW, Colour, SeatLook

Phases = Iterable[tuple[Step, ...]]


@dataclass(slots=True)
class PositionPreview:
    """What stands, what is about to leave, and what would come, while a ply is only thought of."""

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
        # The heels are drawn together a little, as a shoe's are.
        pull = 1 - 0.05 * max(0.0, abs(angle) - 1.6)
        curve.append(((middle + half) * sin(angle) * pull, -(middle + half) * cos(angle)))
    return curve


@surface_cache(most=32)
def _iron(radius: float, colour: Colour) -> pygame.Surface:
    """The shape of a horseshoe in one colour."""
    side = 2 * ceil(radius * 1.06 + 2)
    points = _side(radius, 1) + _side(radius, -1)[::-1]
    return shapes.polygon((side, side), [(x + side / 2, y + side / 2) for x, y in points], colour)


@surface_cache(most=16)
def _nails(radius: float) -> pygame.Surface:
    """The groove along the iron, and the holes of the nails in it."""
    side = 2 * ceil(radius * 1.06 + 2)
    big = shapes.blank(side * shapes.SUPERSAMPLING, side * shapes.SUPERSAMPLING, METAL_DARK)
    middle, rail = side * shapes.SUPERSAMPLING / 2, radius * 0.83 * shapes.SUPERSAMPLING
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
    return shapes.layered(horse(radius, shadow=shadow), stones.stone(look, radius * RIDER_SCALE))


@surface_cache(most=16)
def ghost_horse(radius: float) -> pygame.Surface:
    """Where a horse would come to stand: pale iron with a dashed edge."""
    iron = shapes.with_alpha(_iron(radius, GHOST_METAL).copy(), 190)
    side = iron.get_width()
    big = shapes.blank(side * shapes.SUPERSAMPLING, side * shapes.SUPERSAMPLING, INK)
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
    """Where a rider would come to be."""
    return shapes.layered(ghost_horse(radius), stones.ghost(look, radius * RIDER_SCALE))


@surface_cache(most=8)
def lock(height: float) -> pygame.Surface:
    """A small padlock: this horse is reserved for the other side."""
    side = ceil(height * 1.3)
    over = shapes.SUPERSAMPLING
    picture = shapes.blank(side * over, side * over, INK)
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
        return (
            FREE_HORSE_RADIUS
            if letter == LOOSE
            else FOOT_RADIUS
            if letter in ON_FOOT
            else RIDDEN_HORSE_RADIUS
        )

    def picture(self, letter: str) -> pygame.Surface:
        if letter == LOOSE:
            return horse(self.cell * FREE_HORSE_RADIUS)
        if letter in ON_FOOT:
            return stones.stone(self._look(letter), self.cell * FOOT_RADIUS)
        return rider(self._look(letter), self.cell * RIDDEN_HORSE_RADIUS)

    def sitting(self, letter: str, share: float) -> pygame.Surface:
        """A stone on its way into an iron (`share` 1: it sits) or out of one."""
        step = min(len(SHRINKING) - 1, max(0, int(share * len(SHRINKING))))
        return stones.stone(self._look(letter), self.cell * SHRINKING[step])

    def ghost(self, letter: str) -> pygame.Surface:
        if letter == LOOSE:
            return ghost_horse(self.cell * FREE_HORSE_RADIUS)
        if letter in ON_FOOT:
            return stones.ghost(self._look(letter), self.cell * FOOT_RADIUS)
        return ghost_rider(self._look(letter), self.cell * RIDDEN_HORSE_RADIUS)

    def ghost_in_iron(self, letter: str) -> pygame.Surface:
        """A ghost that sits in a horse that is really there."""
        return stones.ghost(self._look(letter), self.cell * FREE_HORSE_RADIUS * RIDER_SCALE)

    def small_ghost(self, letter: str) -> pygame.Surface:
        """One of several places where a traveler may come to stand."""
        return stones.ghost(self._look(letter), self.cell * 0.22)

    def small_rider(self, letter: str) -> pygame.Surface:
        """The rider, where it can come to a square on its horse or without it."""
        return ghost_rider(self._look(letter), self.cell * 0.27)

    def lock(self) -> pygame.Surface:
        return lock(self.cell * 0.40)

    def shade(self) -> pygame.Surface:
        """What a piece in the air throws on the board."""
        return _shade(self.cell * FOOT_RADIUS)

    def prepare(self) -> None:
        """Makes every picture once."""
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
"""How much is seen of a piece that is about to leave."""
FADED_ALPHA: Final = 0.45
"""How much is seen of pieces that are not in the winner's goal."""


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
        """What stays, what would leave, and ghosts of what would come."""
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
        """At the end the winner's goal stands out; after a draw nothing does."""
        with frame.layer(PIECES):
            for spot, letter in standing.items():
                alpha = 1.0 if spot in winning or not winning else FADED_ALPHA
                frame.put(self.pieces.picture(letter), self.spots[spot], alpha)

    def put_held(
        self, frame: Frame, held: tuple[Spot, Point], seen: PositionPreview, seat: Seat
    ) -> None:
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

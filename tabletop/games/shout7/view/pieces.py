"""Signs and pieces of Shout 7: lights, arrows, ghosts, the pots, and how pieces travel.

No rule is decided here: the directions of a push are those that the legal plies
(`BoardSnapshot.candidates`) spell.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, ceil, cos, dist, pi, radians, sin, sqrt
from typing import Final

import pygame

from tabletop.engine import Spot, Step, Word
from tabletop.games.shout7.kernel import DIRECTIONS, FIRST_LANDS, NAMES, SECOND_LANDS, SUPPLY
from tabletop.games.shout7.rules import Move
from tabletop.ui.board.view import Tray
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.draw import shapes
from tabletop.ui.draw.shapes import short_arrow
from tabletop.ui.draw.wood import wood
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import (
    AMBER,
    CREAM,
    HALO,
    INK,
    LAMP,
    PETROL,
    TEXT,
    WALNUT,
    Colour,
    SeatLook,
    mix,
)


@surface_cache(most=16)
def pushable_rim(cell: float) -> pygame.Surface:
    """A faint rim around a piece that may be pushed."""
    radius = cell * 0.445
    glow = shapes.blurred(shapes.ring(radius, cell * 0.16, HALO), HALO, cell * 0.09, 215)
    return shapes.layered(glow, shapes.ring(radius, cell * 0.06, (255, 209, 120)))


@surface_cache(most=16)
def lamp_rim(cell: float) -> pygame.Surface:
    """A bright rim around a piece: a partner, or one to take off."""
    radius = cell * 0.465
    glow = shapes.blurred(shapes.disc(radius + cell * 0.08, HALO), HALO, cell * 0.15, 255)
    rim = shapes.ring(radius, cell * 0.11, (255, 222, 140))
    edge = shapes.ring(radius + cell * 0.06, max(1.0, cell * 0.025), (120, 66, 10), 190)
    return shapes.layered(glow, glow, edge, rim)


@surface_cache(most=16)
def lit_dimple(cell: float, strong: bool) -> pygame.Surface:
    """A lit dimple; quieter where half the board is lit."""
    radius = cell * (0.36 if strong else 0.30)
    if not strong:
        core = shapes.disc(radius, (255, 214, 140), 120)
        rim = shapes.ring(radius, cell * 0.035, (255, 222, 150), 190)
        return shapes.layered(core, rim, side=core.get_width() + 8)
    glow = shapes.blurred(shapes.disc(radius, HALO), HALO, cell * 0.12, 210)
    middle = shapes.disc(radius, (255, 224, 158))
    inner = shapes.blurred(shapes.disc(radius * 0.6, LAMP), LAMP, cell * 0.10, 255)
    rim = shapes.ring(radius, cell * 0.05, (255, 205, 110))
    return shapes.layered(glow, middle, inner, rim)


def _round_path(half: float, radius: float, angle: float, side: int) -> list[tuple[float, float]]:
    """The outline of a capsule about the middle of a picture."""
    points = []
    for end, turn in ((half, -pi / 2), (-half, pi / 2)):
        for i in range(17):
            a = turn + pi * i / 16
            x, y = end + radius * cos(a), radius * sin(a)
            points.append(
                (
                    side / 2 + x * cos(angle) + y * sin(angle),
                    side / 2 - x * sin(angle) + y * cos(angle),
                )
            )
    return points


@surface_cache(most=32)
def capsule_glow(cell: float, axis: int) -> pygame.Surface:
    """The glow below a picked pair; `axis` as in `DIRECTIONS`."""
    side, path = _capsule(cell, axis)
    body = shapes.polygon((side, side), path, HALO)
    glow = shapes.blurred(body, HALO, cell * 0.16, 255)
    return shapes.layered(glow, shapes.polygon((side, side), path, LAMP, 130))


@surface_cache(most=32)
def capsule_line(cell: float, axis: int) -> pygame.Surface:
    """The line above a picked pair; `axis` as in `DIRECTIONS`."""
    side, path = _capsule(cell, axis)
    line = shapes.stroke((side, side), path, cell * 0.115, INK, closed=True)
    line.blit(shapes.stroke((side, side), path, cell * 0.075, AMBER, closed=True), (0, 0))
    return line


def _capsule(cell: float, axis: int) -> tuple[int, list[tuple[float, float]]]:
    """The side of its picture and its outline."""
    side = 2 * ceil(cell * 1.45)
    return side, _round_path(cell / 2, cell * 0.48, radians(60 * axis), side)


@surface_cache(most=64)
def push_arrow(cell: float, way: int) -> pygame.Surface:
    """An amber arrow that lies on the place a push would reach; `way` as in `DIRECTIONS`."""
    dx, dy = _along(cell * 0.50, way)
    arrow = short_arrow(dx, dy, cell * 0.17, cell * 0.38, AMBER, INK, cell * 0.04)
    return shapes.with_shadow(arrow, max(1.5, cell * 0.05))


@surface_cache(most=64)
def arrival_ghost(cell: float, look: SeatLook | None, radius: float) -> pygame.Surface:
    """A ghost on a lit place, where a piece would arrive; without a look it can be either seat's.

    It is pale, with the colour in rim and mark only, so that it is not taken for a real piece.
    """
    glow = shapes.blurred(shapes.disc(radius, HALO), HALO, cell * 0.10, 200)
    parts = [glow, shapes.disc(radius, (255, 241, 212), 225)]
    if look is not None:
        tint = look.face if look.mark != "diamond" else look.inlay
        parts.append(shapes.ring(radius * 0.86, radius * 0.17, mix(look.face, CREAM, 0.12), 235))
        parts.append(shapes.mark_picture(look.mark, radius * 0.46, tint))
    parts.append(shapes.dashed_ring(radius, max(1.5, radius * 0.11), INK))
    return shapes.layered(*parts)


def _along(length: float, way: int) -> tuple[int, int]:
    return round(length * cos(way * pi / 3)), round(-length * sin(way * pi / 3))


def way_between(start: tuple[float, float], end: tuple[float, float]) -> int:
    """The direction from a place to its neighbour."""
    return round(atan2(start[1] - end[1], end[0] - start[0]) / (pi / 3)) % 6


@surface_cache(most=64)
def last_push_arrow(cell: float, way: int, cells: int) -> pygame.Surface:
    """The petrol arrow of the last push, so many cells long."""
    dx, dy = _along(cell * cells, way)
    return short_arrow(dx, dy, cell * 0.16, cell * 0.42, PETROL, CREAM, cell * 0.05)


@surface_cache(most=16)
def removal_mark(cell: float, colour: Colour = PETROL, rim: Colour = CREAM) -> pygame.Surface:
    """The mark on a place whose piece is taken off: a ring and a cross."""
    side = 2 * ceil(cell * 0.5)
    room = shapes.blank(side, side, rim)
    a, b = side / 2 - cell * 0.13, side / 2 + cell * 0.13
    for wide, tint in ((0.14, rim), (0.075, colour)):
        shapes.blit_centred(room, shapes.ring(cell * 0.36, cell * wide, tint))
        for points in ([(a, a), (b, b)], [(a, b), (b, a)]):
            room.blit(shapes.stroke((side, side), points, cell * wide, tint), (0, 0))
    return room


@surface_cache(most=64)
def piece_mark(look: SeatLook, radius: float) -> pygame.Surface:
    """A piece's mark on a bit of its own face, to lie over an arrow."""
    room = shapes.mark_picture(look.mark, radius * 0.54, look.face)
    return shapes.layered(room, shapes.mark_picture(look.mark, radius * 0.42, look.inlay))


@surface_cache(most=64)
def lifted_piece(look: SeatLook, radius: float) -> pygame.Surface:
    """A lifted piece, with a longer and softer shadow."""
    return shapes.with_shadow(shapes.stone(look, radius, shadow=False), radius * 0.62)


@surface_cache(most=16)
def win_bar(cell: float, way: int, rim: bool) -> pygame.Surface:
    """Two neighbours of a winning line joined, or the dark rim of that."""
    dx, dy = _along(cell, way)
    pad = ceil(cell * 0.3)
    size = abs(dx) + 2 * pad, abs(dy) + 2 * pad
    x, y = size[0] / 2, size[1] / 2
    ends = [(x - dx / 2, y - dy / 2), (x + dx / 2, y + dy / 2)]
    return shapes.stroke(size, ends, cell * (0.50 if rim else 0.42), INK if rim else AMBER)


@surface_cache(most=16)
def win_plate(cell: float, large: bool) -> pygame.Surface:
    """The glow and the dark rim below a piece of a winning line."""
    radius = cell * (0.525 if large else 0.43)
    glow = shapes.blurred(shapes.disc(radius, HALO), HALO, cell * 0.14, 230)
    return shapes.layered(glow, shapes.disc(radius, INK))


@surface_cache(most=16)
def win_face(cell: float, large: bool) -> pygame.Surface:
    """The amber plate below a piece of a winning line."""
    return shapes.disc(cell * (0.495 if large else 0.40), AMBER)


ROWS = 3
FIGURE_SIZE = 72


@dataclass(frozen=True, slots=True)
class Rack:
    """One seat's rack, in canvas units, as if the seat sat at the bottom."""

    tray: Tray
    seats: int

    @property
    def _tall(self) -> bool:
        """The number stands below the wooden part, not right of it."""
        return self.tray.box.h > 0.75 * self.tray.box.w

    @property
    def figure_size(self) -> float:
        box = self.tray.box
        return min(FIGURE_SIZE, 0.4 * box.h if self._tall else min(0.62 * box.h, 0.27 * box.w))

    @property
    def board(self) -> Box:
        """The wooden part."""
        box = self.tray.box
        if self._tall:
            return box._replace(h=box.h - self.figure_size)
        height = min(box.h, 170.0)
        top = box.y + (box.h - height) / 2
        return Box(box.x, top, box.w - self.figure_size * 1.42, height)

    @property
    def radius(self) -> float:
        """Of its pieces."""
        return min(self.bed.h / (2 * ROWS) * 0.92, self.bed.w / 9)

    @property
    def bed(self) -> Box:
        """The hollow that the pieces lie in."""
        return self.board.inset(min(16.0, self.board.h * 0.11))

    @property
    def number_at(self) -> Point:
        box = self.tray.box
        if self._tall:
            return box.centre[0], box.bottom - self.figure_size * 0.42
        return box.right - self.figure_size * 0.66, box.centre[1]

    def piece_at(self, index: int) -> Point:
        """Where a piece lies, the first one at the bottom of the pile."""
        row, column = index % ROWS, index // ROWS
        bed, radius = self.bed, self.radius
        long = -(-SUPPLY[self.seats] // ROWS)
        step = min(radius * 1.15, (bed.w - 2.3 * radius) / (long - 1))
        return bed.x + radius * 1.12 + column * step, bed.y + bed.h * (row + 0.5) / ROWS

    def front(self, count: int) -> Point:
        """Where, on the canvas, the piece lies that is taken next."""
        return self.tray.on_canvas(self.piece_at(max(0, count - 1)))


def put_rack(frame: Frame, rack: Rack, look: SeatLook, count: int) -> None:
    """Puts a rack with so many pieces, and the number."""
    scale = frame.canvas.scale
    frame.put(rack_picture(rack, look, count, scale), rack.board.centre)
    frame.put(
        typesetting.tabular_line(
            str(count), round(rack.figure_size * scale), TEXT, context=frame.context
        ),
        rack.number_at,
    )


@surface_cache(most=16)
def rack_picture(rack: Rack, look: SeatLook, count: int, scale: float) -> pygame.Surface:
    """The rack with its pieces. The frame turns it with the seat, so it is turned back here first
    to keep the direction of the light.
    """
    turns = rack.tray.turns % 4
    size = rack.board.w * scale, rack.board.h * scale
    sides = ceil(size[turns % 2]), ceil(size[1 - turns % 2])
    rim = round((rack.board.w - rack.bed.w) / 2 * scale)
    picture = _empty_rack(*sides, rim, scale).copy()
    stone = shapes.stone(look, round(rack.radius * scale, 1))
    for index in range(count):
        x, y = turn_point(rack.piece_at(index), turns, rack.board.centre)
        left = (x - rack.board.centre[0]) * scale + (picture.get_width() - stone.get_width()) / 2
        top = (y - rack.board.centre[1]) * scale + (picture.get_height() - stone.get_height()) / 2
        picture.blit(stone, (round(left), round(top)))
    return pygame.transform.rotate(picture, 90 * turns) if turns else picture


@surface_cache(most=4)
def _empty_rack(width: int, height: int, inset: int, scale: float) -> pygame.Surface:
    corner, line = 18 * scale, max(1, round(2 * scale))
    whole = shapes.rounded(width, height, corner, WALNUT)
    slab = shapes.masked(wood(width, height, mix(WALNUT, (150, 96, 56), 0.30), 3, scale), whole)
    slab.blit(shapes.outline(width, height, corner, line, (255, 232, 196), 70), (0, 0))
    slab.blit(shapes.sheen(whole, 26, 50), (0, 0))
    size = width - 2 * inset, height - 2 * inset
    hollow = shapes.rounded(*size, corner * 0.6, WALNUT)
    bed = shapes.masked(wood(*size, (142, 98, 60), 9, scale), hollow)
    shade = pygame.Surface(size, pygame.SRCALPHA)
    shade.fill((20, 10, 4, 200))
    drop = max(2, round(5 * scale))
    shade.fill((20, 10, 4, 0), (drop, round(drop * 1.7), size[0], size[1]))
    shade = pygame.transform.gaussian_blur(shade, max(1, round(4 * scale)))
    bed.blit(shapes.masked(shade, hollow), (0, 0))
    slab.blit(bed, (inset, inset))
    rim = shapes.outline(
        size[0] + 2 * line, size[1] + 2 * line, corner * 0.6, line, (255, 226, 180), 46
    )
    slab.blit(rim, (inset - line + line // 2, inset - line + line // 2 + 1))
    return shapes.with_shadow(slab, max(2.0, 6 * scale))


ARROW_TOUCH_RADIUS = 0.68
"""The touch radius of an arrow, in cells."""
SHARED_TOUCH_RADIUS = 0.4
SHARED_MARGIN = 0.3
"""A place where two ways end asks which, if the distances to their arrows differ less, in cells."""
MAX_PULL_ANGLE = radians(40)
"""The largest angle between a drag and a direction, in radians."""


@dataclass(frozen=True, slots=True)
class PushChoice:
    """One push of a picked pair."""

    spot: Spot
    """The direction, as it is spelled."""
    move: Move
    starts: tuple[Spot, Spot]
    ends: tuple[Spot, Spot]
    """Where the piece of the same place in `starts` arrives."""

    @property
    def arrow(self) -> Spot:
        """The place that the arrow lies on: the foremost end, or the near one of a convoy."""
        here, there = sorted(self.ends, key=lambda name: self._ahead(name))
        return here if self.convoy else there

    @property
    def convoy(self) -> bool:
        """The pair goes along its own line."""
        first, second = (self._ahead(name) for name in self.starts)
        return abs(first - second) > 0.9

    @property
    def angle(self) -> float:
        """Where it goes, in radians, against the clock from east."""
        return DIRECTIONS.index(self.spot) * pi / 3

    def _ahead(self, name: Spot) -> float:
        row, number = ord(name[0]) - ord("a"), int(name[1:])
        x, y = number - row / 2, row * sqrt(3) / 2
        return x * cos(self.angle) + y * sin(self.angle)


@lru_cache(maxsize=64)
def push_choices(candidates: tuple[Move, ...], picked: Word) -> tuple[PushChoice, ...]:
    """The remaining directions once both pieces are picked; none before."""
    if len(picked) != 2:
        return ()
    return tuple(push_choice(move) for move in candidates if move.is_push)


def push_choice(move: Move) -> PushChoice:
    """A push as a way."""
    first, second = move.pair
    ends = NAMES[FIRST_LANDS[move.push]], NAMES[SECOND_LANDS[move.push]]
    return PushChoice(DIRECTIONS[move.push % 6], move, (NAMES[first], NAMES[second]), ends)


def push_choice_at(
    ways: tuple[PushChoice, ...], at: Point, spots: Mapping[Spot, Point], cell: float
) -> tuple[Spot, float] | None:
    """The way whose arrow or ghost lies nearest to a point, and how near; None beyond reach.

    A ghost that two ways share is cut in two: the half next to an arrow belongs to that arrow.
    """
    best: tuple[float, float, Spot] | None = None
    for way in ways:
        away = min(dist(at, spots[end]) for end in way.ends)
        found = (round(away, 3), dist(at, spots[way.arrow]), way.spot)
        if away < ARROW_TOUCH_RADIUS * cell and (best is None or found < best):
            best = found
    return (best[2], best[0]) if best else None


def shared_end(
    ways: tuple[PushChoice, ...], at: Point, spots: Mapping[Spot, Point], cell: float
) -> Spot | None:
    """The place under a point where several ways end, if it is as near to the arrow of each."""
    for spot in {end for way in ways for end in way.ends}:
        if dist(at, spots[spot]) > SHARED_TOUCH_RADIUS * cell:
            continue
        arrows = [way.arrow for way in ways if spot in way.ends]
        away = sorted(dist(at, spots[arrow]) for arrow in arrows)
        if len(away) > 1 and spot not in arrows and away[1] - away[0] < SHARED_MARGIN * cell:
            return spot
    return None


def pulled_direction(ways: tuple[PushChoice, ...], dx: float, dy: float) -> Spot | None:
    """The direction of a drag by this vector (y downward)."""
    angle = atan2(-dy, dx)

    def off(way: PushChoice) -> float:
        return abs((way.angle - angle + pi) % (2 * pi) - pi)

    nearest = min(ways, key=off, default=None)
    return nearest.spot if nearest is not None and off(nearest) < MAX_PULL_ANGLE else None


PUSH_SECONDS: Final = 0.34
CONVOY_SECONDS: Final = 0.44
PAUSE_SECONDS: Final = 0.10
LAY_SECONDS: Final = 0.40
STAGGER_SECONDS: Final = 0.12
"""Seconds that the second piece leaves the rack after the first."""


@dataclass(frozen=True, slots=True)
class PieceMotion:
    """The motion of one piece."""

    step: Step
    begin: float
    length: float

    @property
    def end(self) -> float:
        return self.begin + self.length

    @property
    def pushed(self) -> bool:
        """Whether it slides along the board; else it is carried."""
        return self.step.start is not None and self.step.end is not None

    def share(self, spent: float) -> float:
        """How much of its time is over, from 0 to 1."""
        return min(1.0, max(0.0, (spent - self.begin) / self.length))


@lru_cache(maxsize=64)
def piece_motions(phases: tuple[tuple[Step, ...], ...], convoy: bool) -> tuple[PieceMotion, ...]:
    """When each piece of a ply sets out and arrives."""
    return tuple(_piece_motions(phases, convoy))


def _piece_motions(phases: tuple[tuple[Step, ...], ...], convoy: bool) -> Iterator[PieceMotion]:
    begin = 0.0
    for phase in phases:
        pushed = all(step.start and step.end for step in phase)
        length = (CONVOY_SECONDS if convoy else PUSH_SECONDS) if pushed else LAY_SECONDS
        for number, step in enumerate(phase):
            yield PieceMotion(step, begin + (0.0 if pushed else STAGGER_SECONDS * number), length)
        begin += length + PAUSE_SECONDS


def pieces_at(
    pieces: dict[Spot, str], ways: tuple[PieceMotion, ...], spent: float
) -> tuple[dict[Spot, str], list[PieceMotion]]:
    """The resting and the travelling pieces at a moment, from the position before the ply."""
    still, moving = dict(pieces), []
    for way in ways:
        if spent >= way.begin and way.step.start is not None:
            still.pop(way.step.start, None)
    for way in ways:
        if spent >= way.end:
            if way.step.end is not None:
                still[way.step.end] = way.step.piece
        elif spent >= way.begin:
            moving.append(way)
    return still, moving

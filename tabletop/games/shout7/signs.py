"""The signs of a push as pictures: rims of light, the capsule, arrows, lines, small ghosts."""

from math import atan2, ceil, cos, pi, radians, sin

import pygame

from tabletop.ui import art, stones
from tabletop.ui.arrows import short_arrow
from tabletop.ui.kept import kept
from tabletop.ui.theme import AMBER, CREAM, HALO, INK, LAMP, PETROL, Colour, SeatLook, mix


@kept(most=16)
def ember(cell: float) -> pygame.Surface:
    """A quiet warm rim about a piece that may be pushed."""
    radius = cell * 0.445
    glow = art.blurred(art.ring(radius, cell * 0.16, HALO), HALO, cell * 0.09, 215)
    return art.layered(glow, art.ring(radius, cell * 0.06, (255, 209, 120)))


@kept(most=16)
def lamp_rim(cell: float) -> pygame.Surface:
    """A bright rim about a piece that must be seen: a partner, one to take off."""
    radius = cell * 0.465
    glow = art.blurred(art.disc(radius + cell * 0.08, HALO), HALO, cell * 0.15, 255)
    rim = art.ring(radius, cell * 0.11, (255, 222, 140))
    edge = art.ring(radius + cell * 0.06, max(1.0, cell * 0.025), (120, 66, 10), 190)
    return art.layered(glow, glow, edge, rim)


@kept(most=16)
def lamp(cell: float, strong: bool) -> pygame.Surface:
    """A lit dimple; quieter where half the board is lit."""
    radius = cell * (0.36 if strong else 0.30)
    if not strong:
        core = art.disc(radius, (255, 214, 140), 120)
        rim = art.ring(radius, cell * 0.035, (255, 222, 150), 190)
        return art.layered(core, rim, side=core.get_width() + 8)
    glow = art.blurred(art.disc(radius, HALO), HALO, cell * 0.12, 210)
    middle = art.disc(radius, (255, 224, 158))
    inner = art.blurred(art.disc(radius * 0.6, LAMP), LAMP, cell * 0.10, 255)
    rim = art.ring(radius, cell * 0.05, (255, 205, 110))
    return art.layered(glow, middle, inner, rim)


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


@kept(most=32)
def capsule(cell: float, axis: int) -> tuple[pygame.Surface, pygame.Surface]:
    """The glow below and the line above a picked pair; `axis` as in `places.DIRECTIONS`."""
    side = 2 * ceil(cell * 1.45)
    angle = radians(60 * axis)
    path = _round_path(cell / 2, cell * 0.48, angle, side)
    body = art.polygon((side, side), path, HALO)
    glow = art.blurred(body, HALO, cell * 0.16, 255)
    glow = art.layered(glow, art.polygon((side, side), path, LAMP, 130))
    line = art.stroke((side, side), path, cell * 0.115, INK, closed=True)
    line.blit(art.stroke((side, side), path, cell * 0.075, AMBER, closed=True), (0, 0))
    return glow, line


@kept(most=64)
def push_arrow(cell: float, way: int) -> pygame.Surface:
    """An amber arrow that lies on the place a push would reach; `way` as in `DIRECTIONS`."""
    dx, dy = _along(cell * 0.50, way)
    arrow = short_arrow(dx, dy, cell * 0.17, cell * 0.38, AMBER, INK, cell * 0.04)
    return art.with_shadow(arrow, max(1.5, cell * 0.05))


@kept(most=64)
def arrival(cell: float, look: SeatLook | None, radius: float) -> pygame.Surface:
    """A ghost on a lit place: where a piece would come; without a look it could be either's.

    Pale whatever the piece, so that none is taken for a real one: its colour is in rim and mark.
    """
    glow = art.blurred(art.disc(radius, HALO), HALO, cell * 0.10, 200)
    parts = [glow, art.disc(radius, (255, 241, 212), 225)]
    if look is not None:
        tint = look.face if look.mark != "diamond" else look.inlay
        parts.append(art.ring(radius * 0.86, radius * 0.17, mix(look.face, CREAM, 0.12), 235))
        parts.append(art.mark_picture(look.mark, radius * 0.46, tint))
    parts.append(art.dashed_ring(radius, max(1.5, radius * 0.11), INK))
    return art.layered(*parts)


@kept(most=16)
def badge(cell: float, look: SeatLook) -> pygame.Surface:
    """A small own piece at the rim of a place: it will be laid there."""
    radius = cell * 0.20
    stone = stones.stone(look, radius)
    rim = art.dashed_ring(radius * 1.22, max(1.2, cell * 0.035), INK, 10)
    bed = art.disc(radius * 1.30, CREAM)
    return art.layered(bed, rim, stone)


def _along(length: float, way: int) -> tuple[int, int]:
    return round(length * cos(way * pi / 3)), round(-length * sin(way * pi / 3))


def way_between(start: tuple[float, float], end: tuple[float, float]) -> int:
    """The direction from a place to its neighbour."""
    return round(atan2(start[1] - end[1], end[0] - start[0]) / (pi / 3)) % 6


@kept(most=64)
def trail(cell: float, way: int, cells: int) -> pygame.Surface:
    """The petrol arrow of the last push, so many cells long."""
    dx, dy = _along(cell * cells, way)
    return short_arrow(dx, dy, cell * 0.16, cell * 0.42, PETROL, CREAM, cell * 0.05)


@kept(most=16)
def gone(cell: float, colour: Colour = PETROL, rim: Colour = CREAM) -> pygame.Surface:
    """The mark on a place whose piece is taken off: a ring and a cross."""
    side = 2 * ceil(cell * 0.5)
    room = art.blank(side, side, rim)
    a, b = side / 2 - cell * 0.13, side / 2 + cell * 0.13
    for wide, tint in ((0.14, rim), (0.075, colour)):
        art.lay(room, art.ring(cell * 0.36, cell * wide, tint))
        for points in ([(a, a), (b, b)], [(a, b), (b, a)]):
            room.blit(art.stroke((side, side), points, cell * wide, tint), (0, 0))
    return room


@kept(most=64)
def plain_mark(look: SeatLook, radius: float) -> pygame.Surface:
    """A piece's mark on a bit of its own face, to lie over an arrow."""
    room = art.mark_picture(look.mark, radius * 0.54, look.face)
    return art.layered(room, art.mark_picture(look.mark, radius * 0.42, look.inlay))


@kept(most=64)
def lifted(look: SeatLook, radius: float) -> pygame.Surface:
    """A piece in the air: its shadow is longer and softer."""
    return art.with_shadow(stones.stone(look, radius, shadow=False), radius * 0.62)


@kept(most=16)
def win_bar(cell: float, way: int, rim: bool) -> pygame.Surface:
    """Two neighbours of a winning line joined, or the dark rim of that."""
    dx, dy = _along(cell, way)
    pad = ceil(cell * 0.3)
    size = abs(dx) + 2 * pad, abs(dy) + 2 * pad
    x, y = size[0] / 2, size[1] / 2
    ends = [(x - dx / 2, y - dy / 2), (x + dx / 2, y + dy / 2)]
    return art.stroke(size, ends, cell * (0.50 if rim else 0.42), INK if rim else AMBER)


@kept(most=16)
def win_plate(cell: float, large: bool) -> pygame.Surface:
    """The glow and the dark rim below a piece of a winning line."""
    radius = cell * (0.525 if large else 0.43)
    glow = art.blurred(art.disc(radius, HALO), HALO, cell * 0.14, 230)
    return art.layered(glow, art.disc(radius, INK))


@kept(most=16)
def win_face(cell: float, large: bool) -> pygame.Surface:
    """The amber plate below a piece of a winning line."""
    return art.disc(cell * (0.495 if large else 0.40), AMBER)

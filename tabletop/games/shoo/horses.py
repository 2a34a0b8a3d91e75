"""Horses as steel horseshoes: free, ridden, as ghosts; and the lock of a reserved one."""

from math import ceil, cos, pi, sin
from typing import Final

import pygame

from tabletop.ui import art, stones
from tabletop.ui.kept import kept
from tabletop.ui.relief import bevel
from tabletop.ui.theme import CREAM, INK, Colour, SeatLook

METAL: Final = (112, 141, 160)
METAL_DARK: Final = (38, 54, 66)
GHOST_METAL: Final = (196, 214, 224)

TIP: Final = 2.50
"""How far round from the top the iron reaches, in radians."""
RIDER: Final = 0.60
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


@kept(most=32)
def _iron(radius: float, colour: Colour) -> pygame.Surface:
    """The shape of a horseshoe in one colour."""
    side = 2 * ceil(radius * 1.06 + 2)
    points = _side(radius, 1) + _side(radius, -1)[::-1]
    return art.polygon((side, side), [(x + side / 2, y + side / 2) for x, y in points], colour)


@kept(most=16)
def _nails(radius: float) -> pygame.Surface:
    """The groove along the iron, and the holes of the nails in it."""
    side = 2 * ceil(radius * 1.06 + 2)
    big = art.blank(side * art.OVER, side * art.OVER, METAL_DARK)
    middle, rail = side * art.OVER / 2, radius * 0.83 * art.OVER
    box = pygame.Rect(0, 0, round(2 * rail), round(2 * rail))
    box.center = (round(middle), round(middle))
    width = max(1, round(radius * 0.055 * art.OVER))
    for start, end in ((0.30, 1.35), (pi - 1.35, pi - 0.30)):
        pygame.draw.arc(big, (*METAL_DARK, 150), box, start - 0.5, end, width)
        pygame.draw.arc(big, (*METAL_DARK, 150), box, start, end + 0.5, width)
    for angle in (0.55, 1.05, 1.6, 2.1):
        for sign in (-1, 1):
            at = (middle + sign * rail * sin(angle), middle - rail * cos(angle))
            pygame.draw.circle(big, (*METAL_DARK, 255), at, radius * 0.062 * art.OVER)
    return pygame.transform.smoothscale(big, (side, side))


@kept(most=16)
def horse(radius: float, *, shadow: bool = True) -> pygame.Surface:
    """A horseshoe lying on the table; `radius` to its outer edge."""
    iron = _iron(radius, METAL)
    side = iron.get_width()
    thick = max(1, round(radius * 0.10))
    picture = art.blank(side, side + 2 * thick, METAL_DARK)
    for k in range(thick, -1, -1):
        picture.blit(_iron(radius, METAL_DARK), (0, thick + k))
    face = art.blank(side, side, METAL)
    face.blit(iron, (0, 0))
    face.blit(art.sheen(iron, 80, 60), (0, 0))
    face.blit(art.masked(_nails(radius), iron), (0, 0))
    face.blit(bevel(iron, max(1.0, radius * 0.075), 230, 210), (0, 0))
    picture.blit(face, (0, thick))
    return art.with_shadow(picture, max(1.5, radius * 0.16)) if shadow else picture


@kept(most=16)
def rider(look: SeatLook, radius: float, *, shadow: bool = True) -> pygame.Surface:
    """A traveler sitting in a horseshoe."""
    return art.layered(horse(radius, shadow=shadow), stones.stone(look, radius * RIDER))


@kept(most=16)
def ghost_horse(radius: float) -> pygame.Surface:
    """Where a horse would come to stand: pale iron with a dashed edge."""
    iron = art.faded(_iron(radius, GHOST_METAL).copy(), 190)
    side = iron.get_width()
    big = art.blank(side * art.OVER, side * art.OVER, INK)
    edge = _side(radius, 1, 44) + _side(radius, -1, 44)[::-1]
    points = [((x + side / 2) * art.OVER, (y + side / 2) * art.OVER) for x, y in edge]
    width = max(2, round(max(1.4, radius * 0.055) * art.OVER))
    for i, (a, b) in enumerate(zip(points, points[1:] + points[:1], strict=True)):
        if i % 4 < 2 or abs(i - 44) < 2:
            pygame.draw.line(big, (*INK, 255), a, b, width)
    iron.blit(pygame.transform.smoothscale(big, (side, side)), (0, 0))
    return iron


@kept(most=16)
def ghost_rider(look: SeatLook, radius: float) -> pygame.Surface:
    """Where a rider would come to be."""
    return art.layered(ghost_horse(radius), stones.ghost(look, radius * RIDER))


@kept(most=8)
def lock(height: float) -> pygame.Surface:
    """A small padlock: this horse is reserved for the other side."""
    side = ceil(height * 1.3)
    over = art.OVER
    picture = art.blank(side * over, side * over, INK)
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
    return art.with_shadow(small, max(1.0, height * 0.07))

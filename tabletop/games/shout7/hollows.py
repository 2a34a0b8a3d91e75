"""Hollows in the wood: the dimples that pieces lie in, the pits that keep them."""

from math import ceil

import pygame

from tabletop.ui import art
from tabletop.ui.kept import kept
from tabletop.ui.theme import DARK_WOOD, PIT, SHINE, Colour, SeatLook, mix

DEEP: Colour = (18, 9, 4)
"""The colour of shade inside a hollow."""


def _crescent(
    side: int, radius: float, colour: Colour, alpha: int, away: tuple[float, float], soft: float
) -> pygame.Surface:
    """What an edge throws into a round hollow: all of it but a disc moved `away`, blurred."""
    room = _filled(side, colour, alpha)
    hole = art.disc(radius, colour)
    keep = pygame.Surface((side, side), pygame.SRCALPHA)
    art.lay(keep, hole, *away)
    room.blit(keep, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    room = art.silhouette(room, colour)
    room = pygame.transform.gaussian_blur(room, max(1, round(soft)))
    return art.masked(
        art.silhouette(room, colour), art.layered(art.disc(radius, colour), side=side)
    )


def _filled(side: int, colour: Colour, alpha: int) -> pygame.Surface:
    """A square of one colour, evenly see-through."""
    room = pygame.Surface((side, side), pygame.SRCALPHA)
    room.fill((*colour, alpha))
    return room


@kept(most=16)
def dimple(radius: float) -> pygame.Surface:
    """A shallow hollow with the wood showing through: shade above, light on the lower lip."""
    side = 2 * ceil(radius * 1.12 + 2)
    room = art.blank(side, side, DARK_WOOD)
    line = max(1.0, radius * 0.05)
    art.lay(room, art.ring(radius + line * 0.4, line, SHINE, 120), line * 0.5, line * 0.9)
    art.lay(room, art.disc(radius, (98, 58, 30), 128))
    art.lay(room, _crescent(side, radius, DEEP, 205, (radius * 0.12, radius * 0.20), radius * 0.15))
    art.lay(
        room, _crescent(side, radius, SHINE, 74, (-radius * 0.12, -radius * 0.20), radius * 0.16)
    )
    art.lay(room, art.ring(radius - line * 0.3, line * 0.7, DEEP, 80))
    return room


@kept(most=16)
def pit(radius: float) -> pygame.Surface:
    """A deep hole with a bevelled lip, dark to the bottom."""
    side = 2 * ceil(radius * 1.3 + 2)
    room = art.blank(side, side, DARK_WOOD)
    line = max(1.0, radius * 0.07)
    art.lay(room, art.ring(radius * 1.10, line, SHINE, 130), line * 0.45, line * 0.8)
    art.lay(room, art.disc(radius * 1.11, (126, 82, 44)))
    art.lay(room, _crescent(side, radius * 1.11, DEEP, 120, (radius * 0.05, radius * 0.09), line))
    art.lay(room, art.disc(radius, PIT))
    art.lay(
        room, _crescent(side, radius, (8, 4, 2), 235, (radius * 0.14, radius * 0.22), radius / 5)
    )
    art.lay(
        room, _crescent(side, radius, (150, 96, 52), 110, (-radius / 10, -radius / 6), radius / 6)
    )
    return room


def dulled(look: SeatLook) -> Colour:
    """The face of a piece that lies in the shade of a pit; seats stay as far apart as they must."""
    return mix(look.face, (92, 66, 44), 0.15)


@kept(most=64)
def sunk(look: SeatLook, radius: float, hole: float) -> pygame.Surface:
    """A piece lying deep in a pit: smaller, in the shade of the lip, its mark plain."""
    side = 2 * ceil(hole + 2)
    room = art.blank(side, side)
    dull = dulled(look)
    art.lay(room, art.disc(radius, mix(look.rim, DEEP, 0.3)))
    art.lay(room, art.disc(radius * 0.93, dull))
    art.lay(room, art.ring(radius * 0.76, max(1.0, radius * 0.05), mix(dull, DEEP, 0.35), 150))
    shade = _crescent(side, hole, (8, 4, 2), 150, (hole * 0.18, hole * 0.28), hole * 0.12)
    art.lay(room, art.masked(shade, art.layered(art.disc(radius, PIT), side=side)))
    art.lay(room, art.mark_picture(look.mark, radius * 0.46, look.inlay))
    return room

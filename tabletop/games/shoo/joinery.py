"""How the board of Shoo is joined: tiles with bevelled edges, planks that meet at a slant."""

import pygame

from tabletop.ui import art
from tabletop.ui.kept import kept
from tabletop.ui.relief import bevel
from tabletop.ui.theme import GROOVE, WHITE


@kept(most=8)
def tile_film(side: int, radius: int) -> pygame.Surface:
    """What makes a square of wood a tile: bevelled edges, and corners of the groove's colour."""
    shape = art.rounded(side, side, radius, WHITE)
    film = art.blank(side, side, GROOVE)
    film.fill((*GROOVE, 255))
    film.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    corners = art.silhouette(film, GROOVE)
    corners.blit(bevel(shape, max(1.0, side * 0.04), 150, 150), (0, 0))
    return corners


def mitre(
    lying: pygame.Surface, standing: pygame.Surface, radius: int, right: bool, low: bool
) -> pygame.Surface:
    """A corner of the frame, where two planks meet at a slant, rounded on the outside."""
    side = lying.get_width()
    a, b = (0, 0), (side, side)
    part = [a, b, (0, side) if low else (side, 0)]
    if right != low:
        a, b = (side, 0), (0, side)
        part = [a, b, (side, side) if low else (0, 0)]
    corner = art.opaque(standing)
    corner.blit(art.masked(lying, art.polygon((side, side), part, WHITE)), (0, 0))
    corner.blit(art.stroke((side, side), [a, b], max(1.0, side / 44), GROOVE, alpha=120), (0, 0))
    ball = art.rounded(2 * side, 2 * side, radius, WHITE)
    cut = (side if right else 0, side if low else 0, side, side)
    corner.blit(ball, (0, 0), cut, special_flags=pygame.BLEND_RGBA_MULT)
    return corner

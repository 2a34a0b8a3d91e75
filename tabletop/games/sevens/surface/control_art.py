"""Pictures of the round controls beside a piece."""

from collections.abc import Sequence
from math import cos, pi, sin

import pygame

from tabletop.games.sevens.rules.pieces import Point
from tabletop.games.sevens.surface.controls import Deed
from tabletop.ui import art
from tabletop.ui.kept import kept
from tabletop.ui.theme import AMBER_WORDS, BLACK, PANEL_ACTIVE, WHITE, mix


@kept(most=24)
def control_picture(deed: Deed, radius: float, pressed: bool, turns: int) -> pygame.Surface:
    """A dark button with an amber sign, solid; its face is in the middle. `radius` in pixels."""
    thick = radius * 0.13
    side = 2 * (round(radius * 1.25) + 2)
    face = mix(PANEL_ACTIVE, WHITE, 0.18) if pressed else PANEL_ACTIVE
    picture = art.blank(side, side)
    if not pressed:
        art.lay(picture, art.disc(radius, mix(PANEL_ACTIVE, BLACK, 0.55)), dy=round(thick))
    down = round(thick * 0.7) if pressed else 0
    disc = art.disc(radius, face)
    art.lay(picture, disc, dy=down)
    art.lay(picture, art.sheen(disc, 26, 26), dy=down)
    art.lay(picture, art.ring(radius * 0.96, max(1.0, radius * 0.05), AMBER_WORDS, 200), dy=down)
    sign = _sign(deed, 2 * round(radius * 0.62))
    art.lay(picture, pygame.transform.rotate(sign, -90 * turns) if turns else sign, dy=down)
    return art.with_shadow(picture, max(1.5, radius * 0.16))


def _sign(deed: Deed, side: int) -> pygame.Surface:
    half = side / 2
    if deed == "flip":
        return _flip_sign(side)
    # The bow of an arrow that turns clockwise, mirrored for the other way.
    way = 1 if deed == "right" else -1
    bow = [
        (half + way * half * 0.74 * cos(a), half * 1.06 + half * 0.74 * sin(a))
        for a in (pi * (0.80 + 1.02 * i / 20) for i in range(21))
    ]
    picture = art.stroke((side, side), bow, half * 0.25, AMBER_WORDS)
    head = [(0.18, -0.34), (0.98, -0.50), (0.72, 0.26)]
    points = [(half + way * x * half, half * 1.06 + y * half) for x, y in head]
    picture.blit(art.polygon((side, side), points, AMBER_WORDS), (0, 0))
    return picture


def _flip_sign(side: int) -> pygame.Surface:
    """Two halves that mirror each other: one full, one an outline, an axis between them."""
    half = side / 2
    picture = art.blank(side, side, AMBER_WORDS)

    def place(points: Sequence[Point]) -> list[Point]:
        return [(half + x * half, half + y * half) for x, y in points]

    full = place([(-0.24, -0.72), (-0.24, 0.62), (-0.98, 0.62)])
    empty = place([(0.30, -0.62), (0.30, 0.56), (0.88, 0.56)])
    picture.blit(art.polygon((side, side), full, AMBER_WORDS), (0, 0))
    picture.blit(art.stroke((side, side), empty, half * 0.13, AMBER_WORDS, closed=True), (0, 0))
    for y in (-0.86, -0.3, 0.26, 0.82):
        dash = place([(0.0, y - 0.13), (0.0, y + 0.13)])
        picture.blit(art.stroke((side, side), dash, half * 0.1, AMBER_WORDS), (0, 0))
    return picture

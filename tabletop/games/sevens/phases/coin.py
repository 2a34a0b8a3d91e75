"""A coin with a seat on either side, lying, flying and landed."""

from math import ceil, cos, pi
from typing import Final

import pygame

from tabletop.ui import art, words
from tabletop.ui.canvas import Point
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.stones import stone
from tabletop.ui.theme import BLACK, SHADOW, WHITE, Colour, SeatLook, mix

GOLD: Final[Colour] = (226, 180, 92)
RIM: Final[Colour] = (164, 118, 44)
STEPS: Final = 24
"""Pictures of a quarter turn: a coin on edge to a coin lying flat."""
HALVES: Final = 5
"""Half turns of a toss, at least."""
HEIGHT: Final = 1.5
"""How high it flies, in radii."""


@kept(most=4)
def coin_picture(look: SeatLook | None, radius: float) -> pygame.Surface:
    """One side of the coin, lying flat: gold, with the seat's stone let into it.

    Without a seat it has a seven: the coin before the toss, which must not look like a result.
    """
    thick = max(2, round(radius * 0.1))
    side = 2 * ceil(radius * 1.15 + thick)
    picture = art.blank(side, side, RIM)
    art.lay(picture, art.disc(radius, mix(RIM, BLACK, 0.35)), dy=thick)
    art.lay(picture, art.disc(radius, RIM))
    art.lay(picture, art.disc(radius * 0.95, GOLD))
    art.lay(picture, art.sheen(art.disc(radius * 0.95, GOLD), 90, 60))
    for dot in range(48):
        turned = pygame.transform.rotate(_bead(radius), 7.5 * dot)
        angle = 2 * pi * dot / 48
        reach = radius * 0.85
        art.lay(picture, turned, reach * cos(angle), reach * cos(angle - pi / 2))
    art.lay(picture, art.ring(radius * 0.74, max(1.0, radius * 0.03), RIM))
    if look is not None:
        art.lay(picture, stone(look, radius * 0.6, shadow=False))
    else:
        art.lay(picture, words.line("7", round(radius * 0.95), RIM, True), dy=radius * 0.02)
    return picture


@kept(most=4)
def _bead(radius: float) -> pygame.Surface:
    return art.disc(radius * 0.035, mix(GOLD, WHITE, 0.5))


@kept(most=4 * STEPS)
def _tipped(look: SeatLook | None, radius: float, step: int) -> pygame.Surface:
    """The coin seen at a slant: `step` from 1 (nearly on edge) to STEPS (flat)."""
    flat = coin_picture(look, radius)
    height = max(2, round(flat.get_height() * step / STEPS))
    return pygame.transform.smoothscale(flat, (flat.get_width(), height))


@kept(most=12)
def _shadow(radius: float, level: int) -> pygame.Surface:
    disc = art.disc(radius * (1 - 0.05 * level), SHADOW)
    return art.blurred(disc, SHADOW, radius * (0.05 + 0.05 * level), 150 - 20 * level)


def draw_coin(
    frame: Frame,
    at: Point,
    radius: float,
    looks: tuple[SeatLook, SeatLook],
    up: int | None,
    flown: float,
) -> None:
    """Draws the coin; `flown` from 0 to 1 is how much of a toss is over that ends with `up`.

    Without a side that is up it has not been tossed.
    """
    canvas = frame.canvas
    pixels = radius * canvas.scale
    high = 4 * flown * (1 - flown) * HEIGHT
    # It ends with the right side up, and begins with whichever side that gives.
    turned = (HALVES - 1) * (1 - flown) if flown < 1 else 0.0
    slant = cos(pi * turned)
    look = None
    if up is not None:
        look = looks[up if slant >= 0 else 1 - up]
    step = max(1, ceil(STEPS * abs(slant)))
    level = min(4, round(3 * high))
    frame.put(_shadow(pixels, level), (at[0] + radius * 0.12 * (1 + level), at[1] + radius * 0.16))
    frame.put(_tipped(look, pixels, step), (at[0], at[1] - radius * high * 0.8))


@kept(most=4)
def warm_coin(canvas_scale: float, radius: float, looks: tuple[SeatLook, SeatLook]) -> None:
    """Makes what takes longer than a frame: both sides, from which the slants are cut in flight."""
    for look in (None, *looks):
        coin_picture(look, radius * canvas_scale)
    for level in range(5):
        _shadow(radius * canvas_scale, level)

"""Playing pieces: solid, with a rim, a highlight and the seat's mark."""

from math import ceil

import pygame

from tabletop.ui import art
from tabletop.ui.kept import kept
from tabletop.ui.theme import BLACK, WHITE, SeatLook, mix, now


@kept(most=256)
def stone(
    look: SeatLook, radius: float, *, shadow: bool = True, rim: float = 0.0
) -> pygame.Surface:
    """A stone lying on the table; its middle is the middle of its face.

    `rim` is the width of its rim in radii; 0 for the palette's.
    """
    thick = radius * 0.13
    inner = 1 - (rim or now().rim)
    side = 2 * ceil(radius * 1.2 + 1)
    picture = art.blank(side, side)
    light = sum(look.face) > 380
    edge = mix(look.face, BLACK, 0.32 if light else 0.5)
    art.lay(picture, art.disc(radius, edge), dy=round(thick))
    art.lay(picture, art.disc(radius, look.rim))
    art.lay(picture, art.disc(radius * inner, look.face))
    face = art.disc(radius * inner, look.face)
    art.lay(picture, art.sheen(face, 70 if not light else 60, 40))
    art.lay(
        picture, art.ring(radius * 0.72, max(1.0, radius * 0.05), mix(look.face, BLACK, 0.3), 150)
    )
    art.lay(
        picture, art.ring(radius * 0.76, max(1.0, radius * 0.03), mix(look.face, WHITE, 0.4), 120)
    )
    art.lay(picture, art.mark_picture(look.mark, radius * 0.42, look.inlay))
    return art.with_shadow(picture, max(1.5, radius * 0.28)) if shadow else picture


@kept(most=256)
def sunk_stone(look: SeatLook, radius: float) -> pygame.Surface:
    """A stone in a pit or out of play: flat, darker, no long shadow, its mark still plain."""
    side = 2 * ceil(radius * 1.1 + 1)
    dull = SeatLook(
        mix(look.face, (60, 66, 66), 0.42), look.inlay, look.mark, mix(look.rim, BLACK, 0.35)
    )
    return art.layered(
        art.disc(radius, dull.rim),
        art.disc(radius * (0.98 - now().rim), dull.face),
        art.mark_picture(look.mark, radius * 0.42, mix(look.inlay, dull.face, 0.15)),
        side=side,
    )


@kept(most=256)
def ghost(look: SeatLook, radius: float) -> pygame.Surface:
    """Where a stone would come to lie: pale, with a dashed rim in ink."""
    side = 2 * ceil(radius * 1.25 + 1)
    ink = (20, 28, 34)
    return art.layered(
        art.disc(radius, mix(look.face, WHITE, 0.35), 150),
        art.mark_picture(look.mark, radius * 0.42, ink if sum(look.face) > 380 else look.inlay),
        art.dashed_ring(radius, max(1.5, radius * 0.12), ink),
        side=side,
    )

"""Playing pieces: solid, with a rim, a highlight and the seat's mark.

The lamps under places that may be touched next.
"""

from math import ceil

import pygame

from tabletop.ui.core.cache import surface_cache
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import BLACK, HALO, WHITE, SeatLook, active_palette, mix


@surface_cache(most=256)
def stone(
    look: SeatLook, radius: float, *, shadow: bool = True, rim: float = 0.0
) -> pygame.Surface:
    """A stone lying on the table; its middle is the middle of its face.

    `rim` is the width of its rim in radii; 0 for the palette's.
    """
    thick = radius * 0.13
    inner = 1 - (rim or active_palette().rim)
    side = 2 * ceil(radius * 1.2 + 1)
    picture = shapes.blank(side, side)
    light = sum(look.face) > 380
    edge = mix(look.face, BLACK, 0.32 if light else 0.5)
    shapes.blit_centred(picture, shapes.disc(radius, edge), dy=round(thick))
    shapes.blit_centred(picture, shapes.disc(radius, look.rim))
    shapes.blit_centred(picture, shapes.disc(radius * inner, look.face))
    face = shapes.disc(radius * inner, look.face)
    shapes.blit_centred(picture, shapes.sheen(face, 70 if not light else 60, 40))
    shapes.blit_centred(
        picture,
        shapes.ring(radius * 0.72, max(1.0, radius * 0.05), mix(look.face, BLACK, 0.3), 150),
    )
    shapes.blit_centred(
        picture,
        shapes.ring(radius * 0.76, max(1.0, radius * 0.03), mix(look.face, WHITE, 0.4), 120),
    )
    shapes.blit_centred(picture, shapes.mark_picture(look.mark, radius * 0.42, look.inlay))
    return shapes.with_shadow(picture, max(1.5, radius * 0.28)) if shadow else picture


@surface_cache(most=256)
def sunk_stone(look: SeatLook, radius: float) -> pygame.Surface:
    """A stone in a pit or out of play: flat, darker, no long shadow, its mark still plain."""
    side = 2 * ceil(radius * 1.1 + 1)
    dull = SeatLook(
        mix(look.face, (60, 66, 66), 0.42), look.inlay, look.mark, mix(look.rim, BLACK, 0.35)
    )
    return shapes.layered(
        shapes.disc(radius, dull.rim),
        shapes.disc(radius * (0.98 - active_palette().rim), dull.face),
        shapes.mark_picture(look.mark, radius * 0.42, mix(look.inlay, dull.face, 0.15)),
        side=side,
    )


@surface_cache(most=256)
def ghost(look: SeatLook, radius: float) -> pygame.Surface:
    """Where a stone would come to lie: pale, with a dashed rim in ink."""
    side = 2 * ceil(radius * 1.25 + 1)
    ink = (20, 28, 34)
    return shapes.layered(
        shapes.disc(radius, mix(look.face, WHITE, 0.35), 150),
        shapes.mark_picture(look.mark, radius * 0.42, ink if sum(look.face) > 380 else look.inlay),
        shapes.dashed_ring(radius, max(1.5, radius * 0.12), ink),
        side=side,
    )


@surface_cache(most=64)
def glow_disc(radius: int) -> pygame.Surface:
    """A lamp under a place: warm, soft, brightest in the middle."""
    core = shapes.disc(float(radius), (255, 236, 184))
    picture = shapes.blurred(core, HALO, radius * 0.35, 190).copy()
    shapes.blit_centred(picture, shapes.disc(float(radius), (255, 240, 200), 235))
    shapes.blit_centred(
        picture, shapes.ring(float(radius), max(1.5, radius * 0.1), (255, 205, 110))
    )
    return picture


@surface_cache(most=64)
def glow_tile(width: int, height: int, radius: float) -> pygame.Surface:
    """A lamp under a square tile: light in the middle, warmer at the edge, with a soft halo."""
    core = shapes.rounded(width, height, radius, (255, 222, 150))
    picture = shapes.blurred(core, HALO, max(2.0, min(width, height) * 0.10), 220).copy()
    at = ((picture.get_width() - width) // 2, (picture.get_height() - height) // 2)
    picture.blit(core, at)
    small = shapes.rounded(round(width * 0.72), round(height * 0.72), radius, WHITE)
    inner = shapes.blurred(small, (255, 246, 220), width * 0.10, 255)
    cut = shapes.blank(width, height)
    cut.blit(inner, ((width - inner.get_width()) // 2, (height - inner.get_height()) // 2))
    picture.blit(shapes.masked(cut, core), at)
    return picture

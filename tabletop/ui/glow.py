"""The lamps under places that may be touched next."""

import pygame

from tabletop.ui import art
from tabletop.ui.kept import kept
from tabletop.ui.theme import HALO, WHITE


@kept(most=64)
def glow_disc(radius: int) -> pygame.Surface:
    """A lamp under a place: warm, soft, brightest in the middle."""
    core = art.disc(float(radius), (255, 236, 184))
    picture = art.blurred(core, HALO, radius * 0.35, 190).copy()
    art.lay(picture, art.disc(float(radius), (255, 240, 200), 235))
    art.lay(picture, art.ring(float(radius), max(1.5, radius * 0.1), (255, 205, 110)))
    return picture


@kept(most=64)
def glow_tile(width: int, height: int, radius: float) -> pygame.Surface:
    """A lamp under a square tile: light in the middle, warmer at the edge, with a soft halo."""
    core = art.rounded(width, height, radius, (255, 222, 150))
    picture = art.blurred(core, HALO, max(2.0, min(width, height) * 0.10), 220).copy()
    at = ((picture.get_width() - width) // 2, (picture.get_height() - height) // 2)
    picture.blit(core, at)
    small = art.rounded(round(width * 0.72), round(height * 0.72), radius, WHITE)
    inner = art.blurred(small, (255, 246, 220), width * 0.10, 255)
    cut = art.blank(width, height)
    cut.blit(inner, ((width - inner.get_width()) // 2, (height - inner.get_height()) // 2))
    picture.blit(art.masked(cut, core), at)
    return picture

"""Wood and the background of the table, from textures that `tools/make_textures.py` made."""

from typing import Final

import pygame

from tabletop.system.resources import resource_folder
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import GROUND, GROUND_EDGE, WHITE, Colour, active_palette, mix, plain

TEXTURES: Final = ("grain.png", "cloth.png")
ASSETS: Final = resource_folder("assets")
FALLBACK_TEXTURE_SIDE: Final = 512


@surface_cache(most=1)
def _grain() -> pygame.Surface:
    """The grain, mirrored both ways so that it can be tiled without a seam."""
    try:
        one = pygame.image.load(ASSETS / "textures" / "grain.png").convert(24)
    except (OSError, pygame.error):
        one = pygame.Surface((FALLBACK_TEXTURE_SIDE, FALLBACK_TEXTURE_SIDE), depth=24)
        one.fill((225, 225, 225))
    width, height = one.get_size()
    both = pygame.Surface((2 * width, 2 * height), depth=24)
    for x in (0, 1):
        for y in (0, 1):
            both.blit(pygame.transform.flip(one, bool(x), bool(y)), (x * width, y * height))
    return both


def wood(
    width: int,
    height: int,
    tint: Colour,
    cut: int = 0,
    scale: float = 1.0,
    *,
    upright: bool = False,
) -> pygame.Surface:
    """Wood without alpha. `cut` selects the part of the grain; `scale`: pixels per grain pixel."""
    grain = _grain()
    w, h = (height, width) if upright else (width, height)
    side_w, side_h = grain.get_size()
    # A plank larger than the grain is stretched.
    part_w, part_h = min(side_w, max(1, round(w / scale))), min(side_h, max(1, round(h / scale)))
    x, y = cut * 397 % (side_w - part_w + 1), cut * 211 % (side_h - part_h + 1)
    plank = pygame.transform.smoothscale(grain.subsurface((x, y, part_w, part_h)), (w, h))
    if upright:
        plank = pygame.transform.rotate(plank, 90)
    light = active_palette()
    tint = mix(plain(tint), light.wood_light, light.wood_share)
    plank.fill(mix(tint, WHITE, 0.06), special_flags=pygame.BLEND_MULT)
    return plank


@surface_cache(most=64)
def wood_slab(
    width: int, height: int, radius: float, tint: Colour, side: Colour, thick: int, cut: int
) -> pygame.Surface:
    """A wooden plate with round corners, a bright edge, and its side below."""
    plate = shapes.blank(width, height + thick, side)
    shape = shapes.rounded(width, height, radius, side)
    for k in range(thick, 0, -1):
        plate.blit(shape, (0, k))
    scale = max(1.0, min(width, height) / 700)
    plate.blit(shapes.masked(wood(width, height, tint, cut, scale), shape), (0, 0))
    line = max(1, thick // 5)
    plate.blit(shapes.outline(width, height, radius, line, (255, 240, 210), 90), (0, 0))
    return plate


@surface_cache(most=2)
def ground(width: int, height: int) -> pygame.Surface:
    """The background of all pages: a cloth with a light gradient, and noise against banding."""
    # With 32 bits like the screen: 24 bits take three times as long to draw and convert.
    small = pygame.Surface((48, 27), depth=32)
    middle, edge = plain(GROUND), plain(GROUND_EDGE)
    for x in range(48):
        for y in range(27):
            dx, dy = (x / 47 - 0.5) * 1.15, (y / 26 - 0.42) * 0.95
            t = min(1.0, (dx * dx + dy * dy) ** 0.5 / 0.8)
            small.set_at((x, y), mix(middle, edge, t * t * (3 - 2 * t)))
    cloth = pygame.transform.smoothscale(small, (width, height))
    noise = _noise()
    for x in range(0, width, noise.get_width()):
        for y in range(0, height, noise.get_height()):
            cloth.blit(noise, (x, y), special_flags=pygame.BLEND_ADD)
    shown = pygame.display.get_surface()
    same = shown is not None and shown.get_masks() == cloth.get_masks()
    return cloth if same else cloth.convert()


@surface_cache(most=1)
def _noise() -> pygame.Surface:
    try:
        return pygame.image.load(ASSETS / "textures" / "cloth.png").convert(32)
    except (OSError, pygame.error):
        return pygame.Surface((FALLBACK_TEXTURE_SIDE, FALLBACK_TEXTURE_SIDE), depth=32)

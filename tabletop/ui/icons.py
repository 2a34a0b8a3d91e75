"""Icons in one style: solid, one colour, drawn from a few lines."""

from collections.abc import Mapping
from typing import Final

import pygame

from tabletop.ui import art, icons_of_devices, icons_of_help, icons_of_play, icons_of_screens
from tabletop.ui.icon_shapes import Shape
from tabletop.ui.kept import kept
from tabletop.ui.theme import Colour

_SHAPES: Final[Mapping[str, Shape]] = {
    **icons_of_play.SHAPES,
    **icons_of_devices.SHAPES,
    **icons_of_help.SHAPES,
    **icons_of_screens.SHAPES,
}


@kept(most=128)
def icon(name: str, pixels: int, colour: Colour) -> pygame.Surface:
    """An icon by name, `pixels` wide and high."""
    strokes, fills = _SHAPES[name]()
    half = pixels / 2
    size = (pixels, pixels)
    picture = art.blank(*size, colour)

    def place(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(half + x * half * 0.9, half + y * half * 0.9) for x, y in points]

    for points, width in strokes:
        picture.blit(art.stroke(size, place(points), width * half * 0.9, colour), (0, 0))
    for points in fills:
        picture.blit(art.polygon(size, place(points), colour), (0, 0))
    return picture

"""The program's sign: a wooden table seen from above, with a seat's piece at each of its sides."""

from pathlib import Path
from typing import Final

import pygame

from tabletop.ui import art, stones
from tabletop.ui.inks import mix, plain
from tabletop.ui.palettes import DEFAULT
from tabletop.ui.theme import (
    BLACK,
    BLACK_LOOK,
    GREEN_LOOK,
    RED_LOOK,
    WHITE,
    WHITE_LOOK,
    SeatLook,
)

FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "icon"
SIDES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
"""Pixels of the sides of the stored pictures, which `tools/make_icons.py` draws."""
IN_WINDOW: Final = 64
"""The one that a window bears."""
PLAIN: Final = 32
"""Up to this side the pieces bear no marks: nobody could see them."""
OVER: Final = 4

_SEATS: Final = (
    (BLACK_LOOK, (0.0, 1.0)),
    (WHITE_LOOK, (0.0, -1.0)),
    (RED_LOOK, (-1.0, 0.0)),
    (GREEN_LOOK, (1.0, 0.0)),
)
"""Who sits where, from the middle, y downward."""


def name_of(side: int) -> str:
    """The file of the picture of that side."""
    return f"tabletop-{side}.png"


def window_icon() -> pygame.Surface:
    """The stored picture that a window bears; drawn where it is missing."""
    try:
        return pygame.image.load(FOLDER / name_of(IN_WINDOW))
    except (OSError, pygame.error):
        return app_icon(IN_WINDOW)


def app_icon(side: int) -> pygame.Surface:
    """The sign in a square of so many pixels, in the usual palette whichever is in force."""
    large = side * OVER
    picture = art.blank(large, large)
    _lay_room(picture, large)
    _lay_table(picture, large)
    radius = large * (0.14 if side > PLAIN else 0.165)
    for look, (dx, dy) in _SEATS:
        stone = _piece(look, radius, marked=side > PLAIN)
        far = large * (0.285 if side > PLAIN else 0.29)
        art.lay(picture, stone, dx * far, dy * far)
    return pygame.transform.smoothscale(picture, (side, side))


def _lay_room(picture: pygame.Surface, large: int) -> None:
    """The dark cloth, with round corners and a little light from above."""
    shape = art.rounded(large, large, large * 0.22, WHITE)
    ramp = pygame.Surface((1, 16), pygame.SRCALPHA)
    for y in range(16):
        ramp.set_at((0, y), (*mix(mix(DEFAULT.ground, WHITE, 0.14), DEFAULT.ground, y / 15), 255))
    cloth = pygame.transform.smoothscale(ramp, (large, large))
    picture.blit(art.masked(cloth, shape), (0, 0))
    line = art.outline(large, large, large * 0.22, large * 0.02, DEFAULT.ground_edge)
    picture.blit(line, (0, 0))


def _lay_table(picture: pygame.Surface, large: int) -> None:
    """The table: a wooden square with its edge below."""
    side, thick = round(large * 0.56), round(large * 0.035)
    wood = DEFAULT.frame_wood
    plate = art.slab(side, side, side * 0.2, wood, mix(wood, BLACK, 0.5), thick)
    shade = art.blurred(plate, DEFAULT.shadow, large * 0.022, 120)
    art.lay(picture, shade, large * 0.012, large * 0.03)
    art.lay(picture, plate, dy=thick / 2)
    inner = round(side * 0.62)
    field = art.rounded(inner, inner, inner * 0.16, mix(wood, BLACK, 0.16))
    art.lay(picture, field)


def _piece(look: SeatLook, radius: float, *, marked: bool) -> pygame.Surface:
    face, inlay, rim = (plain(ink, DEFAULT) for ink in (look.face, look.inlay, look.rim))
    piece = SeatLook(face, inlay if marked else face, look.mark, rim)
    edge = art.disc(radius * 1.1, DEFAULT.ground_edge, 120)
    return art.layered(edge, stones.stone(piece, radius, shadow=False, rim=DEFAULT.rim + 0.03))

"""Pictures for outside of the window: PNG files, QR codes, the program's icon."""

import struct
import zlib
from pathlib import Path
from typing import Final

import pygame

from tabletop.settings.palettes import DEFAULT
from tabletop.system.resources import resource_folder
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import (
    BLACK,
    BLACK_LOOK,
    GREEN_LOOK,
    RED_LOOK,
    WHITE,
    WHITE_LOOK,
    SeatLook,
    mix,
    plain,
)


def save_png(surface: pygame.Surface, path: Path) -> None:
    """Writes a surface without alpha as PNG (ISO/IEC 15948), five times faster than SDL does."""
    width, height = surface.get_size()
    pixels = pygame.image.tobytes(surface, "RGB")
    # Every row begins with its filter type: 0, none.
    rows = b"".join(
        b"\0" + pixels[start : start + 3 * width] for start in range(0, len(pixels), 3 * width)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    written = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(written))


QUIET_ZONE: Final = 4
"""Empty modules round a QR code (ISO/IEC 18004)."""


@surface_cache(most=16)
def qr_picture(text: str, side: int) -> pygame.Surface:
    """The QR code of a text, at most `side` pixels wide, black on white in every palette.

    Its modules have whole pixels. The error correction (Q) allows for a reflection over a quarter.
    """
    import segno  # slow to import

    rows = [bytes(row) for row in segno.make(text, error="q", micro=False).matrix]
    count = len(rows) + 2 * QUIET_ZONE
    square = max(1, side // count)
    picture = pygame.Surface((count * square, count * square)).convert()
    picture.fill(WHITE)
    for y, row in enumerate(rows, QUIET_ZONE):
        for x, dark in enumerate(row, QUIET_ZONE):
            if dark:
                picture.fill(BLACK, (x * square, y * square, square, square))
    return picture


FOLDER: Final = resource_folder("assets") / "icon"
SIDES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
"""Pixels of the stored icons, which `tools/make_icons.py` draws."""
WINDOW_ICON_SIDE: Final = 64
MAX_PLAIN_SIDE: Final = 32
"""Up to this side the pieces have no marks."""
SUPERSAMPLING: Final = 4

_SEATS: Final = (
    (BLACK_LOOK, (0.0, 1.0)),
    (WHITE_LOOK, (0.0, -1.0)),
    (RED_LOOK, (-1.0, 0.0)),
    (GREEN_LOOK, (1.0, 0.0)),
)
"""The look and direction of each seat, y downward."""


def icon_file_name(side: int) -> str:
    return f"tabletop-{side}.png"


def window_icon() -> pygame.Surface:
    """The stored icon of the window; drawn if the file is missing."""
    try:
        return pygame.image.load(FOLDER / icon_file_name(WINDOW_ICON_SIDE))
    except (OSError, pygame.error):
        return app_icon(WINDOW_ICON_SIDE)


def app_icon(side: int) -> pygame.Surface:
    """The icon, `side` pixels wide: a table from above with a piece at each side.

    In the default palette, whichever is active.
    """
    large = side * SUPERSAMPLING
    picture = shapes.blank(large, large)
    _draw_background(picture, large)
    _draw_table(picture, large)
    radius = large * (0.14 if side > MAX_PLAIN_SIDE else 0.165)
    for look, (dx, dy) in _SEATS:
        stone = _piece(look, radius, marked=side > MAX_PLAIN_SIDE)
        far = large * (0.285 if side > MAX_PLAIN_SIDE else 0.29)
        shapes.blit_centred(picture, stone, dx * far, dy * far)
    return pygame.transform.smoothscale(picture, (side, side))


def _draw_background(picture: pygame.Surface, large: int) -> None:
    shape = shapes.rounded(large, large, large * 0.22, WHITE)
    ramp = pygame.Surface((1, 16), pygame.SRCALPHA)
    for y in range(16):
        ramp.set_at((0, y), (*mix(mix(DEFAULT.ground, WHITE, 0.14), DEFAULT.ground, y / 15), 255))
    cloth = pygame.transform.smoothscale(ramp, (large, large))
    picture.blit(shapes.masked(cloth, shape), (0, 0))
    line = shapes.outline(large, large, large * 0.22, large * 0.02, DEFAULT.ground_edge)
    picture.blit(line, (0, 0))


def _draw_table(picture: pygame.Surface, large: int) -> None:
    side, thick = round(large * 0.56), round(large * 0.035)
    wood = DEFAULT.frame_wood
    plate = shapes.slab(side, side, side * 0.2, wood, mix(wood, BLACK, 0.5), thick)
    shade = shapes.blurred(plate, DEFAULT.shadow, large * 0.022, 120)
    shapes.blit_centred(picture, shade, large * 0.012, large * 0.03)
    shapes.blit_centred(picture, plate, dy=thick / 2)
    inner = round(side * 0.62)
    field = shapes.rounded(inner, inner, inner * 0.16, mix(wood, BLACK, 0.16))
    shapes.blit_centred(picture, field)


def _piece(look: SeatLook, radius: float, *, marked: bool) -> pygame.Surface:
    face, inlay, rim = (plain(ink, DEFAULT) for ink in (look.face, look.inlay, look.rim))
    piece = SeatLook(face, inlay if marked else face, look.mark, rim)
    edge = shapes.disc(radius * 1.1, DEFAULT.ground_edge, 120)
    return shapes.layered(edge, shapes.stone(piece, radius, shadow=False, rim=DEFAULT.rim + 0.03))

"""Words as a picture of squares that a telephone reads."""

from typing import Final

import pygame

from tabletop.ui.kept import kept
from tabletop.ui.theme import BLACK, WHITE

QUIET: Final = 4
"""Empty squares round the code: with fewer many readers do not find it (ISO/IEC 18004)."""


@kept(most=16)
def qr_picture(text: str, side: int) -> pygame.Surface:
    """The code of a text in at most so many pixels, black on white whatever the palette is.

    All its squares have whole pixels: a blurred one is not read. A quarter of it may be hidden by
    a reflection.
    """
    import segno  # which reads half of the Internet's modules

    rows = [bytes(row) for row in segno.make(text, error="q", micro=False).matrix]
    count = len(rows) + 2 * QUIET
    square = max(1, side // count)
    picture = pygame.Surface((count * square, count * square)).convert()
    picture.fill(WHITE)
    for y, row in enumerate(rows, QUIET):
        for x, dark in enumerate(row, QUIET):
            if dark:
                picture.fill(BLACK, (x * square, y * square, square, square))
    return picture

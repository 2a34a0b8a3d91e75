"""The picture by which people judge a projector: a grid, a circle, patches, the thinnest lines.

Its colours are no palette's: they are what projectors and eyes are tried with.
"""

from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import BLACK, WHITE

GREY: Final = (22, 24, 28)
GRID_COLOUR: Final = (112, 116, 122)
CIRCLE_COLOUR: Final = (238, 238, 238)
EDGE_COLOUR: Final = (255, 196, 0)
PURE_COLOURS: Final = (
    (255, 0, 0),
    (255, 255, 0),
    (0, 255, 0),
    (0, 255, 255),
    (0, 0, 255),
    (255, 0, 255),
)
GREY_STEPS: Final = 6
"""The greys from black to white."""
GRID_CELLS: Final = 9
"""The squares of the grid along the shorter side."""
HANDLE_SIZE: Final = 132.0
"""The side of what is touched at a corner."""
INSET: Final = 28.0
"""From the picture's edge to it."""
BAND_HEIGHT: Final = 120.0
"""The height of what stands between two corners."""
GAP: Final = 28.0
NAME_HEIGHT: Final = 64.0
"""The height of a corner's name."""
MAX_NAME_WIDTH: Final = 420.0
MAX_PANEL_WIDTH: Final = 860.0
CORNER_ARM: Final = 64.0
"""The length of the arms of a corner's angle."""


@dataclass(frozen=True, slots=True)
class PatternLayout:
    """Where everything of the picture lies on a canvas; what is touched is left to the scene."""

    handles: tuple[Box, Box, Box, Box]
    """Clockwise from the upper left, as the names."""
    names: tuple[Box, Box, Box, Box]
    patches: Box
    lines: Box
    """Lines of one pixel, light and dark by turns: upright, lying, and one by one."""
    words: Box
    """For words of the least size."""
    panel: Box
    """The most room that there is in the middle."""


def pattern_layout(canvas: Canvas) -> PatternLayout:
    """The picture's plan for a window."""
    width, height = canvas.width, canvas.height
    right, low = width - INSET - HANDLE_SIZE, height - INSET - HANDLE_SIZE
    handles = tuple(
        Box(x, y, HANDLE_SIZE, HANDLE_SIZE)
        for x, y in ((INSET, INSET), (right, INSET), (right, low), (INSET, low))
    )
    wide = min(MAX_NAME_WIDTH, width / 2 - INSET - GAP)
    above, below = INSET + HANDLE_SIZE + 12, low - 12 - NAME_HEIGHT
    names = tuple(
        Box(x, y, wide, NAME_HEIGHT)
        for x, y in (
            (INSET, above),
            (width - INSET - wide, above),
            (width - INSET - wide, below),
            (INSET, below),
        )
    )
    left, across = INSET + HANDLE_SIZE + GAP, width - 2 * (INSET + HANDLE_SIZE + GAP)
    band = Box(left, INSET + (HANDLE_SIZE - BAND_HEIGHT) / 2, across, BAND_HEIGHT)
    foot = band.moved(0, low - INSET)
    cut = across * 0.25
    middle = Box.around(canvas.box.centre, min(MAX_PANEL_WIDTH, width - 2 * INSET), 0)
    top, end = above + NAME_HEIGHT + 12, below - 12
    return PatternLayout(
        (handles[0], handles[1], handles[2], handles[3]),
        (names[0], names[1], names[2], names[3]),
        band,
        Box(foot.x, foot.y, cut, foot.h),
        Box(foot.x + cut + GAP, foot.y, foot.w - cut - GAP, foot.h),
        Box(middle.x, top, middle.w, end - top),
    )


@surface_cache(most=2)
def draw_test_pattern(size: tuple[int, int]) -> pygame.Surface:
    """The whole picture but its words, sharp to the pixel: its lines show where it is smoothed."""
    canvas = Canvas(size)
    picture = pygame.Surface(size).convert()
    picture.fill(GREY)
    _draw_grid(picture)
    _draw_circle(picture)
    where = pattern_layout(canvas)
    _draw_patches(picture, _in_pixels(canvas, where.patches))
    _draw_lines(picture, _in_pixels(canvas, where.lines))
    _draw_corners(picture, canvas)
    return picture


def _in_pixels(canvas: Canvas, box: Box) -> pygame.Rect:
    x, y = canvas.to_pixels((box.x, box.y))
    return pygame.Rect(x, y, canvas.px(box.w), canvas.px(box.h))


def _draw_grid(picture: pygame.Surface) -> None:
    """Squares about the middle, by lines of one pixel."""
    width, height = picture.get_size()
    side = max(2, min(width, height) // GRID_CELLS)
    for x in range(width // 2 % side, width, side):
        pygame.draw.line(picture, GRID_COLOUR, (x, 0), (x, height))
    for y in range(height // 2 % side, height, side):
        pygame.draw.line(picture, GRID_COLOUR, (0, y), (width, y))


def _draw_circle(picture: pygame.Surface) -> None:
    """A circle that nearly fills the shorter side: an oval is a picture of the wrong shape."""
    width, height = picture.get_size()
    radius = min(width, height) * 0.485
    ring = shapes.ring(radius, max(2.0, min(width, height) / 360), CIRCLE_COLOUR)
    picture.blit(ring, ring.get_rect(center=(width // 2, height // 2)))


def _draw_patches(picture: pygame.Surface, room: pygame.Rect) -> None:
    """The pure colours above, the greys below."""
    picture.fill(BLACK, room)
    greys = [(round(255 * n / (GREY_STEPS - 1)),) * 3 for n in range(GREY_STEPS)]
    for row, colours in enumerate((PURE_COLOURS, greys)):
        for number, colour in enumerate(colours):
            x = room.x + room.w * number // len(colours)
            end = room.x + room.w * (number + 1) // len(colours)
            y = room.y + room.h * row // 2
            picture.fill(colour, (x, y, end - x, room.h - room.h // 2))


def _draw_lines(picture: pygame.Surface, room: pygame.Rect) -> None:
    """Three fields of lines of one pixel, which a sharp picture keeps apart."""
    picture.fill(BLACK, room)
    third = room.w // 3
    for x in range(room.x, room.x + third, 2):
        pygame.draw.line(picture, WHITE, (x, room.y), (x, room.bottom - 1))
    for y in range(room.y, room.bottom, 2):
        pygame.draw.line(picture, WHITE, (room.x + third, y), (room.x + 2 * third - 1, y))
    for number, step in enumerate(range(room.x + 2 * third, room.right, 8)):
        colour = (WHITE, *PURE_COLOURS)[number % (1 + len(PURE_COLOURS))]
        pygame.draw.line(picture, colour, (step, room.y), (step, room.bottom - 1))


def _draw_corners(picture: pygame.Surface, canvas: Canvas) -> None:
    """A bright line along the very edge, and an angle in each corner."""
    width, height = picture.get_size()
    pygame.draw.rect(picture, EDGE_COLOUR, picture.get_rect(), max(1, canvas.px(3)))
    arm, thick = canvas.px(CORNER_ARM), canvas.px(14)
    for x in (0, width - arm):
        for y in (0, height - thick):
            picture.fill(EDGE_COLOUR, (x, y, arm, thick))
    for x in (0, width - thick):
        for y in (0, height - arm):
            picture.fill(EDGE_COLOUR, (x, y, thick, arm))

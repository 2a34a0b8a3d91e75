"""The test pattern for projectors and screens: a grid, a circle, colour patches, thin lines.

Its colours do not depend on the palette.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.draw import shapes
from tabletop.ui.layout import column, item, row, space
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
GRID_CELLS: Final = 9
"""Along the shorter side."""
HANDLE_SIZE: Final = 132.0
"""The side of the square at a corner that can be dragged."""
INSET: Final = 28.0
"""The margin of the picture."""
BAND_HEIGHT: Final = 120.0
"""The height of what lies between two handles."""
GAP: Final = 28.0
NAME_HEIGHT: Final = 64.0
"""The height of a handle's name."""
MAX_NAME_WIDTH: Final = 420.0
MAX_PANEL_WIDTH: Final = 860.0
CORNER_ARM: Final = 64.0
"""The length of the lines from each corner."""


@dataclass(frozen=True, slots=True)
class PatternLayout:
    """The areas of the test pattern."""

    handles: tuple[Box, Box, Box, Box]
    """Clockwise from the upper left, like the names."""
    names: tuple[Box, Box, Box, Box]
    patches: Box
    lines: Box
    """Lines of one pixel: vertical, horizontal, and coloured ones."""
    words: Box
    """For text of the smallest size."""
    panel: Box
    """The free area in the middle."""


def pattern_layout(canvas: Canvas) -> PatternLayout:
    handle = item("handle", HANDLE_SIZE)
    band = partial(item, cross_size=BAND_HEIGHT, align="centre")
    name = item("name", min(MAX_NAME_WIDTH, canvas.width / 2 - INSET - GAP))
    names = row(name, space(), name, size=NAME_HEIGHT)
    quarter = (canvas.width - 2 * (INSET + HANDLE_SIZE + GAP)) / 4
    boxes = column(
        row(handle, band("patches"), handle, gap=GAP, size=HANDLE_SIZE),
        names,
        row(item("panel", MAX_PANEL_WIDTH), justify="centre"),
        names,
        row(handle, band("lines", quarter), band("words"), handle, gap=GAP, size=HANDLE_SIZE),
        gap=12,
        padding=INSET,
    ).place(canvas.box)
    a, b, d, c = boxes.all("handle")
    upper_left, upper_right, lower_left, lower_right = boxes.all("name")
    return PatternLayout(
        (a, b, c, d),
        (upper_left, upper_right, lower_right, lower_left),
        boxes["patches"],
        boxes["lines"],
        boxes["words"],
        boxes["panel"],
    )


@surface_cache(most=2)
def draw_test_pattern(size: tuple[int, int]) -> pygame.Surface:
    """The test pattern without its text, on whole pixels, so that any scaling shows."""
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
    width, height = picture.get_size()
    side = max(2, min(width, height) // GRID_CELLS)
    for x in range(width // 2 % side, width, side):
        pygame.draw.line(picture, GRID_COLOUR, (x, 0), (x, height))
    for y in range(height // 2 % side, height, side):
        pygame.draw.line(picture, GRID_COLOUR, (0, y), (width, y))


def _draw_circle(picture: pygame.Surface) -> None:
    """A circle that nearly fills the shorter side; it shows a wrong aspect ratio."""
    width, height = picture.get_size()
    radius = min(width, height) * 0.485
    ring = shapes.ring(radius, max(2.0, min(width, height) / 360), CIRCLE_COLOUR)
    picture.blit(ring, ring.get_rect(center=(width // 2, height // 2)))


def _draw_patches(picture: pygame.Surface, room: pygame.Rect) -> None:
    picture.fill(BLACK, room)
    greys = [(round(255 * n / (GREY_STEPS - 1)),) * 3 for n in range(GREY_STEPS)]
    for line, colours in enumerate((PURE_COLOURS, greys)):
        for number, colour in enumerate(colours):
            x = room.x + room.w * number // len(colours)
            end = room.x + room.w * (number + 1) // len(colours)
            y = room.y + room.h * line // 2
            picture.fill(colour, (x, y, end - x, room.h - room.h // 2))


def _draw_lines(picture: pygame.Surface, room: pygame.Rect) -> None:
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
    """A bright line along the edge, and an angle in each corner."""
    width, height = picture.get_size()
    pygame.draw.rect(picture, EDGE_COLOUR, picture.get_rect(), max(1, canvas.px(3)))
    arm, thick = canvas.px(CORNER_ARM), canvas.px(14)
    for x in (0, width - arm):
        for y in (0, height - thick):
            picture.fill(EDGE_COLOUR, (x, y, arm, thick))
    for x in (0, width - thick):
        for y in (0, height - arm):
            picture.fill(EDGE_COLOUR, (x, y, thick, arm))

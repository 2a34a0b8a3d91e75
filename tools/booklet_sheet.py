"""The contact sheet of the booklet: each figure in colours and as a silhouette."""

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import Final

import pygame

from tabletop.games.sevens.figures import MAX_DIFFICULTY, Figure
from tabletop.games.sevens.rules.pieces import Picture, Point, winding
from tabletop.games.sevens.solver import Outline
from tabletop.games.sevens.view.pieces import PIECE_COLOURS, piece_numbers
from tabletop.ui.theme.theme import CREAM, DIM, GROUND_EDGE, INK, PANEL_LINE

FONT: Final = Path(__file__).resolve().parent.parent / "assets/fonts/AtkinsonHyperlegible-Bold.ttf"

COLUMNS: Final = 5
CELL: Final = (380, 250)
"""Pixels of a figure's field."""
CAPTION: Final = 46
PAD: Final = 14
UNIT: Final = 34
"""Pixels of a unit where there is room; the same for all, so that sizes can be compared."""
OVER: Final = 3
"""Drawn larger and reduced, so that edges are smooth."""


def write_sheet(figures: Sequence[Figure], path: Path) -> None:
    """Writes the sheet as a picture file; no window is needed."""
    pygame.font.init()
    columns = min(COLUMNS, len(figures))
    rows = ceil(len(figures) / columns)
    sheet = pygame.Surface((columns * CELL[0], rows * CELL[1]))
    sheet.fill(CREAM)
    font = pygame.font.Font(FONT, 22)
    for number, figure in enumerate(figures):
        row, column = divmod(number, columns)
        sheet.blit(_field(figure, font), (column * CELL[0], row * CELL[1]))
    pygame.image.save(sheet, path)


def _field(figure: Figure, font: pygame.font.Font) -> pygame.Surface:
    large = pygame.Surface((CELL[0] * OVER, CELL[1] * OVER))
    large.fill(CREAM)
    _draw(large, figure.picture, CELL[0] * OVER / 4, seams=True)
    _draw(large, figure.picture, CELL[0] * OVER * 3 / 4, seams=False)
    field = pygame.transform.smoothscale(large, CELL)
    pygame.draw.rect(field, DIM, field.get_rect(), 1)
    field.blit(font.render(figure.name, True, INK), (PAD, CELL[1] - CAPTION))
    group = font.render(figure.group, True, PANEL_LINE)
    field.blit(group, (CELL[0] - PAD - group.get_width(), CELL[1] - CAPTION))
    for star in range(MAX_DIFFICULTY):
        at = (PAD + 6 + star * 16, CELL[1] - 11)
        pygame.draw.circle(field, INK, at, 5, 0 if star < figure.difficulty else 1)
    return field


def _draw(surface: pygame.Surface, picture: Picture, middle: float, *, seams: bool) -> None:
    """The figure about a middle, above the caption: pieces in their colours, or all of one."""
    width, height = (CELL[0] / 2 - PAD) * OVER, (CELL[1] - CAPTION - PAD) * OVER
    left, top, right, bottom = picture.span
    unit = min(UNIT * OVER, width / (right - left), height / (bottom - top))
    x0, y0 = picture.middle
    down = (CELL[1] - CAPTION) * OVER / 2

    def pixels(corners: Sequence[Point]) -> list[Point]:
        return [(middle + (x - x0) * unit, down + (y - y0) * unit) for x, y in corners]

    if seams:
        for number, piece in zip(piece_numbers(picture.kinds), picture.pieces, strict=True):
            pygame.draw.polygon(surface, PIECE_COLOURS[number], pixels(piece.corners))
            pygame.draw.polygon(surface, CREAM, pixels(piece.corners), OVER)
        return
    rings = [(winding(ring), ring) for ring in Outline.of(picture).rings]
    for turns, ring in sorted(rings, reverse=True):  # holes, which run the other way, come last
        pygame.draw.polygon(surface, GROUND_EDGE if turns > 0 else CREAM, pixels(ring))

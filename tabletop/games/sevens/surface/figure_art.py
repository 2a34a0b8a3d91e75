"""Finished pictures of whole figures: to look at, for the booklet, the scoring and the result."""

from collections.abc import Sequence
from math import ceil
from typing import Final

import pygame

from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET, Corners, Kind, Point
from tabletop.games.sevens.surface.piece_art import THICK, draw_pieces
from tabletop.ui import art
from tabletop.ui.frame import turn_point
from tabletop.ui.kept import kept
from tabletop.ui.theme import BLACK, SHADOW, Colour, mix

SILHOUETTE: Final[Colour] = (34, 68, 84)
PAD: Final = 0.5
"""Units about a figure that its shadow takes."""


def numbers_of(kinds: Sequence[Kind]) -> tuple[int, ...]:
    """Which piece of the set, and so which colour, each piece of these kinds is."""
    free = list(range(len(FULL_SET)))
    found = []
    for kind in kinds:
        number = next(n for n in free if FULL_SET[n] == kind)
        free.remove(number)
        found.append(number)
    return tuple(found)


def fitting_unit(picture: Picture, width: float, height: float) -> float:
    """The largest unit with which a figure and its shadow fit in a space of that size."""
    left, top, right, bottom = picture.span
    return min(width / (right - left + 2 * PAD), height / (bottom - top + 2 * PAD))


@kept(most=24)
def figure_picture(
    picture: Picture,
    unit_px: float,
    *,
    seams: bool = True,
    turns: int = 0,
    colour: Colour = SILHOUETTE,
) -> pygame.Surface:
    """A figure lying on the table, the middle of its span in the middle.

    Without seams it is a bare silhouette of that colour. It is turned by quarter
    turns clockwise, for a seat at another edge; the light stays.
    """
    left, top, right, bottom = picture.span
    across, down = (right - left, bottom - top) if turns % 2 == 0 else (bottom - top, right - left)
    size = (2 * ceil((across / 2 + PAD) * unit_px), 2 * ceil((down / 2 + PAD) * unit_px))
    sharp = _sharp(picture, unit_px, size, seams, turns, colour)
    whole = art.blank(*size, SHADOW)
    for dx, dy, blur, alpha in ((0.09, 0.19, 0.075, 110), (0.025, 0.035, 0.025, 115)):
        soft = art.blurred(sharp, SHADOW, max(1.0, blur * unit_px), alpha)
        art.lay(whole, soft, dx * unit_px, dy * unit_px)
    whole.blit(sharp, (0, 0))
    return whole


@kept(most=1)  # a part of the picture, so that not all of it is made at once
def _sharp(
    picture: Picture,
    unit_px: float,
    size: tuple[int, int],
    seams: bool,
    turns: int,
    colour: Colour,
) -> pygame.Surface:
    """The figure without its shadow, drawn large and scaled down."""
    over = 4 if max(size) <= 500 else 3 if max(size) <= 1000 else 2
    pieces = _placed(picture, unit_px * over, (size[0] * over / 2, size[1] * over / 2), turns)
    large = art.blank(size[0] * over, size[1] * over, mix(colour, BLACK, 0.5))
    if seams:
        draw_pieces(large, pieces, unit_px * over, over)
    else:
        _draw_silhouette(large, [corners for _, corners in pieces], unit_px * over, colour)
    return pygame.transform.smoothscale(large, size)


def silhouette_picture(
    picture: Picture, unit_px: float, colour: Colour = SILHOUETTE, *, turns: int = 0
) -> pygame.Surface:
    """A figure without its seams."""
    return figure_picture(picture, unit_px, seams=False, turns=turns, colour=colour)


def _placed(picture: Picture, unit: float, middle: Point, turns: int) -> list[tuple[int, Corners]]:
    x0, y0 = picture.middle

    def placed(x: float, y: float) -> Point:
        dx, dy = turn_point((x - x0, y - y0), turns, (0.0, 0.0))
        return middle[0] + dx * unit, middle[1] + dy * unit

    return [
        (number, tuple(placed(x, y) for x, y in corners))
        for number, corners in zip(
            numbers_of(picture.kinds), (piece.corners for piece in picture.pieces), strict=True
        )
    ]


def _draw_silhouette(
    target: pygame.Surface, pieces: Sequence[Corners], unit: float, colour: Colour
) -> None:
    """All pieces as one slab; drawn a hair larger, so that no seam is left."""
    side = (*mix(colour, BLACK, 0.45), 255)
    down = unit * THICK
    for corners in pieces:
        lower = [(x, y + down) for x, y in corners]
        _draw_plate(target, lower, side)
        for k, end in enumerate(corners):
            wall = (corners[k - 1], end, lower[k], lower[k - 1])
            pygame.draw.polygon(target, side, wall)
    for corners in pieces:
        _draw_plate(target, corners, (*colour, 255))


def _draw_plate(target: pygame.Surface, corners: Sequence[Point], colour: Sequence[int]) -> None:
    pygame.draw.polygon(target, colour, corners)
    pygame.draw.polygon(target, colour, corners, width=3)

"""The serendipity cards: their back, and a face with a picture for each.

Pictures are in pixels by the height of a card; callers must not change them.
"""

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Final

import pygame

from tabletop.games.sevens.messages import CARD_NAMES
from tabletop.games.sevens.rules.events import FEWER_PIECES, Card
from tabletop.games.sevens.rules.pieces import SQRT2, Corners, Picture, Piece, centroid, shifted
from tabletop.games.sevens.view.board import CLOCK_TICKS, tick_corners
from tabletop.games.sevens.view.pieces import PIECE_COLOURS, draw_pieces, piece_numbers
from tabletop.games.sevens.view.view import emblem_figure
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.context import UiContext
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import BLACK, CREAM, INK, PETROL, WALNUT, WHITE, Colour, mix

HALF_SQRT2: Final = SQRT2 / 2

TANGRAM: Final = Picture.from_corners(
    [
        (kind, [(x * HALF_SQRT2, y * HALF_SQRT2) for x, y in corners])
        for kind, corners in (
            ("L", ((0, 0), (4, 0), (2, 2))),
            ("L", ((0, 0), (2, 2), (0, 4))),
            ("M", ((4, 4), (2, 4), (4, 2))),
            ("S", ((4, 0), (4, 2), (3, 1))),
            ("S", ((2, 2), (3, 3), (1, 3))),
            ("Q", ((2, 2), (3, 1), (4, 2), (3, 3))),
            ("P", ((0, 4), (2, 4), (3, 3), (1, 3))),
        )
    ]
)
"""The seven pieces as a square of area 8."""


def _exploded(picture: Picture, by: float) -> Picture:
    """The pieces moved away from the middle; `by` 1 doubles the distances."""
    mx, my = picture.middle
    return Picture(
        tuple(
            Piece(p.kind, shifted(p.corners, ((x - mx) * by, (y - my) * by)))
            for p in picture.pieces
            for x, y in [centroid(p.corners)]
        )
    )


EXPLODED_TANGRAM: Final = _exploded(TANGRAM, 0.3)

CARD_RATIO: Final = 5 / 7
"""Width over height."""
CARD_BACK_COLOUR: Final[Colour] = (18, 74, 88)
CARD_GOLD: Final[Colour] = (226, 190, 118)
PALE_PIECE_COLOUR: Final[Colour] = (221, 208, 180)
"""The colour of secondary parts of a picture."""
# Not the colours of the seats: a card may be anybody's.
CARD_TINTS: Final[Mapping[Card, Colour]] = {
    Card.UNVEIL: PIECE_COLOURS[5],
    Card.REGAIN: mix(PIECE_COLOURS[3], BLACK, 0.28),
    Card.SECONDS: mix(PETROL, BLACK, 0.1),
    Card.FIVE: WALNUT,
}
SUPERSAMPLING: Final = 3
"""Pictures are drawn larger by this factor and scaled down."""


@surface_cache(most=4)
def card_back(height: int, *, turns: int = 0) -> pygame.Surface:
    """A card face down, turned by quarter turns clockwise; the light stays."""
    width = round(height * CARD_RATIO)
    card = shapes.copy_surface(shapes.rounded(width, height, height * 0.055, CARD_BACK_COLOUR))
    edge = round(height * 0.035)
    field = (width - 2 * edge, height - 2 * edge)
    inner = shapes.rounded(*field, height * 0.035, CARD_BACK_COLOUR)
    card.blit(shapes.masked(_pattern(field), inner), (edge, edge))
    card.blit(shapes.outline(*field, height * 0.035, height * 0.007, CARD_GOLD), (edge, edge))
    shapes.blit_centred(
        card, shapes.disc(width * 0.345, mix(CARD_BACK_COLOUR, BLACK, 0.5)), dy=height * 0.008
    )
    shapes.blit_centred(card, shapes.disc(width * 0.345, CARD_GOLD))
    shapes.blit_centred(card, shapes.disc(width * 0.325, mix(CARD_BACK_COLOUR, BLACK, 0.25)))
    shapes.blit_centred(card, _figure(TANGRAM, width * 0.42))
    return _solid(card, turns)


def _pattern(size: tuple[int, int]) -> pygame.Surface:
    """A pattern of tangram squares."""
    large = pygame.Surface((size[0] * 2, size[1] * 2))
    large.fill(CARD_BACK_COLOUR)
    side = large.get_width() / 4
    unit = side / (TANGRAM.span[2] - TANGRAM.span[0])
    tones = [
        mix(CARD_BACK_COLOUR, WHITE if n % 2 else BLACK, 0.05 + 0.035 * (n // 2)) for n in range(7)
    ]
    rows = round(large.get_height() / side + 0.5)
    top = (large.get_height() - rows * side) / 2
    for column in range(4):
        for row in range(rows):
            for number, piece in enumerate(TANGRAM.pieces):
                points = [(x * unit, y * unit) for x, y in piece.corners]
                if (column + row) % 2:
                    points = [(side - x, y) for x, y in points]
                placed = [(x + column * side, y + top + row * side) for x, y in points]
                pygame.draw.polygon(large, tones[number], placed)
                pygame.draw.polygon(large, mix(CARD_BACK_COLOUR, BLACK, 0.3), placed, width=2)
    return pygame.transform.smoothscale(large, size)


def _in_two(name: str) -> tuple[str, ...]:
    """A name split into two lines of similar length; one word stays on one line."""
    cuts = [place for place, sign in enumerate(name) if sign == " "]
    if not cuts:
        return (name,)
    cut = min(reversed(cuts), key=lambda place: abs(len(name) - 1 - 2 * place))
    return name[:cut], name[cut + 1 :]


@surface_cache(most=8)
def card_face(card: Card, height: int, context: UiContext, *, turns: int = 0) -> pygame.Surface:
    """A card face up: its picture, and its name below."""
    width = round(height * CARD_RATIO)
    tint = CARD_TINTS[card]
    plate = shapes.copy_surface(shapes.rounded(width, height, height * 0.055, CREAM))
    edge = round(height * 0.035)
    band = round(height * 0.27)
    box = (width - 2 * edge, band)
    foot = shapes.rounded(*box, height * 0.035, tint)
    plate.blit(foot, (edge, height - edge - band))
    lines = _in_two(context.translate(CARD_NAMES[card]))
    size = min(
        typesetting.fitting_size(
            text, round(band * 0.4), round(box[0] * 0.88), True, context=context
        )
        for text in lines
    )
    for number, text in enumerate(lines):
        ink = typesetting.line(text, size, WHITE, True, context=context)
        y = height - edge - band / 2 + (number - (len(lines) - 1) / 2) * size * 1.18
        at = (round((width - ink.get_width()) / 2), round(y - ink.get_height() / 2))
        plate.blit(ink, at)
        annotations.copy_annotations(plate, ink, at)
    side = round(width * 0.84)
    picture = _PICTURES[card](side, tint)
    above = height - edge - band
    plate.blit(picture, ((width - side) // 2, round((above + edge * 0.5 - side) / 2)))
    return _solid(plate, turns)


def _solid(card: pygame.Surface, turns: int) -> pygame.Surface:
    """A card with its edge and shadow, turned by quarter turns in the same light."""
    high, upright = card.get_height(), card
    if turns:
        card = pygame.transform.rotate(card, -90 * turns)
    width, height = card.get_size()
    thick = max(2, round(high * 0.012))
    side = mix(CREAM, BLACK, 0.35)
    whole = shapes.blank(width, height + 2 * thick, side)
    for k in range(thick, 0, -1):
        whole.blit(shapes.rounded(width, height, high * 0.055, side), (0, thick + k))
    whole.blit(card, (0, thick))
    if card is upright:
        annotations.copy_annotations(whole, card, (0, thick))
    whole.blit(shapes.sheen(shapes.rounded(width, height, high * 0.055, CREAM), 22, 26), (0, thick))
    return shapes.with_shadow(whole, max(2.0, high * 0.02))


def _pieces(picture: Picture, side: float) -> tuple[list[tuple[int, Corners]], float]:
    """Numbers and corners of a picture, centred in a square, at the supersampled size."""
    left, top, right, bottom = picture.span
    unit = side * SUPERSAMPLING / max(right - left, bottom - top) * 0.94
    mx, my = picture.middle
    middle = side * SUPERSAMPLING / 2
    numbers = piece_numbers(picture.kinds)
    placed = [
        (n, tuple((middle + (x - mx) * unit, middle + (y - my) * unit) for x, y in piece.corners))
        for n, piece in zip(numbers, picture.pieces, strict=True)
    ]
    return placed, unit


def _figure(
    picture: Picture, side: float, bright: frozenset[int] = frozenset(range(7))
) -> pygame.Surface:
    """A figure in a square, some of its pieces pale."""
    placed, unit = _pieces(picture, side)
    large = shapes.blank(side * SUPERSAMPLING, side * SUPERSAMPLING, PALE_PIECE_COLOUR)
    for number, corners in placed:
        if number not in bright:
            pygame.draw.polygon(large, (*PALE_PIECE_COLOUR, 255), corners)
            pygame.draw.polygon(
                large, (*mix(PALE_PIECE_COLOUR, BLACK, 0.2), 255), corners, width=2 * SUPERSAMPLING
            )
    draw_pieces(large, [each for each in placed if each[0] in bright], unit, SUPERSAMPLING)
    return pygame.transform.smoothscale(large, (round(side), round(side)))


def _unveil(side: int, tint: Colour) -> pygame.Surface:
    """A silhouette with one visible piece."""
    picture = shapes.blank(side, side, CREAM)
    shapes.blit_centred(picture, _figure(emblem_figure(), side * 0.96, frozenset({5})))
    radius = side * 0.15
    eye = icon("eye", round(radius * 1.24), WHITE)
    badge = shapes.layered(shapes.disc(radius, CREAM), shapes.disc(radius * 0.9, tint), eye)
    shapes.blit_centred(picture, badge, side * 0.32, -side * 0.31)
    return picture


def _regain(side: int, tint: Colour) -> pygame.Surface:
    """An eye, and +2 points."""
    picture = shapes.blank(side, side, CREAM)
    shapes.blit_centred(picture, shapes.disc(side * 0.44, mix(CREAM, tint, 0.16)))
    # Most of a circle, clockwise, ending at the right.
    angles = [pi * (0.32 + 1.68 * k / 40) for k in range(41)]
    arc = [(side / 2 + side * 0.4 * cos(a), side / 2 + side * 0.4 * sin(a)) for a in angles]
    picture.blit(shapes.stroke((side, side), arc, side * 0.045, tint), (0, 0))
    (x, y), tip = arc[-1], side * 0.1
    head = [(x - tip, y - tip * 0.25), (x + tip, y - tip * 0.25), (x, y + tip * 1.15)]
    picture.blit(shapes.polygon((side, side), head, tint), (0, 0))
    shapes.blit_centred(picture, icon("eye", round(side * 0.4), INK), dy=-side * 0.1)
    two = typesetting.line("+2", round(side * 0.3), tint, True, context=typesetting.NEUTRAL)
    shapes.blit_centred(picture, two, dy=side * 0.17)
    return picture


def _seconds(side: int, tint: Colour) -> pygame.Surface:
    """A clock with five more seconds."""
    picture = shapes.blank(side, side, CREAM)
    radius = side * 0.45
    for number in range(CLOCK_TICKS):
        angle = 2 * pi * (number + 0.5) / CLOCK_TICKS
        more = number < 10  # two ticks a second, so that five can be seen from afar
        inner = radius * (0.72 if more else 0.86)
        colour = tint if more else mix(PALE_PIECE_COLOUR, BLACK, 0.12)
        at = (inner + radius) / 2
        shape = tick_corners(number, radius - inner, side * 0.024, colour)
        shapes.blit_centred(picture, shape, at * sin(angle), -at * cos(angle))
    shapes.blit_centred(
        picture,
        typesetting.line("+5", round(side * 0.46), tint, True, context=typesetting.NEUTRAL),
        dx=-side * 0.02,
    )
    return picture


def _five(side: int, tint: Colour) -> pygame.Surface:
    """Seven pieces, two of them set apart."""
    del tint
    shown = frozenset((0, 1, 2, 5, 6))
    assert len(shown) == FEWER_PIECES
    picture = shapes.blank(side, side, CREAM)
    shapes.blit_centred(picture, _figure(EXPLODED_TANGRAM, side, shown))
    return picture


_PICTURES: Final[Mapping[Card, Callable[[int, Colour], pygame.Surface]]] = {
    Card.UNVEIL: _unveil,
    Card.REGAIN: _regain,
    Card.SECONDS: _seconds,
    Card.FIVE: _five,
}

"""Contrast and distance of the colours of a palette: words, seats, pieces on boards."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import cos, pi, sin
from typing import Any, Final

import pygame

from tabletop.engine import Game
from tabletop.games import all_games, view_of
from tabletop.games.shout7.view.board import shaded_look
from tabletop.settings.palettes import RGB
from tabletop.ui.board.view import ViewLayout
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.theme import theme
from tabletop.ui.theme.theme import (
    CARD_COLOURS,
    CONTRAST_PAIRS,
    DISABLED_PAIRS,
    WHITE,
    Colour,
    SeatLook,
    ThemeColor,
    mix,
    plain,
)
from tools.colour_science import SIGHTS, Sight, contrast, distance

LEAST_CONTRAST: Final = 4.5
"""WCAG 2.2, 1.4.3. Large type could do with 3; we ask the same of it."""
LEAST_UNUSED: Final = 3.0
LEAST_APART: Final = 20.0
"""CIEDE2000 between the pieces of two seats, and between a piece and its mark."""
LEAST_ON_BOARD: Final = 10.0
"""CIEDE2000 between the board and a piece's face, or else its rim."""
BOARD: Final = 900
"""Pixels of the side of a board whose colours are read."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured, and what is asked of it."""

    what: str
    value: float
    least: float
    sight: Sight = "normal"

    @property
    def holds(self) -> bool:
        """Whether it is as great as it must be."""
        return self.value >= self.least

    def __str__(self) -> str:
        sign = "ok  " if self.holds else "FAIL"
        return f"{sign} {self.value:6.2f} >= {self.least:4.1f}  {self.sight:12}  {self.what}"


def name_of(colour: Colour) -> str:
    """What a colour is called in a table."""
    return colour.name if isinstance(colour, ThemeColor) else "#{:02X}{:02X}{:02X}".format(*colour)


def words() -> Iterator[Figure]:
    """Every ink on every ground that it may be drawn on, in the palette in force."""
    for pairs, least in ((CONTRAST_PAIRS, LEAST_CONTRAST), (DISABLED_PAIRS, LEAST_UNUSED)):
        for ink, grounds in pairs:
            for ground in grounds:
                told = f"{name_of(ink)} on {name_of(ground)}"
                yield Figure(told, contrast(plain(ink), plain(ground)), least)
    for card in CARD_COLOURS:
        for ink in (WHITE, mix(card, WHITE, 0.86)):
            told = f"{name_of(ink)} on {name_of(card)}"
            yield Figure(told, contrast(plain(ink), plain(card)), LEAST_CONTRAST)


def games_with_pieces() -> tuple[tuple[Game, tuple[SeatLook, ...]], ...]:
    """The games with pieces of seats, and how the seats look."""
    games = (game for game in all_games())
    return tuple((game, tuple(view_of(game).looks)[: max(game.seats)]) for game in games)


def seats() -> Iterator[Figure]:
    """The faces of every two seats of a game, and each face with its mark, as everybody sees it."""
    for game, looks in games_with_pieces():
        for sight in SIGHTS:
            for one, other in combinations(looks, 2):
                told = f"{game.key}: {name_of(one.face)} and {name_of(other.face)}"
                apart = distance(plain(one.face), plain(other.face), sight)
                yield Figure(told, apart, LEAST_APART, sight)
            for one, other in combinations(looks, 2) if game.key == "shout7" else ():
                told = f"{game.key}: {name_of(one.face)} and {name_of(other.face)}, in pits"
                apart = distance(plain(shaded_look(one)), plain(shaded_look(other)), sight)
                yield Figure(told, apart, LEAST_APART, sight)
            for look in looks:
                told = f"{game.key}: {name_of(look.face)} and its mark"
                apart = distance(plain(look.face), plain(look.inlay), sight)
                yield Figure(told, apart, LEAST_APART, sight)


def pieces_on_boards() -> Iterator[Figure]:
    """Each piece on the board as it is drawn, at the place where it is seen worst.

    The board is read half way to the neighbouring places. What keeps a piece apart is its face or
    its rim, whichever is farther; the rim of the palettes is never thinner than 1/17 of it.
    """
    for game, looks in games_with_pieces():
        if game.kind == "live":
            continue
        fields = board_colours(game)
        for look in looks:
            for sight in SIGHTS:
                apart = (
                    (
                        distance(plain(look.face), field, sight),
                        distance(plain(look.rim), field, sight),
                    )
                    for field in fields
                )
                face, rim = min(apart, key=max)
                by = "face" if face >= rim else "rim"
                told = f"{game.key}: {name_of(look.face)} on the board, by its {by}"
                yield Figure(
                    f"{told} ({face:.1f}, {rim:.1f})", max(face, rim), LEAST_ON_BOARD, sight
                )


def board_colours(game: Game) -> tuple[RGB, ...]:
    """The colours of a game's board round its places, as they are drawn."""
    view: Any = view_of(game)
    canvas = Canvas((BOARD, BOARD))
    view.fit(ViewLayout(canvas, canvas.box, {}, game.check_options({}), game.seats[0]))
    picture = pygame.Surface(canvas.size)
    frame = Frame(canvas)
    ground = pygame.Surface(canvas.size)
    ground.fill(plain(theme.GROUND))
    frame.put(ground, canvas.box.centre)
    Screen(picture).show(frame)
    view.draw_base(picture)
    found = []
    for x, y in view.spots.values():
        ring = []
        for step in range(8):
            angle, far = 2 * pi * step / 8, view.cell * 0.48
            at = canvas.to_pixels((x + far * cos(angle), y + far * sin(angle)))
            if picture.get_rect().collidepoint(at):
                ring.append(tuple(picture.get_at(at))[:3])
        if ring:
            r, g, b = (sum(pixel[i] for pixel in ring) // len(ring) for i in range(3))
            found.append((r, g, b))
    return tuple(dict.fromkeys(found))

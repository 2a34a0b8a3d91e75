"""A game's small picture and its stones, as the pages round a match show them."""

import logging
from functools import lru_cache
from typing import Any, Final

import pygame

from tabletop.engine import Game
from tabletop.games import view_of
from tabletop.ui import art
from tabletop.ui.kept import kept
from tabletop.ui.theme import CREAM, INK, STEEL, Mark, SeatLook

MARKS: Final[tuple[Mark, ...]] = ("disc", "diamond", "triangle", "square")
STEP: Final = 24
"""In so many pixels' steps boards grow."""
log = logging.getLogger(__name__)

PLAIN_LOOKS: Final = tuple(SeatLook(STEEL, CREAM, mark, INK) for mark in MARKS)
"""How seats look where a game's view cannot be had."""


def looks_of(game: Game) -> tuple[SeatLook, ...]:
    """How the seats of a game look, at least as many as can play."""
    view = _view(game)
    looks = tuple(view.looks) if view is not None else ()
    return looks if len(looks) >= max(game.seats) else PLAIN_LOOKS


def board_picture(game: Game, pixels: int) -> pygame.Surface | None:
    """The game's board in a square of about that many pixels, with its shadow around.

    None where the game's view cannot draw one.
    """
    # In steps, so that a page that is laid out anew for other words finds it already made.
    return _board_picture(game, max(pixels // STEP * STEP, min(pixels, STEP)))


@kept(most=12)
def _board_picture(game: Game, pixels: int) -> pygame.Surface | None:
    view = _view(game)
    if view is None:
        return None
    try:
        picture: pygame.Surface = view.emblem(pixels)
    except Exception:
        # A picture that fails costs the picture: the card still says what the game is.
        log.exception("the emblem of %s cannot be drawn", game.key)
        return None
    return art.with_shadow(picture, max(2.0, pixels * 0.028), 0.8)


@lru_cache(maxsize=12)
def _view(game: Game) -> Any:
    try:
        return view_of(game)
    except Exception:
        log.exception("the view of %s cannot be had", game.key)
        return None

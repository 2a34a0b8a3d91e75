"""The games and players that this table offers, and the pictures of games and seats."""

import logging
from functools import lru_cache
from typing import Any, Final

import pygame

from tabletop.engine import Game, Text, joined, say
from tabletop.games import all_games, find_game, live_of, view_of
from tabletop.players.player_spec import PERSON, PLAYER_CHOICES, PlayerSpec
from tabletop.ui.board.goal import goal_board
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.live_game import LiveGame
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import CREAM, INK, STEEL, Mark, SeatLook


def offered_games(table: AppContext) -> tuple[Game, ...]:
    """The games that are not switched off, in menu order; all of them where none would be left."""
    off = table.settings["kiosk.games_off"].split()
    return tuple(game for game in all_games() if game.key not in off) or all_games()


def live_game(game: Game) -> LiveGame:
    """The scenes of a game that brings its own."""
    live: LiveGame = live_of(game)
    return live


def offered_players(table: AppContext) -> tuple[PlayerSpec, ...]:
    """The choices for a seat: people, levels up to the strongest offered, the adaptive level."""
    return tuple(
        each
        for each in PLAYER_CHOICES
        if each.adaptive or each == PERSON or each.at_most(table.strongest) == each
    )


SEAT_MARKS: Final[tuple[Mark, ...]] = ("disc", "diamond", "triangle", "square")
SIZE_STEP: Final = 24
"""The sizes of boards are multiples of this, in pixels."""
log = logging.getLogger(__name__)

FALLBACK_LOOKS: Final = tuple(SeatLook(STEEL, CREAM, mark, INK) for mark in SEAT_MARKS)
"""The looks of seats if a game's view fails."""


def seat_looks(game: Game) -> tuple[SeatLook, ...]:
    """The looks of a game's seats, at least as many as can play."""
    view = _view(game)
    looks = tuple(view.looks) if view is not None else ()
    return looks if len(looks) >= max(game.seats) else FALLBACK_LOOKS


def board_picture(game: Game, pixels: int) -> pygame.Surface | None:
    """The game's board with a shadow, in a square of about that size; None if its view fails."""
    # In steps, so that the cached picture serves a page in several languages and text sizes.
    return _board_picture(game, max(pixels // SIZE_STEP * SIZE_STEP, min(pixels, SIZE_STEP)))


@surface_cache(most=12)
def _board_picture(game: Game, pixels: int) -> pygame.Surface | None:
    view = _view(game)
    if view is None:
        return None
    try:
        picture: pygame.Surface = view.emblem(pixels)
    except Exception:
        # The card still shows the text.
        log.exception("the emblem of %s cannot be drawn", game.key)
        return None
    return shapes.with_shadow(picture, max(2.0, pixels * 0.028), 0.8)


def goal_picture(game: Game, pixels: int) -> pygame.Surface | None:
    """The board of a new game on which the goal is marked; else that of `board_picture`."""
    steps = max(pixels // SIZE_STEP * SIZE_STEP, min(pixels, SIZE_STEP))
    return (_goal_picture(game, steps) if game.kind == "board" else None) or board_picture(
        game, pixels
    )


@surface_cache(most=8)
def _goal_picture(game: Game, pixels: int) -> pygame.Surface | None:
    try:
        return goal_board(game, view_of(game), pixels)
    except Exception:
        log.exception("the board of %s cannot be drawn", game.key)
        return None


@lru_cache(maxsize=12)
def _view(game: Game) -> Any:
    try:
        return view_of(game)
    except Exception:
        log.exception("the view of %s cannot be had", game.key)
        return None


def title_of(key: str) -> Text:
    """The title of a game; the key of one that this version does not have."""
    try:
        return find_game(key).title
    except KeyError:
        return joined("", key)


def sign_up_words(table: AppContext) -> Text | None:
    """What visitors of the event can sign up for at this table; None for nothing."""
    offered = table.event.state.open
    if not offered:
        return None
    if len(offered) > 1:
        return say("signup.several", "Sign up for a tournament")
    words = "Sign up: {tournament} – {game}"
    only = offered[0]
    return say("signup.one", words, tournament=only.name, game=title_of(only.game))

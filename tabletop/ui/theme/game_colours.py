"""The colour of each game, on its card in the menu and on its first page."""

from functools import partial
from typing import Final

from tabletop.engine import Game
from tabletop.settings.palettes import DEFAULT, Palette
from tabletop.ui.theme.theme import Colour, ThemeColor

CARD_COLOURS: Final = tuple(
    ThemeColor(f"card {number + 1}", partial(Palette.card, number=number))
    for number in range(len(DEFAULT.cards))
)
"""The colours of the games in menu order; with more games than colours they repeat."""


def game_colour(game: Game) -> Colour:
    """The colour of a game's card in the menu and on its first page."""
    return CARD_COLOURS[(game.order - 1) % len(CARD_COLOURS)]

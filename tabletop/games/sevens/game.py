"""Sevens as the menu, the rules page and the store know it."""

from typing import Final

from tabletop.engine import Game
from tabletop.games.sevens import words

GAME: Final = Game(
    key="sevens",
    title=words.TITLE,
    designer=words.DESIGNER,
    kind="live",
    order=3,
    blurb=words.BLURB,
    seats=(2,),
    seat_names=words.SEAT_NAMES,
    options=words.OPTIONS,
    rules=words.RULES,
    notation_rule=words.WRITING,
    end_rule=words.WINNING,
)

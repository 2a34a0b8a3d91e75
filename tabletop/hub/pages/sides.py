"""What the seats of the games are called, in English."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tabletop.hub.games import GAMES

_SIDES: Final[Mapping[str, Sequence[str]]] = {
    "shout7": ("Black", "White", "Red", "Green"),
    "super7": ("Blue", "Red"),
    "sevens": ("Blue", "Red"),
    "trelawney": ("Black", "White"),
    "shoo": ("White", "Black"),
}


def side_of(game: str, seat: int) -> str:
    """``White``; the number of the seat, if the hub does not know the game."""
    sides = _SIDES.get(game, ())
    return sides[seat] if seat < len(sides) else f"Seat {seat + 1}"


def in_menu_order(games: Iterable[str]) -> list[str]:
    """Games as the menu has them; those that this hub does not know come last."""
    known = list(GAMES)
    return sorted(games, key=lambda game: (known.index(game) if game in known else 99, game))

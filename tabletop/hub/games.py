"""What pages of the hub tell of games. The hub does not load games, which need pygame or numba."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tabletop.settings.palettes import DEFAULT, RGB, SeatInks

Mark: TypeAlias = Literal["disc", "diamond", "triangle", "square"]


@dataclass(frozen=True, slots=True)
class SeatColours:
    """The colours and the mark of a seat's pieces, as on the table."""

    face: str
    inlay: str
    rim: str
    mark: Mark


def _look(inks: SeatInks, mark: Mark) -> SeatColours:
    return SeatColours(_code(inks.face), _code(inks.inlay), _code(inks.rim), mark)


def _code(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


_BLACK: Final = _look(DEFAULT.black, "disc")
_WHITE: Final = _look(DEFAULT.white, "diamond")
_RED: Final = _look(DEFAULT.red, "triangle")
_GREEN: Final = _look(DEFAULT.green, "square")
_BLUE: Final = _look(DEFAULT.blue, "disc")
_RED_DIAMOND: Final = _look(DEFAULT.red_diamond, "diamond")
USUAL_LOOKS: Final = (_BLACK, _WHITE, _RED, _GREEN)


@dataclass(frozen=True, slots=True)
class GameFacts:
    name: str
    looks: Sequence[SeatColours]
    """By seat."""
    sides: Sequence[str]
    """What the seats are called, in English."""


GAMES: Final[Mapping[str, GameFacts]] = {
    "shout7": GameFacts("Shout 7", USUAL_LOOKS, ("Black", "White", "Red", "Green")),
    "super7": GameFacts("Super Seven", (_BLUE, _RED_DIAMOND), ("Blue", "Red")),
    "sevens": GameFacts("Sevens", (_BLUE, _RED_DIAMOND), ("Blue", "Red")),
    "trelawney": GameFacts("Trelawney’s Glory", (_BLACK, _WHITE), ("Black", "White")),
    "shoo": GameFacts("Shoo", (_WHITE, _BLACK), ("White", "Black")),
}
"""By key, in the order of the menu."""


def game_name(key: str) -> str:
    """The name of a game; its key for a game that this hub does not know."""
    known = GAMES.get(key)
    return known.name if known else key


def seat_look(game: str, seat: int) -> SeatColours:
    known = GAMES.get(game)
    looks = known.looks if known else USUAL_LOOKS
    return looks[seat % len(looks)]


def side_of(game: str, seat: int) -> str:
    """``White``; the number of the seat, if the hub does not know the game."""
    known = GAMES.get(game)
    sides = known.sides if known else ()
    return sides[seat] if seat < len(sides) else f"Seat {seat + 1}"


def in_menu_order(games: Iterable[str]) -> list[str]:
    """Games as the menu has them; those that this hub does not know come last."""
    known = list(GAMES)
    return sorted(games, key=lambda game: (known.index(game) if game in known else 99, game))

"""Who played each game last, as it is remembered over a restart.

The setting `play.last_players` holds it as ``shoo=computer.2.easy shout7=people.3``. In kiosk mode
it is neither read nor written: each visitor begins with the default.
"""

from dataclasses import dataclass
from typing import Final

from tabletop.ai import level_of_key
from tabletop.engine import Game
from tabletop.ui.core.app_context import AppContext

COMPUTER, PEOPLE = "computer", "people"
ADAPTIVE_KEY: Final = "adaptive"
"""In place of a level: the one that adapts."""
DEFAULT_LEVEL_KEY: Final = "easy"
BEGINNER_LEVEL_KEY: Final = "beginner"


@dataclass(frozen=True, slots=True)
class LastPlayers:
    """What was chosen on the first page of a game."""

    way: str = COMPUTER
    """`COMPUTER`, `PEOPLE`, or a way to play of the game's own."""
    seats: int = 2
    level: str = DEFAULT_LEVEL_KEY
    """The computer's level as in settings, or `ADAPTIVE_KEY`."""

    def __str__(self) -> str:
        level = f".{self.level}" if self.way == COMPUTER else ""
        return f"{self.way}.{self.seats}{level}"

    @classmethod
    def read(cls, text: str, game: Game) -> "LastPlayers":
        """The inverse of `str`; the default for a damaged text."""
        default = cls(seats=game.seats[0])
        way, _, rest = text.partition(".")
        seats, _, level = rest.partition(".")
        if not way or not seats.isdecimal() or int(seats[:3]) not in game.seats:
            return default
        if way != COMPUTER:
            return cls(way, int(seats))
        known = level == ADAPTIVE_KEY or level_of_key(level) is not None
        return cls(way, int(seats), level) if known else default


def last_players(table: AppContext, game: Game) -> LastPlayers:
    """Who played a game last at this table; the computer at an easy level the first time."""
    text = "" if table.locked else _entries(table).get(game.key, "")
    return LastPlayers.read(text, game)


def offers_beginner(table: AppContext, game: Game) -> bool:
    """Whether the easiest level stands beside the others.

    It does until the game was begun once at this table, and as long as it was played last.
    """
    text = "" if table.locked else _entries(table).get(game.key, "")
    return not text or LastPlayers.read(text, game).level == BEGINNER_LEVEL_KEY


def remember_players(table: AppContext, game: Game, last: LastPlayers) -> None:
    if table.locked:
        return
    before = _entries(table)
    after = {**before, game.key: str(last)}
    if after != before:
        told = " ".join(f"{key}={text}" for key, text in sorted(after.items()))
        table.change("play.last_players", told)


def _entries(table: AppContext) -> dict[str, str]:
    parts = (part.partition("=") for part in table.settings["play.last_players"].split())
    return {key: text for key, _, text in parts if key and text}

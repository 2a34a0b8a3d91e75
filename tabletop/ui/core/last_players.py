"""Who played each game last, as it is remembered over a restart.

The setting `play.last_players` holds it as ``shoo=computer.2.easy shout7=people.3``, the game that
was begun last at the end. In kiosk mode it is neither read nor written: each visitor begins with
the default.

A game that has no level of its own yet offers the one that was chosen last in another game. In
kiosk mode too, until the table is reset for the next visitor.
"""

from dataclasses import dataclass, replace
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


_LAST_LEVEL_KEY: Final = "last level"
"""In `AppContext.chosen`: the level that was played last in any game."""


def last_players(table: AppContext, game: Game) -> LastPlayers:
    """Who played a game last at this table; the computer the first time."""
    text = "" if table.locked else _entries(table).get(game.key, "")
    last = LastPlayers.read(text, game)
    if text.startswith(f"{COMPUTER}."):
        return last
    return replace(last, level=_level_of_any_game(table))


def _level_of_any_game(table: AppContext) -> str:
    """The level that was played last, whatever the game; an easy one before the first match."""
    chosen = table.chosen.get(_LAST_LEVEL_KEY)
    if isinstance(chosen, str):
        return chosen
    for text in () if table.locked else reversed(_entries(table).values()):
        way, _, rest = text.partition(".")
        level = rest.partition(".")[2]
        if way == COMPUTER and (level == ADAPTIVE_KEY or level_of_key(level) is not None):
            return level
    return DEFAULT_LEVEL_KEY


def offers_beginner(table: AppContext, game: Game) -> bool:
    """Whether the easiest level stands beside the others.

    It does until the game was begun once at this table, and as long as it was played last.
    """
    text = "" if table.locked else _entries(table).get(game.key, "")
    return not text or LastPlayers.read(text, game).level == BEGINNER_LEVEL_KEY


def remember_players(table: AppContext, game: Game, last: LastPlayers) -> None:
    if last.way == COMPUTER:
        table.chosen[_LAST_LEVEL_KEY] = last.level
    if table.locked:
        return
    entries = _entries(table)
    entries.pop(game.key, None)
    entries[game.key] = str(last)
    told = " ".join(f"{key}={text}" for key, text in entries.items())
    if told != table.settings["play.last_players"]:
        table.change("play.last_players", told)


def _entries(table: AppContext) -> dict[str, str]:
    parts = (part.partition("=") for part in table.settings["play.last_players"].split())
    return {key: text for key, _, text in parts if key and text}

"""Who plays: for each seat a person, or a computer player of some level."""

from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.computer.levels import level_named
from tabletop.games.sevens.screen.desk import NAMES, Levels
from tabletop.ui.choice import Choice

PERSON: Final = say("sevens.person", "A person")
SEAT: Final = "seat:"
"""Begins the keys of the choices, before the seat's number."""
_PERSON: Final = "-"


def player_choice(seat: Seat, levels: Levels, strongest: str = LEVELS[-1]) -> Choice:
    """Who plays at a seat: a person, or a computer up to the strongest level that is offered."""
    offered = LEVELS[: LEVELS.index(strongest) + 1]
    level = levels[seat]
    chosen = level if level is None or level in offered else offered[-1]
    return Choice(f"{SEAT}{seat}", NAMES[seat], (PERSON, *offered), (None, *offered), chosen)


def at_most(levels: Levels, strongest: str) -> Levels:
    """The same players, none of them stronger than that level."""
    most = LEVELS.index(strongest)
    kept = [level if level is None else LEVELS[min(most, LEVELS.index(level))] for level in levels]
    return kept[0], kept[1]


def changed(levels: Levels, seat: Seat, level: Text | None) -> Levels:
    """The same players, but for one seat."""
    return (level, levels[1]) if seat == 0 else (levels[0], level)


def written(levels: Levels) -> str:
    """The players as a record has them: ``-,Keen``."""
    return ",".join(_PERSON if level is None else str(level) for level in levels)


def read(text: str) -> Levels:
    """The inverse of `written`; whom it does not know is a person, for a match must go on."""
    names = text.split(",")
    if len(names) != len(NAMES):
        return None, None
    return level_named(names[0]), level_named(names[1])

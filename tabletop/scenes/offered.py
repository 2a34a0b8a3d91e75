"""What people are offered at this table: not every table offers all that there is."""

from tabletop.engine import Game
from tabletop.games import all_games
from tabletop.players.filler import CHOICES, PERSON, Filler
from tabletop.ui.table import Table


def offered_games(table: Table) -> tuple[Game, ...]:
    """The games that are not switched off, in menu order; all of them where none would be left."""
    off = table.settings["kiosk.games_off"].split()
    return tuple(game for game in all_games() if game.key not in off) or all_games()


def offered_fillers(table: Table) -> tuple[Filler, ...]:
    """Who can be chosen for a seat: people, levels up to the strongest offered, the adaptive."""
    return tuple(each for each in CHOICES if each.adaptive or fits(table, each))


def fits(table: Table, filler: Filler) -> bool:
    """Whether somebody is offered as they are."""
    return filler == PERSON or filler.at_most(table.strongest) == filler

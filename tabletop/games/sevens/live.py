"""The scenes of Sevens, as the menu opens them (see `tabletop.ui.live.Live`)."""

from collections.abc import Callable, Iterator, Mapping

from tabletop.engine import Record, Text, say
from tabletop.engine.game import OptionValue
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.screen.begin import Start
from tabletop.games.sevens.screen.moments import moments as all_moments
from tabletop.games.sevens.screen.opening import Opening
from tabletop.ui.canvas import Canvas
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table


def opening(table: Table, rules: Callable[[], Scene]) -> Scene:
    """The page that the menu opens."""
    return Opening(table, rules)


def begin(table: Table, options: Mapping[str, OptionValue], rules: Callable[[], Scene]) -> Scene:
    """A fresh match of two."""
    facing = table.settings["play.seating"] == "facing"
    return Start(table, rules, GAME.check_options(options), facing).match()


def take_up(table: Table, record: Record, match_id: str, rules: Callable[[], Scene]) -> Scene:
    """A kept match, where it was left."""
    scene = Start(table, rules, GAME.check_options({})).taken_up(record, match_id)
    # Nobody is dropped into a running clock: it stands until somebody says so.
    scene.waits = scene.desk.match.next_due is not None
    return scene


def moments(table: Table, canvas: Canvas) -> Iterator[tuple[str, Scene]]:
    """What there is to be seen of Sevens, moment by moment."""
    return all_moments(table, canvas)


def how_far(record: Record) -> Text:
    """How far a kept match has come."""
    match = SevensMatch.replay(record)
    return say("sevens.how_far", "round {number}", number=match.round + 1)

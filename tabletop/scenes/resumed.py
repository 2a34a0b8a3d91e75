"""A kept match as a scene, and whatever comes after it."""

from collections.abc import Callable
from typing import Any

from tabletop.engine import Match
from tabletop.scenes import live_games
from tabletop.scenes.match import MatchScene
from tabletop.scenes.seats import SeatsScene
from tabletop.scenes.setup import Setup
from tabletop.scenes.unfinished import Going
from tabletop.ui.scene import Change, Push, Scene
from tabletop.ui.table import Table


def resumed(table: Table, going: Going) -> tuple[Scene, Callable[[Any], Change]]:
    """The match where it was left, with all that is people's own, and what to do with its result.

    BadNotation says in words why it cannot go on.
    """
    if going.game.kind == "live":
        return live_games.take_up(table, going.game, going.record, going.match_id), _nothing
    match = Match.replay(going.game, going.record)
    scene = MatchScene(table, Setup.of(going.game, match, going.record), match, going.match_id)

    def then(wanted: object) -> Change:
        return Push(SeatsScene(table, scene.setup)) if wanted == "seats" else None

    return scene, then


def _nothing(result: object) -> Change:
    del result
    return None

"""What the command line asks to begin with, as scenes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from tabletop.engine import BadNotation, Match, Record, TimeControl
from tabletop.engine.game import OptionValue
from tabletop.games import find_game
from tabletop.scenes import live_games
from tabletop.scenes.match import MatchScene
from tabletop.scenes.setup import FACING, Setup
from tabletop.scenes.title import TitleScene
from tabletop.store import new_match_id
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table

Start: TypeAlias = tuple[Any, ...] | None
"""None for the menu, ("title",), ("play", key, seats, options), ("replay", path) or
("record", text)."""


def told_whole(start: Start) -> Start:
    """What was asked for, with the record itself for the file that it is in; else the title."""
    match start:
        case None:
            return ("title",)
        case ("replay", path):
            return "record", Path(path).read_text(encoding="utf-8")
        case _:
            return start


def opening(table: Table, start: Start) -> Scene | None:
    """What lies over the menu at first, by what was asked for; None where nothing does."""
    match start:
        case ("title",):
            return TitleScene(table)
        case ("play", key, seats, options):
            return open_match(table, str(key), int(seats), options)
        case ("record", text):
            record = Record.from_text(text)
            try:
                game = find_game(record.game)
            except KeyError as unknown:
                raise BadNotation(str(unknown.args[0])) from unknown
            if game.kind == "live":
                return live_games.take_up(table, game, record, new_match_id())
            match = Match.replay(game, record)
            scene = MatchScene(table, Setup.of(game, match, record), match, new_match_id())
            scene.rewind()
            return scene
        case _:
            return None


def open_match(table: Table, key: str, seats: int, options: Mapping[str, OptionValue]) -> Scene:
    """A fresh match of a game, as the settings have it."""
    game = find_game(key)
    if game.kind == "live":
        game.check_seats(seats)
        return live_games.begin(table, game, options)
    clock = TimeControl.read(table.settings["play.clock"])
    sides = FACING if table.settings["play.seating"] == "facing" else ()
    setup = Setup(game, seats, options, clock, sides)
    return MatchScene(table, setup, setup.start(table), new_match_id())

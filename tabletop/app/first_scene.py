"""The scene that the program starts with, by the command line."""

import logging
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from tabletop.app.navigation import build_page
from tabletop.engine import BadNotation, Match, Record, TimeControl, say
from tabletop.engine.game import OptionValue
from tabletop.games import find_game
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.home.resume import resumable_match, resume_match
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES, Setup
from tabletop.storage import Store, new_match_id, repository
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Destination, Scene

log = logging.getLogger(__name__)

StartRequest: TypeAlias = tuple[Any, ...] | None
"""None for the menu, ("title",), ("play", key, seats, options), ("replay", path),
("record", text) or ("on table", match id, text)."""


def resolve_start(
    start: StartRequest, store: Store | None = None, avoid: Collection[str] = frozenset()
) -> StartRequest:
    """The request with the text of its record in place of a file name; else the title.

    Where nothing was asked for, the match that lay on the table of that store when the program
    died: it comes back, unless it is to be avoided.
    """
    match start:
        case None:
            left = None if store is None else repository.load_current_match(store)
            if left is None or left[0] in avoid:
                return ("title",)
            return "on table", left[0], left[1].to_text()
        case ("replay", path):
            return "record", Path(path).read_text(encoding="utf-8")
        case _:
            return start


def first_scene(table: AppContext, start: StartRequest) -> Scene | None:
    """The scene that lies over the menu at the start; None for the menu alone."""
    match start:
        case ("title",):
            return TitleScene(table)
        case ("on table", match_id, text):
            return _resume_interrupted(table, str(match_id), str(text))
        case ("play", key, seats, options):
            return new_match_scene(table, str(key), int(seats), options)
        case ("record", text):
            record = Record.from_text(text)
            try:
                game = find_game(record.game)
            except KeyError as unknown:
                raise BadNotation(str(unknown.args[0])) from unknown
            if game.kind == "live":
                return live_game(game).take_up(table, record, new_match_id())
            match = Match.replay(game, record)
            scene = MatchScene(table, Setup.of(game, match, record), match, new_match_id())
            scene.rewind()
            return scene
        case _:
            return None


def _resume_interrupted(table: AppContext, match_id: str, text: str) -> Scene:
    """The match that was open when the program crashed, or the title if it cannot go on."""
    try:
        found = resume_match(table, resumable_match(match_id, Record.from_text(text)))
    except BadNotation as problem:
        log.warning("the match %s cannot go on: %s", match_id, problem)
        words = "The game that was on the table cannot go on: {why}"
        table.tell(say("opening.gone", words, why=problem.reason))
        return TitleScene(table)
    scene = build_page(table, found) if isinstance(found, Destination) else found
    if isinstance(scene, MatchScene):
        scene.paused = scene.match.clock.ticking and scene.match.outcome is None
    return scene


def new_match_scene(
    table: AppContext, key: str, seats: int, options: Mapping[str, OptionValue]
) -> Scene:
    """A new match of a game with the options of the settings."""
    game = find_game(key)
    if game.kind == "live":
        game.check_seats(seats)
        return live_game(game).begin(table, options)
    clock = TimeControl.read(table.settings["play.clock"])
    setup = Setup(game, seats, options, clock)
    if table.settings["play.seating"] == "facing":
        setup = setup.with_edges(FACING_SIDES)
    return MatchScene(table, setup, setup.start(table), new_match_id())

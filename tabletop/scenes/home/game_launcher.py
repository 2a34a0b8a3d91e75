"""Opening the games that bring their own scenes.

What a touched board opens, on the title and in the menu.
"""

from collections.abc import Iterator, Mapping
from threading import Thread

from tabletop.engine import Game, Record, Text
from tabletop.engine.game import OptionValue
from tabletop.games import live_of
from tabletop.scenes.lesson.rules_page import RulesScene
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.settings.sound_page import SoundPage
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.live_game import LiveGame
from tabletop.ui.core.prewarm import prewarm
from tabletop.ui.core.scene import Scene


def live_start_page(table: AppContext, game: Game) -> Scene:
    """The page that the menu opens."""
    return _live(game).opening(
        table,
        lambda: RulesScene(table, game),
        lambda: SoundPage(table),
        lambda: RulesScene(table, game, playing=True),
    )


def new_live_match(table: AppContext, game: Game, options: Mapping[str, OptionValue]) -> Scene:
    """A fresh match; ValueError for wrong options."""
    return _live(game).begin(
        table,
        options,
        lambda: RulesScene(table, game, playing=True),
        lambda: SoundPage(table),
    )


def resume_live_match(table: AppContext, game: Game, record: Record, match_id: str) -> Scene:
    """A kept match, where it was left; BadNotation says why it cannot go on."""
    return _live(game).take_up(
        table,
        record,
        match_id,
        lambda: RulesScene(table, game, playing=True),
        lambda: SoundPage(table),
    )


def live_progress(game: Game, record: Record) -> Text:
    """How far a kept match has come; BadNotation says why it cannot go on."""
    return _live(game).how_far(record)


def live_demo(table: AppContext, game: Game) -> Scene:
    """The game playing itself, with a `remark` and with `done` (see `Live.shown`)."""
    return _live(game).shown(table)


def live_moments(table: AppContext, game: Game, canvas: Canvas) -> Iterator[tuple[str, Scene]]:
    """What there is to be seen of a game, moment by moment."""
    return _live(game).moments(table, canvas)


def prewarm_live_game(table: AppContext, game: Game, canvas: Canvas) -> Iterator[None]:
    """Loads a game, beside the loop, and makes ready the page that the menu opens.

    And whatever that one wants to be ready.
    """
    loading = Thread(target=lambda: live_of(game), name="loading", daemon=True)
    loading.start()
    while loading.is_alive():
        yield
    page = live_start_page(table, game)
    yield from prewarm(page, canvas)
    for _ in page.preparing():
        yield


def _live(game: Game) -> LiveGame:
    live: LiveGame = live_of(game)
    return live


def start_page(table: AppContext, game: Game) -> Scene:
    """The first page of a game: who plays, and how."""
    if game.kind == "board":
        return SeatsScene(table, last_setup(table, game))
    table.remember_last_game(game.key)
    return live_start_page(table, game)

"""Opening the games that bring their own scenes."""

from collections.abc import Iterator, Mapping
from threading import Thread

from tabletop.engine import Game, Record, Text
from tabletop.engine.game import OptionValue
from tabletop.games import live_of
from tabletop.scenes.rules_page import RulesScene
from tabletop.scenes.sound_page import SoundPage
from tabletop.ui.canvas import Canvas
from tabletop.ui.live import Live
from tabletop.ui.preparing import rehearsed
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table


def opening(table: Table, game: Game) -> Scene:
    """The page that the menu opens."""
    return _live(game).opening(
        table,
        lambda: RulesScene(table, game),
        lambda: SoundPage(table),
        lambda: RulesScene(table, game, playing=True),
    )


def begin(table: Table, game: Game, options: Mapping[str, OptionValue]) -> Scene:
    """A fresh match; ValueError for wrong options."""
    return _live(game).begin(
        table,
        options,
        lambda: RulesScene(table, game, playing=True),
        lambda: SoundPage(table),
    )


def take_up(table: Table, game: Game, record: Record, match_id: str) -> Scene:
    """A kept match, where it was left; BadNotation says why it cannot go on."""
    return _live(game).take_up(
        table,
        record,
        match_id,
        lambda: RulesScene(table, game, playing=True),
        lambda: SoundPage(table),
    )


def how_far(game: Game, record: Record) -> Text:
    """How far a kept match has come; BadNotation says why it cannot go on."""
    return _live(game).how_far(record)


def shown(table: Table, game: Game) -> Scene:
    """The game playing itself, with a `remark` and with `done` (see `Live.shown`)."""
    return _live(game).shown(table)


def moments(table: Table, game: Game, canvas: Canvas) -> Iterator[tuple[str, Scene]]:
    """What there is to be seen of a game, moment by moment."""
    return _live(game).moments(table, canvas)


def preparing(table: Table, game: Game, canvas: Canvas) -> Iterator[None]:
    """Loads a game, beside the loop, and makes ready the page that the menu opens.

    And whatever that one wants to be ready.
    """
    loading = Thread(target=lambda: live_of(game), name="loading", daemon=True)
    loading.start()
    while loading.is_alive():
        yield
    page = opening(table, game)
    yield from rehearsed(page, canvas)
    for _ in page.preparing():
        yield


def _live(game: Game) -> Live:
    live: Live = live_of(game)
    return live

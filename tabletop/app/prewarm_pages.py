"""Renders in advance, while the table is quiet, the pages that people may open next."""

from collections.abc import Iterator
from functools import partial
from threading import Thread

from tabletop import languages
from tabletop.engine import Game
from tabletop.games import live_of, view_of
from tabletop.scenes.attract.exhibits import prewarm_board
from tabletop.scenes.catalogue import live_game, offered_games
from tabletop.scenes.lesson.scene import lesson_for
from tabletop.scenes.match_setup import Setup, last_setup
from tabletop.scenes.play.panels import prewarm_panels
from tabletop.scenes.result.scene import prewarm_result
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.board.table_layout import match_layout
from tabletop.ui.board.turntable import TurnedView
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.prewarm import prewarm
from tabletop.ui.draw.wood import ground


def prewarm_pages(table: AppContext, canvas: Canvas) -> Iterator[None]:
    """First page, board and lesson of every offered game, then attract mode and the languages."""
    games = offered_games(table)
    for game in games:
        yield from _prewarm_first_page(table, game, canvas)
    for game in games:
        if game.kind == "board":
            yield from prewarm_match(last_setup(table, game), canvas)
    for game in games:
        lesson = lesson_for(table, game)
        lesson.rehearsed = True
        yield from prewarm(lesson, canvas)
    if table.has("attract.on"):
        for game in games:
            if game.kind == "board":
                yield from prewarm_board(game, canvas)
    yield from languages.compile_all()


def prewarm_match(setup: Setup, canvas: Canvas) -> Iterator[None]:
    """The board, the pieces and the panels of a match as it is about to begin."""
    view = TurnedView(partial(view_of, setup.game))
    plan = match_layout(canvas, setup.around, view.tray_height)
    view.fit(plan.places(setup.options))
    yield
    yield from view.preparing()
    yield from in_slices(lambda: view.draw_base(ground(*canvas.size).copy()))
    yield from prewarm_panels(plan, has_tray=view.tray_height > 0)
    yield from in_slices(partial(prewarm_result, plan, view.looks[: len(plan.panels)]))


def _prewarm_first_page(table: AppContext, game: Game, canvas: Canvas) -> Iterator[None]:
    if game.kind == "live":
        yield from _prewarm_live_game(table, game, canvas)
    else:
        yield from prewarm(SeatsScene(table, last_setup(table, game)), canvas)


def _prewarm_live_game(table: AppContext, game: Game, canvas: Canvas) -> Iterator[None]:
    """Loads a game's modules in a thread, then prewarms its first page."""
    loading = Thread(target=lambda: live_of(game), name="loading", daemon=True)
    loading.start()
    while loading.is_alive():
        yield
    page = live_game(game).opening(table)
    yield from prewarm(page, canvas)
    for _ in page.preparing():
        yield

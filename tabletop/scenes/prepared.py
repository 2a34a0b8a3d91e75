"""What is made while people look at the title, the menu or the seats: the pages they may want."""

from collections.abc import Iterator
from functools import partial

from tabletop.engine import Game
from tabletop.games import view_of
from tabletop.languages import found
from tabletop.scenes import live_games
from tabletop.scenes.attract_match import board_prepared
from tabletop.scenes.lessons import lesson_for
from tabletop.scenes.offered import offered_games
from tabletop.scenes.panels import warming
from tabletop.scenes.projector_layout import laid_out
from tabletop.scenes.seats import SeatsScene, setup_for
from tabletop.scenes.setup import Setup
from tabletop.scenes.turned_board import TurnedBoard
from tabletop.ui.canvas import Canvas
from tabletop.ui.haste import by_and_by
from tabletop.ui.preparing import rehearsed
from tabletop.ui.table import Table
from tabletop.ui.wood import ground


def all_prepared(table: Table, canvas: Canvas) -> Iterator[None]:
    """The first page of every game that is offered, its board and its lesson.

    Then what is to be seen when everybody has gone, and the languages of those who come.
    """
    games = offered_games(table)
    for game in games:
        yield from _first_page(table, game, canvas)
    for game in games:
        if game.kind == "board":
            yield from match_prepared(setup_for(table, game), canvas)
    for game in games:
        lesson = lesson_for(table, game)
        lesson.rehearsed = True
        yield from rehearsed(lesson, canvas)
    if table.has("attract.on"):
        for game in games:
            if game.kind == "board":
                yield from board_prepared(game, canvas)
    yield from found.preparing()


def match_prepared(setup: Setup, canvas: Canvas) -> Iterator[None]:
    """The board, the pieces and the panels of a match as it is about to begin."""
    view = TurnedBoard(partial(view_of, setup.game))
    plan = laid_out(canvas, setup.around, view.tray_height)
    view.fit(plan.places(setup.options))
    yield
    yield from view.preparing()
    yield from by_and_by(lambda: view.draw_base(ground(*canvas.size).copy()))
    yield from warming(plan, view.looks, has_tray=view.tray_height > 0)


def _first_page(table: Table, game: Game, canvas: Canvas) -> Iterator[None]:
    if game.kind == "live":
        yield from live_games.preparing(table, game, canvas)
    else:
        yield from rehearsed(SeatsScene(table, setup_for(table, game)), canvas)

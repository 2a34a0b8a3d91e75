"""The lesson of any game."""

from tabletop.engine import Game
from tabletop.games import lesson_of, live_of
from tabletop.scenes.lesson import LessonScene
from tabletop.ui.lesson_page import LessonPage
from tabletop.ui.live import Live
from tabletop.ui.table import Table


def lesson_for(table: Table, game: Game, *, playing: bool = False) -> LessonPage:
    """A lesson from its first step; `playing` people go back to their match when it is over."""
    if game.kind == "live":
        live: Live = live_of(game)
        scene = live.lesson(table)
    else:
        scene = LessonScene(table, game, lesson_of(game))
    scene.playing = playing
    return scene

"""The menu, and started matches."""

from tabletop.engine import CHANCE, Match, Record
from tabletop.games import find_game
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tests.scenes.setups import make_setup


def record(key: str = "shoo", plies: int = 3) -> Record:
    match = Match(find_game(key), seed=7)
    while len(match.plies) < plies:
        if match.state.turn == CHANCE:
            match.roll()
        else:
            match.play(match.state.moves()[0])
    return make_setup(match.game, sides=FACING_SIDES, teams=(1, 2)).with_headers(match.record())


def opened(table: AppContext, size: tuple[int, int] = (1280, 800)) -> MenuScene:
    scene = MenuScene(table)
    scene.fit(Canvas(size))
    return scene

"""A menu that is open, and matches that were begun."""

from tabletop.engine import CHANCE, Match, Record
from tabletop.games import find_game
from tabletop.scenes.menu import MenuScene
from tabletop.scenes.setup import FACING, Setup
from tabletop.ui.canvas import Canvas
from tabletop.ui.table import Table


def record(key: str = "shoo", plies: int = 3) -> Record:
    match = Match(find_game(key), seed=7)
    while len(match.plies) < plies:
        if match.state.turn == CHANCE:
            match.roll()
        else:
            match.play(match.state.moves()[0])
    return Setup(match.game, sides=FACING, teams=(1, 2)).kept(match.record())


def opened(table: Table, size: tuple[int, int] = (1280, 800)) -> MenuScene:
    scene = MenuScene(table)
    scene.fit(Canvas(size))
    return scene

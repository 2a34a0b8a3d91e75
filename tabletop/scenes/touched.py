"""What a touched board opens, on the title and in the menu."""

from tabletop.engine import Game
from tabletop.scenes import live_games
from tabletop.scenes.seats import SeatsScene, setup_for
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table


def page_of(table: Table, game: Game) -> Scene:
    """The first page of a game: who plays, and how."""
    if game.kind == "board":
        return SeatsScene(table, setup_for(table, game))
    table.begin_with(game.key)
    return live_games.opening(table, game)

"""The demonstration without a screen: plays a match of each game and saves each ply."""

import os
import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from tabletop.app.navigation import new_match_scene
from tabletop.app.startup import open_app_context
from tabletop.engine import CHANCE, Game
from tabletop.games import all_games
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.match.scene import MatchScene
from tabletop.settings import Settings
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.draw.images import save_png
from tabletop.ui.theme import theme

SEED = 7


def run_demo(settings: Settings, directory: Path, size: tuple[int, int]) -> int:
    """Plays a random match of each board game and writes ``game-007.png`` for each ply; gives 0.

    Of the other games it shows a prepared match, ``game-07-name.png`` for each moment.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    luck = random.Random(SEED)
    still = settings.but({"look.speed": "off"})
    theme.switch_palette(still["look.palette"])
    with TemporaryDirectory() as folder:
        table = open_app_context(still, Path(folder))
        try:
            for game in all_games():
                if game.kind == "live":
                    seen = _save_live_game(table, game, directory, size)
                    print(f"{game.title}: {seen} moments in {directory}")
                    continue
                scene = new_match_scene(table, game.key, game.seats[0], {})
                assert isinstance(scene, MatchScene)
                plies = _play(scene, luck, directory, size)
                print(f"{game.title}: {plies} plies in {directory}")
        finally:
            table.store.close()
    return 0


def _play(scene: MatchScene, luck: random.Random, directory: Path, size: tuple[int, int]) -> int:
    """Plays a match to its end and saves a picture of each ply."""
    canvas = Canvas(size)
    screen = Screen(pygame.Surface(size))
    scene.fit(canvas)
    match = scene.match
    while True:
        frame = Frame(canvas)
        scene.draw(frame)
        screen.show(frame)
        name = f"{match.game.key}-{len(match.plies):03d}.png"
        save_png(screen.surface, directory / name)
        if match.outcome is not None:
            return len(match.plies)
        state = match.state
        scene.play("" if state.turn == CHANCE else str(luck.choice(state.moves())))
        scene.update(0.0)


def _save_live_game(table: AppContext, game: Game, directory: Path, size: tuple[int, int]) -> int:
    """Saves a picture of each state of a game that brings its own scenes."""
    canvas = Canvas(size)
    screen = Screen(pygame.Surface(size))
    seen = 0
    for name, scene in live_game(game).moments(table, canvas):
        frame = Frame(canvas)
        scene.draw(frame)
        screen.show(frame)
        save_png(screen.surface, directory / f"{game.key}-{seen:02d}-{name}.png")
        seen += 1
    return seen

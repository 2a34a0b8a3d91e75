"""The pictures that the README shows, and a film of play."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from tabletop.cli.referee import Referee
from tabletop.engine import Game
from tabletop.games import find_game
from tabletop.ui.core.frame import Frame, Screen
from tools.album.match import begun, of
from tools.album.scenes import ALL
from tools.album.stage import stage

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SIZE: Final = (1280, 800)
SHOWN: Final = (
    ("menu", "menu", "fresh"),
    ("trelawney", "match-trelawney", "picked"),
    ("shout7", "match-shout7", "hint"),
    ("super7", "facing-super7", "picked"),
    ("shoo", "match-shoo", "picked"),
    ("sevens", "live-sevens", "guessing"),
)
"""The name of each file, its scene and its moment."""


def write_readme(folder: Path = FOLDER) -> Iterator[Path]:
    """Writes them, and gives each path."""
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    for name, scene, wanted in SHOWN:
        with stage(SIZE, "en") as made:
            drawn = next(drawn for state, drawn in ALL[scene](made) if state == wanted)
            picture, frame = pygame.Surface(SIZE), Frame(made.canvas)
            drawn.draw(frame)
            Screen(picture).show(frame)
        path = folder / f"{name}.jpg"
        pygame.image.save(picture, str(path))
        yield path


FILM_SIZE: Final = (960, 600)
FILM_SECONDS: Final = 0.08
"""How long a frame of the film is shown."""
FILM_BEGIN: Final = 16
"""How many plies are played before it begins."""
FILM_PLIES: Final = 4
FILM_PLAYOUTS: Final = 150
FILM_GAMES: Final = ("trelawney", "shoo", "shout7", "super7")
PLY_FRAMES: Final = 22


def write_film(folder: Path = FOLDER) -> Path:
    """Writes `play.webp`: some plies of each board game, as they are animated at the table."""
    from PIL import Image

    frames = [
        Image.frombytes("RGB", FILM_SIZE, pygame.image.tobytes(picture, "RGB"))
        for game in FILM_GAMES
        for picture in _played(find_game(game))
    ]
    path = folder / "play.webp"
    milliseconds = round(1000 * FILM_SECONDS)
    first, *others = frames
    first.save(
        path,
        save_all=True,
        append_images=others,
        duration=milliseconds,
        loop=0,
        quality=55,
        method=4,
    )
    return path


def _played(game: Game) -> Iterator[pygame.Surface]:
    """The frames of some plies of computer players."""
    computer = Referee(find_game)
    computer.answer(f"game {game.key}")
    with stage(FILM_SIZE, "en") as made:
        stack = begun(made, game)
        scene = of(stack)
        while len(scene.match.plies) < FILM_BEGIN + FILM_PLIES:
            _, ply = str(computer.answer(f"go playouts={FILM_PLAYOUTS}")).split(" ", 1)
            computer.answer(f"play {ply}")
            if len(scene.match.plies) == FILM_BEGIN:
                made.set(look_speed="normal")
            scene.play(ply)
            stack.update(FILM_SECONDS)
            if len(scene.match.plies) <= FILM_BEGIN:
                continue
            for _ in range(PLY_FRAMES):
                picture, frame = pygame.Surface(FILM_SIZE), Frame(made.canvas)
                stack.draw(frame)
                Screen(picture).show(frame)
                yield picture
                stack.update(FILM_SECONDS)

"""Draws the states of games with scenes of their own, for the documentation."""

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from tabletop.app.startup import open_app_context
from tabletop.engine import Game
from tabletop.games import all_games
from tabletop.scenes.catalogue import live_game
from tabletop.settings import Settings
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SIZES: Final = ((1920, 1080), (1080, 1920))
SMALL: Final = 480
"""Pixels of the longer side of a moment on the page with all of them."""
ACROSS: Final = 1920
GAP: Final = 12
PAPER: Final = (8, 17, 24)


def main(arguments: Sequence[str] | None = None) -> int:
    """Draws all of them; gives 0."""
    parser = argparse.ArgumentParser(
        prog="tools/pictures.py", description="Draw the pictures of the documentation."
    )
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, metavar="DIR")
    folder: Path = parser.parse_args(arguments).folder
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    for game in all_games():
        if game.kind == "live":
            for size in SIZES:
                print(write_moments(game, size, folder / game.key))
    return 0


def write_moments(game: Game, size: tuple[int, int], folder: Path) -> Path:
    """Writes every moment of a game at one size, and gives the page that shows them all."""
    shape = f"{size[0]}x{size[1]}"
    (folder / shape).mkdir(parents=True, exist_ok=True)
    small = []
    for number, (name, picture) in enumerate(_drawn(game, size)):
        pygame.image.save(picture, str(folder / shape / f"{number:02d}-{name}.jpg"))
        share = SMALL / max(size)
        small.append(
            pygame.transform.smoothscale(picture, (round(size[0] * share), round(size[1] * share)))
        )
    page = folder / f"{shape}.jpg"
    pygame.image.save(_side_by_side(small), str(page))
    return page


def _drawn(game: Game, size: tuple[int, int]) -> Iterator[tuple[str, pygame.Surface]]:
    canvas = Canvas(size)
    with TemporaryDirectory() as folder:
        table = open_app_context(Settings().but({"look.speed": "off"}), Path(folder))
        try:
            for name, scene in live_game(game).moments(table, canvas):
                picture = pygame.Surface(size)
                frame = Frame(canvas)
                scene.draw(frame)
                Screen(picture).show(frame)
                yield name, picture
        finally:
            table.store.close()


def _side_by_side(pictures: Sequence[pygame.Surface]) -> pygame.Surface:
    width, height = pictures[0].get_size()
    columns = max(1, (ACROSS + GAP) // (width + GAP))
    rows = -(-len(pictures) // columns)
    page = pygame.Surface((columns * (width + GAP) - GAP, rows * (height + GAP) - GAP))
    page.fill(PAPER)
    for number, picture in enumerate(pictures):
        at = number % columns * (width + GAP), number // columns * (height + GAP)
        page.blit(picture, at)
    return page

"""The five pictures that the README shows, small enough for it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from tabletop.ui.core.frame import Frame, Screen
from tools.album.scenes import ALL
from tools.album.stage import stage

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SIZE: Final = (1280, 800)
SHOWN: Final = (
    ("menu", "menu", "fresh"),
    ("trelawney", "match-trelawney", "picked"),
    ("shout7", "match-shout7", "hint"),
    ("super7", "facing-super7", "picked"),
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

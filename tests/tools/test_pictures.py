"""The program draws the pictures of the documentation."""

from pathlib import Path

import pygame

from tabletop.games import find_game
from tools.pictures_draw import write_moments


def test_every_moment_is_drawn_and_a_page_shows_them_all(tmp_path: Path) -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    page = write_moments(find_game("sevens"), (320, 240), tmp_path)
    singles = sorted(tmp_path.glob("320x240/*.jpg"))
    names = [path.stem.partition("-")[2] for path in singles]
    for phase in ("toss", "arranging", "ready", "look", "guessing", "peek", "scored", "result"):
        assert phase in names
    assert [name for name in names if name.startswith("card-")] == [
        *("card-back", "card-unveil", "card-regain", "card-seconds", "card-five"),
    ]
    shown = pygame.image.load(str(page))
    assert shown.get_width() > 320
    assert len({pygame.image.load(str(path)).get_size() for path in singles}) == 1

"""A written picture reads back as it was."""

import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from tabletop.ui.draw.images import save_png


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (64, 48)])
def test_a_picture_reads_back_as_it_was(size: tuple[int, int], tmp_path: Path) -> None:
    picture = pygame.Surface(size)
    for x in range(size[0]):
        for y in range(size[1]):
            picture.set_at((x, y), (x * 31 % 256, y * 57 % 256, (x + y) * 11 % 256))
    save_png(picture, tmp_path / "a.png")
    read = pygame.image.load(tmp_path / "a.png")
    assert read.get_size() == size
    assert pygame.image.tobytes(read, "RGB") == pygame.image.tobytes(picture, "RGB")

"""PNG files, and the stored icons of the program."""

from pathlib import Path

import pygame
import pytest

from tabletop.settings import Settings
from tabletop.ui.display.window import WINDOW_TITLE, Display
from tabletop.ui.draw import images
from tabletop.ui.draw.images import (
    FOLDER,
    SIDES,
    WINDOW_ICON_SIDE,
    icon_file_name,
    save_png,
    window_icon,
)
from tabletop.ui.theme import theme
from tools import make_icons


def bytes_of(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


@pytest.mark.parametrize("side", SIDES)
def test_the_stored_picture_is_the_drawn_one(side: int) -> None:
    stored = bytes_of(pygame.image.load(FOLDER / icon_file_name(side)))
    drawn = bytes_of(images.app_icon(side))
    assert len(stored) == len(drawn) == 4 * side * side
    # Other versions of SDL scale a little differently.
    apart = sum(abs(a - b) for a, b in zip(stored, drawn, strict=True)) / len(stored)
    assert apart < 3


def test_the_icon_has_a_piece_of_each_seat_and_round_corners() -> None:
    icon = images.app_icon(128)
    assert icon.get_at((0, 0)).a == icon.get_at((127, 127)).a == 0
    for seat in ("black", "white", "red", "green"):
        face = getattr(theme.active_palette(), seat).face
        assert pygame.mask.from_threshold(icon, (*face, 255), (30, 30, 30, 255)).count() > 100


def test_the_icon_is_the_same_in_every_palette() -> None:
    usual = bytes_of(images.app_icon(48))
    theme.switch_palette("contrast")
    try:
        assert bytes_of(images.app_icon(48)) == usual
    finally:
        theme.switch_palette("dark")


def test_a_missing_picture_is_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(images, "FOLDER", tmp_path)
    assert window_icon().get_size() == (WINDOW_ICON_SIDE, WINDOW_ICON_SIDE)


def test_the_tool_writes_every_size(tmp_path: Path) -> None:
    assert make_icons.main([str(tmp_path / "icon")]) == 0
    names = {path.name for path in (tmp_path / "icon").iterdir()}
    assert names == {icon_file_name(side) for side in SIDES}


def test_the_window_bears_the_icon_and_the_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    borne: list[pygame.Surface] = []
    monkeypatch.setattr(pygame.display, "set_icon", borne.append)
    Display(Settings().but({"window.fullscreen": False}), tmp_path)
    assert [icon.get_size() for icon in borne] == [(WINDOW_ICON_SIDE, WINDOW_ICON_SIDE)]
    assert pygame.display.get_caption()[0] == WINDOW_TITLE


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

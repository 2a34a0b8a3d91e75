"""The icon is stored in every size as the program draws it, and the window bears it."""

from pathlib import Path

import pygame
import pytest

from tabletop.settings import Settings
from tabletop.ui import app_icon, theme
from tabletop.ui.app_icon import FOLDER, IN_WINDOW, SIDES, name_of, window_icon
from tabletop.ui.display import TITLE, Display
from tools import make_icons


def bytes_of(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


@pytest.mark.parametrize("side", SIDES)
def test_the_stored_picture_is_the_drawn_one(side: int) -> None:
    stored = bytes_of(pygame.image.load(FOLDER / name_of(side)))
    drawn = bytes_of(app_icon.app_icon(side))
    assert len(stored) == len(drawn) == 4 * side * side
    # Other versions of SDL scale a little differently.
    apart = sum(abs(a - b) for a, b in zip(stored, drawn, strict=True)) / len(stored)
    assert apart < 3


def test_the_icon_has_a_piece_of_each_seat_and_round_corners() -> None:
    icon = app_icon.app_icon(128)
    assert icon.get_at((0, 0)).a == icon.get_at((127, 127)).a == 0
    for seat in ("black", "white", "red", "green"):
        face = getattr(theme.now(), seat).face
        assert pygame.mask.from_threshold(icon, (*face, 255), (30, 30, 30, 255)).count() > 100


def test_the_icon_is_the_same_in_every_palette() -> None:
    usual = bytes_of(app_icon.app_icon(48))
    theme.use("contrast")
    try:
        assert bytes_of(app_icon.app_icon(48)) == usual
    finally:
        theme.use("dark")


def test_a_missing_picture_is_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(app_icon, "FOLDER", tmp_path)
    assert window_icon().get_size() == (IN_WINDOW, IN_WINDOW)


def test_the_tool_writes_every_size(tmp_path: Path) -> None:
    assert make_icons.main([str(tmp_path / "icon")]) == 0
    names = {path.name for path in (tmp_path / "icon").iterdir()}
    assert names == {name_of(side) for side in SIDES}


def test_the_window_bears_the_icon_and_the_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    borne: list[pygame.Surface] = []
    monkeypatch.setattr(pygame.display, "set_icon", borne.append)
    Display(Settings().but({"window.fullscreen": False}), tmp_path)
    assert [icon.get_size() for icon in borne] == [(IN_WINDOW, IN_WINDOW)]
    assert pygame.display.get_caption()[0] == TITLE

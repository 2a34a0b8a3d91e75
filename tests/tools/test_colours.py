"""Contrast of every palette, and the list of colour pairs."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator

import pygame
import pytest

from tabletop.languages import ENGLISH
from tabletop.settings.palettes import PALETTES
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene
from tabletop.ui.draw import shapes
from tabletop.ui.text import typesetting
from tabletop.ui.text.typesetting import line
from tabletop.ui.theme import theme
from tabletop.ui.theme.theme import Colour
from tests.tools.test_album import CONTRAST_IN_ENGLISH
from tests.tools.test_album import PALETTE as ALBUM_PALETTE
from tools import colours_report
from tools.album.scenes import ALL
from tools.album.stage import stage
from tools.colours_measured import (
    LEAST_CONTRAST,
    Figure,
    name_of,
    pieces_on_boards,
    seats,
    words,
)
from tools.colours_rendered import draw, fault_of, is_listed

SIZE = (1024, 600)
KINDS = (
    "menu",
    "look",
    "seats-shoo",
    "match-shoo",
    "facing-super7",
    "questions-super7",
    "result-trelawney",
    "review-shout7",
    "rules-trelawney",
    "lesson-shout7",
    "live-sevens",
    "devices",
    "teaching",
    "fairness",
)


@pytest.fixture(params=list(PALETTES))
def palette(request: pytest.FixtureRequest) -> Iterator[str]:
    """A palette in force; afterwards the usual one."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    theme.switch_palette(request.param)
    yield str(request.param)
    theme.switch_palette("dark")


def too_small(figures: Iterator[Figure]) -> list[str]:
    return [str(figure) for figure in figures if not figure.holds]


@pytest.mark.usefixtures("palette")
def test_words_can_be_read_on_every_ground_they_are_written_on() -> None:
    assert too_small(words()) == []


@pytest.mark.usefixtures("palette")
def test_nobody_takes_one_seat_for_another() -> None:
    assert too_small(seats()) == []


@pytest.mark.usefixtures("palette")
def test_pieces_stand_out_from_their_boards() -> None:
    assert too_small(pieces_on_boards()) == []


@pytest.mark.parametrize("scene", CONTRAST_IN_ENGLISH)
def test_what_is_written_is_in_the_list_and_can_be_read(scene: str) -> None:
    """All other scenes are looked at in `test_album.py`."""
    try:
        theme.switch_palette(ALBUM_PALETTE)
        wrong, inks = looked_at(scene)
    finally:
        theme.switch_palette("dark")
    assert wrong == []
    assert inks


@pytest.mark.slow
@pytest.mark.parametrize(
    "palette", [key for key in PALETTES if key != ALBUM_PALETTE], indirect=True
)
def test_so_it_is_in_the_other_palettes_on_one_scene_of_each_kind(palette: str) -> None:
    found: set[str] = set()
    for scene in KINDS:
        wrong, inks = looked_at(scene)
        assert wrong == [], palette
        found |= inks
    assert {"text", "dim", "ink", "amber_words", "coral_words", name_of(theme.SOFT)} <= found


def looked_at(scene: str) -> tuple[list[str], set[str]]:
    """What is wrong with the words of a scene's states, and the inks that they are written in."""
    wrong, inks = [], set()
    with stage(SIZE, ENGLISH) as made:
        for state, drawn in ALL[scene](made):
            for seen in draw(drawn, made.canvas)[1]:
                inks.add(name_of(seen.colour))
                if fault := fault_of(seen):
                    wrong.append(f"{state}: {fault}")
    return wrong, inks


def test_words_that_cannot_be_read_and_grounds_that_are_not_listed_are_found() -> None:
    class Page(Scene):
        def draw(self, frame: Frame) -> None:
            for y, ink, ground in ((200, theme.DIM, theme.OUTLINE), (600, theme.INK, theme.GROUND)):
                frame.put(shapes.rounded(700, 200, 10, ground), (600, y))
                frame.put(words_in(ink), (600, y))

    def words_in(ink: Colour) -> pygame.Surface:
        return line("some words", 40, ink, context=typesetting.NEUTRAL)

    canvas = Canvas((1200, 1080))
    found = draw(Page(), canvas)[1]
    assert [seen.colour for seen in found] == [theme.DIM, theme.INK]
    assert not is_listed(found[0])
    assert found[1].contrast < LEAST_CONTRAST


def test_the_tool_tells_the_worst_first_and_that_nothing_is_too_small(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert colours_report.main(["light"]) == 0
    told = capsys.readouterr().out
    theme.switch_palette("dark")
    assert told.count("0 too small") == 3
    values = [float(line.split()[1]) for line in told.splitlines() if " >=  4.5" in line]
    assert values == sorted(values)


def test_an_unknown_palette_is_refused() -> None:
    with pytest.raises(SystemExit):
        colours_report.main(["sepia"])

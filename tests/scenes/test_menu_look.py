"""The menu in windows of all shapes."""

from collections.abc import Iterator

import pygame
import pytest

from tabletop.engine import Game
from tabletop.games import all_games
from tabletop.scenes import emblem, menu_card, menu_layout
from tabletop.scenes.menu import MenuScene
from tabletop.scenes.menu_card import Card
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.lettering import grown
from tabletop.ui.manner import Manner, in_manner
from tabletop.ui.table import Table
from tests.scenes.begun import opened, record
from tests.scenes.fingers import SIZES, check_layout, down, draw

BOARDS = list(all_games())
NEARLY = 0.95
"""Words are measured about, so the best grid may be taken for the second best."""


def best_of_all(games: tuple[Game, ...], room: Box, canvas: Canvas) -> tuple[Card, ...]:
    """The layout that every grid was measured for; of equal ones the first."""
    bare = (False, True) if grown(1.0, menu_card.SIZES[1]) > menu_layout.LARGE else (False,)
    ways = [
        menu_layout.evened(menu_layout._grid(games, room, columns, lines, without), canvas)
        for columns in range(1, len(games) + 1)
        for lines in (1, 2)
        for without in bare
    ]
    whole = [way for way in ways if menu_layout._all_said(way, canvas)]
    return max(whole or ways, key=lambda cards: menu_layout._worth(cards, room))


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1024, 600)])
@pytest.mark.parametrize("percent", [100, 140, 200])
@pytest.mark.parametrize("room", [False, True])
@pytest.mark.parametrize("count", [1, 3, 5])
def test_a_grid_that_shows_the_games_best_is_found_without_setting_its_words_in_all(
    size: tuple[int, int], percent: int, room: bool, count: int
) -> None:
    canvas, games = Canvas(size), tuple(BOARDS[:count])
    area = Box(60, 150, canvas.width - 120, canvas.height - 300)
    with in_manner(Manner("de", percent, room)):
        found = menu_layout.lay_cards(games, area, canvas)
        best = best_of_all(games, area, canvas)
        assert menu_layout._all_said(found, canvas) == menu_layout._all_said(best, canvas)
        assert menu_layout._worth(found, area) >= NEARLY * menu_layout._worth(best, area)


@pytest.fixture(autouse=True)
def fresh_pictures() -> Iterator[None]:
    yield
    emblem._board_picture.cache_clear()
    emblem._view.cache_clear()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("going", [0, 3])
@pytest.mark.parametrize("problem", ["", "The settings could not be kept: no space is left. " * 3])
def test_it_fits_every_window(
    table: Table, size: tuple[int, int], going: int, problem: str
) -> None:
    for number in range(going):
        table.store.save(record("trelawney", 4 + number), f"m{number}")
    if problem:
        table.problems.append(problem)
    scene = MenuScene(table)
    check_layout(scene, size, least=80)
    for card in scene.cards:
        assert card.board.w > 90
        for label in card.labels:
            lines = label.set_on(scene.canvas)
            assert lines.width <= label.box.w * scene.canvas.scale
            assert lines.complete
            # Words and board lie on the card, apart from each other.
            assert label.box.x >= 0
            assert label.box.right <= card.box.w
            assert label.box.bottom <= card.box.h
            beside = label.box.x >= card.board.right
            below = label.box.y >= card.board.bottom - 0.01
            assert beside or below


def test_all_cards_say_their_names_in_one_size(table: Table) -> None:
    scene = opened(table)
    sizes = {card.labels[0].set_on(scene.canvas).size for card in scene.cards}
    assert len(sizes) == 1


def test_a_view_that_fails_costs_only_the_picture(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        looks = ()

        def emblem(self, pixels: int) -> pygame.Surface:
            raise ZeroDivisionError(pixels)

    def view_of(game: object) -> Broken:
        if game is BOARDS[0]:
            raise ImportError("no view here")
        return Broken()

    emblem._view.cache_clear()
    emblem._board_picture.cache_clear()
    # Cards are cut anew for a window of a size of its own.
    monkeypatch.setattr(emblem, "view_of", view_of)
    scene = opened(table, (801, 601))
    assert len(draw(scene).blits) > len(BOARDS)
    assert "cannot be drawn" in caplog.text
    assert "cannot be had" in caplog.text


def test_the_second_frame_makes_no_picture(table: Table) -> None:
    scene = opened(table, (640, 400))
    first = draw(scene)
    second = draw(scene)
    assert first.blits == second.blits
    assert scene.wakes_in() == float("inf")


def test_a_card_sinks_under_the_finger(table: Table) -> None:
    scene = opened(table, (640, 400))
    before = set(draw(scene).blits)
    down(scene, "game:shoo")
    after = set(draw(scene).blits)
    assert 0 < len(after - before) <= 2

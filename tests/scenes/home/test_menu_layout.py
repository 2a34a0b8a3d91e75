"""The menu in windows of all shapes."""

from collections.abc import Iterator

import pygame
import pytest

from tabletop.engine import Game
from tabletop.games import all_games
from tabletop.scenes import catalogue
from tabletop.scenes.home import game_cards
from tabletop.scenes.home.game_cards import GameCard
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tests.scenes.started_matches import opened, record
from tests.scenes.touches import SIZES, check_layout, down, draw

BOARDS = list(all_games())
NEARLY = 0.95
"""Words are measured about, so the best grid may be taken for the second best."""


def best_of_all(games: tuple[Game, ...], room: Box, canvas: Canvas) -> tuple[GameCard, ...]:
    """The layout that every grid was measured for; of equal ones the first."""
    scale = canvas.context.scaled_length(1.0, game_cards.CARD_TEXT_SIZES[1])
    bare = (False, True) if scale > game_cards.LARGE_TEXT_SCALE else (False,)
    ways = [
        game_cards.equalise_text_sizes(
            game_cards.card_grid(games, room, columns, lines, without, canvas.context), canvas
        )
        for columns in range(1, len(games) + 1)
        for lines in (1, 2)
        for without in bare
    ]
    whole = [way for way in ways if game_cards.all_text_fits(way, canvas)]
    return max(whole or ways, key=lambda cards: game_cards.layout_score(cards, room))


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1024, 600)])
@pytest.mark.parametrize("percent", [100, 140, 200])
@pytest.mark.parametrize("room", [False, True])
@pytest.mark.parametrize("count", [1, 3, 5])
def test_a_grid_that_shows_the_games_best_is_found_without_setting_its_words_in_all(
    size: tuple[int, int], percent: int, room: bool, count: int
) -> None:
    canvas, games = Canvas(size, UiContext("de", percent, room)), tuple(BOARDS[:count])
    area = Box(60, 150, canvas.width - 120, canvas.height - 300)
    found = game_cards.layout_cards(games, area, canvas)
    best = best_of_all(games, area, canvas)
    assert game_cards.all_text_fits(found, canvas) == game_cards.all_text_fits(best, canvas)
    assert game_cards.layout_score(found, area) >= NEARLY * game_cards.layout_score(best, area)


@pytest.fixture(autouse=True)
def fresh_pictures() -> Iterator[None]:
    yield
    catalogue._board_picture.cache_clear()
    catalogue._view.cache_clear()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("going", [0, 3])
@pytest.mark.parametrize("problem", ["", "The settings could not be kept: no space is left. " * 3])
def test_it_fits_every_window(
    table: AppContext, size: tuple[int, int], going: int, problem: str
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
            lines = label.typeset(scene.canvas)
            assert lines.width <= label.box.w * scene.canvas.scale
            assert lines.complete
            # Words and board lie on the card, apart from each other.
            assert label.box.x >= 0
            assert label.box.right <= card.box.w
            assert label.box.bottom <= card.box.h
            beside = label.box.x >= card.board.right
            below = label.box.y >= card.board.bottom - 0.01
            assert beside or below


def test_all_cards_say_their_names_in_one_size(table: AppContext) -> None:
    scene = opened(table)
    sizes = {card.labels[0].typeset(scene.canvas).size for card in scene.cards}
    assert len(sizes) == 1


def test_a_view_that_fails_costs_only_the_picture(
    table: AppContext, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        looks = ()

        def emblem(self, pixels: int) -> pygame.Surface:
            raise ZeroDivisionError(pixels)

    def view_of(game: object) -> Broken:
        if game is BOARDS[0]:
            raise ImportError("no view here")
        return Broken()

    catalogue._view.cache_clear()
    catalogue._board_picture.cache_clear()
    # Cards are cut anew for a window of a size of its own.
    monkeypatch.setattr(catalogue, "view_of", view_of)
    scene = opened(table, (801, 601))
    assert len(draw(scene).blits) > len(BOARDS)
    assert "cannot be drawn" in caplog.text
    assert "cannot be had" in caplog.text


def test_the_second_frame_makes_no_picture(table: AppContext) -> None:
    scene = opened(table, (640, 400))
    first = draw(scene)
    second = draw(scene)
    assert first.blits == second.blits
    assert scene.wakes_in() == float("inf")


def test_a_card_sinks_under_the_finger(table: AppContext) -> None:
    scene = opened(table, (640, 400))
    before = set(draw(scene).blits)
    down(scene, "game:shoo")
    after = set(draw(scene).blits)
    assert 0 < len(after - before) <= 2

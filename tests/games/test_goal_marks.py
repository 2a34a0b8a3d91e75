"""The goal that is marked on a board belongs to the seat, and its places are on the board."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from tabletop.engine import Game, GoalMarks
from tabletop.games import all_games, find_game, view_of
from tabletop.scenes.catalogue import board_picture, goal_picture
from tabletop.ui.board.view import BoardSnapshot, ViewLayout
from tabletop.ui.core.canvas import Box, Canvas
from tests.games.drop_in_games import drop_in_games
from tests.random_games import Setting, play_random, settings_of

GAMES = [game for game in all_games() if game.kind == "board"]
SETTINGS = [setting for game in GAMES for setting in settings_of(game)]


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 240))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_marked_place_is_on_the_board(setting: Setting) -> None:
    game, view = setting.game, view_of(setting.game)
    canvas = Canvas((1280, 800))
    board = Box.around(canvas.box.centre, 700, 700)
    view.fit(ViewLayout(canvas, board, {}, game.check_options(dict(setting.options))))
    for moment in play_random(setting, seed=2)[::7]:
        state = moment.state
        points = view.points(BoardSnapshot(game, state, max(0, state.turn)))
        pieces = game.pieces(state)
        for seat in range(setting.seats):
            marks = game.goal_marks(state, seat)
            for group in (*marks.areas, *marks.lines, marks.pieces):
                assert set(group) <= set(points)
                assert len(set(group)) == len(group)
            assert set(marks.pieces) <= set(pieces)
            # A line that is made up to be shown has nobody else's pieces on it.
            letters = {pieces[spot] for line in marks.lines for spot in line if spot in pieces}
            assert len(letters) <= 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_shows_its_goal_before_the_first_ply(game: Game) -> None:
    marks = game.goal_marks(game.start(), 0)
    assert marks.areas or marks.lines


def test_an_example_line_wins() -> None:
    """A line of the length that is shown ends the game once it is full."""
    game = find_game("trelawney")
    (line,) = game.goal_marks(game.start(), 0).lines
    assert line == ("a5", "b5", "c5", "d5", "e5")
    almost = "......../......../.BBBB.../......../.WWWW.../......../......../........ B 8"
    assert game.read_state(almost).play(game.read_move(line[-1])).outcome() is not None


def test_shoo_marks_the_travelers_that_are_not_there_yet() -> None:
    game = find_game("shoo")
    state = game.read_state(
        "www....../www....../ww......./...W...../........./........./....b..../"
        ".......bb/..b...... w 3,5 0,0 - 40"
    )
    marks = game.goal_marks(state, 0)
    assert marks.pieces == ("d6",)
    assert set(marks.areas[0]) == {f"{file}{rank}" for file in "abc" for rank in "789"}


def test_super_seven_marks_boxes_that_can_still_be_won() -> None:
    game = find_game("super7")
    state = game.read_state(
        "BBBBBBBBB/.R......./RRRRRRRRR/...R...../BBBBBBBBB/..R....../.R......./"
        "....R..../B...B.... B - 0"
    )
    for seat, letter in ((0, "R"), (1, "B")):
        spots = {spot for area in game.goal_marks(state, seat).areas for spot in area}
        lost = {
            box
            for box in ("3", "5", "7")
            if all(game.pieces(state).get(f"{box}.{n}") == letter for n in range(3, 12))
        }
        assert not lost & {spot.partition(".")[0] for spot in spots}


def test_super_seven_shows_three_counters_that_win_each_marked_box() -> None:
    """The picture shows how a box is won; a single large counter looks like one that is won."""
    game = find_game("super7")
    for setting in settings_of(game):
        for moment in play_random(setting, seed=2)[::7]:
            for seat, letter in ((0, "B"), (1, "R")):
                marks, pieces = game.goal_marks(moment.state, seat), game.pieces(moment.state)
                for line in marks.lines:
                    box = {spot.partition(".")[0] for spot in line}
                    assert len(box) == 1
                    assert {pieces.get(spot, letter) for spot in line} == {letter}
                assert len(marks.lines) <= len(marks.areas)
    assert len(game.goal_marks(game.start(), 0).lines) == 3


def test_a_game_need_not_mark_anything() -> None:
    with drop_in_games() as (game,):
        assert game.goal_marks(game.start(), 0) == GoalMarks()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_the_picture_before_a_match_shows_the_goal(game: Game) -> None:
    pygame.font.init()
    picture, plain = goal_picture(game, 240), board_picture(game, 240)
    assert picture is not None
    assert plain is not None
    same = pygame.image.tobytes(picture, "RGBA") == pygame.image.tobytes(plain, "RGBA")
    assert same == (game.kind == "live")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_it_is_drawn_however_small_the_window(game: Game) -> None:
    pygame.font.init()
    assert all(goal_picture(game, pixels) for pixels in range(1, 25))

"""Shoo: the worked positions, the rules page, golden play."""

from itertools import product

import pytest

from tabletop.cli.rules import perft
from tabletop.games.shoo import GAME
from tabletop.games.shoo.rules import (
    shooed,
    shooers,
)
from tests.games.played_game import legal
from tests.games.shoo.boards import SHEET, START, board, busy, follow
from tests.golden_files import check_playthrough, golden_lines, setting_of

# The worked positions of the rules page


@pytest.mark.parametrize(
    ("horses", "limit", "hush", "leave"),
    list(product((9, 7), (200, 400, 800), ("refuse", "lose-move", "stable"), (False, True))),
)
def test_the_start_has_78_plies_under_every_option(
    horses: int, limit: int, hush: str, leave: bool
) -> None:
    state = GAME.start(horses=horses, ply_limit=limit, hush=hush, leave_home=leave)
    plies = [str(move) for move in state.moves()]
    assert len(plies) == 78
    assert sum("-" in ply for ply in plies) == 15
    assert sum(ply.startswith("+") for ply in plies) == 63


def test_the_start_is_written_as_on_the_page() -> None:
    assert str(GAME.start()) == START
    assert " w 3,4 " in str(GAME.start(horses=7))


def test_in_the_designers_example_c7_is_shooed_from_the_beginning() -> None:
    state = board(SHEET, "b 0,0 0,0 - 0")
    assert shooed(state) == ("c7",)
    assert shooers(state, "c7") == ("b6", "c8")
    assert legal(state) == {"c7-c6", "c7-d6", "c7-d7", "c7-d8"}


def test_after_the_ride_to_d7_black_steps_to_d6_or_captures() -> None:
    plies = legal(follow(board(SHEET), "i7~d7"))
    assert len(plies) == 112
    assert {ply for ply in plies if not ply.startswith("c7*d7@")} == {"c7-d6"}


@pytest.mark.parametrize(
    ("hush", "leave", "one", "two"),
    [
        ("refuse", False, 105, 5232),
        ("refuse", True, 106, 5421),
        ("lose-move", False, 110, 5450),
        ("lose-move", True, 113, 5720),
        ("stable", False, 114, 6010),
        ("stable", True, 117, 6600),
    ],
)
def test_the_busy_position_has_the_plies_of_the_page(
    hush: str, leave: bool, one: int, two: int
) -> None:
    state = busy(hush=hush, leave_home=leave)
    assert perft(state, 1) == one
    assert perft(state, 2) == two


# The rules page, and golden play


def test_the_rules_page_is_numbered_and_names_the_designers() -> None:
    assert [rule.number for rule in GAME.rules] == [str(n) for n in range(1, 13)]
    assert "David Andrew, Justin Kalef and Chris Kidd" in GAME.rules[0].body
    assert all(len(line) <= 24 for line in GAME.blurb)


def test_golden_perft() -> None:
    for line in golden_lines(GAME, "perft.txt"):
        setting, counts = line.text.split(" : ")
        _, options = setting_of(GAME, (word for word in setting.split() if "=" in word))
        state = GAME.start(**options)
        for depth, many in enumerate(counts.split()[:2], start=1):
            assert perft(state, depth) == int(many)


@pytest.mark.parametrize(
    "name", ["white_fills_the_goal", "hush_stable", "hush_lose_move", "third_time"]
)
def test_a_golden_game_plays_as_written(name: str) -> None:
    check_playthrough(GAME, f"{name}.txt")

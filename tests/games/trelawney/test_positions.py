"""Trelawney's Glory: the worked positions, counts of plies, golden play."""

import pytest

from tabletop.cli.rules import perft
from tabletop.engine.game import Outcome
from tabletop.games.trelawney import GAME
from tabletop.games.trelawney.rules import lines, pieces
from tests.games.played_game import ended
from tests.games.trelawney.boards import EMPTY, GOLDEN, PHOTOGRAPH, PLAIN, after, position
from tests.golden_files import check_playthrough

# The worked positions


def test_the_first_position_is_written_as_the_page_says() -> None:
    assert str(GAME.start(2)) == f"{EMPTY} B 0"
    assert len(str(GAME.start(2, intersections=True)).split("/")) == 9


def test_plies_are_as_many_as_the_page_counts() -> None:
    for line in (GOLDEN / "perft.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        setting, counts = line.split(" : ")
        state = GAME.start(
            2, intersections="intersections" in setting, declare="declare" in setting
        )
        for depth, many in enumerate(counts.split()[:3], 1):
            assert perft(state, depth) == int(many), line


def test_the_photograph_shows_a_black_diagonal_five_and_nine_stones_out() -> None:
    state = position(PHOTOGRAPH)
    assert ended(state) == Outcome((0,), "Five in a line for Black.")
    assert lines(state) == (("b6", "c5", "d4", "e3", "f2"),)
    out = {place for place in pieces(state) if place.startswith("ring:")}
    assert len(out) == 9
    assert {"ring:0,7", "ring:7,7"} <= out
    assert str(state) == PHOTOGRAPH


def test_white_shoves_the_first_stone() -> None:
    state = after("c3", "d4>c3")
    assert pieces(state) == {"c3": "W", "d4": "W", "b2": "B"}
    assert state.turn == 0


def test_white_drags_the_first_stone() -> None:
    assert pieces(after("c3", "b3<c3")) == {"a3": "W", "c3": "W", "b3": "B"}


def test_a_stone_is_shoved_out_on_the_corner() -> None:
    state = after("a1", "b2>a1")
    assert pieces(state) == {"a1": "W", "b2": "W", "ring:0,0": "B"}
    assert str(state) == PLAIN * 5 + "..W...../.W....../B....... B 2"


# Golden play


@pytest.mark.parametrize("name", ["delay", "full", "six", "points", "called", "points_called"])
def test_a_golden_game_plays_as_written(name: str) -> None:
    check_playthrough(GAME, f"{name}.txt")

"""Trelawney's Glory: every refusal, of plies and of touches."""

import pytest

from tabletop.games.trelawney import GAME
from tests.games.trelawney.boards import (
    BOTH,
    EMPTY,
    PHOTOGRAPH,
    PLAIN,
    READY,
    TRAP,
    after,
    position,
    told,
)


@pytest.mark.parametrize(
    ("text", "ply", "rule", "sentence"),
    [
        (f"{EMPTY} B 0", "g1", "1", "That square isn’t on this board."),
        (f"{EMPTY} B 0", "a1>a2", "2", "The first stone can’t move another one."),
        (TRAP, "b3", "1", "That square is taken. Lay on an empty one."),
        (str(after("c3")), "e3", "2", "White’s first stone goes next to Black’s."),
        (str(after("c3")), "c4>d4", "5", "That square is empty. Touch an enemy stone."),
        (BOTH, "f1>e2", "5", "That stone is yours. Only enemy stones can be moved."),
        (TRAP, "f6>g7", "5", "That isn’t on the board."),
        (BOTH, "a3>b3", "3", "You can’t shove it: the place behind it is taken."),
        (
            PLAIN * 4 + "...W.B../......../......../........ B 6",
            "d3<c3",
            "4",
            "You can’t drag it:",
        ),
        (
            PLAIN * 6 + "BW....../........ B 4",
            "b1>a1",
            "6",
            "You can’t shove it out:",
        ),
        (
            PLAIN * 5 + "..W...../......../B....... B 4",
            "a1<b2",
            "6",
            "You can’t drag it:",
        ),
        (READY, "f1>f2", "7", "That makes five in a line: leave it there and win."),
        (PHOTOGRAPH, "a1", "7", "The game is over: Five in a line for Black."),
        (TRAP, "h9", "12", "'h9' is not a ply: write c3 to lay, c3>d4"),
        (TRAP, "a1>c3", "12", "a1>c3 is not a ply: c3 is not next to a1"),
    ],
)
def test_a_refused_ply_is_told_why(text: str, ply: str, rule: str, sentence: str) -> None:
    refusal = GAME.why_not(position(text), ply)
    assert told(refusal, rule, sentence)


def test_a_diagonal_shove_on_the_intersections_is_told_why() -> None:
    refusal = GAME.why_not(after("c3", intersections=True), "d4>c3")
    assert told(refusal, "10", "On this board, stones don’t move diagonally.")


@pytest.mark.parametrize(
    ("text", "touched", "rule", "sentence"),
    [
        (TRAP, "ring:0,3", "1", "Lay your stone on the board."),
        (TRAP, "shove", "1", "Touch the square where your stone goes."),
        (TRAP, "b3", "1", "That square is taken. Lay on an empty one."),
        (f"{EMPTY} B 0", "c3 drag", "2", "The first stone can’t move another one."),
        (TRAP, "f1 shove", "5", "First touch the enemy stone that you want to shove."),
        (TRAP, "f1 f1", "1", "Touch an enemy stone beside yours, or leave yours there."),
        (TRAP, "f1 a1", "1", "Your stone is down. Move a stone with it, or leave it there."),
        (TRAP, "f1 ring:7,0", "6", "A stone off the board stays there."),
        (TRAP, "f1 e3", "5", "Your new stone only moves a stone next to it."),
        (BOTH, "f1 e2", "5", "That stone is yours."),
        (READY, "a1 a6", "1", "Your stone is down. Touch it again to confirm."),
        (READY, "f1 f2", "7", "That makes five in a line: leave it there and win."),
        (
            PLAIN * 6 + "BW.W..../B....... B 6",
            "b1 a1",
            "5",
            "You can’t move that stone: both ways are blocked.",
        ),
        (TRAP, "f1 f2 e1", "12", "Choose Shove or Drag, or leave your stone there."),
        (BOTH, "a3 b3 shove", "3", "You can’t shove it: the place behind it is taken."),
        (TRAP, "f1 lay a1", "12", "This turn is already complete."),
    ],
)
def test_a_wrong_touch_is_told_why(text: str, touched: str, rule: str, sentence: str) -> None:
    refusal = GAME.why_touch(position(text), tuple(touched.split()))
    assert told(refusal, rule, sentence)

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
        (f"{EMPTY} B 0", "g1", "1", "g1 is off the board: it ends at f6."),
        (f"{EMPTY} B 0", "a1>a2", "2", "The first stone is only laid: shoving and dragging begin"),
        (TRAP, "b3", "1", "b3 is taken: lay on an empty square."),
        (str(after("c3")), "e3", "2", "White's first stone goes next to the black stone on c3"),
        (str(after("c3")), "c4>d4", "5", "d4 is empty: there is no stone to shove or drag."),
        (BOTH, "f1>e2", "5", "The stone on e2 is your own: only enemy stones are shoved"),
        (TRAP, "f6>g7", "5", "g7 is off the board."),
        (BOTH, "a3>b3", "3", "b3 cannot be shoved: c3 behind it is taken."),
        (PLAIN * 4 + "...W.B../......../......../........ B 6", "d3<c3", "4", "To drag c3, your"),
        (PLAIN * 6 + "BW....../........ B 4", "b1>a1", "6", "a1 cannot be shoved off the board"),
        (
            PLAIN * 5 + "..W...../......../B....... B 4",
            "a1<b2",
            "6",
            "To drag b2, your stone on a1",
        ),
        (READY, "f1>f2", "7", "A stone on f1 makes five in a line and wins at once: just lay it."),
        (PHOTOGRAPH, "a1", "7", "The game is over: Five in a line, from b6 to f2."),
        (TRAP, "h9", "12", "'h9' is not a ply: write c3 to lay, c3>d4"),
        (TRAP, "a1>c3", "12", "a1>c3 is not a ply: c3 is not next to a1"),
    ],
)
def test_a_refused_ply_is_told_why(text: str, ply: str, rule: str, sentence: str) -> None:
    refusal = GAME.why_not(position(text), ply)
    assert told(refusal, rule, sentence)


def test_a_diagonal_shove_on_the_intersections_is_told_why() -> None:
    refusal = GAME.why_not(after("c3", intersections=True), "d4>c3")
    assert told(refusal, "10", "c3 is diagonal to d4: on the intersections nothing moves")


@pytest.mark.parametrize(
    ("text", "touched", "rule", "sentence"),
    [
        (TRAP, "ring:0,3", "1", "Stones are never laid off the board."),
        (TRAP, "shove", "1", "First touch the square where you lay your stone."),
        (TRAP, "b3", "1", "b3 is taken: lay on an empty square."),
        (f"{EMPTY} B 0", "c3 drag", "2", "The first stone is only laid"),
        (TRAP, "f1 shove", "5", "Touch the enemy stone next to f1 first, then shove."),
        (TRAP, "f1 f1", "1", "Your stone is on f1: touch lay to leave it there"),
        (TRAP, "f1 a1", "1", "Your stone is laid on f1 and stays there; a1 is empty."),
        (TRAP, "f1 ring:7,0", "6", "What lies off the board stays there"),
        (TRAP, "f1 e3", "5", "e3 is not next to f1: the stone just laid moves only a neighbour."),
        (BOTH, "f1 e2", "5", "The stone on e2 is your own"),
        (READY, "f1 f2", "7", "A stone on f1 makes five in a line and wins at once"),
        (PLAIN * 6 + "BW.W..../B....... B 6", "b1 a1", "5", "a1 can go neither way. a1 cannot"),
        (TRAP, "f1 f2 e1", "12", "Choose shove or drag for f2"),
        (BOTH, "a3 b3 shove", "3", "b3 cannot be shoved: c3 behind it is taken."),
        (TRAP, "f1 lay a1", "12", "This ply is already spelled out."),
    ],
)
def test_a_wrong_touch_is_told_why(text: str, touched: str, rule: str, sentence: str) -> None:
    refusal = GAME.why_touch(position(text), tuple(touched.split()))
    assert told(refusal, rule, sentence)

"""Shoo: every refusal, of plies and of touches."""

import pytest

from tabletop.games.shoo import GAME
from tabletop.games.shoo.rules import (
    State,
)
from tests.games.shoo.boards import (
    HORSES_NEAR,
    LONE_RIDER,
    SHEET,
    STUCK,
    WALLED_RIDER,
    board,
    busy,
    refused,
    touched,
)


@pytest.mark.parametrize(
    ("ply", "rule"),
    [
        ("g4-f4", "8"),
        ("c6/d6", "8"),
        ("g4-f3", "4"),
        ("c7-d8", "4"),
        ("c7^d7", "4"),
        ("e6-e7", "4"),
        ("d3-d4", "4"),
        ("c6-c5", "5"),
        ("c4-c5", "6"),
        ("g4~g6", "5"),
        ("d7~d8", "5"),
        ("c6~c3", "5"),
        ("h:d7-d9", "6"),
        ("=d7", "6"),
        ("=c6", "6"),
        ("=e5", "6"),
        ("=g4", "6"),
        ("=d4", "6"),
        ("xc4", "6"),
        ("+g4", "6"),
        ("g4!d1", "9"),
        ("g4-f4?", "8"),
        ("g4-g5?", "10"),
        ("t+f1", "10"),
        ("pass", "3"),
        ("g4-g6", "4"),
        ("c6~c9", "5"),
        ("c6~f8", "5"),
        ("d9~a6", "5"),
        ("g4*e5@e4", "7"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_names_the_rule(ply: str, rule: str) -> None:
    number, _ = refused(busy(), ply)
    assert number == rule


@pytest.mark.parametrize(
    ("state", "ply", "rule"),
    [
        (board(HORSES_NEAR), "c5-d5", "5"),
        (board(HORSES_NEAR), "c5^c6", "6"),
        (board(HORSES_NEAR), "c5*d5@e5", "7"),
        (board(HORSES_NEAR), "h:d5-b5", "6"),
        (board(HORSES_NEAR), "+a1", "6"),
        (board(HORSES_NEAR, "w 0,0 0,0 c4 0"), "c5^c4", "6"),
        (board(HORSES_NEAR, "w 0,0 0,0 c4 0"), "xc4", "6"),
        (board(LONE_RIDER), "d5^e5", "7"),
        (board(LONE_RIDER), "d5*d6@e7", "7"),
        (board(LONE_RIDER), "e5*d5@c5", "4"),
        (board(LONE_RIDER), "d5*e5@d5", "7"),
        (board(LONE_RIDER), "d5*e5@f6~g7", "7"),
        (board(LONE_RIDER), "d5*e5@g7", "7"),
        (board(WALLED_RIDER), "d5*e5@f4", "7"),
        (
            board(SHEET, "b 1,1 0,0 - 0"),
            "+d4",
            "9",
        ),
        (board(SHEET, "b 1,1 0,0 - 0"), "pass", "9"),
        (board(SHEET, "b 1,1 0,0 - 0"), "c7-b8", "8"),
        (board(SHEET, "b 1,1 0,0 - 0"), "c7!d9", "9"),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1-a2", "9"),
        (
            board(STUCK, "b 0,0 0,0 - 0"),
            "a1!f5",
            "9",
        ),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1!d6", "9"),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1!a5", "9"),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1!a8", "9"),
        (busy(hush="lose-move"), "g4-f4", "10"),
        (busy(hush="lose-move"), "t+f1", "10"),
        (busy(hush="stable"), "t+e1", "9"),
        (
            board("w........", hush="stable"),
            "t+f1",
            "10",
        ),
        (board("b........"), "+e5", "3"),
    ],
)
def test_a_refusal_fits_the_position(state: State, ply: str, rule: str) -> None:
    number, _ = refused(state, ply)
    assert number == rule


def test_several_shooed_travelers_are_all_named() -> None:
    state = board("......... ......... ......... ......... .bwb..... .bwb.....", "w 1,0 0,0 - 0")
    rule, words = refused(state, "+e5")
    assert words == "Your travellers are shooed. Move one of them first."
    assert rule == "9"


@pytest.mark.parametrize(
    ("state", "touches", "rule"),
    [
        (busy(), "d4", "3"),
        (busy(), "e6", "4"),
        (busy(), "e5", "7"),
        (busy(), "d7", "6"),
        (busy(), "travelers", "10"),
        (busy(), "g4 g4", "3"),
        (busy(), "g4 f4", "8"),
        (busy(), "g4 g7", "4"),
        (busy(), "c6 c9", "5"),
        (busy(), "c6 b5 hold", "5"),
        (busy(), "stable g4", "6"),
        (busy(), "c4 retire", "6"),
        (busy(), "c4 c6", "6"),
        (busy(), "g4 hold", "6"),
        (busy(), "c7 d8", "4"),
        (busy(), "g4 g5 g6", "12"),
        (busy(hush="stable"), "g4 f4 f5", "10"),
        (board(SHEET, "b 1,1 0,0 - 0"), "stable", "9"),
        (board(SHEET, "b 1,1 0,0 - 0"), "c7 b8", "8"),
        (board(f"{SHEET} {'......... ' * 4}b........", "b 1,1 0,0 - 0"), "c7 a1", "9"),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1 b1", "9"),
        (board(LONE_RIDER), "d5 e5 d5", "7"),
        (board(LONE_RIDER), "d5 e5 stay", "7"),
        (board(LONE_RIDER), "d5 e5 f6 g7", "7"),
        (board(LONE_RIDER), "d5 e5 f6 e5", "7"),
        (board(WALLED_RIDER), "d5 e5", "7"),
    ],
)
def test_a_wrong_touch_is_explained(state: State, touches: str, rule: str) -> None:
    number, _ = touched(state, *touches.split())
    assert number == rule


def test_a_traveler_among_closed_squares_is_told_which_they_are() -> None:
    state = board(f"{'......... ' * 4} ........w ......... .bb...... ......... wb.......")
    refusal = GAME.why_touch(state, ("a1",))
    assert refusal is not None
    assert refusal.rule == "8"
    assert refusal.places == ("a2", "b2", "b1", "b3", "c3"), "they, and the enemies beside them"

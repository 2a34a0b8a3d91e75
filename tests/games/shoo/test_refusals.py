"""Shoo: every refusal, of plies and of touches."""

import pytest

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
    ("ply", "reason", "rule"),
    [
        ("g4-f4", "f4 is shooed: e5 and f3 stand next to it", "8"),
        ("c6/d6", "d6 is shooed: e5 and e6 stand next to it", "8"),
        ("g4-f3", "f3 is taken: a traveler of Black stands there", "4"),
        ("c7-d8", "The traveler on c7 has reached the goal and stays inside it", "4"),
        ("c7^d7", "The traveler on c7 has reached the goal and stays inside it", "4"),
        ("e6-e7", "The traveler on e6 belongs to Black, not to you", "4"),
        ("d3-d4", "There is nobody on d3: it is empty", "4"),
        ("c6-c5", "Your traveler on c6 is mounted", "5"),
        ("c4-c5", "On c4 stands a horse without a rider", "6"),
        ("g4~g6", "Your traveler on g4 is on foot: it has no horse", "5"),
        ("d7~d8", "The horse on d7 has no rider: mount it first", "5"),
        ("c6~c3", "c4 is in the way: a horse stands there", "5"),
        ("h:d7-d9", "The horse on d7 is reserved for Black this turn", "6"),
        ("=d7", "The horse on d7 is reserved for Black this turn", "6"),
        ("=c6", "The horse on c6 is not free: your own traveler rides it", "6"),
        ("=e5", "The horse on e5 is not free: Black rides it", "6"),
        ("=g4", "There is no horse on g4: a traveler of White is there", "6"),
        ("=d4", "There is no horse on d4: it is empty", "6"),
        ("xc4", "None of your travelers is near the horse on c4", "6"),
        ("+g4", "g4 is taken: a traveler of White stands there", "6"),
        ("g4!d1", "Your traveler on g4 is not shooed, so it is not taken up", "9"),
        ("g4-f4?", "at this table nobody may go there", "8"),
        ("g4-g5?", "g5 is not shooed: write g4-g5, without a question mark", "10"),
        ("t+f1", "At this table no traveler ever goes to the stable", "10"),
        ("pass", "You cannot pass while something can be done", "3"),
        ("g4-g6", "g6 is not next to g4: on foot one goes a single square", "4"),
        ("c6~c9", "c9 is inside a home base: no horse goes there", "5"),
        ("c6~f8", "f8 is not in line with c6", "5"),
        ("d9~a6", "c8 lies on the way to a6, and no horse crosses a home base", "5"),
        ("g4*e5@e4", "e5 is not next to g4", "7"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_names_the_rule(ply: str, reason: str, rule: str) -> None:
    number, words = refused(busy(), ply)
    assert reason in words
    assert number == rule


@pytest.mark.parametrize(
    ("state", "ply", "reason", "rule"),
    [
        (board(HORSES_NEAR), "c5-d5", "to mount it, write c5^d5", "5"),
        (board(HORSES_NEAR), "c5^c6", "There is no horse on c6", "6"),
        (board(HORSES_NEAR), "c5*d5@e5", "The horse on d5 has no rider", "7"),
        (board(HORSES_NEAR), "h:d5-b5", "c5 is in the way", "6"),
        (board(HORSES_NEAR), "+a1", "No horse is left in your stable", "6"),
        (board(HORSES_NEAR, "w 0,0 0,0 c4 0"), "c5^c4", "reserved for Black this turn", "6"),
        (board(HORSES_NEAR, "w 0,0 0,0 c4 0"), "xc4", "reserved for Black this turn", "6"),
        (board(LONE_RIDER), "d5^e5", "to capture it, write d5*e5@", "7"),
        (board(LONE_RIDER), "d5*d6@e7", "There is no rider of Black on d6", "7"),
        (board(LONE_RIDER), "e5*d5@c5", "belongs to Black", "4"),
        (board(LONE_RIDER), "d5*e5@d5", "your capturer still stands there", "7"),
        (board(LONE_RIDER), "d5*e5@f6~g7", "the rider you put on f6 is in the way", "7"),
        (board(LONE_RIDER), "d5*e5@g7", "the rider is put down beside its horse", "7"),
        (board(WALLED_RIDER), "d5*e5@f4", "the rider could be put nowhere", "7"),
        (
            board(SHEET, "b 1,1 0,0 - 0"),
            "+d4",
            "c7 is shooed by b6 and c8: deal with it first",
            "9",
        ),
        (board(SHEET, "b 1,1 0,0 - 0"), "pass", "c7 is shooed by b6 and c8", "9"),
        (board(SHEET, "b 1,1 0,0 - 0"), "c7-b8", "b8 is shooed too: a7 and c8 stand", "8"),
        (board(SHEET, "b 1,1 0,0 - 0"), "c7!d9", "can get away on foot", "9"),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1-a2", "cannot get away on foot: take it up", "9"),
        (
            board(STUCK, "b 0,0 0,0 - 0"),
            "a1!f5",
            "nearer to your home base there is room on e5",
            "9",
        ),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1!d6", "d6 is shooed: d5 and e7 stand", "9"),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1!a5", "a5 is taken", "9"),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1!a8", "travelers come back outside the bases", "9"),
        (busy(hush="lose-move"), "g4-f4", "To go there anyway, write g4-f4?", "10"),
        (busy(hush="lose-move"), "t+f1", "no traveler ever goes to the stable", "10"),
        (busy(hush="stable"), "t+e1", "is too far out", "9"),
        (
            board("w........", hush="stable"),
            "t+f1",
            "None of your travelers is in the stable",
            "10",
        ),
        (board("b........"), "+e5", "all you can do is pass", "3"),
    ],
)
def test_a_refusal_fits_the_position(state: State, ply: str, reason: str, rule: str) -> None:
    number, words = refused(state, ply)
    assert reason in words
    assert number == rule


def test_several_shooed_travelers_are_all_named() -> None:
    state = board("......... ......... ......... ......... .bwb..... .bwb.....", "w 1,0 0,0 - 0")
    rule, words = refused(state, "+e5")
    assert words == "Your travelers on c4 and c5 are shooed: deal with one of them first"
    assert rule == "9"


@pytest.mark.parametrize(
    ("state", "touches", "reason", "rule"),
    [
        (busy(), "d4", "d4 is empty: begin with one of your travelers", "3"),
        (busy(), "e6", "belongs to Black", "4"),
        (busy(), "e5", "begin with a traveler of yours next to it", "7"),
        (busy(), "d7", "reserved for Black", "6"),
        (busy(), "travelers", "no traveler ever goes to the stable", "10"),
        (busy(), "g4 g4", "touch where it goes", "3"),
        (busy(), "g4 f4", "f4 is shooed: e5 and f3 stand next to it", "8"),
        (busy(), "g4 g7", "g7 is not next to g4", "4"),
        (busy(), "c6 c9", "c9 is inside a home base", "5"),
        (busy(), "c6 b5 hold", "ride or dismount", "5"),
        (busy(), "stable g4", "g4 is taken", "6"),
        (busy(), "c4 retire", "None of your travelers is near", "6"),
        (busy(), "c4 c6", "c6 is in the way: a rider of White", "6"),
        (busy(), "g4 hold", "There is no horse on g4", "6"),
        (busy(), "c7 d8", "stays inside it", "4"),
        (busy(), "g4 g5 g6", "does not go on from what you touched", "12"),
        (busy(hush="stable"), "g4 f4 f5", "say that you go there anyway", "10"),
        (board(SHEET, "b 1,1 0,0 - 0"), "stable", "deal with it first", "9"),
        (board(SHEET, "b 1,1 0,0 - 0"), "c7 b8", "b8 is shooed too", "8"),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1 b1", "cannot get away on foot", "9"),
        (board(LONE_RIDER), "d5 e5 d5", "your capturer still stands there", "7"),
        (board(LONE_RIDER), "d5 e5 stay", "Touch where the rider of Black goes", "7"),
        (board(LONE_RIDER), "d5 e5 f6 g7", "is in the way", "7"),
        (board(LONE_RIDER), "d5 e5 f6 e5", "say that you stay", "7"),
        (board(WALLED_RIDER), "d5 e5", "the rider could be put nowhere", "7"),
    ],
)
def test_a_wrong_touch_is_explained(state: State, touches: str, reason: str, rule: str) -> None:
    number, words = touched(state, *touches.split())
    assert reason in words
    assert number == rule

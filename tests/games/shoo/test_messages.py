"""Shoo: plies and positions as touches and as texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine.game import BadNotation
from tabletop.games.shoo import GAME
from tabletop.games.shoo.rules import (
    State,
    effects,
    pieces,
    spell,
)
from tests.games.played_game import is_ply_or_complaint, is_position_or_complaint
from tests.games.shoo.boards import HORSES_NEAR, LONE_RIDER, START, STUCK, board, busy

# Spelling and effects


@pytest.mark.parametrize(
    ("state", "ply", "touches"),
    [
        (busy(), "g4-g5", "g4 g5"),
        (busy(), "c6~e4", "c6 e4"),
        (busy(), "c6~b5", "c6 b5 ride"),
        (busy(), "c6/b5", "c6 b5 dismount"),
        (busy(), "c6~d6", "c6 d6"),
        (busy(hush="stable"), "c6~d6", "c6 d6 ride"),
        (busy(hush="stable"), "c6/d6?", "c6 d6 dismount-anyway"),
        (busy(hush="stable"), "g4-f4?", "g4 f4 anyway"),
        (busy(hush="stable"), "t+h4", "travelers h4"),
        (busy(), "h:c4-c5", "c4 c5"),
        (busy(), "=c4", "c4 hold"),
        (busy(), "+a1", "stable a1"),
        (board(HORSES_NEAR), "xd5", "d5 retire"),
        (board(HORSES_NEAR), "c5^d5", "c5 d5"),
        (board(LONE_RIDER), "d5*e5@f6", "d5 e5 f6 stay"),
        (board(LONE_RIDER), "d5*e5@f6~d5", "d5 e5 f6 d5"),
        (board(STUCK, "b 0,0 0,0 - 0"), "a1!e5", "a1 e5"),
        (board("b........"), "pass", "pass"),
    ],
)
def test_a_ply_is_spelled_in_touches(state: State, ply: str, touches: str) -> None:
    move = GAME.read_move(ply)
    assert move in state.moves()
    assert spell(state, move) == (tuple(touches.split()),)


@pytest.mark.parametrize("state", [busy(), busy(hush="stable"), board(LONE_RIDER)])
def test_effects_lead_to_the_next_position_and_no_word_starts_another(state: State) -> None:
    words = [word for move in state.moves() for word in spell(state, move)]
    starts = {word[:n] for word in words for n in range(1, len(word))}
    assert len(set(words)) == len(words)
    assert not starts & set(words)
    for move in state.moves():
        stands = pieces(state)
        for phase in effects(state, move):
            for step in phase:
                if step.start is not None:
                    assert stands.pop(step.start) == step.piece
            stands |= {step.end: step.becomes or step.piece for step in phase if step.end}
        assert stands == pieces(state.play(move)), str(move)


# Texts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("j4-c4", "names no square at “j4”"),
        ("c4-c10", "names no square at “c10”"),
        ("c4 -d4", "without blanks"),
        ("c4-d4\n", "without blanks"),
        ("c4_d4", "is no ply"),
        ("C4-d4", "names no square at “C4”"),
        ("c4-d4!", "is no ply"),
        ("", "is no ply"),
        ("c4^d4?", "is no ply"),
        ("d5*e5", "is no ply"),
        ("c\u0664-d4", "is no ply"),
    ],
)
def test_what_is_no_ply_is_complained_about(text: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        GAME.read_move(text)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (" - 0", " -", "six parts"),
        (" w ", "  w ", "six parts"),
        ("bbb....../bbb", "bbb", "nine rows"),
        ("......www w", ".....www w", "Row 1 has nine squares; here are 8"),
        ("/........./", "/....x..../", "Row 6, square 5: “x” is none of"),
        ("bbb......", "bbW......", "Row 9, square 3: no horse and no rider can be inside"),
        ("......www w", "......wwh w", "Row 1, square 9: no horse and no rider can be inside"),
        (" w ", " W ", "The side to move is w or b, not “W”"),
        ("4,5", "4", "two numbers with a comma"),
        ("4,5", "4,05", "a plain number like 0 or 12, not '05'"),
        ("4,5", "4,+5", "a plain number like 0 or 12, not '[+]5'"),
        ("4,5", "\u0664,5", "number of horses in a stable is a plain number"),
        ("4,5", "4,", "a plain number like 0 or 12, not ''"),
        ("4,5", "4,6", "There are 10 horses"),
        ("0,0", "0,1", "Black has 1 travellers off the board"),
        ("/........./", "/...w...../", "White has 10 travellers"),
        (" - 0", " d4 0", "There is no horse without a rider on d4"),
        (" - 0", " d0 0", "named by its square, or is “-”, not “d0”"),
        (" - 0", " - -1", "The ply is a plain number like 0 or 12, not '-1'"),
        (" - 0", " - 1" + "0" * 30, "The ply has 31 digits; 18 are the most"),
    ],
)
def test_a_damaged_position_is_complained_about(old: str, new: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        GAME.read_state(START.replace(old, new, 1))


def test_both_goals_cannot_be_full() -> None:
    text = START.replace("w", "x").replace("b", "w").replace("x", "b").replace(" b ", " w ")
    with pytest.raises(BadNotation, match="Both goals are full"):
        GAME.read_state(text)


def test_travelers_off_the_board_count_among_the_nine() -> None:
    with pytest.raises(BadNotation, match="White has 10 travellers"):
        GAME.read_state(START.replace("0,0", "1,0"), hush="stable")


def test_with_seven_horses_an_eighth_is_too_many() -> None:
    with pytest.raises(BadNotation, match="There are 9 horses on the board and in the stables; 7"):
        GAME.read_state(START, horses=7)


@given(st.text(alphabet="abcdehit19*@~!?/^=x+:- pas\u0661", max_size=12))
def test_any_text_is_a_ply_or_a_complaint(scribble: str) -> None:
    is_ply_or_complaint(GAME, scribble)


@given(
    st.lists(
        st.sampled_from([".........", "bbb......", "...h.B...", "......www", "...W..h..", "w.x"]),
        min_size=8,
        max_size=10,
    ),
    st.sampled_from(["w", "b", "", "W"]),
    st.sampled_from(["0,0", "1,2", "4,5", "04,5", ",", "1", "\u00b2,0"]),
    st.sampled_from(["0,0", "1,0", "0,9", "-1,0"]),
    st.sampled_from(["-", "d5", "g5", "d55", ""]),
    st.sampled_from(["0", "12", "400", "012", "1e3", "\u0663", "9" * 5000]),
    st.sampled_from(["refuse", "stable"]),
)
def test_any_text_is_a_position_or_a_complaint(
    rows: list[str], side: str, horses: str, off: str, square: str, ply: str, hush: str
) -> None:
    text = " ".join(["/".join(rows), side, horses, off, square, ply])
    is_position_or_complaint(GAME, text, hush=hush)

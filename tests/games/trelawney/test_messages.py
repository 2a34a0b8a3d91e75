"""Trelawney's Glory: plies and positions as texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine.game import BadNotation
from tabletop.games.trelawney import GAME
from tests.games.played_game import is_ply_or_complaint, is_position_or_complaint, legal
from tests.games.trelawney.boards import (
    EMPTY,
    position,
)


@pytest.mark.parametrize("scribble", ["", "c", "c3>", "c3-d4", "C3", "c8", "c3>c3", "c3 ", "c3\n"])
def test_what_is_no_ply_is_not_read(scribble: str) -> None:
    with pytest.raises(BadNotation, match="is not a ply"):
        GAME.read_move(scribble)


@given(st.text(alphabet="abg1367<>h ", max_size=6))
def test_every_ply_that_is_read_is_written_the_same(scribble: str) -> None:
    is_ply_or_complaint(GAME, scribble)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "one blank between them"),
        (f"{EMPTY}  B 0", "one blank between them"),
        (f"{EMPTY}/........ B 0", "There are 9 rows; this board and its ring have 8"),
        (f"{EMPTY[:-1]} B 0", "Row 8 from the top has 7 places; it needs 8"),
        (f"{EMPTY[:9]}.b{EMPTY[11:]} B 2", "Row 2 from the top, place 2: 'b' is none of . B W"),
        (f"{EMPTY} b 0", "The side to move is B or W, not 'b'"),
        (f"{EMPTY} B 00", "The ply is a plain number like 0 or 12, not '00'"),
        (f"{EMPTY} B +2", "not '\\+2'"),
        (f"{EMPTY} B \u0662", "not '.u0662'"),
        (f"{EMPTY} B {'2' * 5000}", "The ply has 5000 digits; 18 are the most"),
        (f"{EMPTY} W 2", "On ply 2 it is B to move: Black on even plies, White on odd ones"),
        (f"B{EMPTY[1:]} B 0", "On ply 0 no stone has been laid yet"),
        (f"{EMPTY} W 1", "On ply 1 there is one black stone on the board"),
        (f"B{EMPTY[1:]} W 1", "On ply 1 there is one black stone on the board"),
    ],
)
def test_a_damaged_position_gets_its_complaint(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint):
        position(text)


def test_any_number_of_stones_may_stand_after_the_first_two_plies() -> None:
    assert len(legal(position(f"{EMPTY} W 7"))) == 36


@given(
    st.lists(st.text(alphabet=".BW", min_size=8, max_size=8), min_size=8, max_size=8),
    st.sampled_from("BWx"),
    st.integers(-1, 60).map(str) | st.text(max_size=3),
)
def test_any_text_is_a_position_or_a_complaint(rows: list[str], side: str, ply: str) -> None:
    text = f"{'/'.join(rows)} {side} {ply}"
    is_position_or_complaint(GAME, text)

"""Shout 7: plies and positions as texts and as touches."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine.game import BadNotation, Step
from tabletop.games.shout7 import GAME
from tabletop.games.shout7.kernel import NAMES
from tabletop.games.shout7.rules import effects, spell
from tests.games.played_game import is_ply_or_complaint, is_position_or_complaint
from tests.games.shout7.boards import (
    PLAYING,
    after,
    complaint,
    ended,
    ply_complaint,
    position,
    refused,
    text,
)

# Text


def test_a_position_that_everyone_passed_reads_as_finished() -> None:
    assert ended(position(9, passes=2, B="a3", W="h8")).winners == (0,)


def test_the_text_begins_with_the_top_row() -> None:
    rows = str(after("b2 b3")).split(" ")[0].split("/")
    assert rows[0] == "." * 8
    assert rows[-2] == ".BB......"


def test_equal_states_are_equal_and_pickle() -> None:
    state = after("h8 i8 h7 g7")
    assert state == after("i8 h8 h7 g7")
    assert hash(state) == hash(after("i8 h8 h7 g7"))
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        (" 0 0", " 0", "A position has six parts with one blank between: "),
        (" 0 0", "  0 0", "A position has six parts with one blank between: "),
        (" 0 0", " 0 0\n", "The ply is a plain number like 0 or 12, not '0\\n'"),
        ("......../", "", "The board has 15 rows, o to a, with / between, not 14"),
        ("/........./", "/......../", "Row n has 9 places, not 8"),
        ("......../", ".x....../", "o9: 'x' is no piece; a place is one of . B W R G"),
        ("......../", "...R..../", "o11: Red does not play in a game of 2"),
        (" B lay", " b lay", "The side to move is one of B, W, not b"),
        (" B lay", " BW lay", "The side to move is one of B, W, not BW"),
        (" B lay", " R lay", "The side to move is one of B, W, not R"),
        (" B lay", " B Lay", "The stage is lay, push or remove, not Lay"),
        ("63,63", "63", "There are 2 pots, with commas between, not 1"),
        ("63,63", "063,63", "The pot of Black is a plain number like 0 or 12, not '063'"),
        ("63,63", "63,+63", "The pot of White is a plain number like 0 or 12, not '+63'"),
        (" 0 0", " \u0660 0", "The number of passes is a plain number"),
        (" 0 0", " 0 " + "9" * 19, "The ply has 19 digits; 18 are the most"),
        ("63,63", "62,63", "Black has 63 pieces, but 0 on the board and 62 in the pot"),
        (" 0 0", " 3 0", "After 2 passes the game is over; there cannot be 3"),
        (" 0 0", " 0 4", "At ply 4 the stage is push, not lay"),
        ("lay 63,63 0 0", "push 63,63 0 6", "At ply 6 the stage is remove, not push"),
        (" 0 0", " 0 2", "At ply 2 it is the turn of W, not of B"),
        ("lay 63,63 0 0", "push 63,63 0 8", "At ply 8 it is the turn of W, not of B"),
    ],
)
def test_a_damaged_position_is_refused_with_its_damage(good: str, bad: str, words: str) -> None:
    start = str(GAME.start())
    assert good in start
    assert complaint(start.replace(good, bad, 1)).startswith(words)


def test_the_removal_is_for_two_players_only() -> None:
    text_of_three = text({}, 6, 3).replace("push", "remove")
    assert complaint(text_of_three, 3) == "At ply 6 the stage is push, not remove"


@pytest.mark.parametrize("ply", ["h8", "a1", "o15", "g7g8:ne", "c10d10:sw", "xh8", "pass"])
def test_a_ply_reads_back_as_written(ply: str) -> None:
    assert str(GAME.read_move(ply)) == ply


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("", "'' is no ply: write h8 to lay, g7g8:ne to push, xh8 to take off, or pass"),
        ("H8", "'H8' is no ply"),
        ("h8\n", "'h8\\n' is no ply"),
        ("a9", "There is no place a9: row a runs from a1 to a8"),
        ("xh08", "There is no place h08: row h runs from h1 to h15"),
        ("p3", "There is no row p: rows are a to o"),
        ("g8g7:ne", "Write g7 before g8: the lower row comes first, then the smaller number"),
        ("h8g8:ne", "Write g8 before h8: the lower row comes first, then the smaller number"),
        ("g7g7:ne", "A push takes two places, not g7 twice"),
        ("g7h9:ne", "g7 and h9 are not next to each other"),
        ("g7g8:n", "n is no direction: they are e, w, ne, nw, se, sw"),
        ("a9b9:e", "There is no place a9: row a runs from a1 to a8"),
        ("g7g8", "'g7g8' is no ply"),
        ("h\u0668", "'h\u0668' is no ply"),
    ],
)
def test_what_is_no_ply_is_refused_in_words(bad: str, words: str) -> None:
    assert ply_complaint(bad).startswith(words)
    assert refused(GAME.start(), bad)[0] == "12"


# What a view asks for


def test_a_push_is_spelled_either_way_round() -> None:
    state = after(PLAYING)
    move = GAME.read_move("g7h8:ne")
    assert spell(state, move) == (("g7", "h8", "ne"), ("h8", "g7", "ne"))
    assert spell(GAME.start(), GAME.read_move("h8")) == (("h8",),)
    assert spell(state, GAME.read_move("xi9")) == (("i9",),)
    assert spell(state, GAME.read_move("pass")) == (("pass",),)


def test_the_effects_of_a_push_are_the_travel_and_then_the_lay() -> None:
    assert effects(after(PLAYING), GAME.read_move("g7h8:ne")) == (
        (Step("B", "g7", "i9"), Step("B", "h8", "j10")),
        (Step("W", None, "g7"), Step("W", None, "h8")),
    )


def test_a_push_that_ends_the_game_has_no_lay_to_show() -> None:
    state = position(7, B="m12", W="g2 g3 g4 g5 g6 f6 f7")
    assert len(effects(state, GAME.read_move("f6f7:ne"))) == 1


def test_the_effects_of_the_other_plies() -> None:
    state = after(PLAYING + " g7h8:ne")
    assert effects(GAME.start(), GAME.read_move("h8")) == ((Step("B", None, "h8"),),)
    assert effects(state, GAME.read_move("xi9")) == ((Step("B", "i9", None),),)
    assert effects(state, GAME.read_move("pass")) == ()


def test_the_rules_are_numbered_and_named_by_the_game() -> None:
    numbers = [rule.number for rule in GAME.rules]
    assert numbers == [str(n) for n in range(1, 13)]
    assert GAME.notation_rule == numbers[-1]
    assert GAME.end_rule in numbers


# Any text


@given(st.text(max_size=12) | st.from_regex(r"x?[a-p]1?[0-9]([a-p]1?[0-9]:[nsew]{1,2})?"))
def test_any_text_is_a_ply_or_a_complaint(scribble: str) -> None:
    is_ply_or_complaint(GAME, scribble)


@given(
    st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from("BWRGx")), max_size=30),
    st.integers(0, 40),
    st.integers(2, 4),
    st.sampled_from(["0", "1", "2", "4", "00", "", "\u00b2", "1" * 5000]),
    st.booleans(),
)
def test_any_text_is_a_position_or_a_complaint(
    stand: list[tuple[str, str]], ply: int, seats: int, passes: str, pits: bool
) -> None:
    on = dict(stand)
    by_letter = {
        letter: " ".join(name for name, piece in on.items() if piece == letter)
        for letter in "BWRGx"
    }
    front, _, back = text(by_letter, ply, seats).rpartition(" 0 ")
    drawn = f"{front} {passes} {back}"
    is_position_or_complaint(GAME, drawn, seats, pits_count=pits)


@given(st.text())
def test_no_text_at_all_breaks_the_reader(scribble: str) -> None:
    with pytest.raises(BadNotation):
        GAME.read_state(scribble)

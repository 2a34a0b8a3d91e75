"""Shout 7: every refusal, of plies and of touches."""

import pytest

from tests.games.played_game import legal
from tests.games.shout7.boards import (
    PLAYING,
    SETTING_UP,
    after,
    position,
    refused,
    spread,
    touched,
)


@pytest.mark.parametrize(
    ("plies", "ply", "rule", "words"),
    [
        ("", "a1", "2", "a1 is a pit: pieces are laid on cells"),
        ("", "pass", "8", "There is a cell for your piece, so you may not pass"),
        ("", "h8i8:e", "2", "Everyone lays two pieces before the first push"),
        ("", "xh8", "2", "Nothing is taken off while pieces are laid"),
        ("h8", "h8", "2", "h8 is taken"),
        ("h8", "j8", "2", "j8 is not next to your first piece on h8"),
        ("h8 i8", "c4", "2", "c4 is not next to a Black piece"),
        (SETTING_UP, "h9", "2", "h9 is not next to your first piece on h7"),
        (
            SETTING_UP,
            "h6",
            "2",
            "h6 is next to your first piece, but it has to be next to one more piece too",
        ),
        (PLAYING, "c4", "3", "The pieces are laid out: now push two neighbours"),
        (PLAYING, "pass", "8", "There are two pieces you can push, so you may not pass"),
        (
            PLAYING,
            "xh8",
            "7",
            "White takes a piece off right after White's first move, not before",
        ),
        (
            PLAYING,
            "g6h7:e",
            "3",
            "The piece on g6 is your own; you push only the others' pieces",
        ),
        (PLAYING, "h8h9:e", "3", "h9 is empty: push two pieces that stand next to each other"),
        (PLAYING, "a1a2:e", "3", "a1 is an empty pit: push two pieces that stand on cells"),
        (PLAYING, "g7h8:sw", "5", "f6 is taken, so that way is blocked"),
        (PLAYING + " g7h8:ne", "g7h8:ne", "7", "First White takes a Black piece off a cell"),
        (PLAYING + " g7h8:ne", "h9", "7", "First White takes a Black piece off a cell"),
        (PLAYING + " g7h8:ne", "pass", "8", "There is a Black piece to take off: no passing"),
        (PLAYING + " g7h8:ne", "xc4", "7", "c4 is empty: take a Black piece"),
        (PLAYING + " g7h8:ne", "xg6", "7", "g6 is White: take a Black piece"),
        (
            PLAYING + " g7h8:ne xi9",
            "xh7",
            "7",
            "Only one piece is taken off in the whole game",
        ),
    ],
)
def test_a_ply_is_refused_with_its_reason(plies: str, ply: str, rule: str, words: str) -> None:
    assert refused(after(plies), ply) == (rule, words)


def test_refusals_round_the_rim() -> None:
    state = position(7, W="b4 c4 b5 a4 a5", B="m12")
    assert refused(state, "b4c4:se") == ("4", "Two pieces cannot go into one pit")
    assert refused(state, "b4b5:se") == ("5", "The pit a4 is full, so that way is blocked")
    words = "The piece on a4 lies in a pit, and pieces in pits are never pushed"
    assert refused(state, "a4b4:ne") == ("5", words)


def test_a_blocked_convoy_names_the_nearest_piece() -> None:
    state = position(7, W="h7 h8", B="h9 h10 h6 h5")
    assert refused(state, "h7h8:e") == ("5", "h9 is taken, so that way is blocked")
    assert refused(state, "h7h8:w") == ("5", "h6 is taken, so that way is blocked")


def test_refusals_of_set_ups_without_a_cell_or_a_piece() -> None:
    state = after("c2 c3 b3 c4 b2", 3)
    assert refused(state, "d4") == ("8", "No cell is left for your second piece, so you pass")
    assert refused(after("h8 i8 h7 g7", 3), "c4") == ("2", "c4 is not next to any piece")
    assert refused(after("i8 h7 h8 g7 i9 j9", 3), "xh8") == (
        "7",
        "Only in a game of two is a piece taken off",
    )


def test_refusals_with_a_small_pot() -> None:
    one = position(7, B=spread(62), W="m10 m11")
    assert refused(one, "m10m11:e") == (
        "8",
        "Your pot holds one piece and a push needs two: you pass",
    )
    none = position(7, B=spread(63), W="m10 m11")
    assert refused(none, "m10m11:e") == ("8", "Your pot is empty, so you pass")


def test_a_black_piece_in_a_pit_is_not_taken_off() -> None:
    state = position(6, B="a1 h8", W="i8")
    assert legal(state) == {"xh8"}
    assert refused(state, "xa1") == ("7", "The piece on a1 lies in a pit and stays there")
    assert legal(position(6, B="a1", W="i8")) == {"pass"}


def test_after_the_end_everything_is_refused_by_the_end() -> None:
    state = position(7, B="h2 h3 h4 h5 h6 h7 h8")
    words = "The game is over: Black has seven in a line, from h2 to h8."
    assert refused(state, "pass") == ("9", words)
    assert touched(state, "h8") == ("9", words)


@pytest.mark.parametrize(
    ("spots", "rule", "words"),
    [
        (("c4",), "3", "c4 is empty: push two pieces that stand next to each other"),
        (("g6",), "3", "The piece on g6 is your own; you push only the others' pieces"),
        (("ne",), "3", "First touch two neighbouring pieces, then the way"),
        (("pass",), "8", "There are two pieces you can push, so you may not pass"),
        (("g7", "g7"), "3", "g7 is picked already: touch a second piece next to it"),
        (("g7", "i8"), "3", "g7 and i8 are not next to each other"),
        (("g7", "c4"), "3", "c4 is empty: push two pieces that stand next to each other"),
        (("g7", "g6"), "3", "The piece on g6 is your own; you push only the others' pieces"),
        (("g7", "g8"), "3", "g8 is empty: push two pieces that stand next to each other"),
        (("g7", "ne"), "3", "First touch two neighbouring pieces, then the way"),
        (("h8", "g7", "sw"), "5", "f6 is taken, so that way is blocked"),
        (("g7", "h8", "h9"), "3", "Two pieces are picked: now touch the way they go"),
        (("g7", "h8", "ne", "h9"), "3", "Everything for this ply has been touched already"),
    ],
)
def test_a_wrong_touch_is_explained(spots: tuple[str, ...], rule: str, words: str) -> None:
    assert touched(after(PLAYING), *spots) == (rule, words)


def test_a_wrong_touch_while_laying_or_taking_off_is_explained() -> None:
    assert touched(after("h8"), "c4") == ("2", "c4 is not next to your first piece on h8")
    assert touched(after("h8"), "ne") == ("2", "Touch the cell where your piece goes")
    state = after(PLAYING + " g7h8:ne")
    assert touched(state, "g6") == ("7", "g6 is White: take a Black piece")
    assert touched(state, "ne") == ("7", "Touch the Black piece that White takes off")


def test_a_piece_that_nothing_can_be_pushed_with_is_explained() -> None:
    lonely = position(7, W="c4 m10 m11", B="c5")
    words = "No piece that you may push stands next to c4, and a push takes two"
    assert touched(lonely, "c4") == ("3", words)
    blocked = position(7, W="m10 m11 b2 c2 d2", B="b3 c3 d3 c4 d4 e2 e3 f2 a1 c1 a2 b1 d1 e4")
    words = "The piece on b2 is blocked with every neighbour it could be pushed with"
    assert touched(blocked, "b2") == ("5", words)
    half = position(7, W="b2 c2 m12 m13 c3 c4 d3", B="b3 d2 a1 a2 b1 c1 d4 e3")
    assert touched(half, "c2", "b2") == ("5", "c2 and b2 are blocked every way")

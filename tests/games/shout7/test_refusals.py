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
        ("", "a1", "2", "That’s a pit. Lay your piece on the board."),
        ("", "pass", "8", "You can’t pass: there is room for your piece."),
        ("", "h8i8:e", "2", "Everyone lays two pieces before the first push."),
        ("", "xh8", "2", "No piece is taken off yet."),
        ("h8", "h8", "2", "That place is taken."),
        ("h8", "j8", "2", "Lay it next to your first piece."),
        ("h8 i8", "c4", "2", "Lay your piece next to a black one."),
        (SETTING_UP, "h9", "2", "Lay it next to your first piece."),
        (
            SETTING_UP,
            "h6",
            "2",
            "It must also touch another player’s piece.",
        ),
        (PLAYING, "c4", "3", "Push two neighbouring pieces."),
        (PLAYING, "pass", "8", "You can’t pass: there are two pieces to push."),
        (
            PLAYING,
            "xh8",
            "7",
            "White takes a piece off only after White’s first move.",
        ),
        (
            PLAYING,
            "g6h7:e",
            "3",
            "That piece is yours. Push two that aren’t.",
        ),
        (PLAYING, "h8h9:e", "3", "That place is empty. Touch a piece to push."),
        (PLAYING, "a1a2:e", "3", "That pit is empty. Touch a piece to push."),
        (PLAYING, "g7h8:sw", "5", "That way is blocked by this piece."),
        (PLAYING + " g7h8:ne", "g7h8:ne", "7", "First take a black piece off the board."),
        (PLAYING + " g7h8:ne", "h9", "7", "First take a black piece off the board."),
        (PLAYING + " g7h8:ne", "pass", "8", "You can’t pass: take a black piece off first."),
        (PLAYING + " g7h8:ne", "xc4", "7", "That place is empty. Touch a black piece."),
        (PLAYING + " g7h8:ne", "xg6", "7", "That piece is yours. Touch a black one."),
        (
            PLAYING + " g7h8:ne xi9",
            "xh7",
            "7",
            "Only one piece is taken off in a game.",
        ),
    ],
)
def test_a_ply_is_refused_with_its_reason(plies: str, ply: str, rule: str, words: str) -> None:
    assert refused(after(plies), ply) == (rule, words)


def test_refusals_round_the_rim() -> None:
    state = position(7, W="b4 c4 b5 a4 a5", B="m12")
    assert refused(state, "b4c4:se") == ("4", "A pit holds only one piece.")
    assert refused(state, "b4b5:se") == ("5", "That pit is full.")
    words = "Pieces in pits are never pushed."
    assert refused(state, "a4b4:ne") == ("5", words)


def test_a_blocked_convoy_names_the_nearest_piece() -> None:
    state = position(7, W="h7 h8", B="h9 h10 h6 h5")
    assert refused(state, "h7h8:e") == ("5", "That way is blocked by this piece.")
    assert refused(state, "h7h8:w") == ("5", "That way is blocked by this piece.")


def test_refusals_of_set_ups_without_a_cell_or_a_piece() -> None:
    state = after("c2 c3 b3 c4 b2", 3)
    assert refused(state, "d4") == ("8", "No place is left for your second piece: you pass.")
    assert refused(after("h8 i8 h7 g7", 3), "c4") == ("2", "Lay your piece next to another one.")
    assert refused(after("i8 h7 h8 g7 i9 j9", 3), "xh8") == (
        "7",
        "A piece is taken off only when two play.",
    )


def test_refusals_with_a_small_pot() -> None:
    one = position(7, B=spread(62), W="m10 m11")
    assert refused(one, "m10m11:e") == (
        "8",
        "A push needs two pieces, and you have one: you pass.",
    )
    none = position(7, B=spread(63), W="m10 m11")
    assert refused(none, "m10m11:e") == ("8", "You have no pieces left: you pass.")


def test_a_black_piece_in_a_pit_is_not_taken_off() -> None:
    state = position(6, B="a1 h8", W="i8")
    assert legal(state) == {"xh8"}
    assert refused(state, "xa1") == ("7", "A piece in a pit stays there.")
    assert legal(position(6, B="a1", W="i8")) == {"pass"}


def test_after_the_end_everything_is_refused_by_the_end() -> None:
    state = position(7, B="h2 h3 h4 h5 h6 h7 h8")
    words = "The game is over: Black has seven in a line: White pushed the pieces there."
    assert refused(state, "pass") == ("9", words)
    assert touched(state, "h8") == ("9", words)


@pytest.mark.parametrize(
    ("spots", "rule", "words"),
    [
        (("c4",), "3", "That place is empty. Touch a piece to push."),
        (("g6",), "3", "That piece is yours. Push two that aren’t."),
        (("ne",), "3", "First touch two neighbouring pieces."),
        (("pass",), "8", "You can’t pass: there are two pieces to push."),
        (("g7", "g7"), "3", "Touch a second piece beside this one."),
        (("g7", "i8"), "3", "Those two don’t touch. Choose a piece beside the first."),
        (("g7", "c4"), "3", "Touch a second piece beside this one."),
        (("g7", "g6"), "3", "That piece is yours. Push two that aren’t."),
        (("g7", "g8"), "3", "Touch a second piece beside this one."),
        (("g7", "ne"), "3", "First touch two neighbouring pieces."),
        (("h8", "g7", "sw"), "5", "That way is blocked by this piece."),
        (("g7", "h8", "h9"), "3", "Choose a direction: touch an arrow."),
        (("g7", "h8", "ne", "h9"), "3", "This move is already complete."),
    ],
)
def test_a_wrong_touch_is_explained(spots: tuple[str, ...], rule: str, words: str) -> None:
    assert touched(after(PLAYING), *spots) == (rule, words)


def test_a_wrong_touch_while_laying_or_taking_off_is_explained() -> None:
    assert touched(after("h8"), "c4") == ("2", "Lay it next to your first piece.")
    assert touched(after("h8"), "ne") == ("2", "Touch the place where your piece goes.")
    state = after(PLAYING + " g7h8:ne")
    assert touched(state, "g6") == ("7", "That piece is yours. Touch a black one.")
    assert touched(state, "ne") == ("7", "Touch the black piece to take off.")


def test_a_piece_that_nothing_can_be_pushed_with_is_explained() -> None:
    lonely = position(7, W="c4 m10 m11", B="c5")
    words = "That piece has no neighbour to push with it."
    assert touched(lonely, "c4") == ("3", words)
    blocked = position(7, W="m10 m11 b2 c2 d2", B="b3 c3 d3 c4 d4 e2 e3 f2 a1 c1 a2 b1 d1 e4")
    words = "That piece is blocked with every neighbour."
    assert touched(blocked, "b2") == ("5", words)
    half = position(7, W="b2 c2 m12 m13 c3 c4 d3", B="b3 d2 a1 a2 b1 c1 d4 e3")
    assert touched(half, "c2", "b2") == ("5", "These two are blocked every way.")

"""Shout 7: what is said for a ply."""

from tabletop.engine import Text
from tabletop.games.shout7 import GAME
from tabletop.games.shout7.rules import State
from tests.games.shout7.boards import after, position


def said(state: State, ply: str) -> tuple[str, ...]:
    """The merits of a legal ply, each as a sentence's end."""
    assert GAME.why_not(state, ply) is None
    merits = GAME.move_reasons(state, GAME.read_move(ply))
    assert all(isinstance(merit, Text) for merit in merits)
    return merits


def test_a_win_is_all_there_is_to_say() -> None:
    state = position(7, B="h2 h3 h4 h5 h6", W="h7 h8")
    assert said(state, "h7h8:ne") == ("wins at once",)


def test_nothing_speaks_for_giving_another_seven() -> None:
    state = position(7, B="m12", W="g2 g3 g4 g5 g6 f6 f7")
    assert said(state, "f6f7:ne") == ()


def test_stopping_a_seven_comes_before_a_line_of_ones_own() -> None:
    state = position(7, B="i7 i8 d4 d5", W="d6 d7 d8 d9 d10 i9 i10")
    assert said(state, "d9d10:ne") == (
        "stops White from making seven",
        "breaks up White’s five in a line",
    )
    assert said(state, "i9i10:ne")[:1] == ("makes four in a line",)


def test_a_threat_is_told_with_the_line_it_rests_on() -> None:
    state = position(7, B="h2 h3 h4 m12", W="h5 h6 h7 h8 j4")
    assert said(state, "h5h6:ne") == (
        "threatens to make seven",
        "makes five in a line",
        "breaks up White’s four in a line",
    )


def test_a_line_no_longer_than_before_is_no_merit() -> None:
    state = position(7, B="h2 h3 c3 c4 c5 c6", W="h4 h5")
    assert said(state, "h4h5:ne") == ()


def test_pits_are_told_where_they_do_not_count() -> None:
    for pits, words in ((False, ("puts a piece into a pit",)), (True, ())):
        state = position(7, pits=pits, W="b4 c4", B="m12")
        assert said(state, "b4c4:w") == ()
        assert said(state, "b4c4:sw") == words
    state = position(7, W="b4 b5", B="m12")
    assert said(state, "b4b5:sw") == ("puts two pieces into pits",)


def test_a_removal_can_break_a_line_too() -> None:
    state = position(6, B="h5 h6 h7 h8", W="g5")
    assert said(state, "xh5") == ("breaks up Black’s four in a line",)
    assert said(after("h8 i8 h7 g7 g7h7:sw g7h8:ne"), "xi9") == ()


def test_the_only_ply_is_named_as_such() -> None:
    assert said(position(8, B="h7", W="m12"), "pass") == ("is the only move",)

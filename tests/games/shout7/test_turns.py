"""Shout 7: laying, pushing, passing, and how a game ends."""

import pytest

from tabletop.engine import Match
from tabletop.engine.game import Outcome
from tabletop.games.shout7 import GAME, kernel
from tabletop.games.shout7.rules import lines
from tests.games.played_game import legal
from tests.games.shout7.boards import (
    after,
    ended,
    follow,
    position,
    spread,
    standing,
    state_of,
    text,
)

# Set-up


def test_white_lays_next_to_black_and_then_next_to_two_pieces() -> None:
    assert legal(after("h8 i8")) == {"h7", "h9", "g7", "g8", "i7", "i9", "j8", "j9"}
    assert legal(after("h8 i8 h7")) == {"g7", "i7"}


def test_red_lays_next_to_any_piece() -> None:
    state = after("h8 i8 h7 g7", 3)
    assert {"g6", "j9", "f6"} <= legal(state)
    assert "e6" not in legal(state)


def test_four_players_lay_two_pieces_each_and_black_begins() -> None:
    state = after("h8 i8 h7 g7 g6 f6 f7 e6", 4)
    assert str(state).endswith(" B push 29,29,29,29 0 8")
    assert kernel.STAGE_REMOVE not in {kernel.stage_of(ply, 4) for ply in range(40)}


def test_nothing_is_laid_in_a_pit() -> None:
    assert {"a1", "h1", "o15"}.isdisjoint(legal(GAME.start()))


# Pushes


def test_a_convoy_on_the_rim_cannot_leave_the_board() -> None:
    state = position(7, W="b4 c4", B="m12")
    assert "b4c4:se" not in legal(state)
    assert "b4c4:nw" in legal(state)


def test_a_convoy_with_one_cell_before_the_pit_can_go() -> None:
    state = follow(position(7, W="c4 d4", B="m12"), "c4d4:se")
    assert standing(state, "W") == {"a4", "b4"}
    assert standing(state, "B") == {"m12", "c4", "d4"}


def test_a_full_pit_blocks() -> None:
    state = position(7, W="b4 b5 a4", B="m12")
    assert legal(state).isdisjoint({"b4b5:se", "a4b4:nw"})
    assert "b4b5:ne" in legal(state)
    assert "b4b5:sw" not in legal(state)


def test_pieces_in_pits_are_never_pushed() -> None:
    assert legal(position(7, W="a3 a4 b4", B="m12")) == {"pass"}


def test_a_convoy_needs_both_cells_ahead() -> None:
    assert "h7h8:e" not in legal(position(7, W="h7 h8", B="h9"))
    assert "h7h8:e" not in legal(position(7, W="h7 h8", B="h10"))
    assert "h7h8:e" in legal(position(7, W="h7 h8", B="h11"))


def test_own_pieces_are_never_pushed() -> None:
    state = position(7, W="h7", B="h8 h9")
    assert legal(state) == {"pass"}


def test_a_player_without_pieces_plays_on() -> None:
    state = follow(position(7, W="h7 h8"), "h7h8:ne")
    assert standing(state, "B") == {"h7", "h8"}


# Seven in a line


def test_seven_made_by_the_lay_win() -> None:
    state = follow(position(7, B="h2 h3 h4 h5 h6", W="h7 h8"), "h7h8:ne")
    assert ended(state) == Outcome((0,), "Black has seven in a line.")
    assert state.turn == 1
    assert lines(state) == (tuple(f"h{n}" for n in range(2, 9)),)


def test_seven_pushed_into_win_before_the_lay() -> None:
    state = position(7, B="h2 h3 h4 h5 h6", W="g7 g8 i3 i4 i5 i6 i7")
    done = follow(state, "g7g8:nw")  # to h7 and h8: nothing yet
    assert done.outcome() is None
    done = follow(position(7, B="m12", W="g2 g3 g4 g5 g6 f6 f7"), "f6f7:ne")
    assert ended(done) == Outcome((1,), "White has seven in a line: Black pushed the pieces there.")
    assert str(done).endswith(" W push 62,56 0 8")
    assert standing(done, "B") == {"m12"}


def test_a_push_that_gives_another_seven_beats_the_movers_lay() -> None:
    state = position(7, B="f1 f2 f3 f4 f5 f8", W="g2 g3 g4 g5 g6 f6 f7")
    assert ended(follow(state, "f6f7:ne")).winners == (1,)


@pytest.mark.parametrize(("ply", "left", "right"), [(6, "W", "R"), (7, "B", "R"), (8, "W", "B")])
def test_of_two_others_the_next_in_turn_wins(ply: int, left: str, right: str) -> None:
    stand = {left: "g7 i8 j8 k8 l8 m8 n8", right: "g8 i9 j9 k9 l9 m9 n9"}
    state = follow(state_of(text(stand, ply, 3), 3), "g7g8:ne")
    assert standing(state, left) >= {"h8"}
    assert standing(state, right) >= {"h9"}
    assert ended(state).winners == ((ply + 1) % 3,)


def test_eight_in_a_line_win_too() -> None:
    state = follow(position(7, B="h2 h3 h4 h5 h8 h9", W="h6 h7"), "h6h7:ne")
    assert ended(state).reason == "Black has eight in a line."


def test_six_in_a_line_and_seven_with_a_gap_do_not_win() -> None:
    assert position(7, B="h2 h3 h4 h5 h6 h7 h9").outcome() is None


def test_pieces_in_pits_count_in_lines_only_by_agreement() -> None:
    row = "h1 h2 h3 h4 h5 h6 h7"
    assert position(7, B=row).outcome() is None
    assert ended(position(7, pits=True, B=row)).winners == (0,)


def test_a_line_can_lie_wholly_in_the_ring() -> None:
    row = "a1 a2 a3 a4 a5 a6 a7"
    assert position(8, W=row).outcome() is None
    won = position(8, pits=True, W=row)
    assert ended(won).reason == "White has seven in a line: Black pushed the pieces there."
    assert lines(won) == (tuple(row.split()),)


def test_a_push_into_a_pit_can_make_a_line_by_agreement() -> None:
    white = "a1 a2 a3 a4 a5 a6 b7 b8"
    state = position(7, pits=True, W=white)
    assert ended(follow(state, "b7b8:se")).winners == (1,)
    assert follow(position(7, W=white), "b7b8:se").outcome() is None


def test_where_several_have_a_line_the_others_come_before_the_last_mover() -> None:
    black, white, red = "h2 h3 h4 h5 h6 h7 h8", "i3 i4 i5 i6 i7 i8 i9", "j4 j5 j6 j7 j8 j9 j10"
    assert ended(position(7, B=black, W=white)).winners == (0,)  # White took off last
    assert ended(position(8, B=black, W=white)).winners == (1,)
    assert ended(position(6, B=black, W=white)).winners == (0,)  # White pushed last
    assert ended(position(6, 3, B=black, W=white, R=red)).winners == (0,)
    assert ended(position(7, 3, B=black, W=white, R=red)).winners == (1,)
    assert ended(position(8, 3, B=black, W=white, R=red)).winners == (2,)


# Passing


def test_a_pot_of_one_is_too_small_for_a_push() -> None:
    state = position(7, B=spread(62), W="m10 m11")
    assert state.pot(0) == 1
    assert legal(state) == {"pass"}


def test_everyone_passing_ends_the_game_and_most_pieces_in_pits_win() -> None:
    state = follow(position(7, B="h8 a1", W="a3 a4 d4"), "pass pass")
    assert ended(state) == Outcome(
        (1,), "Everyone passed. White has the most pieces in the pits: 2.", (1, 2)
    )
    assert lines(state) == ()


def test_equal_pits_share_the_win() -> None:
    state = follow(position(6, 3, B="a1 a2", W="a4 h8", R="b4 a6 a7"), "pass pass pass")
    assert ended(state) == Outcome(
        (0, 2),
        "Everyone passed. Black and Red share the win with 2 pieces each in the pits.",
        (2, 1, 2),
    )


def test_nobody_in_the_pits_is_a_tie_of_all() -> None:
    state = follow(position(8, 4, B="h8"), "pass pass pass pass")
    assert ended(state) == Outcome(
        (0, 1, 2, 3), "Everyone passed, and the pits are empty: a draw.", (0, 0, 0, 0)
    )


@pytest.mark.parametrize(
    ("stand", "reason"),
    [
        ({"B": "a1"}, "Everyone passed. Black has the only piece in the pits."),
        (
            {"B": "a1", "W": "a2", "R": "a3"},
            "Everyone passed. Black, White and Red share the win with one piece each in the pits.",
        ),
    ],
)
def test_the_reason_names_who_shares(stand: dict[str, str], reason: str) -> None:
    assert ended(state_of(text(stand, 9, 3, 3), 3)).reason == reason


def test_any_other_ply_sets_the_passes_to_none() -> None:
    state = position(8, passes=1, B="h7 h8", W="m12")
    assert str(follow(state, "h7h8:ne")).endswith(" B push 61,60 0 9")


def test_a_turn_is_all_that_a_seat_does_until_another_acts() -> None:
    match = Match(GAME)
    for ply in ("h8", "i8", "h7", "g7", "g7h7:sw", "g7h8:ne", "xi9"):
        match.play(ply)
    assert [match.turns_until(count) for count in range(8)] == [0, 1, 1, 2, 2, 3, 4, 4]
    assert [match.turns_until(7, seat) for seat in (0, 1)] == [2, 2]

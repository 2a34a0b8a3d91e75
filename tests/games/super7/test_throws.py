"""Super Seven: what each throw opens, and throws that fit nowhere."""

import pytest

from tabletop.engine.game import CHANCE
from tabletop.games.super7 import GAME
from tests.games.played_game import legal
from tests.games.super7.boards import (
    BLUE,
    RED,
    after,
    follow,
    middles,
    position,
    strict_position,
    text,
)

# The start and the throw


def test_the_start_reads_as_on_the_rules_page() -> None:
    assert str(GAME.start()) == text("B - 0")


def test_the_dice_decide_before_each_throw_in_36_ways_in_order() -> None:
    start = GAME.start()
    assert start.turn == CHANCE
    assert GAME.acting(start) == 0
    assert [str(move) for move in start.moves()] == [
        f"{first}+{second}" for first in range(1, 7) for second in range(1, 7)
    ]


def test_the_same_sum_the_other_way_round_is_another_ply() -> None:
    assert str(after("4+3")) == text("B 4+3 1")
    assert str(after("3+4")) == text("B 3+4 1")
    assert after("4+3") != after("3+4")


def test_a_three_has_16_squares_on_the_empty_board() -> None:
    assert legal(after("1+2")) == {f"{box}.3" for box in range(3, 12)} | {
        f"3.{square}" for square in (3, 4, 5, 6, 8, 9, 10, 11)
    }


def test_a_seven_has_17_squares_on_the_empty_board() -> None:
    seven = after("3+4")
    assert len(seven.moves()) == 17
    assert legal(seven) == middles() | {f"7.{square}" for square in range(3, 12)}


def test_a_two_has_all_81_squares_on_the_empty_board() -> None:
    assert len(after("1+1").moves()) == 81


def test_a_twelve_on_the_empty_board_fits_nowhere_and_is_thrown_again() -> None:
    again = after("6+6")
    assert str(again) == text("B - 1")
    assert again.turn == CHANCE
    assert GAME.acting(again) == 0


def test_the_squares_come_in_reading_order() -> None:
    assert [str(move) for move in after("2+2").moves()][:4] == ["3.4", "4.3", "4.4", "4.5"]


@pytest.mark.parametrize(
    ("strict", "counts"), [(False, (36, 667, 23383)), (True, (36, 658, 23050))]
)
def test_plies_one_two_and_three_deep(strict: bool, counts: tuple[int, ...]) -> None:
    level = [GAME.start(2, strict_middle=strict)]
    for count in counts[:-1]:
        level = [state.play(move) for state in level for move in state.moves()]
        assert len(level) == count
    assert sum(len(state.moves()) for state in level) == counts[-1]


# No square for the throw


def test_three_throws_without_a_square_leave_only_the_pass() -> None:
    stuck = after("6+6", "6+6", "6+6")
    assert str(stuck) == text("B 6+6 3")
    assert stuck.turn == 0
    assert legal(stuck) == {"pass"}
    assert str(follow(stuck, "pass")) == text("R - 0")


def test_a_second_or_third_throw_with_a_square_counts() -> None:
    assert str(after("6+6", "3+4")) == text("B 3+4 2")
    third = after("6+6", "6+6", "3+4")
    assert str(third) == text("B 3+4 3")
    assert len(third.moves()) == 17
    assert str(follow(third, "7.7")) == text("R - 0", box7="... .B. ...")


def test_an_ordinary_number_can_run_out_of_squares() -> None:
    full = {f"box{label}": "BB. ... ..." for label in range(4, 12)}
    at_hand = position("R - 0", box3=BLUE, **full)
    assert str(follow(at_hand, "1+2")) == text("R - 1", box3=BLUE, **full)


def test_a_seven_with_all_middles_and_box_7_taken_is_thrown_again() -> None:
    filled = {f"box{label}": "... .R. ..." for label in (3, 4, 5, 6, 8, 9, 10, 11)}
    at_hand = position("B - 0", box7=RED, **filled)
    assert str(follow(at_hand, "6+1")) == text("B - 1", box7=RED, **filled)


# Two and twelve


def test_a_two_fills_middles_too() -> None:
    assert "5.7" in legal(after("1+1"))


def test_a_twelve_replaces_enemy_counters_in_open_boxes_only() -> None:
    state = position("B 6+6 1", box3=RED, box4="R.. .R. ..B")
    assert legal(state) == {"4.3", "4.7"}
    assert str(follow(state, "4.3")) == text("R - 0", box3=RED, box4="B.. .R. ..B")


def test_a_twelve_can_win_a_box_by_a_line() -> None:
    state = position("B 6+6 1", box4="BRB B.. .R.")
    assert str(follow(state, "4.4")) == text("R - 0", box4=BLUE)


def test_a_twelve_can_win_a_box_by_five_and_with_it_the_game() -> None:
    state = position("R 6+6 2", box3=RED, box4="RRB BBR R.B", box5=RED)
    won = follow(state, "4.7")
    assert str(won) == text("B - 0", box3=RED, box4=RED, box5=RED)
    outcome = won.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)


def test_with_strict_middles_a_two_and_a_twelve_leave_middles_alone() -> None:
    two = after("1+1", strict=True)
    assert len(two.moves()) == 72
    assert not legal(two) & middles()
    twelve = strict_position("R 6+6 1", box3="B.. .B. ...")
    assert legal(twelve) == {"3.3"}


def test_with_strict_middles_a_seven_still_fills_them() -> None:
    assert len(after("5+2", strict=True).moves()) == 17


def test_with_strict_middles_only_middles_left_means_no_square() -> None:
    boxes = {"box8": "... .B. ..."}
    assert str(follow(strict_position("R - 2", **boxes), "6+6")) == text("R 6+6 3", **boxes)
    assert legal(strict_position("R 6+6 3", **boxes)) == {"pass"}
    ring = {f"box{label}": BLUE if label in (3, 4, 8, 9) else RED for label in range(3, 11)}
    almost = {**ring, "box11": "BRB R.R BRB"}
    assert str(follow(strict_position("B - 0", **almost), "1+1")) == text("B - 1", **almost)
    assert legal(follow(position("B - 0", **almost), "1+1")) == {"11.7"}

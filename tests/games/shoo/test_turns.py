"""Shoo: what one may do in a turn, how a game ends, the options."""

import pickle

import pytest

from tabletop.games.shoo import GAME
from tabletop.games.shoo.rules import (
    horses_in_stables,
    lines,
    off_board,
    pieces,
    reserved,
    shooed,
    shooers,
)
from tests.games.played_game import legal
from tests.games.shoo.boards import (
    HORSES_NEAR,
    LONE_RIDER,
    SHEET,
    STUCK,
    WALLED_RIDER,
    board,
    busy,
    follow,
    rest_of,
)

# A turn in which nobody is shooed


def test_a_traveler_mounts_a_near_free_horse_and_the_turn_is_over() -> None:
    state = follow(board(HORSES_NEAR), "c5^d5")
    assert pieces(state) == {"d5": "W", "c4": "h", "g4": "b"}
    assert state.turn == 1


def test_a_rider_slides_like_a_queen_and_no_horse_enters_or_crosses_a_base() -> None:
    state = board("......... ......... ......... W........")
    rides = {ply[3:] for ply in legal(state) if "~" in ply}
    assert rides == {
        *("b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6"),
        *("a5", "a4", "a3", "a2", "a1", "b5", "c4", "d3", "e2", "f1"),
    }


def test_a_dismounted_horse_is_free_at_once() -> None:
    state = follow(board("......... ......... ......... ......... ...W.b..."), "d5/e4")
    assert reserved(state) is None
    assert {"f5-e5", "h:d5-d9", "=d5"} <= legal(state)


def test_a_dropped_horse_is_reserved_for_one_turn() -> None:
    state = follow(
        board("......... ......... ......... ......... ..w..b...", "w 2,0 0,0 - 0"), "+e5"
    )
    assert reserved(state) == "e5"
    assert horses_in_stables(state) == (1, 0)
    assert not {"f5^e5", "=e5", "xe5", "h:e5-e6"} & legal(state)
    state = follow(state, "f5-f6")
    assert reserved(state) is None
    assert {"=e5", "h:e5-d4"} <= legal(state)
    assert {"f6^e5", "xe5"} <= legal(follow(state, "c5-c6"))


def test_a_horse_may_be_held_turn_after_turn_with_nobody_near() -> None:
    state = board("......... ......... ......... ......... w...h...b")
    for _ in range(2):
        state = follow(state, "=e5")
        assert reserved(state) == "e5"
        state = follow(state, "i5-i6" if "i5-i6" in legal(state) else "i6-i5")
        assert reserved(state) is None


def test_a_horse_is_retired_by_a_traveler_near_it_even_from_inside_the_goal() -> None:
    state = board("......... ......... ..w...... ...h.....")
    assert "xd6" in legal(state)
    assert "c7^d6" not in legal(state)
    assert pieces(follow(state, "xd6")) == {"c7": "w"}
    assert "xe5" in legal(board("......... ......... ......... ......... ...Wh...."))
    assert "xf5" not in legal(board("......... ......... ......... ......... ...W.h..."))


def test_a_capturer_may_stay_or_ride_on_over_the_square_it_came_from() -> None:
    plies = legal(board(LONE_RIDER))
    assert {"d5*e5@f6", "d5*e5@f6~d5", "d5*e5@f6~a5", "d5*e5@d4~e9"} <= plies
    assert not {"d5*e5@f6~f6", "d5*e5@f6~g7", "d5*e5@d5"} & plies
    state = follow(board(LONE_RIDER), "d5*e5@f6~c5")
    assert pieces(state) == {"c5": "W", "f6": "b"}


def test_without_an_empty_square_near_the_rider_there_is_no_capture() -> None:
    assert not any("*" in ply for ply in legal(board(WALLED_RIDER)))


def test_the_displaced_rider_may_be_put_on_a_shooed_square_and_inside_a_base() -> None:
    state = board("......... ......... ......... .wB......")
    assert "b6*c6@b5" in legal(state)
    assert "b6*c6@c7" in legal(state)
    assert shooed(follow(board("......... ......... ......... .wBw....."), "b6*c6@c7")) == ("c7",)


def test_inside_the_goal_one_steps_about_but_never_leaves() -> None:
    state = board("......... ......... ..w...... ...B.....")
    assert legal(state) == {"c7-b7", "c7-b8", "c7-c8"}


def test_a_square_of_the_own_goal_is_never_shooed() -> None:
    state = board("......... .bb...... ...w.....")
    assert "d7-c7" in legal(state)
    assert shooers(state, "c7") == ()
    assert shooers(state, "c9") == ()
    assert shooed(board("......... .bb...... ..w......")) == ()


def test_one_can_be_shooed_in_the_own_home() -> None:
    assert shooed(board(SHEET, "b 0,0 0,0 - 0")) == ("c7",)


def test_mounted_enemies_shoo_and_mounted_travelers_are_never_shooed() -> None:
    drawing = "......... ......... ......... ......... .B.B..... ..{}......"
    assert shooed(board(drawing.format("w"))) == ("c4",)
    assert shooed(board(drawing.format("W"))) == ()


def test_with_nothing_to_do_one_passes_and_only_then() -> None:
    state = board("........b", "w 0,0 0,0 - 7")
    assert legal(state) == {"pass"}
    assert rest_of(follow(state, "pass")) == "b 0,0 0,0 - 8"


def test_a_pass_ends_the_reservation_too() -> None:
    state = board("........b ......... ......... ......... ....h....", "w 0,0 0,0 e5 7")
    assert legal(state) == {"pass"}
    assert "=e5" in legal(follow(state, "pass"))


# A turn in which some are shooed


def test_a_stuck_traveler_is_put_down_in_the_nearest_ring_that_has_room() -> None:
    state = board(STUCK, "b 1,1 0,0 - 0")
    assert legal(state) == {"a1!e5"}
    assert pieces(follow(state, "a1!e5"))["e5"] == "b"


def test_the_first_ring_has_seven_squares() -> None:
    state = board("......... " * 7 + "ww....... bw.......", "b 0,0 0,0 - 0")
    squares = ("a6", "b6", "c6", "d6", "d7", "d8", "d9")
    assert legal(state) == {f"a1!{square}" for square in squares}


def test_a_stuck_traveler_may_be_chosen_although_another_could_step() -> None:
    drawing = "......... ......... .......b. ......w.w ......... " + "......... " * 2
    state = board(drawing + "ww....... bw.......", "b 0,0 0,0 - 0")
    assert shooed(state) == ("a1", "h7")
    starts = {ply[:3] for ply in legal(state)}
    assert starts == {"a1!", "h7-"}


def test_mounting_and_capturing_deal_with_a_shoo() -> None:
    state = board("......... ......... ......... ......... .bBb..... ..wh.....")
    assert shooed(state) == ("c4",)
    assert "c4^d4" in legal(state)
    assert "c4*c5@c6~g9" in legal(state)
    assert "c4*c5@c6~c9" not in legal(state)


def test_a_reserved_horse_does_not_help_a_shooed_traveler() -> None:
    state = board("......... ......... ......... ......... .b.b..... ..wh.....", "w 0,0 0,0 d4 0")
    assert "c4^d4" not in legal(state)


@pytest.mark.parametrize("hush", ["lose-move", "stable"])
def test_while_shooed_no_ply_with_a_question_mark_is_offered(hush: str) -> None:
    assert not any("?" in ply for ply in legal(board(SHEET, "b 0,0 0,0 - 0", hush=hush)))


# The end


def test_filling_the_goal_wins() -> None:
    state = board("www...... www...... ww.w.....")
    assert follow(state, "d7-d6").outcome() is None
    state = follow(state, "d7-c7")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.reason == "White fills the goal: all nine have arrived."
    assert state.moves() == []
    assert state.turn == 1
    assert set(lines(state)[0]) == {f + r for f in "abc" for r in "789"}


def test_a_captured_rider_put_into_its_goal_may_win_for_the_enemy() -> None:
    drawing = "......... " * 5 + "......Bw. .......bb ......bbb ......bbb"
    state = follow(board(drawing), "h4*g4@g3")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)


def test_the_limit_of_plies_draws_and_a_win_comes_before_it() -> None:
    state = board("www...... www...... ww.w.....", "w 0,0 0,0 - 399")
    assert (
        follow(state, "d7-c7").outcome()
        == board("www...... www...... www......", "b 0,0 0,0 - 400").outcome()
    )
    outcome = follow(state, "d7-e7").outcome()
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.reason == "The limit of 400 turns is reached."
    assert lines(follow(state, "d7-e7")) == ()
    assert board("w........", "w 0,0 0,0 - 400", ply_limit=800).outcome() is None


def test_a_position_that_comes_up_for_the_third_time_is_a_draw() -> None:
    state = follow(GAME.start(), "+d4", "+f6", "=d4", "=f6", "=d4", "=f6")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "This position has come up three times."
    assert state.moves() == []
    assert state == GAME.read_state(str(state))
    assert GAME.read_state(str(state)).outcome() is None


def test_a_position_read_from_text_counts_once() -> None:
    text = str(follow(GAME.start(), "+d4", "+f6"))
    state = follow(GAME.read_state(text), "=d4", "=f6", "=d4")
    assert state.outcome() is None
    assert follow(state, "=f6").outcome() is not None


def test_a_state_with_a_history_is_equal_to_one_without_and_pickles() -> None:
    state = follow(GAME.start(), "+d4", "+f6", "=d4")
    fresh = GAME.read_state(str(state))
    assert (state, hash(state)) == (fresh, hash(fresh))
    copy = pickle.loads(pickle.dumps(state))
    assert copy.history == state.history


# The options


def test_into_a_shoo_may_cost_the_turn() -> None:
    state = busy(hush="lose-move")
    lost = follow(state, "g4-f4?")
    assert pieces(lost) == pieces(state)
    assert rest_of(lost) == "b 1,2 0,0 - 21"
    assert "g4-f4" not in legal(state)


def test_into_a_shoo_may_send_a_traveler_to_the_stable() -> None:
    state = busy(hush="stable")
    assert off_board(follow(state, "g4-f4?")) == (4, 1)
    walked = follow(state, "c6/d6?")
    assert pieces(walked)["c6"] == "h"
    assert off_board(walked) == (4, 1)
    assert "=c6" in legal(walked)


def test_from_the_stable_one_comes_back_to_the_first_ring_that_has_room() -> None:
    state = busy(hush="stable")
    back = {ply for ply in legal(state) if ply.startswith("t+")}
    assert back == {"t+f1", "t+f2", "t+h4", "t+i4"}
    state = follow(state, "t+h4")
    assert pieces(state)["h4"] == "w"
    assert off_board(state) == (2, 1)


def test_a_question_mark_never_lifts_the_rule_of_the_goal() -> None:
    drawing = "......... ...b..... ..w...... ...b....."
    assert legal(board(drawing, hush="lose-move")) == {"c7-b7", "c7-b8", "c7-c8"}
    assert "c7-d7?" in legal(board(drawing, hush="lose-move", leave_home=True))


def test_with_leave_home_one_leaves_mounts_and_captures_and_is_still_safe_inside() -> None:
    state = board("......... ...B..... ..wh..... ...b.....", leave_home=True)
    assert shooed(state) == ()
    assert {"c7-c6", "c7^d7", "c7*d8@c8~d9"} <= legal(state)

"""Shoo: the worked positions, the rulings, the options, and every refusal."""

import pickle
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletop.games.shoo as folder
from tabletop.engine.game import OptionValue
from tabletop.engine.kernel import Position, after, legal_codes
from tabletop.engine.state import BadNotation
from tabletop.games.shoo import GAME, kernel
from tabletop.games.shoo.rules import (
    State,
    lines,
    off_board,
    pieces,
    reserved,
    shooed,
    shooers,
    stables,
)
from tabletop.games.shoo.spelling import spell
from tabletop.games.shoo.steps import effects

GOLDEN = Path(folder.__file__).parent / "golden"
START = (
    "bbb....../bbb....../bbb....../........./........./........./"
    "......www/......www/......www w 4,5 0,0 - 0"
)


def board(drawing: str, rest: str = "w 0,0 0,0 - 0", **options: OptionValue) -> State:
    """A position from its drawn ranks, 9 to 1; ranks left out at the bottom are empty."""
    ranks = drawing.split()
    ranks += ["........."] * (9 - len(ranks))
    state: State = GAME.read_state(f"{'/'.join(ranks)} {rest}", 2, **options)
    return state


def follow(state: State, *plies: str) -> State:
    for ply in plies:
        move = GAME.read_move(ply)
        assert move in state.moves(), ply
        state = state.play(move)
    return state


def legal(state: State) -> set[str]:
    return {str(move) for move in state.moves()}


def perft(position: Position, depth: int) -> int:
    codes = legal_codes(kernel, position)
    if depth == 1:
        return len(codes)
    return sum(perft(after(kernel, position, code), depth - 1) for code in codes)


def refused(state: State, ply: str) -> tuple[str, str]:
    refusal = GAME.why_not(state, ply)
    assert refusal is not None
    return str(refusal.reason), refusal.rule


def rest_of(state: State) -> str:
    return str(state).split(" ", 1)[1]


SHEET = "......... ..w...... w.b.....W .w......."
"""The position of the designers' example, less its side to move."""

BUSY = """
    bb.......
    b........
    bbwh.....
    ..W.b....
    ....B....
    ..h...w..
    .....b..w
    .......w.
    ......w..
"""


def busy(**options: OptionValue) -> State:
    off = "3,1" if options.get("hush") == "stable" else "0,0"
    return board(BUSY, f"w 1,2 {off} d7 20", **options)


STUCK = """
    ....w....
    ....w....
    ....w....
    .........
    ww.w.....
    .........
    .........
    ww.......
    bw.......
"""
"""Black's traveler on a1 cannot move, and round Black's base only e5 is open in the second ring."""

LONE_RIDER = "......... ......... ......... ......... ...wB...."
WALLED_RIDER = "......... ......... ......... ...www... ...wBw... ...www..."
HORSES_NEAR = "......... ......... ......... ......... ..wh..... ..h...b.."


# The worked positions of the rules page


@pytest.mark.parametrize(
    ("horses", "limit", "hush", "leave"),
    list(product((9, 7), (200, 400, 800), ("refuse", "lose-move", "stable"), (False, True))),
)
def test_the_start_has_78_plies_under_every_option(
    horses: int, limit: int, hush: str, leave: bool
) -> None:
    state = GAME.start(horses=horses, ply_limit=limit, hush=hush, leave_home=leave)
    plies = [str(move) for move in state.moves()]
    assert len(plies) == 78
    assert sum("-" in ply for ply in plies) == 15
    assert sum(ply.startswith("+") for ply in plies) == 63


def test_the_start_is_written_as_on_the_page() -> None:
    assert str(GAME.start()) == START
    assert " w 3,4 " in str(GAME.start(horses=7))


def test_in_the_designers_example_c7_is_shooed_from_the_beginning() -> None:
    state = board(SHEET, "b 0,0 0,0 - 0")
    assert shooed(state) == ("c7",)
    assert shooers(state, "c7") == ("b6", "c8")
    assert legal(state) == {"c7-c6", "c7-d6", "c7-d7", "c7-d8"}


def test_after_the_ride_to_d7_black_steps_to_d6_or_captures() -> None:
    plies = legal(follow(board(SHEET), "i7~d7"))
    assert len(plies) == 112
    assert {ply for ply in plies if not ply.startswith("c7*d7@")} == {"c7-d6"}


@pytest.mark.parametrize(
    ("hush", "leave", "one", "two"),
    [
        ("refuse", False, 105, 5232),
        ("refuse", True, 106, 5421),
        ("lose-move", False, 110, 5450),
        ("lose-move", True, 113, 5720),
        ("stable", False, 114, 6010),
        ("stable", True, 117, 6600),
    ],
)
def test_the_busy_position_has_the_plies_of_the_page(
    hush: str, leave: bool, one: int, two: int
) -> None:
    state = busy(hush=hush, leave_home=leave)
    assert perft(state.position, 1) == one
    assert perft(state.position, 2) == two


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
    assert stables(state) == (1, 0)
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
    assert outcome.reason == "White fills the goal: nine travelers from a7 to c9."
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
    assert outcome.reason == "A draw: the limit of 400 turns is reached."
    assert lines(follow(state, "d7-e7")) == ()
    assert board("w........", "w 0,0 0,0 - 400", ply_limit=800).outcome() is None


def test_a_position_that_comes_up_for_the_third_time_is_a_draw() -> None:
    state = follow(GAME.start(), "+d4", "+f6", "=d4", "=f6", "=d4", "=f6")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "A draw: this position has come up for the third time."
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


# Refusals


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
    words, number = refused(busy(), ply)
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
    words, number = refused(state, ply)
    assert reason in words
    assert number == rule


def test_several_shooed_travelers_are_all_named() -> None:
    state = board("......... ......... ......... ......... .bwb..... .bwb.....", "w 1,0 0,0 - 0")
    words, rule = refused(state, "+e5")
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
    refusal = GAME.why_touch(state, tuple(touches.split()))
    assert refusal is not None
    assert reason in refusal.reason
    assert refusal.rule == rule


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
        ("j4-c4", "names no square at 'j4'"),
        ("c4-c10", "names no square at 'c10'"),
        ("c4 -d4", "without blanks"),
        ("c4-d4\n", "without blanks"),
        ("c4_d4", "is no ply"),
        ("C4-d4", "names no square at 'C4'"),
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
        ("/........./", "/....x..../", "Row 6, square 5: 'x' is none of"),
        ("bbb......", "bbW......", "Row 9, square 3: no horse and no rider can be inside"),
        ("......www w", "......wwh w", "Row 1, square 9: no horse and no rider can be inside"),
        (" w ", " W ", "The side to move is w or b, not 'W'"),
        ("4,5", "4", "two numbers with a comma"),
        ("4,5", "4,05", "'05' is no plain number"),
        ("4,5", "4,+5", "'[+]5' is no plain number"),
        ("4,5", "\u0664,5", "is no plain number"),
        ("4,5", "4,", "'' is no plain number"),
        ("4,5", "4,6", "There are 10 horses"),
        ("0,0", "0,1", "Black has 1 travelers off the board"),
        ("/........./", "/...w...../", "White has 10 travelers"),
        (" - 0", " d4 0", "There is no horse without a rider on d4"),
        (" - 0", " d0 0", "named by its square, or is '-', not 'd0'"),
        (" - 0", " - -1", "'-1' is no plain number"),
        (" - 0", " - 1" + "0" * 30, "too long a number"),
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
    with pytest.raises(BadNotation, match="White has 10 travelers"):
        GAME.read_state(START.replace("0,0", "1,0"), hush="stable")


def test_with_seven_horses_an_eighth_is_too_many() -> None:
    with pytest.raises(BadNotation, match="There are 9 horses on the board and in the stables; 7"):
        GAME.read_state(START, horses=7)


@given(st.text(alphabet="abcdehit19*@~!?/^=x+:- pas\u0661", max_size=12))
def test_any_text_is_a_ply_or_a_complaint(scribble: str) -> None:
    try:
        move = GAME.read_move(scribble)
    except BadNotation:
        return
    assert str(move) == scribble


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
    try:
        state = GAME.read_state(text, hush=hush)
    except BadNotation:
        return
    assert str(state) == text


# The rules page, and golden play


def test_the_rules_page_is_numbered_and_names_the_designers() -> None:
    assert [rule.number for rule in GAME.rules] == [str(n) for n in range(1, 13)]
    assert "David Andrew, Justin Kalef and Chris Kidd" in GAME.rules[0].body
    assert all(len(line) <= 24 for line in GAME.blurb)


def read_options(words: list[str]) -> dict[str, OptionValue]:
    pairs = dict(word.split("=") for word in words if "=" in word)
    return {o.key: o.read(pairs[o.key]) for o in GAME.options if o.key in pairs}


def test_golden_perft() -> None:
    rows = (GOLDEN / "perft.txt").read_text("utf-8").splitlines()
    for row in rows:
        if not row.startswith("#"):
            setting, counts = row.split(" : ")
            position = GAME.start(**read_options(setting.split())).position
            for depth, count in enumerate(counts.split()[:2], start=1):
                assert perft(position, depth) == int(count)


@pytest.mark.parametrize(
    "name", ["white_fills_the_goal", "hush_stable", "hush_lose_move", "third_time"]
)
def test_a_golden_game_plays_as_written(name: str) -> None:
    head, *rows, last = (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()
    state = GAME.start(**read_options(head.split()))
    for row in rows:
        ply, drawn = row.split("\t")
        state = follow(state, ply)
        assert str(state) == drawn
    outcome = state.outcome()
    assert outcome is not None
    who = ",".join(str(seat) for seat in outcome.winners) or "-"
    assert last == f"= {who} {outcome.reason}"

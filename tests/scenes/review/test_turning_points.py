"""Where a match turned: arithmetic on thoughts, without anybody thinking."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ai.match_analysis import (
    best_allowed,
    chances,
    is_clear,
    outcome_values,
    percents,
    positions_to_analyse,
    turning_points,
)
from tabletop.engine import CHANCE, Match, Outcome
from tabletop.engine.analysis import Analysis, Candidate
from tabletop.games import find_game
from tools.album.scripted import thought


def played(plies: str, key: str = "trelawney") -> Match:
    match = Match(find_game(key), seed=7)
    for ply in plies.split():
        match.play(ply)
    return match


def evens(match: Match, *first: float) -> dict[int, Analysis]:
    """Thoughts of all positions that agree with all that was played."""
    moves = [str(ply.move) for ply in match.plies] + ["h8"]
    return {number: thought(moves[number], value, 1 - value) for number, value in enumerate(first)}


def test_a_result_is_shared_by_its_winners() -> None:
    assert outcome_values(Outcome((1,), ""), 3) == (0, 1, 0)
    assert outcome_values(Outcome((0, 2), ""), 4) == (0.5, 0, 0.5, 0)
    assert outcome_values(Outcome((), ""), 2) == (0.5, 0.5)


def test_where_the_dice_decide_nobody_thinks() -> None:
    match = played("2+3", "super7")
    match.play(match.state.moves()[0])
    assert match.state.turn == CHANCE
    assert positions_to_analyse(match.plies, over=False) == (1,)


def test_the_last_position_is_thought_of_while_the_match_goes_on() -> None:
    match = played("c3 d4")
    assert positions_to_analyse(match.plies, over=False) == (0, 1, 2)
    assert positions_to_analyse(match.plies, over=True) == (0, 1)


def test_the_largest_losses_are_found_in_the_order_of_play() -> None:
    match = played("c3 d4 e5 f6")
    thoughts = evens(match, 0.5, 0.5, 0.5, 0.9, 0.9)
    # Seat 1 was to play its second ply at 0.1 and its first at 0.5; seat 0 never lost anything.
    thoughts[0] = thought("b2", 0.8, 0.2)
    thoughts[3] = thought("b2", 0.6, 0.4)
    found = turning_points(match, thoughts)
    assert [(turn.ply, turn.seat, turn.better) for turn in found] == [(0, 0, "b2"), (3, 1, "b2")]
    assert [turn.drop for turn in found] == pytest.approx([0.3, 0.3])
    assert found[0].before == 0.8
    assert found[0].after == 0.5


def test_small_losses_are_left_out_and_so_are_too_many() -> None:
    match = played("c3 d4 e5 f6 b2 b3 c1")
    thoughts = {
        number: thought("g7", *((0.6, 0.4) if number % 2 == 0 else (0.4, 0.6)))
        for number in range(8)
    }
    thoughts[0] = thought("g7", 0.47, 0.53)
    thoughts[2] = thought("g7", 0.9, 0.1)
    assert len(turning_points(match, thoughts)) == 5
    assert [turn.ply for turn in turning_points(match, thoughts, most=2)] == [1, 2]
    assert 0 not in [turn.ply for turn in turning_points(match, thoughts)]
    assert turning_points(match, thoughts, least=0.6) == ()


def test_the_ply_that_was_thought_best_costs_nothing() -> None:
    match = played("c3 d4")
    assert turning_points(match, evens(match, 0.9, 0.2, 0.2)) == ()


def test_a_ply_is_not_judged_by_the_throw_that_follows() -> None:
    match = played("2+3", "super7")
    first, other = (str(move) for move in match.state.moves()[:2])
    match.play(first)
    match.play("6+1")
    own = Candidate(first, 50, (0.5, 0.5))
    thoughts = {
        1: thought(other, 0.55, 0.45, others=(own,)),
        3: thought(str(match.state.moves()[0]), 0.1, 0.9),
    }
    assert turning_points(match, thoughts) == ()
    thoughts[1] = thought(other, 0.75, 0.25, others=(own,))
    (turn,) = turning_points(match, thoughts)
    assert (turn.ply, turn.before, turn.after) == (1, 0.75, 0.5)


def test_a_ply_before_dice_that_was_hardly_looked_at_is_as_good_as_the_worst_one() -> None:
    match = played("2+3", "super7")
    moves = [str(move) for move in match.state.moves()]
    match.play(moves[0])
    match.play("6+1")
    worst = Candidate(moves[2], 3, (0.2, 0.8))
    (turn,) = turning_points(match, {1: thought(moves[1], 0.6, 0.4, others=(worst,))})
    assert turn.after == 0.2
    unseen = Candidate(moves[0], 0, (0.55, 0.45))
    (turn,) = turning_points(match, {1: thought(moves[1], 0.6, 0.4, others=(worst, unseen))})
    assert turn.after == 0.2


def test_a_well_known_candidate_and_the_next_thought_are_both_heard() -> None:
    match = played("c3 d4")
    thoughts = evens(match, 0.5, 0.3, 0.3)
    thoughts[0] = thought("b2", 0.7, 0.3, others=(Candidate("c3", 50, (0.5, 0.5)),))
    (turn,) = turning_points(match, thoughts)
    assert turn.after == pytest.approx(0.4)
    thoughts[0] = thought("b2", 0.7, 0.3, others=(Candidate("c3", 1, (0.5, 0.5)),))
    assert turning_points(match, thoughts)[0].after == 0.3


def test_chances_are_known_as_far_as_somebody_thought_and_at_the_end() -> None:
    match = played("c3 d4 e5")
    assert chances(match, {}) == (None, None, None, None)
    thoughts = evens(match, 0.5, 0.6)
    assert chances(match, thoughts) == ((0.5, 0.5), (0.6, 0.4), None, None)
    match.resign(0)
    assert chances(match, thoughts)[-1] == (0, 1)


def test_dice_change_nothing() -> None:
    match = played("2+3", "super7")
    move = str(match.state.moves()[0])
    match.play(move)
    match.play("6+1")
    last = match.state.moves()[0]
    thoughts = {1: thought(move, 0.7, 0.3), 3: thought(str(last), 0.4, 0.6)}
    assert chances(match, thoughts) == ((0.7, 0.3), (0.7, 0.3), (0.7, 0.3), (0.4, 0.6))


@given(st.lists(st.floats(0, 1), min_size=2, max_size=4))
def test_percents_sum_to_a_hundred_and_are_next_to_the_truth(values: list[float]) -> None:
    found = percents(values)
    assert sum(found) == 100
    total = sum(values)
    if total > 1e-6:
        assert all(abs(p - 100 * v / total) < 1 for p, v in zip(found, values, strict=True))


def test_percents_of_nothing_are_even() -> None:
    assert percents((0.0, 0.0, 0.0)) == (34, 33, 33)
    assert percents((1 / 3, 2 / 3)) == (33, 67)


def test_a_thought_is_clear_where_it_is_proved_or_one_ply_stands_apart() -> None:
    assert not is_clear(thought("a", 0.6, 0.4), 0)
    assert is_clear(Analysis("a", (1.0, 0.0), proven=True), 0)
    won = Candidate("a", 10, (0.0, 1.0), proven=True)
    assert is_clear(Analysis("a", (0.1, 0.9), (won,)), 1)
    assert not is_clear(Analysis("a", (0.1, 0.9), (won,)), 0)
    many, few = Candidate("a", 40_000, (0.6, 0.4)), Candidate("b", 100, (0.5, 0.5))
    assert is_clear(Analysis("a", (0.6, 0.4), (many, few)), 0)
    assert not is_clear(Analysis("a", (0.6, 0.4), (many, many)), 0)


def test_of_some_plies_the_one_that_was_liked_best_is_taken() -> None:
    other = Candidate("b", 5, (0.4, 0.6))
    found = thought("a", 0.6, 0.4, others=(other,))
    assert best_allowed(found, ["b", "c"]) == other
    assert best_allowed(found, ["c"]) is None
    best = best_allowed(Analysis("a", (0.6, 0.4)), ["a"])
    assert best is not None
    assert best.values == (0.6, 0.4)

"""Trelawney's Glory: what the guide sees, against playing every ply."""

from random import Random

import pytest

from tabletop.ai.weights import load_weights
from tabletop.engine.kernel import RESULT, TURN, legal_codes, position_after
from tabletop.games.trelawney import GAME, guide, kernel
from tabletop.games.trelawney.kernel import BOARD
from tabletop.games.trelawney.rules import Move, State
from tests.games.played_game import ended
from tests.games.trelawney.boards import BOTH, PLAIN, READY, TRAP, position

W = load_weights(GAME, guide.WEIGHTS).w(guide.WEIGHTS)
SCRATCH = [0] * guide.SCRATCH


def scattered(rng: Random, points: bool = False, declare: bool = False) -> State:
    """A position with stones anywhere, some of them out, that is not over."""
    while True:
        s = list(GAME.start(2, intersections=points, declare=declare).position)
        share = rng.choice((0.25, 0.4, 0.55))
        for square in range(64):
            if BOARD[points] >> square & 1 and rng.random() < share:
                s[kernel.STONES + rng.randrange(2)] |= 1 << square
        for place in range(28):
            if rng.random() < 0.15:
                kernel.put_out(s, rng.randrange(2), place)
        s[2] = rng.choice((20, 21))
        s[TURN] = s[2] % 2
        kernel.settle(s)
        if not s[RESULT]:
            return State(tuple(s))


def winning_plies(state: State) -> set[int]:
    """Every ply that wins at once, found by playing them all."""
    won = 1 + (1 << state.turn)
    s = state.position
    return {
        code for code in legal_codes(kernel, s) if position_after(kernel, s, code)[RESULT] == won
    }


def seen(state: State) -> str:
    code = guide.winning_move(list(state.position), SCRATCH)
    return str(Move(code)) if code >= 0 else ""


@pytest.mark.parametrize("points", [False, True])
def test_a_ply_that_wins_at_once_is_always_seen_and_none_is_imagined(points: bool) -> None:
    rng = Random(7)
    many = 0
    for _ in range(400):
        state = scattered(rng, points)
        wins = winning_plies(state)
        code = guide.winning_move(list(state.position), SCRATCH)
        assert code in wins if wins else code == -1, str(state)
        many += bool(wins)
    assert many > 40


def test_lays_shoves_and_drags_that_win_are_seen() -> None:
    assert seen(position(READY)) in ("a1", "f1")
    assert seen(position(PLAIN * 6 + "..BBB.W./........ B 8")) == "e1>f1"
    held = position(PLAIN * 4 + "......W./.BBBBW../......W./........ B 8")
    assert seen(held)[-2:] == "e2"
    boxed = position(PLAIN * 3 + "....WB../....WBW./.BBBBWB./....BW../....W... B 16")
    assert [str(Move(code)) for code in winning_plies(boxed)] == [seen(boxed)] == ["f1<e2"]


def test_a_drag_that_gives_the_enemy_five_first_is_no_win() -> None:
    rows = PLAIN * 3 + ".WWWW.../..BBBBW./......../......../........ B 8"
    state = position(rows)
    drag = GAME.read_move("e4<f3")
    assert ended(state.play(drag)).winners == (1,)
    assert drag.code not in winning_plies(state)
    assert guide.winning_move(list(state.position), SCRATCH) in winning_plies(state)


def test_where_only_such_drags_are_left_no_win_is_seen() -> None:
    # a1 and f1 cannot be shoved out, and dragging either gives White the second rank.
    state = position(PLAIN * 5 + "..WWWW../.WBBBBW./.W....B. B 20")
    assert ended(state.play(GAME.read_move("a2<a1"))).winners == (1,)
    assert seen(state) == ""


def test_with_called_fives_a_ply_that_makes_one_is_seen() -> None:
    state = position(READY, declare=True)
    assert seen(state) in ("a1", "f1")
    assert seen(state.play(GAME.read_move("f1"))) == ""


@pytest.mark.parametrize("points", [False, True])
@pytest.mark.parametrize("declare", [False, True])
def test_the_chances_of_both_seats_sum_to_one(points: bool, declare: bool) -> None:
    rng = Random(3)
    values = [0.0] * 8
    for _ in range(60):
        state = scattered(rng, points, declare)
        s = list(state.position)
        guide.evaluate(s, values, SCRATCH, W)
        assert tuple(s) == state.position
        assert 0 < values[0] < 1
        assert values[0] + values[1] == pytest.approx(1)


def test_a_five_that_stands_uncalled_is_nearly_won() -> None:
    state = position(READY, declare=True).play(GAME.read_move("f1"))
    values = [0.0] * 8
    guide.evaluate(list(state.position), values, SCRATCH, W)
    assert values[0] > 0.95


def test_what_is_good_for_one_seat_is_good_for_the_other() -> None:
    values, other = [0.0] * 8, [0.0] * 8
    for text in (TRAP, BOTH, READY):
        swapped = text.translate(str.maketrans("BW", "WB")).rsplit(" ", 1)[0] + " 9"
        guide.evaluate(list(position(text).position), values, SCRATCH, W)
        guide.evaluate(list(position(swapped).position), other, SCRATCH, W)
        assert values[0] == pytest.approx(other[1])


def leanings(state: State) -> dict[str, float]:
    moves = [0] * kernel.MAX_MOVES
    s = list(state.position)
    n = kernel.legal_moves(s, moves, SCRATCH)
    found = [0.0] * kernel.MAX_MOVES
    guide.prior(s, moves, n, found, SCRATCH, W)
    assert tuple(s) == state.position
    return {str(Move(moves[i])): found[i] for i in range(n)}


def test_plies_that_stop_a_five_come_before_those_that_do_not() -> None:
    state = position(PLAIN * 4 + ".WWWW.../......../....BB../........ B 8")
    leaning = leanings(state)
    stops = {ply for ply in leaning if not winning_plies(state.play(GAME.read_move(ply)))}
    assert stops
    assert min(leaning[ply] for ply in stops) > max(
        leaning[ply] for ply in leaning if ply not in stops
    )


def test_a_guided_play_out_wins_where_it_can() -> None:
    state = position(READY)
    code = guide.rollout_move(list(state.position), 12345, SCRATCH, W)
    assert str(Move(code)) in ("a1", "f1")
    quiet = GAME.start(2)
    assert guide.rollout_move(list(quiet.position), 12345, SCRATCH, W) in legal_codes(
        kernel, quiet.position
    )


@pytest.mark.parametrize("points", [False, True])
def test_random_plies_are_legal_and_all_equally_likely(points: bool) -> None:
    state = scattered(Random(11), points)
    s, legal = list(state.position), legal_codes(kernel, state.position)
    counts = dict.fromkeys(legal, 0)
    rng = Random(5)
    for _ in range(200 * len(legal)):
        code = kernel.random_move(s, rng.getrandbits(31), SCRATCH)
        if code >= 0:
            counts[code] += 1
    mean = sum(counts.values()) / len(legal)
    chi = sum((count - mean) ** 2 / mean for count in counts.values())
    assert chi < 1.6 * len(legal)

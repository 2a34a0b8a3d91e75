"""Shoo: what the guide sees, held against the rules."""

import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from math import isfinite
from random import Random

import pytest

from tabletop.ai import Computer
from tabletop.engine.kernel import RESULT, legal_codes, position_after
from tabletop.games.shoo import GAME, guide, kernel
from tabletop.games.shoo.kernel import CORNER, DOORSTEP, FILLED, HOMES, LANDED, RIDDEN
from tabletop.games.shoo.rules import State
from tests.games.shoo.boards import board, busy

TOLD = json.loads(files(GAME.folder).joinpath("weights.json").read_text(encoding="utf-8"))
W = [float(TOLD["weights"][name]) for name in guide.WEIGHTS]
OPTIONS = [
    {"hush": hush, "leave_home": leave}
    for hush, leave in product(("refuse", "lose-move", "stable"), (False, True))
]
each_option = pytest.mark.parametrize("options", OPTIONS, ids=str)

ONE_SHORT = (
    "www...... ww....... wwww..... ......... .....b... .....b... ........b .......bb ......bbb"
)


def chances(state: State) -> list[float]:
    values = [0.0, 0.0]
    guide.evaluate(list(state.position), values, [7] * guide.SCRATCH, W)
    return values


def leanings(state: State) -> dict[str, float]:
    codes = legal_codes(kernel, state.position)
    found = [0.0] * len(codes)
    guide.prior(list(state.position), codes, len(codes), found, [7] * guide.SCRATCH, W)
    return {str(state.move(code)): one for code, one in zip(codes, found, strict=True)}


def winning(state: State) -> str:
    code = guide.winning_move(list(state.position), [7] * guide.SCRATCH)
    return "" if code < 0 else str(state.move(code))


def met(options: dict[str, str | bool], plies: int) -> Iterator[State]:
    """Positions of a random game in which the pieces are soon mixed."""
    luck = Random(f"{options}")
    state = busy(**options)
    for _ in range(plies):
        yield state
        moves = state.moves()
        walks = [move for move in moves if move.kind in (kernel.STEP, kernel.CAPTURE)]
        state = state.play(luck.choice(walks or moves))
        if state.outcome() is not None:
            return


def nearly_won(luck: Random, seat: int) -> State:
    """Eight or nine travelers in and about the goal, anything else anywhere."""
    goal = list(HOMES[1 - seat])
    edge = [square for square in range(81) if DOORSTEP[seat * 81 + square]]
    luck.shuffle(goal)
    squares = [0] * 81
    for square in goal[: luck.choice((7, 8))]:
        squares[square] = kernel.FOOT + seat
    for square in luck.sample(edge, 1):
        squares[square] = luck.choice((kernel.FOOT, kernel.RIDER)) + seat
    for piece in [kernel.FOOT + 1 - seat] * 4 + [kernel.RIDER + 1 - seat]:
        free = [square for square in (edge if piece < 3 else range(81)) if not squares[square]]
        free = [square for square in free if square not in HOMES[0] + HOMES[1]]
        squares[luck.choice(free)] = piece
    rows = ["".join(".wbWBh"[one] for one in squares[r * 9 : r * 9 + 9]) for r in range(9)]
    return board(" ".join(reversed(rows)), f"{'wb'[seat]} 0,0 0,0 - 30")


def test_the_weights_are_those_that_the_guide_names() -> None:
    assert list(TOLD["weights"]) == list(guide.WEIGHTS)
    assert TOLD["record"]
    assert guide.SCRATCH > kernel.SCRATCH


def test_distances_to_the_goal_are_those_of_the_board() -> None:
    assert FILLED == 13
    for seat in (0, 1):
        corner = [CORNER[seat * 81 + square] for square in HOMES[1 - seat]]
        assert sorted(corner) == [0, 1, 1, 1, 2, 2, 2, 2, 2]
        assert sum(DOORSTEP[seat * 81 : seat * 81 + 81]) == 7
        for square in range(81):
            if DOORSTEP[seat * 81 + square]:
                assert RIDDEN[seat * 81 + square] == LANDED
                assert CORNER[seat * 81 + square] == 3
        for square in range(81):
            assert RIDDEN[seat * 81 + square] == RIDDEN[(1 - seat) * 81 + 80 - square]


@each_option
def test_it_finds_a_win_at_once_exactly_where_there_is_one(options: dict[str, str | bool]) -> None:
    for state in met(options, 40):
        assert bool(winning(state)) == any(wins(state))


def test_it_finds_every_win_at_once_near_the_end() -> None:
    luck, found = Random(3), 0
    for i in range(300):
        state = nearly_won(luck, i % 2)
        ply = winning(state)
        assert bool(ply) == any(wins(state)), str(state)
        if ply:
            found += 1
            assert state.play(GAME.read_move(ply)).outcome() is not None
            assert GAME.read_move(ply) in state.moves()
    assert 20 < found < 260


def wins(state: State) -> Iterator[bool]:
    for code in legal_codes(kernel, state.position):
        yield position_after(kernel, state.position, code)[RESULT] == 1 + (1 << state.turn)


def test_the_shooed_come_first_even_where_another_could_win() -> None:
    assert winning(board(ONE_SHORT)) == "d7-c8"
    shooed = board("www...... ww.W..... ww....... ...w..... ..b.b.... ......... .......bb")
    assert winning(shooed) == ""


@each_option
def test_chances_are_chances_and_leanings_finite(options: dict[str, str | bool]) -> None:
    for state in met(options, 40):
        both = chances(state)
        assert sum(both) == pytest.approx(1.0)
        assert all(0.0 < one < 1.0 for one in both)
        assert all(isfinite(one) for one in leanings(state).values())


def test_nothing_is_changed_by_looking() -> None:
    state = busy()
    s = list(state.position)
    codes = legal_codes(kernel, state.position)
    guide.evaluate(s, [0.0, 0.0], [7] * guide.SCRATCH, W)
    guide.prior(s, codes, len(codes), [0.0] * len(codes), [7] * guide.SCRATCH, W)
    guide.winning_move(s, [7] * guide.SCRATCH)
    assert tuple(s) == state.position


def test_who_is_nearer_to_the_goal_is_ahead() -> None:
    homes = f"{'bbb...... ' * 3}{'......... ' * 3}{'......www ' * 3}"
    white, black = board(homes), board(homes, "b 0,0 0,0 - 0")
    assert chances(white)[0] == pytest.approx(chances(black)[1])
    near = board("......... ......... ......... ..w...... ......... .....b... b........")
    assert near.turn == 0
    assert chances(near)[0] > 0.5
    far = board("......... ......... ......... .......b. ......... .w....... .w.......")
    assert chances(far)[0] < chances(near)[0]


def test_it_leans_to_walking_on_and_away_from_holding_a_horse() -> None:
    lean = leanings(board("......... ......... ......... ......... ....w.... ......h.."))
    assert lean["e5-d6"] > lean["=g4"]
    assert lean["e5-d6"] > lean["e5-f4"]


def test_it_leans_to_a_shoo_and_to_a_capture() -> None:
    state = board("......... ......... ......... ..b...... .w....... ....w.... .........")
    lean = leanings(state)
    assert lean["e4-d5"] > lean["e4-d4"]
    taking = leanings(
        board("......... ......... ......... ......... ....wB... ......... .........")
    )
    assert max(taking, key=lambda ply: taking[ply]).startswith("e5*f5")


def test_a_ply_that_takes_back_the_last_one_is_known() -> None:
    state = board("......... ......... ......... ......... w........ ......... ......... ......b..")
    for ply in ("a5-b5", "g2-g1"):
        state = state.play(GAME.read_move(ply))
    assert state.goes_back(GAME.read_move("b5-a5"))
    assert not state.goes_back(GAME.read_move("b5-b6"))
    assert not GAME.start().goes_back(GAME.read_move("g3-f4"))


@pytest.mark.parametrize("level", ["Beginner", "Easygoing"])
def test_weak_levels_never_go_back_where_they_came_from(level: str) -> None:
    state = GAME.start()
    players = [Computer(GAME, level, seed) for seed in (2, 52)]
    while state.ply < 50:
        move = players[state.turn].choose(state, playouts=60)
        assert state.ply == 0 or not state.goes_back(move)
        state = state.play(move)

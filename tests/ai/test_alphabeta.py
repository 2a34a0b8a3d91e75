"""The alpha-beta search, on Nim, of which all is known, and against plain minimax on Shoo."""

from functools import reduce
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ai import alphabeta
from tabletop.ai.alphabeta import (
    DESK_BEST_PLY,
    DESK_FINISHED_DEPTH,
    DESK_POSITIONS,
    NULL_WINDOW_WIDTH,
)
from tabletop.ai.compilation import link_game
from tabletop.ai.search import AlphaBetaSearch, LinkedGame
from tabletop.ai.weights import ALPHABETA_PARAMETERS, Weights, load_weights
from tabletop.engine.kernel import PLY, RESULT, TURN, Position, legal_codes, position_after
from tabletop.games import find_game
from tests.ai.nim import NIM, heaps
from tests.lanes import examples

SHOO = find_game("shoo")
OWN = load_weights(SHOO, link_game(SHOO).guide.WEIGHTS)
NARROWED = {"width": 0.0, "late": 0.0, "forced": 0.0}
FEW = "......... .b.....W. ..w...... ...b..... ......... ....h.... ......... ......... ......w.."
"""A few pieces of both, so that all of it can be looked at."""
CORNER = ".ww...... www...... www...... ...w..... ......... .......b."
"""White's last traveler waits where a gap can be handed on from the far corner."""

counts = st.tuples(*[st.integers(0, 3)] * 3).filter(any)


def position(drawing: str, rest: str = "w 0,0 0,0 - 20") -> Position:
    found: Position = SHOO.read_state(f"{'/'.join(drawing.split())} {rest}").position
    return found


def searching(where: Position, **steps: float) -> AlphaBetaSearch:
    weights = Weights(OWN.search, OWN.guide, {**OWN.deepening, **steps}, "alphabeta")
    return AlphaBetaSearch(link_game(SHOO), weights, where, 1 << 12)


def desk(search: AlphaBetaSearch, slot: int) -> int:
    return int(search.buffers["desk"][slot])


def promise(search: AlphaBetaSearch) -> float:
    """What the answer is worth to the seat to move, -1 to 1 and beyond for what is certain."""
    code = desk(search, DESK_BEST_PLY)
    found = next(one.place for one in search.branches if one.code == code)
    return float(search.buffers["root_values"][found])


def minimax(functions: LinkedGame, where: Position, left: int, w: list[float], d: int = 0) -> float:
    """The same worth, by looking at everything."""
    best = -9.0
    for code in legal_codes(functions.kernel, where):
        then = position_after(functions.kernel, where, code)
        if then[RESULT]:
            worth = 0.0 if then[RESULT] == 1 else 2.0 - 0.001 * (d + 1)
            worth = worth if then[RESULT] == 1 or then[RESULT] - 1 >> where[TURN] & 1 else -worth
        elif left == 1:
            values = [0.0] * 8
            functions.guide.evaluate(list(then), values, [0] * functions.guide.SCRATCH, w)
            worth = 2.0 * values[where[TURN]] - 1.0
        else:
            worth = -minimax(functions, then, left - 1, w, d + 1)
        best = max(best, worth)
    return best


@examples(25)
@given(counts)
def test_every_small_heap_of_nim_is_solved(given_counts: tuple[int, ...]) -> None:
    state = heaps(*given_counts)
    weights = Weights(deepening={**ALPHABETA_PARAMETERS, "most": 12.0}, method="alphabeta")
    search = AlphaBetaSearch(link_game(NIM), weights, state.position, 1 << 10)
    while not search.done:
        search.search(500)
    wins = reduce(xor, given_counts) != 0
    assert search.proof == (1 + 1 if wins else 1 + 2)


@pytest.mark.parametrize("turn", ["w", "b"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_without_shortcuts_it_finds_what_looking_at_everything_finds(depth: int, turn: str) -> None:
    where = position(FEW, f"{turn} 0,0 0,0 - 20")
    search = searching(where, **NARROWED, most=float(depth))
    while not search.done:
        search.search(1000)
    assert desk(search, DESK_FINISHED_DEPTH) == depth
    functions = link_game(SHOO)
    wanted = minimax(functions, where, depth, OWN.w(functions.guide.WEIGHTS))
    assert promise(search) == pytest.approx(wanted, abs=2 * NULL_WINDOW_WIDTH)


def test_it_can_be_left_at_any_position_and_gone_on_with() -> None:
    whole, sliced = (searching(position(FEW), most=3.0) for _ in range(2))
    while not whole.done:
        whole.search(10**6)
    slices = 0
    while not sliced.done:
        sliced.search(1)
        slices += 1
    assert slices > 100
    assert desk(sliced, DESK_BEST_PLY) == desk(whole, DESK_BEST_PLY)
    assert desk(sliced, DESK_POSITIONS) == desk(whole, DESK_POSITIONS)
    assert promise(sliced) == promise(whole)


def test_a_certain_win_ends_the_search_and_says_how_far_it_is() -> None:
    rows = (
        ".ww...... www...... www...... ...w..... ......... .......b. .....b.bb ....b..bb .......bb"
    )
    search = searching(position(rows))
    while not search.done:
        search.search(1000)
    assert promise(search) == pytest.approx(2.0 - 0.005)  # three turns are five plies
    best = max(search.branches, key=lambda one: one.rank)
    assert str(SHOO.read_move("b8-a9")) == str(type(SHOO.start()).move(best.code))
    assert search.proof == 2
    assert len(search.line(best.place)) >= 3


def test_where_the_game_has_been_counts_as_a_draw() -> None:
    state = SHOO.read_state(f"{'/'.join(FEW.split())} w 0,0 0,0 - 20")
    then = [state.play(move) for move in state.moves()]
    search = searching(state.position, most=2.0)
    search.remember([one.position for one in then])
    while not search.done:
        search.search(1000)
    assert promise(search) == 0.0
    search = searching(state.position, most=2.0)
    while not search.done:
        search.search(1000)
    assert promise(search) != 0.0


def test_positions_are_told_apart_but_for_their_plies() -> None:
    state = SHOO.start()
    sign = vars(link_game(SHOO).alphabeta)["signature"]
    then = [list(state.play(move).position) for move in state.moves()]
    assert len({sign(s) for s in then}) == len(then)
    for s in then:
        mark = sign(s)
        s[PLY] += 17
        assert sign(s) == mark
        assert 0 <= mark < 1 << 62


def test_a_shallow_entry_does_not_drive_out_a_deep_one_at_once() -> None:
    table, worths = [0] * (8 * alphabeta.ENTRY_SIZE), [0.0] * 8
    alphabeta.store_entry(8, 9, alphabeta.BOUND_EXACT, 0.5, 77, 8, table, worths)
    at = alphabeta.table_index(8, 8)
    other = next(mark for mark in range(9, 99) if alphabeta.table_index(mark, 8) == at)
    alphabeta.store_entry(other, 1, alphabeta.BOUND_EXACT, 0.1, 78, 8, table, worths)
    assert table[at * alphabeta.ENTRY_SIZE + alphabeta.ENTRY_BEST_PLY] == 77
    for _ in range(6):
        alphabeta.store_entry(other, 1, alphabeta.BOUND_EXACT, 0.1, 78, 8, table, worths)
    assert table[at * alphabeta.ENTRY_SIZE + alphabeta.ENTRY_BEST_PLY] == 78

"""The tree search, on Nim, of which all is known, and on the games of the house."""

from functools import reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.ai import LEVELS, Computer
from tabletop.ai.binding import bound
from tabletop.ai.forest import Tree
from tabletop.ai.weights import Weights, plain
from tabletop.games import find_game
from tests.ai.nim import NIM, chance, heaps

counts = st.tuples(*[st.integers(0, 3)] * 3).filter(any)


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_UNCOMPILED", "1")


def grown(state: Any, sims: int, weights: Weights | None = None) -> Tree:
    tree = Tree(bound(NIM), weights or Weights(), state.position, 12345, 20_000)
    tree.search(sims)
    return tree


@settings(deadline=None, max_examples=25)
@given(counts)
def test_every_small_heap_of_nim_is_solved_and_proved(given_counts: tuple[int, ...]) -> None:
    state = heaps(*given_counts)
    tree = grown(state, 6_000)
    wins = reduce(xor, given_counts) != 0
    assert tree.proof == (1 + 1 if wins else 1 + 2)
    if wins:
        ply = Computer(NIM).choose(state, playouts=5_000)
        assert reduce(xor, state.play(ply).heaps) == 0


def test_a_proved_tree_looks_at_nothing_more() -> None:
    tree = grown(heaps(1, 1, 0), 10_000)
    assert tree.proof == 3
    before = tree.visits
    tree.search(100)
    assert tree.visits == before < 200


def test_a_seat_of_three_sees_who_will_win() -> None:
    tree = grown(heaps(1, 1, 1, seats=3), 500)
    assert tree.proof == 1 + 4  # three takes are left, whoever takes which


def test_with_dice_the_best_take_has_the_best_chance() -> None:
    for limit in (1, 2, 3):
        state = heaps(2, 2, 1, dice=True, limit=limit)
        tree = grown(state, 30_000)
        best = max(tree.branches, key=lambda one: one.visits)
        after = state.play(state.move(best.code)).heaps
        value = 1.0 - sum(chance(after, die) for die in (1, 2, 3)) / 3
        assert value == pytest.approx(chance((2, 2, 1), limit), abs=0.02)
        assert best.values[0] == pytest.approx(value, abs=0.06)


def test_dice_that_always_lose_are_proved() -> None:
    tree = grown(heaps(1, 1, 0, dice=True, limit=1), 5_000)
    assert tree.proof == 1 + 2


def test_the_values_of_all_seats_sum_to_one() -> None:
    for seats in (2, 3):
        tree = grown(heaps(3, 4, 5, seats=seats), 400)
        for branch in tree.branches:
            if branch.values:
                assert sum(branch.values) == pytest.approx(1.0)


def test_plain_search_tries_every_ply_before_any_twice() -> None:
    state = heaps(3, 4, 5)
    tree = grown(state, 12, plain(Weights()))
    assert [branch.visits for branch in tree.branches] == [1] * len(state.moves())


def test_a_full_tree_still_counts_what_it_looks_at() -> None:
    tree = Tree(bound(NIM), plain(Weights()), heaps(5, 5, 5).position, 1, 0)
    tree.search(2_000)
    assert tree.size <= tree.capacity
    assert tree.visits == 2_000 or tree.proof


def test_rapid_estimates_do_not_change_what_is_proved() -> None:
    tree = grown(heaps(1, 2, 3), 20_000, Weights().but({"rave": 300}))
    assert tree.proof == 3


@pytest.mark.parametrize("key", ["shout7", "super7", "trelawney"])
def test_the_tree_is_kept_between_plies(key: str) -> None:
    game = find_game(key)
    state: Any = game.start()
    while state.turn < 0:
        state = state.play(state.moves()[0])
    computer = Computer(game, LEVELS[-1], seed=3)
    ply = next(
        move
        for move in state.moves()
        if str(move) == computer.think(state, seconds=0.3).candidates[0].move
    )
    after = state.play(ply)
    tree = computer._trees[0]
    assert isinstance(tree, Tree)
    branch = next(one for one in tree.branches if one.code == ply.code)
    way = tree.way_to(after.position, 1)
    assert way == [ply.code]
    assert tree.follow(way, after.position)
    assert tree.visits == branch.visits
    assert tree.position == after.position
    codes = {move.code for move in after.moves()}
    assert {one.code for one in tree.branches} <= codes


def test_a_way_that_was_not_played_is_not_followed() -> None:
    tree = grown(heaps(3, 4, 5), 300)
    other = heaps(1, 1, 1)
    assert tree.way_to(other.position, 2) is None

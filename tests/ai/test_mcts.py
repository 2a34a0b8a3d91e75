"""The tree search, on Nim, of which all is known, and on the games of the house."""

from functools import reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ai import LEVELS, Computer
from tabletop.ai.compilation import link_game
from tabletop.ai.mcts import NODE_CHILD_COUNT, NODE_SIZE, SUMS_SIZE
from tabletop.ai.search import MctsSearch
from tabletop.ai.weights import Weights, plain_uct_weights
from tabletop.games import find_game
from tests.ai.nim import NIM, chance, heaps
from tests.lanes import examples

counts = st.tuples(*[st.integers(0, 3)] * 3).filter(any)


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_UNCOMPILED", "1")


def grown(state: Any, sims: int, weights: Weights | None = None) -> MctsSearch:
    tree = MctsSearch(link_game(NIM), weights or Weights(), state.position, 12345, 20_000)
    tree.search(sims)
    return tree


@examples(25)
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


def test_nothing_is_certain_while_a_seat_that_has_lost_may_choose_who_wins() -> None:
    """The first seat loses in any case; by a1 the third one wins, else the second."""
    tree = grown(heaps(2, 1, 0, seats=3), 900)
    assert {branch.proof for branch in tree.branches} == {1 + 2, 1 + 4}
    assert tree.proof == 0
    assert tree.done  # looking on would change nothing
    assert min(branch.visits for branch in tree.branches) > 250
    thought = Computer(NIM).think(heaps(2, 1, 0, seats=3), playouts=900)
    assert not thought.proven
    assert thought.values[0] == 0.0


def test_a_seat_before_that_choice_does_not_count_on_it() -> None:
    """After a1 the second seat can only lose, and says by its ply who of the others wins."""
    state = heaps(3, 1, 0, seats=3)
    tree = grown(state, 4_000)
    after = state.play(state.move(1))
    assert after.heaps == (2, 1, 0)
    assert next(branch.proof for branch in tree.branches if branch.code == 1) == 0


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


def test_a_leaf_is_worth_its_play_out_and_its_evaluation_in_the_set_shares() -> None:
    def first_values(share: float) -> tuple[float, ...]:
        tree = grown(heaps(3, 4, 5), 1, Weights().but({"judge": share}))
        return next(branch.values for branch in tree.branches if branch.visits)

    played_out, evaluated = first_values(0.0), first_values(1.0)
    assert played_out != evaluated
    for share in (0.25, 0.5):
        mixed = [(1 - share) * a + share * b for a, b in zip(played_out, evaluated, strict=True)]
        assert first_values(share) == pytest.approx(mixed)


def test_plain_search_tries_every_ply_before_any_twice() -> None:
    state = heaps(3, 4, 5)
    tree = grown(state, 12, plain_uct_weights(Weights()))
    assert [branch.visits for branch in tree.branches] == [1] * len(state.moves())


def test_a_node_that_grew_late_is_searched_on() -> None:
    """It was looked at more often than it has plies before there was room for any."""
    for weights in (plain_uct_weights(Weights()), Weights()):
        start = heaps(5, 5, 5)
        tree = MctsSearch(link_game(NIM), weights, start.position, 1, 0)
        tree.search(3_000)
        ply = max(tree.branches, key=lambda one: one.visits).code
        after = start.play(start.move(ply))
        assert tree.go_on(after.position, ply)
        tree.search(500)
        assert all(branch.visits for branch in tree.branches)


def test_what_a_kept_tree_knows_is_not_lost_by_one_more_look() -> None:
    start = heaps(9, 4, 0)
    tree = grown(start, 4_000, plain_uct_weights(Weights()))
    ply = max(tree.branches, key=lambda one: one.visits).code
    assert tree.go_on(start.play(start.move(ply)).position, ply)
    before = {one.code: one for one in tree.branches}
    tree.search(1)
    looked = next(one for one in tree.branches if one.visits > before[one.code].visits)
    assert looked.visits > 20
    assert looked.values[1] == pytest.approx(before[looked.code].values[1], abs=0.05)
    assert sum(looked.values) == pytest.approx(1.0)


def test_who_pondered_about_another_ply_keeps_the_tree() -> None:
    start = heaps(9, 9, 9)
    tree = grown(start, 2_000, plain_uct_weights(Weights()))
    expected, played = sorted(tree.branches, key=lambda one: one.visits)[-2:]
    assert tree.go_on(start.play(start.move(played.code)).position, expected.code)
    assert tree.visits == played.visits


def test_a_full_tree_still_counts_what_it_looks_at() -> None:
    tree = MctsSearch(link_game(NIM), plain_uct_weights(Weights()), heaps(5, 5, 5).position, 1, 0)
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
    computer = Computer(game, LEVELS[-1], seed=3, weights={"deepen": 0})
    best = computer.think(state, playouts=200).candidates[0].move
    ply = next(move for move in state.moves() if str(move) == best)
    after = state.play(ply)
    tree = computer.searches[0]
    assert isinstance(tree, MctsSearch)
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


def grown_below(tree: MctsSearch, node: int) -> Any:
    """All that a tree knows below a node, as nested tuples."""
    nodes, sums = tree.buffers["nodes"], tree.buffers["sums"]
    own = (
        *nodes[node * NODE_SIZE + NODE_CHILD_COUNT : (node + 1) * NODE_SIZE],
        *sums[node * SUMS_SIZE : (node + 1) * SUMS_SIZE],
    )
    return own, tuple(grown_below(tree, child) for child in tree.children(node))


def test_the_whole_tree_below_a_ply_is_kept() -> None:
    state = heaps(3, 4, 5)
    tree = grown(state, 400)
    branch = max(tree.branches, key=lambda one: one.visits)
    below = grown_below(tree, branch.place)
    assert sum(1 for child in below[1] if child[1]) > 1  # there are grandchildren to lose
    assert tree.follow([branch.code], state.play(state.move(branch.code)).position)
    assert grown_below(tree, 0) == below

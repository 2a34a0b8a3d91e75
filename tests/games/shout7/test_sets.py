"""Shout 7: the shapes in which a position is kept, against the plain board."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from tabletop.engine.kernel import RESULT, SEATS, TURN, Buffer, legal_codes, start_position
from tabletop.games.shout7 import kernel
from tabletop.games.shout7.guide import near_complete_count
from tabletop.games.shout7.kernel import (
    FIRST_LANDS,
    IN_STRETCH,
    IS_CELL,
    NEXT,
    PARTNER,
    PLACE_BIT,
    PLACE_COUNT,
    PLACE_WORD,
    PUSH,
    PUSH_COUNT,
    SECOND_LANDS,
    STRETCH_COUNTS,
    WORDS,
)

TABLES = [(2, 0), (2, 1), (3, 0), (4, 1)]


def game(seats: int, pits: int, seed: int) -> list[Buffer]:
    """The positions of a random game."""
    luck, s, met = Random(seed), start_position(kernel, seats, [pits]), []
    while not s[RESULT]:
        met.append(list(s))
        kernel.apply(s, kernel.random_move(s, luck.randrange(1 << 31), [0] * kernel.SCRATCH))
    return [*met, s]


def plain_pushes(s: Buffer) -> set[int]:
    """Rules 3 to 5, read off the board push by push."""
    if s[kernel.POTS + s[TURN]] < 2:
        return set()
    own, at = s[TURN] + 1, s[kernel.PLACES :]
    return {
        PUSH + push
        for push in range(PUSH_COUNT)
        if at[push // 18] not in (kernel.EMPTY, own)
        and at[PARTNER[push // 6]] not in (kernel.EMPTY, own, kernel.WALL)
        and at[FIRST_LANDS[push]] == at[SECOND_LANDS[push]] == kernel.EMPTY
    }


@pytest.mark.parametrize(("seats", "pits"), TABLES)
def test_the_pushes_found_by_sets_are_those_on_the_board(seats: int, pits: int) -> None:
    for s in game(seats, pits, 3)[2 * seats : -1]:
        codes = legal_codes(kernel, s)
        if kernel.stage_of(s[2], seats) == kernel.STAGE_PUSH:
            assert set(codes) == (plain_pushes(s) or {kernel.PASS})


@pytest.mark.parametrize(("seats", "pits"), TABLES)
def test_sets_and_stretches_say_what_stands_on_the_board(seats: int, pits: int) -> None:
    for s in game(seats, pits, 5):
        for place in range(PLACE_COUNT):
            holds = [s[kernel.PIECE_SETS + WORDS * seat + PLACE_WORD[place]] for seat in range(4)]
            here = [seat + 1 for seat in range(4) if holds[seat] & PLACE_BIT[place]]
            assert here == [s[kernel.PLACES + place]] * bool(s[kernel.PLACES + place])
        held = [Counter[int]() for _ in range(STRETCH_COUNTS[pits])]
        for i, count in enumerate(held):
            count.update(s[kernel.PLACES + place] for place in IN_STRETCH[7 * i : 7 * i + 7])
            for seat in range(4):
                assert s[kernel.STRETCH + i] >> 8 * seat & 255 == count[seat + 1]
        for seat in range(s[SEATS]):
            assert near_complete_count(s, seat) == sum(count[seat + 1] >= 5 for count in held)
            assert kernel.has_seven(s, seat) == any(count[seat + 1] == 7 for count in held)


def test_there_are_as_many_stretches_as_on_the_sheet() -> None:
    assert STRETCH_COUNTS == (147, 237)
    for i in range(237):
        row = IN_STRETCH[7 * i : 7 * i + 7]
        steps = {NEXT[6 * a : 6 * a + 6].index(b) for a, b in pairwise(row)}
        assert len(steps) == 1
        assert all(IS_CELL[place] for place in row) == (i < 147)

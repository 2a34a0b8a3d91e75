"""Shout 7: what the guide of a search sees."""

from collections.abc import Iterator
from importlib.resources import files
from random import Random

import pytest

from tabletop.ai.weights import load_weights
from tabletop.engine.kernel import (
    RESULT,
    SEATS,
    TURN,
    Buffer,
    legal_codes,
    position_after,
    start_position,
)
from tabletop.games.shout7 import GAME, guide, kernel
from tabletop.games.shout7.guide import in_danger
from tabletop.games.shout7.kernel import PASS
from tests.games.shout7.boards import position

SCRATCH = [0] * guide.SCRATCH
WEIGHTS = load_weights(GAME, guide.WEIGHTS).w(guide.WEIGHTS)
TABLES = [(2, False), (2, True), (3, False), (4, True)]


def wins_of(s: Buffer) -> list[int]:
    """All plies that win at once, found by trying every one."""
    won = 1 + (1 << s[TURN])
    return [
        code for code in legal_codes(kernel, s) if position_after(kernel, s, code)[RESULT] == won
    ]


def positions(seats: int, pits: bool, seed: int) -> Iterator[Buffer]:
    """The positions of a random game in which wins are rarely taken."""
    luck, s = Random(seed), start_position(kernel, seats, [int(pits)])
    while not s[RESULT]:
        yield s
        codes, wins = legal_codes(kernel, s), wins_of(s)
        calm = [code for code in codes if code not in wins]
        kernel.apply(s, luck.choice(calm if calm and luck.random() < 0.8 else codes))


@pytest.mark.parametrize(("seats", "pits"), TABLES)
def test_a_win_at_once_is_always_seen_and_none_is_imagined(seats: int, pits: bool) -> None:
    seen = 0
    for seed in range(5):
        for s in positions(seats, pits, seed):
            wins, before = wins_of(s), list(s)
            found = guide.winning_move(s, SCRATCH)
            assert s == before
            assert found in (wins or [-1])
            seen += bool(wins)
    assert seen > 5


@pytest.mark.parametrize(("seats", "pits"), TABLES)
def test_a_look_leaves_the_position_alone_and_adds_up_to_one(seats: int, pits: bool) -> None:
    luck = Random(7)
    for s in positions(seats, pits, 11):
        before, codes = list(s), legal_codes(kernel, s)
        values, leanings = [9.0] * 8, [9.0] * len(codes)
        guide.evaluate(s, values, SCRATCH, WEIGHTS)
        assert sum(values[: s[SEATS]]) == pytest.approx(1.0)
        assert all(0.0 < value < 1.0 for value in values[: s[SEATS]])
        guide.prior(s, codes, len(codes), leanings, SCRATCH, WEIGHTS)
        assert guide.rollout_move(s, luck.randrange(1 << 31), SCRATCH, WEIGHTS) in codes
        assert s == before


def test_giving_another_seven_is_leaned_to_least() -> None:
    s = list(position(7, B="m12", W="g2 g3 g4 g5 g6 f6 f7").position)
    codes = legal_codes(kernel, s)
    leanings = [0.0] * len(codes)
    guide.prior(s, codes, len(codes), leanings, SCRATCH, WEIGHTS)
    least = codes[leanings.index(min(leanings))]
    assert str(GAME.read_move("f6f7:ne")) == str(type(GAME.read_move("pass"))(least))


def test_a_danger_is_a_seven_that_another_seat_could_make() -> None:
    five, pair = "h2 h3 h4 h5 h6", "h7 h8"
    assert in_danger(list(position(7, W=five, B=pair).position), SCRATCH)
    assert not in_danger(list(position(8, W=five, B=pair).position), SCRATCH)
    assert not in_danger(list(position(7, W=five, B="h7 m3").position), SCRATCH)


def test_the_last_pass_wins_where_the_pits_are_ones_own() -> None:
    s = list(position(8, passes=1, B="h8", W="a1 a3").position)
    assert guide.winning_move(s, SCRATCH) == PASS
    s = list(position(8, passes=1, B="a6", W="a1").position)
    assert guide.winning_move(s, SCRATCH) == -1


def test_the_weights_tell_how_they_came() -> None:
    assert '"record"' in files(GAME.folder).joinpath("weights.json").read_text(encoding="utf-8")

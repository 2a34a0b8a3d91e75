"""Super Seven: what the guide sees, held against the rules."""

import json
from collections.abc import Iterator
from importlib.resources import files
from math import isfinite
from random import Random

import pytest

from tabletop.engine.kernel import RESULT, TURN, legal_codes, position_after
from tabletop.games.super7 import GAME, guide, kernel
from tabletop.games.super7.guide import THROW_WAYS
from tabletop.games.super7.kernel import DIE_1, DIE_2, FIRST_THROW, THROWS
from tabletop.games.super7.rules import State
from tests.games.super7.boards import BLUE, EMPTY, RED, position

TOLD = json.loads(files(GAME.folder).joinpath("weights.json").read_text(encoding="utf-8"))
W = [float(TOLD["weights"][name]) for name in guide.WEIGHTS]

each_option = pytest.mark.parametrize("strict", [False, True], ids=["written", "strict"])


def played(strict: bool, games: int, seed: int = 5) -> Iterator[State]:
    """Every position of some random games but the finished ones."""
    luck = Random(seed)
    for _ in range(games):
        state = GAME.start(2, strict_middle=strict)
        while state.outcome() is None:
            yield state
            state = state.play(luck.choice(state.moves()))


def chances(state: State) -> list[float]:
    values = [0.0, 0.0]
    guide.evaluate(list(state.position), values, [7] * guide.SCRATCH, W)
    return values


def leanings(state: State) -> dict[str, float]:
    codes = legal_codes(kernel, state.position)
    found = [0.0] * len(codes)
    guide.prior(list(state.position), codes, len(codes), found, [7] * guide.SCRATCH, W)
    return {str(state.move(code)): one for code, one in zip(codes, found, strict=True)}


def test_the_weights_are_those_that_the_guide_names() -> None:
    assert list(TOLD["weights"]) == list(guide.WEIGHTS)
    assert TOLD["record"]
    assert guide.SCRATCH >= kernel.SCRATCH


# The end in sight


@each_option
def test_a_win_at_once_is_seen_exactly_when_there_is_one(strict: bool) -> None:
    seen = 0
    for state in played(strict, 12):
        if state.turn < 0:
            continue
        wins = {
            code
            for code in legal_codes(kernel, state.position)
            if position_after(kernel, state.position, code)[RESULT]
        }
        found = guide.winning_move(list(state.position), [0] * guide.SCRATCH)
        assert found in wins if wins else found == -1
        seen += bool(wins)
    assert seen > 5


def test_a_play_out_takes_a_box_where_it_can_and_is_always_legal() -> None:
    luck = Random(3)
    for state in played(False, 4):
        legal = legal_codes(kernel, state.position)
        x = luck.randrange(1 << 31)
        assert guide.rollout_move(list(state.position), x, [0] * guide.SCRATCH, W) in legal
    ready = position("B 4+1 1", box5="BB. ... ...", box7=RED)
    for x in (0, 1, 2**30, 2**31 - 1):
        code = guide.rollout_move(list(ready.position), x, [0] * guide.SCRATCH, W)
        assert str(ready.move(code)) == "5.5"


# Chances


@each_option
def test_chances_are_chances_and_sum_to_one(strict: bool) -> None:
    for state in played(strict, 3):
        before = state.position
        values = chances(state)
        assert sum(values) == pytest.approx(1.0)
        assert min(values) >= 0.0
        assert state.position == before


@each_option
def test_before_a_throw_it_looks_at_the_best_square_of_every_throw(strict: bool) -> None:
    for number, state in enumerate(played(strict, 2)):
        if state.turn >= 0 or number % 6:
            continue
        assert chances(state)[state.side] == pytest.approx(by_hand(state), abs=1e-9)


def by_hand(state: State) -> float:
    """The same by the rules: 36 throws, each played; a throw that fits nowhere is thrown again."""
    total = 0.0
    for throw in state.moves():
        thrown = state.play(throw)
        if thrown.turn >= 0:
            total += chances(thrown)[state.side]
        else:
            total += by_hand_again(thrown)
    return total / 36


def by_hand_again(state: State) -> float:
    """What the second throw is worth, told from the third by one of each total."""
    found: dict[int, float] = {}
    for throw in state.moves():
        total = sum(throw.dice)
        if total not in found:
            thrown = state.play(throw)
            found[total] = (
                chances(thrown)[state.side] if thrown.turn >= 0 else by_hand_again(thrown)
            )
    return sum(THROW_WAYS[total] * worth for total, worth in found.items()) / 36


@each_option
def test_exchanged_colours_have_exchanged_chances(strict: bool) -> None:
    for state in list(played(strict, 2))[::7]:
        text = str(state)
        turned = GAME.read_state(text.translate(str.maketrans("BR", "RB")), strict_middle=strict)
        assert chances(turned) == pytest.approx(chances(state)[::-1])


def test_a_finished_game_is_certain() -> None:
    won = position("R - 0", box3=BLUE, box4=BLUE, box5=BLUE)
    assert chances(won) == [1.0, 0.0]


def test_more_counters_boxes_and_threats_are_better() -> None:
    even = chances(position("R - 0"))[0]
    counter = chances(position("R - 0", box7="B.. ... ..."))[0]
    threat = chances(position("R - 0", box7="BB. ... ..."))[0]
    box = chances(position("R - 0", box7=BLUE))[0]
    two = chances(position("R - 0", box7=BLUE, box3=BLUE))[0]
    assert 0.4 < even < counter < threat < box < two < 1.0


def test_it_is_better_to_throw_next() -> None:
    assert chances(position("B - 0"))[0] > 0.5
    assert chances(position("R - 0"))[1] > 0.5


# Leanings


def test_it_leans_to_the_square_that_wins_and_then_to_the_one_that_stops() -> None:
    boxes = {"box3": BLUE, "box4": BLUE, "box6": RED, "box7": RED}
    open_ones = {"box5": "BB. ... ...", "box8": "... RR. ..."}
    wins = leanings(position("B 4+1 1", **boxes, **open_ones))
    assert max(wins, key=wins.__getitem__) == "5.5"
    stops = leanings(position("B 4+4 1", **boxes, **open_ones))
    assert max(stops, key=stops.__getitem__) == "8.8"


@each_option
def test_leanings_are_numbers_even_for_a_pass(strict: bool) -> None:
    for state in played(strict, 2):
        if state.turn >= 0:
            assert all(isfinite(one) for one in leanings(state).values())
    assert list(leanings(GAME.read_state(f"{'/'.join([EMPTY] * 9)} B 6+6 3"))) == ["pass"]


# Throws


def test_equal_throws_are_those_with_equal_sums() -> None:
    start = list(GAME.start().position)
    first: dict[int, int] = {}
    for code in range(FIRST_THROW, FIRST_THROW + 36):
        throw = State.move(code)
        total = sum(throw.dice)
        first.setdefault(total, code)
        assert guide.same_throw(code) == first[total]
        thrown = position_after(kernel, tuple(start), code)
        if thrown[TURN] >= 0:  # the kernel's dice lie as they were read
            assert thrown[DIE_1] + thrown[DIE_2] == total
            assert thrown[THROWS] == 1
    assert len(first) == 11

"""The one language of motion: where things are, how high, and that they come to rest."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.core.tween import (
    BOUNCE_HEIGHT,
    OVERSHOOT,
    SETTLE_START,
    carry,
    drop,
    ease_in_out,
    ease_out,
    hop,
    slide,
)

WAYS = {"ease_out": ease_out, "ease_both": ease_in_out, "slide": slide, "carry": carry}
HEIGHTS = {"hop": (hop, 0.0, 0.0), "drop": (drop, 1.0, 0.0)}
STEP = 1 / 200
GRID = [number * STEP for number in range(201)]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_every_way_begins_at_its_start_and_ends_at_its_end(way: object) -> None:
    assert callable(way)
    assert way(0.0) == pytest.approx(0.0)
    assert way(1.0) == 1.0
    assert way(7.0) == 1.0
    assert way(-1.0) == pytest.approx(0.0)


@pytest.mark.parametrize(("height", "first", "last"), HEIGHTS.values(), ids=HEIGHTS)
def test_every_height_ends_on_the_board(height: object, first: float, last: float) -> None:
    assert callable(height)
    assert height(0.0) == pytest.approx(first)
    assert height(1.0) == pytest.approx(last)
    assert height(7.0) == pytest.approx(last)


@given(st.floats(0, 1))
def test_nothing_jumps(t: float) -> None:
    for way in (*WAYS.values(), hop, drop):
        assert abs(way(t + STEP) - way(t)) < 8 * STEP + 1e-9


def test_what_slides_goes_a_hair_beyond_its_place_and_back() -> None:
    seen = [slide(t) for t in GRID]
    assert max(seen) == pytest.approx(1 + OVERSHOOT, abs=1e-3)
    assert seen[: round(SETTLE_START / STEP)] == sorted(seen[: round(SETTLE_START / STEP)])
    assert seen[-30:] == sorted(seen[-30:], reverse=True)
    assert seen[-2] < 1 + OVERSHOOT / 10


def test_what_is_carried_is_there_before_it_bounces() -> None:
    assert carry(SETTLE_START) == 1.0
    assert hop(SETTLE_START / 2) == pytest.approx(1.0)
    assert hop(SETTLE_START) == pytest.approx(0.0)
    assert max(hop(t) for t in GRID if t > SETTLE_START) == pytest.approx(BOUNCE_HEIGHT, abs=1e-3)


def test_what_drops_falls_faster_and_faster_and_bounces_once() -> None:
    falling = [drop(t) for t in GRID if t < SETTLE_START]
    steps = [a - b for a, b in pairwise(falling)]
    assert steps == sorted(steps)
    assert max(drop(t) for t in GRID if t > SETTLE_START) == pytest.approx(BOUNCE_HEIGHT, abs=1e-3)

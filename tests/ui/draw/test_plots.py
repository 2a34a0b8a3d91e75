"""Plots: bars as long as their values, told apart by patterns and not by colour alone."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import joined, say
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import plots
from tabletop.ui.draw.plots import BarChart, BarRow, BarSegment, ColumnChart, draw_bar, used_range
from tabletop.ui.theme.theme import CORAL_WORDS, DIM, SKY_WORDS

CANVAS = Canvas((1280, 800))
BOX = Box(100, 100, 1200, 500)
PARTS = (
    BarSegment(say("test.done", "done"), SKY_WORDS, "full"),
    BarSegment(say("test.left", "left"), CORAL_WORDS, "striped"),
    BarSegment(say("test.going", "going"), DIM, "open"),
)


def columns(*values: int) -> ColumnChart:
    return ColumnChart(BOX, values, tuple(map(str, range(len(values)))), SKY_WORDS, UiContext())


def rows(*values: tuple[int, ...], most: int = 0) -> BarChart:
    lines = tuple(BarRow(joined("", f"row {n}"), value) for n, value in enumerate(values))
    return BarChart(BOX, PARTS, lines, most or max(map(sum, values)), UiContext())


def test_columns_are_as_high_as_their_values_and_nothing_has_none() -> None:
    low, high, none = columns(10, 40, 0).columns()
    assert high.h == pytest.approx(4 * low.h)
    assert none.h == 0
    assert low.bottom == high.bottom


def test_what_is_little_can_still_be_seen() -> None:
    assert columns(1, 10_000).columns()[0].h >= plots.MIN_BAR_LENGTH


@given(st.lists(st.integers(0, 999), min_size=1, max_size=24).filter(any))
def test_columns_and_their_words_stay_in_their_box_and_apart(values: list[int]) -> None:
    plot = columns(*values)
    for column in plot.columns():
        assert BOX.x <= column.x
        assert column.right <= BOX.right + 0.01
        assert column.y >= BOX.y
    labels = [label.box for label in plot.labels(CANVAS)]
    for box in labels:
        assert box.x >= BOX.x - 0.01
        assert box.right <= BOX.right + 0.01
        assert box.y >= BOX.y - 0.01
        assert box.bottom <= BOX.bottom + 0.01
    names = sorted(box for box in labels if box.bottom == pytest.approx(BOX.bottom))
    for left, right in pairwise(names):
        assert left.right <= right.x + 0.01


def test_where_columns_are_narrow_only_the_highest_has_its_number() -> None:
    values = tuple(100 + n for n in range(24))
    plot = ColumnChart(
        Box(0, 0, 700, 400), values, tuple(map(str, range(24))), SKY_WORDS, UiContext()
    )
    said = [label.text for label in plot.labels(CANVAS)]
    assert "123" in said
    assert "122" not in said
    assert "0" in said
    assert "1" not in said


def test_parts_of_a_row_join_and_are_as_long_as_their_values() -> None:
    ((done, left, going),) = rows((40, 20, 0), most=60).bars()
    assert done.right == pytest.approx(left.x)
    assert going.w == 0
    assert (done.w - plots.MIN_BAR_LENGTH) == pytest.approx(2 * (left.w - plots.MIN_BAR_LENGTH))


@given(
    st.lists(st.tuples(*(st.integers(0, 500) for _ in PARTS)).filter(any), min_size=1, max_size=6)
)
def test_rows_and_their_words_stay_in_their_box(values: list[tuple[int, ...]]) -> None:
    plot = rows(*values)
    boxes = [bar for bars in plot.bars() for bar in bars if bar.w]
    for box in (*boxes, *(label.box for label in plot.labels()), *plot.boxes.all("legend")):
        assert box.x >= BOX.x - 0.01
        assert box.right <= BOX.right + 0.01
        assert box.y >= BOX.y - 0.01
        assert box.bottom <= BOX.bottom + 0.01


def test_every_row_says_its_numbers() -> None:
    said = [label.text for label in rows((4, 3, 2), (1, 0, 0)).labels()]
    assert "4 + 3 + 2" in said
    assert "1 + 0 + 0" in said
    assert {"done", "left", "going"} <= set(said)


def test_parts_differ_where_all_colours_are_one() -> None:
    pictures = set()
    for pattern in ("full", "striped", "open"):
        frame = Frame(CANVAS)
        draw_bar(frame, Box(0, 0, 200, 60), DIM, pattern)
        (blit,) = frame.blits
        pictures.add(blit.surface.get_view("2").raw)
    assert len(pictures) == 3


def test_a_plot_draws_what_has_a_length() -> None:
    frame = Frame(CANVAS)
    columns(3, 0, 2).draw(frame)
    assert len(frame.blits) == 1 + 2
    frame = Frame(CANVAS)
    rows((3, 0, 2), (0, 0, 1)).draw(frame)
    assert len(frame.blits) == len(PARTS) + 3


@pytest.mark.parametrize(
    ("filled", "fewest", "wanted"),
    [
        ({}, 12, range(12)),
        ({10: 1}, 12, range(4, 16)),
        ({9: 1, 21: 1}, 12, range(9, 22)),
        ({0: 1}, 12, range(12)),
        ({23: 1}, 12, range(12, 24)),
        ({0: 1, 23: 1}, 12, range(24)),
    ],
)
def test_few_hours_stand_amid_empty_ones(
    filled: dict[int, int], fewest: int, wanted: range
) -> None:
    found = used_range([filled.get(hour, 0) for hour in range(24)], fewest)
    assert set(filled) <= set(found)
    assert len(found) == len(wanted)
    if not filled or len(filled) > 1 or fewest == len(wanted):
        assert found.start in range(wanted.start - 1, wanted.start + 2)


@given(st.lists(st.integers(0, 2), min_size=24, max_size=24), st.integers(1, 24))
def test_no_hour_with_games_is_left_out(values: list[int], fewest: int) -> None:
    found = used_range(values, fewest)
    assert {n for n, value in enumerate(values) if value} <= set(found)
    assert len(found) >= fewest
    assert found.start >= 0
    assert found.stop <= 24

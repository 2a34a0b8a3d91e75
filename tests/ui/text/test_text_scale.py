"""Words grow as people ask, down to pixels; what does not fit becomes smaller, and is never cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import (
    PROJECTOR_MIN_TEXT_SIZE,
    scaled_length,
    scaled_size,
    text_scale,
    unscaled_size,
    use_text_scale,
)
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label

CANVAS = Canvas((1920, 1080))
LONG = "Touch a stone of yours, and then the place that it shall go to"


def test_words_are_twice_as_large_where_there_is_room() -> None:
    label = Label(LONG, Box(0, 0, 1800, 900), 38)
    usual = label.typeset(CANVAS).size
    with use_text_scale(200):
        assert label.typeset(CANVAS).size == 2 * usual


def test_words_that_just_fitted_still_fit_when_all_are_large() -> None:
    tight = Box(0, 0, 270, 60)
    label = Label(LONG, tight, 38, most=2)
    usual = label.typeset(CANVAS)
    assert usual.complete
    with use_text_scale(200):
        large = label.typeset(CANVAS)
    assert large.complete
    assert large.size >= usual.size - 2  # sizes are tried in steps


def test_a_line_may_become_as_small_as_at_the_usual_size() -> None:
    pixels = 40
    room = typesetting.width_of(LONG, round(0.6 * pixels))
    with use_text_scale(200):
        size = typesetting.fitting_size(LONG, 2 * pixels, room)
        assert typesetting.width_of(LONG, size) <= room


@given(st.integers(100, 200), st.floats(10, 200))
def test_what_was_measured_is_set_so_again(size: int, wanted: float) -> None:
    with use_text_scale(size):
        assert scaled_size(unscaled_size(wanted)) == pytest.approx(wanted)
        assert scaled_length(100.0, wanted) == pytest.approx(100 * text_scale() / 100)


def test_a_seats_own_size_counts_inside_the_tables() -> None:
    with use_text_scale(150):
        with use_text_scale(0):
            assert scaled_size(20) == 30
        with use_text_scale(200):
            assert scaled_size(20) == 40
        assert scaled_size(20) == 30


def test_in_a_room_what_makes_room_for_words_grows_with_their_floor() -> None:
    with use_text_scale(100, room=True):
        assert scaled_size(30) == PROJECTOR_MIN_TEXT_SIZE
        assert scaled_length(60.0, 30) == 60 * PROJECTOR_MIN_TEXT_SIZE / 30

"""Words grow as people ask, down to pixels; what does not fit becomes smaller, and is never cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui import words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.label import Label
from tabletop.ui.lettering import LEAST_IN_A_ROOM, em, grown, lettering, nominal, percent

CANVAS = Canvas((1920, 1080))
LONG = "Touch a stone of yours, and then the place that it shall go to"


def test_words_are_twice_as_large_where_there_is_room() -> None:
    label = Label(LONG, Box(0, 0, 1800, 900), 38)
    usual = label.set_on(CANVAS).size
    with lettering(200):
        assert label.set_on(CANVAS).size == 2 * usual


def test_words_that_just_fitted_still_fit_when_all_are_large() -> None:
    tight = Box(0, 0, 270, 60)
    label = Label(LONG, tight, 38, most=2)
    usual = label.set_on(CANVAS)
    assert usual.complete
    with lettering(200):
        large = label.set_on(CANVAS)
    assert large.complete
    assert large.size >= usual.size - 2  # sizes are tried in steps


def test_a_line_may_become_as_small_as_at_the_usual_size() -> None:
    pixels = 40
    room = words.width_of(LONG, round(0.6 * pixels))
    with lettering(200):
        size = words.fitting(LONG, 2 * pixels, room)
        assert words.width_of(LONG, size) <= room


@given(st.integers(100, 200), st.floats(10, 200))
def test_what_was_measured_is_set_so_again(size: int, wanted: float) -> None:
    with lettering(size):
        assert em(nominal(wanted)) == pytest.approx(wanted)
        assert grown(100.0, wanted) == pytest.approx(100 * percent() / 100)


def test_a_seats_own_size_counts_inside_the_tables() -> None:
    with lettering(150):
        with lettering(0):
            assert em(20) == 30
        with lettering(200):
            assert em(20) == 40
        assert em(20) == 30


def test_in_a_room_what_makes_room_for_words_grows_with_their_floor() -> None:
    with lettering(100, room=True):
        assert em(30) == LEAST_IN_A_ROOM
        assert grown(60.0, 30) == 60 * LEAST_IN_A_ROOM / 30

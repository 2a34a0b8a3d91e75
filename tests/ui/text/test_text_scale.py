"""Text grows with the text scale; what does not fit becomes smaller, and is not cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import PROJECTOR_MIN_TEXT_SIZE, UiContext
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label

CANVAS = Canvas((1920, 1080))
USUAL, DOUBLE = UiContext(), UiContext(text_scale=200)
LARGE = CANVAS.with_context(DOUBLE)
LONG = "Touch a stone of yours, and then the place that it shall go to"


def test_words_are_twice_as_large_where_there_is_room() -> None:
    label = Label(LONG, Box(0, 0, 1800, 900), 38)
    assert label.typeset(LARGE).size == 2 * label.typeset(CANVAS).size


def test_words_that_just_fitted_still_fit_when_all_are_large() -> None:
    label = Label(LONG, Box(0, 0, 270, 60), 38, most=2)
    usual, large = label.typeset(CANVAS), label.typeset(LARGE)
    assert usual.complete
    assert large.complete
    assert large.size >= usual.size - 2  # sizes are tried in steps


def test_a_line_may_become_as_small_as_at_the_usual_size() -> None:
    pixels = 40
    room = typesetting.width_of(LONG, round(0.6 * pixels), context=USUAL)
    size = typesetting.fitting_size(LONG, 2 * pixels, room, context=DOUBLE)
    assert typesetting.width_of(LONG, size, context=DOUBLE) <= room


@given(st.integers(100, 200), st.floats(10, 200))
def test_what_was_measured_is_set_so_again(scale: int, wanted: float) -> None:
    context = UiContext(text_scale=scale)
    assert context.scaled_size(context.unscaled_size(wanted)) == pytest.approx(wanted)
    assert context.scaled_length(100.0, wanted) == pytest.approx(scale)


def test_a_seats_own_size_counts_inside_the_tables() -> None:
    context = UiContext(text_scale=150)
    assert context.override(text_scale=0).scaled_size(20) == 30
    assert context.override(text_scale=200).scaled_size(20) == 40
    assert context.override(text_scale=300).text_scale == 200
    assert context.scaled_size(20) == 30


def test_in_a_room_what_makes_room_for_words_grows_with_their_floor() -> None:
    context = UiContext(projector=True)
    assert context.scaled_size(30) == PROJECTOR_MIN_TEXT_SIZE
    assert context.scaled_length(60.0, 30) == 60 * PROJECTOR_MIN_TEXT_SIZE / 30


def test_a_context_is_passed_on_by_canvas_and_frame() -> None:
    assert LARGE.with_size((640, 480)).context == DOUBLE
    assert CANVAS.context == USUAL

"""With any keystone, a touch is where it looks."""

from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.engine import Text
from tabletop.input.viewport import UNIT_SQUARE, Keystone, Margins, Quad, Viewport

WINDOW = (1920, 1080)
NARROW_ABOVE: Quad = ((0.2, 0.1), (0.8, 0.05), (1.0, 1.0), (0.0, 0.95))

inward = st.tuples(*[st.floats(0, 0.38)] * 8)
shares = st.floats(0, 0.15)


@st.composite
def keystones(draw: st.DrawFn) -> Keystone:
    """From corners moved inward as far as the picture allows."""
    by = draw(inward)
    corners = []
    for number, (x, y) in enumerate(UNIT_SQUARE):
        across, down = by[2 * number], by[2 * number + 1]
        corners.append((x + (across if x == 0 else -across), y + (down if y == 0 else -down)))
    try:
        return Keystone(cast(Any, tuple(corners)))
    except ValueError:
        assume(False)
        raise


glasses = st.builds(
    Viewport,
    st.tuples(st.integers(320, 5000), st.integers(240, 5000)),
    st.integers(0, 3),
    st.booleans(),
    st.builds(Margins, shares, shares, shares, shares),
    st.none(),
    keystones(),
)


def refused(*corners: tuple[float, float]) -> str:
    with pytest.raises(ValueError, match=r".+ .+") as caught:
        Keystone(cast(Any, corners))
    words = caught.value.args[0]
    assert isinstance(words, Text)
    return words.key


@given(glasses, st.floats(0, 1), st.floats(0, 1))
def test_a_place_of_the_picture_is_found_again_through_any_corners(
    glass: Viewport, x: float, y: float
) -> None:
    width, height = glass.picture_size
    at = (x * width, y * height)
    found = glass.to_picture(*glass.to_window(*at))
    assert found == pytest.approx(at, abs=0.51)
    assert found == pytest.approx(at, abs=1e-3)  # and far nearer than half a pixel


@given(glasses, st.floats(0, 1), st.floats(0, 1))
def test_the_pixel_that_shows_a_place_is_the_pixel_that_touches_it(
    glass: Viewport, x: float, y: float
) -> None:
    px, py = int(x * (glass.window[0] - 1)) + 0.5, int(y * (glass.window[1] - 1)) + 0.5
    at = glass.to_picture(px, py)
    if at is not None:
        assert glass.to_window(*at) == pytest.approx((px, py), abs=0.51)


@given(glasses, st.data())
def test_all_pixels_that_show_any_of_a_rectangle_lie_around_it(
    glass: Viewport, data: st.DataObject
) -> None:
    width, height = glass.picture_size
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    w, h = data.draw(st.integers(1, width - x)), data.draw(st.integers(1, height - y))
    left, top, across, down = glass.rect_on_window((x, y, w, h))
    u, v = data.draw(st.floats(-0.5, w + 0.5)), data.draw(st.floats(-0.5, h + 0.5))
    px, py = glass.to_window(x + u, y + v)
    if 0 <= px < glass.window[0] and 0 <= py < glass.window[1]:
        assert left <= px <= left + across
        assert top <= py <= top + down


@given(glasses, st.integers(0, 3), st.floats(0, 1), st.floats(0, 1))
def test_a_pulled_corner_lies_where_it_was_pulled_and_the_others_stay(
    glass: Viewport, number: int, x: float, y: float
) -> None:
    before = glass.corners
    try:
        keystone = glass.with_corner(number, (x, y))
    except ValueError:
        return  # refusals are tested below
    now = Viewport(glass.window, glass.turns, glass.mirror, glass.margins, None, keystone).corners
    for corner in range(4):
        expected = (x, y) if corner == number else before[corner]
        assert now[corner] == pytest.approx(expected, abs=1e-6)


def test_corners_pulled_back_to_where_they_were_are_no_keystone() -> None:
    glass = Viewport(WINDOW, 1, True, Margins(0.1, 0.0, 0.05, 0.0))
    for number, at in enumerate(glass.corners):
        assert glass.with_corner(number, at) is None


def test_a_picture_that_is_narrow_above_is_touched_at_its_corners() -> None:
    glass = Viewport(WINDOW, keystone=Keystone(NARROW_ABOVE))
    assert not glass.plain
    assert glass.to_picture(0.2 * 1920, 0.1 * 1080) == pytest.approx((0, 0), abs=1e-6)
    assert glass.to_picture(0.8 * 1920, 0.05 * 1080) == pytest.approx((1920, 0), abs=1e-6)
    assert glass.to_picture(10, 10) is None
    assert glass.to_picture(-1e6, -1e9) is None


def test_what_no_picture_can_be_is_refused_in_words() -> None:
    (a, b, c, d) = UNIT_SQUARE
    assert refused(a, c, b, d) == "keystone.crossed"
    assert refused(b, a, d, c) == "keystone.crossed"  # mirrors are tested with the display page
    assert refused(a, b, (0.4, 0.4), d) == "keystone.crossed"
    assert refused((0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6)) == "keystone.small"
    assert refused(a, b, (1, 0.05), (0, 0.05)) == "keystone.small"
    assert refused((0.33, 0.3), (0.67, 0.3), c, d) == "keystone.askew"
    assert refused(a, b, (2.0, 1.0), d) == "keystone.outside"
    assert refused(a, b, (float("nan"), 1.0), d) == "keystone.outside"

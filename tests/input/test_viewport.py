"""However the picture lies, a touch is where it looks."""

from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.engine import Text
from tabletop.input.viewport import (
    CALIBRATION_TARGETS,
    MAX_TARGET_ERROR,
    Calibration,
    Margins,
    Quad,
    Viewport,
)

WINDOW = (1280, 800)
MIRRORED: Quad = ((0.9, 0.1), (0.1, 0.1), (0.1, 0.9), (0.9, 0.9))
QUARTER: Quad = ((0.9, 0.1), (0.9, 0.9), (0.1, 0.9), (0.1, 0.1))

shares = st.floats(0, 0.15)
nudges = st.tuples(*[st.floats(-0.12, 0.12)] * 8)


@st.composite
def calibrations(draw: st.DrawFn) -> Calibration:
    """Of a device mounted in one of eight orientations, and skewed."""
    turns, mirror, off = draw(st.integers(0, 3)), draw(st.booleans()), draw(nudges)
    felt = []
    for number, (x, y) in enumerate(CALIBRATION_TARGETS):
        x = 1 - x if mirror else x
        for _ in range(turns):
            x, y = 1 - y, x
        felt.append((x + off[2 * number], y + off[2 * number + 1]))
    try:
        return Calibration(cast(Any, tuple(felt)))
    except ValueError as askew:
        assume(said(askew).key != "glass.askew")
        raise


glasses = st.builds(
    Viewport,
    st.tuples(st.integers(1, 5000), st.integers(1, 5000)),
    st.integers(0, 3),
    st.booleans(),
    st.builds(Margins, shares, shares, shares, shares),
    st.none() | calibrations(),
)


def said(problem: ValueError) -> Text:
    words = problem.args[0]
    assert isinstance(words, Text)
    return words


def refused(*felt: tuple[float, float]) -> str:
    try:
        Calibration(cast(Any, felt))
    except ValueError as problem:
        return said(problem).key
    return ""


@given(glasses, st.floats(0, 1), st.floats(0, 1))
def test_a_place_of_the_picture_is_found_again_in_the_window(
    glass: Viewport, x: float, y: float
) -> None:
    width, height = glass.picture_size
    at = (x * width, y * height)
    assert glass.to_picture(*glass.to_window(*at)) == pytest.approx(at, abs=1e-6)


@given(glasses, st.floats(0, 1), st.floats(0, 1))
def test_a_touch_is_where_it_was_meant_wherever_it_is_felt(
    glass: Viewport, x: float, y: float
) -> None:
    width, height = glass.picture_size
    pixel = glass.to_window(x * width, y * height)
    assert glass.touched(*glass.felt(*pixel)) == pytest.approx(pixel, abs=1e-4)


@given(glasses, st.data())
def test_a_rectangle_of_the_picture_covers_its_pixels_in_the_window(
    glass: Viewport, data: st.DataObject
) -> None:
    width, height = glass.picture_size
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    size = data.draw(st.integers(1, width - x)), data.draw(st.integers(1, height - y))
    left, top, across, down = glass.rect_on_window((x, y, *size))
    assert sorted((across, down)) == sorted(size)
    u, v = glass.to_window(x + size[0] / 2, y + size[1] / 2)
    assert (left + across / 2, top + down / 2) == pytest.approx((u, v))
    a, b, w, h = glass.area
    assert a <= left
    assert left + across <= a + w
    assert b <= top
    assert top + down <= b + h


@pytest.mark.parametrize(
    ("turns", "mirror", "corner"),
    [
        (0, False, (0, 0)),
        (1, False, (1280, 0)),
        (2, False, (1280, 800)),
        (3, False, (0, 800)),
        (0, True, (1280, 0)),
        (1, True, (0, 0)),
        (2, True, (0, 800)),
        (3, True, (1280, 800)),
    ],
)
def test_the_upper_left_corner_goes_clockwise_and_then_across(
    turns: int, mirror: bool, corner: tuple[int, int]
) -> None:
    glass = Viewport(WINDOW, turns, mirror)
    assert glass.to_window(0, 0) == pytest.approx(corner)
    assert glass.picture_size == (WINDOW if turns % 2 == 0 else WINDOW[::-1])


def test_a_touch_in_a_margin_is_none() -> None:
    glass = Viewport(WINDOW, margins=Margins(left=0.1, bottom=0.05))
    assert glass.area == (128, 0, 1152, 760)
    assert glass.to_picture(128, 760) == (0, 760)
    assert glass.to_picture(127, 100) is None
    assert glass.to_picture(640, 761) is None
    assert glass.to_picture(-1, 100) is None
    assert glass.to_picture(1281, 100) is None


def test_margins_stay_at_the_windows_own_edges_however_the_picture_is_turned() -> None:
    for turns in range(4):
        for mirror in (False, True):
            glass = Viewport(WINDOW, turns, mirror, Margins(left=0.1))
            assert glass.to_picture(100, 400) is None
            assert glass.to_picture(1270, 400) is not None


def test_the_mouse_is_not_corrected() -> None:
    glass = Viewport(WINDOW, calibration=Calibration(MIRRORED))
    assert glass.to_picture(100, 200) == (100, 200)
    assert glass.touched(100, 200) == pytest.approx((1180, 200))


@pytest.mark.parametrize("felt", [CALIBRATION_TARGETS, MIRRORED, QUARTER])
def test_a_device_may_be_mounted_turned_or_mirrored(felt: Quad) -> None:
    calibration = Calibration(felt)
    for cross, place in zip(CALIBRATION_TARGETS, felt, strict=True):
        assert calibration.touched(place) == pytest.approx(cross)


@given(calibrations(), st.builds(Margins, shares, shares, shares, shares), st.integers(0, 3))
def test_crosses_may_be_drawn_anywhere(
    calibration: Calibration, margins: Margins, turns: int
) -> None:
    glass = Viewport(WINDOW, turns, margins=margins)
    width, height = glass.picture_size
    pixels = [glass.to_window(x * width, y * height) for x, y in CALIBRATION_TARGETS]
    a, b, c, d = ((x / WINDOW[0], y / WINDOW[1]) for x, y in pixels)
    e, f, g, h = map(calibration.feels, (a, b, c, d))
    found = Calibration.from_touches((a, b, c, d), (e, f, g, h))
    for known, again in zip(calibration.felt, found.felt, strict=True):
        assert known == pytest.approx(again, abs=1e-6)


def test_crossed_touches_are_refused() -> None:
    assert refused((0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)) == "glass.crossed"


def test_a_dented_figure_is_refused() -> None:
    assert refused((0.1, 0.1), (0.9, 0.1), (0.3, 0.3), (0.1, 0.9)) == "glass.crossed"


def test_touches_in_one_line_are_refused() -> None:
    assert refused((0.1, 0.1), (0.5, 0.5), (0.9, 0.9), (0.1, 0.9)) == "glass.in_line"


def test_the_same_place_touched_twice_is_refused() -> None:
    assert refused((0.1, 0.1), (0.12, 0.1), (0.9, 0.9), (0.1, 0.9)) == "glass.same_place"


def test_more_than_a_third_of_the_screen_off_is_refused() -> None:
    off = 0.1 + MAX_TARGET_ERROR
    assert refused((off + 0.01, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)) == "glass.far_off"
    Calibration(((off - 0.01, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)))


def test_what_is_no_number_is_refused() -> None:
    assert refused((float("nan"), 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)) == "glass.no_number"


points = st.floats(-1, 2)


@given(st.tuples(*[st.tuples(points, points)] * 4), points, points)
def test_any_four_touches_are_either_refused_in_words_or_correct_every_touch(
    felt: Any, x: float, y: float
) -> None:
    try:
        calibration: Calibration | None = Calibration.from_touches(CALIBRATION_TARGETS, felt)
    except ValueError as problem:
        calibration, words = None, said(problem)
    if calibration is None:
        assert words.endswith(".")
        return
    inside = (min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0))
    again = calibration.feels(calibration.touched(inside))
    assert again == pytest.approx(inside, abs=1e-6)


@pytest.mark.parametrize("wrong", [{"turns": 4}, {"turns": -1}, {"margins": Margins(left=0.2)}])
def test_a_glass_that_no_screen_has_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="0 to"):
        Viewport(WINDOW, **wrong)

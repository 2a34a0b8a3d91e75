"""The chi-square test is checked against other ways to the same numbers."""

from itertools import pairwise
from math import exp, gamma, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine.fairness import (
    FairnessTest,
    chi_square,
    chi_square_tail,
    describe_p_value,
    fairness_test,
    fairness_verdict,
    odds_text,
)

degrees = st.integers(1, 120)
positive = st.floats(0.001, 2000)


def by_integration(x: float, freedom: int) -> float:
    """The same tail as the area under the density, by Simpson's rule."""
    a = freedom / 2

    # With t = u * u the density has no pole at 0, whatever the degrees of freedom.
    def density(u: float) -> float:
        return float(2 * u ** (2 * a - 1) * exp(-u * u) / gamma(a))

    low = sqrt(x / 2)
    high, steps = low + 12, 4000
    width = (high - low) / steps
    inner = sum((4 if i % 2 else 2) * density(low + i * width) for i in range(1, steps))
    return float(density(low) + inner + density(high)) * width / 3


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 9, 11, 19, 20, 50])
@pytest.mark.parametrize("x", [0.1, 0.7, 1.0, 2.5, 5.0, 11.07, 20.0, 40.0, 75.0])
def test_the_finite_sums_are_the_area_under_the_density(x: float, freedom: int) -> None:
    assert chi_square_tail(x, freedom) == pytest.approx(
        by_integration(x, freedom), rel=1e-7, abs=1e-12
    )


@pytest.mark.parametrize(
    ("freedom", "x", "p"),
    [
        (1, 3.841, 0.05),
        (1, 6.635, 0.01),
        (3, 7.815, 0.05),
        (5, 1.145, 0.95),
        (5, 11.070, 0.05),
        (5, 15.086, 0.01),
        (5, 20.515, 0.001),
        (7, 14.067, 0.05),
        (19, 30.144, 0.05),
    ],
)
def test_it_agrees_with_printed_tables(freedom: int, x: float, p: float) -> None:
    assert chi_square_tail(x, freedom) == pytest.approx(p, rel=2e-3)


@given(degrees, positive, positive)
def test_the_tail_is_a_share_and_falls(freedom: int, x: float, more: float) -> None:
    here, further = chi_square_tail(x, freedom), chi_square_tail(x + more, freedom)
    assert 0 <= further <= here + 1e-12
    assert here <= 1


@given(st.integers(1, 118), positive)
def test_more_degrees_of_freedom_forgive_more(freedom: int, x: float) -> None:
    assert chi_square_tail(x, freedom) <= chi_square_tail(x, freedom + 2) + 1e-12


@given(degrees)
def test_it_begins_at_all_and_ends_at_nothing(freedom: int) -> None:
    assert chi_square_tail(0, freedom) == chi_square_tail(-1, freedom) == 1
    assert chi_square_tail(1e-9, freedom) == pytest.approx(1, abs=1e-4)
    assert chi_square_tail(1e6, freedom) == 0


def test_without_freedom_there_is_no_test() -> None:
    with pytest.raises(ValueError, match="too few"):
        chi_square_tail(1, 0)


def test_pearsons_statistic_by_hand() -> None:
    assert chi_square((5, 8, 9, 8, 10, 20)) == pytest.approx(13.4)
    assert chi_square((7, 7, 7)) == 0
    assert chi_square((0, 0, 0, 0)) == 0


counts = st.lists(st.integers(0, 500), min_size=2, max_size=20)


@given(counts)
def test_the_order_of_the_faces_does_not_matter(faces: list[int]) -> None:
    assert chi_square(faces) == pytest.approx(chi_square(faces[::-1]))
    assert chi_square(faces) >= 0


@given(counts)
def test_statistics_can_be_found_the_other_way(faces: list[int]) -> None:
    dice = sum(faces)
    if dice:
        other = len(faces) * sum(count * count for count in faces) / dice - dice
        assert chi_square(faces) == pytest.approx(other, abs=1e-6)


@given(counts)
def test_a_judgement_needs_five_of_each_face(faces: list[int]) -> None:
    found = fairness_test(faces)
    assert found.dice == sum(faces)
    assert found.needed == 5 * len(faces)
    assert (found.p is None) == (sum(faces) < 5 * len(faces))
    assert (fairness_verdict(found) == "") == (found.p is None)
    assert found.p is None or 0 <= found.p <= 1


def test_too_few_dice_are_counted_and_not_judged() -> None:
    assert (
        describe_p_value(fairness_test((2, 2, 2, 2, 2, 2)))
        == "Not enough dice rolled yet: 12 of 30."
    )
    assert describe_p_value(fairness_test((0,) * 6)) == "Not enough dice rolled yet: 0 of 30."
    assert "would come out" in describe_p_value(fairness_test((5,) * 6))


@pytest.mark.parametrize(
    ("p", "words"),
    [
        (1.0, "nearly every time"),
        (0.9, "9 times out of 10"),
        (0.74, "3 times out of 4"),
        (0.52, "one time in 2"),
        (0.5, "one time in 2"),
        (0.34, "one time in 3"),
        (0.05, "one time in 20"),
        (0.007, "one time in 140"),
        (0.00104, "one time in 960"),
        (0.0009, "less than one time in 1000"),
        (0.0, "less than one time in 1000"),
    ],
)
def test_p_is_said_as_a_share(p: float, words: str) -> None:
    assert odds_text(p) == words


@given(st.floats(0, 1))
def test_every_p_has_words(p: float) -> None:
    found = FairnessTest(100, 30, 1.0, p)
    assert describe_p_value(found).endswith(".")
    assert fairness_verdict(found)


def test_loaded_dice_are_found_and_even_ones_are_not_blamed() -> None:
    assert (
        fairness_verdict(fairness_test((10, 12, 9, 11, 10, 30)))
        == "These dice are very likely not fair."
    )
    assert fairness_verdict(fairness_test((9, 10, 11, 10, 12, 8))) == "The dice look fair."
    assert "Keep rolling" in fairness_verdict(fairness_test((16, 13, 5, 14, 6, 22)))
    # The smallest p in a row of ever more uneven counts falls steadily.
    tails = [fairness_test((20 + k, 20 - k, 20, 20, 20, 20)).p or 0 for k in range(15)]
    assert all(later <= earlier for earlier, later in pairwise(tails))

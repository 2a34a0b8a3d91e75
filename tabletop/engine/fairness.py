"""Fairness of dice: Pearson's chi-square test of the counts of each face, and what it means."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt
from typing import Final

from tabletop.engine.text import Text, say

MIN_EXPECTED_COUNT: Final = 5
"""Fewer expected throws per face make the chi-square approximation unreliable."""
SUSPICIOUS_P: Final = 0.01
"""Below this p-value the dice look suspicious."""
UNFAIR_P: Final = 0.001


@dataclass(frozen=True, slots=True)
class FairnessTest:
    """The result of a fairness test."""

    dice: int
    """The number of counted throws."""
    needed: int
    """The number of throws needed for a verdict."""
    chi_square: float
    p: float | None
    """The p-value; None: too few throws."""


def fairness_test(faces: Sequence[int]) -> FairnessTest:
    """Tests the counts of a die's faces."""
    dice, needed = sum(faces), MIN_EXPECTED_COUNT * len(faces)
    uneven = chi_square(faces)
    p = chi_square_tail(uneven, len(faces) - 1) if dice >= needed else None
    return FairnessTest(dice, needed, uneven, p)


def chi_square(faces: Sequence[int]) -> float:
    """Pearson's statistic of counts against a fair die."""
    dice = sum(faces)
    if dice == 0:
        return 0.0
    expected = dice / len(faces)
    return sum((count - expected) ** 2 for count in faces) / expected


def chi_square_tail(x: float, freedom: int) -> float:
    """The share of the chi-square distribution above `x`, with that many degrees of freedom.

    It is the regularised upper incomplete gamma function Q(freedom / 2, x / 2), which for whole
    degrees of freedom is a finite sum: Abramowitz and Stegun, Handbook of Mathematical Functions,
    26.4.4 (odd) and 26.4.5 (even). ValueError for less than one degree.
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom are too few")
    if x <= 0:
        return 1.0
    half = x / 2
    odd = freedom % 2
    # Each term is half^k / gamma(k + 1) / e^half, by logarithms so that nothing overflows.
    powers = (number + odd / 2 for number in range(freedom // 2))
    terms = (exp(power * log(half) - half - lgamma(power + 1)) for power in powers)
    return min(1.0, sum(terms) + (erfc(sqrt(half)) if odd else 0.0))


def describe_p_value(found: FairnessTest) -> Text:
    """What the p-value means, as a sentence."""
    if found.p is None:
        words = "Not enough dice rolled yet: {dice} of {needed}."
        return say("fairness.few", words, dice=found.dice, needed=found.needed)
    often = odds_text(found.p)
    words = "Fair dice would come out at least this uneven {often}."
    return say("fairness.often", words, often=often)


def odds_text(p: float) -> Text:
    """A p-value as odds, like one in 20."""
    if p > 0.95:
        return say("fairness.always", "nearly every time")
    if p > 0.58:
        least = min(range(2, 11), key=lambda of: abs((of - 1) / of - p))
        return say("fairness.most", "{some} times out of {of}", some=least - 1, of=least)
    if p < UNFAIR_P:
        return say("fairness.never", "less than one time in 1000")
    odds = 1 / p
    step = 1 if odds < 100 else 10 if odds < 1000 else 100  # two digits: 3, 17, 140
    return say("fairness.once", "one time in {of}", of=step * round(odds / step))


def fairness_verdict(found: FairnessTest) -> Text:
    """The verdict as a sentence; empty while there are too few throws."""
    if found.p is None:
        return say("fairness.open", "")
    if found.p < UNFAIR_P:
        return say("fairness.unfair", "These dice are very likely not fair.")
    if found.p < SUSPICIOUS_P:
        return say(
            "fairness.odd",
            "That’s rare. Keep rolling: if it stays like this, the dice aren’t fair.",
        )
    return say("fairness.even", "The dice look fair.")

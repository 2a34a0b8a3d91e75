"""Summaries of many measured times."""

from collections.abc import Sequence
from math import ceil
from statistics import median
from typing import Any


def percentile(values: Sequence[float], share: float) -> float:
    """The least of the values that so large a share of them does not exceed; 0 for none."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * share) - 1)] if ordered else 0.0


def milliseconds(seconds: float) -> float:
    """Seconds as milliseconds, to the microsecond."""
    return round(seconds * 1000, 3)


def summary(seconds: Sequence[float]) -> dict[str, Any]:
    """How many times were measured, and their median, 99th percentile and worst."""
    return {
        "count": len(seconds),
        "median_ms": milliseconds(median(seconds)) if seconds else 0.0,
        "p99_ms": milliseconds(percentile(seconds, 0.99)),
        "worst_ms": milliseconds(max(seconds, default=0.0)),
    }


def judged(figures: dict[str, Any], **bars: float) -> dict[str, Any]:
    """The figures with the bars that they must not exceed, and whether all are met."""
    met = all(figures[name] <= bar for name, bar in bars.items())
    return {**figures, "bars": bars, "met": met}

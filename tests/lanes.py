"""What the fast lane leaves to the slow lane (`tools/check.py --slow`)."""

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

THOROUGH = bool(os.environ.get("TABLETOP_THOROUGH"))
"""Whether hypothesis tries all examples, as in the slow lane."""
FAST_SHARE = 4
"""The fast lane tries one in so many examples."""
MIN_EXAMPLES = 6


def slow_except(values: Iterable[Any], *fast: Any) -> list[Any]:
    """Parameters of which all but the named ones are tried in the slow lane only."""
    return [
        pytest.param(value, marks=() if value in fast else (pytest.mark.slow,)) for value in values
    ]


def example_count(count: int) -> int:
    """The number of examples to try, of `count` in the slow lane."""
    return count if THOROUGH else min(count, max(MIN_EXAMPLES, count // FAST_SHARE))


def examples(count: int) -> settings:
    """Settings of a property test that tries `count` examples in the slow lane."""
    return settings(max_examples=example_count(count), deadline=None)

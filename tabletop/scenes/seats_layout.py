"""Where the seats and the choices lie before a match."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from tabletop.ui.canvas import Box
from tabletop.ui.choice import LABEL, label_height
from tabletop.ui.lettering import least

BETWEEN: Final = 72.0
"""From column to column."""
HEIGHTS: Final = (
    (104.0, 140.0, 30.0),
    (92.0, 124.0, 24.0),
    (84.0, 108.0, 18.0),
    (72.0, 96.0, 14.0),
    (68.0, 84.0, 10.0),
    (68.0, 80.0, 4.0),
)
"""Answers, seats and gaps, from roomy to tight."""
ROOM_HEIGHTS: Final = (
    (122.0, 168.0, 20.0),
    (100.0, 156.0, 20.0),
    (84.0, 152.0, 18.0),
    (68.0, 146.0, 12.0),
    (64.0, 144.0, 8.0),
)
"""The same where all words are for a room: a seat has two lines of them."""
SMALLER: Final = tuple(0.95**step for step in range(1, 60))
"""At last all is made smaller than anybody would have it: shares of the tightest heights."""
MOST_SPREAD: Final = 20.0
"""How much wider a gap may become where there is room to spare."""


NOTHING: Final[Mapping[str, float]] = MappingProxyType({})


def single_column(body: Box) -> bool:
    """Whether everything stands one below the other."""
    return body.h >= 1.3 * body.w


def seat_places(
    order: Sequence[str], body: Box, start: float, more: Mapping[str, float] = NOTHING
) -> dict[str, Box]:
    """A box for each part, as roomy as they fit; below the last column lies the start button.

    `more`: how much higher than others some parts have to be.
    """
    last_seat = max(at for at, key in enumerate(order) if key.startswith("seat:"))
    # Where nothing can be chosen besides the seats, they stand together all the same.
    last = max(last_seat + 1, len(order) - 1)
    special = next((at for at, key in enumerate(order) if key.startswith("option:")), last)
    # Best the game's own options stand apart; else the columns are evened out.
    steps, label = (ROOM_HEIGHTS, label_height()) if least() else (HEIGHTS, LABEL)
    ways = [(step, range(special, special + 1), 1.0) for step in steps[:2]]
    ways += [(step, range(last_seat + 1, last + 1), 1.0) for step in steps]
    # Whatever the window, nothing is left out: at last even the seats may part.
    ways += [(steps[-1], range(1, len(order)), share) for share in (1.0, *SMALLER)]
    for (answer, seat, gap), cuts, share in ways:
        heights = {
            key: share * (seat if key.startswith("seat:") else label + answer + more.get(key, 0.0))
            for key in order
        }
        if single_column(body):
            whole = Box(body.x, body.y, body.w, body.h - start - 2 * gap)
            placed = _column(order, heights, gap, whole)
        else:
            placed = _halves(order, heights, gap, body, start, cuts)
        if placed is not None:
            return placed
    raise AssertionError("no window is so low")


def _halves(
    order: Sequence[str],
    heights: dict[str, float],
    gap: float,
    body: Box,
    start: float,
    cuts: range,
) -> dict[str, Box] | None:
    """Two columns, the parts shared out so that both are about equally full."""
    width = (body.w - BETWEEN) / 2
    left = Box(body.x, body.y, width, body.h)
    right = Box(body.right - width, body.y, width, body.h - start - 1.4 * gap)

    def fullest(cut: int) -> float:
        first = sum(heights[key] + gap for key in order[:cut]) / left.h
        return max(first, sum(heights[key] + gap for key in order[cut:]) / right.h)

    cut = min(cuts, key=fullest)
    one = _column(order[:cut], heights, gap, left)
    two = _column(order[cut:], heights, gap, right)
    return None if one is None or two is None else {**one, **two}


def _column(
    order: Sequence[str], heights: dict[str, float], gap: float, box: Box
) -> dict[str, Box] | None:
    """Parts one below the other; None if the box is too low for them."""
    spare = box.h - sum(heights[key] + gap for key in order) + gap
    if spare < 0:
        return None
    gap += min(MOST_SPREAD, spare / max(1, len(order) - 1))
    y, placed = box.y, {}
    for key in order:
        placed[key] = Box(box.x, y, box.w, heights[key])
        y += heights[key] + gap
    return placed

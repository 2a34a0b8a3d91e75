"""What won a game of Shout 7, and what a side that lost nearly had."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine import NearWin, Seat, Text, say
from tabletop.games.shout7 import kernel
from tabletop.games.shout7.kernel import NAMES
from tabletop.games.shout7.rules import State

MIN_NEAR: Final = 4
"""Shorter lines are not near a line of seven."""


def won_by(state: State) -> Text | None:
    """What won: a line, or the pits."""
    lines = state.lines()
    if lines:
        return say("shout7.won.line", "{n} in a line", n=max(map(len, lines)))
    return say("shout7.won.pits", "Most pieces in the pits") if state.outcome() else None


def nearly(state: State, seat: Seat) -> NearWin | None:
    """The longest line of a side."""
    longest = max(_lines(state, seat), key=len, default=())
    if not MIN_NEAR <= len(longest) < kernel.SEVEN:
        return None
    words = say("shout7.nearly", "You had {n} in a line.", n=len(longest))
    places = tuple(NAMES[place] for place in longest)
    return NearWin(words, places, close=len(longest) == kernel.SEVEN - 1)


def _lines(state: State, seat: Seat) -> Iterator[tuple[int, ...]]:
    """The lines of a side's pieces, each from end to end."""
    s, piece = list(state.position), seat + 1
    for place in range(kernel.PLACE_COUNT):
        if state.at(place) != piece or not kernel.counts(s, place, piece):
            continue
        for axis in range(3):
            line = [place]
            for _ in range(kernel.run(s, place, axis, piece)):
                line.append(kernel.NEXT[6 * line[-1] + axis])
            yield tuple(line)

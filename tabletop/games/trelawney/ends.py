"""What won a game of Trelawney's Glory, and what a side that lost nearly had."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine import NearWin, Seat, Text, Word, say
from tabletop.games.trelawney.rules import LETTERS, State, lines, pieces

MIN_NEAR: Final = 3
WINNING_LINE: Final = 5
STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))


def won_by(state: State) -> Text | None:
    """What won: a line of five or more."""
    rows = lines(state)
    if not rows:
        return None
    return say("trelawney.won", "{n} in a line", n=max(map(len, rows)))


def nearly(state: State, seat: Seat) -> NearWin | None:
    """The longest line of a side on the board."""
    longest = max(_rows(state, seat), key=len, default=())
    if not MIN_NEAR <= len(longest) < WINNING_LINE:
        return None
    words = say("trelawney.nearly", "You had {n} in a line.", n=len(longest))
    return NearWin(words, longest, close=len(longest) == WINNING_LINE - 1)


def _rows(state: State, seat: Seat) -> Iterator[Word]:
    """The lines of a side's stones, each from end to end, once from each stone in it."""
    own = {
        (ord(place[0]), int(place[1:])): place
        for place, letter in pieces(state).items()
        if letter == LETTERS[seat] and ":" not in place
    }
    for x, y in own:
        for right, up in STEPS:
            row = []
            at = (x, y)
            while at in own:
                row.append(own[at])
                at = at[0] + right, at[1] + up
            yield tuple(row)

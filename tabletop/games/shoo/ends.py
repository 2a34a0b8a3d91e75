"""What won a game of Shoo, and what a side that lost nearly had."""

from typing import Final

from tabletop.engine import NearWin, Seat, Text, say
from tabletop.engine.kernel import RESULT, winners_of_result
from tabletop.games.shoo.kernel import BOARD, FOOT, GOAL, NAMES
from tabletop.games.shoo.rules import State

TRAVELERS: Final = 9
MIN_NEAR: Final = 5
CLOSE: Final = 7


def won_by(state: State) -> Text | None:
    """What won: all travelers have arrived."""
    result = state.position[RESULT]
    if not result or not winners_of_result(result):
        return None
    return say("shoo.won", "All {n} travelers have arrived", n=TRAVELERS)


def nearly(state: State, seat: Seat) -> NearWin | None:
    """The travelers of a side that had arrived."""
    goal = GOAL[TRAVELERS * seat : TRAVELERS * seat + TRAVELERS]
    there = [square for square in goal if state.position[BOARD + square] == FOOT + seat]
    if not MIN_NEAR <= len(there) < TRAVELERS:
        return None
    words = say("shoo.nearly", "{n} of your travelers had arrived.", n=len(there))
    return NearWin(words, tuple(NAMES[square] for square in there), close=len(there) >= CLOSE)

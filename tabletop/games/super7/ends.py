"""What won a game of Super Seven, and what a side that lost nearly had."""

from typing import Final

from tabletop.engine import NearWin, Seat, Text, say
from tabletop.engine.kernel import REASON, RESULT, winners_of_result
from tabletop.games.super7 import kernel
from tabletop.games.super7.rules import SPOTS, State, boxes_of, winning_lines

BOX_RADIUS: Final = 1.35
"""The radius of a ring about a box, in squares."""


def won_by(state: State) -> Text | None:
    """What won: three boxes in a line, or five."""
    if not state.position[RESULT]:
        return None
    if state.position[REASON] == kernel.BY_LINE and winning_lines(state):
        return say("super7.won.line", "3 boxes in a line")
    (winner,) = winners_of_result(state.position[RESULT])
    return say("super7.won.boxes", "{n} boxes", n=len(boxes_of(state, winner)))


def nearly(state: State, seat: Seat) -> NearWin | None:
    """Two boxes of a line whose third was still free, or else four boxes."""
    own = frozenset(boxes_of(state, seat))
    taken = own.union(*(boxes_of(state, other) for other in range(2)))
    for line in kernel.LINES:
        boxes = [box for box in range(9) if line >> box & 1]
        mine = [box for box in boxes if box in own]
        if len(mine) == 2 and not taken.issuperset(boxes):
            words = say("super7.nearly.line", "You had 2 boxes of a line.")
            return NearWin(words, _middles(mine), BOX_RADIUS, close=True)
    if len(own) < 3:
        return None
    words = say("super7.nearly.boxes", "You had {n} of 5 boxes.", n=len(own))
    return NearWin(words, _middles(sorted(own)), BOX_RADIUS, close=len(own) == 4)


def _middles(boxes: list[int]) -> tuple[str, ...]:
    return tuple(SPOTS[9 * box + 4] for box in boxes)

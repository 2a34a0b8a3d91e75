"""How the plies of Shoo are touched on the table."""

from tabletop.engine.game import Word
from tabletop.games.shoo.kernel import (
    CAPTURE,
    COME_BACK,
    DISMOUNT,
    DISMOUNT_ANYWAY,
    DROP,
    HOLD,
    PASS,
    RETIRE,
    RIDE,
    STEP_ANYWAY,
)
from tabletop.games.shoo.notation import NAMES, Move, ply
from tabletop.games.shoo.rules import State, legal

STABLE_SPOT = "stable"
TRAVELERS_SPOT = "travelers"
PASS_SPOT = "pass"
HOLD_SPOT = "hold"
RETIRE_SPOT = "retire"
RIDE_SPOT = "ride"
DISMOUNT_SPOT = "dismount"
STAY_SPOT = "stay"
ANYWAY_SPOT = "anyway"
DISMOUNT_ANYWAY_SPOT = "dismount-anyway"


def spell(state: State, move: Move) -> tuple[Word, ...]:
    """The one way to touch a legal ply.

    A third touch says how only where one can both ride to a square and dismount there, or where
    a traveler walks into a shoo.
    """
    first, second, third, fourth = (NAMES[square] for square in move.squares)
    kind = move.kind
    if kind == PASS:
        return ((PASS_SPOT,),)
    if kind == DROP:
        return ((STABLE_SPOT, first),)
    if kind == COME_BACK:
        return ((TRAVELERS_SPOT, first),)
    if kind == HOLD:
        return ((first, HOLD_SPOT),)
    if kind == RETIRE:
        return ((first, RETIRE_SPOT),)
    if kind == CAPTURE:
        return ((first, second, third, fourth if move.rides_on else STAY_SPOT),)
    if kind == STEP_ANYWAY:
        return ((first, second, ANYWAY_SPOT),)
    if kind == DISMOUNT_ANYWAY:
        return ((first, second, DISMOUNT_ANYWAY_SPOT),)
    if kind == RIDE and _also(state, move, DISMOUNT, DISMOUNT_ANYWAY):
        return ((first, second, RIDE_SPOT),)
    if kind == DISMOUNT and _also(state, move, RIDE):
        return ((first, second, DISMOUNT_SPOT),)
    return ((first, second),)


def _also(state: State, move: Move, *kinds: int) -> bool:
    """Whether the same squares make a legal ply of another kind."""
    codes = legal(state)
    return any(ply(kind, *move.squares[:2]).code in codes for kind in kinds)

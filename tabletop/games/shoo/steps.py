"""What the plies of Shoo do to the pieces on the board, to be shown one after the other."""

from typing import Final

from tabletop.engine.game import Step
from tabletop.games.shoo.kernel import (
    CAPTURE,
    COME_BACK,
    DISMOUNT,
    DISMOUNT_ANYWAY,
    DROP,
    HOLD,
    HUSH,
    MOUNT,
    MOVE_HORSE,
    PASS,
    RETIRE,
    RIDE,
    STEP_ANYWAY,
    TO_STABLE,
)
from tabletop.games.shoo.notation import NAMES, Move
from tabletop.games.shoo.rules import State

ON_FOOT: Final = "wb"
MOUNTED: Final = "WB"
LOOSE: Final = "h"

Phases = tuple[tuple[Step, ...], ...]


def effects(state: State, move: Move) -> Phases:
    """What a legal ply does to the pieces, in phases; nothing for a pass, a hold or a lost turn."""
    first, second, _, _ = (NAMES[square] for square in move.squares)
    walker, rider = ON_FOOT[state.turn], MOUNTED[state.turn]
    kind = move.kind
    if kind in (PASS, HOLD):
        return ()
    if kind == MOUNT:
        return ((Step(walker, first, second, becomes=rider),),)
    if kind == RIDE:
        return ((Step(rider, first, second),),)
    if kind == DISMOUNT:
        return ((Step(rider, first, second, becomes=walker), Step(LOOSE, None, first)),)
    if kind == MOVE_HORSE:
        return ((Step(LOOSE, first, second),),)
    if kind == DROP:
        return ((Step(LOOSE, None, first),),)
    if kind == RETIRE:
        return ((Step(LOOSE, first, None),),)
    if kind == CAPTURE:
        return _capture(state, move)
    if kind == COME_BACK:
        return ((Step(walker, None, first),),)
    if kind in (STEP_ANYWAY, DISMOUNT_ANYWAY):
        return _into_a_shoo(state, move)
    return ((Step(walker, first, second),),)


def _capture(state: State, move: Move) -> Phases:
    capturer, taken, put, to = (NAMES[square] for square in move.squares)
    enemy = 1 - state.turn
    walker, rider = ON_FOOT[state.turn], MOUNTED[state.turn]
    unseated = Step(MOUNTED[enemy], taken, put, becomes=ON_FOOT[enemy])
    phases: Phases = (
        (unseated, Step(LOOSE, None, taken)),
        (Step(walker, capturer, taken, becomes=rider),),
    )
    if move.rides_on:
        phases += ((Step(rider, taken, to),),)
    return phases


def _into_a_shoo(state: State, move: Move) -> Phases:
    if state.position[HUSH] != TO_STABLE:
        return ()
    start = NAMES[move.squares[0]]
    if move.kind == STEP_ANYWAY:
        return ((Step(ON_FOOT[state.turn], start, None),),)
    return ((Step(MOUNTED[state.turn], start, None), Step(LOOSE, None, start)),)

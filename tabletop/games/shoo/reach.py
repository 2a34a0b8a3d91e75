"""Plies that the board itself forbids, wherever the pieces stand."""

from tabletop.engine.saying import refusal
from tabletop.engine.state import Refusal
from tabletop.games.shoo.kernel import (
    CAPTURE,
    COME_BACK,
    DISMOUNT,
    DISMOUNT_ANYWAY,
    DROP,
    HOLD,
    MOUNT,
    MOVE_HORSE,
    REDROP,
    RETIRE,
    RIDE,
    STEP,
    STEP_ANYWAY,
)
from tabletop.games.shoo.notation import NAMES, Move
from tabletop.games.shoo.tables import BOTH_HOMES, NEAR, NEAR_AT, SIDE
from tabletop.games.shoo.words import (
    CAPTURING,
    DEALING,
    HORSES,
    RIDING,
    WALKING,
)


def near(square: int) -> tuple[int, ...]:
    """The up to eight squares around a square."""
    return NEAR[NEAR_AT[square] : NEAR_AT[square + 1]]


def way(start: int, to: int) -> tuple[int, ...]:
    """The squares that a slide passes, the last one too; nothing if they are not in line."""
    files, ranks = to % SIDE - start % SIDE, to // SIDE - start // SIDE
    length = max(abs(files), abs(ranks))
    if length == 0 or {abs(files), abs(ranks)} - {0, length}:
        return ()
    stride = files // length + ranks // length * SIDE
    return tuple(start + stride * i for i in range(1, length + 1))


def impossible(move: Move) -> Refusal | None:
    """Why a ply could be legal on no board at all; None if it could."""
    kind = move.kind
    start, to, _, _ = move.squares
    if kind in (STEP, STEP_ANYWAY):
        return _too_far(start, to)
    if kind == MOUNT:
        return _in_base(to, RIDING) or _no_neighbour(start, to, RIDING)
    if kind in (DISMOUNT, DISMOUNT_ANYWAY):
        return _in_base(start, RIDING) or _no_neighbour(start, to, RIDING)
    if kind in (RIDE, MOVE_HORSE):
        return no_slide(start, to, RIDING if kind == RIDE else HORSES)
    if kind in (DROP, HOLD, RETIRE):
        return _in_base(start, HORSES)
    if kind == CAPTURE:
        return _no_capture(move)
    if kind == REDROP:
        return _same_place(start, to) or _back_in_base(to)
    if kind == COME_BACK:
        return _back_in_base(start)
    return None


def _too_far(start: int, to: int) -> Refusal | None:
    if to in near(start):
        return None
    return refusal(
        WALKING,
        "shoo.refused.far",
        "{to} is not next to {start}: on foot one goes a single square",
        to=NAMES[to],
        start=NAMES[start],
    )


def _no_neighbour(start: int, to: int, rule: str) -> Refusal | None:
    if to in near(start):
        return None
    return refusal(
        rule, "shoo.refused.apart", "{to} is not next to {start}", to=NAMES[to], start=NAMES[start]
    )


def _in_base(square: int, rule: str) -> Refusal | None:
    if square not in BOTH_HOMES:
        return None
    return refusal(
        rule,
        "shoo.refused.base",
        "{square} is inside a home base: no horse goes there",
        square=NAMES[square],
    )


def _back_in_base(square: int) -> Refusal | None:
    if square not in BOTH_HOMES:
        return None
    return refusal(
        DEALING,
        "shoo.refused.redrop.base",
        "{square} is inside a home base: travelers come back outside the bases",
        square=NAMES[square],
    )


def _same_place(start: int, to: int) -> Refusal | None:
    if start != to:
        return None
    return refusal(
        DEALING,
        "shoo.refused.redrop.same",
        "{square} is where it is shooed: put it elsewhere",
        square=NAMES[to],
    )


def no_slide(start: int, to: int, rule: str) -> Refusal | None:
    """Why no horse could ever slide from one square to the other; None if it could."""
    passed = way(start, to)
    blocked = _in_base(start, rule) or _in_base(to, rule)
    if blocked:
        return blocked
    if not passed:
        return refusal(
            rule,
            "shoo.refused.line",
            "{to} is not in line with {start}: horses slide along rows, columns and diagonals",
            to=NAMES[to],
            start=NAMES[start],
        )
    for square in passed:
        if square in BOTH_HOMES:
            return refusal(
                rule,
                "shoo.refused.crossing",
                "{square} lies on the way to {to}, and no horse crosses a home base",
                square=NAMES[square],
                to=NAMES[to],
            )
    return None


def _no_capture(move: Move) -> Refusal | None:
    capturer, rider, put, to = move.squares
    problem = _in_base(rider, RIDING) or _no_neighbour(capturer, rider, CAPTURING)
    if problem:
        return problem
    if put not in near(rider):
        return refusal(
            CAPTURING,
            "shoo.refused.put.far",
            "{put} is not next to {rider}: the rider is put down beside its horse",
            put=NAMES[put],
            rider=NAMES[rider],
        )
    if put == capturer:
        return refusal(
            CAPTURING,
            "shoo.refused.put.capturer",
            "{put} is taken: your capturer still stands there while the rider is put down",
            put=NAMES[put],
        )
    if to == rider:
        return None
    if put in way(rider, to):
        return refusal(
            CAPTURING,
            "shoo.refused.ride_on.put",
            "You cannot ride on to {to}: the rider you put on {put} is in the way",
            to=NAMES[to],
            put=NAMES[put],
        )
    return no_slide(rider, to, RIDING)

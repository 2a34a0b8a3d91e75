"""Why a ply of Shoo is refused: the sentence that a player at the table would want."""

from tabletop.engine.saying import refusal
from tabletop.engine.state import Refusal
from tabletop.engine.text import listed
from tabletop.games.shoo.dealing import deal_first, no_redrop, no_way_back, only_pass, stuck
from tabletop.games.shoo.hindrances import (
    arrived,
    blocked,
    no_free_horse,
    no_rider,
    no_shoo_ahead,
    no_walker,
    occupied,
    piece_at,
    reserved_horse,
    shoo_ahead,
)
from tabletop.games.shoo.kernel import (
    CAPTURE,
    COME_BACK,
    DISMOUNT,
    DISMOUNT_ANYWAY,
    DROP,
    EMPTY,
    HOLD,
    HORSE,
    HUSH,
    MOUNT,
    MOVE_HORSE,
    PASS,
    REDROP,
    RETIRE,
    RIDE,
    RIDER,
    STEP,
    STEP_ANYWAY,
    TO_STABLE,
)
from tabletop.games.shoo.notation import NAMES, Move
from tabletop.games.shoo.reach import impossible, way
from tabletop.games.shoo.rules import State, legal, off_board, shooed, shooers, stables
from tabletop.games.shoo.words import (
    CAPTURING,
    DEALING,
    HORSES,
    RIDING,
    SEAT_NAMES,
    SHOOING,
    TURN,
    WALKING,
)
from tabletop.games.shoo.words import HUSH as HUSH_RULE

_ON_FOOT = (STEP, STEP_ANYWAY, MOUNT, CAPTURE, REDROP)


def refuse(state: State, move: Move) -> Refusal | None:
    """Why a ply is not legal in a running game; None if nothing speaks against it."""
    never = impossible(move)
    if never:
        return never
    plies = [known.kind for known in legal(state).values()]
    if plies == [PASS]:
        return only_pass(state)
    if move.kind == PASS:
        return _no_pass(state)
    troubled = shooed(state)
    if troubled:
        return _while_shooed(state, move, troubled)
    return _in_turn(state, move)


def _no_pass(state: State) -> Refusal:
    troubled = shooed(state)
    if troubled:
        return deal_first(state, troubled)
    return refusal(
        TURN,
        "shoo.refused.pass",
        "You cannot pass while something can be done: {ply} for one",
        ply=str(next(iter(legal(state).values()))),
    )


def _while_shooed(state: State, move: Move, troubled: tuple[str, ...]) -> Refusal | None:
    start, to, _, _ = move.squares
    if move.kind not in _ON_FOOT:
        return deal_first(state, troubled)
    stranger = no_walker(state, start)
    if stranger:
        return stranger
    if NAMES[start] not in troubled:
        return deal_first(state, troubled)
    if move.kind == REDROP:
        return no_redrop(state, start, to)
    if any(ply.kind == REDROP and ply.squares[0] == start for ply in legal(state).values()):
        return stuck(start)
    near = shooers(state, NAMES[to])
    if move.kind in (STEP, STEP_ANYWAY) and near and piece_at(state, to) == EMPTY:
        return refusal(
            SHOOING,
            "shoo.refused.from_shoo_to_shoo",
            "{square} is shooed too: {shooers} stand next to it",
            square=NAMES[to],
            shooers=listed(near),
        )
    return _in_turn(state, move)


def _in_turn(state: State, move: Move) -> Refusal | None:
    """Why a ply is refused by what it is itself."""
    kind = move.kind
    start, to, _, _ = move.squares
    if kind in (STEP, STEP_ANYWAY):
        return no_walker(state, start) or _step(state, move)
    if kind == MOUNT:
        return no_walker(state, start) or _mount(state, start, to)
    if kind == CAPTURE:
        return no_walker(state, start) or no_capture(state, start, to) or _put(state, move)
    if kind == RIDE:
        return no_rider(state, start) or blocked(state, way(start, to), RIDING)
    if kind in (DISMOUNT, DISMOUNT_ANYWAY):
        return no_rider(state, start) or _dismount(state, move)
    if kind == MOVE_HORSE:
        return no_free_horse(state, start) or blocked(state, way(start, to), HORSES)
    if kind == HOLD:
        return no_free_horse(state, start)
    if kind == RETIRE:
        return no_free_horse(state, start) or _retire(start)
    if kind == DROP:
        return no_horse_left(state) or occupied(state, start, HORSES)
    if kind == COME_BACK:
        return nobody_off(state) or no_way_back(state, start)
    return no_walker(state, start) or refusal(
        DEALING,
        "shoo.refused.redrop.calm",
        "Your traveler on {square} is not shooed, so it is not taken up",
        square=NAMES[start],
    )


def _step(state: State, move: Move) -> Refusal | None:
    start, to, _, _ = move.squares
    there = piece_at(state, to)
    outside = arrived(state, start, to)
    if outside:
        return outside
    if there == HORSE:
        return reserved_horse(state, to) or refusal(
            RIDING,
            "shoo.refused.step.horse",
            "A free horse stands on {to}: to mount it, write {start}^{to}",
            start=NAMES[start],
            to=NAMES[to],
        )
    return occupied(state, to, WALKING) or _shoo(state, move)


def _dismount(state: State, move: Move) -> Refusal | None:
    return occupied(state, move.squares[1], RIDING) or _shoo(state, move)


def _shoo(state: State, move: Move) -> Refusal | None:
    """What a shoo, or the lack of one, has against a step or a dismount."""
    if move.kind in (STEP, DISMOUNT):
        return shoo_ahead(state, move.squares[1], f"{move}?")
    return no_shoo_ahead(state, move.squares[1], str(move)[:-1])


def _mount(state: State, start: int, to: int) -> Refusal | None:
    there = piece_at(state, to)
    outside = arrived(state, start, to)
    if outside:
        return outside
    if there == RIDER + 1 - state.turn:
        return refusal(
            CAPTURING,
            "shoo.refused.mount.enemy",
            "{who} rides the horse on {to}: to capture it, write {start}*{to}@ and where the "
            "rider goes",
            who=SEAT_NAMES[1 - state.turn],
            start=NAMES[start],
            to=NAMES[to],
        )
    return no_free_horse(state, to)


def no_capture(state: State, start: int, rider: int) -> Refusal | None:
    """Why a traveler on foot cannot capture on a square, wherever the rider were put."""
    there = piece_at(state, rider)
    if there != RIDER + 1 - state.turn:
        if there == HORSE:
            return refusal(
                CAPTURING,
                "shoo.refused.capture.horse",
                "The horse on {square} has no rider: one mounts it, or leaves it",
                square=NAMES[rider],
            )
        return refusal(
            CAPTURING,
            "shoo.refused.capture.none",
            "There is no rider of {who} on {square}, so there is nothing to capture",
            who=SEAT_NAMES[1 - state.turn],
            square=NAMES[rider],
        )
    outside = arrived(state, start, rider)
    if outside:
        return outside
    if any(ply.kind == CAPTURE and ply.squares[1] == rider for ply in legal(state).values()):
        return None
    return refusal(
        CAPTURING,
        "shoo.refused.capture.full",
        "All squares around {square} are taken: the rider could be put nowhere",
        square=NAMES[rider],
    )


def _put(state: State, move: Move) -> Refusal | None:
    start, rider, put, to = move.squares
    return occupied(state, put, CAPTURING) or blocked(state, way(rider, to), RIDING, left=start)


def _retire(start: int) -> Refusal:
    return refusal(
        HORSES,
        "shoo.refused.retire.far",
        "None of your travelers is near the horse on {square}, so you cannot retire it",
        square=NAMES[start],
    )


def no_horse_left(state: State) -> Refusal | None:
    """Why the side to move has no horse to drop."""
    if stables(state)[state.turn]:
        return None
    return refusal(HORSES, "shoo.refused.stable.empty", "No horse is left in your stable")


def nobody_off(state: State) -> Refusal | None:
    """Why the side to move has no traveler to bring back."""
    if off_board(state)[state.turn]:
        return None
    if state.position[HUSH] == TO_STABLE:
        return refusal(
            HUSH_RULE, "shoo.refused.nobody_off", "None of your travelers is in the stable"
        )
    return refusal(
        HUSH_RULE,
        "shoo.refused.no_travelers_stable",
        "At this table no traveler ever goes to the stable",
    )

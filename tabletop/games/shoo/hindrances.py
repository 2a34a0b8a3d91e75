"""What can stand in the way of a single thing: on a square, of a traveler, of a horse.

Each function gives the refusal, or None where nothing is in the way.
"""

from collections.abc import Iterable

from tabletop.engine.saying import refusal
from tabletop.engine.state import Refusal
from tabletop.engine.text import Text, listed, say
from tabletop.games.shoo.kernel import (
    BOARD,
    EMPTY,
    FOOT,
    HORSE,
    HUSH,
    LEAVE_HOME,
    REFUSE,
    RIDER,
)
from tabletop.games.shoo.notation import NAMES
from tabletop.games.shoo.rules import State, reserved, shooers
from tabletop.games.shoo.tables import IN_GOAL, SQUARES
from tabletop.games.shoo.words import (
    HORSES,
    RIDING,
    SEAT_NAMES,
    SHOOING,
    WALKING,
)
from tabletop.games.shoo.words import HUSH as HUSH_RULE


def piece_at(state: State, square: int) -> int:
    """What stands on a square, by the kernel's numbers."""
    return state.position[BOARD + square]


def occupant(state: State, square: int) -> Text:
    """What stands on a square, in words."""
    piece = piece_at(state, square)
    if piece == EMPTY:
        # NOTE for translators: what stands on a square, in "c3 is taken: a horse stands there".
        return say("shoo.piece.none", "nothing")
    if piece == HORSE:
        return say("shoo.piece.horse", "a horse")
    if piece >= RIDER:
        return say("shoo.piece.rider", "a rider of {who}", who=SEAT_NAMES[piece - RIDER])
    return say("shoo.piece.foot", "a traveler of {who}", who=SEAT_NAMES[piece - FOOT])


def no_walker(state: State, square: int) -> Refusal | None:
    """Why a square is not where one of one's own travelers on foot can start."""
    piece, here, me = piece_at(state, square), NAMES[square], state.turn
    if piece == FOOT + me:
        return None
    if piece == RIDER + me:
        return refusal(
            RIDING,
            "shoo.refused.walk.rider",
            "Your traveler on {square} is mounted: it rides ({square}~...) or dismounts "
            "({square}/...)",
            square=here,
        )
    if piece == HORSE:
        return refusal(
            HORSES,
            "shoo.refused.walk.horse",
            "On {square} stands a horse without a rider; to move it, write h:{square}-...",
            square=here,
        )
    return _not_yours(state, square)


def no_rider(state: State, square: int) -> Refusal | None:
    """Why a square is not where one of one's own riders can start."""
    piece, here, me = piece_at(state, square), NAMES[square], state.turn
    if piece == RIDER + me:
        return None
    if piece == FOOT + me:
        return refusal(
            RIDING,
            "shoo.refused.ride.foot",
            "Your traveler on {square} is on foot: it has no horse",
            square=here,
        )
    if piece == HORSE:
        return refusal(
            RIDING,
            "shoo.refused.ride.horse",
            "The horse on {square} has no rider: mount it first",
            square=here,
        )
    return _not_yours(state, square)


def _not_yours(state: State, square: int) -> Refusal:
    if piece_at(state, square) == EMPTY:
        return refusal(
            WALKING,
            "shoo.refused.start.empty",
            "There is nobody on {square}: it is empty",
            square=NAMES[square],
        )
    return refusal(
        WALKING,
        "shoo.refused.start.enemy",
        "The traveler on {square} belongs to {who}, not to you",
        square=NAMES[square],
        who=SEAT_NAMES[1 - state.turn],
    )


def no_free_horse(state: State, square: int) -> Refusal | None:
    """Why there is no free horse on a square: none at all, a rider, or one that is reserved."""
    piece = piece_at(state, square)
    if piece == HORSE:
        return reserved_horse(state, square)
    if piece == RIDER + state.turn:
        return refusal(
            HORSES,
            "shoo.refused.horse.own",
            "The horse on {square} is not free: your own traveler rides it",
            square=NAMES[square],
        )
    if piece == RIDER + 1 - state.turn:
        return refusal(
            HORSES,
            "shoo.refused.horse.enemy",
            "The horse on {square} is not free: {who} rides it",
            square=NAMES[square],
            who=SEAT_NAMES[1 - state.turn],
        )
    if piece == EMPTY:
        return refusal(
            HORSES,
            "shoo.refused.horse.empty",
            "There is no horse on {square}: it is empty",
            square=NAMES[square],
        )
    return refusal(
        HORSES,
        "shoo.refused.horse.none",
        "There is no horse on {square}: {what} is there",
        square=NAMES[square],
        what=occupant(state, square),
    )


def reserved_horse(state: State, square: int) -> Refusal | None:
    """Why a horse cannot be used by the side to move."""
    if reserved(state) != NAMES[square]:
        return None
    return refusal(
        HORSES,
        "shoo.refused.horse.reserved",
        "The horse on {square} is reserved for {who} this turn",
        square=NAMES[square],
        who=SEAT_NAMES[1 - state.turn],
    )


def occupied(state: State, square: int, rule: str) -> Refusal | None:
    """Why nothing can come to a square: something is there."""
    if piece_at(state, square) == EMPTY:
        return None
    return refusal(
        rule,
        "shoo.refused.taken",
        "{square} is taken: {what} stands there",
        square=NAMES[square],
        what=occupant(state, square),
    )


def blocked(state: State, passed: Iterable[int], rule: str, left: int = -1) -> Refusal | None:
    """Why a horse cannot slide along squares; `left` is one that its new rider has just left."""
    for square in passed:
        if square != left and piece_at(state, square) != EMPTY:
            return refusal(
                rule,
                "shoo.refused.blocked",
                "{square} is in the way: {what} stands there",
                square=NAMES[square],
                what=occupant(state, square),
            )
    return None


def arrived(state: State, start: int, to: int) -> Refusal | None:
    """Why a traveler cannot go from one square to the other: it would leave its goal."""
    goal = IN_GOAL[SQUARES * state.turn : SQUARES * (state.turn + 1)]
    if state.position[LEAVE_HOME] or not goal[start] or goal[to]:
        return None
    return refusal(
        WALKING,
        "shoo.refused.arrived",
        "The traveler on {start} has reached the goal and stays inside it; {to} is outside",
        start=NAMES[start],
        to=NAMES[to],
    )


def shoo_ahead(state: State, square: int, written: str) -> Refusal | None:
    """Why nobody can step or dismount to a square; `written` is the ply that dares to."""
    near = shooers(state, NAMES[square])
    if not near:
        return None
    if state.position[HUSH] == REFUSE:
        return refusal(
            SHOOING,
            "shoo.refused.shooed",
            "{square} is shooed: {shooers} stand next to it",
            square=NAMES[square],
            shooers=listed(near),
        )
    return refusal(
        HUSH_RULE,
        "shoo.refused.shooed.dare",
        "{square} is shooed: {shooers} stand next to it. To go there anyway, write {written}",
        square=NAMES[square],
        shooers=listed(near),
        written=written,
    )


def no_shoo_ahead(state: State, square: int, written: str) -> Refusal | None:
    """Why a ply with a question mark is none: the choice is not played, or there is no shoo."""
    near = shooers(state, NAMES[square])
    if not near:
        return refusal(
            HUSH_RULE,
            "shoo.refused.calm",
            "{square} is not shooed: write {written}, without a question mark",
            square=NAMES[square],
            written=written,
        )
    if state.position[HUSH] == REFUSE:
        return refusal(
            SHOOING,
            "shoo.refused.shooed.strict",
            "{square} is shooed: {shooers} stand next to it, and at this table nobody may go there",
            square=NAMES[square],
            shooers=listed(near),
        )
    return None

"""Why a touch leads to no ply of Shoo, given the touches before it."""

from tabletop.engine.game import Spot, Word
from tabletop.engine.saying import refusal
from tabletop.engine.state import Refusal
from tabletop.games.shoo.dealing import deal_first, only_pass, stuck
from tabletop.games.shoo.hindrances import no_free_horse, no_walker, occupied, piece_at
from tabletop.games.shoo.kernel import (
    COME_BACK,
    DISMOUNT,
    DROP,
    EMPTY,
    FOOT,
    HORSE,
    MOUNT,
    MOVE_HORSE,
    PASS,
    REDROP,
    RETIRE,
    RIDE,
    RIDER,
    STEP,
)
from tabletop.games.shoo.notation import NAMES, SQUARE_OF, capture, ply
from tabletop.games.shoo.reach import impossible, near
from tabletop.games.shoo.reasons import no_capture, no_horse_left, nobody_off, refuse
from tabletop.games.shoo.rules import State, legal, shooed, shooers
from tabletop.games.shoo.spelling import (
    HOLD_SPOT,
    PASS_SPOT,
    RETIRE_SPOT,
    STABLE_SPOT,
    TRAVELERS_SPOT,
    spell,
)
from tabletop.games.shoo.words import (
    CAPTURING,
    DEALING,
    HORSES,
    HUSH,
    RIDING,
    SEAT_NAMES,
    TURN,
    WALKING,
    WRITING,
)


def refuse_touch(state: State, touched: Word) -> Refusal | None:
    """Why no legal ply starts with these touches: what the first wrong one of them breaks."""
    words = [word for move in legal(state).values() for word in spell(state, move)]
    right: Word = ()
    for spot in touched:
        if not any(word[: len(right) + 1] == (*right, spot) for word in words):
            return _not_there(spot) if right in words else _wrong(state, right, spot)
        right = (*right, spot)
    return None


def _wrong(state: State, right: Word, spot: Spot) -> Refusal | None:
    """Why a spot cannot be touched after some that can."""
    if not right:
        return _wrong_start(state, spot)
    if len(right) == 1:
        return _wrong_second(state, right[0], spot)
    if len(right) == 2:
        return _wrong_third(state, right, spot)
    return _wrong_ride_on(state, right, spot)


def _not_there(spot: Spot) -> Refusal:
    return refusal(
        WRITING,
        "shoo.refused.touch.elsewhere",
        "'{spot}' does not go on from what you touched",
        spot=spot,
    )


def _wrong_start(state: State, spot: Spot) -> Refusal | None:
    if spot == PASS_SPOT:
        return refuse(state, ply(PASS))
    if len(legal(state)) == 1 and PASS in legal(state):
        return only_pass(state)
    troubled = shooed(state)
    if troubled and spot in (STABLE_SPOT, TRAVELERS_SPOT):
        return deal_first(state, troubled)
    if spot == STABLE_SPOT:
        return no_horse_left(state) or _no_room(HORSES)
    if spot == TRAVELERS_SPOT:
        return nobody_off(state) or _no_room(DEALING)
    if spot not in SQUARE_OF:
        return refusal(
            TURN,
            "shoo.refused.touch.begin",
            "Begin with one of your travelers, a horse, or your stable",
        )
    return _wrong_first_square(state, SQUARE_OF[spot], troubled)


def _no_room(rule: str) -> Refusal:
    return refusal(rule, "shoo.refused.touch.no_room", "No square is open for that now")


def _wrong_first_square(state: State, square: int, troubled: tuple[Spot, ...]) -> Refusal | None:
    piece = piece_at(state, square)
    if piece == FOOT + 1 - state.turn:
        return no_walker(state, square)
    if troubled and NAMES[square] not in troubled:
        return deal_first(state, troubled)
    if piece == RIDER + 1 - state.turn:
        return refusal(
            CAPTURING,
            "shoo.refused.touch.enemy_rider",
            "{who} rides on {square}: to capture the horse, begin with a traveler of yours next "
            "to it",
            who=SEAT_NAMES[1 - state.turn],
            square=NAMES[square],
        )
    if piece == EMPTY:
        return refusal(
            TURN,
            "shoo.refused.touch.empty",
            "{square} is empty: begin with one of your travelers, a horse, or your stable",
            square=NAMES[square],
        )
    if piece == HORSE:
        return no_free_horse(state, square)
    return refusal(
        RIDING if piece >= RIDER else WALKING,
        "shoo.refused.touch.stuck",
        "Your traveler on {square} has nowhere to go",
        square=NAMES[square],
    )


def _wrong_second(state: State, first: Spot, spot: Spot) -> Refusal | None:
    if spot not in SQUARE_OF:
        return _wrong_word(state, first, spot)
    to = SQUARE_OF[spot]
    if first == STABLE_SPOT:
        return refuse(state, ply(DROP, to))
    if first == TRAVELERS_SPOT:
        return refuse(state, ply(COME_BACK, to))
    if first == PASS_SPOT:
        return only_pass(state)
    start = SQUARE_OF[first]
    if start == to:
        return refusal(
            TURN,
            "shoo.refused.touch.same",
            "It stands on {square} already: touch where it goes",
            square=spot,
        )
    piece = piece_at(state, start)
    if piece == HORSE:
        return refuse(state, ply(MOVE_HORSE, start, to))
    if piece == RIDER + state.turn:
        return _wrong_ride(state, start, to)
    return _wrong_walk(state, start, to)


def _wrong_word(state: State, first: Spot, spot: Spot) -> Refusal | None:
    """Why something that is no square cannot be touched second."""
    start = SQUARE_OF.get(first)
    if start is None or spot not in (HOLD_SPOT, RETIRE_SPOT):
        return refusal(
            WRITING, "shoo.refused.touch.square", "Touch a square next, not '{spot}'", spot=spot
        )
    if spot == RETIRE_SPOT:
        return refuse(state, ply(RETIRE, start))
    return no_free_horse(state, start)


def _wrong_ride(state: State, start: int, to: int) -> Refusal | None:
    """Why a rider can neither ride nor dismount to a square."""
    taken = occupied(state, to, RIDING)
    if taken:
        return taken
    ride = ply(RIDE, start, to)
    if to in near(start) and impossible(ride):
        return refuse(state, ply(DISMOUNT, start, to))
    return refuse(state, ride)


def _wrong_walk(state: State, start: int, to: int) -> Refusal | None:
    """Why a traveler on foot cannot go to a square."""
    if any(move.kind == REDROP and move.squares[0] == start for move in legal(state).values()):
        return stuck(start) if to in near(start) else refuse(state, ply(REDROP, start, to))
    there = piece_at(state, to)
    if there == HORSE and to in near(start):
        return refuse(state, ply(MOUNT, start, to))
    if there == RIDER + 1 - state.turn and to in near(start):
        return no_capture(state, start, to)
    return impossible(ply(STEP, start, to)) or refuse(state, ply(STEP, start, to))


def _wrong_third(state: State, right: Word, spot: Spot) -> Refusal | None:
    """Why a spot cannot follow two that can."""
    if right[0] not in SQUARE_OF or right[1] not in SQUARE_OF:
        return _not_there(spot)
    start, to = SQUARE_OF[right[0]], SQUARE_OF[right[1]]
    if piece_at(state, to) == RIDER + 1 - state.turn:
        return _wrong_put(state, start, to, spot)
    if piece_at(state, start) == RIDER + state.turn and ply(RIDE, start, to).code in legal(state):
        return refusal(
            RIDING,
            "shoo.refused.touch.how",
            "Say first how to reach {square}: ride or dismount",
            square=right[1],
        )
    if shooers(state, right[1]):
        return refusal(
            HUSH,
            "shoo.refused.touch.anyway",
            "{square} is shooed: say that you go there anyway, or take your touch back",
            square=right[1],
        )
    return _not_there(spot)


def _wrong_put(state: State, start: int, rider: int, spot: Spot) -> Refusal | None:
    """Why the rider of a captured horse cannot be put on a spot."""
    if spot not in SQUARE_OF:
        return refusal(
            CAPTURING,
            "shoo.refused.touch.put",
            "Touch where the rider of {who} goes: an empty square next to {square}",
            who=SEAT_NAMES[1 - state.turn],
            square=NAMES[rider],
        )
    return refuse(state, capture(start, rider, SQUARE_OF[spot]))


def _wrong_ride_on(state: State, right: Word, spot: Spot) -> Refusal | None:
    """Why a capturer cannot ride on to a spot."""
    squares = [SQUARE_OF.get(name, -1) for name in right]
    if len(right) > 3 or min(squares) < 0:
        return _not_there(spot)
    if spot not in SQUARE_OF or spot == right[1]:
        return refusal(
            CAPTURING,
            "shoo.refused.touch.ride_on",
            "Touch where you ride on to, or say that you stay",
        )
    return refuse(state, capture(squares[0], squares[1], squares[2], SQUARE_OF[spot]))

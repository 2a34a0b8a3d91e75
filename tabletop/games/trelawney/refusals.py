"""Why a ply or a touch of Trelawney's Glory is refused."""

from tabletop.engine.game import Refusal, Spot, WrongTouch
from tabletop.engine.notation import refusal
from tabletop.engine.text import say
from tabletop.games.trelawney import kernel
from tabletop.games.trelawney.kernel import (
    BOARD,
    board_squares,
    coordinates,
    square_name,
    square_named,
)
from tabletop.games.trelawney.rules import LETTERS, Move, State, neighbour_spot, pieces

_SQUARES = frozenset(map(square_name, board_squares(1)))


def refuse(state: State, move: Move) -> Refusal | None:
    problem = _refuse_lay(state, move.square)
    if problem or move.target is None:
        return problem
    return (
        _refuse_target(state, move.square, move.target)
        or _refuse_room(state, move)
        or _refuse_after_five(state, move)
    )


def refuse_touch(state: State, wrong: WrongTouch) -> Refusal | None:
    if wrong.complete:
        return refusal("12", "trelawney.touch.done", "This ply is already spelled out.")
    if not wrong.begun:
        return _refuse_first(state, wrong.spot)
    if len(wrong.begun) == 1:
        return _refuse_second(state, wrong.begun[0], wrong.spot)
    return _refuse_third(state, wrong.begun[0], wrong.begun[1], wrong.spot)


def _refuse_first(state: State, spot: Spot) -> Refusal | None:
    """Why a ply does not begin with this touch."""
    if spot.startswith("ring:"):
        return refusal("1", "trelawney.touch.ring", "Stones are never laid off the board.")
    if spot not in _SQUARES:
        return refusal(
            "1", "trelawney.touch.first", "First touch the square where you lay your stone."
        )
    return _refuse_lay(state, square_named(spot))


def _refuse_second(state: State, first: Spot, spot: Spot) -> Refusal | None:
    """Why the touch after the square of the lay goes nowhere."""
    if spot in ("shove", "drag"):
        if state.ply == 0:
            return _too_early()
        if spot == "shove":
            return refusal(
                "5",
                "trelawney.touch.which.shove",
                "Touch the enemy stone next to {square} first, then shove.",
                square=first,
            )
        return refusal(
            "5",
            "trelawney.touch.which.drag",
            "Touch the enemy stone next to {square} first, then drag.",
            square=first,
        )
    if spot == first:
        return refusal(
            "1",
            "trelawney.touch.again",
            "Your stone is on {square}: touch lay to leave it there, or an enemy stone next to it.",
            square=first,
        )
    if spot not in _SQUARES:
        return refusal(
            "6",
            "trelawney.touch.out",
            "What lies off the board stays there; touch an enemy stone next to {square}.",
            square=first,
        )
    square, target = square_named(first), square_named(spot)
    if BOARD[state.board] >> target & 1 and spot not in pieces(state):
        return refusal(
            "1",
            "trelawney.touch.laid",
            "Your stone is laid on {square} and stays there; {target} is empty.",
            square=first,
            target=spot,
        )
    return _refuse_target(state, square, target) or _refuse_both(state, square, target)


def _refuse_third(state: State, first: Spot, second: Spot, spot: Spot) -> Refusal | None:
    """Why the touch after the enemy stone goes nowhere."""
    if spot in ("shove", "drag"):
        return refuse(
            state, Move.of(square_named(first), square_named(second), drags=spot == "drag")
        )
    return refusal(
        "12",
        "trelawney.touch.act",
        "Choose shove or drag for {stone}, or take {stone} back to lay only.",
        stone=second,
    )


def _refuse_lay(state: State, square: int) -> Refusal | None:
    if not BOARD[state.board] >> square & 1:
        return refusal(
            "1",
            "trelawney.refused.off",
            "{square} is off the board: it ends at {corner}.",
            square=square_name(square),
            corner=square_name(max(board_squares(state.board))),
        )
    if square_name(square) in pieces(state):
        return refusal(
            "1",
            "trelawney.refused.taken",
            "{square} is taken: lay on an empty square.",
            square=square_name(square),
        )
    if Move(square) not in state.moves():
        only = next(iter(pieces(state)))
        return refusal(
            "2",
            "trelawney.refused.apart",
            "White's first stone goes next to the black stone on {stone}, not on {square}.",
            stone=only,
            square=square_name(square),
        )
    return None


def _refuse_target(state: State, square: int, target: int) -> Refusal | None:
    """Why the stone on the target is not one to move, after a lay on the square."""
    there = square_name(target)
    if not BOARD[state.board] >> target & 1:
        return refusal("5", "trelawney.refused.edge", "{target} is off the board.", target=there)
    stone = pieces(state).get(there)
    if state.ply == 0:
        return _too_early()
    if stone is None:
        return refusal(
            "5",
            "trelawney.refused.empty",
            "{target} is empty: there is no stone to shove or drag.",
            target=there,
        )
    if stone == LETTERS[state.turn]:
        return refusal(
            "5",
            "trelawney.refused.own",
            "The stone on {target} is your own: only enemy stones are shoved or dragged.",
            target=there,
        )
    (x, y), (ahead, above) = coordinates(square), coordinates(target)
    if max(abs(ahead - x), abs(above - y)) != 1:
        return refusal(
            "5",
            "trelawney.refused.far",
            "{target} is not next to {square}: the stone just laid moves only a neighbour.",
            target=there,
            square=square_name(square),
        )
    if state.board and ahead != x and above != y:
        return refusal(
            "10",
            "trelawney.refused.diagonal",
            "{target} is diagonal to {square}: on the intersections nothing moves diagonally.",
            target=there,
            square=square_name(square),
        )
    return None


def _too_early() -> Refusal:
    """Why nothing moves on ply 0."""
    return refusal(
        "2",
        "trelawney.refused.early",
        "The first stone is only laid: shoving and dragging begin with White's first stone.",
    )


def _refuse_room(state: State, move: Move) -> Refusal | None:
    """Why the stone in front, or behind, has no vacant place to go to."""
    k, target = move.direction, move.target
    if k is None or target is None:
        return None
    place = (
        neighbour_spot(state, move.square, k ^ 1)
        if move.drags
        else neighbour_spot(state, target, k)
    )
    if place not in pieces(state):
        return None
    mover = square_name(move.square if move.drags else target)
    off = place.startswith("ring:")
    if move.drags and off:
        words = say(
            "trelawney.refused.drag_out",
            "To drag {target}, your stone on {mover} must step off the board, and a stone that is "
            "out lies in the way.",
            target=square_name(target),
            mover=mover,
        )
    elif move.drags:
        words = say(
            "trelawney.refused.drag",
            "To drag {target}, your stone on {mover} must step back to {place}, which is taken.",
            target=square_name(target),
            mover=mover,
            place=place,
        )
    elif off:
        words = say(
            "trelawney.refused.shove_out",
            "{mover} cannot be shoved off the board there: a stone that is out lies in the way.",
            mover=mover,
        )
    else:
        words = say(
            "trelawney.refused.shove",
            "{mover} cannot be shoved: {place} behind it is taken.",
            mover=mover,
            place=place,
        )
    return Refusal(words, "6" if off else "4" if move.drags else "3")


def _refuse_after_five(state: State, move: Move) -> Refusal | None:
    """Why nothing moves after a lay that wins."""
    if not kernel.ends_at_once(list(state.position), move.square):
        return None
    return refusal(
        "7",
        "trelawney.refused.five",
        "A stone on {square} makes five in a line and wins at once: just lay it.",
        square=square_name(move.square),
    )


def _refuse_both(state: State, square: int, target: int) -> Refusal | None:
    """Why an enemy neighbour is neither shoved nor dragged."""
    won = _refuse_after_five(state, Move(square))
    shove = refuse(state, Move.of(square, target))
    drag = refuse(state, Move.of(square, target, drags=True))
    if won or not (shove and drag):
        return won or shove or drag
    # NOTE for translators: {shove} and {drag} are whole sentences.
    return refusal(
        "5",
        "trelawney.refused.stuck",
        "{target} can go neither way. {shove} {drag}",
        target=square_name(target),
        shove=shove.reason,
        drag=drag.reason,
    )

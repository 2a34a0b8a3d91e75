"""Why a ply or a touch of Trelawney's Glory is refused."""

from tabletop.engine.game import Refusal, Spot, WrongTouch
from tabletop.engine.notation import refusal
from tabletop.engine.text import say
from tabletop.games.trelawney import kernel
from tabletop.games.trelawney.kernel import (
    BOARD,
    SQUARE_NAMES,
    SQUARES,
    coordinates,
    square_named,
)
from tabletop.games.trelawney.rules import LETTERS, Move, State, neighbour_spot, pieces

_SQUARES = frozenset(SQUARE_NAMES[square] for square in SQUARES[1])


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
        return refusal("12", "trelawney.touch.done", "This turn is already complete.")
    if not wrong.begun:
        return _refuse_first(state, wrong.spot)
    if len(wrong.begun) == 1:
        return _refuse_second(state, wrong.begun[0], wrong.spot)
    return _refuse_third(state, wrong.begun[0], wrong.begun[1], wrong.spot)


def _refuse_first(state: State, spot: Spot) -> Refusal | None:
    """Why a ply does not begin with this touch."""
    if spot.startswith("ring:"):
        return refusal("1", "trelawney.touch.ring", "Lay your stone on the board.")
    if spot not in _SQUARES:
        return refusal("1", "trelawney.touch.first", "Touch the square where your stone goes.")
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
                "First touch the enemy stone that you want to shove.",
                places=(first,),
            )
        return refusal(
            "5",
            "trelawney.touch.which.drag",
            "First touch the enemy stone that you want to drag.",
            places=(first,),
        )
    square = square_named(first)
    moves = any(move.square == square and move.target is not None for move in state.moves())
    if spot == first and moves:
        return refusal(
            "1",
            "trelawney.touch.again",
            "Touch an enemy stone beside yours, or leave yours there.",
            places=(first,),
        )
    if spot not in _SQUARES:
        return refusal(
            "6",
            "trelawney.touch.out",
            "A stone off the board stays there.",
            places=(first,),
        )
    target = square_named(spot)
    if BOARD[state.board] >> target & 1 and spot not in pieces(state):
        if not moves:
            return refusal(
                "1",
                "trelawney.touch.confirm",
                "Your stone is down. Touch it again to confirm.",
                places=(first,),
            )
        return refusal(
            "1",
            "trelawney.touch.laid",
            "Your stone is down. Move a stone with it, or leave it there.",
            places=(first, spot),
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
        "Choose Shove or Drag, or leave your stone there.",
        places=(second,),
    )


def _refuse_lay(state: State, square: int) -> Refusal | None:
    if not BOARD[state.board] >> square & 1:
        return refusal(
            "1",
            "trelawney.refused.off",
            "That square isn’t on this board.",
            places=(SQUARE_NAMES[square],),
        )
    if SQUARE_NAMES[square] in pieces(state):
        return refusal(
            "1",
            "trelawney.refused.taken",
            "That square is taken. Lay on an empty one.",
            places=(SQUARE_NAMES[square],),
        )
    if Move(square) not in state.moves():
        only = next(iter(pieces(state)))
        return refusal(
            "2",
            "trelawney.refused.apart",
            "White’s first stone goes next to Black’s.",
            places=(only, SQUARE_NAMES[square]),
        )
    return None


def _refuse_target(state: State, square: int, target: int) -> Refusal | None:
    """Why the stone on the target is not one to move, after a lay on the square."""
    there = SQUARE_NAMES[target]
    if not BOARD[state.board] >> target & 1:
        return refusal("5", "trelawney.refused.edge", "That isn’t on the board.", places=(there,))
    stone = pieces(state).get(there)
    if state.ply == 0:
        return _too_early()
    if stone is None:
        return refusal(
            "5",
            "trelawney.refused.empty",
            "That square is empty. Touch an enemy stone.",
            places=(there,),
        )
    if stone == LETTERS[state.turn]:
        return refusal(
            "5",
            "trelawney.refused.own",
            "That stone is yours. Only enemy stones can be moved.",
            places=(there,),
        )
    (x, y), (ahead, above) = coordinates(square), coordinates(target)
    if max(abs(ahead - x), abs(above - y)) != 1:
        return refusal(
            "5",
            "trelawney.refused.far",
            "Your new stone only moves a stone next to it.",
            places=(there, SQUARE_NAMES[square]),
        )
    if state.board and ahead != x and above != y:
        return refusal(
            "10",
            "trelawney.refused.diagonal",
            "On this board, stones don’t move diagonally.",
            places=(there, SQUARE_NAMES[square]),
        )
    return None


def _too_early() -> Refusal:
    """Why nothing moves on ply 0."""
    return refusal(
        "2",
        "trelawney.refused.early",
        "The first stone can’t move another one.",
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
    off = place.startswith("ring:")
    if move.drags and off:
        words = say(
            "trelawney.refused.drag_out", "You can’t drag it: a lost stone is behind yours."
        )
    elif move.drags:
        words = say(
            "trelawney.refused.drag", "You can’t drag it: the place behind your stone is taken."
        )
    elif off:
        words = say(
            "trelawney.refused.shove_out", "You can’t shove it out: a lost stone is in the way."
        )
    else:
        words = say("trelawney.refused.shove", "You can’t shove it: the place behind it is taken.")
    return Refusal(words, "6" if off else "4" if move.drags else "3", (place,))


def _refuse_after_five(state: State, move: Move) -> Refusal | None:
    """Why nothing moves after a lay that wins."""
    if not kernel.ends_at_once(list(state.position), move.square):
        return None
    return refusal(
        "7",
        "trelawney.refused.five",
        "That makes five in a line: leave it there and win.",
        places=(SQUARE_NAMES[move.square],),
    )


def _refuse_both(state: State, square: int, target: int) -> Refusal | None:
    """Why an enemy neighbour is neither shoved nor dragged."""
    won = _refuse_after_five(state, Move(square))
    shove = refuse(state, Move.of(square, target))
    drag = refuse(state, Move.of(square, target, drags=True))
    if won or not (shove and drag):
        return won or shove or drag
    return refusal(
        "5",
        "trelawney.refused.stuck",
        "You can’t move that stone: both ways are blocked.",
        places=(*shove.places, *drag.places),
    )

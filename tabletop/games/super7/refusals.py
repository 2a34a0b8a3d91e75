"""Why a ply or a touch of Super Seven is refused."""

import re

from tabletop.engine.game import CHANCE, Refusal, Spot, WrongTouch
from tabletop.engine.notation import refusal
from tabletop.engine.text import say
from tabletop.games.super7 import messages
from tabletop.games.super7.kernel import FIRST_THROW, MIDDLE, PASS
from tabletop.games.super7.messages import SEAT_NAMES, a_throw, a_throw_first
from tabletop.games.super7.rules import MOVES, SPOTS, Move, State, read_move, square_name

_DIE_PATTERN = re.compile("die:[1-6]")


def refuse_touch(state: State, wrong: WrongTouch) -> Refusal:
    if wrong.complete:
        return refusal(
            messages.NOTATION_RULE,
            "super7.touch.done",
            "This move is already complete.",
        )
    move = _ply_of_spot(wrong.spot)
    if move is None:
        return refusal(
            messages.NOTATION_RULE,
            "super7.touch.nowhere",
            "Touch a lit square.",
        )
    if state.turn == CHANCE and wrong.begun:
        return refusal(
            messages.BOARD_RULE,
            "super7.touch.second_die",
            "Enter the second die first.",
        )
    return refuse(state, move)


def _ply_of_spot(spot: Spot) -> Move | None:
    """The ply that a single touch stands for; a die for any throw."""
    if _DIE_PATTERN.fullmatch(spot):
        return MOVES[FIRST_THROW]
    if spot in SPOTS or spot == "pass":
        return read_move(spot)
    return None


def refuse(state: State, move: Move) -> Refusal:
    if state.turn == CHANCE:
        return _before_the_throw(move)
    if state.moves()[0].code == PASS:
        return _only_pass(move)
    if move.is_throw:
        return refusal(
            messages.MUST_PLAY_RULE,
            "super7.refused.thrown",
            "You’ve rolled already: play {throw}.",
            throw=a_throw(_total(state)),
            places=(str(state.moves()[0]),),
        )
    if move.is_pass:
        return refusal(
            messages.MUST_PLAY_RULE,
            "super7.refused.pass",
            "You can’t pass: your roll fits a square.",
            places=(str(state.moves()[0]),),
        )
    return _square(state, move.code)


def _before_the_throw(move: Move) -> Refusal:
    if move.is_pass:
        return refusal(
            messages.THROW_AGAIN_RULE,
            "super7.refused.pass_early",
            "Roll first. You pass only when a third roll doesn’t fit.",
        )
    return refusal(
        messages.BOARD_RULE,
        "super7.refused.unthrown",
        "Roll first.",
        places=(str(move),),
    )


def _only_pass(move: Move) -> Refusal:
    if move.is_throw:
        words = say("super7.refused.fourth", "That was your third roll. You can only pass.")
    else:
        words = say(
            "super7.refused.only_pass", "No square fits your third roll. You can only pass."
        )
    return Refusal(words, messages.THROW_AGAIN_RULE)


def _square(state: State, square: int) -> Refusal:
    """Why the dice on the table do not allow a square."""
    place = square_name(square)
    owner = state.owners[square // 9]
    if owner:
        return refusal(
            messages.BOX_RULE,
            "super7.refused.closed",
            "{who} has won box {box}. It’s closed.",
            places=(place,),
            box=square // 9 + 3,
            who=SEAT_NAMES[owner - 1],
        )
    if _total(state) == 12:
        return _twelve(state, square)
    stands = state.squares[square]
    if stands:
        words = say("super7.refused.taken", "That square is taken. Choose a lit one.")
        special = {2: messages.TWO_RULE, 7: messages.SEVEN_RULE, 12: messages.TWELVE_RULE}
        return Refusal(words, special.get(_total(state), messages.NUMBER_RULE), (place,))
    return _empty(state, square)


def _twelve(state: State, square: int) -> Refusal:
    place = square_name(square)
    enemy = SEAT_NAMES[1 - state.side]
    stands = state.squares[square]
    if not stands:
        return refusal(
            messages.TWELVE_RULE,
            "super7.refused.nothing_to_replace",
            "That square is empty. A 12 replaces one of {enemy}’s counters.",
            enemy=enemy,
            places=(place,),
        )
    if stands == 1 + state.side:
        return refusal(
            messages.TWELVE_RULE,
            "super7.refused.own",
            "That counter is yours. A 12 replaces one of {enemy}’s.",
            enemy=enemy,
            places=(place,),
        )
    return _strict(square)


def _empty(state: State, square: int) -> Refusal:
    """Why the dice do not allow an empty square."""
    total = _total(state)
    place = square_name(square)
    if total == 2:
        return _strict(square)
    if total == 7:
        return refusal(
            messages.SEVEN_RULE,
            "super7.refused.seven",
            "A 7 fits any star, or any square in box 7.",
            places=(place,),
        )
    if square % 9 == MIDDLE:
        if state.strict_middle:
            return refusal(
                messages.NUMBER_RULE,
                "super7.refused.middle.strict",
                "A star needs a 7, not {throw}.",
                places=(place,),
                throw=a_throw(total),
            )
        return refusal(
            messages.NUMBER_RULE,
            "super7.refused.middle",
            "A star needs a 7 or a 2, not {throw}.",
            places=(place,),
            throw=a_throw(total),
        )
    return refusal(
        messages.NUMBER_RULE,
        "super7.refused.number",
        "{throw} fits any {number}, or box {number} except its star.",
        throw=a_throw_first(total),
        number=total,
        places=(place,),
    )


def _strict(square: int) -> Refusal:
    return refusal(
        messages.STRICT_RULE,
        "super7.refused.strict",
        "At this table, only a 7 fits a star.",
        places=(square_name(square),),
    )


def _total(state: State) -> int:
    return sum(state.dice or ())

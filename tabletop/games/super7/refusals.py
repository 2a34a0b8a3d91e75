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
            "That was a whole ply already, before the last touch",
        )
    move = _ply_of_spot(wrong.spot)
    if move is None:
        return refusal(
            messages.NOTATION_RULE,
            "super7.touch.nowhere",
            "That is neither a square, nor a die, nor the pass",
        )
    if state.turn == CHANCE and wrong.begun:
        return refusal(
            messages.BOARD_RULE,
            "super7.touch.second_die",
            "Give the second die first: both dice are thrown",
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
        return _only_pass(state, move)
    if move.is_throw:
        return refusal(
            messages.MUST_PLAY_RULE,
            "super7.refused.thrown",
            "The dice are thrown: {dice} makes {total}, and {place} fits, so this throw counts",
            dice=_dice(state),
            total=_total(state),
            place=str(state.moves()[0]),
        )
    if move.is_pass:
        return refusal(
            messages.MUST_PLAY_RULE,
            "super7.refused.pass",
            "You cannot pass: {dice} fits a square, {place} for one",
            dice=_dice(state),
            place=str(state.moves()[0]),
        )
    return _square(state, move.code)


def _before_the_throw(move: Move) -> Refusal:
    if move.is_pass:
        return refusal(
            messages.THROW_AGAIN_RULE,
            "super7.refused.pass_early",
            "Throw the dice first: you pass only when a third throw fits no square",
        )
    return refusal(
        messages.BOARD_RULE,
        "super7.refused.unthrown",
        "Throw the dice first: they say whether {place} is open to you",
        place=str(move),
    )


def _only_pass(state: State, move: Move) -> Refusal:
    if move.is_throw:
        words = say(
            "super7.refused.fourth",
            "That was your third throw, and there is no fourth: all you can do is pass",
        )
    else:
        words = say(
            "super7.refused.only_pass",
            "{dice} fits no square, not even {place}, and it was your third throw: "
            "all you can do is pass",
            dice=_dice(state),
            place=str(move),
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
            "Box {box} is closed: {who} has won it",
            box=square // 9 + 3,
            who=SEAT_NAMES[owner - 1],
        )
    if _total(state) == 12:
        return _twelve(state, square)
    stands = state.squares[square]
    if stands:
        words = say(
            "super7.refused.taken",
            "{place} is taken: a counter of {who} lies there",
            place=place,
            who=SEAT_NAMES[stands - 1],
        )
        special = {2: messages.TWO_RULE, 7: messages.SEVEN_RULE, 12: messages.TWELVE_RULE}
        return Refusal(words, special.get(_total(state), messages.NUMBER_RULE))
    return _empty(state, square)


def _twelve(state: State, square: int) -> Refusal:
    place = square_name(square)
    enemy = SEAT_NAMES[1 - state.side]
    stands = state.squares[square]
    if not stands:
        return refusal(
            messages.TWELVE_RULE,
            "super7.refused.nothing_to_replace",
            "A 12 replaces one of {enemy}'s counters, and {place} is empty",
            enemy=enemy,
            place=place,
        )
    if stands == 1 + state.side:
        return refusal(
            messages.TWELVE_RULE,
            "super7.refused.own",
            "The counter on {place} is your own: a 12 replaces one of {enemy}'s",
            enemy=enemy,
            place=place,
        )
    return _strict(state, square)


def _empty(state: State, square: int) -> Refusal:
    """Why the dice do not allow an empty square."""
    total = _total(state)
    place = square_name(square)
    if total == 2:
        return _strict(state, square)
    if total == 7:
        return refusal(
            messages.SEVEN_RULE,
            "super7.refused.seven",
            "A 7 fills a middle square or a square of box 7, and {place} is neither",
            place=place,
        )
    if square % 9 == MIDDLE:
        if state.strict_middle:
            return refusal(
                messages.NUMBER_RULE,
                "super7.refused.middle.strict",
                "{place} is a middle square: it wants a 7, not {throw}",
                place=place,
                throw=a_throw(total),
            )
        return refusal(
            messages.NUMBER_RULE,
            "super7.refused.middle",
            "{place} is a middle square: it wants a 7 or a 2, not {throw}",
            place=place,
            throw=a_throw(total),
        )
    return refusal(
        messages.NUMBER_RULE,
        "super7.refused.number",
        "{throw} fills a square numbered {number} or a square of box {number}, "
        "and {place} is neither",
        throw=a_throw_first(total),
        number=total,
        place=place,
    )


def _strict(state: State, square: int) -> Refusal:
    return refusal(
        messages.STRICT_RULE,
        "super7.refused.strict",
        "{place} is a middle square, and at this table only a 7 reaches those, not a {total}",
        place=square_name(square),
        total=_total(state),
    )


def _total(state: State) -> int:
    return sum(state.dice or ())


def _dice(state: State) -> str:
    return "+".join(str(die) for die in state.dice or ())

"""Why a match refuses what somebody does, where the reason is not a rule of the game.

Reasons that follow from the rules of a game are in its `refusals.py`.
"""

from collections.abc import Sequence
from typing import Final

from tabletop.engine import CHANCE, Match, Seat, Text, count, say
from tabletop.input.actions import Roll

ROLL_FIRST: Final = say("match.roll_first", "Roll the dice first.")
LOOKING_TOUCH: Final = say(
    "match.looking_touch", "You’re looking back. Touch the last arrow to return."
)
PAUSED_THROW: Final = say("match.paused_throw", "The game is paused: the roll doesn’t count.")
UNDO_BOUND: Final = say("match.undo_bound", "A laid stone stays. Finish this turn first.")


def not_to_move(who: Text) -> Text:
    """What a seat is told that acted too early; `who` is to move."""
    # NOTE: {who} is the colour of a seat, Black, White, Red, Green or Blue, or a person's name
    # with it: Anna (Red).
    return say("match.not_to_move", "It’s {who}’s turn.", who=who)


def sits_out(seat: Seat) -> Text:
    """What is said of a device whose seat does not play."""
    words = "Nobody plays at seat {number} now, which this device belongs to."
    return say("match.sits_out", words, number=seat + 1)


def why_roll(
    roll: Roll,
    match: Match,
    needed: Sequence[int],
    *,
    looks_back: bool,
    belongs: bool,
    elsewhere: Text | None,
) -> Text | None:
    """Why a roll of real dice is not played; None if it is.

    `needed`: the sides of the dice that are still to be rolled. `belongs`: the device may roll for
    the acting seat. `elsewhere`: where the dice come from, if not from this device.
    """
    dice = " + ".join(map(str, roll.values))
    if not match.game.dice:
        return say("dice.none", "{dice} was rolled, but this game has no dice.", dice=dice)
    if roll.late:
        return say("dice.late", "{dice} came too late and doesn’t count.", dice=dice)
    if match.outcome is not None:
        return say("dice.over", "The game is over: {dice} doesn’t count.", dice=dice)
    if looks_back:
        return say("dice.looking", "You’re looking back: {dice} doesn’t count.", dice=dice)
    who = match.game.seat_names[match.game.acting(match.state)]
    if match.state.turn != CHANCE:
        words = "{who} has rolled already: {dice} doesn’t count."
        return say("dice.not_now", words, dice=dice, who=who)
    if not belongs:
        return say("dice.not_yours", "It’s {who}’s roll: {dice} doesn’t count.", dice=dice, who=who)
    sides = needed[0]
    if roll.sides != sides:
        words = "That die has {sides} sides. This game needs {needed}."
        return say("dice.sides", words, sides=roll.sides, needed=sides)
    if not 0 < len(roll.values) <= len(needed):
        one = "Dice rolled: {thrown}. You need one."
        many = "Dice rolled: {thrown}. You need {n}."
        return count("dice.count", one, many, len(needed), thrown=len(roll.values))
    if not all(1 <= value <= sides for value in roll.values):
        return say("dice.value", "{dice} can’t be rolled with these dice.", dice=dice)
    if elsewhere is not None:
        words = "{dice} doesn’t count. Dice are set to: {where}."
        return say("dice.elsewhere", words, dice=dice, where=elsewhere)
    return None

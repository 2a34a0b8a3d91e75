"""What stands at a place of Super Seven, for whoever asks."""

from tabletop.engine import CHANCE, Spot, say
from tabletop.games.super7.kernel import MIDDLE
from tabletop.games.super7.rules import State
from tabletop.games.super7.spelling import SPOTS
from tabletop.games.super7.words import SEAT_NAMES
from tabletop.ui.glossary import Named


def named(state: State, spot: Spot) -> Named | None:
    """What stands on a square; the dice, too, are a place while they decide."""
    if spot == "roll" and state.turn == CHANCE:
        return Named(say("super7.glossary.dice", "Your dice. Touch them to throw."))
    if spot not in SPOTS:
        return None
    box, square = divmod(SPOTS.index(spot), 9)
    owner = state.owners[box]
    if owner:
        who = SEAT_NAMES[owner - 1]
        words = say(
            "super7.glossary.won",
            "Box {box} belongs to {who}: nothing in it changes any more.",
            box=box + 3,
            who=who,
        )
        return Named(words, owner - 1)
    colour = state.squares[SPOTS.index(spot)]
    if colour:
        who = SEAT_NAMES[colour - 1]
        words = say(
            "super7.glossary.counter",
            "Box {box}, square {square}: a counter of {who}.",
            box=box + 3,
            square=square + 3,
            who=who,
        )
        return Named(words, colour - 1)
    if square == MIDDLE:
        words = say(
            "super7.glossary.star",
            "Box {box}, the star in the middle: its number is 7.",
            box=box + 3,
        )
        return Named(words)
    words = say(
        "super7.glossary.empty",
        "Box {box}, square {square}: empty.",
        box=box + 3,
        square=square + 3,
    )
    return Named(words, bare=True)

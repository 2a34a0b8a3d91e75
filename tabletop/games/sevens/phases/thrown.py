"""Where the coin or a card was thrown, in words; and what a throw of dice says about the coin."""

from collections.abc import Sequence
from typing import Final

from tabletop.engine import IllegalMove, Seat, Text, joined, say
from tabletop.engine.match import REPLAYED
from tabletop.games.sevens.words import TOSS
from tabletop.input.actions import Roll
from tabletop.input.devices import Device
from tabletop.input.labels import label_of, reader_name

# NOTE for translators: a sign beside what a simulated device says.
MARK: Final = say("sevens.simulated", "SIMULATED")
AGAIN: Final = say("sevens.replayed", "REPLAYED")
RECORDING: Final = say("sevens.recording", "A recording")
OWN_COIN: Final = say("sevens.thrown.coin", "By your own coin.")
OWN_CARD: Final = say("sevens.thrown.card", "A card of your own deck.")
SCREEN_CARD: Final = say("sevens.thrown.screen_card", "Drawn on the screen.")
SCREEN_COIN: Final = say("sevens.thrown.screen", "Tossed on the screen.")
ELSEWHERE: Final = say("sevens.roll.elsewhere", "The settings say that no reader throws here.")
LATE: Final = say("sevens.roll.late", "That throw came too late to count. Throw again.")
UNFIT: Final = say("sevens.roll.unfit", "The toss takes one die or two, with even and odd sides.")


def seat_by(roll: Roll) -> Seat:
    """Who is player one by a throw: an even sum is seat 0, an odd one seat 1.

    IllegalMove for dice by which the two would not have the same chance, and for a late throw.
    """
    if roll.late:
        raise IllegalMove(LATE, TOSS)
    known = all(1 <= value <= roll.sides for value in roll.values)
    if len(roll.values) not in (1, 2) or roll.sides % 2 or not known:
        raise IllegalMove(UNFIT, TOSS)
    return sum(roll.values) % 2


def told_throw(roll: Roll) -> Text:
    """What a reader saw, and what that means."""
    shown = " + ".join(str(value) for value in roll.values)
    label = label_of(roll)
    replayed = label == REPLAYED
    name = RECORDING if replayed else reader_name(label)
    if sum(roll.values) % 2:
        told = say("sevens.roll.odd", "{name} shows {shown}: odd.", name=name, shown=shown)
    else:
        told = say("sevens.roll.even", "{name} shows {shown}: even.", name=name, shown=shown)
    return marked(told, simulated=roll.simulated, replayed=replayed)


def offered(readers: Sequence[Device], even: Text, odd: Text) -> Text | None:
    """That dice may be thrown for the coin, where a reader is plugged in."""
    if not readers:
        return None
    told = say(
        "sevens.toss.dice", "Or throw a die: even is {even}, odd is {odd}.", even=even, odd=odd
    )
    return marked(
        told,
        simulated=all(device.simulated for device in readers),
        replayed=all(device.replayed for device in readers),
    )


def marked(told: Text, *, simulated: bool, replayed: bool) -> Text:
    """The words, and SIMULATED or REPLAYED beside them where no real thing is thrown now."""
    for mark, so in ((MARK, simulated), (AGAIN, replayed)):
        if so:
            told = joined(" ", told, mark)
    return told

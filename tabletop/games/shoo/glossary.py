"""What stands at a place of Shoo, for whoever asks."""

from tabletop.engine import Spot, say
from tabletop.games.shoo.notation import NAMES, SQUARE_OF
from tabletop.games.shoo.rules import State, pieces, reserved, shooed
from tabletop.games.shoo.spelling import STABLE_SPOT
from tabletop.games.shoo.steps import LOOSE
from tabletop.games.shoo.tables import HOMES
from tabletop.games.shoo.words import SEAT_NAMES
from tabletop.ui.glossary import Named


def named(state: State, spot: Spot) -> Named | None:
    """What stands on a square, or what the stable is."""
    if spot == STABLE_SPOT:
        return Named(say("shoo.glossary.stable", "Your stable: horses that you can still put out."))
    if spot not in SQUARE_OF:
        return None
    letter = pieces(state).get(spot)
    if letter is None:
        return _empty(spot)
    if letter == LOOSE:
        return _horse(state, spot)
    seat = "wb".index(letter.lower())
    who = SEAT_NAMES[seat]
    if letter.isupper():
        words = say(
            "shoo.glossary.rider", "{at}: a traveler of {who}, on a horse.", at=spot, who=who
        )
        return Named(words, seat)
    words = say("shoo.glossary.foot", "{at}: a traveler of {who}, on foot.", at=spot, who=who)
    if spot not in shooed(state):
        return Named(words, seat)
    why = say("shoo.glossary.shooed", "It is shooed: two or more enemies stand beside it.")
    return Named(words, seat, (why,))


def _empty(spot: Spot) -> Named:
    for seat, home in enumerate(HOMES):
        if spot in (NAMES[square] for square in home):
            words = say(
                "shoo.glossary.home",
                "{at}: the home of {who}, and the goal of the other side.",
                at=spot,
                who=SEAT_NAMES[seat],
            )
            return Named(words)
    return Named(say("shoo.glossary.empty", "{at}: an empty square.", at=spot), bare=True)


def _horse(state: State, spot: Spot) -> Named:
    if spot == reserved(state):
        words = say(
            "shoo.glossary.locked", "{at}: a horse with a lock. It rests this turn.", at=spot
        )
    else:
        words = say("shoo.glossary.horse", "{at}: a free horse. Anybody may use it.", at=spot)
    return Named(words)

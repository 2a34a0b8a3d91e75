"""What stands at a place of Shout 7, for whoever asks."""

from tabletop.engine import Spot, say
from tabletop.games.shout7.places import IS_CELL, PLACE_OF
from tabletop.games.shout7.rules import State
from tabletop.games.shout7.words import SEAT_NAMES
from tabletop.ui.glossary import Named


def named(state: State, spot: Spot) -> Named | None:
    """What stands on a cell, or lies in a pit."""
    place = PLACE_OF.get(spot)
    if place is None:
        return None
    owner = state.at(place)
    if not IS_CELL[place]:
        return _pit(owner)
    if not owner:
        return Named(say("shout7.glossary.empty", "{at}: an empty cell.", at=spot), bare=True)
    who = SEAT_NAMES[owner - 1]
    return Named(
        say("shout7.glossary.piece", "{at}: a piece of {who}.", at=spot, who=who), owner - 1
    )


def _pit(owner: int) -> Named:
    if not owner:
        return Named(say("shout7.glossary.pit", "A pit: it holds one piece, and for good."))
    who = SEAT_NAMES[owner - 1]
    words = say("shout7.glossary.full", "A pit with a piece of {who}: it never moves.", who=who)
    return Named(words, owner - 1)

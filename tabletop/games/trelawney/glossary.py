"""What lies at a place of Trelawney's Glory, for whoever asks."""

from tabletop.engine import Spot, say
from tabletop.games.trelawney.rules import LETTERS, State, pieces
from tabletop.games.trelawney.words import SEAT_NAMES
from tabletop.ui.glossary import Named

WORDS = ("lay", "shove", "drag")
"""Places that are no places on the board."""


def named(state: State, spot: Spot) -> Named | None:
    """What lies on the board there, or beside it."""
    if spot in WORDS:
        return None
    letter = pieces(state).get(spot)
    seat = None if letter is None else LETTERS.index(letter)
    if spot.startswith("ring:"):
        if seat is None:
            return Named(
                say("trelawney.glossary.ring", "Off the board: whatever is moved here is out.")
            )
        words = say(
            "trelawney.glossary.out",
            "Off the board: a stone of {who} that is out for good.",
            who=SEAT_NAMES[seat],
        )
        return Named(words, seat)
    if seat is None:
        words = say("trelawney.glossary.empty", "{at}: nothing lies here.", at=spot)
        return Named(words, bare=True)
    words = say(
        "trelawney.glossary.stone", "{at}: a stone of {who}.", at=spot, who=SEAT_NAMES[seat]
    )
    return Named(words, seat)

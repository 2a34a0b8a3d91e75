"""The four serendipity cards (rule 6)."""

from enum import StrEnum
from typing import Final, TypeAlias

from tabletop.engine import Seat


class Card(StrEnum):
    """A serendipity card, by the word that the record has for it."""

    UNVEIL = "unveil"
    """When the holder guesses, one piece of the arranger's choice is shown in its place."""
    REGAIN = "regain"
    """What a peek of the holder cost comes back."""
    SECONDS = "seconds"
    """The holder's next look is longer by `MORE_SECONDS`."""
    FIVE = "five"
    """Both turns of the next round are played with `FEWER_PIECES`."""


Dealt: TypeAlias = tuple[Seat, Card]
"""Who holds a card, and which."""

MORE_SECONDS: Final = 5
FEWER_PIECES: Final = 5

"""What chance decides in a match: the coin, the serendipity cards, a figure of the booklet.

Each draw is made of the match's seed, its purpose and a number, so a resumed match continues as it
would have.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations
from random import Random
from typing import Final, TypeAlias, TypeVar

from tabletop.engine import Seat
from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.events import Arrangement
from tabletop.games.sevens.rules.picture import Picture, why_not_arranged


class Card(StrEnum):
    """A serendipity card (rule 6), by its word in the record."""

    UNVEIL = "unveil"
    """One piece, of the arranger's choice, is shown to the holder who guesses."""
    REGAIN = "regain"
    """The cost of the holder's peek is refunded."""
    SECONDS = "seconds"
    """The holder's next look is longer by `MORE_SECONDS`."""
    FIVE = "five"
    """Both turns of the next round have `FEWER_PIECES`."""


DealtCard: TypeAlias = tuple[Seat, Card]
"""The holder of a card, and the card."""

MORE_SECONDS: Final = 5
FEWER_PIECES: Final = 5

T = TypeVar("T")


def _pick(things: Sequence[T], seed: int, purpose: str, number: int) -> T:
    return things[int(Random(f"{seed}:{purpose}:{number}").random() * len(things))]


def toss(seed: int) -> Seat:
    return _pick((0, 1), seed, "toss", 0)


def card(seed: int, round_: int) -> Card:
    """The card that the loser of a round (from 0) draws; every card can be drawn again."""
    return _pick(tuple(Card), seed, "card", round_)


def figure(seed: int, number: int, count: int, *, unveil: bool) -> Arrangement:
    """A figure of the booklet, or `count` of its pieces, and the piece to be unveiled."""
    drawn = _pick(figures.booklet(), seed, "figure", number)
    some = [
        picture
        for pieces in combinations(drawn.picture.pieces, count)
        if why_not_arranged(picture := Picture(pieces).rounded(), count, loose=False) is None
    ]
    chosen = _pick(some, seed, "pieces", number)
    shown = _pick(range(count), seed, "unveil", number) if unveil else None
    return Arrangement(drawn.name, chosen, shown)

"""The four serendipity cards (rule 6).

What chance decides in a match: the coin, the cards, a figure of the booklet.

Each throw has a source of its own, made of the match's seed, its purpose and a number, so that a
match that is taken up again goes on as it would have.
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
    """A serendipity card, by the word that the record has for it."""

    UNVEIL = "unveil"
    """When the holder guesses, one piece of the arranger's choice is shown in its place."""
    REGAIN = "regain"
    """What a peek of the holder cost comes back."""
    SECONDS = "seconds"
    """The holder's next look is longer by `MORE_SECONDS`."""
    FIVE = "five"
    """Both turns of the next round are played with `FEWER_PIECES`."""


DealtCard: TypeAlias = tuple[Seat, Card]
"""Who holds a card, and which."""

MORE_SECONDS: Final = 5
FEWER_PIECES: Final = 5

T = TypeVar("T")


def _pick(things: Sequence[T], seed: int, purpose: str, number: int) -> T:
    return things[int(Random(f"{seed}:{purpose}:{number}").random() * len(things))]


def toss(seed: int) -> Seat:
    """Who is player one."""
    return _pick((0, 1), seed, "toss", 0)


def card(seed: int, round_: int) -> Card:
    """The card that the loser of a round (counted from 0) draws; every card can come again."""
    return _pick(tuple(Card), seed, "card", round_)


def figure(seed: int, number: int, count: int, *, unveil: bool) -> Arrangement:
    """A figure of the booklet, or `count` of its pieces, and a piece of it to be unveiled."""
    drawn = _pick(figures.booklet(), seed, "figure", number)
    some = [
        picture
        for pieces in combinations(drawn.picture.pieces, count)
        if why_not_arranged(picture := Picture(pieces).rounded(), count, loose=False) is None
    ]
    chosen = _pick(some, seed, "pieces", number)
    shown = _pick(range(count), seed, "unveil", number) if unveil else None
    return Arrangement(drawn.name, chosen, shown)

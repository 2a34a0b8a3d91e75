"""What chance decides in a match: the coin, the cards, a figure of the booklet.

Each throw has a source of its own, made of the match's seed, its purpose and a number, so that a
match that is taken up again goes on as it would have.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import TypeVar

from tabletop.engine import Seat
from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.arrangement import why_not_arranged
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.events import Arrangement
from tabletop.games.sevens.rules.picture import Picture

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

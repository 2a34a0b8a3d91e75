"""The events of a match, as its record writes them, and what chance decides in it.

An event is written ``name@milliseconds``, and ``:`` with what it carried, if it carried anything:

    toss@0:1                    seat 1 is player one; toss@0:1|typed by a real coin
    arranged@41230:<arrangement>  drawn@...:<arrangement> where the arranging time ran out
    disputed  look  peek  done  on  report  confirm  deny  agreed    (nothing carried)
    guess@63120:<picture>       the pieces as they lay; nothing carried: all in the tray
    card@190000:unveil          the loser's card, turned over; unveil|typed for a printed one
    resign@200000:0             seat 0 gave up

What was not thrown on the screen has its source after a bar: ``typed``, or the label of the reader
that saw the dice, ``toss@0:1|reader:DR-7f3a``.

An arrangement is ``<name>|<picture>``, and ``|unveil=3`` where a piece is unveiled (its place in
the picture, from 0). Names are percent-encoded, so that no event holds a blank or a brace.

The coin, the serendipity cards and figures of the booklet are drawn from the match's seed, the
purpose and a number, so a resumed match continues as it would have.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from random import Random
from re import compile as pattern
from typing import Final, TypeAlias, TypeVar
from urllib.parse import quote, unquote

from tabletop.engine import Seat, say
from tabletop.engine.match import SOURCE_SCREEN
from tabletop.engine.notation import complaint
from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.pieces import Picture, why_not_arranged

_EVENT: Final = pattern(r"([a-z]+)@([0-9]{1,12})(?::(\S+))?")
_UNVEIL: Final = pattern(r"unveil=([0-6])")
_SOURCE: Final = pattern(r"[^\s|{}\"]{1,60}")


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a match."""

    name: str
    at: int
    """Milliseconds since the match began, twelve digits at most."""
    carried: str = ""

    def __str__(self) -> str:
        return f"{self.name}@{self.at}" + (f":{self.carried}" if self.carried else "")

    @classmethod
    def read(cls, text: str) -> "Event":
        """The inverse of `str`, or BadNotation."""
        found = _EVENT.fullmatch(text)
        if found is None:
            raise complaint(
                "sevens.bad_event",
                "{text} is no event: it should be name@milliseconds",
                text=repr(text[:60]),
            )
        return cls(found[1], int(found[2]), found[3] or "")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A picture, its name, and the piece that is unveiled."""

    name: str
    picture: Picture
    unveil: int | None = None
    """The index in `picture.pieces`; None if nobody holds Piece Unveil."""

    def __str__(self) -> str:
        unveil = "" if self.unveil is None else f"|unveil={self.unveil}"
        return f"{quote(self.name, safe='')}|{self.picture}{unveil}"

    @classmethod
    def read(cls, text: str) -> "Arrangement":
        """The inverse of `str`, or BadNotation."""
        name, bar, rest = text.partition("|")
        if not bar:
            raise complaint("sevens.bad_arrangement", "a picture has no name before it")
        picture, _, last = rest.rpartition("|")
        found = _UNVEIL.fullmatch(last)
        if found is None:
            return cls(unquote(name), Picture.from_text(rest))
        return cls(unquote(name), Picture.from_text(picture), int(found[1]))


def read_seat(text: str) -> int:
    """The seat of an event, or BadNotation."""
    if text not in ("0", "1"):
        raise complaint("sevens.bad_seat", "{text} is no seat: there are 0 and 1", text=repr(text))
    return int(text)


@dataclass(frozen=True, slots=True)
class ThrowResult:
    """The result of a coin or card, and where it was drawn."""

    result: str
    source: str = SOURCE_SCREEN
    """One word, such as ``typed`` or ``reader:DR-7f3a``; ValueError if it is none.

    The result of the match's seed has the source `SOURCE_SCREEN`, which is not written.
    """

    def __post_init__(self) -> None:
        if not _SOURCE.fullmatch(self.source) or not self.source.isprintable():
            raise ValueError(
                say(
                    "sevens.bad_source",
                    "the source of a throw is one word, not {source}",
                    source=repr(self.source[:60]),
                )
            )

    def __str__(self) -> str:
        return self.result if self.source == SOURCE_SCREEN else f"{self.result}|{self.source}"

    @classmethod
    def read(cls, text: str) -> "ThrowResult":
        """The inverse of `str`, or ValueError."""
        result, bar, source = text.partition("|")
        return cls(result, source) if bar else cls(result)


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


def toss_coin(seed: int) -> Seat:
    return _pick((0, 1), seed, "toss", 0)


def draw_card(seed: int, round_: int) -> Card:
    """The card that the loser of a round (from 0) draws; every card can be drawn again."""
    return _pick(tuple(Card), seed, "card", round_)


def draw_figure(seed: int, number: int, count: int, *, unveil: bool) -> Arrangement:
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

"""A position of Shout 7 as a flat buffer of ints: its slots, and how pieces are set and taken."""

from typing import Final

from tabletop.engine.kernel import HEADER, Buffer
from tabletop.games.shout7.places import (
    MOST_THROUGH,
    PLACE_BIT,
    PLACE_COUNT,
    PLACE_WORD,
    STRETCHES,
    THROUGH,
    THROUGH_COUNT,
    WORDS,
)

PASSES: Final = HEADER
"""Passes in succession."""
PITS_COUNT: Final = HEADER + 1
"""1 if pieces in pits count in lines (rule 11)."""
POTS: Final = HEADER + 2
"""Four slots: the pieces in each seat's pot."""
PLACES: Final = HEADER + 6
"""A slot for each place and a last one for the outside: `EMPTY`, `WALL` or seat + 1."""

# What follows is the same once more, in shapes that are quick to ask.
MEN: Final = PLACES + PLACE_COUNT + 1
"""Sets of places, `WORDS` slots a seat: where its pieces are (see `places.WORDS`)."""
STRETCH: Final = MEN + 4 * WORDS
"""A slot for each stretch: how many pieces of each seat are in it, a byte a seat."""
NEARLY: Final = STRETCH + len(STRETCHES)
"""How many stretches have `FIVE` or more pieces of a seat, a byte a seat."""
DONE: Final = NEARLY + 1
"""How many have seven."""
STATE_SIZE: Final = DONE + 1

EMPTY: Final = 0
WALL: Final = -1
BLACK: Final = 1
FIVE: Final = 5
"""As many as a line has to have before two more can end the game."""
EIGHTS: Final = 0x08080808
TO_FIVE: Final = 0x03030303  # 8 - FIVE
TO_SEVEN: Final = 0x01010101  # 8 - SEVEN
"""With `TO_FIVE` added, a byte has its bit of `EIGHTS` where it was five or more."""


def put(s: Buffer, place: int, piece: int) -> None:
    """Sets a piece (seat + 1) on an empty place."""
    s[PLACES + place] = piece
    s[MEN + WORDS * (piece - 1) + PLACE_WORD[place]] |= PLACE_BIT[place]
    count(s, place, 1 << 8 * (piece - 1))


def take(s: Buffer, place: int) -> int:
    """Takes the piece off a place, and returns it."""
    piece = s[PLACES + place]
    s[PLACES + place] = EMPTY
    s[MEN + WORDS * (piece - 1) + PLACE_WORD[place]] ^= PLACE_BIT[place]
    count(s, place, -(1 << 8 * (piece - 1)))
    return piece


def replace(s: Buffer, place: int, piece: int) -> int:
    """Sets a piece where another stands, and returns that."""
    old = s[PLACES + place]
    s[PLACES + place] = piece
    s[MEN + WORDS * (old - 1) + PLACE_WORD[place]] ^= PLACE_BIT[place]
    s[MEN + WORDS * (piece - 1) + PLACE_WORD[place]] |= PLACE_BIT[place]
    count(s, place, (1 << 8 * (piece - 1)) - (1 << 8 * (old - 1)))
    return old


def count(s: Buffer, place: int, more: int) -> None:
    """Adds to all stretches through a place."""
    nearly = 0
    done = 0
    first = MOST_THROUGH * place
    for i in range(first, first + THROUGH_COUNT[2 * place + s[PITS_COUNT]]):
        old = s[STRETCH + THROUGH[i]]
        new = old + more
        s[STRETCH + THROUGH[i]] = new
        nearly += (new + TO_FIVE & EIGHTS) - (old + TO_FIVE & EIGHTS)
        done += (new + TO_SEVEN & EIGHTS) - (old + TO_SEVEN & EIGHTS)
    s[NEARLY] += nearly >> 3
    s[DONE] += done >> 3

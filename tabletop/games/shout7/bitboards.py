"""A position of Shout 7 as a flat buffer of ints: its slots, and how pieces are set and taken.

All pushes of a position at once, by sets of places (rules 3 to 5; see `places.WORDS`).
"""

from typing import Final

from tabletop.engine.bits import lowest_bit, popcount
from tabletop.engine.kernel import HEADER, TURN, Buffer
from tabletop.games.shout7.geometry import (
    ALL_CELLS,
    ALL_PLACES,
    BITS,
    MOST_THROUGH,
    PLACE_AT,
    PLACE_BIT,
    PLACE_COUNT,
    PLACE_WORD,
    STRETCHES,
    THROUGH,
    THROUGH_COUNT,
    WORD_BITS,
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
PIECE_SETS: Final = PLACES + PLACE_COUNT + 1
"""Sets of places, `WORDS` slots a seat: where its pieces are (see `places.WORDS`)."""
STRETCH: Final = PIECE_SETS + 4 * WORDS
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
    s[PIECE_SETS + WORDS * (piece - 1) + PLACE_WORD[place]] |= PLACE_BIT[place]
    add_to_stretches(s, place, 1 << 8 * (piece - 1))


def take(s: Buffer, place: int) -> int:
    """Takes the piece off a place, and returns it."""
    piece = s[PLACES + place]
    s[PLACES + place] = EMPTY
    s[PIECE_SETS + WORDS * (piece - 1) + PLACE_WORD[place]] ^= PLACE_BIT[place]
    add_to_stretches(s, place, -(1 << 8 * (piece - 1)))
    return piece


def replace(s: Buffer, place: int, piece: int) -> int:
    """Sets a piece where another stands, and returns that."""
    old = s[PLACES + place]
    s[PLACES + place] = piece
    s[PIECE_SETS + WORDS * (old - 1) + PLACE_WORD[place]] ^= PLACE_BIT[place]
    s[PIECE_SETS + WORDS * (piece - 1) + PLACE_WORD[place]] |= PLACE_BIT[place]
    add_to_stretches(s, place, (1 << 8 * (piece - 1)) - (1 << 8 * (old - 1)))
    return old


def add_to_stretches(s: Buffer, place: int, more: int) -> None:
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


PUSH: Final = 500
"""The ply of push 0."""
KINDS: Final = 18
"""Kinds of pushes: 6 * axis of the pair + direction."""

# Scratch: sets of places, each between two words that stay empty, so that a set can be looked
# at from a neighbouring row without asking whether there is one.
SET: Final = WORDS + 1
FREE: Final = 1  # the empty places
FOES: Final = FREE + SET  # what may be pushed: the others' pieces on cells
ROOM: Final = FOES + SET  # ROOM + SET * d: the foes with a free place beside them that way
CLEAR: Final = ROOM + 6 * SET  # the empty cells with a free place beside them, one way at a time
LEAD: Final = CLEAR + SET  # LEAD + SET * d: the foes with two such free places, for a convoy
PUSHES: Final = LEAD + 6 * SET  # PUSHES + WORDS * kind: the earlier places of pairs so pushed
UPTO: Final = PUSHES + KINDS * WORDS  # how many pushes are of that kind or a lower one
SCRATCH: Final = UPTO + KINDS


def beside(b: Buffer, i: int, d: int) -> int:
    """Word `i` of the places whose neighbour in direction d is in a set of `scratch`."""
    if d == 0:
        return b[i] >> 1
    if d == 1:
        return b[i] >> 16 | (b[i + 1] & 0xFFFF) << 44
    if d == 2:
        return b[i] >> 15 | (b[i + 1] & 0x7FFF) << 45
    if d == 3:
        return b[i] << 1 & WORD_BITS
    if d == 4:
        return b[i] << 16 & WORD_BITS | b[i - 1] >> 44
    return b[i] << 15 & WORD_BITS | b[i - 1] >> 45


def find_sets(s: Buffer, scratch: Buffer) -> None:
    """Sets up what a push is made of: the free places, the foes, and who has room which way."""
    own = PIECE_SETS + WORDS * s[TURN]
    for i in range(0, PUSHES, SET):
        scratch[i] = 0
    for w in range(WORDS):
        taken = s[PIECE_SETS + w] | s[PIECE_SETS + WORDS + w]
        taken |= s[PIECE_SETS + 2 * WORDS + w] | s[PIECE_SETS + 3 * WORDS + w]
        scratch[FREE + w] = ALL_PLACES[w] & ~taken
        scratch[FOES + w] = ALL_CELLS[w] & taken & ~s[own + w]
    for d in range(6):
        for w in range(WORDS):
            near_free = beside(scratch, FREE + w, d)
            scratch[ROOM + SET * d + w] = scratch[FOES + w] & near_free
            scratch[CLEAR + w] = scratch[FREE + w] & ALL_CELLS[w] & near_free
        for w in range(WORDS):
            scratch[LEAD + SET * d + w] = scratch[FOES + w] & beside(scratch, CLEAR + w, d)


def find_pushes(s: Buffer, scratch: Buffer) -> int:
    """Rules 3 to 5: all pushes as sets by kind (6 * axis + direction); returns how many."""
    n = 0
    if s[POTS + s[TURN]] >= 2:
        find_sets(s, scratch)
    for kind in range(KINDS):
        if s[POTS + s[TURN]] >= 2:
            axis = kind // 6
            d = kind % 6
            first = ROOM + SET * d
            second = first
            if d == axis:  # a convoy with its later piece in front
                first = FOES
                second = LEAD + SET * d
            elif d == axis + 3:  # a convoy with its earlier piece in front
                first = LEAD + SET * d
                second = FOES
            for w in range(WORDS):
                b = scratch[first + w] & beside(scratch, second + w, axis)
                scratch[PUSHES + WORDS * kind + w] = b
                if b:
                    n += popcount(b)
        scratch[UPTO + kind] = n
    return n


def push_number(r: int, scratch: Buffer) -> int:
    """The ply that is push number `r`, counted from 0, of those that `find_pushes` has found."""
    kind = 0
    while scratch[UPTO + kind] <= r:
        kind += 1
    if kind:
        r -= scratch[UPTO + kind - 1]
    w = 0
    b = scratch[PUSHES + WORDS * kind]
    n = popcount(b)
    while n <= r:
        r -= n
        w += 1
        b = scratch[PUSHES + WORDS * kind + w]
        n = popcount(b)
    for _ in range(r):
        b &= b - 1
    return PUSH + 18 * PLACE_AT[BITS * w + lowest_bit(b)] + kind


def list_pushes(s: Buffer, moves: Buffer, scratch: Buffer) -> int:
    """Writes every push as a ply, kind by kind, and returns how many."""
    if find_pushes(s, scratch) == 0:
        return 0
    n = 0
    for kind in range(KINDS):
        for w in range(WORDS):
            b = scratch[PUSHES + WORDS * kind + w]
            while b:
                moves[n] = PUSH + 18 * PLACE_AT[BITS * w + lowest_bit(b)] + kind
                n += 1
                b &= b - 1
    return n

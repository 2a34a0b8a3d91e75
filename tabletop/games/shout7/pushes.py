"""All pushes of a position at once, by sets of places (rules 3 to 5; see `places.WORDS`)."""

from typing import Final

from tabletop.engine.bits import lowest, popcount
from tabletop.engine.kernel import TURN, Buffer
from tabletop.games.shout7.places import (
    ALL_CELLS,
    ALL_PLACES,
    BITS,
    PLACE_AT,
    WORD_BITS,
    WORDS,
)
from tabletop.games.shout7.slots import MEN, POTS

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
    own = MEN + WORDS * s[TURN]
    for i in range(0, PUSHES, SET):
        scratch[i] = 0
    for w in range(WORDS):
        taken = s[MEN + w] | s[MEN + WORDS + w]
        taken |= s[MEN + 2 * WORDS + w] | s[MEN + 3 * WORDS + w]
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
    return PUSH + 18 * PLACE_AT[BITS * w + lowest(b)] + kind


def list_pushes(s: Buffer, moves: Buffer, scratch: Buffer) -> int:
    """Writes every push as a ply, kind by kind, and returns how many."""
    if find_pushes(s, scratch) == 0:
        return 0
    n = 0
    for kind in range(KINDS):
        for w in range(WORDS):
            b = scratch[PUSHES + WORDS * kind + w]
            while b:
                moves[n] = PUSH + 18 * PLACE_AT[BITS * w + lowest(b)] + kind
                n += 1
                b &= b - 1
    return n

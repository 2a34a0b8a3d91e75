"""What an alpha-beta search remembers: positions it has judged, plies that proved good.

In the subset of a kernel. A position is known by its signature, 62 bits made of everything in the
buffer but the number of plies, so that two ways to the same position meet.
"""

from random import Random
from typing import Final

from tabletop.ai.unbound import STATE_SIZE
from tabletop.engine.guide import Floats
from tabletop.engine.kernel import PLY, Buffer

BITS: Final = (1 << 62) - 1
MOST: Final = 1024
"""Slots that a position may have."""

_draw = Random(20260101)
KEYS: Final[tuple[int, ...]] = tuple(_draw.getrandbits(61) * 2 + 1 for _ in range(MOST))
"""An odd number for every slot of a position."""

# The ints of an entry, in `table`; what it is worth stands in `worths`.
SIGN: Final = 0
PLAY: Final = 1  # the best ply that is known; -1 for none
KIND: Final = 2  # how far was looked ahead, times 4, plus one of the three below
ENTRY: Final = 3

EXACT: Final = 1
AT_LEAST: Final = 2
AT_MOST: Final = 3

PAST: Final = 2048
"""Room for the signatures of a game's earlier positions, a power of two; 0 where none stands."""

HABITS: Final = 4096
"""Room for the plies of one seat in `habits`."""


def signature(s: Buffer) -> int:
    """A number that tells positions apart: equal for equal ones, whatever ply they stand at."""
    a = 0
    b = 0
    for i in range(PLY):
        a += KEYS[i] * s[i]
    for i in range(PLY + 1, STATE_SIZE):
        b += KEYS[i] * s[i]
    mark = (a + b) & BITS
    return ((mark ^ mark >> 29) * KEYS[PLY] & BITS) ^ mark >> 32


def place(mark: int, size: int) -> int:
    """The entry for a signature in a table of `size` entries, a power of two."""
    return (mark ^ mark >> 24) & (size - 1)


def keep(
    mark: int,
    left: int,
    kind: int,
    worth: float,
    ply: int,
    size: int,
    table: Buffer,
    worths: Floats,
) -> None:
    """Remembers a position; of two in one place the later, unless it is much shallower."""
    at = place(mark, size)
    entry = at * ENTRY
    if table[entry + SIGN] != mark:
        if table[entry + KIND] >> 2 > left + 3:
            table[entry + KIND] -= 4  # it grows old
            return
        table[entry + PLAY] = -1
    table[entry + SIGN] = mark
    if ply >= 0:
        table[entry + PLAY] = ply
    table[entry + KIND] = left << 2 | kind
    worths[at] = worth


def note(s: Buffer, past: Buffer) -> None:
    """Adds a position to those that the game has been through, while there is room for it."""
    mark = signature(s)
    at = mark & (PAST - 1)
    for _ in range(PAST // 2):
        if past[at] == 0 or past[at] == mark:
            past[at] = mark
            return
        at = (at + 1) & (PAST - 1)


def was_there(mark: int, past: Buffer) -> bool:
    """Whether the game has been through a position."""
    at = mark & (PAST - 1)
    for _ in range(PAST // 2):
        if past[at] == 0:
            return False
        if past[at] == mark:
            return True
        at = (at + 1) & (PAST - 1)
    return False


def habit_place(seat: int, ply: int) -> int:
    """Where a ply's habit is kept: its low bits, folded."""
    return seat * HABITS + ((ply ^ ply >> 12 ^ ply >> 24) & (HABITS - 1))


def learn(seat: int, ply: int, change: float, habits: Floats) -> None:
    """Moves a ply's habit towards 1 (it refuted something) or, below 0, towards -1."""
    at = habit_place(seat, ply)
    if change > 0.0:
        habits[at] += change * (1.0 - habits[at])
    else:
        habits[at] += change * (1.0 + habits[at])

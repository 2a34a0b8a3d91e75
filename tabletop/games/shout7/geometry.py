"""The 169 places of the board: names, neighbours, and where a pushed pair lands.

Places are numbered row by row, row a first, each row from left to right. All tables are made at
import.
"""

from collections.abc import Iterable
from typing import Final

ROW_LETTERS: Final = "abcdefghijklmno"
DIRECTIONS: Final = ("e", "ne", "nw", "w", "sw", "se")
"""Round the clock's other way, so that direction ``d + 3`` is opposite to ``d``."""

_STEPS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Row and number that each direction adds."""


def _numbers(row: int) -> range:
    return range(max(1, row - 6), min(row + 8, 15) + 1)


ROW_LENGTHS: Final = tuple(len(_numbers(row)) for row in range(15))

_COORDINATES: Final = tuple((row, number) for row in range(15) for number in _numbers(row))

PLACE_COUNT: Final = len(_COORDINATES)
OUTSIDE: Final = PLACE_COUNT
"""Stands for everything beyond the pits; nothing can go there."""

NAMES: Final = tuple(f"{ROW_LETTERS[row]}{number}" for row, number in _COORDINATES)
PLACE_OF: Final = {name: place for place, name in enumerate(NAMES)}

_INDEX: Final = {at: place for place, at in enumerate(_COORDINATES)}

NEXT: Final = tuple(
    _INDEX.get((row + up, number + along), OUTSIDE)
    for row, number in _COORDINATES
    for up, along in _STEPS
)
"""The neighbour of `place` in direction `d`, at ``6 * place + d``."""

IS_CELL: Final = tuple(
    0 if OUTSIDE in NEXT[6 * place : 6 * place + 6] else 1 for place in range(PLACE_COUNT)
)
"""1 for each of the 127 cells, 0 for the 42 pits (the places with nothing beyond them)."""

CELLS: Final = tuple(place for place in range(PLACE_COUNT) if IS_CELL[place])
CELL_COUNT: Final = len(CELLS)

PARTNER: Final = tuple(NEXT[6 * place + axis] for place in range(PLACE_COUNT) for axis in range(3))
"""The later place of a pair, at ``pair = 3 * earlier place + axis``; the axes are e, ne and nw."""


def _landings(push: int) -> tuple[int, int]:
    """Where the earlier and the later piece of ``push = 6 * pair + d`` go (rules 3, 4 and 5)."""
    pair, d = divmod(push, 6)
    first, axis = divmod(pair, 3)
    second = PARTNER[pair]
    if second == OUTSIDE or not (IS_CELL[first] and IS_CELL[second]):
        return OUTSIDE, OUTSIDE
    if d % 3 != axis:
        return NEXT[6 * first + d], NEXT[6 * second + d]
    front = second if d == axis else first
    near = NEXT[6 * front + d]
    if not IS_CELL[near]:
        return OUTSIDE, OUTSIDE  # both would need that one pit
    far = NEXT[6 * near + d]
    return (near, far) if front == second else (far, near)


PUSH_COUNT: Final = 18 * PLACE_COUNT
_LANDINGS: Final = tuple(_landings(push) for push in range(PUSH_COUNT))

FIRST_LANDS: Final = tuple(first for first, _ in _LANDINGS)
"""Where the pair's earlier piece goes, at ``6 * pair + d``; `OUTSIDE` if that push cannot be."""
SECOND_LANDS: Final = tuple(second for _, second in _LANDINGS)
"""Where the pair's later piece goes."""


def _stretch(place: int, axis: int) -> tuple[int, ...]:
    """Seven places in a row along an axis, the first of them given; shorter at the edge."""
    row = [place]
    while len(row) < SEVEN and NEXT[6 * row[-1] + axis] != OUTSIDE:
        row.append(NEXT[6 * row[-1] + axis])
    return tuple(row)


SEVEN: Final = 7
_ALL_STRETCHES: Final = tuple(
    row
    for place in range(PLACE_COUNT)
    for axis in range(3)
    if len(row := _stretch(place, axis)) == SEVEN
)
_ON_CELLS: Final = tuple(row for row in _ALL_STRETCHES if all(IS_CELL[place] for place in row))
STRETCHES: Final = (*_ON_CELLS, *(row for row in _ALL_STRETCHES if row not in _ON_CELLS))
"""All sevens of places in an unbroken straight line; those without pits come first."""
STRETCH_COUNTS: Final = (len(_ON_CELLS), len(STRETCHES))
"""How many of them count: without the pits, with the pits."""

IN_STRETCH: Final = tuple(place for row in STRETCHES for place in row)
"""The places of stretch `i`, from ``7 * i``."""

_THROUGH: Final = tuple(
    tuple(i for i, row in enumerate(STRETCHES) if place in row) for place in range(PLACE_COUNT)
)
MOST_THROUGH: Final = max(map(len, _THROUGH))
THROUGH: Final = tuple(
    i for row in _THROUGH for i in (*row, *(0 for _ in range(MOST_THROUGH - len(row))))
)
"""The stretches through a place, from ``MOST_THROUGH * place``; those without pits come first."""
THROUGH_COUNT: Final = tuple(
    sum(i < count for i in row) for row in _THROUGH for count in STRETCH_COUNTS
)
"""How many of them there are, at ``2 * place``, or one further on where the pits count."""

# Sets of places are words of bits: four rows of fifteen bits each, row a in the lowest. A step e
# is one bit up, nw one row and ne one row and a bit; what leaves the board on a side comes to a
# bit that is no place.
WORDS: Final = 4
BITS: Final = 60
WORD_BITS: Final = (1 << BITS) - 1

_BIT_NUMBERS: Final = tuple(15 * row + number - 1 for row, number in _COORDINATES)

PLACE_WORD: Final = tuple(bit // BITS for bit in _BIT_NUMBERS)
"""The word that a place is in."""
PLACE_BIT: Final = tuple(1 << bit % BITS for bit in _BIT_NUMBERS)
"""The bit of a place in its word."""
PLACE_AT: Final = tuple(
    _BIT_NUMBERS.index(bit) if bit in _BIT_NUMBERS else OUTSIDE for bit in range(WORDS * BITS)
)
"""The place of a bit, at ``60 * word + bit``."""


def _words(places: Iterable[int]) -> tuple[int, ...]:
    words = [0] * WORDS
    for place in places:
        words[PLACE_WORD[place]] |= PLACE_BIT[place]
    return tuple(words)


ALL_PLACES: Final = _words(range(PLACE_COUNT))
ALL_CELLS: Final = _words(CELLS)

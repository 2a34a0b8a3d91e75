"""What the throws and the lines of one box are worth, as tables for the guide of Super Seven.

Sets of squares are nine bits, as in the kernel; sets of lines are eight, in the order of `LINES`.
"""

from tabletop.games.super7.kernel import BOX, BY_LINE, HOW_WON, LINES, REACHED, SPLIT

WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""In how many of 36 ways the dice make each total."""


def _winning(nine: int) -> int:
    if HOW_WON[nine]:
        return 0
    return sum(1 << i for i in range(9) if HOW_WON[nine | 1 << i])


def _lines(nine: int, count: int) -> int:
    return sum(1 << i for i, line in enumerate(LINES) if (nine & line).bit_count() == count)


def _to_reach(strict: int, box: int) -> list[int]:
    """By the set: in how many of 36 ways one of these free squares of a box is hit."""
    half, shift = box // 5, 9 * box - SPLIT * (box // 5)
    hits = [
        (WAYS[total], REACHED[26 * strict + 2 * total + half] >> shift & BOX)
        for total in range(2, 12)
    ]
    hits = [(ways, reached) for ways, reached in hits if reached]
    return [sum(ways for ways, reached in hits if reached & nine) for nine in range(512)]


def _room(box: int) -> list[int]:
    """By the set of lines: in how many of 36 ways each of their squares is hit, summed."""
    squares = [TO_REACH[512 * box + (1 << i)] for i in range(9)]
    of_line = [sum(squares[i] for i in range(9) if line >> i & 1) for line in LINES]
    room = [0]
    for line in of_line:
        room += [rest + line for rest in room]
    return room


def _result(mine: int) -> int:
    """Two halves of a game: all of them, half of them, or none, with these boxes and no others."""
    own, other = HOW_WON[mine], HOW_WON[BOX & ~mine]
    if (own == BY_LINE) == (other == BY_LINE):  # both have a line: who was first is not known
        return 1 if own == BY_LINE else 2 if own else 0
    return 2 if own == BY_LINE else 0


WINNING = tuple(_winning(nine) for nine in range(512))
"""By the set of own squares in a box: the squares of which any one more wins it."""
FREE_LINES = tuple(_lines(nine, 0) for nine in range(512))
"""By a set: the lines that it does not touch, as eight bits."""
BEGUN_LINES = tuple(_lines(nine, 1) for nine in range(512))
"""By a set: the lines that it has one square of."""
COUNT = tuple(nine.bit_count() for nine in range(512))
TO_REACH = tuple(n for strict in range(2) for box in range(9) for n in _to_reach(strict, box))
"""By 4608 x strict + 512 x box + set: in how many of 36 ways one of these free squares is hit."""
ROOM = tuple(n for box in range(9) for n in _room(box))
"""By 256 x box + lines: in how many of 36 ways each of their squares is hit, summed."""
RESULT_BY_MANY = tuple(_result(i) for i in range(512))
"""Halves of a game by the boxes won: 16 x (boxes 4-8) + boxes 0-3."""
RESULT_BY_FEW = tuple(_result(i // 32 | i % 32 << 4) for i in range(512))
"""The same by 32 x (boxes 0-3) + boxes 4-8."""

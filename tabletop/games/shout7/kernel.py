"""The rules of Shout 7, once, over a flat buffer of ints. The numbers are those of `words.RULES`.

A ply is one int: `LAY` + place, `REMOVE` + place, `PASS`, or `PUSH` + 6 * pair + direction, where
a pair is 3 * its earlier place + axis (see `places`).
"""

from collections.abc import Sequence
from typing import Final

from tabletop.engine.bits import popcount
from tabletop.engine.kernel import PLY, REASON, RESULT, SEATS, TURN, Buffer
from tabletop.games.shout7.bitboards import (
    BLACK,
    DONE,
    EMPTY,
    PASSES,
    PIECE_SETS,
    PITS_COUNT,
    PLACES,
    POTS,
    PUSH,
    WALL,
    find_pushes,
    list_pushes,
    push_number,
    put,
    replace,
    take,
)
from tabletop.games.shout7.bitboards import SCRATCH as SCRATCH
from tabletop.games.shout7.bitboards import STATE_SIZE as STATE_SIZE
from tabletop.games.shout7.geometry import (
    ALL_CELLS,
    CELL_COUNT,
    CELLS,
    FIRST_LANDS,
    IS_CELL,
    NEXT,
    OUTSIDE,
    PARTNER,
    SECOND_LANDS,
    SEVEN,
    WORDS,
)

LAY: Final = 0
REMOVE: Final = 200
PASS: Final = 400

STAGE_LAY: Final = 0
STAGE_PUSH: Final = 1
STAGE_REMOVE: Final = 2

BY_LINE: Final = 1
BY_PITS: Final = 2

REMOVAL_PLY: Final = 6
SUPPLY: Final = (0, 0, 63, 42, 31)
"""Pieces of each colour, by the number of players."""

MAX_MOVES: Final = 2052
"""342 pairs of neighbouring cells, six directions each."""


def start(s: Buffer, seats: int, options: Sequence[int]) -> None:
    """Fills `s` with the empty board."""
    for i in range(STATE_SIZE):
        s[i] = 0
    s[SEATS] = seats
    s[PITS_COUNT] = options[0]
    for seat in range(seats):
        s[POTS + seat] = SUPPLY[seats]
    s[PLACES + OUTSIDE] = WALL


def stage_of(ply: int, seats: int) -> int:
    """What is done on a ply: lay (rule 2), push (rule 3) or remove (rule 7)."""
    if ply < 2 * seats:
        return STAGE_LAY
    if seats == 2 and ply == REMOVAL_PLY:
        return STAGE_REMOVE
    return STAGE_PUSH


def seat_of(ply: int, seats: int) -> int:
    """Who makes a ply."""
    if ply < 2 * seats:
        return ply // 2
    turns = ply - 2 * seats
    if seats == 2 and ply >= REMOVAL_PLY:
        turns -= 1  # the removal is White's, after his own first move
    return turns % seats


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer) -> int:
    """Writes every legal ply once, and returns how many."""
    stage = stage_of(s[PLY], s[SEATS])
    if stage == STAGE_PUSH:
        n = list_pushes(s, moves, scratch)
    elif stage == STAGE_LAY:
        n = list_lays(s, moves)
    else:
        n = list_removals(s, moves)
    if n == 0:  # rule 8
        moves[0] = PASS
        n = 1
    return n


def random_move(s: Buffer, x: int, scratch: Buffer) -> int:
    """A uniformly random legal ply from 31 random bits."""
    if stage_of(s[PLY], s[SEATS]) == STAGE_PUSH:
        n = find_pushes(s, scratch)
        if n == 0:  # rule 8
            return PASS
        return push_number(x * n >> 31, scratch)
    n = legal_moves(s, scratch, scratch)
    return scratch[x * n >> 31]


def list_lays(s: Buffer, moves: Buffer) -> int:
    """Rule 2: the cells that may take the next piece of the set-up."""
    if s[POTS + s[TURN]] == 0:
        return 0
    n = 0
    for i in range(CELL_COUNT):
        if may_lay(s, CELLS[i]):
            moves[n] = LAY + CELLS[i]
            n += 1
    return n


def may_lay(s: Buffer, place: int) -> bool:
    """Rule 2: whether a cell is free and next to the pieces it has to be next to."""
    if s[PLACES + place] != EMPTY:
        return False
    ply = s[PLY]
    if ply == 0:
        return True
    own = s[TURN] + 1
    pieces = 0
    blacks = 0
    mine = 0
    for d in range(6):
        piece = s[PLACES + NEXT[6 * place + d]]
        if piece > EMPTY:
            pieces += 1
        if piece == BLACK:
            blacks += 1
        if piece == own:
            mine += 1
    if ply == 1:
        return mine > 0
    if ply == 2:
        return blacks > 0
    if ply % 2 == 0:
        return pieces > 0
    return mine > 0 and pieces > 1  # next to the own first piece and to some other


def list_removals(s: Buffer, moves: Buffer) -> int:
    """Rule 7: the Black pieces on cells."""
    n = 0
    for i in range(CELL_COUNT):
        if s[PLACES + CELLS[i]] == BLACK:
            moves[n] = REMOVE + CELLS[i]
            n += 1
    return n


def apply(s: Buffer, move: int) -> None:
    """Plays a legal ply, and decides the game where it ends it."""
    winner = -1
    if move == PASS:
        s[PASSES] += 1
    else:
        s[PASSES] = 0
        if move >= PUSH:
            winner = push_and_lay(s, move - PUSH)
        elif move >= REMOVE:
            take(s, move - REMOVE)
            s[POTS] += 1
        else:
            put(s, move - LAY, s[TURN] + 1)
            s[POTS + s[TURN]] -= 1
            winner = who_has_seven(s)
    s[PLY] += 1
    s[TURN] = seat_of(s[PLY], s[SEATS])
    if winner >= 0:
        end_by_line(s, winner)
    elif s[PASSES] == s[SEATS]:
        end_by_pits(s)


def push_and_lay(s: Buffer, push: int) -> int:
    """Rules 3 to 6 and 9: the push and the lay. The winner or -1."""
    pair = push // 6
    first = pair // 3
    second = PARTNER[pair]
    own = s[TURN] + 1
    put(s, FIRST_LANDS[push], replace(s, first, own))
    put(s, SECOND_LANDS[push], replace(s, second, own))
    winner = who_has_seven(s)
    if winner >= 0 and winner != s[TURN]:  # the push was decisive: the lay is not made
        take(s, first)
        take(s, second)
    else:
        s[POTS + s[TURN]] -= 2
    return winner


def who_has_seven(s: Buffer) -> int:
    """Rule 9: who has a line of seven or more, the mover asked last; else -1."""
    if s[DONE] == 0:
        return -1
    for k in range(1, s[SEATS] + 1):
        seat = (s[TURN] + k) % s[SEATS]
        if has_seven(s, seat):
            return seat
    return -1


def has_seven(s: Buffer, seat: int) -> bool:
    """Whether a seat has a line of seven or more."""
    return s[DONE] >> 8 * seat & 255 > 0


def counts(s: Buffer, place: int, piece: int) -> bool:
    """Whether such a piece stands there in a way that counts in lines (rules 9 and 11)."""
    if s[PLACES + place] != piece:
        return False
    return s[PITS_COUNT] == 1 or IS_CELL[place] == 1


def run(s: Buffer, place: int, d: int, piece: int) -> int:
    """How many such pieces follow a place in one direction without a gap."""
    n = 0
    place = NEXT[6 * place + d]
    while counts(s, place, piece):
        n += 1
        place = NEXT[6 * place + d]
    return n


def line_from(s: Buffer, place: int, axis: int) -> int:
    """How long a line of seven or more begins on a place and runs along an axis; else 0."""
    piece = s[PLACES + place]
    if piece == EMPTY or not counts(s, place, piece) or run(s, place, axis + 3, piece) > 0:
        return 0
    length = 1 + run(s, place, axis, piece)
    if length < SEVEN:
        return 0
    return length


def pieces_in_pits(s: Buffer, seat: int) -> int:
    """How many pieces of a seat are in pits (rule 10)."""
    n = 0
    for w in range(WORDS):
        sunk = s[PIECE_SETS + WORDS * seat + w] & ~ALL_CELLS[w]
        if sunk:
            n += popcount(sunk)
    return n


def end_by_line(s: Buffer, seat: int) -> None:
    """Rule 9: one seat has won."""
    s[RESULT] = 1 + (1 << seat)
    s[REASON] = BY_LINE


def end_by_pits(s: Buffer) -> None:
    """Rule 10: most pieces in the pits win; equal numbers share, also when nobody has any."""
    most = 0
    for seat in range(s[SEATS]):
        most = max(most, pieces_in_pits(s, seat))
    bits = 0
    for seat in range(s[SEATS]):
        if pieces_in_pits(s, seat) == most:
            bits |= 1 << seat
    s[RESULT] = 1 + bits
    s[REASON] = BY_PITS


def decide(s: Buffer) -> None:
    """Finds the result of a position set up from outside: whatever `apply` would have found."""
    seats = s[SEATS]
    last = seats - 1  # nobody has moved yet: Black comes first
    if s[PLY] > 0:
        last = seat_of(s[PLY] - 1, seats)
    for k in range(1, seats + 1):
        seat = (last + k) % seats
        if has_seven(s, seat):
            end_by_line(s, seat)
            return
    if s[PASSES] == seats:
        end_by_pits(s)

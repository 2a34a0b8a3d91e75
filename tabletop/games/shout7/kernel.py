"""The rules of Shout 7 over a flat buffer of ints, and the 169 places of its board.

Places are numbered row by row, row a first, each row from left to right. All tables are made at
import. The numbers of rules are those of `messages.RULES`.

A ply is one int: `LAY` + place, `REMOVE` + place, `PASS`, or `PUSH` + 6 * pair + direction, where
a pair is 3 * its earlier place + axis (see `PARTNER`). All pushes of a position are found at once
by sets of places (rules 3 to 5; see `WORDS`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tabletop.engine.kernel import (
    HEADER,
    PLY,
    REASON,
    RESULT,
    SEATS,
    TURN,
    Buffer,
    lowest_bit,
    popcount,
)

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

_THROUGH: Final = {
    place: tuple(i for i, row in enumerate(STRETCHES) if place in row)
    for place in range(PLACE_COUNT)
}
MOST_THROUGH: Final = max(map(len, _THROUGH.values()))
THROUGH: Final = tuple(
    i for row in _THROUGH.values() for i in (*row, *(0 for _ in range(MOST_THROUGH - len(row))))
)
"""The stretches through a place, from ``MOST_THROUGH * place``; those without pits come first."""
THROUGH_COUNT: Final = tuple(
    sum(i < count for i in row) for row in _THROUGH.values() for count in STRETCH_COUNTS
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

PASSES: Final = HEADER
"""Passes in succession."""
PITS_COUNT: Final = HEADER + 1
"""1 if pieces in pits count in lines (rule 11)."""
POTS: Final = HEADER + 2
"""Four slots: the pieces in each seat's pot."""
PLACES: Final = HEADER + 6
"""A slot for each place and a last one for the outside: `EMPTY`, `WALL` or seat + 1."""

# The slots below hold the same in other forms, for speed.
PIECE_SETS: Final = PLACES + PLACE_COUNT + 1
"""Each seat's pieces as a set of places, `WORDS` slots per seat (see `WORDS`)."""
STRETCH: Final = PIECE_SETS + 4 * WORDS
"""A slot for each stretch: the number of pieces of each seat in it, one byte per seat."""
NEARLY: Final = STRETCH + len(STRETCHES)
"""The number of stretches with `FIVE` or more pieces of a seat, one byte per seat."""
DONE: Final = NEARLY + 1
"""The number of stretches with seven."""
STATE_SIZE: Final = DONE + 1

EMPTY: Final = 0
WALL: Final = -1
BLACK: Final = 1
FIVE: Final = 5
"""The pieces in a stretch before a push and a lay can complete it."""
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
    """Removes the piece from a place, and returns it."""
    piece = s[PLACES + place]
    s[PLACES + place] = EMPTY
    s[PIECE_SETS + WORDS * (piece - 1) + PLACE_WORD[place]] ^= PLACE_BIT[place]
    add_to_stretches(s, place, -(1 << 8 * (piece - 1)))
    return piece


def replace(s: Buffer, place: int, piece: int) -> int:
    """Replaces the piece on a place, and returns the old one."""
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

# Scratch: sets of places, each between two words that stay empty, so that a shifted set needs no
# check of the board's edge.
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
    """Computes the free places, the pieces that may be pushed, and their room in each direction."""
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
    """The stage of a ply: lay (rule 2), push (rule 3) or remove (rule 7)."""
    if ply < 2 * seats:
        return STAGE_LAY
    if seats == 2 and ply == REMOVAL_PLY:
        return STAGE_REMOVE
    return STAGE_PUSH


def seat_of(ply: int, seats: int) -> int:
    """The seat of a ply."""
    if ply < 2 * seats:
        return ply // 2
    turns = ply - 2 * seats
    if seats == 2 and ply >= REMOVAL_PLY:
        turns -= 1  # White removes after White's first move
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
    """Plays a legal ply and sets the result."""
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
    """Rule 9: the seat with a line of seven or more, the mover last; else -1."""
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
    """Sets the result of a position that was read, as `apply` would have."""
    seats = s[SEATS]
    last = seats - 1  # no ply yet: Black comes first
    if s[PLY] > 0:
        last = seat_of(s[PLY] - 1, seats)
    for k in range(1, seats + 1):
        seat = (last + k) % seats
        if has_seven(s, seat):
            end_by_line(s, seat)
            return
    if s[PASSES] == seats:
        end_by_pits(s)

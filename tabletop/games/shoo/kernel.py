"""The rules of Shoo over a flat buffer of ints (see `tabletop.engine.kernel`), and its board.

Squares are counted from a1 = 0 along the ranks to i9 = 80. The board is described by tuples of
ints, made at import; a table over both seats holds White's 81 numbers first, then Black's.

A ply is one int: its kind, and up to four squares of seven bits each (`first` to `fourth`). The
fourth square of a capture is where the capturer rides on to; the horse's own square if it stays.
"Rule 4" in a comment is the rule of that number in `messages.RULES`.
"""

from collections.abc import Sequence
from typing import Final

from tabletop.engine.kernel import HEADER, PLY, REASON, RESULT, SEATS, TURN, Buffer

SIDE: Final = 9
SQUARES: Final = SIDE * SIDE

_DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_ALL: Final = range(SQUARES)


def _base(first_file: int, first_rank: int) -> tuple[int, ...]:
    """The nine squares of a home base, from its lower left corner."""
    return tuple(
        rank * SIDE + file
        for rank in range(first_rank, first_rank + 3)
        for file in range(first_file, first_file + 3)
    )


HOMES: Final = (_base(6, 0), _base(0, 6))
"""The home bases of White (g1 to i3) and Black (a7 to c9); each is the other's goal."""

BOTH_HOMES: Final = frozenset(HOMES[0] + HOMES[1])


def _beside(square: int, file_step: int, rank_step: int) -> int:
    """The next square in a direction, or -1 beyond the edge."""
    file, rank = square % SIDE + file_step, square // SIDE + rank_step
    return rank * SIDE + file if 0 <= file < SIDE and 0 <= rank < SIDE else -1


_NEAR_OF: Final = {
    square: tuple(to for df, dr in _DIRECTIONS if (to := _beside(square, df, dr)) >= 0)
    for square in _ALL
}

NEAR: Final = tuple(to for near in _NEAR_OF.values() for to in near)
"""The near squares of a1, then those of b1, and so on."""

NEAR_AT: Final = tuple(sum(len(_NEAR_OF[j]) for j in range(i)) for i in range(SQUARES + 1))
"""Where in `NEAR` the neighbours of a square begin; they end where the next square's begin."""


GLIDE: Final = tuple(
    -1 if (to := _beside(square, df, dr)) in BOTH_HOMES else to
    for df, dr in _DIRECTIONS
    for square in _ALL
)
"""For each of the eight directions, a horse's next square from each square; -1 where the board ends
or a home base begins."""

OUTSIDE: Final = tuple(0 if square in BOTH_HOMES else 1 for square in _ALL)
"""1 for the 63 squares outside both bases, where horses may be."""

IN_GOAL: Final = tuple(int(square in HOMES[1 - seat]) for seat in (0, 1) for square in _ALL)
"""By seat: 1 for the squares of its goal."""

GOAL: Final = HOMES[1] + HOMES[0]
"""By seat: the nine squares of its goal."""

CROWD_OFFSET: Final = tuple(-8 * inside for inside in IN_GOAL)
"""By seat: what a count of enemies starts from; inside the goal it can never reach two."""


def _steps(a: int, b: int) -> int:
    """Steps from one square to another on an empty board."""
    return max(abs(a % SIDE - b % SIDE), abs(a // SIDE - b // SIDE))


RING: Final = tuple(
    min(_steps(square, home) for home in HOMES[seat]) for seat in (0, 1) for square in _ALL
)
"""By seat: in which ring round its home base a square lies."""

_OPEN: Final = tuple(square for square in _ALL if OUTSIDE[square])
OPEN_SQUARES: Final = len(_OPEN)

RINGS: Final = tuple(
    square
    for seat in (0, 1)
    for square in sorted(_OPEN, key=lambda square: RING[seat * SQUARES + square])
)
"""By seat: the squares outside both bases, the nearest ring first."""

_CORNERS: Final = (SIDE * (SIDE - 1), SIDE - 1)
"""The far corners of the goals: a9 for White, i1 for Black."""

CORNER: Final = tuple(_steps(square, corner) for corner in _CORNERS for square in range(SQUARES))
"""By seat: steps to the far corner of the goal; 2 or less inside it."""

FILLED: Final = sum(CORNER[square] for square in HOMES[1])
"""The sum of `CORNER` over the nine squares of a goal."""

DOORSTEP: Final = tuple(
    int(OUTSIDE[square] and min(_steps(square, goal) for goal in HOMES[1 - seat]) == 1)
    for seat in (0, 1)
    for square in range(SQUARES)
)
"""By seat: 1 for the squares just outside its goal, where a rider dismounts into it."""


def _slides(square: int) -> tuple[int, ...]:
    """The squares that a horse can slide to on an empty board."""
    found = []
    for direction in range(8):
        to = GLIDE[direction * SQUARES + square]
        while to >= 0:
            found.append(to)
            to = GLIDE[direction * SQUARES + to]
    return tuple(found)


def _rides(seat: int, square: int) -> int:
    """Rides to a doorstep on an empty board: none, one or two."""
    if DOORSTEP[seat * SQUARES + square]:
        return 0
    return 1 if any(DOORSTEP[seat * SQUARES + to] for to in _slides(square)) else 2


LANDED: Final = 3
"""What a rider on a doorstep still needs in the measure of `CORNER`: it dismounts to a 2."""

RIDDEN: Final = tuple(
    LANDED + _rides(seat, square) if OUTSIDE[square] else 9
    for seat in (0, 1)
    for square in range(SQUARES)
)
"""By seat: what a rider needs in the measure of `CORNER`, were nothing in its way."""

NAMES: Final[tuple[str, ...]] = tuple(
    "abcdefghi"[square % SIDE] + str(square // SIDE + 1) for square in range(SQUARES)
)

SQUARE_OF: Final = {name: square for square, name in enumerate(NAMES)}


def near_squares(square: int) -> tuple[int, ...]:
    """The up to eight squares around a square."""
    return NEAR[NEAR_AT[square] : NEAR_AT[square + 1]]


def slide_squares(start: int, to: int) -> tuple[int, ...]:
    """The squares that a slide passes, the last one too; nothing if they are not in line."""
    files, ranks = to % SIDE - start % SIDE, to // SIDE - start // SIDE
    length = max(abs(files), abs(ranks))
    if length == 0 or {abs(files), abs(ranks)} - {0, length}:
        return ()
    stride = files // length + ranks // length * SIDE
    return tuple(start + stride * i for i in range(1, length + 1))


# -- the rules -------------------------------------------------------------------------------------

BOARD: Final = HEADER
STABLE: Final = BOARD + SQUARES
"""Horses in the stables of White and Black: two slots."""
OFF: Final = STABLE + 2
"""Travelers off the board of White and Black: two slots."""
RESERVED: Final = OFF + 2
"""The square of the horse that is reserved against the side to move, or `NOWHERE`."""
HORSES: Final = RESERVED + 1
LIMIT: Final = HORSES + 1
HUSH: Final = LIMIT + 1
LEAVE_HOME: Final = HUSH + 1
STATE_SIZE: Final = LEAVE_HOME + 1

NOWHERE: Final = SQUARES

EMPTY: Final = 0
FOOT: Final = 1
"""White's traveler on foot; Black's is one more."""
RIDER: Final = 3
"""White's mounted traveler; Black's is one more."""
HORSE: Final = 5

REFUSE: Final = 0
LOSE_MOVE: Final = 1
TO_STABLE: Final = 2

PASS: Final = 0
STEP: Final = 1
MOUNT: Final = 2
RIDE: Final = 3
DISMOUNT: Final = 4
MOVE_HORSE: Final = 5
DROP: Final = 6
HOLD: Final = 7
RETIRE: Final = 8
CAPTURE: Final = 9
REDROP: Final = 10
COME_BACK: Final = 11
STEP_ANYWAY: Final = 12
DISMOUNT_ANYWAY: Final = 13

GOAL_FILLED: Final = 1
LIMIT_REACHED: Final = 2

# A rider with k capturers near has at most 8 - k squares to be put on, and the horse then at most
# 33 ways to go on or stay: nine riders make 9 x 16 x 33 captures. All else is under 240.
MAX_MOVES: Final = 5000
CROWD: Final = MAX_MOVES
"""Where in the scratch buffer the enemies near each square are counted."""
SCRATCH: Final = CROWD + SQUARES


def start(s: Buffer, seats: int, options: Sequence[int]) -> None:
    """Fills `s` with the first position; `options` as `rules.option_numbers` gives them."""
    for i in range(STATE_SIZE):
        s[i] = 0
    s[SEATS] = seats
    for i in range(9):
        s[BOARD + GOAL[i]] = FOOT + 1  # White's goal is Black's home
        s[BOARD + GOAL[9 + i]] = FOOT
    s[STABLE] = options[0] // 2
    s[STABLE + 1] = options[0] - options[0] // 2
    s[RESERVED] = NOWHERE
    for i in range(4):
        s[HORSES + i] = options[i]


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer) -> int:
    """Writes every legal ply and returns how many. `moves` may be the scratch buffer itself."""
    count_crowds(s, scratch)
    n = list_cures(s, moves, scratch)
    if n < 0:
        n = list_turns(s, moves, scratch)
    if n == 0:  # rule 3
        moves[0] = PASS
        n = 1
    return n


def random_move(s: Buffer, x: int, scratch: Buffer) -> int:
    """A uniformly random legal ply from the 31 random bits `x`."""
    n = legal_moves(s, scratch, scratch)
    return scratch[x * n >> 31]


def count_crowds(s: Buffer, scratch: Buffer) -> None:
    """Counts the enemy travelers near each square; the own goal is calm (rule 8)."""
    me = s[TURN]
    for square in range(SQUARES):
        scratch[CROWD + square] = CROWD_OFFSET[me * SQUARES + square]
    for square in range(SQUARES):
        piece = s[BOARD + square]
        if piece == FOOT + 1 - me or piece == RIDER + 1 - me:
            for i in range(NEAR_AT[square], NEAR_AT[square + 1]):
                scratch[CROWD + NEAR[i]] += 1


def is_shooed(scratch: Buffer, square: int) -> bool:
    """Whether a square is shooed for the side to move, after `count_crowds`."""
    return scratch[CROWD + square] >= 2


def list_cures(s: Buffer, moves: Buffer, scratch: Buffer) -> int:
    """Lists the plies of all shooed travelers (rule 9); -1 if nobody is shooed."""
    mine = FOOT + s[TURN]
    n = -1
    for square in range(SQUARES):
        if s[BOARD + square] == mine and is_shooed(scratch, square):
            if n < 0:
                n = 0
            before = n
            n = list_walks(s, square, False, moves, n, scratch)
            if n == before:
                n = list_returns(s, REDROP | square << 4, 11, moves, n, scratch)
    return n


def list_turns(s: Buffer, moves: Buffer, scratch: Buffer) -> int:
    """Lists the plies of a turn in which nobody is shooed (rule 3)."""
    me = s[TURN]
    anyway = s[HUSH] != REFUSE
    stocked = s[STABLE + me] > 0
    n = 0
    for square in range(SQUARES):
        piece = s[BOARD + square]
        if piece == EMPTY:
            if stocked and OUTSIDE[square] == 1:
                moves[n] = DROP | square << 4
                n += 1
        elif piece == FOOT + me:
            n = list_walks(s, square, anyway, moves, n, scratch)
        elif piece == RIDER + me:
            n = list_rides(s, square, anyway, moves, n, scratch)
        elif piece == HORSE and square != s[RESERVED]:
            n = list_handling(s, square, moves, n)
    if s[OFF + me] > 0:
        n = list_returns(s, COME_BACK, 4, moves, n, scratch)
    return n


def list_walks(s: Buffer, square: int, anyway: bool, moves: Buffer, n: int, scratch: Buffer) -> int:
    """Adds what a traveler on foot can do: step, mount, capture (rules 4, 5 and 7)."""
    me = s[TURN]
    arrived = IN_GOAL[me * SQUARES + square] == 1 and s[LEAVE_HOME] == 0
    for i in range(NEAR_AT[square], NEAR_AT[square + 1]):
        to = NEAR[i]
        piece = s[BOARD + to]
        if arrived and IN_GOAL[me * SQUARES + to] == 0:
            continue
        if piece == EMPTY:
            if not is_shooed(scratch, to):
                moves[n] = STEP | square << 4 | to << 11
                n += 1
            elif anyway:
                moves[n] = STEP_ANYWAY | square << 4 | to << 11
                n += 1
        elif piece == HORSE:
            if to != s[RESERVED]:
                moves[n] = MOUNT | square << 4 | to << 11
                n += 1
        elif piece == RIDER + 1 - me:
            n = list_captures(s, square, to, moves, n)
    return n


def list_captures(s: Buffer, square: int, rider: int, moves: Buffer, n: int) -> int:
    """Adds the captures of one rider by one traveler, with and without riding on (rule 7)."""
    for i in range(NEAR_AT[rider], NEAR_AT[rider + 1]):
        put = NEAR[i]
        if s[BOARD + put] == EMPTY:
            capture = CAPTURE | square << 4 | rider << 11 | put << 18
            moves[n] = capture | rider << 25
            n += 1
            for direction in range(8):
                to = GLIDE[direction * SQUARES + rider]
                while to >= 0 and to != put and (s[BOARD + to] == EMPTY or to == square):
                    moves[n] = capture | to << 25
                    n += 1
                    to = GLIDE[direction * SQUARES + to]
    return n


def list_slides(s: Buffer, square: int, kind: int, moves: Buffer, n: int) -> int:
    """Adds the slides of a horse, ridden or not (rule 5)."""
    for direction in range(8):
        to = GLIDE[direction * SQUARES + square]
        while to >= 0 and s[BOARD + to] == EMPTY:
            moves[n] = kind | square << 4 | to << 11
            n += 1
            to = GLIDE[direction * SQUARES + to]
    return n


def list_rides(s: Buffer, square: int, anyway: bool, moves: Buffer, n: int, scratch: Buffer) -> int:
    """Adds what a mounted traveler can do: ride and dismount (rule 5)."""
    n = list_slides(s, square, RIDE, moves, n)
    for i in range(NEAR_AT[square], NEAR_AT[square + 1]):
        to = NEAR[i]
        if s[BOARD + to] == EMPTY:
            if not is_shooed(scratch, to):
                moves[n] = DISMOUNT | square << 4 | to << 11
                n += 1
            elif anyway:
                moves[n] = DISMOUNT_ANYWAY | square << 4 | to << 11
                n += 1
    return n


def list_handling(s: Buffer, square: int, moves: Buffer, n: int) -> int:
    """Adds what can be done with a free horse: move, hold, retire (rule 6)."""
    me = s[TURN]
    n = list_slides(s, square, MOVE_HORSE, moves, n)
    moves[n] = HOLD | square << 4
    n += 1
    for i in range(NEAR_AT[square], NEAR_AT[square + 1]):
        piece = s[BOARD + NEAR[i]]
        if piece == FOOT + me or piece == RIDER + me:
            moves[n] = RETIRE | square << 4
            return n + 1
    return n


def list_returns(s: Buffer, ply: int, shift: int, moves: Buffer, n: int, scratch: Buffer) -> int:
    """Adds `ply` to every square, put at bit `shift`, where a re-drop may go (rule 9)."""
    me = s[TURN]
    nearest = 0
    for i in range(OPEN_SQUARES):
        square = RINGS[me * OPEN_SQUARES + i]
        ring = RING[me * SQUARES + square]
        if nearest > 0 and ring > nearest:
            break
        if s[BOARD + square] == EMPTY and not is_shooed(scratch, square):
            nearest = ring
            moves[n] = ply | square << shift
            n += 1
    return n


def apply(s: Buffer, move: int) -> None:
    """Plays a legal ply."""
    kind = move & 15
    first = BOARD + (move >> 4 & 127)
    second = BOARD + (move >> 11 & 127)
    me = s[TURN]
    s[RESERVED] = NOWHERE  # rule 6: any ply ends it
    if kind == STEP or kind == RIDE or kind == REDROP:
        s[second] = s[first]
        s[first] = EMPTY
    elif kind == MOUNT:
        s[first] = EMPTY
        s[second] = RIDER + me
    elif kind == DISMOUNT:
        s[first] = HORSE
        s[second] = FOOT + me
    elif kind == MOVE_HORSE:
        s[first] = EMPTY
        s[second] = HORSE
        s[RESERVED] = second - BOARD
    elif kind == DROP:
        s[STABLE + me] -= 1
        s[first] = HORSE
        s[RESERVED] = first - BOARD
    elif kind == HOLD:
        s[RESERVED] = first - BOARD
    elif kind == RETIRE:
        s[first] = EMPTY
    elif kind == CAPTURE:
        s[first] = EMPTY
        s[second] = EMPTY
        s[BOARD + (move >> 18 & 127)] = FOOT + 1 - me
        s[BOARD + (move >> 25 & 127)] = RIDER + me
    elif kind == COME_BACK:
        s[OFF + me] -= 1
        s[first] = FOOT + me
    elif s[HUSH] == TO_STABLE and kind == STEP_ANYWAY:  # rule 10
        s[first] = EMPTY
        s[OFF + me] += 1
    elif s[HUSH] == TO_STABLE and kind == DISMOUNT_ANYWAY:
        s[first] = HORSE
        s[OFF + me] += 1
    s[TURN] = 1 - me
    s[PLY] += 1
    settle(s)


def settle(s: Buffer) -> None:
    """Sets the result of a position: a filled goal first, then the limit of plies (rule 2)."""
    s[RESULT] = 0
    s[REASON] = 0
    for seat in range(2):
        if fills_goal(s, seat):
            s[RESULT] = 1 + (1 << seat)
            s[REASON] = GOAL_FILLED
    if s[RESULT] == 0 and s[PLY] >= s[LIMIT]:
        s[RESULT] = 1
        s[REASON] = LIMIT_REACHED


def fills_goal(s: Buffer, seat: int) -> bool:
    """Whether a seat's travelers stand on all nine squares of its goal."""
    for i in range(9):
        if s[BOARD + GOAL[seat * 9 + i]] != FOOT + seat:
            return False
    return True

"""Plies and positions of Trelawney's Glory as values and text, and what a view needs of them.

Called fives (rule 11): a line wins when its owner calls it while it stands.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from tabletop.engine.game import Call, GoalMarks, Options, Outcome, Seat, Spot, Step, Word
from tabletop.engine.kernel import (
    PLY,
    REASON,
    RESULT,
    TURN,
    Buffer,
    Kernel,
    popcount,
    start_position,
    winners_of_result,
)
from tabletop.engine.notation import KernelState, complaint, quoted, read_number
from tabletop.engine.text import Text, say
from tabletop.games.trelawney import kernel
from tabletop.games.trelawney.kernel import (
    DECLARE,
    DELTA,
    DRAG,
    FIRST_WINDOW,
    LAST_WINDOW,
    LINES,
    OUT,
    POINTS,
    RING,
    SHOVE,
    SIZES,
    SQUARE_NAMES,
    SQUARES,
    STEPS,
    STONES,
    WINDOW_DIRECTION,
    WINDOW_LENGTH,
    WINDOW_SQUARES,
    coordinates,
    spot_name,
    square_at,
    square_named,
)
from tabletop.games.trelawney.messages import (
    FULL,
    SEAT_NAMES,
    UNCALLED,
    given_line_reason,
    line_reason,
)

LETTERS: Final = "BW"
"""The stones of the seats in a position text."""


@dataclass(frozen=True, slots=True)
class Move:
    """One ply: a stone is laid, and may shove or drag a neighbour."""

    code: int
    """The kernel's int."""

    @classmethod
    def of(cls, square: int, target: int | None = None, drags: bool = False) -> Self:
        """The ply that lays on a square, and shoves or drags the stone next to it on the target."""
        if target is None:
            return cls(square)
        return cls(square | (DRAG if drags else SHOVE) + DELTA.index(target - square) << 6)

    @property
    def square(self) -> int:
        """Where the stone is laid."""
        return self.code & 63

    @property
    def direction(self) -> int | None:
        """Where the enemy stone lies that is moved, if one is."""
        kind = self.code >> 6
        return kind - SHOVE & 7 if kind else None

    @property
    def target(self) -> int | None:
        """The square of the enemy stone that is moved, if one is."""
        k = self.direction
        return None if k is None else self.square + DELTA[k]

    @property
    def drags(self) -> bool:
        """Whether it pulls rather than pushes."""
        return self.code >> 6 >= DRAG

    def __str__(self) -> str:
        if self.target is None:
            return SQUARE_NAMES[self.square]
        return SQUARE_NAMES[self.square] + ("<" if self.drags else ">") + SQUARE_NAMES[self.target]


@dataclass(frozen=True, slots=True)
class State(KernelState[Move]):
    """One moment of a game."""

    kernel: ClassVar[Kernel] = kernel
    move: ClassVar[type[Move]] = Move

    @property
    def board(self) -> int:
        """Which board it is: 0 the 6 x 6 squares, 1 the 7 x 7 points."""
        return self.position[POINTS]

    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        return Outcome(won, reason(self, won))

    def __str__(self) -> str:
        standing = pieces(self)
        side = range(SIZES[self.board] + 2)
        rows = (
            "".join(standing.get(spot_name(self.board, x, y), ".") for x in side)
            for y in reversed(side)
        )
        return f"{'/'.join(rows)} {LETTERS[self.turn]} {self.ply}"


def first_state(seats: int, options: Options) -> State:
    """The empty board."""
    return State(tuple(start_position(kernel, seats, option_numbers(options))))


def option_numbers(options: Options) -> tuple[int, int]:
    """The options as the kernel's ints, in their order."""
    return int(options["intersections"]), int(options["declare"])


def pieces(state: State) -> dict[Spot, str]:
    """Every stone by its place; those that are out lie on ``ring:x,y``."""
    found, s = {}, state.position
    board = s[POINTS]
    for seat, letter in enumerate(LETTERS):
        for square in SQUARES[board]:
            if s[STONES + seat] >> square & 1:
                found[SQUARE_NAMES[square]] = letter
        for place, (x, y) in enumerate(RING[board]):
            if s[OUT + seat] >> place & 1:
                found[spot_name(board, x, y)] = letter
    return found


def neighbour_spot(state: State, square: int, k: int) -> Spot:
    """The place one step from a square in direction k, on the board or off it."""
    x, y = coordinates(square)
    return spot_name(state.board, x + STEPS[k][0], y + STEPS[k][1])


def spell(_: State, move: Move) -> tuple[Word, ...]:
    """The square, then what is done: ``c3 lay``, ``c3 d4 shove``, ``c3 d4 drag``."""
    if move.target is None:
        return ((SQUARE_NAMES[move.square], "lay"),)
    return (
        (SQUARE_NAMES[move.square], SQUARE_NAMES[move.target], "drag" if move.drags else "shove"),
    )


def effects(state: State, move: Move) -> tuple[tuple[Step, ...], ...]:
    """The lay; then the two stones that move; then the second lay, unless a five came first."""
    me, foe = LETTERS[state.turn], LETTERS[1 - state.turn]
    here = SQUARE_NAMES[move.square]
    lay = (Step(me, None, here),)
    k, target = move.direction, move.target
    if k is None or target is None:
        return (lay,)
    there = SQUARE_NAMES[target]
    if move.drags:
        moved = (Step(me, here, neighbour_spot(state, move.square, k ^ 1)), Step(foe, there, here))
        vacated = there
    else:
        moved = (Step(foe, there, neighbour_spot(state, target, k)), Step(me, here, there))
        vacated = here
    if vacated not in pieces(state.play(move)):
        return (lay, moved)
    return (lay, moved, (Step(me, None, vacated),))


def fives(standing: Mapping[Spot, str], letter: str) -> tuple[Word, ...]:
    """The lines of five or more that a side has among some pieces, each from end to end.

    The pieces may be those of any moment of a ply, so that a table can judge a called five.
    """
    own = sum(
        1 << square_named(place)
        for place, stone in standing.items()
        if stone == letter and not place.startswith("ring:")
    )
    found = []
    for k in LINES:
        starts = kernel.fives(own, k)
        for square in SQUARES[1]:
            before = square - DELTA[k]
            if starts >> square & 1 and not (before >= 0 and starts >> before & 1):
                row = [square + i * DELTA[k] for i in range(5)]
                while own >> row[-1] + DELTA[k] & 1:
                    row.append(row[-1] + DELTA[k])
                found.append(tuple(sorted(SQUARE_NAMES[place] for place in row)))
    return tuple(found)


def lines(state: State) -> tuple[Word, ...]:
    """The winner's lines of five or more; none while the game goes on, or in a draw."""
    result = state.position[RESULT]
    won = winners_of_result(result) if result else ()
    return tuple(row for seat in won for row in fives(pieces(state), LETTERS[seat]))


def _example_lines(board: int) -> tuple[Word, ...]:
    """All lines of five of a board: rows first, and of these the ones in the upper half."""
    windows = range(FIRST_WINDOW[board], LAST_WINDOW[board])
    squares = [WINDOW_SQUARES[i * WINDOW_LENGTH : (i + 1) * WINDOW_LENGTH] for i in windows]
    lines = [
        (WINDOW_DIRECTION[i] != 0, abs(coordinates(line[0])[1] - EXAMPLE_ROW), line)
        for i, line in zip(windows, squares, strict=True)
    ]
    return tuple(tuple([SQUARE_NAMES[square] for square in line]) for _, _, line in sorted(lines))


EXAMPLE_ROW: Final = 5
"""The row of the line of five that shows the goal on an empty board."""
_EXAMPLE_LINES: Final = _example_lines(0), _example_lines(1)


def goal_marks(state: State, seat: Seat) -> GoalMarks:
    """A line of five squares without an enemy stone."""
    standing, enemy = pieces(state), LETTERS[1 - seat]
    for line in _EXAMPLE_LINES[state.board]:
        if all(standing.get(spot) != enemy for spot in line):
            return GoalMarks(lines=(line,))
    return GoalMarks()


def reason(state: State, won: tuple[Seat, ...]) -> Text:
    why = state.position[REASON]
    if why == kernel.FULL:
        return UNCALLED if state.position[DECLARE] else FULL
    length = max(map(len, lines(state)))
    if why == kernel.FIVE:
        return line_reason(length, winner=won[0])
    return given_line_reason(length, winner=won[0])


FIVE: Final = 5
FIVE_CALL: Final = Call(
    word=say("trelawney.call", "Five!"),
    wait=say("trelawney.call.wait", "A five? Call it now."),
    true=lambda standing, seat: bool(fives(standing, LETTERS[seat])),
    won=lambda seat: say("trelawney.end.called", "{who} called five.", who=SEAT_NAMES[seat]),
    possible=lambda standing: any(
        sum(stone == letter and not place.startswith("ring:") for place, stone in standing.items())
        >= FIVE
        for letter in LETTERS
    ),
    wrong=lambda seat: say(
        "trelawney.call.wrong", "{who} has no five right now.", who=SEAT_NAMES[seat]
    ),
)


def available_call(options: Options) -> Call | None:
    """What may be called: fives, where they do not win by themselves."""
    return FIVE_CALL if options["declare"] else None


_PLY: Final = re.compile(r"([a-g][1-7])(?:([<>])([a-g][1-7]))?")


def read_move(text: str) -> Move:
    """The ply that a text like ``c3``, ``c3>d4`` or ``c3<d4`` spells, on either board."""
    found = _PLY.fullmatch(text)
    if not found:
        raise complaint(
            "trelawney.bad.ply",
            "{text} is not a ply: write c3 to lay, c3>d4 to lay and shove, c3<d4 to drag",
            text=quoted(text),
        )
    square = square_named(found[1])
    if found[2] is None:
        return Move(square)
    target = square_named(found[3])
    if target - square not in DELTA:
        raise complaint(
            "trelawney.bad.neighbour",
            "{text} is not a ply: {target} is not next to {square}",
            text=text,
            target=found[3],
            square=found[1],
        )
    return Move.of(square, target, drags=found[2] == "<")


def read_state(text: str, seats: int, options: Options) -> State:
    parts = text.split(" ")
    if len(parts) != 3 or not all(parts):
        raise complaint(
            "trelawney.bad.parts",
            "A position is its rows, the side to move and the ply, with one blank between them",
        )
    rows, side, ply = parts
    s = start_position(kernel, seats, option_numbers(options))
    _read_rows(s, rows)
    if side not in ("B", "W"):
        raise complaint(
            "trelawney.bad.side", "The side to move is B or W, not {side}", side=quoted(side)
        )
    s[TURN] = LETTERS.index(side)
    s[PLY] = read_number(ply)
    _check_beginning(s)
    kernel.settle(s)
    return State(tuple(s))


def _read_rows(s: Buffer, text: str) -> None:
    """Puts the stones that the rows show on the board and the ring."""
    board = s[POINTS]
    wide = SIZES[board] + 2
    rows = text.split("/")
    if len(rows) != wide:
        raise complaint(
            "trelawney.bad.rows",
            "There are {count} rows; this board and its ring have {wide}",
            count=len(rows),
            wide=wide,
        )
    for i, row in enumerate(rows):
        if len(row) != wide:
            raise complaint(
                "trelawney.bad.row",
                "Row {row} from the top has {count} places; it needs {wide}",
                row=i + 1,
                count=len(row),
                wide=wide,
            )
        for x, letter in enumerate(row):
            if letter not in ".BW":
                raise complaint(
                    "trelawney.bad.letter",
                    "Row {row} from the top, place {place}: {letter} is none of . B W",
                    row=i + 1,
                    place=x + 1,
                    letter=quoted(letter),
                )
            if letter != ".":
                _put(s, LETTERS.index(letter), x, wide - 1 - i)


def _put(s: Buffer, seat: int, x: int, y: int) -> None:
    """Puts one stone at the ring's coordinates (x, y)."""
    ring = RING[s[POINTS]]
    if (x, y) in ring:
        kernel.put_out(s, seat, ring.index((x, y)))
    else:
        s[STONES + seat] |= 1 << square_at(x, y)


def _check_beginning(s: Buffer) -> None:
    """The turn fits the ply, and the first two plies show what the first two plies can."""
    if s[TURN] != s[PLY] % 2:
        raise complaint(
            "trelawney.bad.turn",
            "On ply {ply} it is {side} to move: Black on even plies, White on odd ones",
            ply=s[PLY],
            side=LETTERS[s[PLY] % 2],
        )
    black, white = s[STONES], s[STONES + 1]
    out = s[OUT] | s[OUT + 1]
    if s[PLY] == 0 and black | white | out:
        raise complaint("trelawney.bad.start", "On ply 0 no stone has been laid yet")
    if s[PLY] == 1 and (white | out or popcount(black) != 1):
        raise complaint(
            "trelawney.bad.second",
            "On ply 1 there is one black stone on the board and no other, on or off it",
        )

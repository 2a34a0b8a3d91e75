"""Reads plies and positions of Trelawney's Glory from text."""

import re
from typing import Final

from tabletop.engine.bits import popcount
from tabletop.engine.game import Options
from tabletop.engine.kernel import PLY, TURN, Buffer, start_position
from tabletop.engine.notation import complaint, quoted, read_number
from tabletop.games.trelawney import kernel
from tabletop.games.trelawney.geometry import DELTA, RING, SIZES, square_at, square_named
from tabletop.games.trelawney.kernel import OUT, POINTS, STONES
from tabletop.games.trelawney.rules import LETTERS, Move, State, option_numbers

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
    """The position that a text describes."""
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

"""Reads plies and positions of Shoo from text."""

import re
from typing import Final

from tabletop.engine.game import BadNotation, Options
from tabletop.engine.kernel import PLY, TURN, Buffer, start_position
from tabletop.engine.notation import complaint, read_number, shortened
from tabletop.engine.text import Text, say
from tabletop.games.shoo import kernel
from tabletop.games.shoo.geometry import BOTH_HOMES, NAMES, SIDE, SQUARE_OF, SQUARES
from tabletop.games.shoo.kernel import (
    BOARD,
    CAPTURE,
    FOOT,
    HORSE,
    HORSES,
    HUSH,
    NOWHERE,
    OFF,
    RESERVED,
    RIDER,
    STABLE,
    TO_STABLE,
)
from tabletop.games.shoo.messages import SEAT_NAMES
from tabletop.games.shoo.rules import (
    LETTERS,
    PLY_FORMATS,
    Move,
    State,
    make_capture,
    make_move,
    option_numbers,
    state_at,
)

"""What the squares are called, a1 to i9 along the ranks."""
"""The number of a square by its name."""
"""How each kind of ply is written, with its squares left blank."""

_SQUARE = "([a-i][1-9])"
_PATTERNS: Final = {
    kind: re.compile(re.escape(form).replace(r"\{\}", _SQUARE))
    for kind, form in PLY_FORMATS.items()
}
_RIDE_ON: Final = re.compile(_PATTERNS[CAPTURE].pattern + "~" + _SQUARE)


def read_move(text: str) -> Move:
    """The ply of the right form that a text is, possible on the board or not; else BadNotation."""
    for kind, pattern in _PATTERNS.items():
        found = pattern.fullmatch(text)
        if found:
            squares = [SQUARE_OF[name] for name in found.groups()]
            return make_capture(*squares) if kind == CAPTURE else make_move(kind, *squares)
    found = _RIDE_ON.fullmatch(text)
    if found:
        return make_capture(*(SQUARE_OF[name] for name in found.groups()))
    raise BadNotation(_complaint(text))


def _complaint(text: str) -> Text:
    """What is wrong with a text that has the form of no ply."""
    if any(letter.isspace() for letter in text):
        return say("shoo.notation.blank", "A ply is written without blanks, as in c4-d4")
    for part in re.findall(r"[A-Za-z][0-9]+", text):
        if part not in SQUARE_OF:
            return say(
                "shoo.notation.square",
                "'{text}' names no square at '{part}': files run from a to i, ranks from 1 to 9",
                text=shortened(text),
                part=shortened(part),
            )
    return say(
        "shoo.notation.ply",
        "'{text}' is no ply: write a step as c4-d4, a ride as i7~d7, a drop as +d4, or see how "
        "the others are written",
        text=shortened(text),
    )


TRAVELERS_PER_SEAT = 9

IN_STABLE = say("shoo.position.in_stable", "number of horses in a stable")
OFF_BOARD = say("shoo.position.off_board", "number of travelers off the board")


def read_state(text: str, seats: int, options: Options) -> State:
    """The position that a text describes; BadNotation says what is wrong, and where."""
    parts = text.split(" ")
    if len(parts) != 6:
        raise complaint(
            "shoo.position.parts",
            "A position has six parts with one blank between them: the board, the side to move, "
            "horses in the stables, travelers off the board, the reserved horse, the ply; here "
            "are {count}",
            count=len(parts),
        )
    s = start_position(kernel, seats, option_numbers(options))
    _read_board(s, parts[0])
    if parts[1] not in ("w", "b"):
        raise complaint(
            "shoo.position.side",
            "The side to move is w or b, not '{text}'",
            text=shortened(parts[1]),
        )
    s[TURN] = "wb".index(parts[1])
    s[STABLE], s[STABLE + 1] = _pair(parts[2], IN_STABLE)
    s[OFF], s[OFF + 1] = _pair(parts[3], OFF_BOARD)
    s[RESERVED] = _reserved(s, parts[4])
    s[PLY] = read_number(parts[5])
    _check_travelers(s)
    _check_horses(s)
    if kernel.fills_goal(s, 0) and kernel.fills_goal(s, 1):
        raise complaint("shoo.position.goals", "Both goals are full; only one side can have won")
    kernel.settle(s)
    return state_at(tuple(s))


def _read_board(s: Buffer, text: str) -> None:
    rows = text.split("/")
    if len(rows) != SIDE:
        raise complaint(
            "shoo.position.rows",
            "A board has nine rows with strokes between them; here are {n}",
            n=len(rows),
        )
    for index, row in enumerate(rows):
        rank = SIDE - index
        if len(row) != SIDE:
            raise complaint(
                "shoo.position.row",
                "Row {rank} has nine squares; here are {count}: '{row}'",
                rank=rank,
                count=len(row),
                row=shortened(row),
            )
        for file, letter in enumerate(row):
            _read_square(s, (rank - 1) * SIDE + file, letter)


def _read_square(s: Buffer, square: int, letter: str) -> None:
    piece = LETTERS.find(letter)
    if piece < 0:
        raise complaint(
            "shoo.position.letter",
            "Row {rank}, square {file}: '{letter}' is none of . w b W B h",
            rank=square // SIDE + 1,
            file=square % SIDE + 1,
            letter=letter,
        )
    if piece >= RIDER and square in BOTH_HOMES:
        raise complaint(
            "shoo.position.base",
            "Row {rank}, square {file}: no horse and no rider can be inside a home base, and "
            "{square} is",
            rank=square // SIDE + 1,
            file=square % SIDE + 1,
            square=NAMES[square],
        )
    s[BOARD + square] = piece


def _pair(text: str, what: Text) -> tuple[int, int]:
    """Two numbers with a comma between, White's first."""
    numbers = text.split(",")
    if len(numbers) != 2:
        raise complaint(
            "shoo.position.pair",
            "The {what} is given for both, White first: two numbers with a comma, not '{text}'",
            what=what,
            text=shortened(text),
        )
    return read_number(numbers[0], what), read_number(numbers[1], what)


def _reserved(s: Buffer, text: str) -> int:
    if text == "-":
        return NOWHERE
    square = SQUARE_OF.get(text, NOWHERE)
    if square == NOWHERE:
        raise complaint(
            "shoo.position.reserved",
            "The reserved horse is named by its square, or is '-', not '{text}'",
            text=shortened(text),
        )
    if s[BOARD + square] != HORSE:
        raise complaint(
            "shoo.position.unreserved", "There is no horse without a rider on {square}", square=text
        )
    return square


def _check_travelers(s: Buffer) -> None:
    for seat, who in enumerate(SEAT_NAMES):
        off = s[OFF + seat]
        if off and s[HUSH] != TO_STABLE:
            raise complaint(
                "shoo.position.off",
                "{who} has {count} travelers off the board, which only the choice hush=stable "
                "allows",
                who=who,
                count=off,
            )
        board = s[BOARD : BOARD + SQUARES]
        count = off + board.count(FOOT + seat) + board.count(RIDER + seat)
        if count > TRAVELERS_PER_SEAT:
            raise complaint(
                "shoo.position.travelers",
                "{who} has {count} travelers; nine are the most",
                who=who,
                count=count,
            )


def _check_horses(s: Buffer) -> None:
    count = s[STABLE] + s[STABLE + 1] + sum(piece >= RIDER for piece in s[BOARD : BOARD + SQUARES])
    if count > s[HORSES]:
        raise complaint(
            "shoo.position.horses",
            "There are {count} horses on the board and in the stables; {most} are the most",
            count=count,
            most=s[HORSES],
        )

"""Reads plies and positions of Super Seven from text."""

import re

from tabletop.engine.game import BadNotation, Options
from tabletop.engine.kernel import TURN, Buffer
from tabletop.engine.notation import complaint, shortened
from tabletop.engine.text import Text, say
from tabletop.games.super7 import kernel
from tabletop.games.super7.kernel import (
    BOXES,
    BY_LINE,
    CHANCE,
    DIE_1,
    DIE_2,
    FIRST_THROW,
    HOW_WON,
    MAX_THROWS,
    PASS,
    SIDE,
    THROWS,
    counters_in,
)
from tabletop.games.super7.messages import SEAT_NAMES
from tabletop.games.super7.rules import LETTERS, MOVES, Move, State, first_state

_DICE_PATTERN = re.compile(r"([1-6])\+([1-6])")
_LABEL_PATTERN = re.compile(r"[3-9]|10|11")


def read_move(text: str) -> Move:
    """The ply that ``4+3``, ``7.3`` or ``pass`` spells; BadNotation says what is wrong."""
    if text == "pass":
        return MOVES[PASS]
    if "+" in text:
        return _read_throw(text)
    if "." in text:
        return _read_square(text)
    raise complaint(
        "super7.notation.ply",
        "'{text}' is no ply: write a throw as 4+3, a counter as 7.3 (box 7, square 3), or pass",
        text=shortened(text),
    )


def _read_throw(text: str) -> Move:
    dice = _DICE_PATTERN.fullmatch(text)
    if dice is None:
        raise complaint(
            "super7.notation.throw",
            "'{text}' is no throw: write two dice from 1 to 6 with a plus between, as in 4+3",
            text=shortened(text),
        )
    return MOVES[FIRST_THROW + 6 * (int(dice[1]) - 1) + int(dice[2]) - 1]


def _read_square(text: str) -> Move:
    box, _, square = text.partition(".")
    if not _LABEL_PATTERN.fullmatch(box):
        raise complaint(
            "super7.notation.box",
            "'{text}' names no square: before the point stands '{part}', not a box from 3 to 11",
            text=shortened(text),
            part=shortened(box),
        )
    if not _LABEL_PATTERN.fullmatch(square):
        raise complaint(
            "super7.notation.square",
            "'{text}' names no square: after the point stands '{part}', not a square from 3 to 11",
            text=shortened(text),
            part=shortened(square),
        )
    return MOVES[9 * (int(box) - 3) + int(square) - 3]


def read_state(text: str, seats: int, options: Options) -> State:
    """The position that a text describes; BadNotation says what is wrong, and where."""
    parts = text.split(" ")
    if len(parts) != 4:
        raise complaint(
            "super7.position.parts",
            "A position has four parts with one blank between them: the boxes, the side to "
            "move, the dice, the throws; here are {count}",
            count=len(parts),
        )
    s = list(first_state(seats, options).position)
    _read_boxes(s, parts[0])
    _read_side(s, parts[1])
    _read_dice(s, parts[2], parts[3])
    kernel.claim_full_boxes(s)
    _check_open_boxes(s)
    _check_one_winner(s)
    if s[DIE_1] and s[THROWS] < MAX_THROWS and not kernel.has_square(s):
        raise complaint(
            "super7.position.stuck",
            "The dice {dice} fit no square, so after throw {throws} they are taken up again "
            "and '-' stands in their place",
            dice=parts[2],
            throws=s[THROWS],
        )
    for seat in range(2):
        kernel.settle(s, seat)
    return State(tuple(s))


def _read_boxes(s: Buffer, text: str) -> None:
    boxes = text.split("/")
    if len(boxes) != 9:
        raise complaint(
            "super7.position.boxes",
            "A position has nine boxes with strokes between them; here are {count}",
            count=len(boxes),
        )
    for box, letters in enumerate(boxes):
        if len(letters) != 9:
            raise complaint(
                "super7.position.squares",
                "Box {box} has nine squares; here are {count}",
                box=box + 3,
                count=len(letters),
            )
        for square, letter in enumerate(letters):
            if letter not in LETTERS:
                raise complaint(
                    "super7.position.letter",
                    "Box {box}, square {square}: '{letter}' is neither '.' nor 'B' nor 'R'",
                    box=box + 3,
                    square=square + 3,
                    letter=letter,
                )
            if letter != LETTERS[0]:
                kernel.put(s, LETTERS.index(letter) - 1, 9 * box + square)


def _read_side(s: Buffer, text: str) -> None:
    if text not in ("B", "R"):
        raise complaint(
            "super7.position.side",
            "The side to move is B or R, not '{text}'",
            text=shortened(text),
        )
    s[SIDE] = LETTERS.index(text) - 1


def _read_dice(s: Buffer, dice: str, throws: str) -> None:
    if throws not in ("0", "1", "2", "3"):
        raise complaint(
            "super7.position.throws",
            "The last part is the number of throws, 0 to 3, not '{text}'",
            text=shortened(throws),
        )
    s[THROWS] = int(throws)
    if dice == "-":
        if s[THROWS] == MAX_THROWS:
            raise complaint(
                "super7.position.fourth",
                "After three throws the dice stay on the table, so '-' cannot stand with 3",
            )
        s[TURN] = CHANCE
        return
    thrown = _DICE_PATTERN.fullmatch(dice)
    if thrown is None:
        raise complaint(
            "super7.position.dice",
            "The dice are '-' before a throw and as in '4+3' after it, not '{text}'",
            text=shortened(dice),
        )
    if s[THROWS] == 0:
        raise complaint(
            "super7.position.unthrown",
            "The dice {dice} lie on the table, so there were one to three throws, not 0",
            dice=dice,
        )
    s[DIE_1], s[DIE_2] = int(thrown[1]), int(thrown[2])
    s[TURN] = s[SIDE]


def _check_open_boxes(s: Buffer) -> None:
    for box in range(9):
        for seat in range(2):
            won = HOW_WON[counters_in(s, seat, box)]
            if won and not s[BOXES + seat] >> box & 1:
                raise BadNotation(_unclosed(box, LETTERS[1 + seat], won))


def _unclosed(box: int, letter: str, won: int) -> Text:
    if won == BY_LINE:
        return say(
            "super7.position.line",
            "Box {box} has a line of three {letter}, so it is won, and all its nine squares "
            "are {letter}",
            box=box + 3,
            letter=letter,
        )
    return say(
        "super7.position.five",
        "Box {box} has five or more {letter}, so it is won, and all its nine squares are {letter}",
        box=box + 3,
        letter=letter,
    )


def _check_one_winner(s: Buffer) -> None:
    if HOW_WON[s[BOXES]] and HOW_WON[s[BOXES + 1]]:
        raise complaint(
            "super7.position.winners",
            "{blue} and {red} have both won by their boxes; a game has one winner",
            blue=SEAT_NAMES[0],
            red=SEAT_NAMES[1],
        )

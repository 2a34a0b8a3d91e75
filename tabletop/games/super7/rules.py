"""Plies and positions of Super Seven as values, their notation, and what a view needs of them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from tabletop.engine.game import BadNotation, GoalMarks, Options, Outcome, Seat, Spot, Step, Word
from tabletop.engine.kernel import (
    PLY,
    REASON,
    RESULT,
    TURN,
    Buffer,
    Kernel,
    Position,
    start_position,
    winners_of_result,
)
from tabletop.engine.notation import KernelState, complaint, shortened
from tabletop.engine.text import Text, say
from tabletop.games.super7 import kernel
from tabletop.games.super7.kernel import counters_in
from tabletop.games.super7.messages import SEAT_NAMES, won_by_five, won_by_line

LETTERS = ".BR"
"""What a square shows, by the kernel's colours."""


@dataclass(frozen=True, slots=True)
class Move:
    """A throw of the dice, a counter put into a square, or a pass."""

    code: int

    @property
    def is_throw(self) -> bool:
        return self.code >= kernel.FIRST_THROW

    @property
    def is_pass(self) -> bool:
        return self.code == kernel.PASS

    @property
    def dice(self) -> tuple[int, int]:
        """The two dice of a throw, as they were read."""
        first, second = divmod(self.code - kernel.FIRST_THROW, 6)
        return first + 1, second + 1

    def __str__(self) -> str:
        if self.is_pass:
            return "pass"
        if self.is_throw:
            first, second = self.dice
            return f"{first}+{second}"
        return square_name(self.code)


def square_name(square: int) -> str:
    """The name of a square (0-80): ``7.3`` is square 3 of box 7."""
    box, here = divmod(square, 9)
    return f"{box + 3}.{here + 3}"


MOVES = tuple(Move(code) for code in range(kernel.FIRST_THROW + 36))
"""Every ply there is, by the kernel's number."""


@dataclass(frozen=True, slots=True, eq=False)
class State(KernelState[Move]):
    """One position of Super Seven; states are equal when their texts and options are."""

    kernel: ClassVar[Kernel] = kernel
    move: ClassVar[type[Move]] = Move

    @property
    def side(self) -> Seat:
        """The seat that throws or places."""
        return self.position[kernel.SIDE]

    @property
    def dice(self) -> tuple[int, int] | None:
        """The dice on the table; None while they are to be thrown."""
        if not self.position[kernel.DIE_1]:
            return None
        return self.position[kernel.DIE_1], self.position[kernel.DIE_2]

    @property
    def throws(self) -> int:
        """How often the side has thrown this turn."""
        return self.position[kernel.THROWS]

    @property
    def strict_middle(self) -> bool:
        """Whether middle squares are for a 7 only."""
        return self.position[kernel.STRICT] == 1

    @property
    def squares(self) -> tuple[int, ...]:
        """The colour in each of the 81 squares: 0 for none, else 1 + the seat."""
        blue_low, blue_high, red_low, red_high = self.position[
            kernel.COUNTERS : kernel.COUNTERS + 4
        ]
        return _coloured(
            blue_low | blue_high << kernel.SPLIT, red_low | red_high << kernel.SPLIT, 81
        )

    @property
    def owners(self) -> tuple[int, ...]:
        """The colour that has won each of the nine boxes: 0 for none, else 1 + the seat."""
        return _coloured(*self.position[kernel.BOXES : kernel.BOXES + 2], 9)

    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        (winner,) = won
        if self.position[REASON] == kernel.BY_LINE:
            return Outcome((winner,), won_by_line(winner, winning_lines(self)[0]))
        return Outcome((winner,), won_by_five(winner, boxes_of(self, winner)))

    def __str__(self) -> str:
        letters = [LETTERS[colour] for colour in self.squares]
        boxes = "/".join("".join(letters[i : i + 9]) for i in range(0, 81, 9))
        dice = f"{self.dice[0]}+{self.dice[1]}" if self.dice else "-"
        return f"{boxes} {LETTERS[1 + self.side]} {dice} {self.throws}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and _position_without_ply(self) == _position_without_ply(
            other
        )

    def __hash__(self) -> int:
        return hash(_position_without_ply(self))


def _position_without_ply(state: State) -> Position:
    # No rule asks how many plies were played, and the position text does not tell it.
    return state.position[:PLY] + state.position[PLY + 1 :]


def first_state(seats: int, options: Options) -> State:
    """The empty board, Blue to throw."""
    return State(tuple(start_position(kernel, seats, [int(options["strict_middle"])])))


def actor(state: State) -> Seat:
    """The seat whose throw or counter is next."""
    return state.side


def boxes_of(state: State, seat: Seat) -> tuple[int, ...]:
    """The boxes (0-8) that a seat has won."""
    return _members(state.position[kernel.BOXES + seat])


def winning_lines(state: State) -> list[tuple[int, ...]]:
    """Every three boxes (0-8) in a line that the winner of a finished game has."""
    return [
        _members(line)
        for seat in winners_of_result(state.position[RESULT])
        for line in kernel.LINES
        if state.position[kernel.BOXES + seat] & line == line
    ]


def _members(boxes: int) -> tuple[int, ...]:
    return tuple(box for box in range(9) if boxes >> box & 1)


# Pictures ask for the colours of one position many times a frame.
@lru_cache(256)
def _coloured(blue: int, red: int, count: int) -> tuple[int, ...]:
    return tuple((blue >> i & 1) + 2 * (red >> i & 1) for i in range(count))


SPOTS = tuple(square_name(square) for square in range(81))
"""The squares by name: ``3.3`` to ``11.11``."""


def spell(_state: State, move: Move) -> tuple[Word, ...]:
    """A throw is its dice one after the other, a counter its square, a pass the word."""
    if move.is_throw:
        first, second = move.dice
        return ((f"die:{first}", f"die:{second}"),)
    return ((str(move),),)


def pieces(state: State) -> Mapping[Spot, str]:
    """The letter of every counter by its square."""
    return {SPOTS[square]: LETTERS[colour] for square, colour in enumerate(state.squares) if colour}


def effects(state: State, move: Move) -> tuple[tuple[Step, ...], ...]:
    """The replaced counter leaves, the own one comes, and a won box turns to its owner."""
    if move.is_throw or move.is_pass:
        return ()
    own = LETTERS[1 + state.side]
    place = SPOTS[move.code]
    phases: list[tuple[Step, ...]] = []
    before = dict(pieces(state))
    if place in before:
        phases.append((Step(before[place], place, None),))
    phases.append((Step(own, None, place),))
    before[place] = own
    box = move.code // 9
    if state.play(move).owners[box]:
        phases.append(_flip_steps(before, SPOTS[9 * box : 9 * box + 9], own))
    return tuple(phases)


def _flip_steps(before: Mapping[Spot, str], squares: Word, own: str) -> tuple[Step, ...]:
    """Enemy counters of a won box turn over where they lie, and empty squares are filled."""
    steps = []
    for spot in squares:
        letter = before.get(spot)
        if letter is None:
            steps.append(Step(own, None, spot))
        elif letter != own:
            steps.append(Step(letter, spot, spot, own))
    return tuple(steps)


def lines(state: State) -> tuple[Word, ...]:
    """The squares of each line of boxes that won, or of the five boxes that did."""
    if not state.position[RESULT]:
        return ()
    if state.position[REASON] == kernel.BY_LINE:
        rows = winning_lines(state)
    else:
        rows = [boxes_of(state, seat) for seat in winners_of_result(state.position[RESULT])]
    return tuple(
        tuple(spot for box in boxes for spot in SPOTS[9 * box : 9 * box + 9]) for boxes in rows
    )


EXAMPLES: Final = (1, 4, 6)
"""The lines of `kernel.LINES` that three boxes show if they are free: all three directions."""


def goal_marks(state: State, seat: Seat) -> GoalMarks:
    """Three boxes in a line of which the other side has none, and how each of them is won."""
    lost = state.position[kernel.BOXES + 1 - seat]
    for line in kernel.LINES:
        if not line & lost:
            boxes = _members(line)
            rows = (_free_line(state, box, seat, n) for box, n in zip(boxes, EXAMPLES, strict=True))
            return GoalMarks(
                areas=tuple(SPOTS[9 * box : 9 * box + 9] for box in boxes),
                lines=tuple(row for row in rows if row),
            )
    return GoalMarks()


def _free_line(state: State, box: int, seat: Seat, first: int) -> Word:
    """The squares of a line in a box without a counter of the other side; none if there is none.

    Lines are tried from number `first` on.
    """
    nine = state.squares[9 * box : 9 * box + 9]
    taken = sum(1 << place for place, colour in enumerate(nine) if colour == 2 - seat)
    for line in (*kernel.LINES[first:], *kernel.LINES[:first]):
        if not line & taken:
            return tuple(SPOTS[9 * box + place] for place in _members(line))
    return ()


_DICE_PATTERN = re.compile(r"([1-6])\+([1-6])")
_LABEL_PATTERN = re.compile(r"[3-9]|10|11")


def read_move(text: str) -> Move:
    """The ply that ``4+3``, ``7.3`` or ``pass`` spells; BadNotation says what is wrong."""
    if text == "pass":
        return MOVES[kernel.PASS]
    if "+" in text:
        return _read_throw(text)
    if "." in text:
        return _read_square(text)
    raise complaint(
        "super7.notation.ply",
        "“{text}” is no ply: write a roll as 4+3, a counter as 7.3 (box 7, square 3), or pass",
        text=shortened(text),
    )


def _read_throw(text: str) -> Move:
    dice = _DICE_PATTERN.fullmatch(text)
    if dice is None:
        raise complaint(
            "super7.notation.throw",
            "“{text}” is no roll: write two dice from 1 to 6 with a plus between, as in 4+3",
            text=shortened(text),
        )
    return MOVES[kernel.FIRST_THROW + 6 * (int(dice[1]) - 1) + int(dice[2]) - 1]


def _read_square(text: str) -> Move:
    box, _, square = text.partition(".")
    if not _LABEL_PATTERN.fullmatch(box):
        raise complaint(
            "super7.notation.box",
            "“{text}” names no square: before the point stands “{part}”, not a box from 3 to 11",
            text=shortened(text),
            part=shortened(box),
        )
    if not _LABEL_PATTERN.fullmatch(square):
        raise complaint(
            "super7.notation.square",
            "“{text}” names no square: after the point stands “{part}”, not a square from 3 to 11",
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
            "A position has four parts with one blank between them: the boxes, the "
            "side to move, the dice, the rolls; here are {count}",
            count=len(parts),
        )
    s = list(first_state(seats, options).position)
    _read_boxes(s, parts[0])
    _read_side(s, parts[1])
    _read_dice(s, parts[2], parts[3])
    kernel.claim_full_boxes(s)
    _check_open_boxes(s)
    _check_one_winner(s)
    if s[kernel.DIE_1] and s[kernel.THROWS] < kernel.MAX_THROWS and not kernel.has_square(s):
        raise complaint(
            "super7.position.stuck",
            "The dice {dice} fit no square, so after roll {throws} they are cleared "
            "and “-” stands in their place",
            dice=parts[2],
            throws=s[kernel.THROWS],
        )
    for seat in range(2):
        kernel.settle(s, seat)
    return State(tuple(s))


def _read_boxes(s: Buffer, text: str) -> None:
    boxes = text.split("/")
    if len(boxes) != 9:
        raise complaint(
            "super7.position.boxes",
            "A position has nine boxes with slashes between them; here are {count}",
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
                    "Box {box}, square {square}: “{letter}” is neither “.” nor “B” nor “R”",
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
            "The side to move is B or R, not “{text}”",
            text=shortened(text),
        )
    s[kernel.SIDE] = LETTERS.index(text) - 1


def _read_dice(s: Buffer, dice: str, throws: str) -> None:
    if throws not in ("0", "1", "2", "3"):
        raise complaint(
            "super7.position.throws",
            "The last part is the number of rolls, 0 to 3, not “{text}”",
            text=shortened(throws),
        )
    s[kernel.THROWS] = int(throws)
    if dice == "-":
        if s[kernel.THROWS] == kernel.MAX_THROWS:
            raise complaint(
                "super7.position.fourth",
                "After three rolls the dice stay on the table, so “-” cannot stand with 3",
            )
        s[TURN] = kernel.CHANCE
        return
    thrown = _DICE_PATTERN.fullmatch(dice)
    if thrown is None:
        raise complaint(
            "super7.position.dice",
            "The dice are “-” before a roll and as in “4+3” after it, not “{text}”",
            text=shortened(dice),
        )
    if s[kernel.THROWS] == 0:
        raise complaint(
            "super7.position.unthrown",
            "The dice {dice} lie on the table, so there were one to three rolls, not 0",
            dice=dice,
        )
    s[kernel.DIE_1], s[kernel.DIE_2] = int(thrown[1]), int(thrown[2])
    s[TURN] = s[kernel.SIDE]


def _check_open_boxes(s: Buffer) -> None:
    for box in range(9):
        for seat in range(2):
            won = kernel.HOW_WON[counters_in(s, seat, box)]
            if won and not s[kernel.BOXES + seat] >> box & 1:
                raise BadNotation(_unclosed(box, LETTERS[1 + seat], won))


def _unclosed(box: int, letter: str, won: int) -> Text:
    if won == kernel.BY_LINE:
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
    if kernel.HOW_WON[s[kernel.BOXES]] and kernel.HOW_WON[s[kernel.BOXES + 1]]:
        raise complaint(
            "super7.position.winners",
            "{blue} and {red} have both won by their boxes; a game has one winner",
            blue=SEAT_NAMES[0],
            red=SEAT_NAMES[1],
        )

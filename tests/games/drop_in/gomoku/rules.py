"""Five in a row as states and plies, their notation, and why a ply is refused."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tabletop.engine.game import Options, Outcome, Refusal, Seat, Spot, Step, Word, WrongTouch
from tabletop.engine.kernel import PLY, REASON, RESULT, TURN, Kernel, start_position
from tabletop.engine.notation import KernelState, complaint, quoted, refusal
from tabletop.engine.text import say
from tests.games.drop_in.gomoku import kernel

LETTERS = ".BW"
NAMES = tuple(f"{'abcdefghi'[n % 9]}{n // 9 + 1}" for n in range(kernel.PLACES))
SIDES = (say("gomoku.black", "Black"), say("gomoku.white", "White"))


@dataclass(frozen=True, slots=True)
class Move:
    code: int

    def __str__(self) -> str:
        return NAMES[self.code]


@dataclass(frozen=True, slots=True)
class State(KernelState[Move]):
    kernel: ClassVar[Kernel] = kernel
    move: ClassVar[type[Move]] = Move

    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        if self.position[REASON] == kernel.FULL:
            return Outcome(won, say("gomoku.full", "The board is full."))
        return Outcome(won, say("gomoku.five", "{who} has five in a row.", who=SIDES[won[0]]))

    def __str__(self) -> str:
        stones = "".join(LETTERS[stone] for stone in self.position[kernel.SQUARES :])
        rows = [stones[n : n + 9] for n in range(72, -1, -9)]
        return f"{'/'.join(rows)} {LETTERS[1 + self.turn]}"


def first(seats: int, options: Options) -> State:
    return State(tuple(start_position(kernel, seats, ())))


def read_move(text: str) -> Move:
    if text not in NAMES:
        raise complaint("gomoku.bad.ply", "{text} is no square", text=quoted(text))
    return Move(NAMES.index(text))


def read_state(text: str, seats: int, options: Options) -> State:
    board, _, side = text.partition(" ")
    rows = board.split("/")
    if [len(row) for row in rows] != [9] * 9 or set("".join(rows)) - set(LETTERS):
        raise complaint("gomoku.bad.rows", "A position has nine rows of nine of . B W")
    s = start_position(kernel, seats, ())
    s[kernel.SQUARES :] = [LETTERS.index(letter) for row in reversed(rows) for letter in row]
    black, white = board.count("B"), board.count("W")
    s[PLY], s[TURN] = black + white, black - white
    if s[TURN] not in (0, 1) or side != LETTERS[1 + s[TURN]]:
        raise complaint("gomoku.bad.side", "These stones and this side to move do not fit")
    won = {s[kernel.SQUARES + square] - 1 for square in in_fives(s)}
    if s[TURN] in won:
        raise complaint("gomoku.bad.five", "A side to move has five in a row")
    if won or s[PLY] == kernel.PLACES:
        s[RESULT] = 1 + sum(1 << seat for seat in won)
        s[REASON] = kernel.FIVE if won else kernel.FULL
    return State(tuple(s))


def in_fives(s: list[int]) -> Iterator[int]:
    stones = (n for n in range(kernel.PLACES) if s[kernel.SQUARES + n])
    return (n for n in stones if kernel.longest(s, n) >= 5)


def refuse(state: State, move: Move) -> Refusal:
    return refusal("1", "gomoku.refused.taken", "{square} is taken", square=str(move))


def refuse_touch(state: State, wrong: WrongTouch) -> Refusal:
    if wrong.begun or wrong.spot not in NAMES:
        return refusal("1", "gomoku.refused.touch", "Touch one empty square")
    return refuse(state, read_move(wrong.spot))


def spell(state: State, move: Move) -> tuple[Word, ...]:
    return ((str(move),),)


def pieces(state: State) -> dict[Spot, str]:
    stones = zip(NAMES, state.position[kernel.SQUARES :], strict=True)
    return {name: LETTERS[stone] for name, stone in stones if stone}


def effects(state: State, move: Move) -> tuple[tuple[Step, ...], ...]:
    return ((Step(LETTERS[1 + state.turn], None, str(move)),),)


def lines(state: State) -> tuple[Word, ...]:
    row = tuple(NAMES[square] for square in in_fives(list(state.position)))
    return (row,) if row else ()

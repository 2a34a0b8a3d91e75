"""Plies and positions of Shout 7 as values, and what a view needs of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from tabletop.engine.game import Options, Outcome, Seat, Spot, Step, Word
from tabletop.engine.kernel import REASON, RESULT, Kernel, start_position, winners_of_result
from tabletop.engine.notation import KernelState
from tabletop.games.shout7 import kernel
from tabletop.games.shout7.geometry import (
    DIRECTIONS,
    FIRST_LANDS,
    NAMES,
    NEXT,
    PARTNER,
    PLACE_COUNT,
    ROW_LENGTHS,
    SECOND_LANDS,
)
from tabletop.games.shout7.messages import line_reason, pits_reason

LETTERS: Final = ".BWRG"
"""What stands on a place, as the position text writes it."""
STAGES: Final = ("lay", "push", "remove")


@dataclass(frozen=True, slots=True)
class Move:
    """One ply: a lay, a push of two pieces, a removal or a pass."""

    code: int
    """The kernel's int."""

    def __str__(self) -> str:
        if self.code == kernel.PASS:
            return "pass"
        if self.is_push:
            first, second = self.pair
            return f"{NAMES[first]}{NAMES[second]}:{DIRECTIONS[self.push % 6]}"
        if self.is_removal:
            return "x" + NAMES[self.place]
        return NAMES[self.place]

    @property
    def is_push(self) -> bool:
        return self.code >= kernel.PUSH

    @property
    def is_convoy(self) -> bool:
        """Whether a pair is pushed along its own line."""
        return self.is_push and self.push % 3 == self.push // 6 % 3

    @property
    def is_removal(self) -> bool:
        return kernel.REMOVE <= self.code < kernel.PASS

    @property
    def is_pass(self) -> bool:
        return self.code == kernel.PASS

    @property
    def place(self) -> int:
        """Where a lay or a removal happens."""
        return self.code - (kernel.REMOVE if self.is_removal else kernel.LAY)

    @property
    def push(self) -> int:
        """A push as the tables of `places` count them."""
        return self.code - kernel.PUSH

    @property
    def pair(self) -> tuple[int, int]:
        """The two places that a push is made from."""
        return self.push // 18, PARTNER[self.push // 6]


@dataclass(frozen=True, slots=True)
class State(KernelState[Move]):
    """One moment of a game of Shout 7."""

    kernel: ClassVar[Kernel] = kernel
    move: ClassVar[type[Move]] = Move

    @property
    def stage(self) -> int:
        """What the next ply does: one of the kernel's stages."""
        return kernel.stage_of(self.ply, self.seats)

    def at(self, place: int) -> int:
        """What stands on a place: 0 for nothing, else the owner's seat + 1."""
        return self.position[kernel.PLACES + place]

    def pot(self, seat: Seat) -> int:
        """How many pieces a seat still has in hand."""
        return self.position[kernel.POTS + seat]

    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        s = self.position
        if s[REASON] == kernel.BY_LINE:
            longest = max(self.lines(), key=len)
            ends = NAMES[longest[0]], NAMES[longest[-1]]
            return Outcome(won, line_reason(won[0], len(longest), *ends))
        scores = tuple(kernel.pieces_in_pits(list(s), seat) for seat in range(self.seats))
        return Outcome(won, pits_reason(won, max(scores)), scores)

    def lines(self) -> list[tuple[int, ...]]:
        """The lines that won, as places from end to end; none if no line did."""
        if self.position[REASON] != kernel.BY_LINE:
            return []
        piece = winners_of_result(self.position[RESULT])[0] + 1
        return [line for line in self._all_lines() if self.at(line[0]) == piece]

    def _all_lines(self) -> Iterator[tuple[int, ...]]:
        s = list(self.position)
        for place in range(PLACE_COUNT):
            for axis in range(3):
                line = [place]
                for _ in range(kernel.line_from(s, place, axis) - 1):
                    line.append(NEXT[6 * line[-1] + axis])
                if len(line) > 1:
                    yield tuple(line)

    def __str__(self) -> str:
        letters = "".join(LETTERS[self.at(place)] for place in range(PLACE_COUNT))
        rows = []
        for length in ROW_LENGTHS:  # as many from the top as from the bottom
            rows.append(letters[-length:])
            letters = letters[:-length]
        pots = ",".join(str(self.pot(seat)) for seat in range(self.seats))
        side, stage = LETTERS[self.turn + 1], STAGES[self.stage]
        return f"{'/'.join(rows)} {side} {stage} {pots} {self.position[kernel.PASSES]} {self.ply}"


def first_state(seats: int, options: Options) -> State:
    """The empty board."""
    return State(tuple(start_position(kernel, seats, option_numbers(options))))


def option_numbers(options: Options) -> tuple[int]:
    """The options as the kernel's ints, in their order."""
    return (int(options["pits_count"]),)


def spell(_state: State, move: Move) -> tuple[Word, ...]:
    """A place to lay or to take off, ``pass``, or two pieces (either first) and the way."""
    if move.is_pass:
        return (("pass",),)
    if not move.is_push:
        return ((NAMES[move.place],),)
    first, second = (NAMES[place] for place in move.pair)
    way = DIRECTIONS[move.push % 6]
    return (first, second, way), (second, first, way)


def pieces(state: State) -> Mapping[Spot, str]:
    """The letter of every piece by its place, pits included."""
    places = range(PLACE_COUNT)
    return {NAMES[place]: LETTERS[state.at(place)] for place in places if state.at(place)}


def effects(state: State, move: Move) -> tuple[tuple[Step, ...], ...]:
    """A push: both pieces travel, then two are laid unless the push has ended the game."""
    if move.is_pass:
        return ()
    mine = LETTERS[state.turn + 1]
    if not move.is_push:
        name = NAMES[move.place]
        if move.is_removal:
            return ((Step(LETTERS[state.at(move.place)], name, None),),)
        return ((Step(mine, None, name),),)
    first, second = move.pair
    travel = (
        Step(LETTERS[state.at(first)], NAMES[first], NAMES[FIRST_LANDS[move.push]]),
        Step(LETTERS[state.at(second)], NAMES[second], NAMES[SECOND_LANDS[move.push]]),
    )
    if state.play(move).at(first) == kernel.EMPTY:
        return (travel,)
    return travel, (Step(mine, None, NAMES[first]), Step(mine, None, NAMES[second]))


def lines(state: State) -> tuple[Word, ...]:
    """The winning lines of a finished game, each from end to end."""
    return tuple(tuple(NAMES[place] for place in line) for line in state.lines())

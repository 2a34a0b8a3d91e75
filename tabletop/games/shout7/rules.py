"""Shout 7 as values: a ply, a position, and their texts. The rules themselves are in `kernel`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from tabletop.engine.game import Options
from tabletop.engine.kernel import REASON, RESULT, Kernel, begun, winners
from tabletop.engine.position import KernelState
from tabletop.engine.state import Outcome, Seat
from tabletop.games.shout7 import kernel, pushes, slots
from tabletop.games.shout7.places import DIRECTIONS, NAMES, NEXT, PARTNER, PLACE_COUNT, ROW_LENGTHS
from tabletop.games.shout7.words import line_reason, pits_reason

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
        return self.code >= pushes.PUSH

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
        return self.code - pushes.PUSH

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
        return self.position[slots.PLACES + place]

    def pot(self, seat: Seat) -> int:
        """How many pieces a seat still has in hand."""
        return self.position[slots.POTS + seat]

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
        piece = winners(self.position[RESULT])[0] + 1
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
        return f"{'/'.join(rows)} {side} {stage} {pots} {self.position[slots.PASSES]} {self.ply}"


def first_state(seats: int, options: Options) -> State:
    """The empty board."""
    return State(tuple(begun(kernel, seats, numbered(options))))


def numbered(options: Options) -> tuple[int]:
    """The options as the kernel's ints, in their order."""
    return (int(options["pits_count"]),)

"""Shoo as values: a position and how the game ended; plies are in `notation`."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Final, Self

from tabletop.engine.game import Options, Spot
from tabletop.engine.kernel import (
    PLY,
    REASON,
    RESULT,
    TURN,
    Kernel,
    Position,
    after,
    begun,
    legal_codes,
    winners,
)
from tabletop.engine.position import KernelState
from tabletop.engine.state import Outcome, Seat
from tabletop.games.shoo import kernel
from tabletop.games.shoo.kernel import (
    BOARD,
    FOOT,
    GOAL_FILLED,
    HORSES,
    LIMIT,
    NOWHERE,
    OFF,
    RESERVED,
    RIDER,
    STABLE,
)
from tabletop.games.shoo.notation import NAMES, SQUARE_OF, Move
from tabletop.games.shoo.reach import near
from tabletop.games.shoo.tables import GOAL, SIDE, SQUARES
from tabletop.games.shoo.words import HUSHES, drawn_by_limit, drawn_by_repetition, won_by

LETTERS: Final = ".wbWBh"
"""What stands on a square, by the kernel's numbers."""

REPEATS: Final = 3
"""How often a position comes up until the game is a draw."""


@dataclass(frozen=True, slots=True)
class State(KernelState[Move]):
    """One position of Shoo, and the earlier ones that may come up again."""

    kernel: ClassVar[Kernel] = kernel
    move: ClassVar[type[Move]] = Move

    history: tuple[bytes, ...] = field(compare=False, repr=False)
    """The positions so far as `likeness` gives them, this one last."""

    @property
    def repeated(self) -> bool:
        """Whether this position has come up for the third time."""
        return self.history.count(self.history[-1]) >= REPEATS

    @property
    def earlier(self) -> tuple[Position, ...]:
        now = self.position
        return tuple(
            (past[0], *now[RESULT:BOARD], *past[1:], *now[HORSES:]) for past in self.history[:-1]
        )

    def moves(self) -> list[Move]:
        return list(legal(self).values())

    def play(self, move: Move, /) -> Self:
        position = after(kernel, self.position, move.code)
        # No horse returns to a stable or from retirement: nothing from before can come up again.
        past = () if move.kind in (kernel.DROP, kernel.RETIRE) else self.history
        return type(self)(position, (*past, likeness(position)))

    def outcome(self) -> Outcome | None:
        if self.repeated and not self.position[RESULT]:
            return Outcome((), drawn_by_repetition())
        return KernelState.outcome(self)

    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        filled = self.position[REASON] == GOAL_FILLED
        return Outcome(won, won_by(won[0]) if filled else drawn_by_limit(self.position[LIMIT]))

    def __str__(self) -> str:
        p = self.position
        letters = "".join(LETTERS[piece] for piece in p[BOARD : BOARD + SQUARES])
        ranks = [letters[i : i + SIDE] for i in range(0, SQUARES, SIDE)]
        return (
            f"{'/'.join(reversed(ranks))} {'wb'[p[TURN]]} {p[STABLE]},{p[STABLE + 1]} "
            f"{p[OFF]},{p[OFF + 1]} {reserved(self) or '-'} {p[PLY]}"
        )


def likeness(position: Position) -> bytes:
    """All that makes two positions the same one: everything but the options and the ply number."""
    return bytes((position[TURN], *position[BOARD:HORSES]))


def state_at(position: Position) -> State:
    """The state of a position that comes up for the first time."""
    return State(position, (likeness(position),))


def first_state(seats: int, options: Options) -> State:
    """Both sides at home, White to move."""
    return state_at(tuple(begun(kernel, seats, numbered(options))))


def numbered(options: Options) -> tuple[int, int, int, int]:
    """The options as the kernel's ints, in their order; `hush` by its place in `HUSHES`."""
    return (
        int(options["horses"]),
        int(options["ply_limit"]),
        HUSHES.index(str(options["hush"])),
        int(options["leave_home"]),
    )


def legal(state: State) -> dict[int, Move]:
    """Every legal ply by the kernel's number, in order; nothing once the game is over."""
    return {} if state.repeated else _listed(state.position)


# A position is asked for its plies by the board's lights, the touches and each refusal in turn.
@lru_cache(maxsize=64)
def _listed(position: Position) -> dict[int, Move]:
    return {code: Move(code) for code in legal_codes(kernel, position)}


def shooed(state: State) -> tuple[Spot, ...]:
    """The squares of the shooed travelers of the side to move."""
    scratch = _crowds(state)
    mine = FOOT + state.turn
    return tuple(
        NAMES[square]
        for square in range(SQUARES)
        if state.position[BOARD + square] == mine and kernel.is_shooed(scratch, square)
    )


def shooers(state: State, square: Spot) -> tuple[Spot, ...]:
    """The enemy travelers that make a square shooed for the side to move; none if it is not."""
    here = SQUARE_OF[square]
    if not kernel.is_shooed(_crowds(state), here):
        return ()
    enemies = (FOOT + 1 - state.turn, RIDER + 1 - state.turn)
    found = [NAMES[to] for to in near(here) if state.position[BOARD + to] in enemies]
    return tuple(sorted(found))


def _crowds(state: State) -> list[int]:
    scratch = [0] * kernel.SCRATCH
    kernel.count_crowds(list(state.position), scratch)
    return scratch


def reserved(state: State) -> Spot | None:
    """The square of the horse that the side to move cannot use this turn."""
    square = state.position[RESERVED]
    return None if square == NOWHERE else NAMES[square]


def stables(state: State) -> tuple[int, int]:
    """How many horses wait in the stables of White and Black."""
    return state.position[STABLE], state.position[STABLE + 1]


def off_board(state: State) -> tuple[int, int]:
    """How many travelers of White and Black are in their stables."""
    return state.position[OFF], state.position[OFF + 1]


def pieces(state: State) -> dict[Spot, str]:
    """What stands where, by the letters of the position text."""
    return {
        NAMES[square]: LETTERS[piece]
        for square, piece in enumerate(state.position[BOARD : BOARD + SQUARES])
        if piece
    }


def lines(state: State) -> tuple[tuple[Spot, ...], ...]:
    """The goal that the winner has filled; nothing while the game goes on or when it is a draw."""
    if not state.position[RESULT]:
        return ()
    return tuple(
        tuple(sorted(NAMES[square] for square in GOAL[9 * seat : 9 * seat + 9]))
        for seat in winners(state.position[RESULT])
    )

"""Plies and positions of Shoo as values, and what a view needs of them."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Final, Self

from tabletop.engine.game import Options, Outcome, Seat, Spot, Step, Word
from tabletop.engine.kernel import (
    PLY,
    REASON,
    RESULT,
    TURN,
    Kernel,
    Position,
    legal_codes,
    position_after,
    start_position,
    winners_of_result,
)
from tabletop.engine.notation import KernelState
from tabletop.games.shoo import kernel
from tabletop.games.shoo.geometry import GOAL, NAMES, SIDE, SQUARE_OF, SQUARES, near_squares
from tabletop.games.shoo.kernel import (
    BOARD,
    CAPTURE,
    COME_BACK,
    DISMOUNT,
    DISMOUNT_ANYWAY,
    DROP,
    FOOT,
    GOAL_FILLED,
    HOLD,
    HORSES,
    HUSH,
    LIMIT,
    MOUNT,
    MOVE_HORSE,
    NOWHERE,
    OFF,
    PASS,
    REDROP,
    RESERVED,
    RETIRE,
    RIDE,
    RIDER,
    STABLE,
    STEP,
    STEP_ANYWAY,
    TO_STABLE,
)
from tabletop.games.shoo.messages import HUSHES, drawn_by_limit, drawn_by_repetition, won_by

PLY_FORMATS: Final = {
    PASS: "pass",
    STEP: "{}-{}",
    MOUNT: "{}^{}",
    RIDE: "{}~{}",
    DISMOUNT: "{}/{}",
    MOVE_HORSE: "h:{}-{}",
    DROP: "+{}",
    HOLD: "={}",
    RETIRE: "x{}",
    CAPTURE: "{}*{}@{}",
    REDROP: "{}!{}",
    COME_BACK: "t+{}",
    STEP_ANYWAY: "{}-{}?",
    DISMOUNT_ANYWAY: "{}/{}?",
}


@dataclass(frozen=True, slots=True)
class Move:
    """One ply: the kernel's number for its kind and its squares."""

    code: int

    @property
    def kind(self) -> int:
        """What is done: one of the kernel's kinds, `STEP` to `DISMOUNT_ANYWAY`."""
        return self.code & 15

    @property
    def squares(self) -> tuple[int, int, int, int]:
        """The squares as the kernel packs them; those that the kind does not use are 0."""
        code = self.code
        return code >> 4 & 127, code >> 11 & 127, code >> 18 & 127, code >> 25 & 127

    @property
    def rides_on(self) -> bool:
        """Whether it is a capture that goes on riding."""
        return self.kind == CAPTURE and self.squares[3] != self.squares[1]

    def __str__(self) -> str:
        names = [NAMES[square] for square in self.squares]
        written = PLY_FORMATS[self.kind].format(*names)
        return f"{written}~{names[3]}" if self.rides_on else written


def make_move(kind: int, first: int = 0, second: int = 0, third: int = 0, fourth: int = 0) -> Move:
    """The ply of a kind with its squares."""
    return Move(kind | first << 4 | second << 11 | third << 18 | fourth << 25)


def make_capture(capturer: int, rider: int, put: int, to: int | None = None) -> Move:
    """A capture; without `to` the capturer stays on the horse's square."""
    return make_move(CAPTURE, capturer, rider, put, rider if to is None else to)


LETTERS: Final = ".wbWBh"
"""What stands on a square, by the kernel's numbers."""

DRAW_REPETITIONS: Final = 3
"""The number of occurrences of a position that make a draw."""


@dataclass(frozen=True, slots=True)
class State(KernelState[Move]):
    """One position of Shoo, and the earlier ones that may come up again."""

    kernel: ClassVar[Kernel] = kernel
    move: ClassVar[type[Move]] = Move

    history: tuple[bytes, ...] = field(compare=False, repr=False)
    """The positions so far as `repetition_key` gives them, this one last."""

    @property
    def repeated(self) -> bool:
        return self.history.count(self.history[-1]) >= DRAW_REPETITIONS

    @property
    def earlier(self) -> tuple[Position, ...]:
        now = self.position
        return tuple(
            (past[0], *now[RESULT:BOARD], *past[1:], *now[HORSES:]) for past in self.history[:-1]
        )

    def moves(self) -> list[Move]:
        return list(legal_moves(self).values())

    def play(self, move: Move, /) -> Self:
        position = position_after(kernel, self.position, move.code)
        # No horse returns to a stable or from retirement, so no earlier position can occur again.
        past = () if move.kind in (kernel.DROP, kernel.RETIRE) else self.history
        return type(self)(position, (*past, repetition_key(position)))

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


def repetition_key(position: Position) -> bytes:
    """The key for repetition: a position without its options and ply number."""
    return bytes((position[TURN], *position[BOARD:HORSES]))


def state_at(position: Position) -> State:
    """A state without earlier positions."""
    return State(position, (repetition_key(position),))


def first_state(seats: int, options: Options) -> State:
    """Both sides at home, White to move."""
    return state_at(tuple(start_position(kernel, seats, option_numbers(options))))


def option_numbers(options: Options) -> tuple[int, int, int, int]:
    """The options as the kernel's ints, in their order; `hush` by its place in `HUSHES`."""
    return (
        int(options["horses"]),
        int(options["ply_limit"]),
        HUSHES.index(str(options["hush"])),
        int(options["leave_home"]),
    )


def legal_moves(state: State) -> dict[int, Move]:
    """Every legal ply by the kernel's number, in order; nothing once the game is over."""
    return {} if state.repeated else _listed(state.position)


# Lights, touches and refusals ask for the plies of the same position in turn.
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
    found = [NAMES[to] for to in near_squares(here) if state.position[BOARD + to] in enemies]
    return tuple(sorted(found))


def _crowds(state: State) -> list[int]:
    scratch = [0] * kernel.SCRATCH
    kernel.count_crowds(list(state.position), scratch)
    return scratch


def reserved(state: State) -> Spot | None:
    """The square of the horse that the side to move cannot use this turn."""
    square = state.position[RESERVED]
    return None if square == NOWHERE else NAMES[square]


def horses_in_stables(state: State) -> tuple[int, int]:
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
        for seat in winners_of_result(state.position[RESULT])
    )


ON_FOOT: Final = "wb"
MOUNTED: Final = "WB"
LOOSE: Final = "h"

Phases = tuple[tuple[Step, ...], ...]


def effects(state: State, move: Move) -> Phases:
    """What a legal ply does to the pieces, in phases; nothing for a pass, a hold or a lost turn."""
    first, second, _, _ = (NAMES[square] for square in move.squares)
    walker, rider = ON_FOOT[state.turn], MOUNTED[state.turn]
    kind = move.kind
    if kind in (PASS, HOLD):
        return ()
    if kind == MOUNT:
        return ((Step(walker, first, second, becomes=rider),),)
    if kind == RIDE:
        return ((Step(rider, first, second),),)
    if kind == DISMOUNT:
        return ((Step(rider, first, second, becomes=walker), Step(LOOSE, None, first)),)
    if kind == MOVE_HORSE:
        return ((Step(LOOSE, first, second),),)
    if kind == DROP:
        return ((Step(LOOSE, None, first),),)
    if kind == RETIRE:
        return ((Step(LOOSE, first, None),),)
    if kind == CAPTURE:
        return _capture(state, move)
    if kind == COME_BACK:
        return ((Step(walker, None, first),),)
    if kind in (STEP_ANYWAY, DISMOUNT_ANYWAY):
        return _into_a_shoo(state, move)
    return ((Step(walker, first, second),),)


def _capture(state: State, move: Move) -> Phases:
    capturer, taken, put, to = (NAMES[square] for square in move.squares)
    enemy = 1 - state.turn
    walker, rider = ON_FOOT[state.turn], MOUNTED[state.turn]
    unseated = Step(MOUNTED[enemy], taken, put, becomes=ON_FOOT[enemy])
    phases: Phases = (
        (unseated, Step(LOOSE, None, taken)),
        (Step(walker, capturer, taken, becomes=rider),),
    )
    if move.rides_on:
        phases += ((Step(rider, taken, to),),)
    return phases


def _into_a_shoo(state: State, move: Move) -> Phases:
    if state.position[HUSH] != TO_STABLE:
        return ()
    start = NAMES[move.squares[0]]
    if move.kind == STEP_ANYWAY:
        return ((Step(ON_FOOT[state.turn], start, None),),)
    return ((Step(MOUNTED[state.turn], start, None), Step(LOOSE, None, start)),)


STABLE_SPOT = "stable"
TRAVELERS_SPOT = "travelers"
PASS_SPOT = "pass"
HOLD_SPOT = "hold"
RETIRE_SPOT = "retire"
RIDE_SPOT = "ride"
DISMOUNT_SPOT = "dismount"
STAY_SPOT = "stay"
ANYWAY_SPOT = "anyway"
DISMOUNT_ANYWAY_SPOT = "dismount-anyway"


def spell(state: State, move: Move) -> tuple[Word, ...]:
    """The one way to touch a legal ply.

    A third touch says how only where one can both ride to a square and dismount there, or where
    a traveler walks into a shoo.
    """
    first, second, third, fourth = (NAMES[square] for square in move.squares)
    kind = move.kind
    if kind == PASS:
        return ((PASS_SPOT,),)
    if kind == DROP:
        return ((STABLE_SPOT, first),)
    if kind == COME_BACK:
        return ((TRAVELERS_SPOT, first),)
    if kind == HOLD:
        return ((first, HOLD_SPOT),)
    if kind == RETIRE:
        return ((first, RETIRE_SPOT),)
    if kind == CAPTURE:
        return ((first, second, third, fourth if move.rides_on else STAY_SPOT),)
    if kind == STEP_ANYWAY:
        return ((first, second, ANYWAY_SPOT),)
    if kind == DISMOUNT_ANYWAY:
        return ((first, second, DISMOUNT_ANYWAY_SPOT),)
    if kind == RIDE and _also(state, move, DISMOUNT, DISMOUNT_ANYWAY):
        return ((first, second, RIDE_SPOT),)
    if kind == DISMOUNT and _also(state, move, RIDE):
        return ((first, second, DISMOUNT_SPOT),)
    return ((first, second),)


def _also(state: State, move: Move, *kinds: int) -> bool:
    """Whether the same squares make a legal ply of another kind."""
    codes = legal_moves(state)
    return any(make_move(kind, *move.squares[:2]).code in codes for kind in kinds)

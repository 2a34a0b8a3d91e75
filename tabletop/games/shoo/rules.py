"""Plies and positions of Shoo as values, their notation, and what a view needs of them."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Final, Self

from tabletop.engine.game import BadNotation, GoalMarks, Options, Outcome, Seat, Spot, Step, Word
from tabletop.engine.kernel import (
    PLY,
    REASON,
    RESULT,
    TURN,
    Buffer,
    Kernel,
    Position,
    legal_codes,
    position_after,
    start_position,
    winners_of_result,
)
from tabletop.engine.notation import KernelState, complaint, read_number, shortened
from tabletop.engine.text import Text, say
from tabletop.games.shoo import kernel
from tabletop.games.shoo.kernel import (
    BOTH_HOMES,
    GOAL,
    NAMES,
    SIDE,
    SQUARE_OF,
    SQUARES,
    near_squares,
)
from tabletop.games.shoo.messages import (
    HUSHES,
    SEAT_NAMES,
    drawn_by_limit,
    drawn_by_repetition,
    won_by,
)

PLY_FORMATS: Final = {
    kernel.PASS: "pass",
    kernel.STEP: "{}-{}",
    kernel.MOUNT: "{}^{}",
    kernel.RIDE: "{}~{}",
    kernel.DISMOUNT: "{}/{}",
    kernel.MOVE_HORSE: "h:{}-{}",
    kernel.DROP: "+{}",
    kernel.HOLD: "={}",
    kernel.RETIRE: "x{}",
    kernel.CAPTURE: "{}*{}@{}",
    kernel.REDROP: "{}!{}",
    kernel.COME_BACK: "t+{}",
    kernel.STEP_ANYWAY: "{}-{}?",
    kernel.DISMOUNT_ANYWAY: "{}/{}?",
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
        return self.kind == kernel.CAPTURE and self.squares[3] != self.squares[1]

    def __str__(self) -> str:
        names = [NAMES[square] for square in self.squares]
        written = PLY_FORMATS[self.kind].format(*names)
        return f"{written}~{names[3]}" if self.rides_on else written


def make_move(kind: int, first: int = 0, second: int = 0, third: int = 0, fourth: int = 0) -> Move:
    return Move(kind | first << 4 | second << 11 | third << 18 | fourth << 25)


def make_capture(capturer: int, rider: int, put: int, to: int | None = None) -> Move:
    """A capture; without `to` the capturer stays on the horse's square."""
    return make_move(kernel.CAPTURE, capturer, rider, put, rider if to is None else to)


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
            (past[0], *now[RESULT : kernel.BOARD], *past[1:], *now[kernel.HORSES :])
            for past in self.history[:-1]
        )

    def moves(self) -> list[Move]:
        return list(legal_moves(self).values())

    def play(self, move: Move, /) -> Self:
        position = position_after(kernel, self.position, move.code)
        # No horse returns to a stable or from retirement, so no earlier position can occur again.
        past = () if move.kind in (kernel.DROP, kernel.RETIRE) else self.history
        return type(self)(position, (*past, repetition_key(position)))

    def goes_back(self, move: Move, /) -> bool:
        if self.play(move).history[-1] in self.history:
            return True
        if len(self.history) < 3 or move.kind not in (kernel.STEP, kernel.RIDE, kernel.MOVE_HORSE):
            return False
        start, to, _, _ = move.squares
        before = self.history[-3]  # the squares come after the side to move
        piece = self.position[kernel.BOARD + start]
        return before[1 + start] != piece and before[1 + to] == piece

    def outcome(self) -> Outcome | None:
        if self.repeated and not self.position[RESULT]:
            return Outcome((), drawn_by_repetition())
        return KernelState.outcome(self)

    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        filled = self.position[REASON] == kernel.GOAL_FILLED
        return Outcome(
            won, won_by(won[0]) if filled else drawn_by_limit(self.position[kernel.LIMIT])
        )

    def __str__(self) -> str:
        p = self.position
        letters = "".join(LETTERS[piece] for piece in p[kernel.BOARD : kernel.BOARD + SQUARES])
        ranks = [letters[i : i + SIDE] for i in range(0, SQUARES, SIDE)]
        horses, off = (
            ",".join(map(str, horses_in_stables(self))),
            ",".join(map(str, off_board(self))),
        )
        side = "wb"[p[TURN]]
        return f"{'/'.join(reversed(ranks))} {side} {horses} {off} {reserved(self) or '-'} {p[PLY]}"


def repetition_key(position: Position) -> bytes:
    """The key for repetition: a position without its options and ply number."""
    return bytes((position[TURN], *position[kernel.BOARD : kernel.HORSES]))


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
    mine = kernel.FOOT + state.turn
    return tuple(
        NAMES[square]
        for square in range(SQUARES)
        if state.position[kernel.BOARD + square] == mine and kernel.is_shooed(scratch, square)
    )


def nearly_shooed(state: State) -> bool:
    """Whether a traveler on foot of the side to move has one enemy near, and needs one more."""
    scratch, mine = _crowds(state), kernel.FOOT + state.turn
    return any(
        state.position[kernel.BOARD + square] == mine and scratch[kernel.CROWD + square] == 1
        for square in range(SQUARES)
    )


def shooers(state: State, square: Spot) -> tuple[Spot, ...]:
    """The enemy travelers that make a square shooed for the side to move; none if it is not."""
    here = SQUARE_OF[square]
    if not kernel.is_shooed(_crowds(state), here):
        return ()
    enemies = (kernel.FOOT + 1 - state.turn, kernel.RIDER + 1 - state.turn)
    found = [NAMES[to] for to in near_squares(here) if state.position[kernel.BOARD + to] in enemies]
    return tuple(sorted(found))


def _crowds(state: State) -> list[int]:
    scratch = [0] * kernel.SCRATCH
    kernel.count_crowds(list(state.position), scratch)
    return scratch


def reserved(state: State) -> Spot | None:
    """The square of the horse that the side to move cannot use this turn."""
    square = state.position[kernel.RESERVED]
    return None if square == kernel.NOWHERE else NAMES[square]


def horses_in_stables(state: State) -> tuple[int, int]:
    """How many horses wait in the stables of White and Black."""
    return state.position[kernel.STABLE], state.position[kernel.STABLE + 1]


def off_board(state: State) -> tuple[int, int]:
    """How many travelers of White and Black are in their stables."""
    return state.position[kernel.OFF], state.position[kernel.OFF + 1]


def pieces(state: State) -> dict[Spot, str]:
    """What stands where, by the letters of the position text."""
    return {
        NAMES[square]: LETTERS[piece]
        for square, piece in enumerate(state.position[kernel.BOARD : kernel.BOARD + SQUARES])
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


def goal_marks(state: State, seat: Seat) -> GoalMarks:
    """The far corner, and the travelers that are not in it yet."""
    corner = tuple(NAMES[square] for square in GOAL[9 * seat : 9 * seat + 9])
    own = LETTERS[kernel.FOOT + seat], LETTERS[kernel.RIDER + seat]
    away = tuple(
        spot for spot, letter in pieces(state).items() if letter in own and spot not in corner
    )
    return GoalMarks(areas=(corner,), pieces=away)


ON_FOOT: Final = "wb"
MOUNTED: Final = "WB"
LOOSE: Final = "h"

Phases = tuple[tuple[Step, ...], ...]


def effects(state: State, move: Move) -> Phases:
    """What a legal ply does to the pieces, in phases; nothing for a pass, a hold or a lost turn."""
    first, second, _, _ = (NAMES[square] for square in move.squares)
    walker, rider = ON_FOOT[state.turn], MOUNTED[state.turn]
    kind = move.kind
    if kind in (kernel.PASS, kernel.HOLD):
        return ()
    if kind == kernel.MOUNT:
        return ((Step(walker, first, second, becomes=rider),),)
    if kind == kernel.RIDE:
        return ((Step(rider, first, second),),)
    if kind == kernel.DISMOUNT:
        return ((Step(rider, first, second, becomes=walker), Step(LOOSE, None, first)),)
    if kind == kernel.MOVE_HORSE:
        return ((Step(LOOSE, first, second),),)
    if kind == kernel.DROP:
        return ((Step(LOOSE, None, first),),)
    if kind == kernel.RETIRE:
        return ((Step(LOOSE, first, None),),)
    if kind == kernel.CAPTURE:
        return _capture(state, move)
    if kind == kernel.COME_BACK:
        return ((Step(walker, None, first),),)
    if kind in (kernel.STEP_ANYWAY, kernel.DISMOUNT_ANYWAY):
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
    if state.position[kernel.HUSH] != kernel.TO_STABLE:
        return ()
    start = NAMES[move.squares[0]]
    if move.kind == kernel.STEP_ANYWAY:
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
    if kind == kernel.PASS:
        return ((PASS_SPOT,),)
    if kind == kernel.DROP:
        return ((STABLE_SPOT, first),)
    if kind == kernel.COME_BACK:
        return ((TRAVELERS_SPOT, first),)
    if kind == kernel.HOLD:
        return ((first, HOLD_SPOT),)
    if kind == kernel.RETIRE:
        return ((first, RETIRE_SPOT),)
    if kind == kernel.CAPTURE:
        return ((first, second, third, fourth if move.rides_on else STAY_SPOT),)
    if kind == kernel.STEP_ANYWAY:
        return ((first, second, ANYWAY_SPOT),)
    if kind == kernel.DISMOUNT_ANYWAY:
        return ((first, second, DISMOUNT_ANYWAY_SPOT),)
    if kind == kernel.RIDE and _also(state, move, kernel.DISMOUNT, kernel.DISMOUNT_ANYWAY):
        return ((first, second, RIDE_SPOT),)
    if kind == kernel.DISMOUNT and _also(state, move, kernel.RIDE):
        return ((first, second, DISMOUNT_SPOT),)
    return ((first, second),)


def _also(state: State, move: Move, *kinds: int) -> bool:
    """Whether the same squares make a legal ply of another kind."""
    codes = legal_moves(state)
    return any(make_move(kind, *move.squares[:2]).code in codes for kind in kinds)


_SQUARE = "([a-i][1-9])"
_PATTERNS: Final = {
    kind: re.compile(re.escape(form).replace(r"\{\}", _SQUARE))
    for kind, form in PLY_FORMATS.items()
}
_RIDE_ON: Final = re.compile(_PATTERNS[kernel.CAPTURE].pattern + "~" + _SQUARE)


def read_move(text: str) -> Move:
    """The ply of the right form that a text is, possible on the board or not; else BadNotation."""
    for kind, pattern in _PATTERNS.items():
        found = pattern.fullmatch(text)
        if found:
            squares = [SQUARE_OF[name] for name in found.groups()]
            return make_capture(*squares) if kind == kernel.CAPTURE else make_move(kind, *squares)
    found = _RIDE_ON.fullmatch(text)
    if found:
        return make_capture(*(SQUARE_OF[name] for name in found.groups()))
    raise BadNotation(_complaint(text))


def _complaint(text: str) -> Text:
    if any(letter.isspace() for letter in text):
        return say("shoo.notation.blank", "A ply is written without blanks, as in c4-d4")
    for part in re.findall(r"[A-Za-z][0-9]+", text):
        if part not in SQUARE_OF:
            return say(
                "shoo.notation.square",
                "“{text}” names no square at “{part}”: files run from a to i, ranks from 1 to 9",
                text=shortened(text),
                part=shortened(part),
            )
    return say(
        "shoo.notation.ply",
        "“{text}” is no ply: write a step as c4-d4, a ride as i7~d7, a drop as "
        "+d4, or see how the others are written",
        text=shortened(text),
    )


TRAVELERS_PER_SEAT = 9

IN_STABLE = say("shoo.position.in_stable", "number of horses in a stable")
OFF_BOARD = say("shoo.position.off_board", "number of travellers off the board")


def read_state(text: str, seats: int, options: Options) -> State:
    """The position that a text describes; BadNotation says what is wrong, and where."""
    parts = text.split(" ")
    if len(parts) != 6:
        raise complaint(
            "shoo.position.parts",
            "A position has six parts with one blank between them: the board, the side to move, "
            "horses in the stables, travellers off the board, the reserved horse, the ply; here "
            "are {count}",
            count=len(parts),
        )
    s = start_position(kernel, seats, option_numbers(options))
    _read_board(s, parts[0])
    if parts[1] not in ("w", "b"):
        raise complaint(
            "shoo.position.side",
            "The side to move is w or b, not “{text}”",
            text=shortened(parts[1]),
        )
    s[TURN] = "wb".index(parts[1])
    s[kernel.STABLE], s[kernel.STABLE + 1] = _pair(parts[2], IN_STABLE)
    s[kernel.OFF], s[kernel.OFF + 1] = _pair(parts[3], OFF_BOARD)
    s[kernel.RESERVED] = _reserved(s, parts[4])
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
            "A board has nine rows with slashes between them; here are {n}",
            n=len(rows),
        )
    for index, row in enumerate(rows):
        rank = SIDE - index
        if len(row) != SIDE:
            raise complaint(
                "shoo.position.row",
                "Row {rank} has nine squares; here are {count}: “{row}”",
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
            "Row {rank}, square {file}: “{letter}” is none of . w b W B h",
            rank=square // SIDE + 1,
            file=square % SIDE + 1,
            letter=letter,
        )
    if piece >= kernel.RIDER and square in BOTH_HOMES:
        raise complaint(
            "shoo.position.base",
            "Row {rank}, square {file}: no horse and no rider can be inside a home base, and "
            "{square} is",
            rank=square // SIDE + 1,
            file=square % SIDE + 1,
            square=NAMES[square],
        )
    s[kernel.BOARD + square] = piece


def _pair(text: str, what: Text) -> tuple[int, int]:
    """Two numbers with a comma between, White's first."""
    numbers = text.split(",")
    if len(numbers) != 2:
        raise complaint(
            "shoo.position.pair",
            "The {what} is given for both, White first: two numbers with a comma, not “{text}”",
            what=what,
            text=shortened(text),
        )
    return read_number(numbers[0], what), read_number(numbers[1], what)


def _reserved(s: Buffer, text: str) -> int:
    if text == "-":
        return kernel.NOWHERE
    square = SQUARE_OF.get(text, kernel.NOWHERE)
    if square == kernel.NOWHERE:
        raise complaint(
            "shoo.position.reserved",
            "The reserved horse is named by its square, or is “-”, not “{text}”",
            text=shortened(text),
        )
    if s[kernel.BOARD + square] != kernel.HORSE:
        raise complaint(
            "shoo.position.unreserved", "There is no horse without a rider on {square}", square=text
        )
    return square


def _check_travelers(s: Buffer) -> None:
    for seat, who in enumerate(SEAT_NAMES):
        off = s[kernel.OFF + seat]
        if off and s[kernel.HUSH] != kernel.TO_STABLE:
            raise complaint(
                "shoo.position.off",
                "{who} has {count} travellers off the board, which only the choice hush=stable "
                "allows",
                who=who,
                count=off,
            )
        board = s[kernel.BOARD : kernel.BOARD + SQUARES]
        count = off + board.count(kernel.FOOT + seat) + board.count(kernel.RIDER + seat)
        if count > TRAVELERS_PER_SEAT:
            raise complaint(
                "shoo.position.travelers",
                "{who} has {count} travellers; nine are the most",
                who=who,
                count=count,
            )


def _check_horses(s: Buffer) -> None:
    count = (
        s[kernel.STABLE]
        + s[kernel.STABLE + 1]
        + sum(piece >= kernel.RIDER for piece in s[kernel.BOARD : kernel.BOARD + SQUARES])
    )
    if count > s[kernel.HORSES]:
        raise complaint(
            "shoo.position.horses",
            "There are {count} horses on the board and in the stables; {most} are the most",
            count=count,
            most=s[kernel.HORSES],
        )

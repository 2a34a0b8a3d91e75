"""Plies and positions of Shout 7 as values, their notation, and what a view needs of them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, NoReturn

from tabletop.engine.game import GoalMarks, Options, Outcome, Seat, Spot, Step, Word
from tabletop.engine.kernel import (
    PLY,
    REASON,
    RESULT,
    TURN,
    Kernel,
    start_position,
    winners_of_result,
)
from tabletop.engine.notation import KernelState, complaint, read_number, shortened
from tabletop.engine.text import say
from tabletop.games.shout7 import kernel
from tabletop.games.shout7.kernel import NAMES
from tabletop.games.shout7.messages import SEAT_NAMES, given_line_reason, line_reason, pits_reason

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
            return f"{NAMES[first]}{NAMES[second]}:{kernel.DIRECTIONS[self.push % 6]}"
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
        """A push as the kernel's tables count them."""
        return self.code - kernel.PUSH

    @property
    def pair(self) -> tuple[int, int]:
        """The two places that a push is made from."""
        return self.push // 18, kernel.PARTNER[self.push // 6]


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
            length, winner = max(map(len, self.lines())), won[0]
            mover = kernel.seat_of(self.ply - 1, self.seats) if self.ply else winner
            if mover == winner:
                return Outcome(won, line_reason(winner, length))
            return Outcome(won, given_line_reason(winner, length, mover))
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
        for place in range(kernel.PLACE_COUNT):
            for axis in range(3):
                line = [place]
                for _ in range(kernel.line_from(s, place, axis) - 1):
                    line.append(kernel.NEXT[6 * line[-1] + axis])
                if len(line) > 1:
                    yield tuple(line)

    def __str__(self) -> str:
        letters = "".join(LETTERS[self.at(place)] for place in range(kernel.PLACE_COUNT))
        rows = []
        for length in kernel.ROW_LENGTHS:  # as many from the top as from the bottom
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
    way = kernel.DIRECTIONS[move.push % 6]
    return (first, second, way), (second, first, way)


def pieces(state: State) -> Mapping[Spot, str]:
    """The letter of every piece by its place, pits included."""
    places = range(kernel.PLACE_COUNT)
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
        Step(LETTERS[state.at(first)], NAMES[first], NAMES[kernel.FIRST_LANDS[move.push]]),
        Step(LETTERS[state.at(second)], NAMES[second], NAMES[kernel.SECOND_LANDS[move.push]]),
    )
    if state.play(move).at(first) == kernel.EMPTY:
        return (travel,)
    return travel, (Step(mine, None, NAMES[first]), Step(mine, None, NAMES[second]))


def lines(state: State) -> tuple[Word, ...]:
    """The winning lines of a finished game, each from end to end."""
    return tuple(tuple(NAMES[place] for place in line) for line in state.lines())


EXAMPLE_ROW: Final = "j"
"""The row of the line of seven that shows the goal on an empty board."""
EXAMPLE_MIDDLE: Final = 9
"""The number of the middle place of that line."""
_EXAMPLE_LINES: Final = sorted(
    (
        tuple(NAMES[place] for place in line)
        for line in kernel.STRETCHES[: kernel.STRETCH_COUNTS[0]]
    ),
    key=lambda line: (
        line[0][0] != line[-1][0],
        abs(ord(line[0][0]) - ord(EXAMPLE_ROW)),
        abs(int(line[3][1:]) - EXAMPLE_MIDDLE),
    ),
)


def goal_marks(state: State, seat: Seat) -> GoalMarks:
    """A line of seven cells on which nobody else stands."""
    standing, own = pieces(state), LETTERS[seat + 1]
    for line in _EXAMPLE_LINES:
        if all(standing.get(spot, own) == own for spot in line):
            return GoalMarks(lines=(line,))
    return GoalMarks()


_PUSH: Final = re.compile(r"([a-o][1-9][0-9]?)([a-o][1-9][0-9]?):([a-z]+)")
PASSES: Final = say("shout7.notation.number_of_passes", "number of passes")


def read_move(text: str) -> Move:
    """The inverse of ``str(move)``; any of the 169 places can be named, pits too."""
    if text == "pass":
        return Move(kernel.PASS)
    if text in kernel.PLACE_OF:
        return Move(kernel.LAY + kernel.PLACE_OF[text])
    if text[:1] == "x" and text[1:] in kernel.PLACE_OF:
        return Move(kernel.REMOVE + kernel.PLACE_OF[text[1:]])
    push = _PUSH.fullmatch(text)
    if push:
        return Move(kernel.PUSH + _read_push(*push.groups()))
    if re.fullmatch(r"x?[a-z][0-9]+", text):
        _no_place(text.removeprefix("x"))
    raise complaint(
        "shout7.notation.ply",
        "{text} is no ply: write h8 to lay, g7g8:ne to push, xh8 to take off, or pass",
        text=repr(shortened(text)),
    )


def _no_place(name: str) -> NoReturn:
    if name[0] not in kernel.ROW_LETTERS:
        raise complaint(
            "shout7.notation.row", "There is no row {row}: rows are a to o", row=name[0]
        )
    row = [known for known in NAMES if known[0] == name[0]]
    raise complaint(
        "shout7.notation.place",
        "There is no place {place}: row {row} runs from {first} to {last}",
        place=shortened(name),
        row=name[0],
        first=row[0],
        last=row[-1],
    )


def _read_push(first_name: str, second_name: str, way: str) -> int:
    for name in (first_name, second_name):
        if name not in kernel.PLACE_OF:
            _no_place(name)
    if way not in kernel.DIRECTIONS:
        raise complaint(
            "shout7.notation.way",
            "{way} is no direction: they are e, w, ne, nw, se, sw",
            way=shortened(way),
        )
    first, second = kernel.PLACE_OF[first_name], kernel.PLACE_OF[second_name]
    pairs = {kernel.PARTNER[pair]: pair for pair in range(3 * first, 3 * first + 3)}
    if second in pairs:
        return 6 * pairs[second] + kernel.DIRECTIONS.index(way)
    names = {"first": first_name, "second": second_name}
    if first in kernel.PARTNER[3 * second : 3 * second + 3]:
        raise complaint(
            "shout7.notation.order",
            "Write {second} before {first}: the lower row comes first, then the smaller number",
            **names,
        )
    if first == second:
        raise complaint(
            "shout7.notation.same", "A push takes two places, not {first} twice", **names
        )
    raise complaint(
        "shout7.notation.apart", "{first} and {second} are not next to each other", **names
    )


def read_state(text: str, seats: int, options: Options) -> State:
    """The inverse of ``str(state)``, with the result of a position that is already decided."""
    parts = text.split(" ")
    if len(parts) != 6 or "" in parts:
        raise complaint(
            "shout7.notation.parts",
            "A position has six parts with one blank between: the board, the side to move, "
            "the stage, the pots, the passes and the ply",
        )
    board, side, stage, pots, passes, ply = parts
    s = start_position(kernel, seats, option_numbers(options))
    _read_board(s, board, seats)
    if len(side) != 1 or side not in LETTERS[1 : seats + 1]:
        known = ", ".join(LETTERS[1 : seats + 1])
        raise complaint(
            "shout7.notation.side",
            "The side to move is one of {known}, not {side}",
            known=known,
            side=shortened(side),
        )
    if stage not in STAGES:
        raise complaint(
            "shout7.notation.stage",
            "The stage is lay, push or remove, not {stage}",
            stage=shortened(stage),
        )
    _read_pots(s, pots, seats)
    s[kernel.PASSES] = read_number(passes, PASSES)
    s[PLY] = read_number(ply)
    _check(s, seats, side, stage)
    s[TURN] = kernel.seat_of(s[PLY], seats)
    kernel.decide(s)
    return State(tuple(s))


def _read_board(s: list[int], board: str, seats: int) -> None:
    rows = board.split("/")
    if len(rows) != len(kernel.ROW_LENGTHS):
        raise complaint(
            "shout7.notation.rows",
            "The board has 15 rows, o to a, with / between, not {count}",
            count=len(rows),
        )
    for letter, row, length in zip(
        reversed(kernel.ROW_LETTERS), rows, kernel.ROW_LENGTHS, strict=True
    ):
        if len(row) != length:
            raise complaint(
                "shout7.notation.length",
                "Row {row} has {length} places, not {found}",
                row=letter,
                length=length,
                found=len(row),
            )
    for place, piece in enumerate("".join(reversed(rows))):
        if piece not in LETTERS:
            raise complaint(
                "shout7.notation.piece",
                "{place}: {piece} is no piece; a place is one of . B W R G",
                place=NAMES[place],
                piece=repr(piece),
            )
        seat = LETTERS.index(piece) - 1
        if seat >= seats:
            raise complaint(
                "shout7.notation.absent",
                "{place}: {who} does not play in a game of {seats}",
                place=NAMES[place],
                who=SEAT_NAMES[seat],
                seats=seats,
            )
        if seat >= 0:
            kernel.put(s, place, seat + 1)


def _read_pots(s: list[int], text: str, seats: int) -> None:
    pots = text.split(",")
    if len(pots) != seats:
        raise complaint(
            "shout7.notation.pots",
            "There are {seats} pots, with commas between, not {found}",
            seats=seats,
            found=len(pots),
        )
    for seat, pot in enumerate(pots):
        what = say("shout7.notation.pot", "pot of {who}", who=SEAT_NAMES[seat])
        s[kernel.POTS + seat] = read_number(pot, what)


def _check(s: list[int], seats: int, side: str, stage: str) -> None:
    supply = kernel.SUPPLY[seats]
    for seat in range(seats):
        pot = s[kernel.POTS + seat]
        out = s[kernel.PLACES : kernel.PLACES + kernel.PLACE_COUNT].count(seat + 1)
        if pot + out != supply:
            raise complaint(
                "shout7.notation.supply",
                "{who} has {supply} pieces, but {out} on the board and {pot} in the pot",
                who=SEAT_NAMES[seat],
                supply=supply,
                out=out,
                pot=pot,
            )
    if s[kernel.PASSES] > seats:
        raise complaint(
            "shout7.notation.passes",
            "After {seats} passes the game is over; there cannot be {passes}",
            seats=seats,
            passes=s[kernel.PASSES],
        )
    ply = s[PLY]
    due = STAGES[kernel.stage_of(ply, seats)]
    if stage != due:
        raise complaint(
            "shout7.notation.due",
            "At ply {ply} the stage is {due}, not {stage}",
            ply=ply,
            due=due,
            stage=stage,
        )
    turn = LETTERS[kernel.seat_of(ply, seats) + 1]
    if side != turn:
        raise complaint(
            "shout7.notation.turn",
            "At ply {ply} it is the turn of {turn}, not of {side}",
            ply=ply,
            turn=turn,
            side=side,
        )

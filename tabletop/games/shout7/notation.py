"""Reads plies and positions of Shout 7 from text."""

import re
from typing import Final, NoReturn

from tabletop.engine.game import Options
from tabletop.engine.kernel import PLY, TURN, start_position
from tabletop.engine.notation import complaint, read_number, shortened
from tabletop.engine.text import say
from tabletop.games.shout7 import kernel
from tabletop.games.shout7.geometry import (
    DIRECTIONS,
    NAMES,
    PARTNER,
    PLACE_COUNT,
    PLACE_OF,
    ROW_LENGTHS,
    ROW_LETTERS,
)
from tabletop.games.shout7.messages import SEAT_NAMES
from tabletop.games.shout7.rules import LETTERS, STAGES, Move, State, option_numbers

_PUSH: Final = re.compile(r"([a-o][1-9][0-9]?)([a-o][1-9][0-9]?):([a-z]+)")
PASSES: Final = say("shout7.notation.number_of_passes", "number of passes")


def read_move(text: str) -> Move:
    """The inverse of ``str(move)``; any of the 169 places can be named, pits too."""
    if text == "pass":
        return Move(kernel.PASS)
    if text in PLACE_OF:
        return Move(kernel.LAY + PLACE_OF[text])
    if text[:1] == "x" and text[1:] in PLACE_OF:
        return Move(kernel.REMOVE + PLACE_OF[text[1:]])
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
    if name[0] not in ROW_LETTERS:
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
        if name not in PLACE_OF:
            _no_place(name)
    if way not in DIRECTIONS:
        raise complaint(
            "shout7.notation.way",
            "{way} is no direction: they are e, w, ne, nw, se, sw",
            way=shortened(way),
        )
    first, second = PLACE_OF[first_name], PLACE_OF[second_name]
    pairs = {PARTNER[pair]: pair for pair in range(3 * first, 3 * first + 3)}
    if second in pairs:
        return 6 * pairs[second] + DIRECTIONS.index(way)
    names = {"first": first_name, "second": second_name}
    if first in PARTNER[3 * second : 3 * second + 3]:
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
    if len(rows) != len(ROW_LENGTHS):
        raise complaint(
            "shout7.notation.rows",
            "The board has 15 rows, o to a, with / between, not {count}",
            count=len(rows),
        )
    for letter, row, length in zip(reversed(ROW_LETTERS), rows, ROW_LENGTHS, strict=True):
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
        out = s[kernel.PLACES : kernel.PLACES + PLACE_COUNT].count(seat + 1)
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

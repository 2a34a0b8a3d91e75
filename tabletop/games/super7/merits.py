"""What speaks for a counter, in words that a beginner understands; facts of the rules only."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine.kernel import RESULT, TURN, Position, after
from tabletop.engine.text import Text, count, say
from tabletop.games.super7 import kernel
from tabletop.games.super7.chances import WINNING
from tabletop.games.super7.guide import winning_move
from tabletop.games.super7.kernel import (
    BOXES,
    CHANCE,
    DICE,
    DIE_1,
    DIE_2,
    FIRST_THROW,
    HOW_WON,
    MIDDLE,
    SIDE,
    THROWS,
    counters_in,
)
from tabletop.games.super7.rules import Move, State
from tabletop.games.super7.words import SEAT_NAMES

MOST: Final = 3
"""Merits that are told of one counter."""


def merits(state: State, move: Move) -> tuple[Text, ...]:
    """What speaks for a legal ply, the most telling first; nothing for throws and passes."""
    if move.is_throw or move.is_pass:
        return ()
    then = after(kernel, state.position, move.code)
    if then[RESULT]:
        # NOTE for translators: what speaks for a turn goes on from "This": "This wins the game at
        # once."
        return (say("super7.merit.wins", "wins the game at once"),)
    return tuple(_found(state, then, move.code))[:MOST]


def _found(state: State, then: Position, square: int) -> Iterator[Text]:
    """The merits of a counter that does not end the game."""
    before, side, enemy = state.position, state.side, 1 - state.side
    box, here = divmod(square, 9)
    yield from _of_defence(before, then, enemy)
    won = then[BOXES + side] >> box & 1
    if won:
        yield say("super7.merit.box", "wins box {box}", box=box + 3)
    had, has = ways_to_win(before, side), ways_to_win(then, side)
    if has and not had:
        # NOTE for translators: two dice fall in 36 ways; {n} of these would win.
        yield count(
            "super7.merit.threatens",
            "makes it possible to win the game next turn, with one throw in 36",
            "makes it possible to win the game next turn, with {n} throws in 36",
            n=has,
        )
    if can_win(before, enemy, box) >> here & 1:
        yield say(
            "super7.merit.blocks",
            "takes a square that would win {enemy} box {box}",
            enemy=SEAT_NAMES[enemy],
            box=box + 3,
        )
    if state.squares[square]:
        yield say(
            "super7.merit.replaces",
            "takes one of {enemy}'s counters away",
            enemy=SEAT_NAMES[enemy],
        )
    if not won and can_win(then, side, box).bit_count() > can_win(before, side, box).bit_count():
        yield say("super7.merit.ready", "makes box {box} ready to be won", box=box + 3)
    if not won and here == MIDDLE:
        yield say("super7.merit.middle", "takes a middle, on which four lines meet")


def _of_defence(before: Position, then: Position, enemy: int) -> Iterator[Text]:
    """What a counter does against a game that the enemy might win with the next throw."""
    had, has = ways_to_win(before, enemy), ways_to_win(then, enemy)
    if had and not has:
        yield say(
            "super7.merit.stops",
            "stops {enemy} from winning with the next throw",
            enemy=SEAT_NAMES[enemy],
        )
    elif has < had:
        yield say(
            "super7.merit.hinders",
            "cuts the throws that would win {enemy} the game from {had} to {has}, of 36",
            enemy=SEAT_NAMES[enemy],
            has=has,
            had=had,
        )


def ways_to_win(position: Position, seat: int) -> int:
    """With how many of 36 throws a seat would win the game, if it were to throw now."""
    at_hand = list(position)
    at_hand[TURN], at_hand[SIDE] = CHANCE, seat
    at_hand[DIE_1] = at_hand[DIE_2] = at_hand[THROWS] = 0
    found = 0
    for throw in range(FIRST_THROW, FIRST_THROW + DICE):
        thrown = list(after(kernel, tuple(at_hand), throw))
        found += thrown[TURN] == seat and winning_move(thrown, []) >= 0
    return found


def can_win(position: Position, seat: int, box: int) -> int:
    """The free squares of an open box of which any one more wins it for a seat, as nine bits."""
    s = list(position)
    own, enemy = counters_in(s, seat, box), counters_in(s, 1 - seat, box)
    return 0 if HOW_WON[own] or HOW_WON[enemy] else WINNING[own] & ~enemy

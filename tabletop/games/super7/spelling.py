"""Super Seven for the hands and the eyes: touches, counters, what a ply does, what won."""

import re
from collections.abc import Mapping

from tabletop.engine.game import Spot, Step, Word
from tabletop.engine.kernel import REASON, RESULT, winners
from tabletop.engine.saying import refusal
from tabletop.engine.state import CHANCE, Refusal
from tabletop.games.super7.kernel import BY_LINE, FIRST_THROW
from tabletop.games.super7.notation import read_move
from tabletop.games.super7.reasons import refuse
from tabletop.games.super7.rules import (
    LETTERS,
    MOVES,
    Move,
    State,
    boxes_of,
    square_name,
    winning_lines,
)
from tabletop.games.super7.words import BOARD, WRITING

SPOTS = tuple(square_name(square) for square in range(81))
"""The squares by name: ``3.3`` to ``11.11``."""

_DIE = re.compile("die:[1-6]")


def spell(_state: State, move: Move) -> tuple[Word, ...]:
    """A throw is its dice one after the other, a counter its square, a pass the word."""
    if move.is_throw:
        first, second = move.dice
        return ((f"die:{first}", f"die:{second}"),)
    return ((str(move),),)


def refuse_touch(state: State, touched: Word) -> Refusal:
    """Why no legal ply is spelled with these touches."""
    words = [word for move in state.moves() for word in spell(state, move)]
    earlier, last = touched[:-1], touched[-1]
    if earlier in words:
        return refusal(
            WRITING, "super7.touch.done", "That was a whole ply already, before the last touch"
        )
    if earlier and not any(word[: len(earlier)] == earlier for word in words):
        return refuse_touch(state, earlier)
    move = _meant(last)
    if move is None:
        return refusal(
            WRITING, "super7.touch.nowhere", "That is neither a square, nor a die, nor the pass"
        )
    if state.turn == CHANCE and earlier:
        return refusal(
            BOARD, "super7.touch.second_die", "Give the second die first: both dice are thrown"
        )
    return refuse(state, move)


def _meant(spot: Spot) -> Move | None:
    """The ply that a single touch stands for; a die for any throw."""
    if _DIE.fullmatch(spot):
        return MOVES[FIRST_THROW]
    if spot in SPOTS or spot == "pass":
        return read_move(spot)
    return None


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
        phases.append(_turned(before, SPOTS[9 * box : 9 * box + 9], own))
    return tuple(phases)


def _turned(before: Mapping[Spot, str], squares: Word, own: str) -> tuple[Step, ...]:
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
    if state.position[REASON] == BY_LINE:
        rows = winning_lines(state)
    else:
        rows = [boxes_of(state, seat) for seat in winners(state.position[RESULT])]
    return tuple(
        tuple(spot for box in boxes for spot in SPOTS[9 * box : 9 * box + 9]) for boxes in rows
    )

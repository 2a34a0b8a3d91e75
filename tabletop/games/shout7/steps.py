"""Shout 7 as a view needs it: how plies are touched, what stands where, and what a ply does."""

from collections.abc import Mapping

from tabletop.engine.game import Spot, Step, Word
from tabletop.games.shout7 import slots
from tabletop.games.shout7.places import (
    DIRECTIONS,
    FIRST_LANDS,
    NAMES,
    PLACE_COUNT,
    SECOND_LANDS,
)
from tabletop.games.shout7.rules import LETTERS, Move, State


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
    if state.play(move).at(first) == slots.EMPTY:
        return (travel,)
    return travel, (Step(mine, None, NAMES[first]), Step(mine, None, NAMES[second]))


def lines(state: State) -> tuple[Word, ...]:
    """The winning lines of a finished game, each from end to end."""
    return tuple(tuple(NAMES[place] for place in line) for line in state.lines())

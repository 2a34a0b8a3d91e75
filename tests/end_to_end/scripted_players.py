"""Scripted players: games that end soon, or in an uncommon way."""

from collections.abc import Callable
from typing import Any, TypeAlias

from tabletop.engine import CHANCE, Match
from tabletop.games import find_game
from tabletop.games.super7.rules import boxes_of
from tests.golden_files import golden_lines

Player: TypeAlias = Callable[[Match], str]
"""The next ply of a match by its notation; "" to throw the dice."""

FIRST_BOX_WINS = 100


def golden(key: str, name: str) -> Player:
    """Plays a golden game ply by ply."""
    _, *rows, _ = golden_lines(find_game(key), name)
    plies = [row.text.split("\t")[0] for row in rows]
    return lambda match: plies[len(match.plies)]


def greedy(match: Match) -> str:
    """Super Seven: wins where that can be, else fills and wins boxes."""
    state = match.state
    if state.turn == CHANCE:
        return ""
    return str(max(state.moves(), key=lambda move: _worth(state, move)))


def _worth(state: Any, move: Any) -> int:
    seat, after = state.turn, state.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return 10_000 if seat in outcome.winners else -10_000
    worth = FIRST_BOX_WINS * (len(boxes_of(after, seat)) - len(boxes_of(after, 1 - seat)))
    for box in range(9):
        own = after.squares[9 * box : 9 * box + 9].count(seat + 1)
        worth += 0 if after.owners[box] else own * own
    return worth


PLAYERS: dict[str, Player] = {
    "shout7": golden("shout7", "pushed_into_seven.txt"),
    "super7": greedy,
    "trelawney": golden("trelawney", "six.txt"),
    "shoo": golden("shoo", "white_fills_the_goal.txt"),
}
"""A whole game of each, with the options as they are at first."""

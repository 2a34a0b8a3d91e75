"""Shoo: positions drawn as text, and what is asked of them."""

from tabletop.engine.game import OptionValue
from tabletop.games.shoo import GAME
from tabletop.games.shoo.rules import (
    State,
)
from tests.games.played_game import Table

START = (
    "bbb....../bbb....../bbb....../........./........./........./"
    "......www/......www/......www w 4,5 0,0 - 0"
)

TABLE = Table(GAME)
follow, refused, touched = TABLE.follow, TABLE.refused, TABLE.touched


def board(drawing: str, rest: str = "w 0,0 0,0 - 0", **options: OptionValue) -> State:
    """A position from its drawn ranks, 9 to 1; ranks left out at the bottom are empty."""
    ranks = drawing.split()
    ranks += ["........."] * (9 - len(ranks))
    state: State = GAME.read_state(f"{'/'.join(ranks)} {rest}", 2, **options)
    return state


def rest_of(state: State) -> str:
    return str(state).split(" ", 1)[1]


SHEET = "......... ..w...... w.b.....W .w......."
"""The position of the designers' example, less its side to move."""

BUSY = """
    bb.......
    b........
    bbwh.....
    ..W.b....
    ....B....
    ..h...w..
    .....b..w
    .......w.
    ......w..
"""


def busy(**options: OptionValue) -> State:
    off = "3,1" if options.get("hush") == "stable" else "0,0"
    return board(BUSY, f"w 1,2 {off} d7 20", **options)


STUCK = """
    ....w....
    ....w....
    ....w....
    .........
    ww.w.....
    .........
    .........
    ww.......
    bw.......
"""
"""Black's traveler on a1 cannot move, and round Black's base only e5 is open in the second ring."""

LONE_RIDER = "......... ......... ......... ......... ...wB...."
WALLED_RIDER = "......... ......... ......... ...www... ...wBw... ...www..."
HORSES_NEAR = "......... ......... ......... ......... ..wh..... ..h...b.."

"""Shout 7: positions drawn as text, and what is asked of them."""

from collections.abc import Mapping
from pathlib import Path

from tabletop.engine.game import Outcome
from tabletop.games import shout7 as folder
from tabletop.games.shout7 import GAME, kernel
from tabletop.games.shout7.kernel import NAMES, ROW_LENGTHS
from tabletop.games.shout7.rules import State, pieces
from tests.games import played_game as table
from tests.games.played_game import Table

GOLDEN = Path(folder.__file__).parent / "golden"
SETTING_UP = "h8 i8 h7"
PLAYING = "h8 i8 h7 g7 g7h7:sw"
TABLE = Table(GAME)
refused, touched = TABLE.refused, TABLE.touched
complaint, ply_complaint = TABLE.complaint, TABLE.ply_complaint
EMPTY = (
    "......../........./........../.........../............/............./............../"
    ".............../............../............./............/.........../........../........."
    "/........"
)
COVER = (
    "......../........./..B.W...../..BBBW.W.../...BBWBW..../..WWBWWWWWWB./.WBBBBBWWWW.../"
    "..WWBWBBWW...../..BBWWWWWB..../.BBWWBWBB..../..BW.BB...../.B........./........../........./"
    "........"
)


def state_of(text: str, seats: int = 2, pits: bool = False) -> State:
    state: State = GAME.read_state(text, seats, pits_count=pits)
    return state


def text(
    stand: Mapping[str, str], ply: int, seats: int = 2, passes: int = 0, pots: str | None = None
) -> str:
    """A position text from ``{"B": "h8 i8"}``; the pots follow unless they are given."""
    on = {name: letter for letter, names in stand.items() for name in names.split()}
    letters = "".join(on.get(name, ".") for name in NAMES)
    rows = [letters[sum(ROW_LENGTHS[:i]) :][:length] for i, length in enumerate(ROW_LENGTHS)]
    left = [kernel.SUPPLY[seats] - letters.count(letter) for letter in "BWRG"[:seats]]
    side = "BWRG"[kernel.seat_of(ply, seats)]
    stage = ("lay", "push", "remove")[kernel.stage_of(ply, seats)]
    drawn = pots or ",".join(map(str, left))
    return f"{'/'.join(rows[::-1])} {side} {stage} {drawn} {passes} {ply}"


def position(ply: int, seats: int = 2, passes: int = 0, pits: bool = False, **stand: str) -> State:
    return state_of(text(stand, ply, seats, passes), seats, pits)


def follow(state: State, plies: str) -> State:
    """The position after some plies, each of them checked."""
    end: State = TABLE.follow(state, *plies.split())
    return end


def after(plies: str, seats: int = 2) -> State:
    return follow(GAME.start(seats), plies)


def standing(state: State, letter: str) -> set[str]:
    return {place for place, piece in pieces(state).items() if piece == letter}


def ended(state: State) -> Outcome:
    outcome = table.ended(state)
    assert state_of(str(state), state.seats, bool(state.position[kernel.PITS_COUNT])) == state
    return outcome


def spread(count: int) -> str:
    """So many places, none of them in row m, and never three in a line."""
    free = [name for name in NAMES if name[0] != "m" and (ord(name[0]) + int(name[1:])) % 3]
    return " ".join(free[:count])

"""Trelawney's Glory: positions drawn as text, and what is asked of them."""

from pathlib import Path

from tabletop.engine.game import Refusal
from tabletop.games import trelawney as folder
from tabletop.games.trelawney import GAME
from tabletop.games.trelawney.rules import State
from tests.games.played_game import Table

GOLDEN = Path(folder.__file__).parent / "golden"
follow = Table(GAME).follow
EMPTY = "/".join(["........"] * 8)
PHOTOGRAPH = "W.W.B..B/.BB.WBW./BWBBBWB./WBWWBBW./.WBWWB../..W.WBBW/.....B.B/......W. W 31"
PLAIN = "......../"  # a rank without stones

# White has four on rank 3; a stone shoved from f2 makes five.
TRAP = PLAIN * 4 + "..WWWW../......W./......../........ B 8"
# And the same shove makes five on rank 2 for Black.
BOTH = PLAIN * 4 + "..WWWW../..BBBBW./......../........ B 12"
# Black wins on f1, and f2 is a white neighbour.
READY = PLAIN * 5 + "......W./..BBBB../........ B 8"
# One square left, and no five anywhere.
LAST = ".......W/.WWBBWW./.BBWWBB./.WWBBWW./.BBWWBB./.WWBBWW./..BWWBB./........ B 36"


def position(text: str, intersections: bool = False, declare: bool = False) -> State:
    state: State = GAME.read_state(text, 2, intersections=intersections, declare=declare)
    return state


def after(*plies: str, intersections: bool = False) -> State:
    """The position after some plies from the start, each of them checked."""
    state: State = follow(GAME.start(2, intersections=intersections), *plies)
    return state


def told(refusal: Refusal | None, rule: str, sentence: str) -> bool:
    return bool(refusal and refusal.rule == rule and refusal.reason.startswith(sentence))

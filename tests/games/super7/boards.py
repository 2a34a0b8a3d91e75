"""Super Seven: positions drawn as text, and what is asked of them."""

from tabletop.games.super7 import GAME
from tabletop.games.super7.rules import State
from tests.games.played_game import Table

EMPTY = "." * 9
BLUE = "B" * 9
RED = "R" * 9
TABLE = Table(GAME)
follow, refused, touched = TABLE.follow, TABLE.refused, TABLE.touched
complaint, ply_complaint = TABLE.complaint, TABLE.ply_complaint


def text(rest: str, **boxes: str) -> str:
    """A position text from the boxes that are not empty: ``box7="B.. ... ..R"``."""
    drawn = [boxes.get(f"box{label}", EMPTY).replace(" ", "") for label in range(3, 12)]
    return "/".join(drawn) + " " + rest


def position(rest: str, **boxes: str) -> State:
    state: State = GAME.read_state(text(rest, **boxes))
    return state


def strict_position(rest: str, **boxes: str) -> State:
    state: State = GAME.read_state(text(rest, **boxes), 2, strict_middle=True)
    return state


def after(*plies: str, strict: bool = False) -> State:
    """The position after some plies from the start, each of them checked."""
    state: State = follow(GAME.start(2, strict_middle=strict), *plies)
    return state


def middles(*labels: int) -> set[str]:
    return {f"{label}.7" for label in labels or range(3, 12)}

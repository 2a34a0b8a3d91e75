"""Trelawney's Glory: what the rules did in a ply, told to people who see it for the first time."""

import pytest

from tabletop.games.trelawney import GAME
from tabletop.games.trelawney.rules import State
from tests.games.narration_laws import Told, Truths, check, keys_of, random_plies, remarked, said
from tests.games.trelawney.boards import BOTH, LAST, PLAIN, READY, TRAP, after, position
from tests.random_games import settings_of

NUMBERS = {"three": 3, "four": 4}
LETTERS = {"Black": "B", "White": "W"}


def rows(state: State) -> list[str]:
    """The rows of the position text, the ring included."""
    return str(state).split()[0].split("/")


def longest(state: State, letter: str) -> int:
    """The longest line of a side on the board."""
    drawn = rows(state)
    inner = range(1, len(drawn) - 1)
    own = {(x, y) for y in inner for x in inner if drawn[y][x] == letter}
    best = 0
    for x, y in own:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 0
            while (x + length * dx, y + length * dy) in own:
                length += 1
            best = max(best, length)
    return best


def lengths(told: Told) -> tuple[int, int]:
    letter = LETTERS[told.args["who"]]
    return longest(told.before, letter), longest(told.after, letter)


def out(told: Told, letter: str) -> int:
    """How many stones of a side have gone off the board."""
    gone = [spot for spot in told.has.keys() - told.had.keys() if spot.startswith("ring:")]
    return sum(told.has[spot] == letter for spot in gone)


def mine(told: Told) -> str:
    return str(told.before).split()[1]


def other(told: Told) -> str:
    return "WB"["BW".index(mine(told))]


def laid(told: Told) -> int:
    """How many stones came from the hand."""
    return len(told.has) - len(told.had)


def is_first(told: Told, ply: int) -> bool:
    return told.is_by() and len(told.had) == told.before.ply == ply


def could_move(told: Told) -> bool:
    plies = [str(move) for move in told.before.moves()]
    return any(ply.startswith((f"{told.move}>", f"{told.move}<")) for ply in plies)


def has_won(told: Told, letter: str) -> bool:
    return told.after.outcome().winners == ("BW".index(letter),) and longest(told.after, letter) > 4


def steps(told: Told) -> list[tuple[str, str]]:
    """From where to where the two stones go that move; the laid one first in a shove's line."""
    moved = GAME.effects(told.before, told.move)[1]
    return [(step.start or "", step.end or "") for step in moved]


TRUTHS: Truths = {
    "trelawney.remark.end.lay": lambda t: has_won(t, mine(t)) and laid(t) == 1,
    "trelawney.remark.end.second": lambda t: has_won(t, mine(t)) and laid(t) == 2,
    "trelawney.remark.end.delay": lambda t: laid(t) == 1 and not str(t.move).isalnum(),
    "trelawney.remark.first": lambda t: is_first(t, 0),
    "trelawney.remark.beside": lambda t: is_first(t, 1),
    "trelawney.remark.leaves": lambda t: t.is_by() and laid(t) == 1 and could_move(t),
    "trelawney.remark.lays": lambda t: t.is_by() and laid(t) == 1 and not could_move(t),
    "trelawney.remark.drag": lambda t: (
        t.is_by() and "<" in str(t.move) and steps(t)[1] == tuple(str(t.move).split("<")[::-1])
    ),
    "trelawney.remark.drag.lay": lambda t: (
        t.is_by() and laid(t) == 2 and t.has[str(t.move).split("<")[1]] == mine(t)
    ),
    "trelawney.remark.shove": lambda t: (
        t.is_by() and ">" in str(t.move) and steps(t)[1] == tuple(str(t.move).split(">"))
    ),
    "trelawney.remark.shove.lay": lambda t: (
        t.is_by() and laid(t) == 2 and t.has[str(t.move).split(">")[0]] == mine(t)
    ),
    "trelawney.remark.points": lambda t: (
        len(rows(t.before)) == 9 and sum(a == b for a, b in zip(*steps(t)[1], strict=True)) == 1
    ),
    "trelawney.remark.out": lambda t: LETTERS[t.args["who"]] == other(t) and out(t, other(t)) == 1,
    "trelawney.remark.out.own": lambda t: t.is_by() and out(t, mine(t)) == 1,
    "trelawney.remark.out.stays": lambda t: out(t, "B") + out(t, "W") == 1,
    "trelawney.remark.callable": lambda t: (
        lengths(t)[0] < 5 <= lengths(t)[1] and t.after.outcome() is None
    ),
    "trelawney.remark.line": lambda t: lengths(t)[0] < lengths(t)[1] == NUMBERS[t.args["number"]],
    "trelawney.remark.broken": lambda t: (
        LETTERS[t.args["who"]] == other(t)
        and NUMBERS[t.args["number"]] == lengths(t)[0] > lengths(t)[1]
    ),
}

EXAMPLES: tuple[tuple[State, str, list[tuple[str, str]]], ...] = (
    (after(), "c3", [("2", "Black’s first stone may go anywhere.")]),
    (after("c3"), "d4", [("2", "White’s first stone goes next to it.")]),
    (
        after("c3"),
        "d4>c3",
        [
            ("3", "White’s new stone shoves its neighbour and follows."),
            ("3", "White lays a second stone where the first one lay."),
        ],
    ),
    (
        after("c3"),
        "b3<c3",
        [
            ("4", "White’s new stone steps back and drags one along."),
            ("4", "White lays a second stone where that one stood."),
        ],
    ),
    (
        after("a1"),
        "b2>a1",
        [
            ("6", "One of Black’s stones goes off the board."),
            ("6", "It stays out and blocks that place."),
            ("3", "White’s new stone shoves its neighbour and follows."),
        ],
    ),
    (
        after("b2"),
        "a1<b2",
        [
            ("6", "White drags and steps off the board."),
            ("6", "It stays out and blocks that place."),
            ("4", "White’s new stone steps back and drags one along."),
        ],
    ),
    (
        after("c3", "d3"),
        "d4",
        [("5", "Black lays a stone and moves nothing. That’s allowed.")],
    ),
    (after("c3", "d3"), "f6", [("1", "Black lays a stone.")]),
    (
        after("c3", intersections=True),
        "d3>c3",
        [
            ("3", "White’s new stone shoves its neighbour and follows."),
            ("3", "White lays a second stone where the first one lay."),
            ("10", "On this board, stones move along the lines only."),
        ],
    ),
    (
        position(PLAIN * 5 + "......W./..BBB.../........ B 8"),
        "a1",
        [
            ("7", "Black has four in a line. Five wins."),
            ("1", "Black lays a stone."),
        ],
    ),
    (
        position(READY),
        "f1",
        [
            ("7", "Five in a line for Black."),
            ("7", "The first stone made it, so nothing else moves."),
        ],
    ),
    (
        position(BOTH),
        "f1<f2",
        [
            ("7", "Five in a line for Black."),
            ("7", "The second stone of the turn made it."),
        ],
    ),
    (
        position(TRAP),
        "f1>f2",
        [
            ("8", "Five in a line for White: Black moved the stones there."),
            ("8", "A five counts even before the second stone is laid."),
        ],
    ),
    (
        position(READY, declare=True),
        "f1",
        [
            ("11", "Black has five in a line. Call it."),
            ("5", "Black lays a stone and moves nothing. That’s allowed."),
        ],
    ),
    (
        position(PLAIN * 6 + "..BBBB../........ W 9"),
        "f2>e1",
        [
            ("7", "Black’s line of four is broken."),
            ("6", "One of Black’s stones goes off the board."),
            ("6", "It stays out and blocks that place."),
        ],
    ),
    (position(LAST), "a1", [("9", "The board is full, and nobody has five in a line.")]),
)


@pytest.mark.parametrize(("before", "ply", "told"), EXAMPLES, ids=[row[1] for row in EXAMPLES])
def test_a_ply_is_told_of_as_at_the_table(
    before: State, ply: str, told: list[tuple[str, str]]
) -> None:
    assert said(GAME, before, ply) == told


def test_what_is_said_of_random_games_is_so_and_every_remark_is_made() -> None:
    examples = [remarked(GAME, before, GAME.read_move(ply)) for before, ply, _ in EXAMPLES]
    seen = check((*examples, *random_plies(settings_of(GAME), 60, range(10))), TRUTHS)
    assert set(TRUTHS) == keys_of(GAME)
    assert seen >= set(TRUTHS)

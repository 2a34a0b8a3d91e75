"""Shout 7: what the rules did in a ply, told to people who see it for the first time."""

import pytest

from tabletop.engine import Step
from tabletop.games.shout7 import GAME, kernel
from tabletop.games.shout7.rules import State
from tests.games.narration_laws import Told, Truths, check, keys_of, random_plies, remarked, said
from tests.games.shout7.boards import after, position
from tests.random_games import settings_of

AXES = ((0, 1), (1, 1), (1, 0))
NUMBERS = {"four": 4, "five": 5, "six": 6}
LETTERS = {"Black": "B", "White": "W", "Red": "R", "Green": "G"}


def at(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("a"), int(name[1:])


def is_pit(name: str) -> bool:
    """Whether a place lies on the outer ring of the hexagon."""
    row, number = at(name)
    first, last = max(1, row - 6), min(row + 8, 15)
    return row in (0, 14) or number in (first, last)


def far(one: str, other: str) -> int:
    """How many steps lie between two places of one line."""
    rows, numbers = at(one)[0] - at(other)[0], at(one)[1] - at(other)[1]
    return max(abs(rows), abs(numbers))


def beside(name: str, standing: dict[str, str]) -> list[str]:
    """What stands next to a place."""
    around = {(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)}
    row, number = at(name)
    return [
        letter
        for place, letter in standing.items()
        if (at(place)[0] - row, at(place)[1] - number) in around
    ]


def longest(standing: dict[str, str], letter: str, pits: bool) -> int:
    """The longest line of a colour."""
    own = {at(name) for name, piece in standing.items() if piece == letter}
    if not pits:
        own -= {at(name) for name in standing if is_pit(name)}
    best = 0
    for row, number in own:
        for up, along in AXES:
            length = 0
            while (row + length * up, number + length * along) in own:
                length += 1
            best = max(best, length)
    return best


def lengths(told: Told) -> tuple[int, int]:
    """The longest line before and after the ply, of the colour that a remark is about."""
    letter, pits = LETTERS[told.args["who"]], pits_count(told)
    return longest(told.had, letter, pits), longest(told.has, letter, pits)


def pits_count(told: Told) -> bool:
    return bool(told.before.position[kernel.PITS_COUNT])


def sunk(told: Told) -> int:
    return sum(map(is_pit, told.has)) - sum(map(is_pit, told.had))


def travel(told: Told) -> tuple[Step, ...]:
    """How the two pushed pieces go."""
    return GAME.effects(told.before, told.move)[0]


def pushed(told: Told) -> list[int]:
    """How far each of them goes."""
    return [far(step.start or "", step.end or "") for step in travel(told)]


def laid(told: Told) -> tuple[str, list[str]]:
    """The letter of the piece that was laid in the set-up, and what was beside it."""
    (name,) = told.has.keys() - told.had.keys()
    return told.has[name], beside(name, told.had)


def passes(told: Told) -> bool:
    return str(told.move) == "pass" and told.has == told.had and told.is_by()


def removed(told: Told) -> bool:
    (name,) = told.had.keys() - told.has.keys()
    pots = told.after.pot(0) - told.before.pot(0)
    return told.had[name] == "B" and told.before.seats == 2 and pots == 1


def stage(text: object) -> str:
    return str(text).split()[2]


def has_won(told: Told, by: bool) -> bool:
    outcome = told.after.outcome()
    winner = "BWRG"[outcome.winners[0]]
    mine = told.mover in outcome.winners
    return mine == by and longest(told.has, winner, pits_count(told)) >= 7


TRUTHS: Truths = {
    "shout7.remark.wins": lambda t: has_won(t, True),
    "shout7.remark.given": lambda t: has_won(t, False) and t.is_by(),
    "shout7.remark.unlaid": lambda t: len(t.has) == len(t.had),
    "shout7.remark.pass.lay": lambda t: passes(t) and stage(t.before) == "lay",
    "shout7.remark.pass.pot": lambda t: passes(t) and t.before.pot(t.mover) < 2,
    "shout7.remark.pass.push": lambda t: passes(t) and t.before.pot(t.mover) > 1,
    "shout7.remark.pass.ends": lambda t: t.has == t.had and stage(t.before) == "push",
    "shout7.remark.removal": lambda t: removed(t) and t.is_by() and t.args["other"] == "Black",
    "shout7.remark.removal.once": lambda t: t.before.ply == 6 and t.args["other"] == "Black",
    "shout7.remark.removal.pot": removed,
    "shout7.remark.lay.start": lambda t: not t.had and t.is_by(),
    "shout7.remark.lay.beside": lambda t: t.is_by() and laid(t)[0] in laid(t)[1],
    "shout7.remark.lay.foe": lambda t: t.is_by() and "B" in laid(t)[1],
    "shout7.remark.lay.any": lambda t: t.is_by() and bool(laid(t)[1]),
    "shout7.remark.lay.both": lambda t: (
        t.is_by() and laid(t)[0] in laid(t)[1] and len(laid(t)[1]) > 1
    ),
    "shout7.remark.lay.over": lambda t: stage(t.after) == "push" and stage(t.before) == "lay",
    "shout7.remark.convoy": lambda t: pushed(t) == [2, 2] and t.is_by(),
    "shout7.remark.push": lambda t: pushed(t) == [1, 1] and t.is_by(),
    "shout7.remark.two_owners": lambda t: len({step.piece for step in travel(t)}) == 2,
    "shout7.remark.lay": lambda t: len(t.has) == len(t.had) + 2 and t.is_by(),
    "shout7.remark.pit": lambda t: sunk(t) == 1,
    "shout7.remark.pits": lambda t: sunk(t) == 2,
    "shout7.remark.pit.counts": lambda t: sunk(t) > 0 and pits_count(t),
    "shout7.remark.pit.counts_not": lambda t: sunk(t) > 0 and not pits_count(t),
    "shout7.remark.line": lambda t: lengths(t)[0] < lengths(t)[1] == NUMBERS[t.args["number"]],
    "shout7.remark.broken": lambda t: NUMBERS[t.args["number"]] == lengths(t)[0] > lengths(t)[1],
}


EXAMPLES: tuple[tuple[State, str, list[tuple[str, str]]], ...] = (
    (
        after(""),
        "h8",
        [("2", "Black lays the first piece on any place.")],
    ),
    (
        after("h8 i8 h7"),
        "g7",
        [
            ("2", "White’s second piece touches the first and one more."),
            ("3", "Everyone has laid two. Pushing begins."),
        ],
    ),
    (
        after("h8 i8 h7 g7"),
        "g7h7:sw",
        [
            ("3", "Black pushes two neighbours, one place each."),
            ("6", "Black lays two pieces where they stood."),
        ],
    ),
    (
        after("h8 i8 h7 g7 g7h7:sw"),
        "g7h8:ne",
        [
            ("4", "White pushes two in a row: a convoy goes two places."),
            ("6", "White lays two pieces where they stood."),
        ],
    ),
    (
        after("h8 i8 h7 g7 g7h7:sw g7h8:ne"),
        "xi9",
        [
            ("7", "White takes one of Black’s pieces off."),
            ("7", "Only once, because Black began the game."),
            ("7", "The piece goes back to Black."),
        ],
    ),
    (
        after("i8 h7 h8 g7 i9 j9", 3),
        "h8i9:e",
        [
            ("3", "Black pushes two neighbours, one place each."),
            ("3", "The two may belong to two different players."),
            ("6", "Black lays two pieces where they stood."),
        ],
    ),
    (
        after("c2 c3 b3 c4 b2", 3),
        "pass",
        [("8", "Red has no place left to lay, and passes.")],
    ),
    (
        position(7, B="h2 h3 h4 m12", W="h5 h6 h7 h8 j4"),
        "h5h6:ne",
        [
            ("9", "Black has five in a line. Seven wins."),
            ("3", "Black pushes two neighbours, one place each."),
            ("6", "Black lays two pieces where they stood."),
        ],
    ),
    (
        position(7, B="h2 h4 m12", W="h5 h6 h7 h8 j4"),
        "h5h6:ne",
        [
            ("9", "White’s four in a line are broken up."),
            ("3", "Black pushes two neighbours, one place each."),
            ("6", "Black lays two pieces where they stood."),
        ],
    ),
    (
        position(7, B="h2 h3 h4 h5 h6", W="h7 h8"),
        "h7h8:ne",
        [
            ("9", "Black has seven in a line."),
            ("9", "Seven or more in a line wins at once."),
        ],
    ),
    (
        position(7, B="m12", W="g2 g3 g4 g5 g6 f6 f7"),
        "f6f7:ne",
        [
            ("9", "White has seven in a line: Black pushed the pieces there."),
            ("9", "Black’s own push made that line: it still wins."),
            ("9", "So the game ends before anything is laid."),
        ],
    ),
    (
        position(7, W="b4 b5", B="m12"),
        "b4b5:sw",
        [
            ("5", "Two pieces fall into pits and stay there."),
            ("11", "A piece in a pit counts in no line."),
            ("3", "Black pushes two neighbours, one place each."),
        ],
    ),
    (
        position(7, W="b4 c4", B="m12", pits=True),
        "b4c4:sw",
        [
            ("5", "A piece falls into a pit and stays there."),
            ("11", "At this table, lines run through the pits too."),
            ("3", "Black pushes two neighbours, one place each."),
        ],
    ),
    (
        position(8, B="h7", W="m12"),
        "pass",
        [
            ("8", "White has no two pieces to push, and passes."),
            ("10", "If everyone passes, whoever has most pieces in pits wins."),
        ],
    ),
)


@pytest.mark.parametrize(("before", "ply", "told"), EXAMPLES, ids=[row[1] for row in EXAMPLES])
def test_a_ply_is_told_of_as_at_the_table(
    before: State, ply: str, told: list[tuple[str, str]]
) -> None:
    assert said(GAME, before, ply) == told


def test_what_is_said_of_random_games_is_so_and_every_remark_is_made() -> None:
    examples = [remarked(GAME, before, GAME.read_move(ply)) for before, ply, _ in EXAMPLES]
    seen = check((*examples, *random_plies(settings_of(GAME), 40)), TRUTHS)
    assert set(TRUTHS) == keys_of(GAME)
    assert seen >= set(TRUTHS)

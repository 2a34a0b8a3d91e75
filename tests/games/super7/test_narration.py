"""Super Seven: what the rules did with a throw or a counter, told to people new to the game."""

import pytest

from tabletop.games.super7 import GAME
from tabletop.games.super7.rules import State
from tests.games.narration_laws import Told, Truths, check, keys_of, random_plies, remarked, said
from tests.games.super7.boards import BLUE, RED, after, position, strict_position
from tests.random_games import settings_of

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ENEMY = {"B": "R", "R": "B"}


def boxes(state: State) -> list[str]:
    return str(state).split()[0].split("/")


def side(state: State) -> str:
    return str(state).split()[1]


def wins(nine: str, letter: str) -> bool:
    """Whether a side has a line of three or five in a box, or of boxes."""
    return by_line(nine, letter) or nine.count(letter) >= 5


def by_line(nine: str, letter: str) -> bool:
    return any(all(nine[i] == letter for i in row) for row in ROWS)


def owned(state: State) -> str:
    """The owners of the nine boxes; a dot for an open one."""
    return "".join(box[0] if box in (BLUE, RED) else "." for box in boxes(state))


def total(told: Told) -> int:
    """The sum that was thrown in the ply or before it."""
    dice = str(told.move) if "+" in str(told.move) else str(told.before).split()[2]
    return sum(map(int, dice.split("+")))


def square(told: Told) -> tuple[int, int]:
    """The labels of the box and the square that were played."""
    box, here = str(told.move).split(".")
    return int(box), int(here)


def fits(told: Told) -> list[tuple[int, int]]:
    """The labels of what may be played after a throw."""
    plies = [str(move) for move in told.after.moves()]
    return [(int(b), int(s)) for b, _, s in (ply.partition(".") for ply in plies) if s]


def stood(told: Told) -> str:
    """What stood on the square that was played."""
    box, here = square(told)
    return boxes(told.before)[box - 3][here - 3]


def played_box(told: Told) -> str:
    """The played box with the counter, before anything else happens to it."""
    box, here = square(told)
    nine = boxes(told.before)[box - 3]
    return nine[: here - 3] + side(told.before) + nine[here - 2 :]


def won_box(told: Told, *, line: bool) -> bool:
    nine, letter = played_box(told), side(told.before)
    won = boxes(told.after)[square(told)[0] - 3] == letter * 9
    named = told.is_by() and told.args["n"] == square(told)[0]
    return won and named and by_line(nine, letter) == line and wins(nine, letter)


def can_be_won(nine: str, letter: str) -> bool:
    return any(wins(nine[:i] + letter + nine[i + 1 :], letter) for i in range(9) if nine[i] == ".")


def throws_again(told: Told) -> bool:
    return told.is_by() and side(told.after) == side(told.before) and not fits(told)


def is_throw_for(told: Told) -> bool:
    """Whether a plain number reaches those squares and no others of what is empty."""
    n = total(told)
    return told.args["n"] == n and all(n in labels and labels[1] != 7 for labels in fits(told))


def stars(told: Told) -> bool:
    return all(here == 7 or box == 7 for box, here in fits(told))


TRUTHS: Truths = {
    "super7.remark.wins": lambda t: wins(owned(t.after), side(t.before)),
    "super7.remark.again": lambda t: throws_again(t) and str(t.after).split()[2] == "-",
    "super7.remark.third": lambda t: [str(move) for move in t.after.moves()] == ["pass"],
    "super7.remark.one": lambda t: len(fits(t)) == 1,
    "super7.remark.throw.7": lambda t: total(t) == 7 and stars(t),
    "super7.remark.throw.2": lambda t: (
        total(t) == 2 and len(fits(t)) == "".join(boxes(t.after)).count(".")
    ),
    "super7.remark.throw.2.strict": lambda t: (
        total(t) == 2 and len(fits(t)) == sum((b[:4] + b[5:]).count(".") for b in boxes(t.after))
    ),
    "super7.remark.throw.12": lambda t: (
        total(t) == 12
        and t.args["enemy"] == GAME.seat_names["RB".index(side(t.before))]
        and all(boxes(t.after)[b - 3][s - 3] == ENEMY[side(t.before)] for b, s in fits(t))
    ),
    "super7.remark.throw.n": is_throw_for,
    "super7.remark.star": lambda t: all(here != 7 for _, here in fits(t)),
    "super7.remark.strict": lambda t: all(here != 7 for _, here in fits(t)),
    "super7.remark.pass": lambda t: t.is_by() and str(t.before).split()[3] == "3",
    "super7.remark.ready": lambda t: (
        t.is_by()
        and can_be_won(boxes(t.after)[square(t)[0] - 3], side(t.before))
        and not can_be_won(boxes(t.before)[square(t)[0] - 3], side(t.before))
    ),
    "super7.remark.box.line": lambda t: won_box(t, line=True),
    "super7.remark.box.five": lambda t: won_box(t, line=False),
    "super7.remark.closed": lambda t: (
        t.is_by() and boxes(t.after)[square(t)[0] - 3] == side(t.before) * 9
    ),
    "super7.remark.boxes": lambda t: (
        t.is_by() and owned(t.after).count(side(t.before)) == t.args["n"]
    ),
    "super7.remark.replaces": lambda t: t.is_by() and stood(t) == ENEMY[side(t.before)],
    "super7.remark.free": lambda t: t.is_by() and total(t) == 2 and stood(t) == ".",
    "super7.remark.takes_star": lambda t: t.is_by() and total(t) == square(t)[1] == 7,
    "super7.remark.in_box": lambda t: t.is_by() and total(t) == square(t)[0] == t.args["n"],
    "super7.remark.on_square": lambda t: (
        t.is_by() and total(t) == square(t)[1] == t.args["n"] and square(t)[0] == t.args["box"]
    ),
}

EXAMPLES: tuple[tuple[State, str, list[tuple[str, str]]], ...] = (
    (
        after(),
        "3+5",
        [
            ("2", "An 8 fits any 8, or anywhere in box 8."),
            ("2", "The star in the middle isn’t included."),
        ],
    ),
    (after(), "3+4", [("3", "A 7 fits any star, or anywhere in box 7.")]),
    (after(), "6+6", [("6", "A 12 fits no square: Blue rolls again.")]),
    (
        after("3+5", "4.8"),
        "6+6",
        [
            ("7", "A 12 fits just one square: it must be taken."),
            ("5", "A 12 replaces one of Blue’s counters."),
        ],
    ),
    (after("6+6", "6+6"), "6+6", [("6", "The third roll doesn’t fit either.")]),
    (
        after("6+6", "6+6", "6+6"),
        "pass",
        [("6", "Three rolls, and no square fits: Blue passes.")],
    ),
    (after("3+5"), "4.8", [("2", "With an 8, Blue takes square 8 in box 4.")]),
    (after("3+5"), "8.3", [("2", "With an 8, Blue takes a square in box 8.")]),
    (after("3+4"), "7.3", [("3", "With a 7, Blue takes a square in box 7.")]),
    (after("3+4"), "5.7", [("3", "With a 7, Blue takes a star.")]),
    (
        position("B 1+1 1", box3="B.. ... ..."),
        "3.4",
        [
            ("4", "With a 2, Blue may take any square."),
            ("8", "Blue needs one more counter to win that box."),
        ],
    ),
    (
        position("B 1+1 1", box3="BB. ... ..."),
        "3.5",
        [
            ("8", "Three in a line: Blue wins box 3."),
            ("8", "The whole box is Blue’s now, and closed."),
            ("9", "Blue has one box. Three in a line win, or any five."),
        ],
    ),
    (
        position("R 6+6 1", box4="RR. ..R R.B"),
        "4.11",
        [
            ("8", "Five in a box: Red wins box 4."),
            ("8", "The whole box is Red’s now, and closed."),
            ("9", "Red has one box. Three in a line win, or any five."),
        ],
    ),
    (
        position("R 6+6 1", box4="B.. ... ...", box5=RED),
        "4.3",
        [("5", "A 12: Red replaces one of Blue’s counters.")],
    ),
    (
        position("B 1+1 1", box3=BLUE, box4=BLUE, box5="BB. ... ..."),
        "5.5",
        [
            ("9", "Blue has three boxes in a line: 3, 4 and 5."),
            ("9", "Three boxes in a line win, or any five."),
            ("8", "Three in a line: Blue wins box 5."),
        ],
    ),
    (
        strict_position("B - 0", box3="R.. ... ..."),
        "6+6",
        [
            ("7", "A 12 fits just one square: it must be taken."),
            ("5", "A 12 replaces one of Red’s counters."),
            ("10", "At this table, stars are for a 7 only."),
        ],
    ),
    (
        strict_position("B - 0"),
        "1+1",
        [
            ("4", "A 2 fits any empty square except a star."),
            ("10", "At this table, stars are for a 7 only."),
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
    seen = check((*examples, *random_plies(settings_of(GAME), 120, range(6))), TRUTHS)
    assert set(TRUTHS) == keys_of(GAME)
    assert seen >= set(TRUTHS)

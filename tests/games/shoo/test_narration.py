"""Shoo: what the rules did in a ply, told to people who see the game for the first time."""

import pytest

from tabletop.games.shoo import GAME
from tabletop.games.shoo.rules import State
from tests.games.narration_laws import Told, Truths, check, keys_of, random_plies, remarked, said
from tests.games.shoo.boards import LONE_RIDER, STUCK, board
from tests.random_games import settings_of, spread

HOMES = {"White": ("ghi", "123"), "Black": ("abc", "789")}
FOOT, RIDER = {"White": "w", "Black": "b"}, {"White": "W", "Black": "B"}
FOES = {"White": "Black", "Black": "White"}


def who(told: Told) -> str:
    """The side that made the ply."""
    return "White" if str(told.before).split()[1] == "w" else "Black"


def is_by(told: Told) -> bool:
    return bool(told.args["who"] == who(told))


def is_foe(told: Told) -> bool:
    return bool(told.args["foe"] == FOES[who(told)])


def in_goal(square: str, side: str) -> bool:
    files, ranks = HOMES[FOES[side]]
    return square[0] in files and square[1] in ranks


def is_near(one: str, other: str) -> bool:
    files, ranks = abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))
    return max(files, ranks) == 1


def shooed(standing: dict[str, str], side: str) -> set[str]:
    """The squares of the shooed travelers of a side."""
    foe = FOES[side]
    enemies = [square for square, piece in standing.items() if piece in (FOOT[foe], RIDER[foe])]
    return {
        square
        for square, piece in standing.items()
        if piece == FOOT[side]
        and not in_goal(square, side)
        and sum(is_near(square, enemy) for enemy in enemies) >= 2
    }


def arrived(told: Told) -> int:
    side = who(told)
    return sum(in_goal(at, side) and piece == FOOT[side] for at, piece in told.has.items())


def horses(told: Told) -> tuple[int, int]:
    """How many horses stand on the board before and after the ply, ridden or not."""
    had, has = (sum(piece in "WBh" for piece in s.values()) for s in (told.had, told.has))
    return had, has


def kept(told: Told) -> str:
    """The horse that the side to move cannot use after the ply."""
    return str(told.after).split()[4]


def squares(told: Told) -> list[str]:
    """The squares that the ply names."""
    text = str(told.move)
    return [text[i : i + 2] for i in range(len(text)) if text[i : i + 2][1:].isdigit()]


def stays_in(told: Told) -> bool:
    """Whether travelers inside the goal may not leave it."""
    side = who(told)
    return not any(
        in_goal(str(move)[:2], side) and not in_goal(str(move)[3:5], side)
        for move in told.before.moves()
        if str(move)[2] in "-^*"
    )


TRUTHS: Truths = {
    "shoo.remark.redrop": lambda t: is_by(t) and "!" in str(t.move) and is_shooed(t),
    "shoo.remark.redrop.ring": lambda t: "!" in str(t.move) and nearest(t),
    "shoo.remark.cure": lambda t: is_by(t) and is_shooed(t),
    "shoo.remark.shoo": lambda t: (
        is_foe(t)
        and t.args["n"] == len(shooed(t.has, FOES[who(t)])) > len(shooed(t.had, FOES[who(t)]))
    ),
    "shoo.remark.within": lambda t: (
        all(in_goal(square, who(t)) for square in squares(t)) and stays_in(t)
    ),
    "shoo.remark.step": lambda t: is_by(t) and is_near(*squares(t)),
    "shoo.remark.arrives": lambda t: is_by(t) and arrived(t) == t.args["n"] and has_come(t),
    "shoo.remark.safe": lambda t: has_come(t),
    "shoo.remark.stays": lambda t: has_come(t) and stays_in(t),
    "shoo.remark.leaves": lambda t: in_goal(squares(t)[0], who(t)),
    "shoo.remark.mount": lambda t: (
        is_by(t) and t.had[squares(t)[1]] == "h" and t.has[squares(t)[1]] == RIDER[who(t)]
    ),
    "shoo.remark.mount.turn": lambda t: "^" in str(t.move),
    "shoo.remark.ride": lambda t: is_by(t) and t.has[squares(t)[1]] == RIDER[who(t)],
    "shoo.remark.dismount": lambda t: (
        is_by(t) and t.has[squares(t)[0]] == "h" and t.had[squares(t)[0]] == RIDER[who(t)]
    ),
    "shoo.remark.capture": lambda t: is_by(t) and is_foe(t) and captured(t),
    "shoo.remark.capture.on": lambda t: captured(t) and "~" in str(t.move),
    "shoo.remark.capture.put": lambda t: (
        captured(t) and squares(t)[2] not in t.had and t.has[squares(t)[2]] == FOOT[FOES[who(t)]]
    ),
    "shoo.remark.back": lambda t: is_by(t) and t.has[squares(t)[0]] == FOOT[who(t)],
    "shoo.remark.dare": lambda t: (
        is_by(t) and squares(t)[1] == squares(t)[1] and len(foes_near(t, squares(t)[1])) >= 2
    ),
    "shoo.remark.dare.stable": lambda t: len(t.has) + ("/" not in str(t.move)) == len(t.had),
    "shoo.remark.dare.lost": lambda t: t.has == t.had,
    "shoo.remark.drop": lambda t: is_by(t) and t.has[squares(t)[0]] == "h" and grown(t),
    "shoo.remark.move": lambda t: is_by(t) and t.had[squares(t)[0]] == "h" == t.has[squares(t)[1]],
    "shoo.remark.hold": lambda t: is_by(t) and t.has == t.had and kept(t) == squares(t)[0],
    "shoo.remark.reserved": lambda t: is_foe(t) and t.has[kept(t)] == "h",
    "shoo.remark.retire": lambda t: is_by(t) and horses(t)[0] == horses(t)[1] + 1,
    "shoo.remark.pass": lambda t: is_by(t) and [str(m) for m in t.before.moves()] == ["pass"],
}


def is_shooed(told: Told) -> bool:
    """Whether the traveler who acts was shooed."""
    return squares(told)[0] in shooed(told.had, who(told))


def foes_near(told: Told, square: str) -> list[str]:
    foe = FOES[who(told)]
    enemies = (FOOT[foe], RIDER[foe])
    return [at for at, piece in told.had.items() if piece in enemies and is_near(at, square)]


def has_come(told: Told) -> bool:
    """Whether a traveler has come into its goal."""
    start, to = squares(told)
    return not in_goal(start, who(told)) and in_goal(to, who(told))


def captured(told: Told) -> bool:
    """Whether an enemy rider lost its horse."""
    return told.had[squares(told)[1]] == RIDER[FOES[who(told)]] and "*" in str(told.move)


def grown(told: Told) -> bool:
    had, has = horses(told)
    return has == had + 1


def ring(square: str, side: str) -> int:
    """How far a square lies from a home base."""
    files, ranks = HOMES[side]
    return min(
        max(abs(ord(square[0]) - ord(f)), abs(int(square[1]) - int(r)))
        for f in files
        for r in ranks
    )


def nearest(told: Told) -> bool:
    """Whether no empty square nearer to the home base was free of a shoo."""
    side, (_, to) = who(told), squares(told)
    free = (f"{f}{r}" for f in "abcdefghi" for r in "123456789")
    return not any(
        0 < ring(square, side) < ring(to, side)
        and ring(square, FOES[side]) > 0
        and square not in told.had
        and len(foes_near(told, square)) < 2
        for square in free
    )


START = GAME.start()
FIELD = "......... ......... ......... ..b...... .w....... ....w.... ........."
ARRIVING = "......... .ww...... ww.w..... ......... ......... .......b."
MOUNTED = "......... .ww...... ww.W..... ......... ......... .......b."
HORSE = "......... ......... ......... ......... .......b. .....wh.."
CLOSE = "www...... ww....... wwww..... ......... .....b..."
SHOOED = "......... ......... ......... ......... ...w..... ..b.b.... ........."
KEPT_OUT = "......... ......... ......... ..b...... ......... w.b......"

EXAMPLES: tuple[tuple[State, str, list[tuple[str, str]]], ...] = (
    (START, "g3-f4", [("4", "One of White’s travellers steps to the next square.")]),
    (
        START,
        "+d4",
        [
            ("6", "White brings a horse out of the stable."),
            ("6", "Black can’t use that horse next turn."),
        ],
    ),
    (
        board(FIELD),
        "e4-d5",
        [
            ("8", "Two enemies near: one of Black’s travellers is shooed."),
            ("4", "One of White’s travellers steps to the next square."),
        ],
    ),
    (
        board(SHOOED),
        "d5-d6",
        [
            ("9", "White’s traveller was shooed and had to move."),
            ("4", "One of White’s travellers steps to the next square."),
        ],
    ),
    (
        board(STUCK, "b 0,0 0,0 - 9"),
        "a1!e5",
        [
            ("9", "Black’s traveller was shooed and stuck. It starts again."),
            ("9", "It starts again as near its home base as it can."),
        ],
    ),
    (
        board(ARRIVING),
        "d7-c7",
        [
            ("2", "White has 5 of nine travellers in the goal."),
            ("8", "Nobody in the goal can be shooed."),
            ("4", "A traveller in the goal stays there."),
        ],
    ),
    (
        board(ARRIVING),
        "c8-b9",
        [
            ("4", "In the goal it may step about, but not out."),
            ("4", "One of White’s travellers steps to the next square."),
        ],
    ),
    (
        board(ARRIVING, leave_home=True),
        "c8-d8",
        [
            ("11", "At this table, travellers may leave the goal."),
            ("4", "One of White’s travellers steps to the next square."),
        ],
    ),
    (
        board(MOUNTED),
        "d7/c7",
        [
            ("2", "White has 5 of nine travellers in the goal."),
            ("5", "One of White’s riders dismounts. The horse is free."),
            ("8", "Nobody in the goal can be shooed."),
        ],
    ),
    (board(MOUNTED), "d7~d4", [("5", "One of White’s riders goes straight, as far as it likes.")]),
    (
        board(HORSE),
        "f4^g4",
        [
            ("5", "One of White’s travellers mounts a free horse."),
            ("5", "That is the whole turn: it rides next time."),
        ],
    ),
    (
        board(HORSE),
        "=g4",
        [
            ("6", "White locks a horse where it stands."),
            ("6", "Black can’t use that horse next turn."),
        ],
    ),
    (
        board(HORSE),
        "h:g4-g7",
        [
            ("6", "White moves a horse without a rider."),
            ("6", "Black can’t use that horse next turn."),
        ],
    ),
    (board(HORSE), "xg4", [("6", "White removes a horse from the game.")]),
    (
        board(LONE_RIDER),
        "d5*e5@f6~b2",
        [
            ("7", "White takes a horse from one of Black’s riders."),
            ("7", "After capturing a horse, you may ride on at once."),
            ("7", "The rider is put beside it, on foot again."),
        ],
    ),
    (board("wb....... bb......."), "pass", [("3", "White can’t do anything, and passes.")]),
    (
        board(KEPT_OUT, "w 0,0 0,0 - 8", hush="lose-move"),
        "a4-b5?",
        [
            ("10", "White went next to two enemies all the same."),
            ("10", "That costs the turn: nothing moves."),
        ],
    ),
    (
        board(KEPT_OUT, "w 0,0 0,0 - 8", hush="stable"),
        "a4-b5?",
        [
            ("10", "White went next to two enemies all the same."),
            ("10", "That traveller goes to the stable."),
        ],
    ),
    (
        board(KEPT_OUT, "w 0,0 3,0 - 8", hush="stable"),
        "t+f1",
        [("10", "One of White’s travellers comes back from the stable.")],
    ),
    (board(CLOSE), "d7-c8", [("2", "White fills the goal: all nine have arrived.")]),
)


@pytest.mark.parametrize(("before", "ply", "told"), EXAMPLES, ids=[row[1] for row in EXAMPLES])
def test_a_ply_is_told_of_as_at_the_table(
    before: State, ply: str, told: list[tuple[str, str]]
) -> None:
    assert said(GAME, before, ply) == told


def test_what_is_said_of_random_games_is_so_and_every_remark_is_made() -> None:
    examples = [remarked(GAME, before, GAME.read_move(ply)) for before, ply, _ in EXAMPLES]
    settings = spread(settings_of(GAME), 9)
    seen = check((*examples, *random_plies(settings, 50)), TRUTHS)
    assert set(TRUTHS) == keys_of(GAME)
    assert seen >= set(TRUTHS)

"""Trelawney's Glory: what speaks for a ply."""

import pytest

from tabletop.games.trelawney import GAME
from tabletop.games.trelawney.kernel import square_named
from tabletop.games.trelawney.narration import longest_line
from tests.games.trelawney.boards import EMPTY, PLAIN, READY, TRAP, position

FOUR = PLAIN * 4 + ".WWWW.../......../....BB../........ B 8"
# Black's three on rank 2, White's three on rank 4.
THREES = PLAIN * 3 + "..WWW.../......../..BBB.../......../........ B 8"
# One drag of d4 wins next turn whatever White does.
DECIDED = (
    "......../....BW../...WBB../..WBBBW./.BWBWWB./...BBW../..W.WW../........ B 12"  # from play
)


def told(text: str, ply: str, declare: bool = False) -> tuple[str, ...]:
    return GAME.move_reasons(position(text, declare=declare), GAME.read_move(ply))


@pytest.mark.parametrize(
    ("text", "ply", "words"),
    [
        (READY, "f1", ("makes five in a line and wins at once",)),
        (TRAP, "f1>f2", ()),
        (TRAP, "a1", ()),
        (FOUR, "e3", ()),  # e4 shoves that stone away
        (FOUR, "a2<b3", ("stops five in a line", "breaks up an enemy line")),
        (
            FOUR,
            "b4>a3",
            (
                "stops five in a line",
                "breaks up an enemy line",
                "puts an enemy stone off the board",
            ),
        ),
        (DECIDED, "c1", ("makes four in a line", "blocks an enemy line")),
        (DECIDED, "a1", ("threatens five in a line", "blocks an enemy line")),
        (f"{EMPTY} B 0", "c3", ()),
        (THREES, "f6", ()),
        (THREES, "a6", ()),
        (PLAIN * 6 + "BW....../........ B 4", "c2<b1", ()),
    ],
)
def test_a_ply_is_praised_for_what_it_does(text: str, ply: str, words: tuple[str, ...]) -> None:
    assert told(text, ply) == words


def test_a_ply_that_ends_all_answers_is_told_first() -> None:
    assert told(DECIDED, "f5<f4")[0] == "wins next turn, whatever the answer"
    assert "wins next turn, whatever the answer" not in told(DECIDED, "a1")


def test_at_most_three_merits_are_told() -> None:
    state = position(DECIDED)
    assert max(len(GAME.move_reasons(state, move)) for move in state.moves()) == 3


def test_a_five_to_be_called_is_no_win_yet() -> None:
    assert told(READY, "f1", declare=True) == ("makes five in a line, ready to be called",)


def test_the_longest_line_is_counted_in_every_direction() -> None:
    for squares, many in (("a1 b1 c1 e1", 3), ("a1 a2 a4", 2), ("c3 d4 e5 f6", 4), ("f1 e2 a1", 2)):
        assert longest_line(sum(1 << square_named(square) for square in squares.split())) == many
    assert longest_line(0) == 0

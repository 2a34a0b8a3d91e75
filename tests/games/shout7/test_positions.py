"""Shout 7: the worked positions, counts of plies, golden play."""

import pytest

from tabletop.cli.rules import perft
from tabletop.engine.game import Outcome
from tabletop.games.shout7 import GAME
from tabletop.games.shout7.rules import lines
from tests.games.played_game import legal
from tests.games.shout7.boards import COVER, EMPTY, GOLDEN, after, ended, follow, standing, state_of
from tests.golden_files import check_playthrough

# Worked positions


def test_the_start_is_an_empty_board() -> None:
    assert str(GAME.start()) == EMPTY + " B lay 63,63 0 0"
    assert str(GAME.start(3)) == EMPTY + " B lay 42,42,42 0 0"
    assert str(GAME.start(4)) == EMPTY + " B lay 31,31,31,31 0 0"


@pytest.mark.parametrize("plies", ["h8 i8 h7 g7", "h8 i9 g7 g8", "h8 i8 g7 g8"])
def test_the_three_set_ups_of_the_sheet_are_legal(plies: str) -> None:
    assert str(after(plies)).endswith(" B push 61,61 0 4")


def test_black_pushes_sideways_and_lays_on_the_two_cells_left() -> None:
    state = after("h8 i8 h7 g7 g7h7:sw")
    assert standing(state, "B") == {"h8", "i8", "h7", "g7"}
    assert standing(state, "W") == {"g6", "f6"}


def test_a_convoy_goes_two_cells() -> None:
    state = after("h8 i8 h7 g7 g7h7:sw g7h8:ne")
    assert standing(state, "W") == {"g7", "h8", "g6", "f6"}
    assert standing(state, "B") == {"i8", "h7", "i9", "j10"}


def test_white_then_takes_a_black_piece_off_and_black_moves() -> None:
    state = after("h8 i8 h7 g7 g7h7:sw g7h8:ne")
    assert str(state).endswith(" W remove 59,59 0 6")
    assert legal(state) == {"xi8", "xh7", "xi9", "xj10"}
    state = follow(state, "xi9")
    assert str(state).endswith(" B push 60,59 0 7")
    assert len(state.moves()) == 11
    assert standing(state, "B") == {"i8", "h7", "j10"}


def test_three_players_may_push_pieces_of_two_opponents() -> None:
    state = after("i8 h7 h8 g7 i9 j9 h8i9:e", 3)
    assert standing(state, "W") == {"g7", "h9"}
    assert standing(state, "R") == {"j9", "i10"}
    assert standing(state, "B") == {"i8", "h7", "h8", "i9"}
    assert str(state).endswith(" W push 38,40,40 0 7")


def test_red_without_a_second_cell_must_pass() -> None:
    state = after("c2 c3 b3 c4 b2", 3)
    assert legal(state) == {"pass"}
    state = follow(state, "pass")
    assert str(state).endswith(" B push 40,40,41 1 6")


def test_the_cover_is_won_by_black_from_f3_to_l9() -> None:
    black, white = COVER.count("B"), COVER.count("W")
    own, given = "Black has seven in a line.", ": White pushed the pieces there."
    for ply, side, words in ((99, "B", own[:-1] + given), (100, "W", own)):
        state = state_of(f"{COVER} {side} push {63 - black},{63 - white} 0 {ply}")
        assert ended(state) == Outcome((0,), words)
        assert lines(state) == (("f3", "g4", "h5", "i6", "j7", "k8", "l9"),)


def perft_rows() -> list[tuple[int, bool, list[int]]]:
    found = []
    for row in (GOLDEN / "perft.txt").read_text("utf-8").splitlines():
        if not row.startswith("#"):
            head, counts = row.split(" : ")
            seats, option = head.split()
            found.append((int(seats), option != "-", [int(count) for count in counts.split()]))
    return found


@pytest.mark.parametrize(("seats", "pits", "counts"), perft_rows())
def test_the_first_plies_are_as_many_as_written(seats: int, pits: bool, counts: list[int]) -> None:
    start = GAME.start(seats, pits_count=pits)
    assert [perft(start, depth) for depth in range(1, 4)] == counts[:3]


# Golden play


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in GOLDEN.glob("*.txt") if path.stem not in {"perft", "wins"})
)
def test_a_golden_game_plays_as_written(name: str) -> None:
    check_playthrough(GAME, f"{name}.txt")

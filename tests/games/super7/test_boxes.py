"""Super Seven: boxes won, how a game ends, states as values, golden play."""

import pickle

import pytest

from tabletop.engine.kernel import PLY
from tabletop.games.super7 import GAME, kernel
from tabletop.games.super7.rules import lines
from tests.games.played_game import legal
from tests.games.super7.boards import (
    BLUE,
    RED,
    after,
    follow,
    position,
    strict_position,
    text,
)
from tests.golden_files import check_playthrough

# Boxes


@pytest.mark.parametrize(
    ("box", "square"),
    [
        ("BB. ... ...", 5),
        ("... B.B ...", 7),
        ("... ... .BB", 9),
        ("B.. B.. ...", 9),
        (".B. ... .B.", 7),
        ("... ..B ..B", 5),
        ("B.. .B. ...", 11),
        ("..B .B. ...", 9),
    ],
)
def test_each_line_of_three_wins_a_box(box: str, square: int) -> None:
    throw = "3+4" if square == 7 else "1+1"
    won = follow(position("B - 0", box7=box, box3="R.. ... ..."), throw, f"7.{square}")
    assert str(won) == text("R - 0", box7=BLUE, box3="R.. ... ...")


def test_five_counters_without_a_line_win_a_box() -> None:
    state = position("B 1+1 1", box9="BB. RRB B..")
    assert str(follow(state, "9.11")) == text("R - 0", box9=BLUE)


def test_four_counters_without_a_line_do_not_win_a_box() -> None:
    state = position("B 1+1 1", box9="BB. RRB ...")
    assert str(follow(state, "9.9")) == text("R - 0", box9="BB. RRB B..")


def test_nothing_is_placed_or_replaced_in_a_closed_box() -> None:
    for throw in ("1+1", "6+6", "3+4", "1+2"):
        state = position("R - 0", box3=BLUE, box7=BLUE, box4="B.. ... ...")
        assert not any(ply.startswith(("3.", "7.")) for ply in legal(follow(state, throw)))


# The end


def test_three_boxes_in_a_line_win_and_the_turn_passes() -> None:
    state = position("B 1+1 1", box3=BLUE, box7=BLUE, box11="BB. RR. ...", box4=RED)
    won = follow(state, "11.5")
    assert str(won) == text("R - 0", box3=BLUE, box7=BLUE, box11=BLUE, box4=RED)
    outcome = won.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.reason == "Blue has three boxes in a line: 3, 7 and 11."
    assert won.moves() == []
    assert len(lines(won)) == 1
    assert lines(won)[0] == tuple(
        f"{box}.{square}" for box in (3, 7, 11) for square in range(3, 12)
    )


def test_five_boxes_win_without_a_line() -> None:
    state = position(
        "R 5+6 1", box3=RED, box4=RED, box8=RED, box9=RED, box5=BLUE, box11="... ... RR."
    )
    won = follow(state, "11.11")
    outcome = won.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.reason == "Red has five boxes: 3, 4, 8, 9 and 11."
    assert len(lines(won)) == 1
    assert len(lines(won)[0]) == 45


def test_two_lines_at_once_are_both_shown() -> None:
    won = position("R - 0", box3=BLUE, box4=BLUE, box5=BLUE, box6=BLUE, box9=BLUE)
    assert [len(line) for line in lines(won)] == [27, 27]


def test_a_text_that_is_already_decided_has_its_outcome() -> None:
    for rest in ("B - 0", "R - 2", "R 1+1 1", "B 6+6 3"):
        won = position(rest, box3=RED, box4=RED, box5=RED)
        outcome = won.outcome()
        assert outcome is not None
        assert outcome.winners == (1,)
        assert won.moves() == []


def test_more_than_five_boxes_in_a_text_are_counted() -> None:
    six = {f"box{label}": RED for label in (4, 5, 6, 8, 9, 10)}
    outcome = position("B - 0", **six).outcome()
    assert outcome is not None
    assert outcome.reason == "Red has six boxes: 4, 5, 6, 8, 9 and 10."


def test_a_running_game_has_no_outcome_and_no_lines() -> None:
    state = position("B - 0", box3=BLUE, box4=BLUE, box8=BLUE, box10=BLUE, box5=RED)
    assert state.outcome() is None
    assert lines(state) == ()


# States as values


def test_the_number_of_plies_played_makes_no_other_position() -> None:
    played = after("6+6", "6+6", "6+6", "pass")
    read = position("R - 0")
    assert played.position[PLY] == 4
    assert played == read
    assert hash(played) == hash(read)
    assert played != strict_position("R - 0")
    assert played != str(played)


def test_playing_changes_nothing_behind_ones_back() -> None:
    state = after("1+1")
    state.play(state.moves()[0])
    assert state == after("1+1")
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_random_ply_comes_from_the_legal_ones_at_both_ends_of_the_dice() -> None:
    scratch = [0] * kernel.SCRATCH
    for state in (GAME.start(), after("3+4"), after("6+6", "6+6", "6+6")):
        codes = [move.code for move in state.moves()]
        drawn = [kernel.random_move(list(state.position), x, scratch) for x in (0, 2**31 - 1)]
        assert drawn == [codes[0], codes[-1]]


# Golden play


@pytest.mark.parametrize("name", ["line", "five_boxes", "strict_middle"])
def test_a_golden_game_plays_as_written(name: str) -> None:
    check_playthrough(GAME, f"{name}.txt")

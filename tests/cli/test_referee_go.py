"""``go``: a computer's ply."""

import pytest

from tabletop.cli.referee import Referee
from tabletop.games import find_game


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_UNCOMPILED", "1")


def talk(*lines: str) -> list[str]:
    """The answers to some lines."""
    referee = Referee(find_game)
    return [str(referee.answer(line)) for line in lines]


@pytest.mark.parametrize(
    "go",
    [
        "go playouts=20",
        "go playouts=20 level=Beginner",
        "go level=full strength playouts=20",
        "go level=Full_strength  seconds=0.05",
    ],
)
def test_it_answers_a_legal_ply_and_does_not_play_it(go: str) -> None:
    game, moves, ply, state, after = talk("game trelawney", "moves", go, "state", "moves")
    assert game == "= trelawney"
    assert ply.startswith("= ")
    assert ply.removeprefix("= ") in moves.split()[1:]
    assert after == moves
    assert state == talk("game trelawney", "state")[1]


def test_the_same_budget_of_playouts_gives_the_same_ply() -> None:
    lines = ("game shoo", "go playouts=30 level=keen")
    assert talk(*lines) == talk(*lines)


def test_where_the_dice_decide_it_throws_them() -> None:
    thrown = talk("game super7", "go playouts=5")[1]
    assert thrown.removeprefix("= ") in talk("game super7", "moves")[1].split()


@pytest.mark.parametrize(
    ("go", "why"),
    [
        ("go fast", "? go how?"),
        ("go level=Keen fast=1", "? go how?"),
        ("go now level=Keen", "? go how?"),
        ("go level=Grandmaster", "? there is no level 'Grandmaster'; there are Beginner"),
        ("go seconds=0", "? seconds=0 is no time"),
        ("go seconds=inf", "? seconds=inf is no time"),
        ("go seconds=soon", "? seconds=soon is no time"),
        ("go playouts=0", "? playouts=0 is no number"),
        ("go playouts=1.5", "? playouts=1.5 is no number"),
        ("go playouts=-3", "? playouts=-3 is no number"),
    ],
)
def test_what_it_cannot_do_is_said(go: str, why: str) -> None:
    assert talk("game trelawney", go)[1].startswith(why)


def test_there_is_no_ply_without_a_game_and_none_in_one_that_is_over() -> None:
    assert talk("go")[0].startswith("? there is no game yet")
    referee = Referee(find_game)
    referee.answer("game trelawney")
    while referee.answer("result") == "= -":
        ply = str(referee.answer("moves")).split()[1]
        assert str(referee.answer(f"play {ply}")).startswith("= ")
    assert str(referee.answer("go playouts=5")).startswith("? the game is over")

"""The line protocol: every command, every error, and arbitrary lines."""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.cli.referee import Referee, run
from tests.cli.nim import find


def talk(*lines: str) -> list[str | None]:
    """The answers to some lines."""
    referee = Referee(find)
    return [referee.answer(line) for line in lines]


def test_a_whole_game_is_played() -> None:
    assert talk("game nim", "moves", "play 3", "state", "result", "play 2", "result", "moves") == [
        "= nim",
        "= 1 2 3",
        "= 2 1",
        "= 2 1",
        "= -",
        "= 0 0",
        "= 1 1 took the last match.",
        "=",
    ]


def test_a_tie_lists_its_winners() -> None:
    answers = talk("game nim seats=3 misere=true", "play 3 2", "result")
    assert answers[1:] == ["= 0 2", "= 0,2 1 took the last match."]


def test_a_refused_ply_changes_nothing_and_says_why() -> None:
    assert talk("game nim", "play 3", "play 3", "play x", "state")[2:] == [
        "? Only 2 left.",
        "? 'x' is no number of matches",
        "= 2 1",
    ]


def test_of_several_plies_all_are_played_or_none() -> None:
    assert talk("game nim", "play 1 3 2", "state", "play 1 3")[1:] == [
        "? Only 1 left.",
        "= 5 0",
        "= 1 0",
    ]


def test_why_names_the_rule_and_the_reason() -> None:
    assert talk("game nim", "position 2 0", "why 2", "why 3", "why z", "why")[2:] == [
        "= -",
        "= 1 Only 2 left.",
        "= 1 'z' is no number of matches",
        "= 1 '' is no number of matches",
    ]
    assert talk("game nim", "play 3 2", "why 1")[-1] == (
        "= 2 The game is over: 1 took the last match."
    )


def test_undo_goes_back_to_the_given_position_and_no_further() -> None:
    assert talk("game nim", "play 1", "position 4 1", "play 2", "undo", "undo", "state")[3:] == [
        "= 2 0",
        "= 4 1",
        "? there is nothing to take back",
        "= 4 1",
    ]


def test_a_damaged_position_leaves_the_old_one() -> None:
    assert talk("game nim", "play 1", "position no", "state")[2:] == ["? 'no' is no heap", "= 4 1"]


def test_a_game_that_cannot_be_leaves_the_old_one() -> None:
    refused = talk(
        "game nim",
        "play 1",
        "game",
        "game chess",
        "game nim seats=4",
        "game nim seats=two",
        "game nim misere=perhaps",
        "game nim miser=true",
        "game nim misere",
        "state",
    )
    assert refused[2:] == [
        "? no game is called ''; the games are nim",
        "? no game is called 'chess'; the games are nim",
        "? Nim is played by 2, 3, not by 4",
        "? seats=two is no number of players",
        "? option misere cannot be 'perhaps'; it can be false, true",
        "? Nim has no option 'miser'; did you mean misere? (it has: misere)",
        "? an option is written key=value, not 'misere'",
        "= 4 1",
    ]


def test_without_a_game_every_command_about_it_is_refused() -> None:
    for command in ("position 1 0", "moves", "play 1", "state", "result", "why 1", "undo"):
        assert talk(command) == ["? there is no game yet: game KEY [seats=N] [option=value]"]


def test_a_game_without_a_search_has_no_computer() -> None:
    assert talk("game nim", "go seconds=1")[1] == "? no computer player"


def test_an_unknown_command_is_told_the_known_ones() -> None:
    assert talk("list")[0] == (
        "? there is no command 'list'; there are game, position, moves, play, state, result, why, "
        "go, undo, quit"
    )


def test_blank_lines_and_comments_are_not_answered() -> None:
    assert talk("", "   \t ", "# game nim") == [None, None, None]


def test_nothing_is_answered_after_quit() -> None:
    out = StringIO()
    assert run(["quit\n", "state\n"], out) == 0
    assert out.getvalue() == "= goodbye\n"


def test_a_fault_in_a_game_is_answered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = Referee(find)
    referee.answer("game nim")
    monkeypatch.setattr("tests.cli.nim.Heap.moves", lambda _: "abc".index)
    assert str(referee.answer("moves")).startswith("? fault: TypeError: ")


words = st.sampled_from(
    [
        *("game", "position", "moves", "play", "state", "result", "why", "go", "undo", "quit"),
        *("nim", "seats=3", "misere=true", "1", "2", "3", "0", "x"),
    ]
)
lines = st.one_of(st.text(), st.lists(words, max_size=4).map(" ".join))


@given(st.lists(lines, max_size=20))
def test_every_line_gets_one_line_and_no_line_is_a_fault(spoken: list[str]) -> None:
    referee = Referee(find)
    for line in ["game nim", *spoken]:
        answer = referee.answer(line)
        if not line.strip() or line.strip().startswith("#"):
            assert answer is None
            continue
        assert answer is not None
        assert answer == "=" or answer.startswith(("= ", "? "))
        assert not answer.startswith("? fault")
        assert len(answer.splitlines()) == 1

"""The prover of the best squares in ``golden/best.txt``."""

import pytest

from tabletop.games import all_games, find_game
from tools.prove_dice import MARGIN, Best, best_of, expectation_of, fault, main, read_best

SUPER7 = find_game("super7")
LINES = best_of(SUPER7)
BLUE, RED = "B" * 9, "R" * 9
ONE_BOX = f"{BLUE}/{RED}/BB.RR..BR/{RED}/{BLUE}/{BLUE}/{RED}/{BLUE}/{RED}"
"""Whoever wins box 5 has five boxes: Blue by 5.5, Red by 5.8."""


@pytest.mark.parametrize("best", LINES, ids=lambda best: f"{best.ply} {best.shows[:40]}")
def test_a_written_best_square_is_proved(best: Best) -> None:
    worths = expectation_of(SUPER7).worths(SUPER7.read_state(best.position))
    assert fault(worths, best) == ""


def test_there_are_enough_of_them_and_for_every_kind_of_throw() -> None:
    assert len(LINES) >= 14
    totals = {sum(SUPER7.read_state(best.position).dice) for best in LINES}
    assert {2, 7, 12} < totals
    assert len({best.position for best in LINES}) == len(LINES)


def test_every_game_with_best_plies_has_dice() -> None:
    boards = [game for game in all_games() if game.kind == "board"]
    assert [game.key for game in boards if best_of(game)] == ["super7"]


def test_a_win_at_once_is_worth_all() -> None:
    worths = expectation_of(SUPER7).worths(SUPER7.read_state(f"{ONE_BOX} B 4+1 1"))
    assert next(iter(worths.items())) == ("5.5", 1.0)
    assert all(worth < 1.0 for ply, worth in worths.items() if ply != "5.5")


def test_a_square_is_worth_what_the_dice_say() -> None:
    # After 5.9 Blue has four counters, so any fifth wins. Red wins with a 5, an 8, a 2 and (on
    # 5.3, in a diagonal) a 12: 11 ways in 36, with three throws, for no other throw fits. If he
    # passes, the same throws win for Blue.
    worths = expectation_of(SUPER7).worths(SUPER7.read_state(f"{ONE_BOX} B 4+5 1"))
    wins = 1 - (25 / 36) ** 3
    assert worths == {"5.9": pytest.approx(-wins + (1 - wins) * wins)}


def test_a_line_that_is_not_so_is_found_out() -> None:
    worths = {"3.3": 0.5, "3.4": 0.5 - MARGIN / 2, "3.5": 0.1}
    assert "only +0.0100 ahead" in fault(worths, Best("", "3.3", ""))
    assert "the best is 3.3" in fault(worths, Best("", "3.5", ""))
    assert "not allowed" in fault(worths, Best("", "4.4", ""))
    assert "no other" in fault({"3.3": 0.5}, Best("", "3.3", ""))
    assert fault({"3.3": 0.5, "3.4": 0.4}, Best("", "3.3", "")) == ""


def test_a_line_that_says_too_little_is_named() -> None:
    with pytest.raises(ValueError, match="line 2 is not"):
        list(read_best("# nothing\nB - 0 | 3.3\n"))


def test_the_tool_proves_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trelawney"]) == 0
    assert capsys.readouterr().out == ""

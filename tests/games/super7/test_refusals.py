"""Super Seven: every refusal, of plies and of touches; what one sees."""

import pytest

from tabletop.games.super7 import GAME
from tabletop.games.super7.rules import State, effects, pieces, spell
from tests.games.super7.boards import (
    BLUE,
    RED,
    after,
    follow,
    position,
    refused,
    strict_position,
    touched,
)

# Refusals


def test_a_counter_before_the_throw_is_refused() -> None:
    words = "Roll first."
    assert refused(GAME.start(), "7.3") == ("1", words)


def test_a_pass_before_the_throw_is_refused() -> None:
    words = "Roll first. You pass only when a third roll doesn’t fit."
    assert refused(GAME.start(), "pass") == ("6", words)


def test_a_second_throw_is_refused_while_the_first_fits() -> None:
    words = "You’ve rolled already: play a 7."
    assert refused(after("4+3"), "1+1") == ("7", words)


def test_a_pass_is_refused_while_a_square_fits() -> None:
    words = "You can’t pass: your roll fits a square."
    assert refused(after("4+3"), "pass") == ("7", words)


def test_after_three_throws_only_the_pass_is_left() -> None:
    stuck = after("6+6", "6+6", "6+6")
    words = "That was your third roll. You can only pass."
    assert refused(stuck, "1+1") == ("6", words)
    rule, words = refused(stuck, "7.3")
    assert rule == "6"
    assert words.startswith("No square fits your third roll.")


def test_a_closed_box_is_named_with_its_owner() -> None:
    state = position("B 1+2 1", box3=RED)
    assert refused(state, "3.3") == ("8", "Red has won box 3. It’s closed.")


@pytest.mark.parametrize(("throw", "rule"), [("1+1", "4"), ("1+2", "2"), ("3+4", "3")])
def test_a_taken_square_is_refused_by_the_rule_of_the_throw(throw: str, rule: str) -> None:
    state = follow(position("R - 0", box7="B.. ... ..."), throw)
    assert refused(state, "7.3") == (rule, "That square is taken. Choose a lit one.")


def test_a_wrong_number_is_refused() -> None:
    words = "An 8 fits any 8, or box 8 except its star."
    assert refused(after("4+4"), "3.4") == ("2", words)


def test_a_middle_square_on_an_ordinary_number_is_refused() -> None:
    words = "A star needs a 7 or a 2, not a 3."
    assert refused(after("1+2"), "3.7") == ("2", words)
    words = "A star needs a 7, not a 3."
    assert refused(after("1+2", strict=True), "3.7") == ("2", words)


def test_a_seven_outside_middles_and_box_7_is_refused() -> None:
    words = "A 7 fits any star, or any square in box 7."
    assert refused(after("4+3"), "3.4") == ("3", words)


def test_a_twelve_on_an_empty_square_is_refused() -> None:
    state = position("B 6+6 1", box3="R.. ... ...")
    words = "That square is empty. A 12 replaces one of Red’s counters."
    assert refused(state, "3.4") == ("5", words)


def test_a_twelve_on_an_own_counter_is_refused() -> None:
    state = position("B 6+6 1", box3="RB. ... ...")
    words = "That counter is yours. A 12 replaces one of Red’s."
    assert refused(state, "3.4") == ("5", words)


def test_strict_middles_are_refused_on_a_two_and_a_twelve() -> None:
    words = "At this table, only a 7 fits a star."
    assert refused(after("1+1", strict=True), "3.7") == ("10", words)
    state = strict_position("B 6+6 1", box3="R.. .R. ...")
    assert refused(state, "3.7") == ("10", words)


def test_every_ply_is_refused_once_the_game_is_over() -> None:
    won = position("R - 0", box3=BLUE, box4=BLUE, box5=BLUE)
    words = "The game is over: Blue has three boxes in a line: 3, 4 and 5."
    assert refused(won, "1+1") == ("9", words)
    assert touched(won, "die:1") == ("9", words)


def test_what_is_no_ply_is_refused_by_the_rule_of_writing() -> None:
    assert refused(GAME.start(), "e4")[0] == "11"


def test_every_refusal_names_a_rule_of_the_page() -> None:
    assert [rule.number for rule in GAME.rules] == [str(n) for n in range(1, 12)]
    used = {GAME.notation_rule, GAME.end_rule, GAME.dice_rule}
    assert used <= {rule.number for rule in GAME.rules}


# Touches


def test_a_throw_is_spelled_die_by_die() -> None:
    start = GAME.start()
    assert spell(start, GAME.read_move("4+3")) == (("die:4", "die:3"),)
    assert GAME.why_touch(start, ("die:4",)) is None


def test_a_counter_is_spelled_by_its_square_and_a_pass_by_the_word() -> None:
    assert spell(after("4+3"), GAME.read_move("7.3")) == (("7.3",),)
    stuck = after("6+6", "6+6", "6+6")
    assert spell(stuck, GAME.read_move("pass")) == (("pass",),)


def test_a_wrong_touch_is_explained() -> None:
    start, seven = GAME.start(), after("4+3")
    assert touched(start, "7.3") == refused(start, "7.3")
    assert touched(start, "pass") == refused(start, "pass")
    words = "Enter the second die first."
    assert touched(start, "die:4", "7.3") == ("1", words)
    assert touched(seven, "3.4") == refused(seven, "3.4")
    assert touched(seven, "die:2") == refused(seven, "1+1")
    assert touched(seven, "pass") == refused(seven, "pass")
    words = "Touch a lit square."
    assert touched(seven, "stable") == ("11", words)
    assert touched(seven, "3.4", "7.3") == refused(seven, "3.4")
    words = "This move is already complete."
    assert touched(seven, "7.3", "7.4") == ("11", words)


# What one sees


def seen(state: State, ply: str) -> list[list[str]]:
    """The phases of a ply, each step as ``B:-:7.3`` (letter, from, to, new letter if any)."""
    return [
        [
            f"{step.piece}:{step.start or '-'}:{step.end or '-'}"
            + (f":{step.becomes}" if step.becomes else "")
            for step in phase
        ]
        for phase in effects(state, GAME.read_move(ply))
    ]


def test_pieces_are_letters_by_square() -> None:
    state = position("B - 0", box3="B.. ... ..R")
    assert dict(pieces(state)) == {"3.3": "B", "3.11": "R"}


def test_a_throw_and_a_pass_move_nothing() -> None:
    assert seen(GAME.start(), "4+3") == []
    assert seen(after("6+6", "6+6", "6+6"), "pass") == []


def test_a_counter_is_placed() -> None:
    assert seen(after("4+3"), "7.3") == [["B:-:7.3"]]


def test_a_replaced_counter_leaves_first() -> None:
    state = position("B 6+6 1", box3="R.. ... ...")
    assert seen(state, "3.3") == [["R:3.3:-"], ["B:-:3.3"]]


def test_a_won_box_turns_to_its_owner_last() -> None:
    state = position("B 6+6 1", box3="RBB R.. ...")
    assert seen(state, "3.3") == [
        ["R:3.3:-"],
        ["B:-:3.3"],
        ["R:3.6:3.6:B", "B:-:3.7", "B:-:3.8", "B:-:3.9", "B:-:3.10", "B:-:3.11"],
    ]

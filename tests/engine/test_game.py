"""What every game checks and answers for its folder."""

from dataclasses import replace
from typing import Any

import pytest

from tabletop.engine import BadNotation, Game, Option, Refusal, Word, say
from tabletop.engine.game import format_option_value
from tests.engine.race_game import LIVE, RACE


def complaint(**given: Any) -> str:
    with pytest.raises(ValueError, match=r"Race|option") as refused:
        RACE.start(**given)
    return str(refused.value)


# Beginning


def test_a_game_is_for_two_and_as_usual_unless_said_otherwise() -> None:
    assert RACE.start() == RACE.start(2) == RACE.start(seats=2, goal=6, weather="fair")
    assert str(RACE.start(seats=3)) == "0,0,0 0 -"


@pytest.mark.parametrize("seats", [0, 1, 4, -2, "2", 2.0, True])
def test_a_wrong_number_of_players_is_named(seats: object) -> None:
    assert complaint(seats=seats) == f"Race is played by 2, 3, not by {seats!r}"


@pytest.mark.parametrize("value", [7, "6", 6.0, True, None])
def test_a_wrong_choice_is_named_with_the_right_ones(value: object) -> None:
    assert complaint(goal=value) == f"option goal cannot be {value!r}; it can be 6, 20"


def test_yes_and_no_are_no_numbers() -> None:
    assert complaint(backwards=1) == "option backwards cannot be 1; it can be false, true"
    assert complaint(backwards="true").startswith("option backwards cannot be 'true'")


def test_an_unknown_option_is_named_with_the_nearest_one() -> None:
    listed = "(it has: goal, weather, backwards)"
    assert complaint(whether="fair") == (
        f"Race has no option 'whether'; did you mean weather? {listed}"
    )
    assert complaint(x=1) == f"Race has no option 'x' {listed}"


def test_a_game_without_options_says_so() -> None:
    plain = replace(RACE, options=())
    with pytest.raises(ValueError, match=r"Race has no option 'goal' \(it has: none\)"):
        plain.start(goal=6)


def test_options_that_were_checked_cannot_change() -> None:
    checked = RACE.check_options({"goal": 20})
    assert dict(checked) == {"goal": 20, "weather": "fair", "backwards": False}
    with pytest.raises(TypeError):
        checked["goal"] = 6  # type: ignore[index]


def test_a_position_is_read_for_its_seats_and_options() -> None:
    assert str(RACE.read_state("1,2,3 1 -", 3)) == "1,2,3 1 -"
    assert RACE.read_state("19,2 1 -", goal=20).outcome() is None
    assert RACE.read_state("19,2 1 -", goal=6).outcome() is not None
    with pytest.raises(BadNotation):
        RACE.read_state("1,2,3 1 -", 2)
    with pytest.raises(ValueError, match="is played by"):
        RACE.read_state("1,2,3 1 -", 9)


# Options as texts


@pytest.mark.parametrize("value", [True, False, 6, -1, "lose-move"])
def test_a_choice_reads_back(value: bool | int | str) -> None:
    option = Option("key", value, (value, "other"), say("label", "Label"))
    assert option.read(format_option_value(value)) == value
    assert option.read(f" {format_option_value(value).upper()} ") == value


def test_choices_are_written_as_in_a_settings_file() -> None:
    assert [format_option_value(value) for value in (True, False, 7, "stable")] == [
        "true", "false", "7", "stable",
    ]  # fmt: skip


def test_a_text_that_is_no_choice_is_refused() -> None:
    option = Option("goal", 6, (6, 20), say("goal", "Goal"))
    for text in ("7", "six", "", "6.0", "True"):
        with pytest.raises(ValueError, match="option goal cannot be"):
            option.read(text)


# Refusals


def test_a_legal_ply_has_no_refusal() -> None:
    assert RACE.why_not(RACE.start(), "d1") is None


def test_a_text_that_is_no_ply_is_refused_by_the_rule_of_writing() -> None:
    told = RACE.why_not(RACE.start(), "hop")
    assert told == Refusal(say("x", "'hop' is no ply of a race"), "1")


def test_things_that_are_no_plies_are_refused_too() -> None:
    for thing in (None, 3, b"d1", ["d1"], RACE):
        assert RACE.why_not(RACE.start(), thing) is not None


def test_after_the_end_everything_is_refused_by_the_rule_of_the_end() -> None:
    over = RACE.read_state("9,0 1 -")
    for told in (
        RACE.why_not(over, "d1"),
        RACE.why_touch(over, ("die",)),
        RACE.why_touch(over, ()),
    ):
        assert told == Refusal(say("x", "The game is over: Fox arrived."), "2")


def test_a_game_that_finds_no_words_still_refuses() -> None:
    silent = replace(RACE, refuse=lambda *_: None, refuse_touch=lambda *_: None)
    for told in (silent.why_not(silent.start(), "keep"), silent.why_touch(silent.start(), ("x",))):
        assert told is not None
        assert (told.reason, told.rule) == ("You can’t do that here.", "1")


def test_touches_that_start_a_ply_have_no_refusal() -> None:
    state = RACE.start()
    right: list[Word] = [(), ("die",), ("die", "d2")]
    wrong: list[Word] = [("keep",), ("die", "d4"), ("die", "d2", "d2")]
    for touched in right:
        assert RACE.why_touch(state, touched) is None
    for touched in wrong:
        assert RACE.why_touch(state, touched) == Refusal(say("x", "Touch what shines"), "1")


def test_who_throws_acts() -> None:
    state = RACE.start().play("d1").play("keep")
    assert (state.turn, RACE.acting(state)) == (-1, 1)


def test_a_live_game_has_nothing_to_list() -> None:
    state = RACE.start()
    for ask in (
        lambda: LIVE.start(),
        lambda: LIVE.read_move("d1"),
        lambda: LIVE.read_state("0,0 0 -"),
        lambda: LIVE.why_not(state, "d1"),
        lambda: LIVE.why_touch(state, ("die",)),
    ):
        with pytest.raises(ValueError, match="Live is played live and has no listed moves"):
            ask()


def test_a_game_cannot_change() -> None:
    with pytest.raises(AttributeError):
        RACE.key = "other"  # type: ignore[misc]
    assert isinstance(RACE, Game)

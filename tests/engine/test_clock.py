"""Clocks, and the matches that they end."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import CHANCE, IllegalMove, Match, Outcome, TimeControl
from tests.engine.race_game import RACE, finish


def timed(control: str, seats: int = 2, plies: tuple[str, ...] = ("d1",)) -> Match:
    match = Match(RACE, seats, {"goal": 20}, clock=TimeControl.read(control))
    for ply in plies:
        match.play(ply)
    return match


def left(match: Match) -> tuple[float, ...]:
    return match.clock.left


def test_without_a_clock_nobody_is_ever_out_of_time() -> None:
    match = timed("none")
    assert match.tick(1e9) is None
    assert left(match) == (inf, inf)
    assert match.record().left == ()


def test_a_clock_per_move_begins_anew_with_every_move() -> None:
    match = timed("move 60")
    match.tick(59)
    assert left(match) == (1, 60)
    match.play("keep")
    assert left(match) == (60, 60)


def test_a_clock_for_the_whole_match_only_runs_down() -> None:
    match = timed("sudden 600")
    match.tick(10)
    match.play("keep")
    match.play("d1")
    match.tick(5)
    match.play("keep")
    assert left(match) == (590, 595)


def test_a_clock_with_increment_gives_time_back_after_every_move() -> None:
    match = timed("increment 300+5")
    match.tick(10)
    match.play("keep")
    assert left(match) == (295, 300)


def test_the_clock_runs_for_the_seat_that_is_to_throw() -> None:
    match = timed("move 60", 3, ("d1", "keep"))
    match.tick(7)
    assert left(match) == (60, 53, 60)
    match.play("d2")
    assert left(match) == (60, 53, 60)  # a throw is not yet a move
    match.tick(3)
    assert left(match) == (60, 50, 60)


@pytest.mark.parametrize("control", ["move 60", "sudden 60", "increment 60+5"])
def test_who_runs_out_of_time_loses_to_all_others(control: str) -> None:
    match = timed(control, 3)
    assert match.tick(59.5) is None
    assert match.tick(0.5) == Outcome((1, 2), "Fox ran out of time.") == match.outcome
    assert match.clock.left[0] == 0
    with pytest.raises(IllegalMove, match="The game is over: Fox ran out of time"):
        match.play("keep")


def test_no_time_passes_once_the_match_is_over() -> None:
    match = timed("sudden 60")
    match.agree()
    assert match.tick(100) is None
    assert left(match) == (60, 60)


def test_no_time_passes_once_the_rules_have_ended_the_match() -> None:
    match = Match(RACE, clock=TimeControl.read("move 60"))
    finish(match)
    assert match.tick(100) is None


def test_what_is_left_is_kept_in_the_record() -> None:
    match = timed("increment 300+5")
    match.tick(0.12345)
    record = match.record()
    assert (record.clock, record.left) == ("increment 300+5", (299.877, 300.0))
    again = Match.replay(RACE, record)
    assert again.clock.left == (299.877, 300.0)
    assert again.record() == record


def test_a_match_that_time_ended_replays_to_that_end() -> None:
    match = timed("sudden 60")
    match.tick(61)
    again = Match.replay(RACE, match.record())
    assert again.outcome == match.outcome
    assert again.clock.left == (0, 60)


def test_who_had_no_time_left_in_the_record_is_the_one_who_loses() -> None:
    match = timed("sudden 60")
    record = match.record()
    later = type(record).from_text(record.to_text().replace("60.000 60.000", "60.000 0.000"))
    again = Match.replay(RACE, later)
    assert again.tick(1) == Outcome((0,), "Hen ran out of time.")


def test_after_a_ply_is_taken_back_every_move_is_begun_anew() -> None:
    match = timed("move 60", plies=("d1", "keep"))
    match.tick(50)
    match.undo()
    assert left(match) == (60, 60)


def test_no_time_is_gained_by_playing_and_taking_back() -> None:
    match = timed("increment 60+5")
    match.tick(20)
    for _ in range(10):
        match.play("keep")
        match.undo()
    assert left(match) == (40, 60)


def test_taking_back_ends_no_match() -> None:
    match = timed("increment 10+5")
    match.tick(9)
    match.play("keep")
    match.undo()
    assert match.tick(0.5) is None
    assert match.outcome is None


def test_time_once_used_stays_used() -> None:
    match = timed("sudden 60")
    match.tick(20)
    match.play("keep")
    match.undo()
    assert left(match) == (40, 60)


@pytest.mark.parametrize("text", ["none", "move 60", "sudden 600", "increment 300+5", "move 1"])
def test_a_time_control_reads_back(text: str) -> None:
    assert str(TimeControl.read(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "move",
        "move 0",
        "sudden 0",
        "increment 0+5",
        "increment 300",
        "move -5",
        "blitz 5",
        "move 6.5",
    ],
)
def test_what_is_no_time_control_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(ValueError, match=r"it can be none, move 60 .* or increment 300\+5"):
        TimeControl.read(text)


@given(st.text())
def test_any_text_is_a_time_control_or_a_complaint(text: str) -> None:
    try:
        control = TimeControl.read(text)
    except ValueError:
        return
    assert TimeControl.read(str(control)) == control


@given(
    st.sampled_from(["move 60", "sudden 90", "increment 30+5"]),
    st.lists(st.floats(0, 40) | st.sampled_from(["keep", "give", "undo"])),
)
def test_clocks_never_show_less_than_nothing(control: str, doings: list[float | str]) -> None:
    match = timed(control)
    for doing in doings:
        if match.outcome is None:
            if isinstance(doing, float):
                match.tick(doing)
            elif doing == "undo":
                if match.can_undo():
                    match.undo()
            else:
                if match.state.turn == CHANCE:
                    match.play("d1")
                match.play(doing)
        assert min(match.clock.left) >= 0
        assert (match.clock.fallen() is None) or match.outcome is not None


def test_a_throw_that_is_taken_back_leaves_the_clocks_alone_and_falls_again_as_it_fell() -> None:
    match = timed("increment 60+5", plies=("d1", "keep"))
    thrown, clock = match.roll().move, match.clock
    assert match.undo(throws=True).move == thrown
    assert match.clock == clock
    assert match.roll().move == thrown
    match.undo(throws=True)
    match.play(thrown, "reader:DR-1")
    with pytest.raises(IllegalMove):
        match.undo(throws=True)

"""From a record back to the match it tells of, or to words that say why there is none."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import CHANCE, BadNotation, Match, Outcome, Record, TimeControl
from tabletop.engine.game import OptionValue
from tests.engine.race_game import LIVE, RACE, finish


def finished() -> Record:
    match = Match(RACE)
    finish(match)
    return match.record()


def complaint(record: Record) -> str:
    with pytest.raises(BadNotation) as refused:
        Match.replay(RACE, record)
    return refused.value.reason


@given(
    st.integers(2, 3),
    st.sampled_from([6, 20]),
    st.integers(),
    st.sampled_from(["none", "move 60", "increment 300+5"]),
    st.integers(0, 40),
    st.sampled_from(["on", "resigned", "agreed", "timed out"]),
)
def test_a_record_is_the_whole_match(
    seats: int, goal: int, seed: int, clock: str, plies: int, end: str
) -> None:
    options: dict[str, OptionValue] = {"goal": goal, "weather": "foul", "backwards": True}
    match = Match(RACE, seats, options, seed, clock=TimeControl.read(clock), date="1 May")
    luck = Random(seed)
    for _ in range(plies):
        if match.outcome is None:
            match.tick(luck.random())
            if match.state.turn == CHANCE:
                match.roll()
            else:
                match.play(luck.choice(["keep", "give"]))
    if match.outcome is None:
        if end == "resigned":
            match.resign(1)
        elif end == "agreed":
            match.agree()
        elif end == "timed out":
            match.tick(999)
    again = Match.replay(RACE, Record.from_text(match.record().to_text()))
    assert again.record() == match.record()
    assert (again.plies, again.state, again.outcome) == (match.plies, match.state, match.outcome)
    assert (again.options, again.date, again.clock.control) == (
        match.options,
        match.date,
        match.clock.control,
    )
    if match.outcome is None and match.state.turn == CHANCE:
        assert again.roll() == match.roll()


def test_a_replayed_match_can_go_on() -> None:
    match = Match(RACE, seed=11)
    match.roll()
    again = Match.replay(RACE, match.record())
    again.play("keep")
    match.play("keep")
    assert again.roll() == match.roll()
    assert again.record() == match.record()


def test_throws_keep_the_sources_that_they_had() -> None:
    match = Match(RACE)
    for ply, source in (("d3", "tray"), ("keep", ""), ("d1", ""), ("give", ""), ("d2", "phone")):
        match.play(ply, source)
    again = Match.replay(RACE, match.record())
    assert [ply.source for ply in again.plies] == ["tray", "", "screen", "", "phone"]


def test_a_match_from_a_position_begins_there_again() -> None:
    match = Match(RACE, position="4,0 0 2")
    match.play("keep")
    again = Match.replay(RACE, match.record())
    assert (str(again.first), again.outcome) == ("4,0 0 2", match.outcome)


def test_options_that_are_not_said_are_the_usual_ones() -> None:
    match = Match.replay(RACE, Record(game="race", ruleset=4))
    assert dict(match.options) == {"goal": 6, "weather": "fair", "backwards": False}


def test_a_match_that_was_given_up_is_over_with_its_reason() -> None:
    match = Match(RACE)
    match.play("d1")
    match.resign(0)
    assert Match.replay(RACE, match.record()).outcome == Outcome((1,), "Fox resigned.")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, "this is a record of 'chess', not of 'race'"),
        ({"ruleset": 5}, "the record follows ruleset 5 of Race, this program knows ruleset 4"),
        ({"ruleset": 3}, "the record follows ruleset 3 of Race, this program knows ruleset 4"),
        ({"seats": 4}, "the record cannot be played: Race is played by 2, 3, not by 4"),
        (
            {"options": (("gaol", "6"),)},
            "the record cannot be played: Race has no option 'gaol'; did you mean goal?",
        ),
        (
            {"options": (("goal", "7"),)},
            "the record cannot be played: option goal cannot be '7'; it can be 6, 20",
        ),
        (
            {"options": (("backwards", "1"),)},
            "the record cannot be played: option backwards cannot be '1'; it can be false, true",
        ),
        ({"position": "here"}, "the record cannot be played: 'here' is no track"),
        ({"clock": "blitz"}, "the record cannot be played: no clock is called 'blitz'"),
        ({"result": "1"}, "the record says the result is 1, its plies say 0"),
        ({"scores": (9, 9)}, "the record says the result is 0, its plies say 0"),
        (
            {"plies": ("d3", "d3")},
            "ply 1 of the record, 'd3', is refused: The die lies on the table",
        ),
        (
            {"plies": ("d3", "fly")},
            "ply 1 of the record, 'fly', is refused: 'fly' is no ply of a race",
        ),
        (
            {"plies": (*finished().plies, "d3")},
            "ply 6 of the record, 'd3', is refused: The game is over: Fox arrived.",
        ),
        ({"plies": (), "result": "2"}, "the record's result cannot be: no such seat among"),
        (
            {"clock": "sudden 60", "left": (1.0,)},
            "the record has 1 clocks for 2 seats",
        ),
    ],
)
def test_a_record_that_cannot_be_is_refused_in_words(change: dict[str, object], words: str) -> None:
    broken = replace(finished(), **change)  # type: ignore[arg-type]
    assert complaint(broken).startswith(words)


def test_a_record_may_break_off_before_the_end_that_the_rules_make() -> None:
    unfinished = replace(finished(), result="*", reason="", scores=())
    assert Match.replay(RACE, unfinished).outcome == Outcome((0,), "Fox arrived.", (6, 3))


def test_a_game_that_is_played_live_has_no_such_matches() -> None:
    with pytest.raises(ValueError, match="Live is played live"):
        Match(LIVE)
    with pytest.raises(BadNotation, match="Live is played live"):
        Match.replay(LIVE, Record(game="live", ruleset=4))

"""A seat can have more time than the others: at the start, for each move, and in the record."""

import pytest

from tabletop.engine import BadNotation, Match, Record, TimeControl
from tabletop.games import find_game

GAME = find_game("trelawney")


def begun(clock: str, more: tuple[int, ...]) -> Match:
    return Match(GAME, clock=TimeControl.read(clock), more=more)


def test_everybody_has_the_same_without_it() -> None:
    assert begun("sudden 600", ()).clock.left == (600, 600)
    assert begun("none", (50, 0)).clock.left == (float("inf"), float("inf"))


def test_a_seat_begins_with_more() -> None:
    assert begun("sudden 600", (50, 0)).clock.left == (900, 600)


def test_each_move_gives_more() -> None:
    clock = begun("move 60", (0, 100)).clock
    assert clock.run(1, 100).moved(1).left == (60, 120)
    assert clock.run(1, 100).taken_back(1).left == (60, 120)
    clock = begun("increment 300+10", (0, 50)).clock
    assert clock.moved(0).moved(1).left == (310, 465)
    assert clock.moved(1).taken_back(1).left == (300, 450)


def test_a_record_keeps_it_and_a_replay_goes_by_it() -> None:
    match = begun("move 60", (0, 50))
    match.play(match.state.moves()[0])
    text = match.record().to_text()
    assert '[MoreTime "0 50"]' in text
    again = Match.replay(GAME, Record.from_text(text))
    assert again.clock == match.clock
    assert again.clock.run(1, 30).moved(1).left[1] == 90


def test_records_without_clocks_or_more_time_say_nothing_of_it() -> None:
    assert "MoreTime" not in begun("none", (50, 0)).record().to_text()
    assert "MoreTime" not in begun("sudden 600", ()).record().to_text()


@pytest.mark.parametrize("told", ["many", "50", "0 50 0", "0 -5", "0 99999"])
def test_damaged_more_time_is_named(told: str) -> None:
    text = begun("sudden 600", (0, 50)).record().to_text()
    damaged = text.replace('"0 50"', f'"{told}"')
    with pytest.raises(BadNotation):
        Match.replay(GAME, Record.from_text(damaged))

"""Byes that players ask for, and rounds that start by themselves."""

from datetime import datetime

import pytest

from tabletop.hub.tournament import (
    ByeCancelled,
    ByeRequested,
    Finished,
    Paused,
    Resumed,
    RoundStarted,
    StartSet,
    standings,
)
from tests.hub.tournament.referee import Referee


def _referee(players: int, rounds: int = 5, **settings: object) -> Referee:
    referee = Referee("swiss", rounds=rounds, **settings)
    referee.enter_many(players)
    return referee


def _points(referee: Referee) -> dict[str, float]:
    return {each.player: each.points for each in standings(referee.state)}


# -- byes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [8, 60], ids=["caissify", "py4swiss"])
def test_a_bye_on_request_is_worth_a_draw_and_leaves_the_pairing_allocated_one(
    players: int,
) -> None:
    referee = _referee(players)
    referee.tell(ByeRequested, player="p1", number=2)
    referee.start()
    assert not referee.state.rounds[0].requested
    referee.results("p1")
    made = referee.start()
    assert "p1" not in {player for pairing in made.pairings for player in pairing.players}
    assert len(made.byes) == 1
    assert made.byes[0] != "p1"
    assert referee.state.rounds[1].requested == ("p1",)
    referee.results()
    assert _points(referee)["p1"] == 1.5
    line = next(each for each in standings(referee.state) if each.player == "p1")
    assert line.byes == (2,)
    assert line.rounds == 2
    made = referee.start()
    assert "p1" in {player for pairing in made.pairings for player in pairing.players}


def test_in_pools_a_bye_on_request_is_a_draw_too() -> None:
    referee = Referee("pools", rounds=3, seats=4, game="shout7")
    referee.enter_many(9)
    referee.tell(ByeRequested, player="p9", number=1)
    made = referee.start()
    assert [len(each.players) for each in made.pairings] == [4, 4]
    assert _points(referee)["p9"] == 0.5


def test_a_bye_counts_as_voluntary_in_tie_breaks() -> None:
    """Article 16 of C.07: the cut takes the round of the bye first."""
    referee = _referee(4, 3, tie_breaks=("buchholz", "buchholz_cut_1"))
    referee.tell(ByeRequested, player="p1", number=2)
    referee.start()
    referee.results("p1", "p2")
    referee.start()
    referee.results("p2", "p3", "p4")
    line = next(each for each in standings(referee.state) if each.player == "p1")
    whole, cut = (value or 0.0 for _, value in line.tie_breaks)
    # The dummy of the bye has the player's own 1.5, but no more than a draw for each round.
    assert whole - cut == 1.0


def test_how_often_and_how_late_a_bye_can_be_asked_for() -> None:
    referee = _referee(8, 4)
    assert referee.state.byes_left("p1") == (1, 2, 3)
    with pytest.raises(ValueError, match="up to round 3"):
        referee.tell(ByeRequested, player="p1", number=4)
    referee.tell(ByeRequested, player="p1", number=3)
    with pytest.raises(ValueError, match="One bye"):
        referee.tell(ByeRequested, player="p1", number=2)
    assert referee.state.byes_left("p1") == ()
    referee.tell(ByeCancelled, player="p1", number=3)
    with pytest.raises(ValueError, match="no such bye"):
        referee.tell(ByeCancelled, player="p1", number=3)
    referee.start()
    assert referee.state.byes_left("p1") == (2, 3)
    with pytest.raises(ValueError, match="started"):
        referee.tell(ByeRequested, player="p1", number=1)
    referee.withdraw("p2")
    assert referee.state.byes_left("p2") == ()
    with pytest.raises(ValueError, match="withdrawn"):
        referee.tell(ByeRequested, player="p2", number=2)
    with pytest.raises(ValueError, match="not in the tournament"):
        referee.tell(ByeRequested, player="nobody", number=2)


def test_a_tournament_sets_its_own_number_and_last_round() -> None:
    referee = _referee(8, 4, max_byes=2, last_bye_round=4)
    referee.tell(ByeRequested, player="p1", number=1)
    with pytest.raises(ValueError, match="already"):
        referee.tell(ByeRequested, player="p1", number=1)
    referee.tell(ByeRequested, player="p1", number=4)
    with pytest.raises(ValueError, match="2 byes"):
        referee.tell(ByeRequested, player="p1", number=2)
    for settings in ({"max_byes": 0}, {"rounds": 1}, {"format": "round_robin"}):
        fields = {"format": "swiss", "rounds": 4, **settings}
        other = Referee(fields.pop("format"), **fields)
        other.enter("a")
        with pytest.raises(ValueError, match="no byes"):
            other.tell(ByeRequested, player="a", number=1)
    for wrong in ({"max_byes": -1}, {"last_bye_round": 5}):
        with pytest.raises(ValueError, match=r"\.$"):
            Referee("swiss", rounds=4, **wrong)


def test_who_leaves_has_no_bye_any_more() -> None:
    referee = _referee(8)
    referee.tell(ByeRequested, player="p1", number=1)
    referee.withdraw("p1")
    referee.start()
    assert referee.state.rounds[0].requested == ()
    assert _points(referee)["p1"] == 0.0


# -- start times ---------------------------------------------------------------------------------


def _starts(referee: Referee) -> tuple[float | None, bool]:
    return referee.state.starts, referee.state.can_start


def _rule(referee: Referee) -> tuple[float | None, int | None]:
    return referee.state.starts, referee.state.start_minutes


def _second_round(referee: Referee) -> None:
    """Plays the first round, and pairs the second."""
    referee.start()
    referee.results()
    referee.pair()


def _last_result(referee: Referee) -> float:
    event = next(e for e in reversed(referee.events) if type(e).__name__ == "ResultGiven")
    return datetime.fromisoformat(event.at).timestamp()


def test_a_time_is_for_one_round() -> None:
    referee = _referee(4)
    referee.tell(StartSet, number=1, time=5000.0)
    assert _starts(referee) == (5000.0, True)
    changed = referee.tell(StartSet, number=1, time=6000.0)
    assert _starts(referee) == (6000.0, True)
    referee.undo(changed)
    assert _starts(referee) == (5000.0, True)
    referee.start()
    assert _starts(referee) == (None, False)


def test_a_time_can_be_set_before_the_round_is_paired_and_is_kept_while_paused() -> None:
    referee = _referee(4)
    referee.start()
    referee.tell(StartSet, number=2, time=5000.0)
    assert _starts(referee) == (5000.0, False)
    referee.results()
    referee.pair()
    assert referee.state.can_start
    referee.tell(Paused)
    assert _starts(referee) == (5000.0, False)
    referee.tell(Resumed)
    assert referee.state.can_start


def test_minutes_after_the_last_result_hold_for_all_later_rounds() -> None:
    referee = _referee(4)
    referee.start()
    referee.tell(StartSet, number=2, minutes=10)
    assert _rule(referee) == (None, 10)
    for _ in range(2):
        referee.results()
        last = _last_result(referee)
        referee.pair()
        referee.enter("late" + str(len(referee.events)), late=True)
        assert referee.state.starts == last + 600
        referee.tell(RoundStarted, number=len(referee.state.rounds))
        assert _rule(referee) == (None, 10)
    referee.tell(StartSet, number=4, time=7000.0)  # lunch
    assert _rule(referee) == (7000.0, None)
    referee.tell(StartSet, number=4)
    assert _rule(referee) == (None, None)


def test_a_start_that_was_taken_back_does_not_happen_again_by_itself() -> None:
    referee = _referee(4)
    referee.start()
    referee.tell(StartSet, number=2, minutes=0)
    referee.results()
    referee.pair()
    assert referee.state.starts is not None
    undone = referee.undo(referee.tell(RoundStarted, number=2))
    assert _starts(referee) == (None, True)
    referee.undo(undone)
    assert referee.state.rounds[1].started
    referee.undo(referee.events[-1])
    referee.tell(StartSet, number=2, time=8000.0)
    assert referee.state.starts == 8000.0


def test_what_cannot_be_set_is_refused() -> None:
    referee = _referee(4, 2)
    with pytest.raises(ValueError, match="first round"):
        referee.tell(StartSet, number=1, minutes=5)
    for fields, words in (
        ({"number": 2, "time": 5000.0}, "next round"),
        ({"number": 1, "time": float("nan")}, "no time"),
    ):
        with pytest.raises(ValueError, match=words):
            referee.tell(StartSet, **fields)
    _second_round(referee)
    with pytest.raises(ValueError, match="minutes"):
        referee.tell(StartSet, number=2, minutes=100_000)
    referee.tell(RoundStarted, number=2)
    assert referee.state.next_number is None
    referee.results()
    with pytest.raises(ValueError, match="rounds are played"):
        referee.tell(StartSet, number=3, time=5000.0)
    referee.tell(Finished)
    assert referee.state.starts is None

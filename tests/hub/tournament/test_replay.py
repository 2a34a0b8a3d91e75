"""Events of a tournament: what fits, what follows, and what is undone."""

from random import Random
from typing import Any

import msgspec
import pytest

from tabletop.hub.tournament import (
    Created,
    Entered,
    Finished,
    PairingMade,
    PairingReplaced,
    Paused,
    Points,
    ResultGiven,
    Resumed,
    Returned,
    RoundPaired,
    RoundStarted,
    TableAssigned,
    Undone,
    check,
    event_from_json,
    event_to_json,
    pair_next_round,
    replay,
    standings,
)
from tests.hub.tournament.referee import Referee


@pytest.fixture
def referee() -> Referee:
    """A Swiss tournament of four, its first round in progress."""
    referee = Referee("swiss", rounds=3)
    referee.enter_many(4)
    referee.start()
    return referee


def _status(referee: Referee) -> str:
    return referee.state.status


def _first(referee: Referee) -> str:
    return referee.state.rounds[-1].pairings[0].id


@pytest.mark.parametrize(
    "settings",
    [
        {"name": " "},
        {"rounds": 0},
        {"rounds": 100},
        {"seats": 4},
        {"format": "pools", "seats": 2},
        {"format": "knockout", "best_of": 2},
        {"format": "round_robin", "cycles": 3},
        {"points": {"win": 1.0, "draw": 2.0}},
        {"points": {"win": float("inf")}},
        {"tie_breaks": ("wins", "wins")},
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any]) -> None:
    if "points" in settings:
        settings = {**settings, "points": Points(**settings["points"])}
    whole = {"name": "Cup", "game": "shoo", "format": "swiss", "rounds": 5, **settings}
    with pytest.raises(ValueError, match=r"\.$"):
        check(None, Created(id="1", at="", by="", **whole))


def test_a_tournament_begins_with_its_creation() -> None:
    with pytest.raises(ValueError, match="no tournament"):
        replay(())
    with pytest.raises(ValueError, match="no tournament"):
        check(None, Finished(id="1", at="", by=""))


@pytest.mark.parametrize(
    ("kind", "fields", "says"),
    [
        (Created, {"name": "Cup", "game": "shoo", "format": "swiss"}, "exists"),
        (Entered, {"player": "p9", "name": "Quin"}, "late entry"),
        (Entered, {"player": "p1", "name": "Quin", "late": True}, "already"),
        (Entered, {"player": "p9", "name": "p2", "late": True}, "called p2"),
        (Entered, {"player": "p9", "name": "  ", "late": True}, "name"),
        (Entered, {"player": "p9", "name": "Q", "late": True, "rating": float("nan")}, "rating"),
        (Returned, {"player": "p1"}, "playing already"),
        (Returned, {"player": "zoe"}, "not in the tournament"),
        (RoundStarted, {"number": 1}, "started already"),
        (RoundStarted, {"number": 2}, "not the next"),
        (RoundPaired, {"number": 2, "pairings": ()}, "not over"),
        (RoundPaired, {"number": 3, "pairings": ()}, "next round is round 2"),
        (ResultGiven, {"pairing": "x", "scores": (1.0, 0.0)}, "not in the tournament"),
        (TableAssigned, {"pairing": "x", "table": "Oak"}, "not in the tournament"),
        (Resumed, {}, "not paused"),
        (Finished, {}, "2 results are missing"),
        (Undone, {"event": "nothing"}, "no such step"),
        (Undone, {"event": "e0"}, "tournament itself"),
        (PairingReplaced, {"number": 1, "pairings": ()}, "has started"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(
    referee: Referee, kind: Any, fields: dict[str, Any], says: str
) -> None:
    before = referee.state
    with pytest.raises(ValueError, match=says) as refusal:
        referee.tell(kind, **fields)
    assert not str(refusal.value)[0].islower()
    assert str(refusal.value).endswith(".")
    assert referee.state is before


@pytest.mark.parametrize(
    ("scores", "how", "says"),
    [
        ((1.0,), "table", "one score for each"),
        ((1.0, -1.0), "table", "from 0"),
        ((float("nan"), 0.0), "table", "from 0"),
        ((1.0, 1.0), "no_show", "who did not come"),
    ],
)
def test_senseless_results_are_refused(
    referee: Referee, scores: tuple[float, ...], how: str, says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        referee.give(_first(referee), *scores, how=how)
    referee.give(_first(referee), 1.0, 0.0)
    with pytest.raises(ValueError, match=says):
        referee.correct(_first(referee), *scores, how=how)


def test_a_second_result_is_a_correction(referee: Referee) -> None:
    pairing = _first(referee)
    with pytest.raises(ValueError, match="no result yet"):
        referee.correct(pairing, 0.0, 1.0)
    referee.give(pairing, 1.0, 0.0)
    with pytest.raises(ValueError, match="Correct it"):
        referee.give(pairing, 0.0, 1.0)
    referee.correct(pairing, 0.0, 1.0)
    game = referee.state.pairing(pairing).games[0]
    assert game.corrected
    assert (game.scores, game.first_scores) == ((0.0, 1.0), (1.0, 0.0))


def test_the_same_event_is_stored_once(referee: Referee) -> None:
    given = referee.give(_first(referee), 1.0, 0.0)
    with pytest.raises(ValueError, match="stored already"):
        check(referee.state, given)


def test_corrections_flow_into_the_standings(referee: Referee) -> None:
    winner, loser = referee.state.pairing(_first(referee)).players
    referee.give(_first(referee), 1.0, 0.0)
    referee.give(referee.open_pairings()[0], 0.5, 0.5)
    assert referee.places()[0] == (1, winner)
    referee.correct(_first(referee), 0.0, 1.0)
    assert referee.places()[0] == (1, loser)


def test_corrections_count_in_the_next_pairing_but_leave_the_last_one(referee: Referee) -> None:
    referee.results("p1", "p2")
    first = _first(referee)
    made = referee.start()
    assert {"p1", "p2"} == set(made.pairings[0].players)
    referee.correct(first, *(float(p != "p1") for p in referee.state.pairing(first).players))
    assert referee.state.rounds[1].pairings[0].players == made.pairings[0].players


def test_pause(referee: Referee) -> None:
    referee.tell(Paused)
    assert _status(referee) == "paused"
    with pytest.raises(ValueError, match="paused already"):
        referee.tell(Paused)
    referee.results("p1", "p2")  # matches in progress go on
    referee.pair()
    with pytest.raises(ValueError, match="Resume"):
        referee.tell(RoundStarted, number=2)
    referee.tell(Resumed)
    referee.tell(RoundStarted, number=2)
    assert _status(referee) == "running"


def test_finished_takes_corrections_only(referee: Referee) -> None:
    referee.results("p1", "p2")
    referee.finish()
    assert _status(referee) == "finished"
    assert referee.state.is_over
    referee.correct(_first(referee), 0.5, 0.5)
    with pytest.raises(ValueError, match="finished"):
        referee.enter("quin", late=True)
    with pytest.raises(ValueError, match="finished"):
        pair_next_round(referee.state, id="x", at="", by="")


def test_an_undone_end_goes_on(referee: Referee) -> None:
    referee.results("p1", "p2")
    end = referee.tell(Finished)
    referee.undo(end)
    assert _status(referee) == "running"
    referee.start()


def test_undo_and_undo_of_the_undo(referee: Referee) -> None:
    before = standings(referee.state)
    given = referee.give(_first(referee), 1.0, 0.0)
    after = standings(referee.state)
    undone = referee.undo(given)
    assert standings(referee.state) == before
    with pytest.raises(ValueError, match="undone already"):
        referee.undo(given)
    again = referee.undo(undone)
    assert standings(referee.state) == after
    third = referee.undo(again)
    assert standings(referee.state) == before
    referee.undo(third)
    assert standings(referee.state) == after


def test_what_later_steps_need_is_not_undone_before_them(referee: Referee) -> None:
    entry = referee.events[1]
    with pytest.raises(ValueError, match="later step"):
        referee.undo(entry)
    referee.undo(referee.events[-1])  # the start
    referee.undo(referee.events[5])  # the pairing
    referee.undo(entry)
    assert "p1" not in referee.state.entrants


def test_results_of_an_undone_pairing_find_no_match(referee: Referee) -> None:
    old = _first(referee)
    started, paired = referee.events[-1], referee.events[-2]
    referee.undo(started)
    referee.undo(paired)
    referee.enter("quin")
    made = referee.start()
    assert len(made.byes) == 1
    with pytest.raises(ValueError, match="paired anew"):
        referee.give(old, 1.0, 0.0)


def test_a_referee_swaps_players_before_the_start() -> None:
    referee = Referee("swiss", rounds=3)
    referee.enter_many(5)
    made = referee.pair()
    a, b = made.pairings
    swapped = (
        PairingMade(a.id, (a.players[0], b.players[1])),
        PairingMade(b.id, (b.players[0], made.byes[0])),
    )
    with pytest.raises(ValueError, match="paired and has a bye"):
        referee.tell(PairingReplaced, number=1, pairings=swapped)
    with pytest.raises(ValueError, match="neither"):
        referee.tell(PairingReplaced, number=1, pairings=swapped, byes=())
    with pytest.raises(ValueError, match="twice"):
        referee.tell(PairingReplaced, number=1, pairings=swapped[:1])
    referee.tell(PairingReplaced, number=1, pairings=swapped, byes=(a.players[1],))
    now = referee.state.rounds[0]
    assert [each.players for each in now.pairings] == [each.players for each in swapped]
    assert now.byes == (a.players[1],)


def test_tables_are_assigned_until_the_match_is_over(referee: Referee) -> None:
    pairing = _first(referee)
    referee.tell(TableAssigned, pairing=pairing, table="Oak")
    assert referee.state.pairing(pairing).table == "Oak"
    referee.tell(TableAssigned, pairing=pairing, table="Elm")
    assert referee.state.pairing(pairing).table == "Elm"
    referee.give(pairing, 1.0, 0.0)
    with pytest.raises(ValueError, match="over"):
        referee.tell(TableAssigned, pairing=pairing, table="Oak")


def test_late_entries_with_and_without_points() -> None:
    for missed in (0.0, 0.5):
        referee = Referee("swiss", rounds=3, points=Points(missed_round=missed))
        referee.enter_many(4)
        referee.start()
        referee.results("p1", "p2")
        referee.enter("quin", late=True)
        made = referee.start()
        assert len(made.byes) == 1
        points = {each.player: each.points for each in standings(referee.state)}
        assert points["quin"] - (1.0 if "quin" in made.byes else 0.0) == missed


def test_nobody_enters_after_the_last_pairing() -> None:
    referee = Referee("swiss", rounds=1)
    referee.enter_many(2)
    referee.start()
    with pytest.raises(ValueError, match="last round"):
        referee.enter("quin", late=True)


def test_withdrawn_players_are_not_paired_until_they_return() -> None:
    referee = Referee("swiss", rounds=5)
    referee.enter_many(6)
    referee.start()
    referee.results("p1", "p2", "p3")
    referee.withdraw("p6")
    with pytest.raises(ValueError, match="withdrawn already"):
        referee.withdraw("p6")
    made = referee.start()
    assert "p6" not in {player for pairing in made.pairings for player in pairing.players}
    assert "p6" not in made.byes
    referee.results("p1", "p2", "p3")
    referee.bring_back("p6")
    made = referee.start()
    assert not made.byes
    assert "p6" in {player for pairing in made.pairings for player in pairing.players}


def test_no_shows() -> None:
    referee = Referee("swiss", rounds=3)
    referee.enter_many(4)
    referee.start()
    first, second = referee.open_pairings()
    referee.give(first, 1.0, 0.0, how="no_show")
    referee.give(second, 0.0, 0.0, how="no_show")
    points = {each.player: each.points for each in standings(referee.state)}
    assert points[first.players[0]] == 1.0
    assert sum(points.values()) == 1.0
    wins = dict(standings(referee.state)[0].tie_breaks)["wins"]
    assert wins == 0.0  # nothing was played


def test_the_same_seed_gives_the_same_tournament() -> None:
    def play(seed: int) -> list[Any]:
        referee = Referee("swiss", rounds=4, seed=seed)
        referee.enter_many(9, rated=False)
        found: list[Any] = []
        for _ in range(4):
            found.append(referee.start().pairings)
            referee.play(Random(3))
        return found

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_json_round_trip_of_every_kind_of_event() -> None:
    referee = Referee("pools", seats=4, rounds=2, options=(("length", "short"),))
    referee.enter_many(7)
    referee.pair()
    made = referee.state.rounds[0].pairings[0]
    referee.tell(PairingReplaced, number=1, pairings=(PairingMade(made.id, made.players[::-1]),))
    referee.tell(RoundStarted, number=1)
    referee.tell(TableAssigned, pairing=made.id, table="Oak")
    referee.tell(Paused)
    referee.tell(Resumed)
    referee.play(Random(1))
    referee.correct(made.id, 4.0, 3.0, 2.0, 1.0)
    referee.withdraw("p7")
    referee.bring_back("p7")
    referee.undo(referee.tell(Finished))
    assert len({type(event) for event in referee.events}) == 14
    stored = [event_to_json(event) for event in referee.events]
    read = tuple(event_from_json(line) for line in stored)
    assert read == referee.events
    assert replay(read) == referee.state
    msgspec.json.encode(referee.state)  # pages get the state as JSON


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"[1]",
        b'{"type":"Nothing","id":"1","at":"","by":""}',
        b'{"type":"Paused","id":"1","at":"","by":"","extra":1}',
        b'{"type":"Paused","id":1,"at":"","by":""}',
        b"[" * 5_000,
    ],
)
def test_lines_that_are_no_event_are_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match="no event"):
        event_from_json(line)

"""Standings and tie-breaks, calculated by hand from FIDE's C.07."""

from random import Random
from typing import Any

import pytest

from tabletop.hub.tournament import PairingMade, Points, RoundPaired, RoundStarted, standings
from tests.hub.tournament.referee import Referee


def _round(referee: Referee, games: str, *byes: str) -> None:
    """Plays a round: `a-b 1`, `=` or `0` as the first one sees it, `+` or `-` if nobody played."""
    number = len(referee.state.rounds) + 1
    made = [PairingMade(f"{number}.{game[:3]}", (game[0], game[2])) for game in games.split(", ")]
    referee.tell(RoundPaired, number=number, pairings=tuple(made), byes=byes)
    referee.tell(RoundStarted, number=number)
    for game in games.split(", "):
        first = {"1": 1.0, "+": 1.0, "=": 0.5, "0": 0.0, "-": 0.0}[game[-1]]
        how = "no_show" if game[-1] in "+-" else "table"
        referee.give(f"{number}.{game[:3]}", first, 1 - first, how=how)


def _values(referee: Referee, tie_break: str) -> dict[str, float | None]:
    return {
        each.player: dict[Any, Any](each.tie_breaks)[tie_break] for each in standings(referee.state)
    }


@pytest.fixture
def swiss() -> Referee:
    """Three rounds with a bye in two of them, a withdrawal and a no-show."""
    referee = Referee("swiss", rounds=3)
    referee.enter(*"abcde")
    _round(referee, "a-b 1, c-d =", "e")
    _round(referee, "a-e 1, c-b 1", "d")
    referee.withdraw("e")
    _round(referee, "a-c =, b-d +")
    return referee


def test_points_and_places(swiss: Referee) -> None:
    points = {each.player: each.points for each in standings(swiss.state)}
    assert points == {"a": 2.5, "b": 1.0, "c": 2.0, "d": 1.5, "e": 1.0}
    assert swiss.places() == [(1, "a"), (2, "c"), (3, "d"), (4, "b"), (5, "e")]
    assert [each.is_here for each in standings(swiss.state)] == [True] * 4 + [False]


@pytest.mark.parametrize(
    ("tie_break", "values"),
    [
        # e's last round counts as a draw for a (16.3); own unplayed rounds against dummies (16.4).
        ("buchholz", {"a": 4.5, "b": 5.5, "c": 5.0, "d": 4.5, "e": 4.5}),
        ("buchholz_cut_1", {"a": 3.5, "b": 4.5, "c": 4.0, "d": 3.5, "e": 3.5}),
        ("sonneborn_berger", {"a": 3.5, "b": 1.0, "c": 3.0, "d": 2.5, "e": 1.0}),
        ("wins", {"a": 2.0, "b": 0.0, "c": 1.0, "d": 0.0, "e": 0.0}),
    ],
)
def test_unplayed_rounds(swiss: Referee, tie_break: str, values: dict[str, float]) -> None:
    assert _values(swiss, tie_break) == values


def test_cut_1_leaves_out_a_missed_round_first() -> None:
    referee = Referee("swiss", rounds=3)
    referee.enter(*"abcd")
    _round(referee, "a-b 1, c-d =")
    referee.enter("l", late=True)
    _round(referee, "l-b 1, a-c 1", "d")
    _round(referee, "l-a 1, c-d 1", "b")
    # The dummy of the missed round has 1.5, b 1 and a 2 points.
    assert _values(referee, "buchholz")["l"] == 4.5
    assert _values(referee, "buchholz_cut_1")["l"] == 3.0


def test_open_matches_do_not_count_yet() -> None:
    referee = Referee("swiss", rounds=3)
    referee.enter_many(4)
    referee.start()
    referee.give(referee.open_pairings()[0], 1.0, 0.0)
    lines = standings(referee.state)
    assert sorted(each.rounds for each in lines) == [0, 0, 1, 1]
    assert (lines[0].points, lines[0].place, lines[0].is_shared) == (1.0, 1, False)
    assert [each.points for each in lines[1:]] == [0.0] * 3


def test_nobody_has_played() -> None:
    referee = Referee("swiss", rounds=3)
    assert standings(referee.state) == ()
    referee.enter("a", "b")
    assert [each.place for each in standings(referee.state)] == [1, 1]


def _round_robin(results: dict[str, str], count: int = 4, **settings: Any) -> Referee:
    """A round robin of players a, b, c...; `ab` is what a has against b."""
    referee = Referee("round_robin", **settings)
    for number, player in enumerate("abcdef"[:count]):
        referee.enter(player, rating=float(-number))
    while not referee.state.is_over:
        for pairing in referee.start().pairings:
            one, other = pairing.players
            if one + other in results:
                first = float(results[one + other])
            else:
                first = 1 - float(results[other + one])
            referee.give(pairing.id, first, 1 - first)
    return referee


def test_direct_encounter() -> None:
    # a and b have two points each, c and d one.
    games = {"ab": "1", "ac": "0", "ad": "1", "bc": "1", "bd": "1", "cd": "0"}
    referee = _round_robin(games)
    assert referee.places() == [(1, "a"), (2, "b"), (3, "d"), (4, "c")]
    assert [each.points for each in standings(referee.state)] == [2.0, 2.0, 1.0, 1.0]
    assert _values(referee, "direct") == {"a": 1.0, "b": 0.0, "d": 1.0, "c": 0.0}


def test_a_circle_of_three_shares_its_place() -> None:
    games = {"ab": "1", "bc": "1", "ca": "1", "ad": "1", "bd": "1", "cd": "1"}
    referee = _round_robin(games)
    assert [place for place, _ in referee.places()] == [1, 1, 1, 4]
    assert [each.is_shared for each in standings(referee.state)] == [True, True, True, False]
    assert set(_values(referee, "direct").values()) == {1.0, None}


def test_direct_encounter_of_players_who_did_not_all_meet() -> None:
    """Only somebody who stays ahead whatever the missing games would bring comes first."""
    referee = Referee("swiss", rounds=3, tie_breaks=("direct",))
    referee.enter(*"abcdef")
    _round(referee, "a-b 1, c-e 1, d-f 1")
    _round(referee, "a-c 1, b-e 1, d-f 1")
    _round(referee, "d-a 1, b-f 1, c-e 1")
    # a, b and c have two points. a beat both others, who did not meet.
    assert sorted(referee.places())[:4] == [(1, "d"), (2, "a"), (3, "b"), (3, "c")]


def test_a_round_robin_counts_no_shows_as_games() -> None:
    referee = Referee("round_robin")
    referee.enter_many(4)
    while not referee.state.is_over:
        for pairing in referee.start().pairings:
            best = min(pairing.players)
            scores = [float(player == best) for player in pairing.players]
            referee.give(pairing.id, *scores, how="no_show" if "p4" in pairing.players else "table")
    assert _values(referee, "sonneborn_berger") == {"p1": 3.0, "p2": 1.0, "p3": 0.0, "p4": 0.0}


@pytest.mark.parametrize(("left_after", "counts"), [(1, False), (2, True)])
def test_who_leaves_a_round_robin_early_does_not_count(left_after: int, counts: bool) -> None:
    referee = Referee("round_robin")
    referee.enter_many(5)
    played = 0
    while not referee.state.is_over:
        if played == left_after and referee.state.entrants["p5"].here:
            referee.withdraw("p5")
        made = referee.start()
        for pairing in referee.open_pairings():
            referee.give(pairing, 0.5, 0.5)
        played += any("p5" in pairing.players for pairing in made.pairings)
    points = {each.player: each.points for each in standings(referee.state)}
    if counts:  # two draws, and two wins without playing for the others
        assert points["p5"] == 1.0
        assert sorted(points.values()) == [1.0, 2.0, 2.0, 2.5, 2.5]
    else:
        assert points == {"p1": 1.5, "p2": 1.5, "p3": 1.5, "p4": 1.5, "p5": 0.0}


def test_points_of_another_scale() -> None:
    referee = Referee("swiss", rounds=2, points=Points(win=3.0, draw=1.0, bye=2.0))
    referee.enter(*"abc")
    _round(referee, "a-b 1", "c")
    _round(referee, "c-a =", "b")
    points = {each.player: each.points for each in standings(referee.state)}
    assert points == {"a": 4.0, "b": 2.0, "c": 3.0}


def test_a_match_of_four_shares_the_points_of_shared_places() -> None:
    referee = Referee("pools", seats=4, rounds=1, points=Points(win=6.0))
    referee.enter_many(7)
    made = referee.start()
    four, three = (pairing.players for pairing in made.pairings)
    assert (len(four), len(three)) == (4, 3)
    referee.give(made.pairings[0].id, 5.0, 9.0, 5.0, 1.0)
    referee.give(made.pairings[1].id, 7.0, 7.0, 7.0)
    points = {each.player: each.points for each in standings(referee.state)}
    assert [points[player] for player in four] == [3.0, 6.0, 3.0, 0.0]
    assert [points[player] for player in three] == [3.0, 3.0, 3.0]


def test_an_absent_player_of_four_is_last_and_the_others_played() -> None:
    referee = Referee("pools", seats=4, rounds=1, points=Points(win=6.0))
    referee.enter_many(4)
    made = referee.start().pairings[0]
    referee.give(made.id, 3.0, 0.0, 2.0, 1.0, how="no_show")
    points = {each.player: each.points for each in standings(referee.state)}
    assert [points[player] for player in made.players] == [6.0, 0.0, 4.0, 2.0]


def test_more_points_never_come_behind_fewer() -> None:
    for format, seats in (("swiss", 2), ("arena", 2), ("pools", 4), ("round_robin", 2)):
        referee = Referee(format, seats=seats, rounds=4)
        referee.enter_many(9)
        random = Random(5)
        for _ in range(4):
            referee.start()
            referee.play(random, no_shows=0.2)
        lines = standings(referee.state)
        assert [each.points for each in lines] == sorted(
            (each.points for each in lines), reverse=True
        )
        places = [each.place for each in lines]
        assert places == sorted(places)
        assert all(places.index(each.place) + 1 == each.place for each in lines)

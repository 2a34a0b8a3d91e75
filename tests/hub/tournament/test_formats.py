"""Pairings of round robin, knockout, arena and pools."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tabletop.hub.tournament import PairingMade, PairingReplaced, RoundPaired, standings
from tabletop.hub.tournament.pools import pool_sizes
from tabletop.hub.tournament.schedules import berger_round, bracket_order
from tests.hub.tournament.referee import Referee, ids

BERGER_OF_6 = (
    "1-6 2-5 3-4",
    "6-4 5-3 1-2",
    "2-6 3-1 4-5",
    "6-5 1-4 2-3",
    "3-6 4-2 5-1",
)
"""As FIDE prints it (C.05, annex 1)."""


def test_berger_table() -> None:
    for number, line in enumerate(BERGER_OF_6, 1):
        assert [f"{a}-{b}" for a, b in berger_round(6, number)] == line.split()


@pytest.mark.parametrize("count", [2, 3, 7, 8])
@pytest.mark.parametrize("cycles", [1, 2])
def test_round_robin(count: int, cycles: int) -> None:
    referee = Referee("round_robin", cycles=cycles)
    players = referee.enter_many(count)
    meetings: Counter[tuple[str, ...]] = Counter()
    byes: Counter[str] = Counter()
    firsts: dict[str, str] = dict.fromkeys(players, "")
    while not referee.state.is_over:
        made = referee.start()
        meetings.update(ids(made.pairings))
        byes.update(made.byes)
        for one, other in ids(made.pairings):
            firsts[one] += "1"
            firsts[other] += "2"
        referee.play(Random(1))
    pairs = Counter(tuple(sorted(pair)) for pair in meetings.elements())
    assert pairs == Counter(dict.fromkeys(combinations(sorted(players), 2), cycles))
    if cycles == 2:
        assert set(meetings.values()) == {1}  # both move first once
    assert set(byes.values()) <= {cycles}
    assert not any("111" in each or "222" in each for each in firsts.values())
    with pytest.raises(ValueError, match="All rounds"):
        referee.pair()


def test_a_round_robin_has_no_late_entries() -> None:
    referee = Referee("round_robin")
    referee.enter_many(4)
    referee.start()
    with pytest.raises(ValueError, match="no late entries"):
        referee.enter("quin", late=True)
    with pytest.raises(ValueError, match="can’t be changed"):
        referee.tell(PairingReplaced, number=1, pairings=())


def test_matches_of_somebody_who_left_a_round_robin_are_decided_at_once() -> None:
    referee = Referee("round_robin")
    referee.enter_many(4)
    for _ in range(2):
        referee.start()
        referee.results("p1", "p2", "p3")
    referee.withdraw("p4")
    referee.start()
    assert len(referee.open_pairings()) == 1
    referee.results("p1", "p2")
    assert referee.state.is_over


@pytest.mark.parametrize("format", ["round_robin", "knockout", "swiss"])
def test_who_leaves_before_the_first_pairing_is_not_in_the_field(format: str) -> None:
    referee = Referee(format)
    referee.enter_many(5)
    referee.withdraw("p5")
    made = referee.start()
    assert len(made.pairings) == 2
    assert not made.byes
    referee.results("p1", "p2")
    if format == "round_robin":
        assert referee.state.number_of_rounds == 3


def test_seeds_meet_as_late_as_possible() -> None:
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("count", [2, 3, 5, 8, 11, 16, 37])
def test_knockout_of_favourites(count: int) -> None:
    referee = Referee("knockout", third_place=True)
    players = referee.enter_many(count)
    made = referee.start()
    alone = [pairing.players[0] for pairing in made.pairings if len(pairing.players) == 1]
    assert sorted(alone) == sorted(players[: len(alone)])  # byes for the best
    while True:
        for pairing in referee.open_pairings():
            best = min(pairing.players, key=players.index)
            referee.give(pairing, *(float(player == best) for player in pairing.players))
        if referee.state.is_over:
            break
        referee.start()
    assert len(referee.state.rounds) == (count - 1).bit_length()
    places = referee.places()
    assert [player for _, player in places[:3]] == players[:3]
    assert [place for place, _ in places[:4]] == [1, 2, 3, 4][:count]
    assert {place for place, _ in places[4:8]} <= {5}


def test_semi_finalists_share_the_third_place_without_a_match_for_it() -> None:
    referee = Referee("knockout")
    referee.enter_many(4)
    for _ in range(2):
        referee.start()
        referee.results("p1", "p2")
        referee.results("p1")
    places = dict[str, int]((player, place) for place, player in referee.places())
    assert places["p3"] == places["p4"] == 3


def test_a_drawn_knockout_match_goes_on_with_the_other_one_first() -> None:
    referee = Referee("knockout")
    referee.enter_many(2)
    pairing = referee.start().pairings[0]
    referee.give(pairing.id, 0.5, 0.5)
    now = referee.state.pairing(pairing.id)
    assert not now.is_decided
    assert now.next_seats == pairing.players[::-1]
    referee.give(pairing.id, 0.0, 1.0)
    assert referee.state.pairing(pairing.id).winner == pairing.players[1]
    assert referee.state.is_over


def test_best_of_three() -> None:
    referee = Referee("knockout", best_of=3)
    referee.enter_many(2)
    pairing = referee.start().pairings[0]
    referee.give(pairing.id, 1.0, 0.0)
    assert not referee.state.pairing(pairing.id).is_decided
    referee.give(pairing.id, 0.0, 1.0)
    assert not referee.state.pairing(pairing.id).is_decided
    referee.give(pairing.id, 1.0, 0.0)
    assert referee.state.pairing(pairing.id).winner == pairing.players[0]
    with pytest.raises(ValueError, match="result already"):
        referee.give(pairing.id, 1.0, 0.0)


def test_two_wins_of_three_are_enough() -> None:
    referee = Referee("knockout", best_of=3)
    referee.enter_many(2)
    pairing = referee.start().pairings[0]
    referee.give(pairing.id, 1.0, 0.0)
    referee.give(pairing.id, 1.0, 0.0)
    assert referee.state.pairing(pairing.id).is_decided


def test_a_correction_that_changes_who_goes_on_needs_the_next_round_undone() -> None:
    referee = Referee("knockout")
    referee.enter_many(4)
    first = referee.start().pairings[0]
    referee.results("p1", "p2")
    made = referee.pair()
    loser = next(player for player in first.players if player != "p1")
    scores = [float(player == loser) for player in first.players]
    with pytest.raises(ValueError, match="round 2"):
        referee.correct(first.id, *scores)
    referee.undo(made)
    referee.correct(first.id, *scores)
    again = referee.pair()
    assert loser in again.pairings[0].players


def test_who_leaves_a_knockout_gives_the_opponent_a_free_round() -> None:
    referee = Referee("knockout")
    referee.enter_many(8)
    referee.start()
    referee.results("p1", "p2", "p3", "p4")
    referee.withdraw("p1")
    made = referee.start()
    assert sorted(len(players) for players in ids(made.pairings)) == [1, 2]
    referee.results("p2")
    final = referee.start()
    assert len(final.pairings[0].players) == 2
    referee.results("p2")
    assert referee.state.is_over
    assert referee.places()[0] == (1, "p2")


def test_a_knockout_ends_even_if_nobody_comes() -> None:
    referee = Referee("knockout", third_place=True)
    referee.enter_many(5)
    referee.start()
    for pairing in referee.open_pairings():
        referee.give(pairing, 0.0, 0.0, how="no_show")
    for player in ("p1", "p2", "p3"):
        referee.withdraw(player)
    while not referee.state.is_over:
        referee.start()
    referee.finish()
    assert len(standings(referee.state)) == 5


def test_arena_pairs_whoever_is_free() -> None:
    referee = Referee("arena")
    referee.enter_many(6)
    referee.pair()
    with pytest.raises(ValueError, match="Nobody is free"):
        referee.pair()
    first, second, third = referee.open_pairings()
    referee.give(first, 1.0, 0.0)
    with pytest.raises(ValueError, match="still playing"):
        referee.tell(
            RoundPaired,
            number=2,
            pairings=(PairingMade("x", (first.players[0], second.players[0])),),
        )
    referee.give(second, 1.0, 0.0)
    made = referee.pair()
    assert {frozenset(players) for players in ids(made.pairings)} == {
        frozenset((first.players[0], second.players[0])),
        frozenset((first.players[1], second.players[1])),
    }  # by points, and not the same again
    assert third.id in {pairing.id for pairing in referee.open_pairings()}


@pytest.mark.parametrize("count", [3, 4, 5, 12, 31])
def test_arena_repeats_no_opponent_at_once_and_changes_who_moves_first(count: int) -> None:
    referee = Referee("arena", seed=count)
    players = referee.enter_many(count)
    last: dict[str, str] = {}
    random = Random(count)
    for _ in range(12):
        made = referee.pair()
        for one, other in ids(made.pairings):
            assert last.get(one) != other or count < 4
            last[one], last[other] = other, one
        open_now = referee.open_pairings()
        random.shuffle(open_now)
        for pairing in open_now:
            referee.give(pairing, *random.choice([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]))
    games = [pairing for each in referee.state.rounds for pairing in each.pairings]
    for player in players:
        own = [pairing for pairing in games if player in pairing.players]
        first = sum(pairing.players[0] == player for pairing in own)
        assert abs(2 * first - len(own)) <= 4
    played = Counter(player for pairing in games for player in pairing.players)
    assert max(played.values()) - min(played.values()) <= 1  # nobody waits twice before others


@pytest.mark.parametrize("count", [4, 5, 9, 16])
def test_arena_pairs_anew_after_each_result(count: int) -> None:
    """Whoever has just met waits for others, and still everybody plays about equally often."""
    referee = Referee("arena", seed=count)
    players = referee.enter_many(count)
    random = Random(count)
    last: dict[str, str] = {}
    played: Counter[str] = Counter()

    def pair() -> None:
        try:
            made = referee.pair()
        except ValueError:
            assert referee.open_pairings()  # some still play
            return
        for one, other in ids(made.pairings):
            assert not (last.get(one) == other and last.get(other) == one)
            last[one], last[other] = other, one
            played.update((one, other))

    pair()
    for _ in range(10 * count):
        pairing = random.choice(referee.open_pairings())
        referee.give(pairing, *random.choice([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]))
        pair()
    assert min(played[player] for player in players) >= 10


def test_two_players_of_an_arena_meet_again_and_again() -> None:
    referee = Referee("arena")
    referee.enter_many(2)
    for _ in range(3):
        referee.pair()
        referee.play(Random(1))
    referee.finish()


def test_arena_takes_late_entries_at_any_time() -> None:
    referee = Referee("arena")
    referee.enter_many(2)
    referee.pair()
    referee.enter("quin", "rob", late=True)
    assert set(referee.pair().pairings[0].players) == {"quin", "rob"}


@pytest.mark.parametrize("count", range(3, 61))
def test_nobody_is_left_out_of_matches_of_four_and_three(count: int) -> None:
    sizes = pool_sizes(count, 4)
    assert set(sizes) <= {3, 4}
    assert sum(sizes) == (4 if count == 5 else count)
    assert len(sizes) == max(-(-count // 4), 1) - (count == 5)


def test_two_players_are_too_few_for_a_match_of_three() -> None:
    with pytest.raises(ValueError, match="three"):
        pool_sizes(2, 4)
    referee = Referee("pools", seats=3, rounds=2)
    referee.enter_many(2)
    with pytest.raises(ValueError, match="not enough"):
        referee.pair()


@pytest.mark.parametrize(
    ("count", "seats", "rounds", "again"),
    [
        (16, 4, 3, 0),
        (30, 4, 5, 0),
        (12, 4, 2, 3),  # four of three former matches: each time two met before
        (11, 4, 2, 2),
        (9, 3, 4, 0),
        pytest.param(200, 4, 7, 0, marks=pytest.mark.slow),
    ],
)
def test_pools_bring_new_opponents(count: int, seats: int, rounds: int, again: int) -> None:
    referee = Referee("pools", seats=seats, rounds=rounds, game="shout7")
    players = referee.enter_many(count)
    met: Counter[frozenset[str]] = Counter()
    seats_of: Counter[tuple[str, int]] = Counter()
    for _ in range(rounds):
        made = referee.start()
        assert not made.byes
        for group in ids(made.pairings):
            met.update(frozenset(pair) for pair in combinations(group, 2))
            seats_of.update((player, seat) for seat, player in enumerate(group))
        referee.play(Random(count))
    assert sum(times - 1 for times in met.values()) <= again
    if rounds <= seats:  # hardly anybody sits in the same seat three times
        assert max(seats_of.values()) <= 2
    assert referee.state.is_over
    assert len(standings(referee.state)) == len(players)


def test_byes_of_five_players_in_pools_take_turns() -> None:
    referee = Referee("pools", seats=4, rounds=5)
    players = referee.enter_many(5)
    byes: list[str] = []
    for _ in range(5):
        byes += referee.start().byes
        referee.play(Random(2))
    assert sorted(byes) == players


def test_players_with_about_the_same_points_meet_in_pools() -> None:
    referee = Referee("pools", seats=4, rounds=2)
    referee.enter_many(16)
    referee.start()
    for pairing in referee.open_pairings():
        referee.give(pairing, 4.0, 3.0, 2.0, 1.0)
    winners = {pairing.players[0] for pairing in referee.state.rounds[0].pairings}
    made = referee.start()
    assert set(made.pairings[0].players) == winners

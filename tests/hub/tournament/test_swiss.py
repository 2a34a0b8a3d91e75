"""The rules of a Swiss tournament, kept through random tournaments."""

import sys
from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

import pytest

from tabletop.hub.tournament import Points, RoundPaired, Tournament, standings, swiss
from tests.hub.tournament.referee import Referee, ids
from tests.lanes import slow_except

ROUNDS = 7


class Rules:
    """Watches one tournament from outside, by its pairings alone."""

    def __init__(self) -> None:
        self._met: set[frozenset[str]] = set()
        self._byes: Counter[str] = Counter()
        self._free_points: set[str] = set()
        self._moved_first: dict[str, list[bool]] = {}

    def look_at(self, tournament: Tournament, made: RoundPaired) -> None:
        """Fails if a rule is broken that was not waived, or waived without need."""
        points = {each.player: each.points for each in standings(tournament)}
        half = (made.number - 1) / 2
        top = {player for player in points if made.number == ROUNDS and points[player] > half}
        playing = [player for pairing in made.pairings for player in pairing.players]
        here = {each.id for each in tournament.entrants.values() if each.here}
        assert sorted([*playing, *made.byes]) == sorted(here)
        assert len(made.byes) == len(here) % 2
        if made.waived:
            assert not self._is_pairable(tuple(sorted(here)), frozenset(top))
        for player in made.byes:
            assert player not in self._free_points or "bye" in made.waived
        for pairing in made.pairings:
            pair = frozenset(pairing.players)
            assert pair not in self._met or "rematch" in made.waived
            for seat, player in enumerate(pairing.players):
                colours = [*self._moved_first.get(player, []), seat == 0]
                if "colours" in made.waived or pair & top:
                    continue
                assert abs(2 * sum(colours) - len(colours)) <= 2
                assert colours[-3:] not in ([True] * 3, [False] * 3)

    def remember(self, tournament: Tournament) -> None:
        """Takes in the latest round once its results are there."""
        last = tournament.rounds[-1]
        self._byes.update(last.byes)
        self._free_points.update(last.byes)
        for pairing in last.pairings:
            if pairing.is_played:
                self._met.add(frozenset(pairing.players))
                for seat, player in enumerate(pairing.players):
                    self._moved_first.setdefault(player, []).append(seat == 0)
            elif pairing.winner:
                self._free_points.add(pairing.winner)

    def _is_pairable(self, here: tuple[str, ...], top: frozenset[str]) -> bool:
        """Whether a pairing by all rules exists, by trying all of them."""

        def fits(one: str, other: str) -> bool:
            if frozenset((one, other)) in self._met:
                return False
            if one in top or other in top:
                return True
            return not (self._must(one) is self._must(other) is not None)

        @cache
        def rest(left: tuple[str, ...]) -> bool:
            if not left:
                return True
            one, others = left[0], left[1:]
            if len(left) % 2 and one not in self._free_points and rest(others):
                return True
            return any(
                fits(one, other) and rest(tuple(each for each in others if each != other))
                for other in others
            )

        return rest(here)

    def _must(self, player: str) -> bool | None:
        """What a player has to be next: to move first, or not."""
        colours = self._moved_first.get(player, [])
        difference = 2 * sum(colours) - len(colours)
        if difference > 1 or colours[-2:] == [True, True]:
            return False
        if difference < -1 or colours[-2:] == [False, False]:
            return True
        return None


def _tournament(count: int, seed: int, leave: float, come: int, no_shows: float) -> Referee:
    """Plays a tournament to its end, and looks at each pairing."""
    random = Random(seed)
    referee = Referee("swiss", rounds=ROUNDS, seed=seed)
    referee.enter_many(count, rated=bool(seed % 2))
    rules = Rules()
    for number in range(1, ROUNDS + 1):
        if number > 1 and random.random() < 0.5:
            for late in range(random.randint(0, come)):
                referee.enter(f"late{number}.{late}", late=True, rating=2990.5)
        for entrant in list(referee.state.entrants.values()):
            enough = sum(each.here for each in referee.state.entrants.values()) > 4
            if number > 1 and entrant.here and enough and random.random() < leave:
                referee.withdraw(entrant.id)
            elif not entrant.here and random.random() < 0.3:
                referee.bring_back(entrant.id)
        before = referee.state
        made = referee.start()
        rules.look_at(before, made)
        referee.play(random, no_shows)
        rules.remember(referee.state)
    referee.finish()
    return referee


@pytest.mark.parametrize("count", slow_except([8, 9, 12, 15, 24, 40], 8, 9, 15, 24))
@pytest.mark.parametrize("leave", [0.0, 0.08])
def test_rules_hold(count: int, leave: float) -> None:
    referee = _tournament(count, 100 + count, leave, come=1 if leave else 0, no_shows=leave / 2)
    waived = [rule for each in referee.state.rounds for rule in each.waived]
    assert not waived or count < 12


@pytest.mark.parametrize("count", slow_except([51, 60], 51))
def test_rules_hold_for_many_players(count: int) -> None:
    pytest.importorskip("py4swiss")
    assert count > swiss.MAX_CAISSIFY
    _tournament(count, count, 0.03, come=2, no_shows=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [8, 9, 10, 11, 13, 16, 20, 31])
def test_rules_hold_in_small_tournaments(count: int, seed: int) -> None:
    _tournament(count, seed, 0.1, come=2, no_shows=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("count", [64, 65, 100, 151, 200])
def test_rules_hold_in_large_tournaments(count: int) -> None:
    _tournament(count, count, 0.03, come=3, no_shows=0.02)


@pytest.mark.slow
def test_rules_hold_for_many_players_without_the_library_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "py4swiss.engines", None)
    _tournament(100, 100, 0.03, come=2, no_shows=0.02)


def test_a_first_round_is_the_upper_half_against_the_lower() -> None:
    referee = Referee("swiss")
    referee.enter_many(8)
    pairs = {frozenset(pair) for pair in ids(referee.pair().pairings)}
    assert pairs == {frozenset((f"p{n}", f"p{n + 4}")) for n in range(1, 5)}


def test_a_bye_goes_to_the_last_one_who_had_none() -> None:
    referee = Referee("swiss")
    referee.enter_many(5)
    byes: list[str] = []
    for _ in range(3):
        byes += referee.start().byes
        best = min(player for pairing in referee.open_pairings() for player in pairing.players)
        referee.results(best)
    assert byes[0] == "p5"
    assert len(set(byes)) == 3


def test_what_cannot_be_kept_is_named() -> None:
    """Four players can meet each other three times, not more."""
    referee = Referee("swiss", rounds=5)
    referee.enter_many(4)
    met: set[frozenset[str]] = set()
    waived = []
    for _ in range(5):
        made = referee.start()
        again = [pair for pair in ids(made.pairings) if frozenset(pair) in met]
        assert bool(again) == ("rematch" in made.waived)
        met.update(frozenset(pair) for pair in ids(made.pairings))
        waived.append(made.waived)
        referee.play(Random(4))
    assert len(met) == len(list(combinations(range(4), 2)))
    assert "rematch" in waived[3]


def test_points_of_another_scale_pair_the_same() -> None:
    def play(points: Points, count: int) -> list[list[tuple[str, ...]]]:
        referee = Referee("swiss", rounds=4, points=points)
        referee.enter_many(count)
        found = []
        for _ in range(4):
            found.append(ids(referee.start().pairings))
            referee.results(*(f"p{number}" for number in range(1, count, 2)))
        return found

    for count in (14, 52):
        assert play(Points(), count) == play(Points(win=10.0, draw=5.0), count)


def test_one_player_is_no_round() -> None:
    referee = Referee("swiss")
    referee.enter("a")
    with pytest.raises(ValueError, match="not enough players"):
        referee.pair()

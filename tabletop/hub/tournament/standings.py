"""Standings and tie-breaks by FIDE's C.07 (Play-Off and Tie-Break Regulations, March 2026).

Unplayed rounds (articles 15 and 16), for Buchholz and Sonneborn-Berger in a Swiss tournament:

* An opponent's score is *adjusted*: byes, unplayed wins and losses, and missed rounds that were
  followed by a played one count with the points given; missed rounds that were followed only by
  further missed rounds or unplayed losses count as draws (16.3).
* A player's own unplayed round counts as a game against a dummy with the result that fits the
  points given. The dummy has the player's own score, but no more than the adjusted score of the
  opponent who was scheduled, or without one a draw for each round (16.4).
* Cut 1 leaves out the lowest contribution of a voluntarily unplayed round, that is a bye on
  request, a missed one or an unplayed loss, and only without any the lowest of all (16.5).

In a round robin unplayed games count as played (15.2), and Buchholz says nothing (article 8).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from tabletop.hub.tournament.events import Format, TieBreak
from tabletop.hub.tournament.history import RoundRecord, records
from tabletop.hub.tournament.schedules import standings_of_bracket
from tabletop.hub.tournament.state import Tournament, pairing_numbers

USUAL_TIE_BREAKS: Final[Mapping[Format, tuple[TieBreak, ...]]] = {
    "swiss": ("buchholz", "buchholz_cut_1", "sonneborn_berger", "direct", "wins"),
    "round_robin": ("direct", "wins", "sonneborn_berger"),
    "knockout": (),
    "arena": ("wins", "direct"),
    "pools": ("buchholz", "sonneborn_berger", "wins"),
}

History: TypeAlias = Mapping[str, tuple[RoundRecord, ...]]


class Standing(msgspec.Struct, frozen=True):
    """One line of the standings."""

    place: int
    """From 1; players whom no tie-break parts share it."""
    is_shared: bool
    player: str
    name: str
    points: float
    rounds: int
    """Rounds that count so far."""
    tie_breaks: tuple[tuple[TieBreak, float | None], ...]
    """In order of weight. The direct encounter is None where nobody is level."""
    is_here: bool
    byes: tuple[int, ...] = ()
    """The rounds of byes that the player asked for."""


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """All players from the first place down, after the results so far.

    A knockout ranks by how far somebody came, whatever the points.
    """
    created = tournament.created
    history = {
        player: tuple(each for each in rounds if each.kind != "open")
        for player, rounds in records(tournament).items()
    }
    table = _Table(tournament, history)
    numbers = pairing_numbers(tournament)
    order = created.tie_breaks
    if order is None:
        order = USUAL_TIE_BREAKS[created.format]
    if created.format == "knockout":
        level = standings_of_bracket(tournament)
        groups = _by_value(list(history), lambda player: -level[player])
    else:
        groups = _by_value(list(history), lambda player: table.points[player])
    direct: dict[str, float] = {}
    for tie_break in order:
        parted: list[list[str]] = []
        for group in groups:
            if len(group) == 1:
                parted.append(group)
            elif tie_break == "direct":
                encounters = table.encounters(group)
                direct.update({player: score for player, (score, _) in encounters.items()})
                parted += table.by_direct_encounter(group)
            else:
                parted += _by_value(group, table.measure(tie_break))
        groups = parted
    lines = []
    place = 1
    for group in groups:
        for player in sorted(group, key=lambda player: numbers[player]):
            entrant = tournament.entrants[player]
            values = tuple(
                (each, direct.get(player) if each == "direct" else table.measure(each)(player))
                for each in order
            )
            lines.append(
                Standing(
                    place=place,
                    is_shared=len(group) > 1,
                    player=player,
                    name=entrant.name,
                    points=table.points[player],
                    rounds=len(history[player]),
                    tie_breaks=values,
                    is_here=entrant.here,
                    byes=tuple(r.number for r in history[player] if r.kind == "requested"),
                )
            )
        place += len(group)
    return tuple(lines)


class _Table:
    """The scores of everybody, and what tie-breaks make of them."""

    def __init__(self, tournament: Tournament, history: History) -> None:
        points = tournament.created.points
        self._win, self._draw = points.win, points.draw
        self._history = history
        self._fixed = tournament.created.format == "round_robin"
        self._number_of_rounds = sum(each.started for each in tournament.rounds)
        self._scores = {
            player: sum(each.points for each in rounds) for player, rounds in history.items()
        }
        self.points = {player: _rounded(score) for player, score in self._scores.items()}
        self._adjusted = {player: self._adjust(rounds) for player, rounds in history.items()}

    def measure(self, tie_break: TieBreak) -> Callable[[str], float]:
        """What a tie-break that does not depend on the others level says of a player."""
        match tie_break:
            case "buchholz":
                return self._buchholz
            case "buchholz_cut_1":
                return self._buchholz_cut_1
            case "sonneborn_berger":
                return self._sonneborn_berger
            case "wins" | "direct":
                return self._wins

    def _adjust(self, rounds: Sequence[RoundRecord]) -> float:
        """A score as opponents see it (16.3)."""
        score = sum(each.points for each in rounds)
        if self._fixed:
            return score
        for each in reversed(rounds):
            if not _is_voluntary(each):
                break
            if each.kind == "missed":
                score += self._draw - each.points
        return score

    def _contributions(self, player: str) -> list[tuple[float, RoundRecord]]:
        """The opponent's score for each round; the mean of several opponents (pools)."""
        found = []
        for each in self._history[player]:
            if each.kind == "played" or (self._fixed and each.opponents):
                scores = [self._adjusted[other] for other in each.opponents]
                found.append((sum(scores) / len(scores), each))
            else:
                found.append((self._dummy(player, each), each))
        return found

    def _dummy(self, player: str, each: RoundRecord) -> float:
        """The score of the opponent of an unplayed round (16.4)."""
        if each.opponents:
            cap = max(self._adjusted[other] for other in each.opponents)
        else:
            cap = self._draw * self._number_of_rounds
        return min(self._scores[player], cap)

    def _buchholz(self, player: str) -> float:
        """The sum of the opponents' scores (8.1)."""
        return _rounded(sum(score for score, _ in self._contributions(player)))

    def _buchholz_cut_1(self, player: str) -> float:
        """Buchholz without the least significant opponent (14.1 and 16.5)."""
        contributions = self._contributions(player)
        if not contributions:
            return 0.0
        voluntary = [score for score, each in contributions if _is_voluntary(each)]
        cut = min(voluntary or [score for score, _ in contributions])
        return _rounded(sum(score for score, _ in contributions) - cut)

    def _sonneborn_berger(self, player: str) -> float:
        """The sum of the opponents' scores, each times the points against that opponent (9.1)."""
        total = 0.0
        for score, each in self._contributions(player):
            if each.kind == "played" and len(each.opponents) > 1:
                total += sum(
                    self._adjusted[other] * won
                    for other, won in zip(each.opponents, each.against, strict=True)
                ) / len(each.opponents)
            else:
                total += score * each.points
        return _rounded(total)

    def _wins(self, player: str) -> float:
        """Games that were won by playing (7.2); in pools, matches that were won alone."""
        return float(
            sum(
                each.kind == "played" and all(won == self._win for won in each.against)
                for each in self._history[player]
            )
        )

    def encounters(self, group: Sequence[str]) -> dict[str, tuple[float, int]]:
        """The points of each player against the others of a group, and the others not yet met.

        Of several games of two players the mean counts (6.1.2).
        """
        inside = set(group)
        found = {}
        for player in group:
            games: dict[str, list[float]] = {}
            for each in self._history[player]:
                if each.kind == "played" or (self._fixed and each.opponents):
                    for other, won in zip(each.opponents, each.against, strict=True):
                        if other in inside:
                            games.setdefault(other, []).append(won)
            score = sum(sum(won) / len(won) for won in games.values())
            found[player] = (_rounded(score), len(group) - 1 - len(games))
        return found

    def by_direct_encounter(self, group: list[str]) -> list[list[str]]:
        """A group parted by the games of its own (article 6).

        If all of them met, their points rank them, and players who are level then once more among
        themselves (6.2). Otherwise only somebody who stays ahead whatever the missing games would
        bring comes first (6.3).
        """
        if len(group) == 1:
            return [group]
        found = self.encounters(group)
        if all(missing == 0 for _, missing in found.values()):
            parted = _by_value(group, lambda player: found[player][0])
            if len(parted) == 1:
                return parted
            return [part for each in parted for part in self.by_direct_encounter(each)]
        for player in group:
            score = found[player][0]
            if all(
                other == player or score > found[other][0] + found[other][1] * self._win
                for other in group
            ):
                rest = [other for other in group if other != player]
                return [[player], *self.by_direct_encounter(rest)]
        return [group]


def _is_voluntary(each: RoundRecord) -> bool:
    """A requested bye or an unplayed loss (16.1.2)."""
    return each.kind in ("requested", "missed", "lost_unplayed")


def _by_value(players: Sequence[str], value: Callable[[str], float]) -> list[list[str]]:
    """The players in groups of equal value, the highest first."""
    groups: dict[float, list[str]] = {}
    for player in players:
        groups.setdefault(_rounded(value(player)), []).append(player)
    return [groups[each] for each in sorted(groups, reverse=True)]


def _rounded(value: float) -> float:
    """Without the noise of sums of thirds, so that equal scores are equal."""
    return round(value, 6) if math.isfinite(value) else value

"""What each player did in each round: the basis of pairings and standings."""

from collections import defaultdict
from typing import Literal, TypeAlias

import msgspec

from tabletop.hub.tournament.state import Pairing, Tournament

Kind: TypeAlias = Literal[
    "played", "won_unplayed", "lost_unplayed", "bye", "requested", "missed", "open"
]
"""`requested`: a bye that the player asked for. `missed`: neither paired nor a bye, before a late
entry or after a withdrawal."""


class RoundRecord(msgspec.Struct, frozen=True):
    """One player in one round that has started."""

    number: int
    kind: Kind
    points: float = 0.0
    opponents: tuple[str, ...] = ()
    against: tuple[float, ...] = ()
    """The points against each opponent."""
    seat: int = 0


def records(tournament: Tournament) -> dict[str, tuple[RoundRecord, ...]]:
    """The rounds of each player, in order. In an arena nobody misses a round.

    In a round robin the matches of somebody who left before half of them were played do not
    count for anybody, as in FIDE's competitions.
    """
    points = tournament.created.points
    cancelled = _cancelled(tournament)
    found: dict[str, list[RoundRecord]] = {player: [] for player in tournament.entrants}
    paired_formats = tournament.created.format in ("swiss", "pools")
    for each in tournament.rounds:
        if not each.started:
            continue
        present = set()
        for pairing in each.pairings:
            if cancelled.intersection(pairing.players):
                continue
            for seat, player in enumerate(pairing.players):
                present.add(player)
                found[player].append(_record(tournament, each.number, pairing, seat))
        for player in each.byes:
            present.add(player)
            if tournament.created.format != "round_robin":
                found[player].append(RoundRecord(each.number, "bye", points.of_bye))
        for player in each.requested:
            present.add(player)
            found[player].append(RoundRecord(each.number, "requested", points.draw))
        if paired_formats:
            for entrant in tournament.entrants.values():
                if entrant.id not in present:
                    early = each.number < entrant.first_round
                    missed = points.missed_round if early else 0.0
                    found[entrant.id].append(RoundRecord(each.number, "missed", missed))
    return {player: tuple(rounds) for player, rounds in found.items()}


def _record(tournament: Tournament, number: int, pairing: Pairing, seat: int) -> RoundRecord:
    points = tournament.created.points
    if len(pairing.players) == 1:
        return RoundRecord(number, "bye", points.of_bye)
    opponents = tuple(other for place, other in enumerate(pairing.players) if place != seat)
    if not pairing.is_decided:
        return RoundRecord(number, "open", 0.0, opponents, (), seat)
    if seat in pairing.absent:
        nothing = (points.loss,) * len(opponents)
        return RoundRecord(number, "lost_unplayed", points.loss, opponents, nothing, seat)
    totals = pairing.totals if pairing.games else (0.0,) * len(pairing.players)
    against = []
    share = 0.0
    for place, total in enumerate(totals):
        if place == seat:
            continue
        if place in pairing.absent or totals[seat] > total:
            share += 1
            against.append(points.win)
        elif totals[seat] == total:
            share += 0.5
            against.append(points.draw)
        else:
            against.append(points.loss)
    share /= len(opponents)
    if len(opponents) == 1:
        won = against[0]
    else:
        won = points.loss + (points.win - points.loss) * share
    kind: Kind = "played" if pairing.is_played else "won_unplayed"
    return RoundRecord(number, kind, won, opponents, tuple(against), seat)


def _cancelled(tournament: Tournament) -> frozenset[str]:
    if tournament.created.format != "round_robin":
        return frozenset()
    played: defaultdict[str, int] = defaultdict(int)
    for each in tournament.rounds:
        for pairing in each.pairings:
            if pairing.is_played:
                for player in pairing.players:
                    played[player] += 1
    whole = (len(tournament.first_field) - 1) * tournament.created.cycles
    return frozenset(
        each.id
        for each in tournament.entrants.values()
        if not each.here and 2 * played[each.id] < whole
    )

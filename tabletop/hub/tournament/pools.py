"""Matches of three and four players: over the rounds everybody meets as many others as possible."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, permutations, product
from typing import Final, TypeAlias

from tabletop.hub.tournament.events import PairingMade
from tabletop.hub.tournament.history import records
from tabletop.hub.tournament.state import Tournament, draw_lot

Costs: TypeAlias = Sequence[Sequence[int]]

MAX_PASSES: Final = 12
"""How often all swaps of two players are tried; it usually settles after four."""
STARTS: Final = 800
"""How many drawn orders are improved, divided by the number of players; the best one is taken."""
MEETING: Final = 1_000
"""What it costs to meet again, compared with one place of distance in the standings."""


def pool_sizes(count: int, seats: int) -> list[int]:
    """The sizes of the matches, fours before threes; who is left over has a bye.

    With four seats only five players leave one over; with three seats up to two.

    ValueError: fewer than three players.
    """
    if count < 3:
        raise ValueError("A match needs at least three players.")
    if seats == 3:
        return [3] * (count // 3)
    threes = -count % 4
    fours = (count - 3 * threes) // 4
    if fours < 0:  # five
        return [4]
    return [4] * fours + [3] * threes


def pair_pools(tournament: Tournament) -> tuple[list[PairingMade], list[str]]:
    """The next round: matches without ids, and who has a bye.

    Byes go to those who had fewest. Then new opponents come first, players with about the same
    points second; swaps of two players improve a start in the order of the standings. Seats go to
    those who sat there least.
    """
    seed = tournament.created.seed
    number = len(tournament.rounds) + 1
    history = records(tournament)
    players = [each.id for each in tournament.players_of(number)]
    points = {player: sum(each.points for each in history[player]) for player in players}
    byes_had = {player: sum(r.kind == "bye" for r in history[player]) for player in players}
    sizes = pool_sizes(len(players), tournament.created.seats)
    players.sort(key=lambda player: (-points[player], draw_lot(seed, number, player)))
    spare = sorted(players, key=lambda player: (byes_had[player], -players.index(player)))
    byes = spare[: len(players) - sum(sizes)]
    players = [player for player in players if player not in byes]

    met: Counter[frozenset[str]] = Counter()
    for each in tournament.rounds:
        for pairing in each.pairings:
            met.update(frozenset(pair) for pair in combinations(pairing.players, 2))
    place = {player: index for index, player in enumerate(players)}

    costs = [
        [
            MEETING * met[frozenset((one, other))] * (met[frozenset((one, other))] + 1)
            + abs(place[one] - place[other])
            for other in players
        ]
        for one in players
    ]
    starts = [list(range(len(players)))]
    for start in range(1, max(STARTS // len(players), 4) if number > 1 else 1):
        starts.append(sorted(starts[0], key=lambda p: draw_lot(seed, number, start, players[p])))
    found = [_improved(_cut(start, sizes), costs) for start in starts]
    best = min(found, key=lambda groups: sum(_inside(group, costs) for group in groups))
    groups = [[players[index] for index in group] for group in sorted(best, key=min)]
    sat: defaultdict[tuple[str, int], int] = defaultdict(int)
    for each in tournament.rounds:
        for pairing in each.pairings:
            for seat, player in enumerate(pairing.players):
                sat[player, seat] += 1
    made = []
    for group in groups:
        drawn = sorted(group, key=lambda player: draw_lot(seed, "seat", number, player))
        seated = min(
            permutations(drawn),
            key=lambda order: sum(
                sat[player, seat] ** 2 + sat[player, seat] for seat, player in enumerate(order)
            ),
        )
        made.append(PairingMade("", tuple(seated)))
    return made, byes


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    groups, at = [], 0
    for size in sizes:
        groups.append(list(order[at : at + size]))
        at += size
    return groups


def _inside(group: Sequence[int], costs: Costs) -> int:
    return sum(costs[one][other] for one, other in combinations(group, 2))


def _improved(groups: list[list[int]], costs: Costs) -> list[list[int]]:
    """Swaps two players of different matches as long as that costs less."""
    to_group = [
        [sum(costs[player][other] for other in group) for group in groups]
        for player in range(len(costs))
    ]
    for _ in range(MAX_PASSES):
        changed = False
        for one, other in combinations(range(len(groups)), 2):
            a, b = groups[one], groups[other]
            for i, j in product(range(len(a)), range(len(b))):
                p, q = a[i], b[j]
                gain = to_group[p][one] + to_group[q][other]
                gain -= to_group[q][one] + to_group[p][other] - 2 * costs[p][q]
                if gain <= 0:
                    continue
                a[i], b[j] = q, p
                changed = True
                for player, row in enumerate(to_group):
                    shift = costs[player][q] - costs[player][p]
                    row[one] += shift
                    row[other] -= shift
        if not changed:
            break
    return groups

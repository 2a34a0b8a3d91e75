"""Pairings of the round robin (Berger tables), the knockout and the arena."""

from collections import Counter, defaultdict
from typing import Final

from tabletop.hub.tournament.events import PairingMade
from tabletop.hub.tournament.history import records
from tabletop.hub.tournament.state import Pairing, Tournament, draw_lot, pairing_numbers

ARENA_NEIGHBOURS: Final = 12
"""How many players next to one in the ranking an arena considers as opponents."""
JUST_MET: Final = 1_000_000
"""What it costs two players to meet twice in a row; one place of distance costs 1, two cost 4."""
WAITS: Final = 2_000
"""What it costs to wait, for each game fewer than the one with the most games."""
NOBODY: Final = ""
"""The opponent of somebody who waits; no player has this id."""


def berger_round(count: int, number: int) -> list[tuple[int, int]]:
    """The pairs of a round by the Berger tables (FIDE C.05, annex 1). The first one moves first.

    Numbers from 1; the count is even. With an odd number of players the last number is the bye.
    """
    half, ring = count // 2, count - 1
    top = (number - 1) * half % ring + 1
    pairs = [(top, count) if number % 2 else (count, top)]
    for step in range(1, half):
        pairs.append(((top + step - 1) % ring + 1, (top - step - 1) % ring + 1))
    return pairs


def berger_schedule(count: int, cycles: int = 1) -> list[list[tuple[int, int]]]:
    """All rounds for a number of players; a 0 in a pair is the bye.

    In the second cycle the first move changes. The last two rounds of the first cycle are swapped
    then, so that nobody moves first three times in a row (FIDE C.05).
    """
    even = count + count % 2
    order = list(range(1, even))
    if cycles == 2 and len(order) > 2:
        order[-2:] = order[:-3:-1]
    single = [berger_round(even, number) for number in order]
    rounds = single + [[(b, a) for a, b in pairs] for pairs in single] * (cycles - 1)
    return [
        [(a if a <= count else 0, b if b <= count else 0) for a, b in pairs] for pairs in rounds
    ]


def pair_round_robin(tournament: Tournament) -> tuple[list[PairingMade], list[str]]:
    """The next round: matches without ids, and who has no match."""
    field = set(tournament.first_field)
    ranked = [player for player in pairing_numbers(tournament) if player in field]
    players = dict(enumerate(ranked, 1))
    schedule = berger_schedule(len(players), tournament.created.cycles)
    made, byes = [], []
    for a, b in schedule[len(tournament.rounds)]:
        if not a or not b:
            byes.append(players[a or b])
            continue
        pair = (players[a], players[b])
        absent = tuple(seat for seat in (0, 1) if not tournament.entrants[pair[seat]].here)
        made.append(PairingMade("", pair, absent=absent))
    return made, byes


def bracket_order(size: int) -> list[int]:
    """The seeds from the top of a bracket down: 1 and 2 can meet in the final only, and so on."""
    seeds = [1]
    while len(seeds) < size:
        whole = 2 * len(seeds) + 1
        seeds = [each for seed in seeds for each in (seed, whole - seed)]
    return seeds


def pair_knockout(tournament: Tournament) -> list[PairingMade]:
    """The next round. Somebody without an opponent goes on: a match of one player.

    The last round has the final in slot 0 and the match for the third place in slot 1.
    """
    if not tournament.rounds:
        field = set(tournament.first_field)
        ranked = [player for player in pairing_numbers(tournament) if player in field]
        size = 1 << (len(ranked) - 1).bit_length()
        seeds: list[str | None] = [
            ranked[seed - 1] if seed <= len(ranked) else None for seed in bracket_order(size)
        ]
    else:
        last = tournament.rounds[-1]
        winners = {pairing.slot: pairing.winner for pairing in last.pairings}
        seeds = [winners.get(slot) for slot in range(_slots(tournament, last.number))]
    made = [
        _knockout_match(tournament, slot, (seeds[2 * slot], seeds[2 * slot + 1]))
        for slot in range(len(seeds) // 2)
    ]
    if len(seeds) == 2 and tournament.rounds and tournament.created.third_place:
        losers = [_loser(pairing) for pairing in tournament.rounds[-1].pairings]
        made.append(_knockout_match(tournament, 1, (losers[0], losers[-1] if losers[1:] else None)))
    return [match for match in made if match is not None]


def _slots(tournament: Tournament, number: int) -> int:
    """Matches of a round of the bracket, empty ones too."""
    whole = tournament.number_of_rounds or 0
    return 1 << max(whole - number, 0)


def _loser(pairing: Pairing) -> str | None:
    if pairing.winner is None or len(pairing.players) == 1:
        return None
    seat = 1 - pairing.players.index(pairing.winner)
    return None if seat in pairing.absent else pairing.players[seat]


def _knockout_match(
    tournament: Tournament, slot: int, pair: tuple[str | None, str | None]
) -> PairingMade | None:
    players = tuple(
        player for player in pair if player is not None and tournament.entrants[player].here
    )
    if not players:
        players = tuple(player for player in pair if player is not None)[:1]
        if not players:
            return None
        return PairingMade("", players, slot, absent=(0,))
    if len(players) == 2:
        began = Counter(
            match.players[0]
            for each in tournament.rounds
            for match in each.pairings
            if len(match.players) == 2
        )
        lot = draw_lot(tournament.created.seed, "first", *players)
        if (began[players[0]], lot % 2) > (began[players[1]], (lot + 1) % 2):
            players = players[::-1]
    return PairingMade("", players, slot)


def pair_arena(tournament: Tournament) -> list[PairingMade]:
    """Everybody who is free, two by two; none if nobody can be paired now.

    Neighbours by points meet, least recent opponents first. With an odd number somebody waits,
    usually who played most. Two who have just met wait for others as long as anybody still plays.
    """
    import networkx as nx

    seed = tournament.created.seed
    wave = len(tournament.rounds)
    games: Counter[str] = Counter()
    began: Counter[str] = Counter()
    met: defaultdict[str, list[str]] = defaultdict(list)
    busy: set[str] = set()
    for each in tournament.rounds:
        for pairing in each.pairings:
            one, other = pairing.players
            began[one] += 1
            for player, opponent in ((one, other), (other, one)):
                games[player] += 1
                met[player].append(opponent)
                if not pairing.is_decided:
                    busy.add(player)
    points = {
        player: sum(each.points for each in rounds)
        for player, rounds in records(tournament).items()
    }
    free = [each.id for each in tournament.players_of(wave + 1) if each.id not in busy]
    free.sort(key=lambda player: (-points[player], draw_lot(seed, wave, player)))
    place_of = {player: place for place, player in enumerate(free)}

    def just_met(one: str, other: str) -> bool:
        return other in met[one] and (met[one][-1] == other or met[other][-1] == one)

    graph = nx.Graph()
    for place, one in enumerate(free):
        for distance, other in enumerate(free[place + 1 : place + 1 + ARENA_NEIGHBOURS], 1):
            cost = distance * distance
            if other in met[one]:
                cost += 400 // (met[one][::-1].index(other) + 1)
            if just_met(one, other):
                cost += JUST_MET
            graph.add_edge(one, other, weight=-cost)
    if len(free) % 2:
        most = max(games[player] for player in free)
        for player in free:
            graph.add_edge(player, NOBODY, weight=-WAITS * (most - games[player]))
    made = []
    for pair in nx.max_weight_matching(graph, maxcardinality=True):
        if NOBODY in pair or (busy and just_met(*pair)):
            continue
        one, other = sorted(pair, key=lambda player: place_of[player])
        share = (began[one] * (games[other] or 1)) - (began[other] * (games[one] or 1))
        turn = share > 0 or (share == 0 and draw_lot(seed, wave, one, other) % 2 == 1)
        made.append(PairingMade("", (other, one) if turn else (one, other)))
    return sorted(made, key=lambda each: min(place_of[player] for player in each.players))


def standings_of_bracket(tournament: Tournament) -> dict[str, int]:
    """How far each player came in a knockout: the smaller, the better; equal numbers share.

    0: winner, 1: lost the final, 2 and 3: third and fourth by their match. Otherwise by the round
    of the last match.
    """
    total = tournament.number_of_rounds or 0
    rank = dict.fromkeys(tournament.entrants, 2 ** (total + 2))
    for each in tournament.rounds:
        level = 2 ** (total - each.number + 1)
        for pairing in each.pairings:
            third = each.number == total and pairing.slot == 1
            for player in pairing.players:
                lost = pairing.is_decided and player != pairing.winner
                if third:
                    rank[player] = 3 if lost else 2
                elif each.number == total:
                    rank[player] = 1 if lost else 0
                else:
                    rank[player] = level if lost else level // 2
    return rank

"""Swiss pairings by the FIDE (Dutch) System, C.04.3.

Who meets whom comes from a library: caissify-pairings (rules of February 2026) in the first round
and for up to `MAX_CAISSIFY` players, py4swiss (rules of 2017) for more. Who moves first follows
article 5.2 and is decided here. White stands for the first move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from typing import Final, Literal, TypeAlias

from tabletop.hub.tournament.events import Waived
from tabletop.hub.tournament.history import RoundRecord, records
from tabletop.hub.tournament.state import Tournament, draw_lot, pairing_numbers

MAX_CAISSIFY: Final = 48
"""Players up to which caissify-pairings takes less than a second a round; its time grows with the
fourth power."""

MAX_WITHOUT_PY4SWISS: Final = 80
"""Players up to which caissify-pairings pairs on machines for which py4swiss has no wheel: about
two seconds a round. Beyond that the absolute rules and close scores are all that is kept."""
NOBODY: Final = ""
"""The opponent of a bye in a matching; no player has this id."""

Strength: TypeAlias = Literal[0, 1, 2, 3]
"""Of a colour preference (C.04.3, 1.7): none, mild, strong, absolute."""


@dataclass(frozen=True)
class SwissPlayer:
    """What the pairing of the next round needs to know about one player."""

    number: int
    """In the initial ranking list, from 1."""
    score: float
    """In wins."""
    rounds: tuple[RoundRecord, ...]
    colours: tuple[bool, ...]
    """Of all played games in order: whether with the first move."""
    opponents: frozenset[str]
    """From played games; an unplayed match may be paired again (C.04.1, 2)."""
    floats: tuple[Literal["up", "down", "none"], ...]
    """By round (C.04.3, 1.4)."""
    had_bye: bool
    """A bye, or as many points without playing (C.04.1, 4)."""
    is_topscorer: bool
    """In the last round: more than half of the possible points (C.04.3, 1.8)."""

    @property
    def difference(self) -> int:
        return 2 * sum(self.colours) - len(self.colours)

    @property
    def wants_first(self) -> bool | None:
        """The colour preference; None before the first game."""
        if not self.colours:
            return None
        if self.difference > 1:
            return False
        if self.difference < -1:
            return True
        if self.colours[-2:] in ((True, True), (False, False)):
            return not self.colours[-1]
        if self.difference:
            return self.difference < 0
        return not self.colours[-1]

    @property
    def strength(self) -> Strength:
        if not self.colours:
            return 0
        if abs(self.difference) > 1 or self.colours[-2:] in ((True, True), (False, False)):
            return 3
        return 2 if self.difference else 1


@dataclass(frozen=True)
class SwissPairing:
    pairs: tuple[tuple[str, str], ...]
    """Who moves first comes first. In order of tables."""
    bye: str | None
    waived: tuple[Waived, ...] = ()


def pair_swiss(tournament: Tournament) -> SwissPairing:
    """The next round.

    Where the rules leave no pairing, what costs least is waived and named: who moves first, then
    one bye a player, then no rematch. FIDE leaves that to the arbiter (C.04.3, 1.9.3).
    """
    number = len(tournament.rounds) + 1
    players = swiss_players(tournament)
    first = draw_lot(tournament.created.seed, "colour") % 2 == 0
    total = tournament.created.rounds
    pairs = _legal(players, _by_library(players, tournament, number, total, first))
    waived: tuple[Waived, ...] = ()
    if pairs is None:
        pairs, waived = _by_matching(players)
    bye = next((one for one, other in pairs if other is None), None)
    seated = [
        seat_by_colour(players, one, other, first) for one, other in pairs if other is not None
    ]
    seated.sort(key=lambda pair: _table_order(players, pair))
    return SwissPairing(tuple(seated), bye, waived)


def swiss_players(tournament: Tournament) -> dict[str, SwissPlayer]:
    """Everybody who plays in the next round, in the order of the initial ranking list."""
    number = len(tournament.rounds) + 1
    created = tournament.created
    history = records(tournament)
    here = {each.id for each in tournament.players_of(number)}
    last = number == created.rounds
    before = {
        player: [0.0, *(round(score, 6) for score in accumulate(each.points for each in rounds))]
        for player, rounds in history.items()
    }
    players = {}
    for player, rank in pairing_numbers(tournament).items():
        if player not in here:
            continue
        rounds = history[player]
        played = [each for each in rounds if each.kind == "played"]
        score = round(sum(each.points for each in rounds) / created.points.win, 6)
        players[player] = SwissPlayer(
            number=rank,
            score=score,
            rounds=rounds,
            colours=tuple(each.seat == 0 for each in played),
            opponents=frozenset(other for each in played for other in each.opponents),
            floats=_floats(rounds, before, player),
            had_bye=any(
                each.kind == "bye"
                or (
                    each.kind in ("won_unplayed", "requested", "missed")
                    and each.points >= created.points.win
                )
                for each in rounds
            ),
            is_topscorer=last and score > (number - 1) / 2,
        )
    return players


_Pairs: TypeAlias = list[tuple[str, str | None]]


def may_meet(one: SwissPlayer, other: SwissPlayer) -> bool:
    """Whether somebody gets to move first without breaking an absolute preference (C3)."""
    if one.is_topscorer or other.is_topscorer:
        return True
    return not (one.strength == other.strength == 3 and one.wants_first == other.wants_first)


def _legal(players: Mapping[str, SwissPlayer], pairs: _Pairs | None) -> _Pairs | None:
    """The pairs of a library, unless they break an absolute rule (C1 to C3) or miss somebody."""
    if pairs is None:
        return None
    seen: list[str] = []
    for one, other in pairs:
        seen.append(one)
        if other is None:
            if players[one].had_bye:
                return None
            continue
        seen.append(other)
        if other in players[one].opponents or not may_meet(players[one], players[other]):
            return None
    return pairs if sorted(seen) == sorted(players) else None


def _by_library(
    players: Mapping[str, SwissPlayer], tournament: Tournament, number: int, total: int, first: bool
) -> _Pairs | None:
    """None: there is no pairing by the rules, or no library that is quick enough."""
    if number > 1 and len(players) > MAX_CAISSIFY:
        try:
            return _by_py4swiss(players, tournament, total, first)
        except ImportError:  # no wheel for this machine
            if len(players) > MAX_WITHOUT_PY4SWISS:
                return None
    if number > 1 and not _is_pairable(players):
        return None
    return _by_caissify(players, number, total, first)


def _floats(
    rounds: Sequence[RoundRecord], before: Mapping[str, Sequence[float]], player: str
) -> tuple[Literal["up", "down", "none"], ...]:
    found: list[Literal["up", "down", "none"]] = []
    for index, each in enumerate(rounds):
        if each.kind == "played":
            own, other = before[player][index], before[each.opponents[0]][index]
            found.append("down" if own > other else "up" if own < other else "none")
        else:
            found.append("down" if each.points > 0 else "none")
    return tuple(found)


def _by_caissify(
    players: Mapping[str, SwissPlayer], number: int, total: int, first: bool
) -> _Pairs:
    from caissify_pairings import generate_pairings

    by_number = {each.number: player for player, each in players.items()}
    entries = [
        {
            "id": each.number,
            "name": str(each.number),
            "score": each.score,
            "rating": 0,
            "starting_number": each.number,
            "pairing_number": each.number,
            "color_hist": ["white" if colour else "black" for colour in each.colours],
            "float_history": list(each.floats),
            "bye_count": int(each.had_bye),
        }
        for each in players.values()
    ]
    met = {
        (each.number, players[other].number)
        for each in players.values()
        for other in each.opponents
        if other in players and each.number < players[other].number
    }
    colour = "white" if first else "black"
    made = generate_pairings("dutch", entries, met, number, total, initial_color=colour)
    return [
        (by_number[each["white_id"]], None if each.get("bye") else by_number[each["black_id"]])
        for each in made
    ]


def _by_py4swiss(
    players: Mapping[str, SwissPlayer], tournament: Tournament, total: int, first: bool
) -> _Pairs | None:
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem
    from py4swiss.trf.sections import PlayerSection, XSection
    from py4swiss.trf.sections.x_section import XSectionConfiguration

    points = tournament.created.points
    worth = {
        "1": points.win,
        "=": points.draw,
        "0": points.loss,
        "+": points.win,
        "-": points.loss,
        "U": points.of_bye,
        "H": points.draw,
        "F": points.missed_round,
        "Z": 0.0,
    }
    numbers = pairing_numbers(tournament)
    names = {number: player for player, number in numbers.items()}
    history = records(tournament)
    sections = []
    for player, number in numbers.items():
        results = []
        for each in history[player]:
            colour, opponent = "-", 0
            match each.kind:
                case "bye":
                    code = "U"
                case "missed":
                    code = "F" if each.points else "Z"
                case "requested":
                    code = "H"
                case "played":
                    code = (
                        "1"
                        if each.against[0] == points.win
                        else ("=" if each.against[0] == points.draw else "0")
                    )
                case "won_unplayed":
                    code = "+"
                case _:
                    code = "-"
            if each.opponents:
                colour, opponent = "wb"[each.seat], numbers[each.opponents[0]]
            results.append(
                RoundResult(id=opponent, color=ColorToken(colour), result=ResultToken(code))
            )
        if player not in players:
            absent = ColorToken.BYE_OR_NOT_PAIRED
            results.append(RoundResult(id=0, color=absent, result=ResultToken.ZERO_POINT_BYE))
        sections.append(
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                points_times_ten=round(100 * sum(each.points for each in history[player])),
                rank=number,
                results=results,
            )
        )
    scoring = ScoringPointSystem(
        score_dict={
            (ResultToken(code), colour): round(100 * value)
            for code, value in worth.items()
            for colour in ColorToken
        }
    )
    settings = XSection(
        number_of_rounds=total,
        scoring_point_system=scoring,
        configuration=XSectionConfiguration(first_round_color=first),
    )
    try:
        made = DutchEngine.generate_pairings(
            ParsedTrf(player_sections=sections, x_section=settings)
        )
    except PairingError:
        return None
    return [(names[each.white], names[each.black] if each.black else None) for each in made]


def _is_pairable(players: Mapping[str, SwissPlayer]) -> bool:
    """Whether a complete pairing by the absolute rules exists.

    Where none does, the library would search for very long.
    """
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(players)
    for (one, a), (other, b) in combinations(players.items(), 2):
        if other not in a.opponents and may_meet(a, b):
            graph.add_edge(one, other)
    if len(players) % 2:
        graph.add_edges_from((one, NOBODY) for one, each in players.items() if not each.had_bye)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(matching) == len(players) + len(players) % 2


def _by_matching(players: Mapping[str, SwissPlayer]) -> tuple[_Pairs, tuple[Waived, ...]]:
    """The pairing that breaks fewest absolute rules, with scores as close as possible."""
    import networkx as nx

    ranked = sorted(players, key=lambda one: (players[one].score, -players[one].number))
    graph = nx.Graph()
    span = int(2 * max(each.score for each in players.values())) + 2
    colours = len(players) * span * span
    bye = colours * len(players)
    rematch = bye * len(players)
    costs: dict[tuple[str, str], int] = {}
    for one, other in combinations(ranked, 2):
        a, b = players[one], players[other]
        cost = int(2 * abs(a.score - b.score)) ** 2
        cost += 0 if may_meet(a, b) else colours
        cost += rematch if other in a.opponents else 0
        costs[one, other] = cost
    if len(players) % 2:
        for one in players:
            cost = int(2 * players[one].score) ** 2 + (bye if players[one].had_bye else 0)
            costs[one, NOBODY] = cost
    for pair, cost in costs.items():
        graph.add_edge(*pair, weight=-cost)
    pairs: _Pairs = []
    waived: set[Waived] = set()
    for pair in nx.max_weight_matching(graph, maxcardinality=True):
        one, other = pair if pair[0] != NOBODY else pair[::-1]
        if other == NOBODY:
            pairs.append((one, None))
            if players[one].had_bye:
                waived.add("bye")
            continue
        pairs.append((one, other))
        if other in players[one].opponents:
            waived.add("rematch")
        if not may_meet(players[one], players[other]):
            waived.add("colours")
    return sorted(pairs, key=lambda pair: players[pair[0]].number), tuple(sorted(waived))


def seat_by_colour(
    players: Mapping[str, SwissPlayer], one: str, other: str, first: bool
) -> tuple[str, str]:
    """Who of two moves first comes first (C.04.3, article 5.2)."""
    a, b = players[one], players[other]
    if (b.score, -b.number) > (a.score, -a.number):
        one, other, a, b = other, one, b, a
    return (one, other) if _higher_moves_first(a, b, first) else (other, one)


def _higher_moves_first(higher: SwissPlayer, lower: SwissPlayer, first: bool) -> bool:
    wish, other_wish = higher.wants_first, lower.wants_first
    # 5.2.1: grant both preferences.
    if wish is not None and other_wish is not None and wish != other_wish:
        return wish
    # 5.2.2: grant the stronger preference; of two absolute ones the wider difference.
    if higher.strength != lower.strength:
        if higher.strength > lower.strength:
            return bool(wish)
        return not other_wish
    if higher.strength == 3 and abs(higher.difference) != abs(lower.difference):
        if abs(higher.difference) > abs(lower.difference):
            return bool(wish)
        return not other_wish
    # 5.2.3: change from the last time when one moved first and the other second.
    for own, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own != theirs:
            return not own
    # 5.2.4: grant the preference of the higher ranked player.
    if wish is not None:
        return wish
    # 5.2.5: by the number in the initial ranking list.
    return first if higher.number % 2 else not first


def _table_order(
    players: Mapping[str, SwissPlayer], pair: tuple[str, str]
) -> tuple[float, float, int]:
    """FIDE C.04.2: by the score of the better player, both scores, and the better player's rank."""
    ranked = sorted((players[each] for each in pair), key=lambda each: (-each.score, each.number))
    return -ranked[0].score, -sum(each.score for each in ranked), ranked[0].number

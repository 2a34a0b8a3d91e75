"""What a tournament is after its events: frozen values that pages and pairings read."""

import hashlib
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from tabletop.hub.tournament.events import Created, Event, How

Status: TypeAlias = Literal["open", "running", "paused", "finished"]
"""Open: nobody is paired yet."""


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who plays or played along."""

    id: str
    name: str
    rating: float | None
    first_round: int
    """From this round on; later than 1 for late entries."""
    here: bool = True
    """False after a withdrawal."""


class GameResult(msgspec.Struct, frozen=True):
    """One game of a match, with its latest correction."""

    scores: tuple[float, ...]
    how: How
    absent: tuple[int, ...]
    """Seats of those who did not come."""
    event: str
    """The event that says so."""
    corrected: bool = False
    first_scores: tuple[float, ...] = ()
    """What was said before any correction."""


class Pairing(msgspec.Struct, frozen=True):
    """A match: who plays whom, where, and how it went."""

    id: str
    players: tuple[str, ...]
    """By seat; the first one moves first."""
    slot: int = 0
    known_absent: tuple[int, ...] = ()
    """Seats of players who had left before the round."""
    best_of: int = 1
    must_win: bool = False
    """Whether games go on until somebody leads."""
    table: str = ""
    games: tuple[GameResult, ...] = ()

    @property
    def absent(self) -> tuple[int, ...]:
        return self.known_absent or (self.games[-1].absent if self.games else ())

    @property
    def is_played(self) -> bool:
        """Whether a game was really played: at least two came."""
        return any(len(self.players) - len(game.absent) > 1 for game in self.games)

    @property
    def totals(self) -> tuple[float, ...]:
        """The games won by seat; a draw is half a game, absent players have none."""
        totals = [0.0] * len(self.players)
        for game in self.games:
            for seat in range(len(self.players)):
                totals[seat] += _share(game.scores, seat, game.absent)
        return tuple(totals)

    @property
    def is_decided(self) -> bool:
        if len(self.players) == 1 or self.known_absent:
            return True
        if not self.games:
            return False
        if not self.must_win or self.games[-1].how == "no_show":
            return True
        ranked = sorted(self.totals, reverse=True)
        return ranked[0] - ranked[1] > max(self.best_of - len(self.games), 0)

    @property
    def winner(self) -> str | None:
        """Who goes on; None: nobody yet, a draw, or nobody came."""
        if not self.is_decided:
            return None
        there = [seat for seat in range(len(self.players)) if seat not in self.absent]
        if len(there) == 1:
            return self.players[there[0]]
        if not there or not self.games:
            return None
        totals = self.totals
        best = max(totals[seat] for seat in there)
        first = [seat for seat in there if totals[seat] == best]
        return self.players[first[0]] if len(first) == 1 else None

    @property
    def next_seats(self) -> tuple[str, ...]:
        """The players by seat of the next game: the first move changes from game to game."""
        turned = len(self.games) % len(self.players)
        return self.players[turned:] + self.players[:turned]


class TournamentRound(msgspec.Struct, frozen=True):
    """A round that is paired."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...]
    waived: tuple[str, ...]
    started: bool
    event: str
    requested: tuple[str, ...] = ()
    """Who has a bye that was asked for."""

    @property
    def is_complete(self) -> bool:
        return self.started and all(pairing.is_decided for pairing in self.pairings)

    @property
    def open_pairings(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if not pairing.is_decided)


class Tournament(msgspec.Struct, frozen=True):
    """Made by `replay` alone."""

    created: Created
    entrants: Mapping[str, Entrant]
    """In order of entry."""
    rounds: tuple[TournamentRound, ...]
    status: Status
    events: tuple[Event, ...]
    """All of them, undone ones too."""
    undone: frozenset[str]
    """Ids of the events that count as not happened."""
    requested: Mapping[int, tuple[str, ...]] = {}
    """By round: who asked for a bye."""
    starts: float | None = None
    """When the next round starts by itself, in seconds since 1970; None: by hand, or not known."""
    start_minutes: int | None = None
    """So long after the last result the next round starts."""

    def entrant(self, player: str) -> Entrant:
        """ValueError: nobody of this tournament."""
        try:
            return self.entrants[player]
        except KeyError:
            raise ValueError("This player is not in the tournament.") from None

    def pairing(self, id: str) -> Pairing:
        """ValueError: there is none."""
        for each in self.rounds:
            for pairing in each.pairings:
                if pairing.id == id:
                    return pairing
        raise ValueError("This match is not in the tournament.")

    def players_of(self, number: int) -> tuple[Entrant, ...]:
        """Who plays in a round that is not paired yet."""
        byes = self.requested.get(number, ())
        return tuple(
            each
            for each in self.entrants.values()
            if each.here and each.first_round <= number and each.id not in byes
        )

    @property
    def next_number(self) -> int | None:
        """The next round that can start; None if there is none."""
        if self.status == "finished" or (self.rounds and self.created.format == "arena"):
            return None
        number = len(self.rounds)
        if not number or self.rounds[-1].started:
            number += 1
        total = self.number_of_rounds
        return number if number == 1 or total is None or number <= total else None

    @property
    def can_start(self) -> bool:
        """Whether nothing is missing for the start of the next round."""
        return self.status == "open" or (self.status == "running" and not self.rounds[-1].started)

    def byes_left(self, player: str) -> tuple[int, ...]:
        """The coming rounds for which somebody can still ask for a bye."""
        had = sum(player in byes for byes in self.requested.values())
        first = self.next_number
        if first is None or not self.entrant(player).here or had >= self.created.max_byes:
            return ()
        first = max(first, self.entrants[player].first_round)
        rounds = (number for number in self.created.bye_rounds if number >= first)
        return tuple(n for n in rounds if player not in self.requested.get(n, ()))

    @property
    def number_of_rounds(self) -> int | None:
        """None: as many as there is time for (arena)."""
        match self.created.format:
            case "swiss" | "pools":
                return self.created.rounds
            case "round_robin":
                count = len(self.first_field)
                return max(count - 1 + count % 2, 0) * self.created.cycles
            case "knockout":
                return max(len(self.first_field) - 1, 0).bit_length()
            case "arena":
                return None

    @property
    def first_field(self) -> tuple[str, ...]:
        """The players of the first round, with a match or a bye, whether it is paired or not."""
        if not self.rounds:
            return tuple(each.id for each in self.players_of(1))
        first = self.rounds[0]
        paired = tuple(player for pairing in first.pairings for player in pairing.players)
        return paired + first.byes

    @property
    def is_over(self) -> bool:
        """Whether no further round can follow."""
        if self.status == "finished":
            return True
        total = self.number_of_rounds
        if total is None or not all(each.is_complete for each in self.rounds):
            return False
        if len(self.rounds) >= total:
            return True
        if self.created.format == "knockout" and self.rounds:
            return all(pairing.winner is None for pairing in self.rounds[-1].pairings)
        return False


def draw_lot(seed: int, *what: object) -> int:
    """A number that is the same for the same seed and words on every machine."""
    text = "\x1f".join(str(each) for each in (seed, *what))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def pairing_numbers(tournament: Tournament) -> dict[str, int]:
    """The initial ranking list (FIDE C.04.2): by rating, unrated last, equal ones by lot. From 1.

    FIDE breaks ties by title and by the alphabet; neither is fair among visitors.
    """
    seed = tournament.created.seed

    def key(each: Entrant) -> tuple[bool, float, int]:
        return each.rating is None, -(each.rating or 0.0), draw_lot(seed, "entry", each.id)

    ranked = sorted(tournament.entrants.values(), key=key)
    return {each.id: number for number, each in enumerate(ranked, 1)}


def _share(scores: tuple[float, ...], seat: int, absent: tuple[int, ...]) -> float:
    """The part of the others that a seat has beaten, a tie as half: 1 for a win, 0.5 for a draw."""
    if seat in absent:
        return 0.0
    beaten = 0.0
    for other, score in enumerate(scores):
        if other == seat:
            continue
        if other in absent or scores[seat] > score:
            beaten += 1
        elif scores[seat] == score:
            beaten += 0.5
    return beaten / (len(scores) - 1)

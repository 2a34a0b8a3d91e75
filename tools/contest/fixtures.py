"""One game of a contest: the seats, the opening and the result."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from tabletop.ai.mcts import result_value
from tabletop.engine import CHANCE, Match
from tabletop.engine.game import OptionValue
from tabletop.engine.kernel import result_of
from tabletop.games import find_game
from tools.contest.entrants import read_entrant

USUAL_SEED: Final = 1
TRIES: Final = 200
"""Random openings that are looked at before one is taken that ends at once."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game that is to be played."""

    game: str
    players: tuple[str, ...]
    """The entrant of each seat, in turn order."""
    number: int
    """The opening's number; both orders of a pair play the same openings and dice."""
    opening: int
    """Random plies before the players take over."""
    seed: int
    options: tuple[tuple[str, OptionValue], ...] = ()

    @property
    def key(self) -> str:
        """What a kept result is found by."""
        told = ",".join(f"{key}={value}" for key, value in self.options)
        luck = () if self.seed == USUAL_SEED else (str(self.seed),)
        number, opening = str(self.number), str(self.opening)
        return "|".join((self.game, *self.players, number, opening, told, *luck))


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played."""

    key: str
    game: str
    players: tuple[str, ...]
    scores: tuple[float, ...]
    """What each seat got: 1 for a win, shared among winners, a draw shared by all."""
    plies: int
    reason: str
    seconds: float
    problem: str = ""

    def told(self) -> Mapping[str, Any]:
        """As an object for a JSON line."""
        return asdict(self)


def opened(fixture: Fixture) -> Match:
    """The match after its random opening, dice included; the same for the same seed and number."""
    game = find_game(fixture.game)
    for attempt in range(TRIES):
        seed = fixture.seed * 1_000_003 + fixture.number * 1009 + attempt
        rng = Random(seed)
        match = Match(game, len(fixture.players), dict(fixture.options), seed)
        left = fixture.opening
        while match.outcome is None and (left > 0 or match.state.turn == CHANCE):
            if match.state.turn == CHANCE:
                match.roll()
            else:
                match.play(rng.choice(list(match.state.moves())))
                left -= 1
        if match.outcome is None:
            return match
    raise ValueError(f"{fixture.opening} random plies always end a game of {fixture.game}")


def play(fixture: Fixture, cache: Path | None = None) -> Result:
    """Plays a game to its end. A player that fails loses it, and the result says why.

    `cache` is the folder of compiled searches; None: the data folder's.
    """
    begun = perf_counter()
    match = opened(fixture)
    seats = len(fixture.players)
    sitting = []
    asked = 0
    try:
        for asked, text in enumerate(fixture.players):
            entrant = read_entrant(text)
            seed = fixture.seed + fixture.number * 16 + asked
            sitting.append(entrant.sit_down(match.game, seats, match.options, seed, cache))
        while match.outcome is None:
            if match.state.turn == CHANCE:
                match.roll()
            else:
                asked = match.state.turn
                played = [str(ply.move) for ply in match.plies]
                match.play(sitting[asked].choose(match.state, played))
        winners, reason = match.outcome.winners, str(match.outcome.reason)
        problem = ""
    except (ValueError, OSError) as fault:
        winners = tuple(seat for seat in range(seats) if seat != asked)
        reason, problem = "failed", f"{fixture.players[asked]}: {fault}"
    finally:
        for player in sitting:
            player.close()
    spent = perf_counter() - begun
    scores = scored(winners, seats)
    plies = len(match.plies)
    return Result(fixture.key, fixture.game, fixture.players, scores, plies, reason, spent, problem)


def scored(winners: tuple[int, ...], seats: int) -> tuple[float, ...]:
    """What each seat gets; a draw is shared by all."""
    return tuple(result_value(result_of(winners), seat, seats) for seat in range(seats))


def fixtures(
    game: str,
    pair: tuple[str, str],
    games: int,
    *,
    seats: int,
    opening: int,
    seed: int,
    options: Mapping[str, OptionValue],
) -> list[Fixture]:
    """The games of a pair: each opening once from either side (in turn round a larger table).

    So many, or one more: an opening that is played from one side alone is not fair.
    """
    told = tuple(sorted(options.items()))
    found = []
    for i in range(games + games % 2):
        first = i % 2
        players = tuple(pair[(first + seat) % 2] for seat in range(seats))
        found.append(Fixture(game, players, i // 2, opening, seed, told))
    return found

"""Evaluation of a whole match: chances of winning along it, and its turning points.

The functions work on finished analyses. Values are chances of winning by seat, 0 to 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tabletop.ai import LEVELS
from tabletop.engine import CHANCE, Match, Outcome, Ply, Seat, Text, say
from tabletop.engine.analysis import Analysis, AnalysisRequest, AnalysisService, Candidate

WinChances: TypeAlias = tuple[float, ...]
Thoughts: TypeAlias = Mapping[int, Analysis]
"""Analyses of positions by the number of plies before them."""

MAX_TURNING_POINTS: Final = 5
"""The most turning points that are shown."""
MIN_DROP: Final = 0.08
"""Smaller losses are within the error of a short analysis."""
MIN_VISIT_SHARE: Final = 0.1
"""A candidate's value is used from this share of the best one's visits."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A ply that cost its player chances, and the better one."""

    ply: int
    """The number of plies before it."""
    seat: Seat
    played: str
    better: str
    before: float
    """The player's chance with the better ply."""
    after: float
    """The player's chance after its own."""

    @property
    def drop(self) -> float:
        return self.before - self.after

    @property
    def percents(self) -> tuple[int, int]:
        """Both chances as they are shown; what was lost is their difference."""
        return round(100 * self.before), round(100 * self.after)


def positions_to_analyse(plies: Sequence[Ply], over: bool) -> tuple[int, ...]:
    """The numbers of plies after which a player had to decide; the last position unless `over`.

    Positions where the dice decide are left out.
    """
    numbers = [number for number, ply in enumerate(plies) if ply.seat != CHANCE]
    if plies and not over and plies[-1].after.turn != CHANCE:
        numbers.append(len(plies))
    return tuple(numbers)


def outcome_values(outcome: Outcome, seats: int) -> WinChances:
    """The value of a result for each seat: winners share 1; in a draw all seats do."""
    winners = outcome.winners or tuple(range(seats))
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


def chances(match: Match, thoughts: Thoughts) -> tuple[WinChances | None, ...]:
    """Each seat's chance after 0, 1, 2 ... plies; None where unknown.

    A throw keeps the chance before it, and those before the first analysis have the first.
    """
    known: list[WinChances | None] = []
    last: WinChances | None = None
    furthest = max(thoughts, default=-1)
    for number in range(len(match.plies) + 1):
        thought = thoughts.get(number)
        last = thought.values if thought is not None else last
        known.append(last if number <= furthest else None)
    first = next((number for number, values in enumerate(known) if values is not None), 0)
    known[:first] = [known[first]] * first
    if match.outcome is not None:
        known[-1] = outcome_values(match.outcome, match.seats)
    return tuple(known)


def turning_points(
    match: Match,
    thoughts: Thoughts,
    most: int = MAX_TURNING_POINTS,
    least: float = MIN_DROP,
    *,
    seat: Seat | None = None,
) -> tuple[TurningPoint, ...]:
    """The `most` plies that cost their players (or the one at a seat) most, in order of play."""
    turns = [
        turn for turn in _turns(match, thoughts) if turn.drop >= least and seat in (None, turn.seat)
    ]
    largest = sorted(turns, key=lambda turn: (-turn.drop, turn.ply))[:most]
    return tuple(sorted(largest, key=lambda turn: turn.ply))


def _turns(match: Match, thoughts: Thoughts) -> list[TurningPoint]:
    found = []
    for number, ply in enumerate(match.plies):
        thought = thoughts.get(number)
        if ply.seat == CHANCE or thought is None:
            continue
        turn = _judge_ply(match, thoughts, number, thought)
        if turn is not None:
            found.append(turn)
    return found


def _judge_ply(
    match: Match, thoughts: Thoughts, number: int, thought: Analysis
) -> TurningPoint | None:
    """What a ply cost; None for the best one, or if unknown."""
    ply = match.plies[number]
    played, seat = str(ply.move), ply.seat
    # The best candidate costs nothing, even if the next analysis values it lower.
    better = better_candidate(played, thought)
    if better is None:
        return None
    after = _after(match, thoughts, number, thought)
    if after is None:
        return None
    return TurningPoint(number, seat, played, better.move, better.values[seat], after)


def better_candidate(played: str, thought: Analysis) -> Candidate | None:
    """The best ply of the analysis; None if it was played."""
    if thought.move == played:
        return None
    return best_candidate(thought)


def best_candidate(thought: Analysis) -> Candidate:
    """The ply that an analysis would play, as a candidate."""
    found = _candidate(thought, thought.move)
    if found is not None and (found.visits or found.proven):
        return found
    # Chosen without a search: only the value of the position is known.
    return Candidate(thought.move, 1, thought.values, thought.proven)


def _after(match: Match, thoughts: Thoughts, number: int, thought: Analysis) -> float | None:
    """The player's chance after a ply, before any throw."""
    ply = match.plies[number]
    ended = ply.after.outcome()
    if ended is not None:
        return outcome_values(ended, match.seats)[ply.seat]
    own = _candidate(thought, str(ply.move))
    own = own if own is not None and own.visits else None  # else its values mean nothing
    following = thoughts.get(number + 1)
    if following is None:
        if own is not None:
            return own.values[ply.seat]
        # A throw follows a ply that was not searched: it is no better than the worst that was.
        looked = [candidate for candidate in thought.candidates if candidate.visits]
        return min((candidate.values[ply.seat] for candidate in looked), default=None)
    later = following.values[ply.seat]
    most_visits = max((candidate.visits for candidate in thought.candidates), default=0)
    if own is None or following.proven or own.visits < MIN_VISIT_SHARE * most_visits:
        return later
    return own.values[ply.seat] if own.proven else (later + own.values[ply.seat]) / 2


def _candidate(thought: Analysis, move: str) -> Candidate | None:
    return next((c for c in thought.candidates if c.move == move), None)


def percents(values: Sequence[float]) -> tuple[int, ...]:
    """Shares as whole percents that sum to 100, by the largest remainder method.

    Values are normalised; if all are 0 the percents are equal.
    """
    kept = [max(0.0, value) for value in values]
    total = sum(kept)
    exact = [100 * value / total for value in kept] if total > 0 else [100 / len(kept)] * len(kept)
    found = [int(share) for share in exact]
    order = sorted(range(len(exact)), key=lambda n: (found[n] - exact[n], n))
    for number in order[: 100 - sum(found)]:
        found[number] += 1
    return tuple(found)


def is_clear(thought: Analysis, seat: Seat) -> bool:
    """Whether more analysis is not worth the wait: proved, or one ply is far better."""
    best = _candidate(thought, thought.move)
    if thought.proven or (best is not None and best.proven and best.values[seat] > 0.99):
        return True
    visits = sorted((candidate.visits for candidate in thought.candidates), reverse=True)
    return len(visits) > 1 and visits[0] >= 2000 and visits[0] >= 20 * visits[1]


def best_allowed(thought: Analysis, moves: Sequence[Any]) -> Candidate | None:
    """The best candidate that is one of these plies, if any."""
    allowed = {str(move) for move in moves}
    row = (best_candidate(thought), *thought.candidates)
    return next((candidate for candidate in row if candidate.move in allowed), None)


POLL_SECONDS: Final = 0.1
"""Seconds between two checks of an analysis."""


def analysis_question(
    match: Match,
    seconds: float | None = None,
    count: int | None = None,
    more: tuple[str, ...] = (),
    level: str = LEVELS[-1],
) -> AnalysisRequest:
    """Requests an analysis of the position after `count` plies (or all) and some `more`.

    The strongest level is asked by default; without `seconds` it uses its own budget.
    """
    plies = match.plies if count is None else match.plies[:count]
    return AnalysisRequest(
        game=match.game.key,
        seats=match.seats,
        options=dict(match.options),
        position=match.position,
        plies=(*(str(ply.move) for ply in plies), *more),
        level=level,
        seed=match.seed,
        seconds=seconds,
    )


TOTAL_SECONDS: Final = 20.0
"""Seconds for a whole match, within the limits below."""
SHORTEST, LONGEST = 0.2, 0.5
"""Seconds for one position."""
NOT_READY: Final = say("review.not_ready", "The computer isn’t ready. Try again in a moment.")


class ReviewAnalysis:
    """The analysis of one match so far; it goes on while `run` is called."""

    def __init__(self, thinking: AnalysisService, match: Match) -> None:
        self._thinking = thinking
        self.match = match
        self.numbers = positions_to_analyse(match.plies, match.outcome is not None)
        """The positions to analyse, by the number of plies before them."""
        self.thoughts: dict[int, Analysis] = {}
        self.problem: Text | None = None
        """Why there will be no review."""
        self._next = 0
        self._number: int | None = None
        share = TOTAL_SECONDS / max(1, len(self.numbers))
        self.seconds = min(LONGEST, max(SHORTEST, share))
        """Seconds for each position."""

    @property
    def done(self) -> bool:
        return self._next >= len(self.numbers)

    @property
    def share(self) -> float:
        """How much of the analysis is done, from 0 to 1."""
        return 1.0 if self.done else self._next / len(self.numbers)

    @property
    def here(self) -> int:
        """The position that is analysed now, or the last one."""
        return len(self.match.plies) if self.done else self.numbers[self._next]

    @property
    def chances(self) -> tuple[WinChances | None, ...]:
        """Each seat's chances along the match, as far as they are known."""
        return chances(self.match, self.thoughts)

    def turns(self, seat: Seat | None = None) -> tuple[TurningPoint, ...]:
        """The turning points, of a seat or of all, once the analysis is done."""
        return turning_points(self.match, self.thoughts, seat=seat) if self.done else ()

    def run(self) -> bool:
        """Reads the analysis, and requests the next one; True if there is news."""
        if self.done:
            return False
        if self._number is None:
            self._number = self._thinking.ask(
                analysis_question(self.match, self.seconds, self.numbers[self._next])
            )
            return True
        progress = self._thinking.progress(self._number)
        if not progress.done:
            return False
        self._thinking.drop(self._number)
        self._number = None
        thought = progress.thought
        if thought is not None and not thought.guessed:
            self.thoughts[self.numbers[self._next]] = thought
        elif not self.thoughts:
            self.problem = NOT_READY
            self.finish()
        self._next += 1
        return True

    def finish(self) -> None:
        """Ends the analysis with what is known."""
        self.rest()
        self._next = len(self.numbers)

    def rest(self) -> None:
        """Drops the running request; the analysis can be continued later."""
        if self._number is not None:
            self._thinking.drop(self._number)
            self._number = None

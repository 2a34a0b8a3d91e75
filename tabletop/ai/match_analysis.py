"""Where a match turned: chances along it, and the plies that gave most of them away.

Pure arithmetic on thoughts that somebody else had. Values are chances of winning by seat, 0 to 1.

What the table asks computer players: for a ply, a hint, a chance, a review.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tabletop.ai import LEVELS
from tabletop.engine import CHANCE, Match, Outcome, Ply, Seat
from tabletop.engine.analysis import Analysis, AnalysisRequest, Candidate

WinChances: TypeAlias = tuple[float, ...]
Thoughts: TypeAlias = Mapping[int, Analysis]
"""What was thought of the positions after so many plies."""

MAX_TURNING_POINTS: Final = 5
"""More turning points than these are a list, and no story."""
MIN_DROP: Final = 0.08
"""A smaller loss is within what a short thought can be wrong by."""
MIN_VISIT_SHARE: Final = 0.1
"""A candidate's own value counts from this share of the best one's visits."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A ply that cost its player chances, and what would have kept them."""

    ply: int
    """How many plies went before it."""
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


def positions_to_analyse(plies: Sequence[Ply], over: bool) -> tuple[int, ...]:
    """After how many plies somebody had to decide; the last position too unless it is `over`.

    Positions where the dice decide are left out: nobody's ply is judged by a throw.
    """
    numbers = [number for number, ply in enumerate(plies) if ply.seat != CHANCE]
    if plies and not over and plies[-1].after.turn != CHANCE:
        numbers.append(len(plies))
    return tuple(numbers)


def outcome_values(outcome: Outcome, seats: int) -> WinChances:
    """What a result is worth to each seat: who ties shares the win, in a draw all do."""
    winners = outcome.winners or tuple(range(seats))
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


def chances(match: Match, thoughts: Thoughts) -> tuple[WinChances | None, ...]:
    """Each seat's chance after 0, 1, 2 ... plies; None as long as nothing is known of it.

    Where the dice decide it is what it was before.
    """
    known: list[WinChances | None] = []
    last: WinChances | None = None
    furthest = max(thoughts, default=-1)
    for number in range(len(match.plies) + 1):
        thought = thoughts.get(number)
        last = thought.values if thought is not None else last
        known.append(last if number <= furthest else None)
    if match.outcome is not None:
        known[-1] = outcome_values(match.outcome, match.seats)
    return tuple(known)


def smoothed(row: Sequence[WinChances | None]) -> tuple[WinChances | None, ...]:
    """The same row with each inner value drawn halfway to its neighbours' middle.

    A search thinks a little better of whoever is to move, so that the raw row has teeth. The
    first and the last value stay: they are a fact, or the start.
    """
    found = list(row)
    for number in range(1, len(row) - 1):
        before, here, after = row[number - 1 : number + 2]
        if before is not None and here is not None and after is not None:
            parts = zip(before, here, after, strict=True)
            found[number] = tuple((a + 2 * b + c) / 4 for a, b, c in parts)
    return tuple(found)


def turning_points(
    match: Match, thoughts: Thoughts, most: int = MAX_TURNING_POINTS, least: float = MIN_DROP
) -> tuple[TurningPoint, ...]:
    """The plies that cost their players most, at most `most`, in the order of play."""
    turns = [turn for turn in _turns(match, thoughts) if turn.drop >= least]
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
    """What a ply cost; None where it was the best that was seen, or nothing is known of it."""
    ply = match.plies[number]
    played, seat = str(ply.move), ply.seat
    # The best ply seen costs nothing, even if the search thinks less of it a ply later.
    better = better_candidate(played, thought)
    if better is None:
        return None
    after = _after(match, thoughts, number, thought)
    if after is None:
        return None
    return TurningPoint(number, seat, played, better.move, better.values[seat], after)


def better_candidate(played: str, thought: Analysis) -> Candidate | None:
    """The ply that the thought would rather have played; None if it was played."""
    if thought.move == played:
        return None
    return best_candidate(thought)


def best_candidate(thought: Analysis) -> Candidate:
    """The ply that a thought would play, with what is thought of it."""
    found = _candidate(thought, thought.move)
    if found is not None and (found.visits or found.proven):
        return found
    # Chosen at sight: what is thought of the position is all that is known of it.
    return Candidate(thought.move, 1, thought.values, thought.proven)


def _after(match: Match, thoughts: Thoughts, number: int, thought: Analysis) -> float | None:
    """The chance that a ply left its player, before any dice spoke."""
    ply = match.plies[number]
    ended = ply.after.outcome()
    if ended is not None:
        return outcome_values(ended, match.seats)[ply.seat]
    own = _candidate(thought, str(ply.move))
    own = own if own is not None and own.visits else None  # else its values say nothing
    following = thoughts.get(number + 1)
    if following is None:
        if own is not None:
            return own.values[ply.seat]
        # Dice follow a ply that was not looked at: it is no better than the worst that was.
        looked = [candidate for candidate in thought.candidates if candidate.visits]
        return min((candidate.values[ply.seat] for candidate in looked), default=None)
    later = following.values[ply.seat]
    if own is None or following.proven or own.visits < MIN_VISIT_SHARE * _most_visits(thought):
        return later
    return own.values[ply.seat] if own.proven else (later + own.values[ply.seat]) / 2


def _candidate(thought: Analysis, move: str) -> Candidate | None:
    return next((c for c in thought.candidates if c.move == move), None)


def _most_visits(thought: Analysis) -> int:
    return max((candidate.visits for candidate in thought.candidates), default=0)


def percents(values: Sequence[float]) -> tuple[int, ...]:
    """Shares of one as whole percents that sum to 100, by the largest remainders.

    Values that do not sum to one are taken in proportion; without any they are all equal.
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
    """Whether thinking on is not worth the wait: it is proved, or one ply stands far apart."""
    best = _candidate(thought, thought.move)
    if thought.proven or (best is not None and best.proven and best.values[seat] > 0.99):
        return True
    visits = sorted((candidate.visits for candidate in thought.candidates), reverse=True)
    return len(visits) > 1 and visits[0] >= 2000 and visits[0] >= 20 * visits[1]


def best_allowed(thought: Analysis, moves: Sequence[Any]) -> Candidate | None:
    """The best ply of a thought that is one of these; None if it looked at none of them."""
    allowed = {str(move) for move in moves}
    row = (best_candidate(thought), *thought.candidates)
    return next((candidate for candidate in row if candidate.move in allowed), None)


POLL_SECONDS: Final = 0.1
"""Seconds between two looks at how far a thought has come."""


def analysis_question(
    match: Match,
    seconds: float | None = None,
    count: int | None = None,
    more: tuple[str, ...] = (),
    level: str = LEVELS[-1],
) -> AnalysisRequest:
    """Asks about the position after `count` plies, or all, and some `more`.

    The strongest level is asked, unless told otherwise; without `seconds` it has its own budget.
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

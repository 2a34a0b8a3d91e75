"""The score table: points of turns, losers of rounds, refunds by cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Seat
from tabletop.games.sevens.rules.chance import Card, DealtCard
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.score import Score

PEEK_COST: Final = 2
"""Points that a peek costs, if the turn has as many (rule 4)."""


@dataclass(frozen=True, slots=True)
class TurnScore:
    """A finished turn."""

    round: int
    guesser: Seat
    target: Picture
    name: str
    guess: Picture
    score: Score
    """Before the peek is paid."""
    peeked: bool

    @property
    def arranger(self) -> Seat:
        return 1 - self.guesser

    @property
    def cost(self) -> int:
        """What the peek cost: never more points than the turn had."""
        return min(PEEK_COST, self.score.points) if self.peeked else 0

    @property
    def points(self) -> int:
        return self.score.points - self.cost


@dataclass(frozen=True, slots=True)
class PeekRefund:
    """The refund of a peek."""

    seat: Seat
    round: int
    """The round of the peek."""
    points: int


def points(turns: Sequence[TurnScore], round_: int, seat: Seat) -> int | None:
    """A seat's points in a round; None before it is scored."""
    return next((t.points for t in turns if (t.round, t.guesser) == (round_, seat)), None)


def loser(turns: Sequence[TurnScore], round_: int) -> Seat | None:
    """The seat with fewer points in a finished round; None if equal."""
    one, other = points(turns, round_, 0) or 0, points(turns, round_, 1) or 0
    return None if one == other else int(one > other)


def regained(
    turns: Sequence[TurnScore], cards: Sequence[DealtCard | None]
) -> tuple[PeekRefund, ...]:
    """The refunds by `Card.REGAIN`, in order; `cards[n]` was dealt after round n.

    Each refunds the holder's latest peek so far, else the one of the next round, else nothing. No
    peek is refunded twice.
    """
    lines: list[PeekRefund] = []
    for dealt_after, dealt in enumerate(cards):
        if dealt is None or dealt[1] is not Card.REGAIN:
            continue
        seat, back = dealt[0], {(line.seat, line.round) for line in lines}
        peeks = [
            PeekRefund(seat, turn.round, turn.cost)
            for turn in turns
            if turn.guesser == seat and turn.peeked and (seat, turn.round) not in back
        ]
        paid = [peek for peek in peeks if peek.round <= dealt_after]
        coming = [peek for peek in peeks if peek.round == dealt_after + 1]
        lines += paid[-1:] or coming
    return tuple(lines)


def totals(turns: Sequence[TurnScore], lines: Sequence[PeekRefund]) -> tuple[int, int]:
    """The totals of both seats, with refunds."""
    one, other = (
        sum(t.points for t in turns if t.guesser == seat)
        + sum(line.points for line in lines if line.seat == seat)
        for seat in (0, 1)
    )
    return one, other

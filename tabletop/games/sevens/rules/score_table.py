"""The score table: what each turn gave, who lost a round, what comes back by a card."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Seat
from tabletop.games.sevens.rules.chance import Card, DealtCard
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.score import Score

PEEK_COST: Final = 2
"""Points that a sneak peek costs, where there are as many (rule 4)."""


@dataclass(frozen=True, slots=True)
class TurnScore:
    """One finished turn."""

    round: int
    guesser: Seat
    target: Picture
    name: str
    guess: Picture
    score: Score
    """Before a peek is paid for."""
    peeked: bool

    @property
    def arranger(self) -> Seat:
        return 1 - self.guesser

    @property
    def cost(self) -> int:
        """What the peek really cost: never more than there was."""
        return min(PEEK_COST, self.score.points) if self.peeked else 0

    @property
    def points(self) -> int:
        return self.score.points - self.cost


@dataclass(frozen=True, slots=True)
class PeekRefund:
    """A line of its own in the score table: the cost of a peek that came back."""

    seat: Seat
    round: int
    """The round of the peek."""
    points: int


def points(turns: Sequence[TurnScore], round_: int, seat: Seat) -> int | None:
    """What a seat's guess gave in a round; None before it is scored."""
    return next((t.points for t in turns if (t.round, t.guesser) == (round_, seat)), None)


def loser(turns: Sequence[TurnScore], round_: int) -> Seat | None:
    """Who has fewer points in a finished round; None if both have the same."""
    one, other = points(turns, round_, 0) or 0, points(turns, round_, 1) or 0
    return None if one == other else int(one > other)


def regained(
    turns: Sequence[TurnScore], cards: Sequence[DealtCard | None]
) -> tuple[PeekRefund, ...]:
    """What the cards `Card.REGAIN` brought back, in order; `cards[n]` was dealt after round n.

    Each gives back the latest peek that its holder had taken by then, else the one of the next
    round, else nothing. No peek comes back twice.
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
    """The sums of both seats, regained points included."""
    one, other = (
        sum(t.points for t in turns if t.guesser == seat)
        + sum(line.points for line in lines if line.seat == seat)
        for seat in (0, 1)
    )
    return one, other

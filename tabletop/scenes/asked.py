"""What the table asks a computer player on behalf of people: for a hint, a chance, a review."""

from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Match
from tabletop.engine.thought import Question

LOOKS: Final = 0.1
"""Seconds between two looks at how far a thought has come."""


def question(
    match: Match, seconds: float, count: int | None = None, more: tuple[str, ...] = ()
) -> Question:
    """Asks the strongest level about the position after `count` plies, or all, and some `more`."""
    plies = match.plies if count is None else match.plies[:count]
    return Question(
        game=match.game.key,
        seats=match.seats,
        options=dict(match.options),
        position=match.position,
        plies=(*(str(ply.move) for ply in plies), *more),
        level=LEVELS[-1],
        seed=match.seed,
        seconds=seconds,
    )

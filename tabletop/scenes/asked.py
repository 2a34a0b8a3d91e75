"""What the table asks computer players: for a ply, a hint, a chance, a review."""

from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Match
from tabletop.engine.thought import Question

LOOKS: Final = 0.1
"""Seconds between two looks at how far a thought has come."""


def question(
    match: Match,
    seconds: float | None = None,
    count: int | None = None,
    more: tuple[str, ...] = (),
    level: str = LEVELS[-1],
) -> Question:
    """Asks about the position after `count` plies, or all, and some `more`.

    The strongest level is asked, unless told otherwise; without `seconds` it has its own budget.
    """
    plies = match.plies if count is None else match.plies[:count]
    return Question(
        game=match.game.key,
        seats=match.seats,
        options=dict(match.options),
        position=match.position,
        plies=(*(str(ply.move) for ply in plies), *more),
        level=level,
        seed=match.seed,
        seconds=seconds,
    )

"""Sevens as a `Game`, and the options of a match as numbers."""

from dataclasses import dataclass
from typing import Final

from tabletop.engine import Game, Options
from tabletop.games.sevens import messages
from tabletop.games.sevens.messages import NO_LIMIT

GAME: Final = Game(
    key="sevens",
    title=messages.TITLE,
    designer=messages.DESIGNER,
    kind="live",
    order=3,
    blurb=messages.BLURB,
    seats=(2,),
    seat_names=messages.SEAT_NAMES,
    options=messages.OPTIONS,
    rules=messages.RULES,
    notation_rule=messages.NOTATION_RULE,
    end_rule=messages.END_RULE,
)


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The options of a match. Times are milliseconds."""

    tolerance: float
    silhouette_tolerance: float
    loose: bool
    seams: bool
    arrange: int | None
    look: int
    peek: int
    clocks: tuple[int, ...]
    """The guesser's clock in each round."""

    @classmethod
    def of(cls, options: Options) -> "MatchOptions":
        limit = options["arrange_seconds"]
        return cls(
            tolerance=float(options["tolerance"]),
            silhouette_tolerance=float(options["silhouette_tolerance"]),
            loose=bool(options["loose"]),
            seams=bool(options["seams"]),
            arrange=None if limit == NO_LIMIT else int(limit) * 1000,
            look=int(options["look_seconds"]) * 1000,
            peek=int(options["peek_seconds"]) * 1000,
            clocks=tuple(int(part) * 1000 for part in str(options["clock"]).split("-")),
        )

"""What the table agreed on before a match: its options as the numbers that are reckoned with."""

from dataclasses import dataclass
from typing import Final

from tabletop.engine import Options

NO_LIMIT: Final = "none"
"""The `arrange_seconds` of a table without a limit."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The options of one match. Times are milliseconds."""

    tolerance: float
    silhouette_tolerance: float
    loose: bool
    seams: bool
    arrange: int | None
    look: int
    peek: int
    clocks: tuple[int, ...]
    """The guessing player's clock, by round."""

    @classmethod
    def of(cls, options: Options) -> "Terms":
        """The terms that checked options make."""
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

"""What belongs to one seat of a table, in every game."""

from dataclasses import dataclass

from tabletop.engine.text import Text


@dataclass(frozen=True, slots=True)
class SeatProfile:
    """Who plays at a seat, and how the table speaks to them."""

    name: str = ""
    """What the people call themselves; empty: the seat's own name."""
    language: str = ""
    """The code of the language they read; empty: the table's."""
    text_scale: int = 0
    """The text scale for them, in percent; 0: the table's."""
    edge: int = 0
    """The edge they sit at, in quarter turns clockwise from the near edge."""
    level: Text | None = None
    """The level of the computer player at the seat; None: people play."""

    @property
    def is_computer(self) -> bool:
        return self.level is not None

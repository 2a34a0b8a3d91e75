"""Whoever has beaten the computer, as a game tells it to the board of high scores."""

from collections.abc import Callable
from dataclasses import dataclass

from tabletop.ui.scene import Change


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody who has beaten the computer, and can put a name on the board of high scores."""

    game: str
    match_id: str
    name: str
    """What they have called themselves so far; "" for nothing."""
    turns: int
    """How many quarter turns clockwise they sit from the near edge."""
    language: str
    percent: int
    """How large their words are; 0: as large as the table's."""
    back: Callable[[str], Change]
    """Leads on, with the name that is on the board now; "" for none."""

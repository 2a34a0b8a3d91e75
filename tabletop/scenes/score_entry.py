"""Asking whoever has won for the name that goes on the board of high scores."""

from dataclasses import replace
from typing import Final

from tabletop.engine import Text, say
from tabletop.kiosk.fit_names import is_fit
from tabletop.scenes.name_board import NameBoard
from tabletop.scenes.seat_notes import LONGEST_NAME, clean_name
from tabletop.ui.canvas import Box, Point
from tabletop.ui.letters import DONE, GAP, SIGN, SPACE, Letters
from tabletop.ui.table import Table
from tabletop.ui.widgets import PushButton

INITIALS: Final = 3
"""Letters that children write: nobody is to be known by them."""
OTHER: Final = say("scores.other", "Please choose another name")
"""All that is said of a name that is refused: neither which part of it, nor why."""


class Initials(Letters):
    """Initials that are being written: capitals, and nothing else is taken."""

    def __init__(self, text: str) -> None:
        only = "".join(sign for sign in text if sign.isalpha())
        super().__init__(only[:INITIALS].upper() if len(only) <= INITIALS else "", INITIALS)

    def write(self, sign: str) -> None:
        capital = sign.upper()
        if sign.isalpha() and len(capital) == 1:
            super().write(capital)

    def keys(self, box: Box) -> list[PushButton]:
        """Letters, the one that deletes, and Done: digits and blanks are no initials."""
        lines = len({key.box.y for key in super().keys(box)})
        high = (box.h - GAP * (lines - 2)) / (lines - 1)  # all but the row of digits
        tall = lines * high + GAP * (lines - 1)
        keys = super().keys(Box(box.x, box.bottom - tall, box.w, tall))
        letters = [key for key in keys if key.key.removeprefix(SIGN).isalpha()]
        return [
            replace(key, box=Box(box.x, key.box.y, box.w, key.box.h)) if key.key == DONE else key
            for key in letters
            if key.key != SPACE
        ]


class ScoreEntry(NameBoard):
    """Pops with the name; with "" or None where nobody wants to be named."""

    question = say("scores.question", "Your name in the high scores")
    hint = say("scores.hint", "A name that all may read")

    def __init__(self, table: Table, name: str, turns: int = 0, about: Point | None = None) -> None:
        """`name` is what was written last, or ""; `turns`, `about` as in `Overlay`."""
        super().__init__(name if is_fit(name) else "", turns, about)
        if table.for_kids:
            self.letters = Initials(name if is_fit(name) else "")
            self._shown = self.letters.text
            self.hint = say("scores.initials", "Your initials: three letters")
            self.longest = INITIALS

    def refusal(self, written: str) -> Text | None:
        """Whether that name cannot be on the board."""
        if written and not is_fit(clean_name(written)[:LONGEST_NAME]):
            return OTHER
        return super().refusal(written)

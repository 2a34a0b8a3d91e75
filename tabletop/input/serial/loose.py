"""Lines without a checksum, as a first sketch on a bench prints them.

``4``, ``ROLL 4``, ``D6: 4``, ``3+5``, ``ROLL 3 5`` are throws; ``BTN 2 DOWN`` and ``BTN 2 UP`` are
buttons, of which the first is 1. Capitals do not matter. A line holds nothing else, or it is none.
"""

import re
from typing import Final

from tabletop.input.serial.events import Event, Throw
from tabletop.input.serial.plain import PlainLines

BUTTONS: Final = 8
"""How many buttons a box is taken to have."""
DICE: Final = 6
"""How many dice there may be in a throw."""

_THROW: Final = re.compile(
    r"""(?: (?: roll | d(?P<sides>[1-9][0-9]?) ) (?: \s*:\s* | \s+ ) )?
        (?P<values> [1-9][0-9]? (?: (?: \s*[+,]\s* | \s+ ) [1-9][0-9]? )* )""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_BUTTON: Final = re.compile(
    r"(?:btn|button)\s+(?P<number>[1-9])\s+(?P<way>down|up)", re.IGNORECASE | re.ASCII
)


class Loose(PlainLines):
    """Whatever prints throws or buttons.

    It says what it can do as it does it: a box that never threw is no dice reader, so nobody is
    kept waiting for its dice. With each new ability comes another `Hello`.
    """

    name = "loose"
    title = "loose device"

    def __init__(self) -> None:
        super().__init__()
        self._buttons = 0
        self._sides = 0

    def understand(self, line: str, now: float) -> list[Event] | None:
        if (throw := _THROW.fullmatch(line)) is not None:
            values = tuple(map(int, re.findall("[0-9]+", throw["values"])))
            sides = int(throw["sides"] or 6)
            if sides < 2 or max(values) > sides or len(values) > DICE:
                return None
            self._sides = sides
            return [*self._abilities(), Throw(sides=sides, values=values)]
        if (button := _BUTTON.fullmatch(line)) is not None and int(button["number"]) <= BUTTONS:
            self._buttons = BUTTONS
            down = button["way"].lower() == "down"
            return [*self._abilities(), *self._turned(int(button["number"]) - 1, down, now)]
        return None

    def _abilities(self) -> list[Event]:
        return self._greeted(self._buttons, self._sides)

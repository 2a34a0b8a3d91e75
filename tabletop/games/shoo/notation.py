"""The plies of Shoo and how they are written."""

import re
from dataclasses import dataclass
from typing import Final

from tabletop.engine.game import Spot
from tabletop.engine.reading import shortened
from tabletop.engine.state import BadNotation
from tabletop.engine.text import Text, say
from tabletop.games.shoo.kernel import (
    CAPTURE,
    COME_BACK,
    DISMOUNT,
    DISMOUNT_ANYWAY,
    DROP,
    HOLD,
    MOUNT,
    MOVE_HORSE,
    PASS,
    REDROP,
    RETIRE,
    RIDE,
    STEP,
    STEP_ANYWAY,
)
from tabletop.games.shoo.tables import SIDE, SQUARES

NAMES: Final[tuple[Spot, ...]] = tuple(
    "abcdefghi"[square % SIDE] + str(square // SIDE + 1) for square in range(SQUARES)
)
"""What the squares are called, a1 to i9 along the ranks."""

SQUARE_OF: Final = {name: square for square, name in enumerate(NAMES)}
"""The number of a square by its name."""

WRITTEN: Final = {
    PASS: "pass",
    STEP: "{}-{}",
    MOUNT: "{}^{}",
    RIDE: "{}~{}",
    DISMOUNT: "{}/{}",
    MOVE_HORSE: "h:{}-{}",
    DROP: "+{}",
    HOLD: "={}",
    RETIRE: "x{}",
    CAPTURE: "{}*{}@{}",
    REDROP: "{}!{}",
    COME_BACK: "t+{}",
    STEP_ANYWAY: "{}-{}?",
    DISMOUNT_ANYWAY: "{}/{}?",
}
"""How each kind of ply is written, with its squares left blank."""

_SQUARE = "([a-i][1-9])"
_PATTERNS: Final = {
    kind: re.compile(re.escape(form).replace(r"\{\}", _SQUARE)) for kind, form in WRITTEN.items()
}
_RIDE_ON: Final = re.compile(_PATTERNS[CAPTURE].pattern + "~" + _SQUARE)


@dataclass(frozen=True, slots=True)
class Move:
    """One ply: the kernel's number for its kind and its squares."""

    code: int

    @property
    def kind(self) -> int:
        """What is done: one of the kernel's kinds, `STEP` to `DISMOUNT_ANYWAY`."""
        return self.code & 15

    @property
    def squares(self) -> tuple[int, int, int, int]:
        """The squares as the kernel packs them; those that the kind does not use are 0."""
        code = self.code
        return code >> 4 & 127, code >> 11 & 127, code >> 18 & 127, code >> 25 & 127

    @property
    def rides_on(self) -> bool:
        """Whether it is a capture that goes on riding."""
        return self.kind == CAPTURE and self.squares[3] != self.squares[1]

    def __str__(self) -> str:
        names = [NAMES[square] for square in self.squares]
        written = WRITTEN[self.kind].format(*names)
        return f"{written}~{names[3]}" if self.rides_on else written


def ply(kind: int, first: int = 0, second: int = 0, third: int = 0, fourth: int = 0) -> Move:
    """The ply of a kind with its squares."""
    return Move(kind | first << 4 | second << 11 | third << 18 | fourth << 25)


def capture(capturer: int, rider: int, put: int, to: int | None = None) -> Move:
    """A capture; without `to` the capturer stays on the horse's square."""
    return ply(CAPTURE, capturer, rider, put, rider if to is None else to)


def parse_ply(text: str) -> Move:
    """The ply of the right form that a text is, possible on the board or not; else BadNotation."""
    for kind, pattern in _PATTERNS.items():
        found = pattern.fullmatch(text)
        if found:
            squares = [SQUARE_OF[name] for name in found.groups()]
            return capture(*squares) if kind == CAPTURE else ply(kind, *squares)
    found = _RIDE_ON.fullmatch(text)
    if found:
        return capture(*(SQUARE_OF[name] for name in found.groups()))
    raise BadNotation(_complaint(text))


def _complaint(text: str) -> Text:
    """What is wrong with a text that has the form of no ply."""
    if any(letter.isspace() for letter in text):
        return say("shoo.notation.blank", "A ply is written without blanks, as in c4-d4")
    for part in re.findall(r"[A-Za-z][0-9]+", text):
        if part not in SQUARE_OF:
            return say(
                "shoo.notation.square",
                "'{text}' names no square at '{part}': files run from a to i, ranks from 1 to 9",
                text=shortened(text),
                part=shortened(part),
            )
    return say(
        "shoo.notation.ply",
        "'{text}' is no ply: write a step as c4-d4, a ride as i7~d7, a drop as +d4, or see how "
        "the others are written",
        text=shortened(text),
    )

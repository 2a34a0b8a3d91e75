"""What spectators send from their phones, shown for a moment at the upper edge of the picture.

Nothing here can be touched, and no scene knows of it.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from tabletop.input.actions import ReactionKind
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER, CORAL, CREAM, INK, SKY, Colour

SHOWN_SECONDS: Final = 2.5
MAX_SHOWN: Final = 7
"""Kinds and times that are shown at once; the oldest goes first."""
SIZE: Final = 54.0
GAP: Final = 14.0
TOP: Final = 34.0
"""From the upper edge to the middle of the signs, in canvas units."""
COUNT_SIZE: Final = 26.0
LAYER: Final = 950
JOINED_SECONDS: Final = 1.0
"""Reactions of one kind within this time are counted together."""
COLOURS: Final[dict[ReactionKind, Colour]] = {
    "heart": CORAL,
    "laugh": AMBER,
    "wow": SKY,
    "star": AMBER,
    "bang": SKY,
}


@dataclass(frozen=True, slots=True)
class _Shown:
    kind: ReactionKind
    count: int = 1
    spent: float = 0.0


class Reactions:
    """The reactions that are shown now, the newest last."""

    def __init__(self) -> None:
        self.shown: tuple[_Shown, ...] = ()

    def add(self, kind: ReactionKind) -> None:
        """Somebody reacts; several of one kind at a time are one sign with a number."""
        for number, each in enumerate(self.shown):
            if each.kind == kind and each.spent < JOINED_SECONDS:
                joined = replace(each, count=each.count + 1)
                self.shown = (*self.shown[:number], joined, *self.shown[number + 1 :])
                return
        self.shown = (*self.shown, _Shown(kind))[-MAX_SHOWN:]

    def run(self, seconds: float) -> bool:
        """Lets time pass; True if one has gone."""
        before = len(self.shown)
        aged = (replace(each, spent=each.spent + seconds) for each in self.shown)
        self.shown = tuple(each for each in aged if each.spent < SHOWN_SECONDS)
        return len(self.shown) != before

    def wakes_in(self) -> float:
        """Seconds until the next one goes."""
        return min((SHOWN_SECONDS - each.spent for each in self.shown), default=inf)

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        width = len(self.shown) * (SIZE + GAP) - GAP
        x = canvas.width / 2 - width / 2 + SIZE / 2
        with frame.layer(LAYER):
            for each in self.shown:
                frame.put(shapes.disc(canvas.px(SIZE / 2 + 3), INK), (x, TOP))
                frame.put(shapes.disc(canvas.px(SIZE / 2), COLOURS[each.kind]), (x, TOP))
                frame.put(icon(each.kind, canvas.px(SIZE * 0.62), INK), (x, TOP))
                if each.count > 1:
                    at = (x + SIZE * 0.42, TOP + SIZE * 0.42)
                    frame.put(shapes.disc(canvas.px(SIZE * 0.3), CREAM), at)
                    box = Box.around(at, SIZE * 0.6, SIZE * 0.5)
                    words = str(min(each.count, 99))
                    Label(words, box, COUNT_SIZE, INK, True, "centre", most=1).draw(frame)
                x += SIZE + GAP

"""Five marks to be touched: whether the glass feels fingers, and where."""

from math import dist
from typing import Final

from tabletop.engine import decimal, say
from tabletop.input.actions import Action, Button, Down, Press
from tabletop.kiosk.checks import Finding
from tabletop.ui import art
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop
from tabletop.ui.sheet import Sheet
from tabletop.ui.theme import AMBER, DIM, HEAD_SIZE, NAME_SIZE, PETROL, TEXT
from tabletop.ui.widgets import PushButton

INSET: Final = 130.0
"""How far from the edges the outer marks lie."""
REACH: Final = 110.0
"""A touch further off is of no mark."""
GOOD: Final = 45.0
"""A touch nearer than this, in canvas units, is felt where it is: 14 mm on a 27-inch table."""
RADIUS: Final = 46.0
WIDE: Final = 1000.0


class TouchTest(Sheet):
    """The marks, one after the other. Pops with a `Finding`; None where it is left before."""

    def __init__(self) -> None:
        super().__init__()
        self.off: list[float] = []
        """How far each touch was off its mark, in canvas units."""
        self.missed = 0

    @property
    def marks(self) -> tuple[Point, ...]:
        """Where they lie, in the order in which they are to be touched."""
        x, y, right, bottom = INSET, INSET, self.canvas.width - INSET, self.canvas.height - INSET
        return (x, y), (right, y), (right, bottom), (x, bottom), self.canvas.box.centre

    def lay_out(self) -> None:
        x, y = self.canvas.box.centre
        wide = min(WIDE, self.canvas.width - 4 * INSET)
        told = say("touch_test.told", "Touch the ring.")
        if self.missed:
            told = say("touch_test.missed", "That was felt elsewhere. Touch the ring once more.")
        leave = say("touch_test.leave", "Leave it")
        self.labels = (
            Label(told, Box.around((x, y - 210), wide, 110), HEAD_SIZE, TEXT, True, "centre"),
        )
        box = Box.around((x, y + 220), min(420.0, wide), 100)
        self.buttons.replace([PushButton("leave", box, leave, "close", size=NAME_SIZE)])

    def handle(self, action: Action, /) -> Change:
        if isinstance(action, Press) and action.button is Button.BACK:
            return Pop(None)
        if isinstance(action, Down) and self.buttons.at(action.at) is None:
            return self._touched(action.at)
        return super().handle(action)

    def _touched(self, at: Point) -> Change:
        off = dist(at, self.marks[len(self.off)])
        if off > REACH:
            self.missed += 1
            self.lay_out()
            return None
        self.off.append(off)
        if len(self.off) == len(self.marks):
            return Pop(judged(max(self.off), self.missed))
        self.lay_out()
        return None

    def pressed(self, key: str, /) -> Change:
        del key
        return Pop(None)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        scale = frame.canvas.scale
        for number, at in enumerate(self.marks):
            if number < len(self.off):
                frame.put(art.disc(RADIUS * scale, PETROL), at)
            elif number == len(self.off):
                frame.put(art.ring(RADIUS * scale, 10 * scale, AMBER), at)
                frame.put(art.disc(8 * scale, AMBER), at)
            else:
                frame.put(art.ring(0.5 * RADIUS * scale, 4 * scale, DIM), at)


def judged(off: float, missed: int) -> Finding:
    """The light for how far the worst touch was off its ring, and how many were felt elsewhere."""
    share = decimal(off / 10.8)
    if missed:
        words = "All five rings were felt, but {missed} touches were felt elsewhere."
        return Finding("amber", say("touch_test.some", words, missed=missed))
    if off > GOOD:
        words = "Felt, but up to {share} % of the height beside the finger: touch the crosses."
        return Finding("amber", say("touch_test.off", words, share=share))
    return Finding("green", say("touch_test.good", "All five rings were felt where they are."))

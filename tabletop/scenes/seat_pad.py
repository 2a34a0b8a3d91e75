"""One seat before a match: its stone, its name, and how many people share it."""

from dataclasses import dataclass
from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.ui import stones
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.sheet import Plate
from tabletop.ui.theme import DIM, NAME_SIZE, PANEL, SMALL_SIZE, SeatLook
from tabletop.ui.widgets import PushButton

MOST_SHARING: Final = 4


def sharing(people: int) -> Text:
    """How a number of people sit at one seat, in words."""
    if people == 1:
        return say("seats.one", "one person")
    return say("seats.shared", "shared by {people}", people=people)


@dataclass(frozen=True, slots=True)
class SeatPad:
    """What a seat's plate shows, and the two buttons on it."""

    seat: Seat
    name: Text
    look: SeatLook
    people: int
    box: Box

    @property
    def plate(self) -> Plate:
        return Plate(self.box, PANEL, 24)

    @property
    def _button(self) -> float:
        return min(92.0, self.box.h - 20)

    @property
    def _radius(self) -> float:
        return self.box.h * 0.29

    @property
    def buttons(self) -> tuple[PushButton, PushButton]:
        """One fewer, one more."""
        side = self._button
        more = Box(self.box.right - side - 14, self.box.centre[1] - side / 2, side, side)
        fewer = more.moved(-side - 12, 0)
        return (
            PushButton(f"fewer:{self.seat}", fewer, icon="minus", enabled=self.people > 1),
            PushButton(f"more:{self.seat}", more, icon="plus", enabled=self.people < MOST_SHARING),
        )

    @property
    def labels(self) -> tuple[Label, Label]:
        """The name above, the people below."""
        left = self.box.x + 2 * self._radius + 48
        width = self.buttons[0].box.x - 16 - left
        half = self.box.h / 2
        upper = Box(left, self.box.y + half * 0.28, width, half * 0.72)
        lower = Box(left, self.box.y + half * 1.04, width, half * 0.6)
        return (
            Label(self.name, upper, NAME_SIZE, bold=True, most=1),
            Label(sharing(self.people), lower, SMALL_SIZE + 3, DIM, most=1),
        )

    def draw(self, frame: Frame) -> None:
        """Puts the stone on the frame; plate, words and buttons are the page's."""
        at = (self.box.x + self._radius + 24, self.box.centre[1])
        frame.put(stones.stone(self.look, self._radius * frame.canvas.scale), at)

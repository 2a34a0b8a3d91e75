"""One seat before a match: its stone, its name, and who plays there."""

from dataclasses import dataclass, replace
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Seat, Text, say
from tabletop.players.filler import PERSON, Filler
from tabletop.scenes.who_plays import icon_of
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
    """What a seat's plate shows, and the buttons on it."""

    seat: Seat
    name: Text
    look: SeatLook
    people: int
    box: Box
    filler: Filler = PERSON
    asks: bool = False
    """Whether computers can play here: then a button asks who does."""

    @property
    def plate(self) -> Plate:
        return Plate(self.box, PANEL, 24)

    @property
    def _button(self) -> float:
        return min(92.0, self.box.h - 20, max(64.0, self.box.w * 0.15))

    @property
    def _radius(self) -> float:
        return min(self.box.h * 0.29, self.box.w * 0.06)

    @property
    def buttons(self) -> tuple[PushButton, ...]:
        """Who plays, where that can be chosen; one fewer, one more; or weaker and stronger."""
        side = self._button
        more = Box(self.box.right - side - 14, self.box.centre[1] - side / 2, side, side)
        fewer = more.moved(-side - 12, 0)
        who = fewer.moved(-side - 12, 0)
        seat, level = self.seat, self.filler.level
        asked = (PushButton(f"who:{seat}", who, icon=icon_of(self.filler)),) if self.asks else ()
        if level:
            weaker = PushButton(f"weaker:{seat}", fewer, icon="minus", enabled=level != LEVELS[0])
            stronger = PushButton(f"stronger:{seat}", more, icon="plus")
            return (*asked, weaker, replace(stronger, enabled=level != LEVELS[-1]))
        return (
            *asked,
            PushButton(f"fewer:{seat}", fewer, icon="minus", enabled=self.people > 1),
            PushButton(f"more:{seat}", more, icon="plus", enabled=self.people < MOST_SHARING),
        )

    @property
    def labels(self) -> tuple[Label, Label]:
        """The name above, below it who plays."""
        left = self.box.x + 2 * self._radius + 48
        width = self.buttons[0].box.x - 16 - left
        half = self.box.h / 2
        who = self.filler.words if self.filler.is_computer else sharing(self.people)
        upper = Box(left, self.box.y + half * 0.28, width, half * 0.72)
        lower = Box(left, self.box.y + half * 1.04, width, half * 0.6)
        return (
            Label(self.name, upper, NAME_SIZE, bold=True, most=1),
            Label(who, lower, SMALL_SIZE + 3, DIM, most=1),
        )

    def draw(self, frame: Frame) -> None:
        """Puts the stone on the frame; plate, words and buttons are the page's."""
        at = (self.box.x + self._radius + 24, self.box.centre[1])
        frame.put(stones.stone(self.look, self._radius * frame.canvas.scale), at)

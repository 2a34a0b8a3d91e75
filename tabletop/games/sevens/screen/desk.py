"""What all parts of a match share: the match, its time, the plan of the screen, who sits where."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.screen.plan import Plan, plan_for
from tabletop.input.actions import Action
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.frame import turn_point
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table
from tabletop.ui.theme import BLUE_LOOK, RED_DIAMOND_LOOK, SeatLook

Levels: TypeAlias = tuple[Text | None, Text | None]

NAMES: Final = (say("sevens.blue", "Blue"), say("sevens.red", "Red"))
LOOKS: Final[tuple[SeatLook, ...]] = (BLUE_LOOK, RED_DIAMOND_LOOK)


@dataclass(slots=True)
class Desk:
    """Handed to every part of a match. It changes as the window does and as time goes by."""

    table: Table
    match: SevensMatch
    facing: bool = False
    """The two sit face to face: everything turns to the seat that is asked to act."""
    rules: Callable[[], Scene] | None = None
    """Makes the page of the rules."""
    again: Callable[[], Scene] | None = None
    """Makes the scene of another match like this one."""
    now: float = 0.0
    """Seconds of the match; they stand still in the pause."""
    levels: Levels = (None, None)
    """For each seat the level of the computer player in it; None for a person."""
    hurried: int = -1
    """The turn in which people asked a computer player to finish at once."""
    plan: Plan = field(default_factory=lambda: plan_for(Canvas((1280, 800))))

    @property
    def canvas(self) -> Canvas:
        return self.plan.canvas

    def name(self, seat: Seat) -> Text:
        level = self.levels[seat]
        if level is None:
            return NAMES[seat]
        if level == self.levels[1 - seat]:
            return say("sevens.computer.name", "{level} ({seat})", level=level, seat=NAMES[seat])
        return level

    def level(self, seat: Seat) -> Text | None:
        """The level of the computer player in a seat; None where a person sits."""
        return self.levels[seat]

    @property
    def unattended(self) -> bool:
        """Whether computer players have both seats."""
        return None not in self.levels

    @property
    def hurries(self) -> bool:
        """Whether the computer player whose turn it is shall finish at once."""
        return self.hurried == len(self.match.turns)

    def hurry(self) -> None:
        """People ask the computer player whose turn it is to finish at once."""
        self.hurried = len(self.match.turns)

    def look(self, seat: Seat) -> SeatLook:
        return LOOKS[seat]

    def turned(self, seat: Seat) -> bool:
        """Whether what this seat is to read stands upside down for the other.

        What concerns a computer player is turned to the person who sits opposite.
        """
        if self.levels[seat] is not None:
            seat = 1 - seat if self.levels[1 - seat] is None else 0
        return self.facing and seat == 1

    def near(self, action: Action, seat: Seat) -> Action:
        """An action as the seat sees it from its own edge."""
        at = getattr(action, "at", None)
        if at is None or not self.turned(seat):
            return action
        turned = {"at": self.opposite(at)}
        if (began := getattr(action, "began", None)) is not None:
            turned["began"] = self.opposite(began)
        return replace(action, **turned)  # type: ignore[arg-type]

    def across(self, box: Box) -> Box:
        """A box as the seat opposite sees it from its own edge."""
        right, bottom = self.canvas.width - box.right, self.canvas.height - box.bottom
        return Box(right, bottom, box.w, box.h)

    def opposite(self, at: Point) -> Point:
        """A point of the canvas turned by half about its middle."""
        return turn_point(at, 2, self.canvas.box.centre)

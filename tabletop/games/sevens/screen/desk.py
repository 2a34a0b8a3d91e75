"""What all parts of a match share: the match, its time, the plan of the screen, who sits where."""

from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.screen.plan import Plan, plan_for
from tabletop.games.sevens.words import SEAT_NAMES
from tabletop.input.actions import Action
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.frame import turn_point
from tabletop.ui.live import NewPage
from tabletop.ui.table import Table
from tabletop.ui.theme import BLUE_LOOK, RED_DIAMOND_LOOK, SeatLook

Levels: TypeAlias = tuple[Text | None, Text | None]
Languages: TypeAlias = tuple[str, str]

NAMES: Final = SEAT_NAMES
LOOKS: Final[tuple[SeatLook, ...]] = (BLUE_LOOK, RED_DIAMOND_LOOK)


@dataclass(slots=True)
class Desk:
    """Handed to every part of a match. It changes as the window does and as time goes by."""

    table: Table
    match: SevensMatch
    facing: bool = False
    """The two sit face to face: everything turns to the seat that is asked to act."""
    rules: NewPage | None = None
    """Makes the page of the rules."""
    sound: NewPage | None = None
    """Makes the page of the volumes."""
    again: NewPage | None = None
    """Makes the scene of another match like this one."""
    now: float = 0.0
    """Seconds of the match; they stand still in the pause."""
    levels: Levels = (None, None)
    """For each seat the level of the computer player in it; None for a person."""
    languages: Languages = ("", "")
    """In which language each seat reads, by its code; empty: in the table's."""
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
            # NOTE for translators: a computer player and its side: "Keen (Blue)".
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
        return self.facing and self._reader(seat) == 1

    def language(self, seat: Seat) -> str:
        """In which language this seat reads; what concerns a computer player is for the other."""
        return self.languages[self._reader(seat)] or self.table.language

    def _reader(self, seat: Seat) -> Seat:
        """Who reads what a seat is told: of a computer player the person opposite."""
        if self.levels[seat] is None:
            return seat
        return 1 - seat if self.levels[1 - seat] is None else 0

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

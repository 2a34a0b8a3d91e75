"""What all parts of a match share: the match, its time, the plan of the screen, who sits where."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from tabletop.engine import Seat, Text, joined, say
from tabletop.games.sevens.messages import SEAT_NAMES
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.view.layout import (
    MatchLayout,
    canvas_seen_from,
    layout_for,
    pivot,
    rotated_box,
)
from tabletop.games.sevens.view.view import LOOKS
from tabletop.input.actions import Action
from tabletop.storage.match_metrics import MatchMetrics
from tabletop.storage.scores import NO_SCORE, ScoreEligibility
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import reach_mode, use_language, use_text_scale
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.live_game import PageFactory
from tabletop.ui.theme.theme import SeatLook

SeatLevels: TypeAlias = tuple[Text | None, Text | None]
SeatLanguages: TypeAlias = tuple[str, str]
SeatSides: TypeAlias = tuple[int, int]
"""At which edge each seat sits, in quarter turns clockwise from the near one."""
PlayerNames: TypeAlias = tuple[str, str]
SeatTextSizes: TypeAlias = tuple[int, int]

NO_TEXT: Final = joined("")
TAP_GUARD_SECONDS: Final = 0.45
"""Seconds for which buttons that have just appeared ignore touches: the second tap of a double tap
was meant for what was there before."""
DEFAULT_SEAT_NAMES: Final = SEAT_NAMES
TOGETHER: Final[SeatSides] = (0, 0)
FACING: Final[SeatSides] = (0, 2)


@dataclass(slots=True)
class MatchContext:
    """Handed to every part of a match. It changes as the window does and as time goes by."""

    table: AppContext
    match: SevensMatch
    sides: SeatSides = TOGETHER
    """Where the two sit: everything turns to the seat that is asked to act."""
    rules: PageFactory | None = None
    """Makes the page of the rules."""
    sound: PageFactory | None = None
    """Makes the page of the volumes."""
    again: PageFactory | None = None
    """Makes the scene of another match like this one."""
    now: float = 0.0
    """Seconds of the match; they stand still in the pause."""
    levels: SeatLevels = (None, None)
    """For each seat the level of the computer player in it; None for a person."""
    languages: SeatLanguages = ("", "")
    """In which language each seat reads, by its code; empty: in the table's."""
    sat: SeatSides = FACING
    """Where they sat before all words were turned one way."""
    names: PlayerNames = ("", "")
    """What the people at each seat call themselves; empty: by their colour."""
    sizes: SeatTextSizes = (0, 0)
    """How large the words for each seat are, in percent; 0: as large as the table's."""
    hurried: int = -1
    """The turn in which people asked a computer player to finish at once."""
    played: MatchMetrics | None = None
    """What counts the match for the host, if it is one that counts."""
    window: Canvas = field(default_factory=lambda: Canvas((1280, 800)))
    """All of the window, whoever looks at it."""
    apart: Canvas | None = None
    """The window of its own in which the arranging player builds, if it has one."""
    acting: Seat = 0
    """The seat that the plan is made for."""
    minded: frozenset[Seat] = frozenset()
    """The seats at which a computer player minds the match until its people come back."""
    match_id: str = ""
    """By which name the match is kept."""
    feat: ScoreEligibility = NO_SCORE
    """What of the match counts among the high scores, and what was won in a row before it."""
    named: str = ""
    """The name that whoever has won has put on the board of high scores."""

    @property
    def facing(self) -> bool:
        """Whether something is turned, because not both sit at the near edge."""
        return any(self.sides)

    @property
    def plan(self) -> MatchLayout:
        """Where everything lies, as the acting seat sees it."""
        other = self.turns(1 - self.acting) - self.turns(self.acting)
        return layout_for(self.canvas, other, reach=reach_mode(), largest=max(self.sizes))

    @property
    def canvas(self) -> Canvas:
        """The window as the acting seat sees it."""
        return canvas_seen_from(self.glass, self.turns(self.acting))

    @property
    def glass(self) -> Canvas:
        """The window that the acting seat looks at."""
        return self.apart or self.window

    @property
    def for_a_room(self) -> bool:
        """Whether a projector shows a match of two people, who hide pictures from each other."""
        return self.table.settings["look.projector"] and not any(self.levels)

    @property
    def exposed(self) -> bool:
        """Whether all see what the arranging player sees."""
        return self.for_a_room and self.table.aside.canvas is None

    def name(self, seat: Seat) -> Text:
        level = self.levels[seat]
        if level is None:
            return joined("", self.names[seat]) if self.names[seat] else DEFAULT_SEAT_NAMES[seat]
        if level == self.levels[1 - seat]:
            # NOTE for translators: a computer player and its side: "Keen (Blue)".
            return say(
                "sevens.computer.name",
                "{level} ({seat})",
                level=level,
                seat=DEFAULT_SEAT_NAMES[seat],
            )
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

    def turns(self, seat: Seat) -> int:
        """How many quarter turns clockwise what this seat is to read is turned.

        What concerns a computer player is turned to the person at the other seat. A window of
        one's own is turned for nobody.
        """
        return 0 if self.apart else self.sides[self._reader(seat)] % 4

    def about(self, seat: Seat) -> Point:
        """The point of the window about which that is turned."""
        return pivot(self.glass, self.turns(seat))

    @contextmanager
    def manner_of(self, seat: Seat) -> Iterator[None]:
        """Measures and draws meanwhile as this seat reads: in its language, as large as it asks."""
        room = False if self.apart else None
        with use_language(self.language(seat)), use_text_scale(self.size(seat), room=room):
            yield

    def language(self, seat: Seat) -> str:
        """In which language this seat reads; what concerns a computer player is for the other."""
        return self.languages[self._reader(seat)] or self.table.language

    def size(self, seat: Seat) -> int:
        """How large the words are that this seat reads, in percent; 0: as large as the table's."""
        return self.sizes[self._reader(seat)]

    def _reader(self, seat: Seat) -> Seat:
        """Who reads what a seat is told: of a computer player the person opposite."""
        if self.levels[seat] is None:
            return seat
        return 1 - seat if self.levels[1 - seat] is None else 0

    def near(self, action: Action, seat: Seat) -> Action:
        """An action as the seat sees it from its own edge."""
        at = getattr(action, "at", None)
        if at is None or not self.turns(seat):
            return action
        turned = {"at": self.seen(at, seat)}
        if (began := getattr(action, "began", None)) is not None:
            turned["began"] = self.seen(began, seat)
        return replace(action, **turned)  # type: ignore[arg-type]

    def seen(self, at: Point, seat: Seat) -> Point:
        """Where a seat sees a point of the window."""
        return turn_point(at, -self.turns(seat), self.about(seat))

    def really(self, at: Point, seat: Seat) -> Point:
        """Where in the window a point lies that is told as a seat sees it."""
        return turn_point(at, self.turns(seat), self.about(seat))

    def seen_by(self, box: Box, seat: Seat) -> Box:
        """A box of the plan, which is as the acting seat sees it, as this seat sees it."""
        real = rotated_box(box, self.turns(self.acting), self.about(self.acting))
        return rotated_box(real, -self.turns(seat), self.about(seat))

"""The pads that light up in the corner at each person's edge while something is to be agreed on.

Two hold theirs at once, or touch them one after the other. Whoever sits alone at an edge finds the
question over the own panel, upright; where all sit at one edge the pads lie side by side.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import dist, inf
from typing import Final, TypeAlias

from tabletop.engine import Seat
from tabletop.input.actions import Action, Cancel, Down, Drop, Nudge, Press, Pull, Tap, Walk
from tabletop.input.actions import Button as Key
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame, turn_point
from tabletop.ui.label import Label
from tabletop.ui.lettering import lettering
from tabletop.ui.sheet import Plate
from tabletop.ui.theme import PANEL_ACTIVE
from tabletop.ui.tongue import speaking
from tabletop.ui.widgets import Buttons, PushButton

HOLD: Final = 0.7
"""Seconds for which all hold their pads at once."""
SETTLE: Final = 0.3
"""Seconds after the pads appear in which a finger meant what lay there before."""
LONGEST_TAP: Final = 1.5
"""A finger that lies longer and lifts alone has rested, or has waited in vain."""
PALM: Final = 130.0
"""Two fingers nearer to each other than this are one hand that rests there."""

AGREE: Final = "agree:"
REFUSE: Final = "refuse:"

Number: TypeAlias = tuple[str, int]
"""A contact, by its source and its number."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One plate with the question and its pads, as if whoever reads it sat at the bottom."""

    plate: Box
    labels: tuple[Label, ...]
    buttons: tuple[PushButton, ...]
    turns: int
    about: Point
    language: str = ""
    size: int = 0
    """How large its words are set, in percent; 0 as the table's."""
    seat: Seat | None = None
    """Whose panel it lies over; None for all at one edge."""

    def holds(self, at: Point) -> bool:
        return self.plate.holds(turn_point(at, -self.turns, self.about))


@dataclass(slots=True)
class _Touch:
    """A finger on a plate; it changes as it moves."""

    key: str
    """The pad that it lies on; empty for none, or where it does not count."""
    at: Point
    since: float
    pulled: bool = False


@dataclass(slots=True)
class CornerPads:
    """The pads of the wish that stands, and the fingers on them."""

    asked: tuple[Asked, ...] = ()
    buttons: Buttons = field(default_factory=Buttons)
    age: float = 0.0
    """Seconds since the pads appeared."""
    _touches: dict[Number, _Touch] = field(default_factory=dict)

    def show(self, asked: Sequence[Asked]) -> None:
        """Shows these from now on; fingers stay, and where none were shown the time begins."""
        if not self.asked or not asked:
            self.age = 0.0
            for touch in self._touches.values():
                touch.key = ""  # what it answered is answered: it only has to lift
        self.asked = tuple(asked)
        self.buttons.replace([button for one in self.asked for button in one.buttons])

    def covers(self, at: Point) -> bool:
        """Whether a plate lies over this place."""
        return any(one.holds(at) for one in self.asked)

    # -- hands ----------------------------------------------------------------------------------

    def takes(self, action: Action) -> tuple[bool, str | None]:
        """Whether a hand touches the pads with this, and which answer it has given by it."""
        match action:
            case Down(source=source, contact=contact, at=at):
                return self._down((source, contact), at), None
            case Pull(source=source, contact=contact, at=at):
                touch = self._touches.get((source, contact))
                if touch is not None:
                    touch.at, touch.pulled = at, True
                    touch.key = touch.key if touch.key == self._pad(at) else ""
                    self._light()
                return touch is not None, None
            case Tap() | Drop() | Cancel():
                return self._up(action)
            case _:
                return False, None

    def _down(self, number: Number, at: Point) -> bool:
        if not self.covers(at):
            return False
        touch = _Touch(self._pad(at) if self.age >= SETTLE else "", at, self.age)
        for other in self._touches.values():
            # Fingers of two people may come near each other on pads that lie side by side.
            apart = bool(other.key and touch.key and other.key != touch.key)
            if dist(other.at, at) < (PALM / 2 if apart else PALM):
                other.key = touch.key = ""
        self._touches[number] = touch
        self._light()
        return True

    def _up(self, action: Tap | Drop | Cancel) -> tuple[bool, str | None]:
        touch = self._touches.pop((action.source, action.contact), None)
        if touch is None:
            return False, None
        self._light()
        tapped = isinstance(action, Tap) and not touch.pulled
        answers = tapped and self.age - touch.since <= LONGEST_TAP
        return True, touch.key or None if answers else None

    def keyed(self, action: Action) -> tuple[bool, str | None]:
        """The same for keys that belong to no seat: they walk from pad to pad."""
        match action:
            case Press(button=Key.OK) if self.asked and self.buttons.focus is None:
                self.buttons.press(Nudge(source=action.source, dx=0, dy=0))
                return True, None
            case Press(button=Key.OK) | Walk() | Nudge() if self.asked:
                return True, self.buttons.press(action)
            case Press(button=Key.BACK) if self.asked:
                return True, REFUSE
            case _:
                return False, None

    def _pad(self, at: Point) -> str:
        button = self.buttons.at(at)
        return button.key if button is not None else ""

    def _light(self) -> None:
        """The pads under fingers that count look pressed."""
        held = enumerate(touch.key for touch in self._touches.values())
        self.buttons.held = {number: key for number, key in held if key}

    # -- time -----------------------------------------------------------------------------------

    def _together(self, seats: Collection[Seat]) -> float:
        """Since when all these hold their pads; infinite while one does not."""
        since = [
            min((t.since for t in self._touches.values() if t.key == f"{AGREE}{seat}"), default=inf)
            for seat in seats
        ]
        return max(since, default=inf)

    def run(self, dt: float, seats: Collection[Seat]) -> bool:
        """Lets time pass; True when all these seats have held their pads for long enough."""
        self.age += dt
        return bool(self.asked) and self.age - self._together(seats) >= HOLD

    def wakes_in(self, seats: Collection[Seat]) -> float:
        """Seconds until they will have."""
        together = self._together(seats) if self.asked else inf
        return max(0.0, HOLD - (self.age - together)) + 0.001 if together < inf else inf

    # -- what is seen ---------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        """Puts the plates, their words and the pads on the frame."""
        for one in self.asked:
            with speaking(one.language), lettering(one.size):
                with frame.turned(one.turns, one.about):
                    Plate(one.plate, PANEL_ACTIVE, 30, lined=True).draw(frame)
                    for label in one.labels:
                        label.draw(frame)
                keys = {button.key for button in one.buttons}
                held = {n: key for n, key in self.buttons.held.items() if key in keys}
                Buttons(one.buttons, held, self.buttons.focus).draw(frame)

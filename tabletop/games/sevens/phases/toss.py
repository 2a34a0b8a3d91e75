"""The toss: a coin that people touch, and who is player one."""

from math import inf
from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.phases.coin import draw_coin, warm_coin
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules import luck
from tabletop.games.sevens.screen.desk import LOOKS, Desk
from tabletop.input.actions import Action, Down, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change
from tabletop.ui.theme import BODY_SIZE, CARD_SIZE, DIM, HEAD_SIZE, TEXT
from tabletop.ui.tween import Timer
from tabletop.ui.widgets import PushButton

FLIGHT: Final = 1.2
"""Seconds of a toss."""


class TossPart(Part):
    """The coin lies there; a touch tosses it; then one goes on."""

    shows_column = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._first: Seat = luck.toss(desk.match.seed)
        self._flight: Timer | None = None

    @property
    def seat(self) -> Seat:
        return self._first if self._landed else 0

    @property
    def for_both(self) -> bool:
        return not self._landed

    @property
    def _landed(self) -> bool:
        return self._flight is not None and self._flight.done

    @property
    def prompt(self) -> Text:
        if self._flight is None:
            return say("sevens.toss", "Touch the coin: it says who is player one.")
        if not self._flight.done:
            return say("sevens.tossed", "The coin is in the air...")
        name = self.desk.name(self._first)
        words = "{name} is player one, and arranges first in every round."
        return say("sevens.toss.first", words, name=name)

    @property
    def told(self) -> Text:
        return self.prompt

    @property
    def middle(self) -> Point:
        """Where the coin lies."""
        stage = self._stage
        return stage.centre[0], stage.y + stage.h * 0.33

    @property
    def _radius(self) -> float:
        return min(230.0, self._stage.h * 0.24, self._stage.w * 0.3)

    @property
    def _stage(self) -> Box:
        return self.desk.plan.stage

    def lay_out(self) -> None:
        looks = (LOOKS[0], LOOKS[1])
        warm_coin(self.desk.canvas.scale, self._radius, looks)

    def lay_buttons(self) -> list[PushButton]:
        if not self._landed:
            return []
        stage = self._stage
        width = min(520.0, stage.w * 0.7)
        box = Box.around((stage.centre[0], stage.bottom - 76), width, 136)
        return [PushButton("on", box, say("sevens.on", "Go on"), "play", "main", HEAD_SIZE)]

    def handle(self, action: Action, /) -> Change:
        """A touch anywhere near the coin tosses it; a touch while it flies lands it."""
        match action:
            case Down(at=at) if self._flight is None and self._on_coin(at):
                self._toss()
                return None
            case Press(button=Key.OK) if self._flight is None:
                self._toss()
                return None
            case Down() | Press(button=Key.OK) if self._flight and not self._flight.done:
                self._flight.spent = self._flight.length
                self._land()
                return None
            case _:
                return super().handle(action)

    def _on_coin(self, at: Point) -> bool:
        x, y = self.middle
        return (at[0] - x) ** 2 + (at[1] - y) ** 2 <= (1.3 * self._radius) ** 2

    def _toss(self) -> None:
        self._flight = Timer(FLIGHT * self.desk.table.slow)
        if self._flight.done:
            self._land()

    def _land(self) -> None:
        # The table turns to player one.
        self.fit()
        self.hush()

    def pressed(self, key: str, /) -> Change:
        del key  # there is but one button
        self.desk.match.toss(self.desk.now)
        return None

    def update(self, dt: float, /) -> Change:
        flight = self._flight
        if flight is not None and flight.share < 1:
            flight.run(dt)
            if flight.done:
                self._land()
        return super().update(dt)

    def wakes_in(self) -> float:
        flying = self._flight is not None and not self._flight.done
        return 0.0 if flying else min(inf, super().wakes_in())

    def draw_words(self, frame: Frame) -> None:
        flown = 1.0 if self._flight is None else self._flight.share
        up = self._first if self._flight is not None else None
        draw_coin(frame, self.middle, self._radius, (LOOKS[0], LOOKS[1]), up, flown)
        stage = self._stage
        below = self.middle[1] + self._radius * 1.35
        room = Box(stage.x + 40, below, stage.w - 80, stage.bottom - 168 - below)
        if self._landed:
            name = self.desk.name(self._first)
            said = say("sevens.toss.begins", "{name} begins.", name=name)
            Label(said, room, CARD_SIZE * 1.3, TEXT, True, "centre", most=1).draw(frame)
        elif self._flight is None:
            words = "Three rounds. Build a picture, look at it for {seconds} seconds, rebuild it."
            said = say("sevens.toss.about", words, seconds=round(self.desk.match.look_seconds))
            Label(said, room, BODY_SIZE, DIM, align="centre", most=2).draw(frame)

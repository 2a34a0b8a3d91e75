"""The toss: a coin that people touch, or one of their own, or dice; and who is player one."""

from dataclasses import replace
from math import inf
from typing import Final

from tabletop.engine import IllegalMove, Seat, Text, say
from tabletop.engine.match import SCREEN, TYPED
from tabletop.games.sevens.phases import thrown
from tabletop.games.sevens.phases.coin import draw_coin, warm_coin
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules import luck
from tabletop.games.sevens.screen.desk import LOOKS, Desk
from tabletop.input.actions import Action, Down, Press, Roll
from tabletop.input.actions import Button as Key
from tabletop.input.labels import label_of
from tabletop.ui import art
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change
from tabletop.ui.sheet import row
from tabletop.ui.stones import stone
from tabletop.ui.theme import BODY_SIZE, CARD_SIZE, DIM, HEAD_SIZE, TEXT, WHITE
from tabletop.ui.tween import Timer
from tabletop.ui.widgets import PushButton, draw_button

FLIGHT: Final = 0.6
"""Seconds of a toss."""
COIN, REAL, SIDE, BACK, ON = "coin", "real", "side:", "back", "on"
GAP: Final = 28.0


class TossPart(Part):
    """The coin lies there; a touch tosses it; then one goes on.

    Who would rather toss a coin of their own says what it showed; and a dice reader may decide.
    """

    shows_column = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._first: Seat | None = None
        """Who is player one, once the coin is in the air."""
        self._source = SCREEN
        self._told = thrown.SCREEN_COIN
        """Where the coin was thrown, in words."""
        self._asks = desk.table.settings["dice.source"] == TYPED
        """It is asked what a real coin showed."""
        self._flight: Timer | None = None

    @property
    def seat(self) -> Seat:
        if self._landed and self._first is not None:
            return self._first
        people = (seat for seat in (0, 1) if self.desk.level(seat) is None)
        return next(people, 0)

    @property
    def for_both(self) -> bool:
        return not self._landed

    @property
    def _landed(self) -> bool:
        return self._flight is not None and self._flight.done

    @property
    def prompt(self) -> Text:
        if self._flight is None and self._asks:
            return say("sevens.toss.real", "Toss your coin: whose side is up?")
        if self._flight is None:
            return say("sevens.toss", "Touch the coin: it says who is player one.")
        if not self._flight.done or self._first is None:
            return say("sevens.tossed", "The coin is in the air...")
        name = self.desk.name(self._first)
        return say(
            "sevens.toss.first",
            "{name} is player one, and arranges first in every round.",
            name=name,
        )

    @property
    def told(self) -> Text:
        return self.prompt

    # -- where it lies --------------------------------------------------------------------------

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

    @property
    def _foot(self) -> Box:
        """The place of the button at the lower edge."""
        stage = self._stage
        return Box.around((stage.centre[0], stage.bottom - 76), min(520.0, stage.w * 0.7), 136)

    def lay_buttons(self) -> list[PushButton]:
        foot = self._foot
        if self._landed:
            on = PushButton(ON, foot, say("sevens.on", "Go on"), "play", "main", HEAD_SIZE)
            if self._source != TYPED:
                return [on]
            back, last = row(Box.around(foot.centre, min(900.0, self._stage.w), foot.h), 2, GAP)
            again = say("sevens.toss.back", "Not so")
            return [PushButton(BACK, back, again, "back", size=44), replace(on, box=last)]
        if self._flight is not None:
            return []
        if self._asks:
            return self._sides()
        real = say("sevens.toss.own", "We toss a real coin")
        quiet = Box.around((foot.centre[0], foot.bottom - 52), min(620.0, self._stage.w), 96)
        coin = Box.around(self.middle, 2 * self._radius, 2 * self._radius)
        return [PushButton(COIN, coin), PushButton(REAL, quiet, real, "finger", size=40)]

    def _sides(self) -> list[PushButton]:
        """A large button for each side of the coin, and one that leads back."""
        stage, foot = self._stage, self._foot
        quiet = Box.around((foot.centre[0], foot.bottom - 52), min(620.0, stage.w), 96)
        high = min(420.0, quiet.y - GAP - stage.y - 20)
        middle = (stage.centre[0], (stage.y + quiet.y) / 2)
        area = Box.around(middle, min(1040.0, stage.w), high)
        back = say("sevens.toss.screen", "Toss on the screen")
        sides = [
            PushButton(f"{SIDE}{seat}", box, self.desk.name(seat))
            for seat, box in enumerate(row(area, 2, GAP))
        ]
        return [*sides, PushButton(BACK, quiet, back, "back", size=40)]

    # -- what is done ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        """A touch anywhere near the coin tosses it; a touch while it flies lands it."""
        flight = self._flight
        match action:
            case Roll() if flight is None:
                self._rolled(action)
                return None
            case Down(at=at) if flight is None and not self._asks and self._on_coin(at):
                self._toss(luck.toss(self.desk.match.seed))
                return None
            case Press(button=Key.OK) if (
                flight is None and not self._asks and self.buttons.focus is None
            ):
                self._toss(luck.toss(self.desk.match.seed))
                return None
            case Down() | Press(button=Key.OK) if flight and not flight.done:
                flight.spent = flight.length
                self._land()
                return None
            case _:
                return super().handle(action)

    def _on_coin(self, at: Point) -> bool:
        x, y = self.middle
        return (at[0] - x) ** 2 + (at[1] - y) ** 2 <= (1.3 * self._radius) ** 2

    @property
    def _by_readers(self) -> bool:
        """Whether this table takes throws from readers: people may have chosen other dice."""
        return self.desk.table.settings["dice.source"] not in (SCREEN, TYPED)

    def _rolled(self, roll: Roll) -> None:
        """Dice decide instead of the coin, which then falls as they say."""
        if not self._by_readers:
            self.warn(thrown.ELSEWHERE)
            return
        try:
            first = thrown.seat_by(roll)
        except IllegalMove as refused:
            self.warn(refused.reason, refused.rule)
            return
        source = label_of(roll)
        self.desk.table.store.note_throw(source, roll.sides, roll.values)
        self._asks = False
        self._toss(first, source, thrown.told_throw(roll))

    def _toss(self, first: Seat, source: str = SCREEN, told: Text = thrown.SCREEN_COIN) -> None:
        self._first, self._source, self._told = first, source, told
        # What a real coin showed is seen at once: it has flown already.
        slow = 0.0 if source == TYPED else self.desk.table.slow
        self._flight = Timer(FLIGHT * slow)
        self.desk.table.play("coin")
        self.buttons.replace(self.lay_buttons())
        if self._flight.done:
            self._land()

    def _land(self) -> None:
        self.desk.table.play("placed")
        # The table turns to player one.
        self.fit()
        self.hush()

    def pressed(self, key: str, /) -> Change:
        match key:
            case "coin":
                self._toss(luck.toss(self.desk.match.seed))
            case "real":
                self._asks = True
                self.hush()
            case "back":
                self.step_back()
            case "on":
                self.desk.match.toss(self.desk.now, self._first, self._source)
            case _:
                self._toss(int(key.removeprefix(SIDE)), TYPED, thrown.OWN_COIN)
        return None

    def step_back(self) -> bool:
        if self._landed and self._source == TYPED:
            self._flight, self._source = None, SCREEN
        elif self._flight is None and self._asks:
            self._asks = False
        else:
            return False
        self.fit()
        self.hush()
        return True

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

    # -- what is seen ---------------------------------------------------------------------------

    def draw_words(self, frame: Frame) -> None:
        if self._flight is None and self._asks:
            return
        warm_coin(frame.canvas.scale, self._radius, (LOOKS[0], LOOKS[1]))
        flown = 1.0 if self._flight is None else self._flight.share
        up = self._first if self._flight is not None else None
        if self._flight is None and self.buttons.focus == COIN:
            ring = art.ring(self._radius * 1.12 * frame.canvas.scale, frame.canvas.px(10), WHITE)
            frame.put(ring, self.middle)
        draw_coin(frame, self.middle, self._radius, (LOOKS[0], LOOKS[1]), up, flown)
        stage = self._stage
        below = self.middle[1] + self._radius * 1.35
        room = Box(stage.x + 40, below, stage.w - 80, stage.bottom - 168 - below)
        if self._landed and self._first is not None:
            name = self.desk.name(self._first)
            said = say("sevens.toss.begins", "{name} begins.", name=name)
            self._draw_two(frame, room, Label(said, room, CARD_SIZE * 1.3, TEXT, True), self._told)
        elif self._flight is None:
            said = say(
                "sevens.toss.about",
                "Three rounds. Build a picture, look at it for {seconds} seconds, rebuild it.",
                seconds=round(self.desk.match.look_seconds),
            )
            readers = self.desk.table.devices.readers if self._by_readers else ()
            offer = thrown.offered(readers, *map(self.desk.name, (0, 1)))
            self._draw_two(frame, room, Label(said, room, BODY_SIZE, DIM), offer)

    def _draw_two(self, frame: Frame, room: Box, upper: Label, below: Text | None) -> None:
        """Draws words in the middle of a room, and quieter ones below them, if there are any."""
        share = 0.5 if below else 1.0
        above = Box(room.x, room.y, room.w, room.h * share)
        replace(upper, box=above, align="centre", most=2 if share == 1 else 1).draw(frame)
        if below:
            rest = Box(room.x, above.bottom, room.w, room.h - above.h)
            Label(below, rest, BODY_SIZE, TEXT, align="centre", most=1).draw(frame)

    def draw_buttons(self, frame: Frame) -> None:
        for button in self.buttons.buttons:
            if button.key == COIN:
                continue  # it is drawn as a coin
            pressed = button.key in self.buttons.held.values()
            focused = button.key == self.buttons.focus
            if not button.key.startswith(SIDE):
                draw_button(frame, button, pressed=pressed, focused=focused)
                continue
            draw_button(frame, replace(button, label=""), pressed=pressed, focused=focused)
            self._draw_side(frame, button)

    def _draw_side(self, frame: Frame, button: PushButton) -> None:
        box, look = button.box, LOOKS[int(button.key.removeprefix(SIDE))]
        radius = min(box.h * 0.27, box.w * 0.3)
        middle = (box.centre[0], box.y + box.h * 0.4)
        frame.put(stone(look, radius * frame.canvas.scale), middle)
        name = Box(box.x + 16, box.bottom - box.h * 0.3, box.w - 32, box.h * 0.24)
        Label(button.label, name, HEAD_SIZE, TEXT, True, "centre", most=1).draw(frame)

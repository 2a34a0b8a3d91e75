"""The toss of the coin, on the screen, by a real coin or by dice, and who is player one."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, cos, inf, pi
from typing import Final

import pygame

from tabletop.engine import IllegalMove, Seat, Text, joined, say
from tabletop.engine.match import SOURCE_REPLAYED, SOURCE_SCREEN, SOURCE_TYPED
from tabletop.games.sevens.messages import TOSS_RULE
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.scenes.context import MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.view.view import LOOKS
from tabletop.input.actions import Action, Down, Press, Roll
from tabletop.input.actions import Button as Key
from tabletop.input.devices import Device, reader_name, source_label
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.core.tween import Timer
from tabletop.ui.draw import shapes
from tabletop.ui.draw.shapes import stone
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BLACK,
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    HEAD_SIZE,
    SHADOW,
    TEXT,
    WHITE,
    Colour,
    SeatLook,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.page import split_row

# NOTE for translators: a sign beside what a simulated device says.
MARK: Final = say("sevens.simulated", "SIMULATED")
AGAIN: Final = say("sevens.replayed", "REPLAYED")
RECORDING: Final = say("sevens.recording", "A recording")
OWN_COIN: Final = say("sevens.thrown.coin", "By your own coin.")
OWN_CARD: Final = say("sevens.thrown.card", "A card of your own deck.")
SCREEN_CARD: Final = say("sevens.thrown.screen_card", "Drawn on the screen.")
SCREEN_COIN: Final = say("sevens.thrown.screen", "Tossed on the screen.")
ELSEWHERE: Final = say("sevens.roll.elsewhere", "The settings say that no reader throws here.")
LATE: Final = say("sevens.roll.late", "That throw came too late to count. Throw again.")
UNFIT: Final = say("sevens.roll.unfit", "The toss takes one die or two, with even and odd sides.")


def seat_by(roll: Roll) -> Seat:
    """The seat of a throw: an even sum is seat 0, an odd one seat 1.

    IllegalMove for dice that do not give both the same chance, and for a late throw.
    """
    if roll.late:
        raise IllegalMove(LATE, TOSS_RULE)
    known = all(1 <= value <= roll.sides for value in roll.values)
    if len(roll.values) not in (1, 2) or roll.sides % 2 or not known:
        raise IllegalMove(UNFIT, TOSS_RULE)
    return sum(roll.values) % 2


def describe_throw(roll: Roll) -> Text:
    """What a reader saw, and what it means."""
    shown = " + ".join(str(value) for value in roll.values)
    label = source_label(roll)
    replayed = label == SOURCE_REPLAYED
    name = RECORDING if replayed else reader_name(label)
    if sum(roll.values) % 2:
        told = say("sevens.roll.odd", "{name} shows {shown}: odd.", name=name, shown=shown)
    else:
        told = say("sevens.roll.even", "{name} shows {shown}: even.", name=name, shown=shown)
    return with_source_mark(told, simulated=roll.simulated, replayed=replayed)


def dice_offer(readers: Sequence[Device], even: Text, odd: Text) -> Text | None:
    """The offer to throw dice instead, where a reader is connected."""
    if not readers:
        return None
    told = say(
        "sevens.toss.dice", "Or throw a die: even is {even}, odd is {odd}.", even=even, odd=odd
    )
    return with_source_mark(
        told,
        simulated=all(device.simulated for device in readers),
        replayed=all(device.replayed for device in readers),
    )


def with_source_mark(told: Text, *, simulated: bool, replayed: bool) -> Text:
    """The text, with SIMULATED or REPLAYED where nothing real is thrown."""
    for mark, so in ((MARK, simulated), (AGAIN, replayed)):
        if so:
            told = joined(" ", told, mark)
    return told


COIN_COLOUR: Final[Colour] = (226, 180, 92)
COIN_RIM_COLOUR: Final[Colour] = (164, 118, 44)
COIN_PICTURES: Final = 24
"""Pictures between a coin on edge and one lying flat."""
MIN_HALF_TURNS: Final = 5
"""The least half turns of a toss."""
FLIGHT_HEIGHT: Final = 1.5
"""The height of the flight, in radii."""


@surface_cache(most=4)
def coin_picture(look: SeatLook | None, radius: float) -> pygame.Surface:
    """One side of the coin: gold, with the seat's stone.

    Without a seat it shows a seven: the coin before the toss.
    """
    thick = max(2, round(radius * 0.1))
    side = 2 * ceil(radius * 1.15 + thick)
    picture = shapes.blank(side, side, COIN_RIM_COLOUR)
    shapes.blit_centred(picture, shapes.disc(radius, mix(COIN_RIM_COLOUR, BLACK, 0.35)), dy=thick)
    shapes.blit_centred(picture, shapes.disc(radius, COIN_RIM_COLOUR))
    shapes.blit_centred(picture, shapes.disc(radius * 0.95, COIN_COLOUR))
    shapes.blit_centred(picture, shapes.sheen(shapes.disc(radius * 0.95, COIN_COLOUR), 90, 60))
    for dot in range(48):
        turned = pygame.transform.rotate(_bead(radius), 7.5 * dot)
        angle = 2 * pi * dot / 48
        reach = radius * 0.85
        shapes.blit_centred(picture, turned, reach * cos(angle), reach * cos(angle - pi / 2))
    shapes.blit_centred(
        picture, shapes.ring(radius * 0.74, max(1.0, radius * 0.03), COIN_RIM_COLOUR)
    )
    if look is not None:
        shapes.blit_centred(picture, stone(look, radius * 0.6, shadow=False))
    else:
        shapes.blit_centred(
            picture,
            typesetting.line(
                "7", round(radius * 0.95), COIN_RIM_COLOUR, True, context=typesetting.NEUTRAL
            ),
            dy=radius * 0.02,
        )
    return picture


@surface_cache(most=4)
def _bead(radius: float) -> pygame.Surface:
    return shapes.disc(radius * 0.035, mix(COIN_COLOUR, WHITE, 0.5))


@surface_cache(most=4 * COIN_PICTURES)
def _tipped(look: SeatLook | None, radius: float, step: int) -> pygame.Surface:
    """The coin at an angle: `step` from 1 (nearly on edge) to COIN_PICTURES (flat)."""
    flat = coin_picture(look, radius)
    height = max(2, round(flat.get_height() * step / COIN_PICTURES))
    return pygame.transform.smoothscale(flat, (flat.get_width(), height))


@surface_cache(most=12)
def _shadow(radius: float, level: int) -> pygame.Surface:
    disc = shapes.disc(radius * (1 - 0.05 * level), SHADOW)
    return shapes.blurred(disc, SHADOW, radius * (0.05 + 0.05 * level), 150 - 20 * level)


def draw_coin(
    frame: Frame,
    at: Point,
    radius: float,
    looks: tuple[SeatLook, SeatLook],
    up: int | None,
    flown: float,
) -> None:
    """Draws the coin; `flown` is the progress of the toss, from 0 to 1, and `up` its result.

    Without a result it has not been tossed.
    """
    canvas = frame.canvas
    pixels = radius * canvas.scale
    high = 4 * flown * (1 - flown) * FLIGHT_HEIGHT
    # It ends with the right side up, whichever side it begins with.
    turned = (MIN_HALF_TURNS - 1) * (1 - flown) if flown < 1 else 0.0
    slant = cos(pi * turned)
    look = None
    if up is not None:
        look = looks[up if slant >= 0 else 1 - up]
    step = max(1, ceil(COIN_PICTURES * abs(slant)))
    level = min(4, round(3 * high))
    frame.put(_shadow(pixels, level), (at[0] + radius * 0.12 * (1 + level), at[1] + radius * 0.16))
    frame.put(_tipped(look, pixels, step), (at[0], at[1] - radius * high * 0.8))


@surface_cache(most=4)
def prewarm_coin(canvas_scale: float, radius: float, looks: tuple[SeatLook, SeatLook]) -> None:
    """Renders both sides in advance; the angles are made from them in flight."""
    for look in (None, *looks):
        coin_picture(look, radius * canvas_scale)
    for level in range(5):
        _shadow(radius * canvas_scale, level)


FLIGHT_SECONDS: Final = 0.6
COIN, REAL, SIDE, BACK, ON = "coin", "real", "side:", "back", "on"
GAP: Final = 28.0


class TossPhase(BasePhase):
    """The coin lies there, and a touch tosses it.

    People can enter the result of a real coin, and a dice reader may decide.
    """

    shows_column = False

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        self._first: Seat | None = None
        """Player one, once the coin is in the air."""
        self._source = SOURCE_SCREEN
        self._told = SCREEN_COIN
        """The text that says where the coin was tossed."""
        self._asks = context.table.settings["dice.source"] == SOURCE_TYPED and not context.attract
        """Whether the result of a real coin is asked for."""
        self._flight: Timer | None = None

    @property
    def seat(self) -> Seat:
        if self._landed and self._first is not None:
            return self._first
        people = (seat for seat in (0, 1) if self.context.level(seat) is None)
        return next(people, 0)

    @property
    def for_both(self) -> bool:
        return not self._landed

    @property
    def _landed(self) -> bool:
        return self._flight is not None and self._flight.done

    @property
    def prompt(self) -> Text:
        if self._flight is None and self.policy is TouchPolicy.NOBODY:
            return say("sevens.shown.toss", "A coin says who begins.")
        if self._flight is None and self._asks:
            return say("sevens.toss.real", "Toss your coin: whose side is up?")
        if self._flight is None:
            return say("sevens.toss", "Touch the coin: it says who is player one.")
        if not self._flight.done or self._first is None:
            return say("sevens.tossed", "The coin is in the air...")
        name = self.context.name(self._first)
        return say(
            "sevens.toss.first",
            "{name} is player one, and arranges first in every round.",
            name=name,
        )

    @property
    def other_prompt(self) -> Text:
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
        return self.context.plan.stage

    @property
    def _foot(self) -> Box:
        """The box of the button at the lower edge."""
        stage = self._stage
        return Box.around((stage.centre[0], stage.bottom - 76), min(520.0, stage.w * 0.7), 136)

    def lay_buttons(self) -> list[PushButton]:
        foot = self._foot
        if self._landed:
            on = PushButton(ON, foot, say("sevens.on", "Go on"), "play", "main", HEAD_SIZE)
            if self._source != SOURCE_TYPED:
                return [on]
            back, last = split_row(
                Box.around(foot.centre, min(900.0, self._stage.w), foot.h), 2, GAP
            )
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
        """A large button for each side of the coin, and one back."""
        stage, foot = self._stage, self._foot
        quiet = Box.around((foot.centre[0], foot.bottom - 52), min(620.0, stage.w), 96)
        high = min(420.0, quiet.y - GAP - stage.y - 20)
        middle = (stage.centre[0], (stage.y + quiet.y) / 2)
        area = Box.around(middle, min(1040.0, stage.w), high)
        back = say("sevens.toss.screen", "Toss on the screen")
        sides = [
            PushButton(f"{SIDE}{seat}", box, self.context.name(seat))
            for seat, box in enumerate(split_row(area, 2, GAP))
        ]
        return [*sides, PushButton(BACK, quiet, back, "back", size=40)]

    # -- what is done ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        """A touch of the coin tosses it; a touch during the flight ends the flight."""
        flight = self._flight
        match action:
            case Roll() if flight is None:
                self._rolled(action)
                return None
            case Down(at=at) if flight is None and not self._asks and self._on_coin(at):
                self._toss(events.toss_coin(self.context.match.seed))
                return None
            case Press(button=Key.OK) if (
                flight is None and not self._asks and self.buttons.focus is None
            ):
                self._toss(events.toss_coin(self.context.match.seed))
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
        """Whether this table uses dice readers."""
        source = self.context.table.settings["dice.source"]
        return not self.context.attract and source not in (SOURCE_SCREEN, SOURCE_TYPED)

    def _rolled(self, roll: Roll) -> None:
        """Dice decide, and the coin falls as they say."""
        if not self._by_readers:
            self.warn(ELSEWHERE)
            return
        try:
            first = seat_by(roll)
        except IllegalMove as refused:
            self.warn(refused.reason, refused.rule)
            return
        source = source_label(roll)
        self.context.table.store.note_throw(source, roll.sides, roll.values)
        self._asks = False
        self._toss(first, source, describe_throw(roll))

    def _toss(self, first: Seat, source: str = SOURCE_SCREEN, told: Text = SCREEN_COIN) -> None:
        self._first, self._source, self._told = first, source, told
        # A real coin has been tossed already: no animation.
        animation_scale = 0.0 if source == SOURCE_TYPED else self.context.table.animation_scale
        self._flight = Timer(FLIGHT_SECONDS * animation_scale)
        self.context.table.play("coin")
        self.buttons.replace(self.lay_buttons())
        if self._flight.done:
            self._land()

    def _land(self) -> None:
        self.context.table.play("placed")
        # The display turns to player one.
        self.fit()
        self.ignore_touches()

    def pressed(self, key: str, /) -> Change:
        match key:
            case "coin":
                self._toss(events.toss_coin(self.context.match.seed))
            case "real":
                self._asks = True
                self.ignore_touches()
            case "back":
                self.step_back()
            case "on":
                self.context.match.toss(self.context.now, self._first, self._source)
            case _:
                self._toss(int(key.removeprefix(SIDE)), SOURCE_TYPED, OWN_COIN)
        return None

    def step_back(self) -> bool:
        if self._landed and self._source == SOURCE_TYPED:
            self._flight, self._source = None, SOURCE_SCREEN
        elif self._flight is None and self._asks:
            self._asks = False
        else:
            return False
        self.fit()
        self.ignore_touches()
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
        prewarm_coin(frame.canvas.scale, self._radius, (LOOKS[0], LOOKS[1]))
        flown = 1.0 if self._flight is None else self._flight.share
        up = self._first if self._flight is not None else None
        if self._flight is None and self.buttons.focus == COIN:
            ring = shapes.ring(self._radius * 1.12 * frame.canvas.scale, frame.canvas.px(10), WHITE)
            frame.put(ring, self.middle)
        draw_coin(frame, self.middle, self._radius, (LOOKS[0], LOOKS[1]), up, flown)
        stage = self._stage
        below = self.middle[1] + self._radius * 1.35
        room = Box(stage.x + 40, below, stage.w - 80, stage.bottom - 168 - below)
        if self._landed and self._first is not None:
            name = self.context.name(self._first)
            said = say("sevens.toss.begins", "{name} begins.", name=name)
            self._draw_two(frame, room, Label(said, room, CARD_SIZE * 1.3, TEXT, True), self._told)
        elif self._flight is None:
            said = say(
                "sevens.toss.about",
                "Three rounds. Build a picture, look at it for {seconds} seconds, rebuild it.",
                seconds=round(self.context.match.look_seconds),
            )
            readers = self.context.table.devices.readers if self._by_readers else ()
            offer = dice_offer(readers, *map(self.context.name, (0, 1)))
            self._draw_two(frame, room, Label(said, room, BODY_SIZE, DIM), offer)

    def _draw_two(self, frame: Frame, room: Box, upper: Label, below: Text | None) -> None:
        """Draws text in the middle of a box, and smaller text below it, if any."""
        share = 0.5 if below else 1.0
        above = Box(room.x, room.y, room.w, room.h * share)
        replace(upper, box=above, align="centre", most=2 if share == 1 else 1).draw(frame)
        if below:
            rest = Box(room.x, above.bottom, room.w, room.h - above.h)
            Label(below, rest, BODY_SIZE, TEXT, align="centre", most=1).draw(frame)

    def draw_buttons(self, frame: Frame) -> None:
        for button in self.buttons.buttons:
            if button.key == COIN:
                continue  # drawn as a coin
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

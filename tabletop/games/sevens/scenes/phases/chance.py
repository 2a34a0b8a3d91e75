"""What chance decides: the toss of the coin, and the serendipity card after a round.

The coin is tossed on the screen, or people enter the result of a real coin, or dice decide. The
loser of a round turns the card over, or says which card was drawn from a real deck.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, cos, hypot, pi
from typing import Final

import pygame

from tabletop.engine import IllegalMove, Seat, Text, joined, say
from tabletop.engine.match import SOURCE_REPLAYED, SOURCE_SCREEN, SOURCE_TYPED
from tabletop.games.sevens.messages import (
    CARD_EFFECTS,
    CARD_EFFECTS_FOR,
    CARD_NAMES,
    SEAT_NAMES,
    TOSS_RULE,
)
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.view.cards import CARD_RATIO, card_back, card_face
from tabletop.games.sevens.view.view import LOOKS
from tabletop.input.actions import Action, Down, Press, Roll
from tabletop.input.actions import Button as Key
from tabletop.input.devices import Device, reader_name, source_label
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.core.tween import Timer, ease_in_out
from tabletop.ui.draw import shapes
from tabletop.ui.draw.shapes import stone
from tabletop.ui.layout import Boxes, column, grid, item, padded, row, text
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    FOCUS,
    HEAD_SIZE,
    NAME_SIZE,
    SHADOW,
    TEXT,
    TITLE_SIZE,
    WHITE,
    Colour,
    SeatLook,
    mix,
)
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton, draw_button
from tabletop.ui.widgets.page import split_row

# NOTE for translators: a sign beside what a simulated device says.
MARK: Final = say("sevens.simulated", "SIMULATED")
AGAIN: Final = say("sevens.replayed", "REPLAYED")
RECORDING: Final = say("sevens.recording", "A recording")
OWN_COIN: Final = say("sevens.thrown.coin", "With your own coin.")
OWN_CARD: Final = say("sevens.thrown.card", "A card from your own deck.")
ELSEWHERE: Final = say("sevens.roll.elsewhere", "Dice readers are off in the settings.")
LATE: Final = say("sevens.roll.late", "That roll came too late. Roll again.")
UNFIT: Final = say("sevens.roll.unfit", "Toss with one or two dice that have odd and even sides.")


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
        "sevens.toss.dice", "Or roll a die: even is {even}, odd is {odd}.", even=even, odd=odd
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
    bead = shapes.disc(radius * 0.035, mix(COIN_COLOUR, WHITE, 0.5))
    for dot in range(48):
        turned = pygame.transform.rotate(bead, 7.5 * dot)
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


@surface_cache(most=4 * COIN_PICTURES)
def _tipped_coin(look: SeatLook | None, radius: float, step: int) -> pygame.Surface:
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
    frame.put(_tipped_coin(look, pixels, step), (at[0], at[1] - radius * high * 0.8))


@surface_cache(most=4)
def prewarm_coin(canvas_scale: float, radius: float, looks: tuple[SeatLook, SeatLook]) -> None:
    """Renders both sides in advance; the angles are made from them in flight."""
    for look in (None, *looks):
        coin_picture(look, radius * canvas_scale)
    for level in range(5):
        _shadow(radius * canvas_scale, level)


FLIGHT_SECONDS: Final = 0.6
COIN, REAL, SIDE, BACK, ON = "coin", "real", "side:", "back", "on"
TOSS_GAP: Final = 28.0


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
        self._told = NO_TEXT
        """What decided, if not the coin on the screen."""
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
    def for_reader(self) -> bool:
        return self._landed

    @property
    def _landed(self) -> bool:
        return self._flight is not None and self._flight.done

    @property
    def prompt(self) -> Text:
        if self._flight is None and self.policy is TouchPolicy.NOBODY:
            return say("sevens.shown.toss", "A coin decides who begins.")
        if self._flight is None and self._asks:
            return say("sevens.toss.real", "Toss your coin: whose side is up?")
        if self._flight is None:
            you = self.context.you
            if you is not None:
                return say(
                    "sevens.toss.you",
                    "You are {name}. Touch the coin to see who builds first.",
                    name=SEAT_NAMES[you],
                )
            return say("sevens.toss", "Touch the coin to see who builds first.")
        if not self._flight.done or self._first is None:
            return say("sevens.tossed", "The coin is in the air…")
        return self._begins

    @property
    def other_prompt(self) -> Text:
        return self.prompt

    @property
    def _begins(self) -> Text:
        """Who builds first."""
        assert self._first is not None
        if self._first == self.context.you:
            return say("sevens.toss.begins.you", "You build first.")
        return say(
            "sevens.toss.begins", "{name} builds first.", name=self.context.name(self._first)
        )

    # -- where it lies --------------------------------------------------------------------------

    @property
    def middle(self) -> Point:
        stage = self.context.plan.stage
        return stage.centre[0], stage.y + stage.h * 0.33

    @property
    def _radius(self) -> float:
        return min(230.0, self.context.plan.stage.h * 0.24, self.context.plan.stage.w * 0.3)

    @property
    def _foot(self) -> Box:
        """The box of the button at the lower edge."""
        stage = self.context.plan.stage
        return Box.around((stage.centre[0], stage.bottom - 76), min(520.0, stage.w * 0.7), 136)

    def lay_buttons(self) -> list[PushButton]:
        foot = self._foot
        if self._landed:
            on = PushButton(ON, foot, say("sevens.on", "Continue"), "play", "main", HEAD_SIZE)
            if self._source != SOURCE_TYPED:
                return [on]
            back, last = split_row(
                Box.around(foot.centre, min(900.0, self.context.plan.stage.w), foot.h), 2, TOSS_GAP
            )
            again = say("sevens.toss.back", "Not so")
            return [PushButton(BACK, back, again, "back", size=44), replace(on, box=last)]
        if self._flight is not None:
            return []
        if self._asks:
            return self._sides()
        coin = Box.around(self.middle, 2 * self._radius, 2 * self._radius)
        if self.context.you is not None:  # nobody opposite would see a real coin
            return [PushButton(COIN, coin)]
        real = say("sevens.toss.own", "Use a real coin")
        return [PushButton(COIN, coin), PushButton(REAL, self._quiet, real, "finger", size=40)]

    def _sides(self) -> list[PushButton]:
        """A large button for each side of the coin, and one back."""
        stage, quiet = self.context.plan.stage, self._quiet
        high = min(420.0, quiet.y - TOSS_GAP - stage.y - 20)
        middle = (stage.centre[0], (stage.y + quiet.y) / 2)
        area = Box.around(middle, min(1040.0, stage.w), high)
        back = say("sevens.toss.screen", "Toss on the screen")
        sides = [
            PushButton(f"{SIDE}{seat}", box, self.context.name(seat))
            for seat, box in enumerate(split_row(area, 2, TOSS_GAP))
        ]
        return [*sides, PushButton(BACK, quiet, back, "back", size=40)]

    @property
    def _quiet(self) -> Box:
        """The box of the less important button at the lower edge."""
        stage = self.context.plan.stage
        return Box.around((stage.centre[0], self._foot.bottom - 52), min(620.0, stage.w), 96)

    # -- what is done ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        """A touch of the coin tosses it; a touch during the flight ends the flight."""
        flight = self._flight
        match action:
            case Roll() if flight is None:
                self._rolled(action)
                return None
            case Down(at=at) if (
                flight is None
                and not self._asks
                and hypot(at[0] - self.middle[0], at[1] - self.middle[1]) <= 1.3 * self._radius
            ):
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

    @property
    def _by_readers(self) -> bool:
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

    def _toss(self, first: Seat, source: str = SOURCE_SCREEN, told: Text = NO_TEXT) -> None:
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
        return 0.0 if flying else super().wakes_in()

    # -- what is seen ---------------------------------------------------------------------------

    def draw_words(self, frame: Frame) -> None:
        flight = self._flight
        if flight is None and self._asks:
            return
        looks, radius = (LOOKS[0], LOOKS[1]), self._radius
        prewarm_coin(frame.canvas.scale, radius, looks)
        if flight is None and self.buttons.focus == COIN:
            ring = shapes.ring(radius * 1.12 * frame.canvas.scale, frame.canvas.px(10), WHITE)
            frame.put(ring, self.middle)
        flown, up = (1.0, None) if flight is None else (flight.share, self._first)
        draw_coin(frame, self.middle, radius, looks, up, flown)
        stage = self.context.plan.stage
        below = self.middle[1] + radius * 1.35 - stage.y
        foot = 40 if self.policy is TouchPolicy.NOBODY else 168
        room = padded("room", (40, below, 40, foot)).place(stage)["room"]
        if self._landed and self._first is not None:
            self._draw_two(
                frame, Label(self._begins, room, CARD_SIZE * 1.3, TEXT, True), self._told
            )
        elif flight is None:
            said = say(
                "sevens.toss.about",
                "Three rounds: build a picture; the other sees it for {seconds} seconds "
                "and rebuilds it.",
                seconds=round(self.context.match.look_seconds),
            )
            readers = self.context.table.devices.readers if self._by_readers else ()
            offer = dice_offer(readers, *map(self.context.name, (0, 1)))
            self._draw_two(frame, Label(said, room, BODY_SIZE, DIM), offer)

    def _draw_two(self, frame: Frame, upper: Label, below: Text | None) -> None:
        """Draws a text in the middle of its box, and smaller text below it, if any."""
        if not below:
            replace(upper, align="centre", most=3).draw(frame)
            return
        boxes = column("upper", "below").place(upper.box)
        replace(upper, box=boxes["upper"], align="centre", most=1).draw(frame)
        Label(below, boxes["below"], BODY_SIZE, TEXT, align="centre", most=1).draw(frame)

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
        frame.put(stone(look, radius * frame.canvas.scale), (box.centre[0], box.y + box.h * 0.4))
        name = padded("name", (16, box.h * 0.7, 16, box.h * 0.06)).place(box)["name"]
        Label(button.label, name, HEAD_SIZE, TEXT, True, "centre", most=1).draw(frame)


PICK_KEY: Final = "pick:"
BACK_KEY: Final = "back"
CHOSEN_KEY: Final = "chosen"
CARD_CHOICE_GAP: Final = 40.0
FRAME_WIDTH: Final = 14.0
"""The width of the frame around the chosen or focused card."""


class CardChoice:
    """All four cards face up, to say which one was drawn from a real deck.

    A drawn card goes back into the deck, so all four are always offered.
    """

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._boxes: dict[Card, Box] = {}
        self.chosen: Card | None = None
        """The card that was touched."""

    def lay_out(self, area: Box) -> None:
        """Lays the cards in one row, or in two where that makes them larger."""
        rows = 1 if area.w > 1.2 * area.h else 2
        across = len(Card) // rows
        gaps = CARD_CHOICE_GAP * (across - 1), CARD_CHOICE_GAP * (rows - 1)
        room = Box.around(area.centre, area.w - gaps[0], area.h - gaps[1]).inset(FRAME_WIDTH)
        high = min(room.h / rows, room.w / across / CARD_RATIO)
        whole = Box.around(area.centre, across * high * CARD_RATIO + gaps[0], rows * high + gaps[1])
        cells = grid(Card, columns=across, gap=CARD_CHOICE_GAP).place(whole)
        self._boxes = {card: cells[card] for card in Card}
        for card in Card:
            # Rendered in advance: it takes longer than a frame.
            card_face(card, self._context.canvas.px(high), self._context.ui_context)

    def buttons(self, box: Box) -> list[PushButton]:
        """The cards, and below them a button back and one to confirm."""
        back, on = split_row(box, 2, CARD_CHOICE_GAP / 2)
        this = say("sevens.card.this", "This one")
        return [
            *(
                PushButton(PICK_KEY + card, cell, CARD_NAMES[card])
                for card, cell in self._boxes.items()
            ),
            PushButton(BACK_KEY, back, icon="back"),
            PushButton(
                CHOSEN_KEY, on, this, style="main", size=44, enabled=self.chosen is not None
            ),
        ]

    def choose(self, key: str) -> None:
        self.chosen = Card(key.removeprefix(PICK_KEY))

    def draw(self, frame: Frame, buttons: ButtonGroup) -> None:
        held = buttons.held.values()
        for button in buttons.buttons:
            if button.key.startswith(PICK_KEY):
                card = Card(button.key.removeprefix(PICK_KEY))
                self._draw_card(frame, card, focused=button.key == buttons.focus)
            else:
                focused = button.key == buttons.focus
                draw_button(frame, button, pressed=button.key in held, focused=focused)

    def _draw_card(self, frame: Frame, card: Card, *, focused: bool) -> None:
        px, box = frame.canvas.px, self._boxes[card]
        rims: list[tuple[Colour, float]] = [(FOCUS, FRAME_WIDTH)] if focused else []
        if card is self.chosen:
            rims.append((AMBER, FRAME_WIDTH * 0.65))
        for colour, wide in rims:
            edge, radius = px(wide), px(box.h * 0.055)
            size = (px(box.w) + 2 * edge, px(box.h) + 2 * edge)
            frame.put(shapes.rounded(*size, radius + edge, colour), box.centre)
        frame.put(card_face(card, px(box.h), frame.context), box.centre)


CARD_FLIP_SECONDS: Final = 0.5
"""Seconds for turning the card over."""
FLIP_PICTURES: Final = 10
"""Steps between a card lying flat and one on edge."""
CARD_GAP: Final = 24.0
HOLDER_STONE_RADIUS: Final = 42.0
TEXT_LINE_GAP: Final = 44.0
"""The gap between lines of text."""
TOUCH_SLACK: Final = 1.12
"""The size of the card's touch area, relative to the card."""


MIN_TALL_CARD_RATIO: Final = 1.3
"""Attract mode: from this height over its width on, a stage has the words below the card."""
ROOM_CARD_SHARE: Final = 0.52
"""Attract mode: the share of the board's width that a card has where it is read from afar."""
MIN_TEXT_HEIGHT: Final = 430.0
"""The least height of the text beside or below the card."""
REAL_CARD_BUTTON_HEIGHT: Final = 96.0
"""The height of the button for players with a real deck."""


class CardPhase(BasePhase):
    """The card lies face down until it is touched; then its effect is shown."""

    shows_column = False

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        dealt = context.match.card_on_table
        assert dealt is not None
        self._holder, self._card = dealt
        self._flip: Timer | None = Timer(0.0) if context.match.card_turned else None
        self._choice: CardChoice | None = None
        """The cards to choose from, while a real card is asked for."""
        self._box = Box(0, 0, 1, 1)
        self._words = Box(0, 0, 1, 1)

    # -- what is said ---------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self._holder

    @property
    def for_reader(self) -> bool:
        return self._open

    @property
    def _open(self) -> bool:
        return self._flip is not None and self._flip.done

    @property
    def card(self) -> Card | None:
        """The card, once it lies open."""
        return self._card if self._open else None

    @property
    def effect(self) -> Text:
        """What the card does, said to its holder, or to people about a computer player."""
        if self.policy is TouchPolicy.PERSON:
            return CARD_EFFECTS[self._card]
        return CARD_EFFECTS_FOR[self._card].but(name=self.context.name(self._holder))

    @property
    def prompt(self) -> Text:
        if self._open:
            return CARD_NAMES[self._card] if self.policy is not TouchPolicy.COMPUTER else NO_TEXT
        if self._flip is not None:
            return say("sevens.card.turning", "The card turns over…")
        if self.policy is not TouchPolicy.PERSON and self._choice is None:
            name = self.context.name(self.seat)
            return say("sevens.card.draws", "{name} draws a lucky card.", name=name)
        if self._choice is not None:
            return say("sevens.card.which", "Which card did you draw? Touch it.")
        return say("sevens.card.touch", "Touch your card to turn it over.")

    @property
    def other_prompt(self) -> Text:
        name = self.context.name(self._holder)
        if not self._open:
            return say("sevens.card.draws", "{name} draws a lucky card.", name=name)
        if self._refunded is not None:
            return joined("", name, ": ", self._refunded)
        number, card = self.context.match.round + 2, CARD_NAMES[self._card]
        return say(
            "sevens.card.has",
            "{name} has this card for round {number}: {card}.",
            name=name,
            number=number,
            card=card,
        )

    @property
    def _refunded(self) -> Text | None:
        """What the card has refunded at once, and for which round; None if it has not."""
        refund = self.context.match.card_refund
        if not self._open or refund is None or not refund.points:
            return None
        # NOTE for translators: points that a card gives back: "+2 for the peek in round 1".
        return say(
            "sevens.card.refunded",
            "+{points} for the peek in round {number}",
            points=refund.points,
            number=refund.round + 1,
        )

    # -- what is done ---------------------------------------------------------------------------

    def lay_out(self) -> None:
        plan, stage, board = self.context.plan, self.context.plan.stage, self.context.plan.board
        # In landscape the buttons are in the lower right corner of the stage.
        foot = max(0.0, stage.bottom - plan.actions.y + CARD_GAP)
        if plan.portrait:
            high = min(
                stage.h * 0.6,
                stage.w * 0.8 / CARD_RATIO,
                max(stage.h * 0.3, stage.h - MIN_TEXT_HEIGHT),
            )
            card = item("card", high, cross_size=high * CARD_RATIO, align="centre")
            tree = column(20, card, 50, padded("words", (30, 0, 30, 0)))
        else:
            high = min(board.h - 20, board.w * 0.46 / CARD_RATIO)
            card = item("card", high * CARD_RATIO, cross_size=high, align="centre")
            tree = row(60, card, 80, padded("words", (0, 0, 0, foot)))
        unattended = self.policy is TouchPolicy.NOBODY
        if unattended and plan.portrait and stage.h < MIN_TALL_CARD_RATIO * stage.w:
            high = min(stage.h - 2 * CARD_GAP, stage.w * 0.42 / CARD_RATIO)
            card = item("card", high * CARD_RATIO, cross_size=high, align="centre")
            tree = row(CARD_GAP, card, 2 * CARD_GAP, "words")
        boxes = tree.place(stage)
        self._box, self._words = boxes["card"], boxes["words"]
        if unattended and not plan.portrait and self.context.ui_context.projector:
            # From afar the name can be read only on a wide card.
            wide = min((board.h - CARD_GAP) * CARD_RATIO, board.w * ROOM_CARD_SHARE)
            middle = (self._box.x - CARD_GAP + wide / 2, self._box.centre[1])
            self._box = Box.around(middle, wide, wide / CARD_RATIO)
        if not plan.portrait:
            down = max(0.0, plan.head.bottom + CARD_GAP - stage.y)  # below the title
            self._words = padded("words", (0, down, 0, 0)).place(self._words)["words"]
        if self._choice is not None:
            self._choice.lay_out(padded("choice", (0, 0, 0, foot)).place(stage)["choice"])
        # Rendered in advance: it takes longer than a frame.
        height = self.context.canvas.px(self._box.h)
        card_face(self._card, height, self.context.ui_context, turns=self.turns)

    def _lying(self) -> Boxes:
        """The boxes beside the card while it lies face down: its text, and the quiet button."""
        quiet = item("own", REAL_CARD_BUTTON_HEIGHT, cross_size=640.0)
        return column("words", CARD_GAP, quiet).place(self._words)

    def lay_buttons(self) -> list[PushButton]:
        box = self.context.plan.actions
        if self._open:
            return [PushButton("on", box, say("sevens.on", "Continue"), "play", "main", HEAD_SIZE)]
        if self._flip is not None:
            return []
        if self._choice is not None:
            return self._choice.buttons(box)
        own = say("sevens.card.own", "Use a real card")
        return [
            PushButton("turn", box, say("sevens.card.turn", "Turn over"), "flip", "main", 56),
            PushButton("own", self._lying()["own"], own, "finger", size=40),
        ]

    def handle(self, action: Action, /) -> Change:
        """A touch of the card, or OK, turns it over."""
        near, box = self.context.near(action, self.seat), self._box
        touched = Box.around(box.centre, box.w * TOUCH_SLACK, box.h * TOUCH_SLACK)
        match near:
            case Down(at=at) if self._lies and touched.holds(at):
                self._turn_over()
                return None
            case Press(button=Key.OK) if self._lies and self.buttons.focus is None:
                self._turn_over()
                return None
            case _:
                return super().handle(action)

    @property
    def _lies(self) -> bool:
        """Whether the card lies face down and can be turned."""
        return self._flip is None and self._choice is None

    def _turn_over(self, drawn: Card | None = None) -> None:
        """Turns the card over; `drawn` is the card from a real deck."""
        source = SOURCE_SCREEN if drawn is None else SOURCE_TYPED
        self.context.match.turn_card(self.context.now, drawn, source)
        self._card, self._choice = drawn or self._card, None
        self._flip = Timer(CARD_FLIP_SECONDS * self.context.table.animation_scale)
        self.context.table.play("card")
        self.buttons.replace(self.lay_buttons())

    def pressed(self, key: str, /) -> Change:
        choice = self._choice
        if key == "turn":
            self._turn_over()
        elif key == "own":
            self._choice = CardChoice(self.context)
            self.fit()
            self.ignore_touches()
        elif key == BACK_KEY:
            self.step_back()
        elif choice is not None and key == CHOSEN_KEY:
            self._turn_over(choice.chosen)
        elif choice is not None:
            choice.choose(key)
        else:
            self.context.match.go_on(self.context.now)
        return None

    def step_back(self) -> bool:
        if self._choice is None:
            return False
        self._choice = None
        self.fit()
        self.ignore_touches()
        return True

    def update(self, dt: float, /) -> Change:
        flip = self._flip
        if flip is not None and flip.share < 1:
            flip.run(dt)
            if flip.done:
                self.buttons.replace(self.lay_buttons())
        return super().update(dt)

    def wakes_in(self) -> float:
        moving = self._flip is not None and not self._flip.done
        return 0.0 if moving else super().wakes_in()

    # -- what is seen ---------------------------------------------------------------------------

    def draw_board_layer(self, frame: Frame) -> None:
        if self._choice is not None:
            return
        canvas, box = frame.canvas, self._box
        at = self.context.really(box.centre, self.seat)
        share = 0.0 if self._flip is None else ease_in_out(self._flip.share)
        slant = cos(pi * share)
        if self._flip is None:
            # An amber frame marks what can be touched.
            edge = canvas.px(12)
            size = (canvas.px(box.w) + 2 * edge, canvas.px(box.h) + 2 * edge)
            size = size if self.turns % 2 == 0 else size[::-1]
            radius = canvas.px(box.h * 0.055) + edge
            frame.put(shapes.rounded(*size, radius, AMBER), (at[0], at[1] + 4))
        step = max(1, ceil(FLIP_PICTURES * abs(slant)))
        shown = self._card if slant < 0 else None
        frame.put(_tipped_card(shown, canvas.px(box.h), step, self.turns, frame.context), at)

    def draw_words(self, frame: Frame) -> None:
        if self._open:
            self._draw_effect(frame)
        elif self._lies:
            self._draw_lying(frame)

    def draw_buttons(self, frame: Frame) -> None:
        if self._choice is not None:
            self._choice.draw(frame, self.buttons)
        else:
            super().draw_buttons(frame)

    def _draw_lying(self, frame: Frame) -> None:
        head = say("sevens.card.lies", "Lucky card")
        body = say("sevens.card.consoles", "It helps whoever scored less, in the next round.")
        self._draw_text(frame, self._lying()["words"], head, body)

    def _draw_effect(self, frame: Frame) -> None:
        if self.policy is TouchPolicy.NOBODY and frame.context.projector:
            # From afar the rule note alone says what the card does.
            self._draw_text(frame, self._words, CARD_NAMES[self._card], NO_TEXT)
            return
        high = frame.context.scaled_length(56.0, BODY_SIZE)
        real = self.context.match.source_of("card") != SOURCE_SCREEN
        boxes = column("words", item("foot", high if real else 0.0)).place(self._words)
        self._draw_text(frame, boxes["words"], CARD_NAMES[self._card], self.effect)
        if real:
            Label(OWN_CARD, boxes["foot"], BODY_SIZE, DIM, most=1).draw(frame)

    def _draw_text(self, frame: Frame, room: Box, head: Text, body: Text) -> None:
        """Draws the holder, a headline and a sentence below each other, centred."""
        context, canvas = self.context, frame.canvas
        rest = max(1.0, room.h - 2 * HOLDER_STONE_RADIUS - 2 * TEXT_LINE_GAP)
        title = Label(head, room, TITLE_SIZE, TEXT, True, stands="top", most=2)
        share = min(0.4, title.text_height(canvas) / rest)  # what it leaves is for the sentence
        effect = Label(body, room, NAME_SIZE, TEXT, stands="top")
        holder = row(
            item("stone", 2 * HOLDER_STONE_RADIUS), 24, "name", size=2 * HOLDER_STONE_RADIUS
        )
        boxes = column(
            holder,
            text("title", title, canvas, max_size=rest * share),
            text("effect", effect, canvas, max_size=rest * (1 - share))
            if body
            else item("effect", effect.text_height(canvas)),
            gap=TEXT_LINE_GAP,
            justify="centre",
        ).place(room)
        mark = stone(context.look(self._holder), HOLDER_STONE_RADIUS * canvas.scale)
        frame.put(mark, boxes["stone"].centre)
        name, number = context.label(self._holder), context.match.round + 2
        said = say("sevens.card.whose", "{name}, round {number}", name=name, number=number)
        if self._refunded is not None:
            said = joined("", name, ": ", self._refunded)
        Label(said, boxes["name"], NAME_SIZE, DIM, True, most=1, spare=True).draw(frame)
        replace(title, box=boxes["title"]).draw(frame)
        replace(effect, box=boxes["effect"]).draw(frame)


@surface_cache(most=4 * FLIP_PICTURES)
def _tipped_card(
    card: Card | None, height: int, step: int, turns: int, context: UiContext
) -> pygame.Surface:
    """A card seen at an angle: `step` from 1 (nearly on edge) to FLIP_PICTURES (flat).

    None stands for its back.
    """
    if card is None:
        flat = card_back(height, turns=turns)
    else:
        flat = card_face(card, height, context, turns=turns)
    if step == FLIP_PICTURES:
        return flat
    size = list(flat.get_size())
    size[turns % 2] = max(2, round(size[turns % 2] * step / FLIP_PICTURES))
    return pygame.transform.smoothscale(flat, size)

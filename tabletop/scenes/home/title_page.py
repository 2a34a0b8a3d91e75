"""The title page: the program's name and the board of each game on a round base."""

from dataclasses import dataclass, replace
from math import cos, inf, pi
from typing import Final

import pygame

from tabletop.engine import Game, Text, count, joined, say
from tabletop.input.actions import (
    Action,
    Buzz,
    Cancel,
    Down,
    Drop,
    Nudge,
    Press,
    Roll,
    Tap,
    Typed,
    Walk,
)
from tabletop.scenes.catalogue import board_picture, offered_games, sign_up_words
from tabletop.scenes.destinations import OpenGame, OpenLanguage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push, Swap
from tabletop.ui.display.window import WINDOW_TITLE as NAME
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import stone
from tabletop.ui.layout import best_fitting, column, item, padded, row, space, stack
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.text.typesetting import width_of
from tabletop.ui.theme.theme import (
    AMBER_WORDS,
    BLACK,
    BLACK_LOOK,
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    FRAME_WOOD,
    GREEN_LOOK,
    NAME_SIZE,
    RED_LOOK,
    SHADOW,
    TEXT,
    WHITE,
    WHITE_LOOK,
    Colour,
    game_colour,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, draw_round_button

TITLE_MARGIN: Final = 56.0
CORNER_BUTTON_SIZE: Final = 88.0
MAX_NAME_EM: Final = 250.0
"""The largest em of the name."""
MAX_NAME_WIDTH_EMS: Final = 4.4
"""The greatest width of the name, in ems."""
TAGLINE_HEIGHT: Final = 66.0
CALL_HEIGHT: Final = 96.0
BELOW_HEIGHT: Final = 62.0
BELOW_PAD: Final = 4.0
"""What keeps large words below the call clear of its descenders."""
GAP: Final = 26.0
GAME_TITLE_HEIGHT: Final = 120.0
"""The height of the text below a board: two lines."""
MIN_BOARD_SPACING: Final = 14.0
"""The least distance on either side of a board."""
ROW_ARC_HEIGHT: Final = 34.0
"""How much higher than the middle board the outer ones of a single row lie."""
MAX_BOARDS_WIDTH: Final = 2000.0
MAX_BOARD_RADIUS: Final = 210.0
"""The largest radius of a board's round base."""


@dataclass(frozen=True, slots=True)
class BoardSlot:
    """The place of one board: a round base with the game's title below."""

    box: Box
    """The area that reacts to touch."""
    radius: float

    @property
    def centre(self) -> Point:
        return self.box.centre[0], self.box.y + self.radius

    @property
    def title(self) -> Box:
        above = 2 * self.radius + MIN_BOARD_SPACING + 12
        return column(above, "title").place(self.box)["title"]


def _layout_boards(zone: Box, count: int, context: UiContext) -> tuple[BoardSlot, ...]:
    """The boards in the number of rows that makes them largest."""
    largest = best_fitting(
        range(1, count + 1),
        lambda rows: _board_rows(zone, count, rows, context),
        score=lambda slots: slots[0].radius,
    )
    return largest or ()


def _board_rows(zone: Box, count: int, rows: int, context: UiContext) -> tuple[BoardSlot, ...]:
    """The boards in so many rows; a single row is an arc, its middle the lowest."""
    across = -(-count // rows)
    pitch = zone.w / across
    smile = ROW_ARC_HEIGHT if rows == 1 and count > 2 else 0.0
    high = (zone.h - smile) / rows
    radius = max(
        12.0,
        min(
            pitch / 2 - MIN_BOARD_SPACING,
            (high - GAME_TITLE_HEIGHT - MIN_BOARD_SPACING) / 2,
            MAX_BOARD_RADIUS,
        ),
    )
    step = min(high, 2 * radius + MIN_BOARD_SPACING + GAME_TITLE_HEIGHT + 3 * GAP)
    lowest = (rows - 1) * step + 2 * radius + MIN_BOARD_SPACING + GAME_TITLE_HEIGHT
    top = zone.centre[1] - (lowest - smile) / 2
    wide = pitch - (8.0 if context.projector else 2 * MIN_BOARD_SPACING)
    places = []
    for number in range(count):
        line, place = divmod(number, across)
        here = min(across, count - line * across)
        off = place - (here - 1) / 2
        x = zone.centre[0] + off * pitch
        y = top + line * step + radius
        if smile:
            y -= smile * (2 * off / (here - 1)) ** 2
        box = Box(x - wide / 2, y - radius, wide, lowest - (rows - 1) * step)
        places.append(BoardSlot(box, radius))
    return tuple(places)


BOARD_SIDE_IN_RADII: Final = 1.62
"""The side of a board, in radii of its base: its corners stand out a little."""
DISC_THICKNESS_IN_RADII: Final = 0.10
"""The thickness of a base, in radii."""
LETTER_DEPTH_IN_EMS: Final = 0.07
"""The depth of the solid letters, in ems."""


@surface_cache(most=2)
def logo_picture(name: str, pixels: int) -> pygame.Surface:
    """The name in solid letters; the surface's centre is the centre of the capitals."""
    face = typesetting.line(name, pixels, TEXT, bold=True, context=typesetting.NEUTRAL)
    thick = max(2, round(pixels * LETTER_DEPTH_IN_EMS))
    side = shapes.silhouette(face, mix(FRAME_WOOD, BLACK, 0.34))
    # As much padding above as the depth takes below, so that the face stays centred.
    solid = shapes.blank(face.get_width(), face.get_height() + 2 * thick, FRAME_WOOD)
    solid.blit(_extruded(side, thick), (0, thick + 1))
    shapes.blit_centred(solid, face)
    # Only one soft shadow: a second, tight one would add 25 ms to the start-up.
    soft = shapes.blurred(solid, SHADOW, max(6.0, pixels * 0.045), 170)
    dx, dy = pixels * 0.028, pixels * 0.048
    whole = shapes.blank(soft.get_width() + 2 * dx, soft.get_height() + 2 * dy, SHADOW)
    shapes.blit_centred(whole, soft, dx, dy)
    shapes.blit_centred(whole, solid)
    return whole


def _extruded(shape: pygame.Surface, count: int) -> pygame.Surface:
    """A shape and copies of it, each one pixel below the last.

    The number of copies doubles with every blit: six blits in place of forty.
    """
    tall = shapes.blank(shape.get_width(), shape.get_height() + count - 1)
    tall.blit(shape, (0, 0))
    done = 1
    while done < count:
        step = min(done, count - done)
        tall.blit(tall.copy(), (0, step))
        done += step
    return tall


@surface_cache(most=2)
def disc_shadow(radius: int) -> pygame.Surface:
    """The shadow of a base; one surface for all, because it is slow to render."""
    shape = shapes.silhouette(
        shapes.disc(radius, WHITE), SHADOW
    )  # the same cached disc as for the bases
    return shapes.with_shadow(shape, max(2.0, radius * 0.11), 0.9)


@surface_cache(most=16)
def board_disc(radius: int, colour: Colour) -> pygame.Surface:
    """The round base of a board; the surface's centre is the centre of its face."""
    face = shapes.silhouette(shapes.disc(radius, WHITE), colour)
    side = shapes.silhouette(face, mix(colour, BLACK, 0.45))
    wide, high = face.get_size()
    thick = disc_thickness(radius)
    plate = shapes.blank(wide, high + 2 * thick, mix(colour, BLACK, 0.45))
    plate.blit(side, (0, 2 * thick))
    edge = (wide - 2 * radius) // 2
    plate.fill((*mix(colour, BLACK, 0.45), 255), (edge, thick + high // 2, 2 * radius, thick))
    plate.blit(face, (0, thick))
    plate.blit(shapes.sheen(face, 26, 20), (0, thick))
    light = shapes.soft_glow(round(radius * 0.94))
    plate.blit(light, light.get_rect(center=(wide // 2, thick + high // 2)))
    return plate


def disc_thickness(radius: int) -> int:
    """The thickness of a base of that radius, in pixels."""
    return max(1, round(radius * DISC_THICKNESS_IN_RADII))


def board_side(canvas: Canvas, radius: float) -> int:
    """The side of the board on a base, in pixels."""
    return canvas.px(radius * BOARD_SIDE_IN_RADII)


NUMBER_WORDS: Final = (
    # NOTE: as in "Five games, one table."
    say("number.0", "No"),
    say("number.1", "One"),
    say("number.2", "Two"),
    say("number.3", "Three"),
    say("number.4", "Four"),
    say("number.5", "Five"),
    say("number.6", "Six"),
    say("number.7", "Seven"),
    say("number.8", "Eight"),
    say("number.9", "Nine"),
)


def headline(games: int) -> Text:
    """The sentence that tells the number of games."""
    number = NUMBER_WORDS[games] if games < len(NUMBER_WORDS) else joined("", str(games))
    one = "{number} game, one table."
    many = "{number} games, one table."
    return count("menu.title", one, many, games, number=number)


def heading(table: AppContext, games: int) -> Text | str:
    """The name of the event, or else the sentence that tells the number of games."""
    return table.settings["kiosk.event"] or headline(games)


PULSE_SECONDS: Final = 3.0
"""The period of the pulsing call."""
PULSE_FRAMES: Final = 20
"""Frames of one pulse, about seven a second."""
MIN_CALL_BRIGHTNESS: Final = 0.75
"""The least brightness of the call: large text keeps a contrast of 3:1 in every palette."""
GAME_TITLE_SIZE: Final = 40.0
TAGLINE_STONES: Final = ((BLACK_LOOK, -2), (WHITE_LOOK, -1), (RED_LOOK, 1), (GREEN_LOOK, 2))
"""The stones beside the tagline: their places outward from its ends."""
STONE_RADIUS: Final = 19.0
FINGER_ICON_SIZE: Final = 62.0


class TitleScene(PageScene):
    """The first thing shown, above the menu.

    A touch of a board opens that game; any other touch, key or button opens the menu.
    """

    at_rest = True

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.games = offered_games(table)
        self._spent = 0.0
        self._sign_up: Text | None = None
        self._down: set[int] = set()
        """Contacts that went down on this page; others do not count when they lift."""

    def lay_out(self) -> None:
        canvas = self.canvas
        self.games = offered_games(self.table)
        area = canvas.box.inset(TITLE_MARGIN)
        # In wide windows the name stays clear of the button in the corner.
        tall = canvas.height > 1.2 * canvas.width
        room = area.w if tall else area.w - 2 * (CORNER_BUTTON_SIZE + GAP)
        em = self.em = min(MAX_NAME_EM, room / MAX_NAME_WIDTH_EMS)
        corner = item("corner", CORNER_BUTTON_SIZE, cross_size=CORNER_BUTTON_SIZE, offset=(0, -8))
        beside = (area.w - em * MAX_NAME_WIDTH_EMS) / 2 - GAP
        wide = 0.2 * area.w if tall else min(0.2 * area.w, beside)
        table = item("table", wide, cross_size=CORNER_BUTTON_SIZE, offset=(0, -8))
        boxes = self.boxes = stack(
            row(table, space(), corner),
            column(
                CORNER_BUTTON_SIZE + 12 if tall else 0,
                item("name", em * 0.98),
                item("tagline", TAGLINE_HEIGHT),
                GAP,
                row(item("boards", min(area.w, MAX_BOARDS_WIDTH)), justify="centre"),
                GAP,
                item("call", CALL_HEIGHT),
                padded("below", (0, BELOW_PAD, 0, BELOW_PAD), size=BELOW_HEIGHT),
            ),
        ).place(area)
        self.name_centre = (area.centre[0], boxes["name"].y + em * 0.36)
        self.slots = _layout_boards(boxes["boards"], len(self.games), canvas.context)
        self._call = self._layout_call(boxes["call"])
        boards = [
            PushButton(f"game:{game.key}", slot.box, game.title)
            for game, slot in zip(self.games, self.slots, strict=True)
        ]
        self._sign_up = sign_up_words(self.table)
        usual = say("title.below", "Play with friends, or on your own against the computer.")
        words = self._sign_up or usual
        stones = 7 * STONE_RADIUS
        tagline = padded("tagline", (stones, 0, stones, 0)).place(boxes["tagline"])["tagline"]
        self._tagline = Label(
            heading(self.table, len(self.games)),
            tagline,
            NAME_SIZE,
            TEXT,
            align="centre",
            most=1,
        )
        here = self.table.name_at_event
        named = [say("event.table", "Table {name}", name=here)] if here else []
        self.labels = (
            self._tagline,
            *(Label(each, boxes["table"], BODY_SIZE, DIM, most=1) for each in named),
            *self._titles(),
            Label(words, boxes["below"], BODY_SIZE, DIM, align="centre", most=1, spare=True),
        )
        self.buttons.replace([*boards, PushButton("language", boxes["corner"], icon="globe")])

    def _titles(self) -> list[Label]:
        """The titles of the games, all in the size of the one with the least room."""
        titles = [
            # In projector mode text is large, and bold text would be too wide.
            Label(
                game.title,
                place.title,
                GAME_TITLE_SIZE,
                TEXT,
                not self.canvas.context.projector,
                "centre",
                "top",
                most=2,
            )
            for game, place in zip(self.games, self.slots, strict=True)
        ]
        sizes = [label.typeset(self.canvas).size for label in titles]
        size = self.canvas.context.unscaled_size(min(sizes, default=1) / self.canvas.scale)
        return [replace(label, size=min(GAME_TITLE_SIZE, size)) for label in titles]

    def _layout_call(self, box: Box) -> Label:
        """The call to touch. Its box is tight, because it is redrawn often."""
        words = say("title.call", "Touch to play")
        side = self._finger
        room = Box.around(box.centre, box.w - 3 * side, box.h)
        label = Label(words, room, CARD_SIZE, AMBER_WORDS, True, "centre", most=1)
        lines = label.typeset(self.canvas)
        wide = min(room.w, (lines.width + 4) / self.canvas.scale)
        tight = Box.around((room.centre[0] + side * 0.6, room.centre[1]), wide, room.h)
        return replace(
            label, box=tight, size=self.canvas.context.unscaled_size(lines.size / self.canvas.scale)
        )

    @property
    def _finger(self) -> float:
        """The side of the finger icon beside the call."""
        return min(FINGER_ICON_SIZE, self.canvas.context.scaled_size(CARD_SIZE) * 0.86)

    # -- input -----------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case Press() | Nudge() | Walk() | Buzz() | Roll() | Typed():
                return self._gone(self.back())
            case Down(contact=contact):
                self._down.add(contact)
            case Cancel(contact=contact):
                self._down.discard(contact)
            case _:
                pass
        change = super().handle(action)
        if change is None and isinstance(action, Tap | Drop) and action.contact in self._down:
            self.presses += 1
            change = self._gone(self.back())
        return change

    def pressed(self, key: str, /) -> Change:
        kind, _, name = key.partition(":")
        if kind == "language":
            return Push(OpenLanguage())
        return Swap(OpenGame(next(game for game in self.games if game.key == name)))

    def back(self) -> Change:
        return Pop()

    def _gone(self, change: Change) -> Change:
        if change is not None:
            self._down.clear()
        return super()._gone(change)

    # -- time -----------------------------------------------------------------------------------

    @property
    def idle_timeout(self) -> float:
        return self.table.settings["attract.after"] if self.table.has("attract.on") else inf

    @property
    def glow(self) -> float:
        """The brightness of the call, up to 1; constant with reduced motion."""
        if not self.table.animation_scale:
            return 1.0
        step = int(self._spent / PULSE_SECONDS * PULSE_FRAMES) % PULSE_FRAMES
        return 1 - (1 - MIN_CALL_BRIGHTNESS) * (1 - cos(2 * pi * step / PULSE_FRAMES)) / 2

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        if sign_up_words(self.table) != self._sign_up:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        step = PULSE_SECONDS / PULSE_FRAMES
        return step - self._spent % step + 0.001 if self.table.animation_scale else inf

    # -- drawing --------------------------------------------------------------------------------

    @property
    def logo_width(self) -> float:
        return (
            width_of(NAME, self.canvas.px(self.em), bold=True, context=self.canvas.context)
            / self.canvas.scale
        )

    def draw_content(self, frame: Frame) -> None:
        frame.put(logo_picture(NAME, self.canvas.px(self.em)), self.name_centre)
        super().draw_content(frame)
        self._draw_stones(frame)
        self._draw_call(frame)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        pressed = self.is_held(button)
        if button.key == "language":
            draw_round_button(frame, button, pressed=pressed, focused=False)
            return
        for game, place in zip(self.games, self.slots, strict=True):
            if button.key == f"game:{game.key}":
                draw_board(frame, game, place, pressed=pressed)

    def _draw_stones(self, frame: Frame) -> None:
        """Two stones at either end of the tagline."""
        label = self._tagline
        half = label.typeset(self.canvas).width / self.canvas.scale / 2
        x, y = label.box.centre
        for look, place in TAGLINE_STONES:
            away = half + (2.6 * abs(place) - 0.2) * STONE_RADIUS
            at = (x + (away if place > 0 else -away), y)
            frame.put(stone(look, STONE_RADIUS * self.canvas.scale), at)

    def _draw_call(self, frame: Frame) -> None:
        label, side, glow = self._call, self._finger, self.glow
        label.draw(frame, glow)
        sign = icon("finger", self.canvas.px(side), AMBER_WORDS)
        frame.put(sign, (label.box.x - side * 0.75, label.box.centre[1]), glow)


def draw_board(frame: Frame, game: Game, place: BoardSlot, *, pressed: bool) -> None:
    """Draws a board on its round base; pressed, both sink."""
    canvas = frame.canvas
    radius = canvas.px(place.radius)
    thick = disc_thickness(radius) / canvas.scale
    x, y = place.centre
    frame.put(disc_shadow(radius), (x, y + thick / 2))
    down = thick * 0.6 if pressed else 0.0
    frame.put(board_disc(radius, game_colour(game)), (x, y + down))
    picture = board_picture(game, board_side(canvas, place.radius))
    if picture is not None:
        frame.put(picture, (x, y + down))
    if pressed:
        frame.put(shapes.disc(radius, WHITE, 34), (x, y + down))


IDLE_MARGIN: Final = 80.0


def draw_idle_picture(frame: Frame, table: AppContext) -> None:
    """Draws what a window shows that has nothing to show: name, event and the boards."""
    canvas, games = frame.canvas, offered_games(table)
    area = canvas.box.inset(IDLE_MARGIN)
    em = min(MAX_NAME_EM, area.w / MAX_NAME_WIDTH_EMS, 0.24 * area.h)
    boxes = column(
        item("name", em * 0.98),
        item("event", 0.14 * area.h),
        GAP,
        row(item("boards", min(area.w, MAX_BOARDS_WIDTH)), justify="centre"),
    ).place(area)
    frame.put(logo_picture(NAME, canvas.px(em)), boxes["name"].centre)
    words = heading(table, len(games))
    Label(words, boxes["event"], CARD_SIZE, TEXT, bold=True, align="centre", most=1).draw(frame)
    slots = _layout_boards(boxes["boards"], len(games), canvas.context)
    for game, slot in zip(games, slots, strict=True):
        draw_board(frame, game, slot, pressed=False)

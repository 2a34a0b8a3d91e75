"""Blackout: a dark or a frozen picture, by the host's keys or outside of the opening hours.

A small icon shows that the program still runs.
"""

from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import Final, Literal, TypeAlias

import pygame

from tabletop.engine import Text, say
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    OFF_SCREEN_SOURCES,
    Action,
    AskToResume,
    Beside,
    Button,
    Buzz,
    Cancel,
    Down,
    Drop,
    Exposed,
    Focus,
    HostCommand,
    HubOrder,
    LeaveSeat,
    Lost,
    Nudge,
    Press,
    Pull,
    Quit,
    Resized,
    TakeSeat,
    Tap,
    Typed,
    Walk,
)
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BLACK, BODY_SIZE, PANEL, TEXT, Colour
from tabletop.ui.widgets.page import Plate

BlackoutKind: TypeAlias = Literal["nothing", "dark", "still", "closed"]
Contact: TypeAlias = Down | Pull | Tap | Drop | Cancel

BLACKOUT_BUTTONS: Final[dict[Button, BlackoutKind]] = {Button.BLANK: "dark", Button.STILL: "still"}
DISMISS_BUTTONS: Final = frozenset({Button.BACK, Button.MENU})
"""Buttons that end the blackout on any device, for a host without a keyboard."""
SYSTEM_ACTIONS: Final = (
    Quit, Resized, Beside, Exposed, Focus, Lost, TakeSeat, LeaveSeat, AskToResume, HostCommand,
    HubOrder,
)  # fmt: skip
"""Actions of windows and devices, which always pass."""
TOP_LAYER: Final = 10_000
"""The layer above all scenes."""
SIGN_SIZE: Final = 96.0
TOUCH_MARGIN: Final = 24.0
"""How far beside the icon a touch still counts."""
SIGN_BOTTOM_MARGIN: Final = 72.0
PLATE_MARGIN: Final = 48.0
PLATE_WIDTH: Final = 400.0
MOON_COLOUR: Final[Colour] = (92, 92, 100)
"""Visible in a dark room without lighting it."""
NIGHT_TEXT_COLOUR: Final[Colour] = (122, 122, 130)
"""Contrast 4.5:1 on black."""
FROZEN_TEXT: Final = say("cover.still", "Screen frozen")


NO_TEXT: Final = Text("", "")
SIGN_PLACES: Final = 12
"""The number of places between which the icon of a closed table moves, against burn-in."""


@dataclass(slots=True)
class Blackout:
    """The state of the blackout.

    While it is active no time passes and nothing can be played. "closed" ends only at the opening
    time or by the operator.
    """

    laid: BlackoutKind = "nothing"
    _fresh: bool = False
    """A key has started it in this turn of the loop: the text input of that key must not end it."""
    _below: set[int] = field(default_factory=set)
    """The contacts that began while it was active: they are ignored until they end."""

    again: Text = NO_TEXT
    """The text that says when the table opens again."""
    _place: int = 0

    @property
    def active(self) -> bool:
        return self.laid != "nothing"

    @property
    def hides(self) -> bool:
        """Whether the picture is dark."""
        return self.laid in ("dark", "closed")

    def close(self, again: Text) -> None:
        """Starts the blackout outside of the opening hours."""
        self.laid, self.again = "closed", again

    def lift(self) -> None:
        self.laid = "nothing"

    def move_sign(self, step: int) -> None:
        """Moves the icon of a closed table."""
        self._place = step % SIGN_PLACES

    def lay(self, what: BlackoutKind) -> None:
        """Starts a kind of blackout, or ends it if it is active."""
        self.laid = "nothing" if self.laid == what else what
        self._fresh = self.active

    def begin_turn(self) -> None:
        """Called before the actions of each turn of the loop while it is active."""
        self._fresh = False

    def sift(self, action: Action, canvas: Canvas, *, writes: bool = False) -> Action | None:
        """The action that is left for the scenes, if any; `writes`: keys write text now."""
        if self.laid == "closed":
            return self._at_night(action)
        if isinstance(action, Press) and action.button in BLACKOUT_BUTTONS:
            if writes and not self.active and action.source == "keyboard":
                return action
            self.lay(BLACKOUT_BUTTONS[action.button])
            return None
        if not self.active and not self._below:
            return action
        if isinstance(action, CONTACT_ACTIONS):
            return self._contact(action, canvas)
        if not self.active or isinstance(action, SYSTEM_ACTIONS):
            return action
        if self._leads_back(action):
            self.laid = "nothing"
        return None

    def _at_night(self, action: Action) -> Action | None:
        """Ignores all input; contacts that began before are cancelled."""
        if isinstance(action, SYSTEM_ACTIONS):
            return action
        if isinstance(action, Down):
            self._below.add(action.contact)
        elif isinstance(action, Tap | Drop | Cancel):
            known = action.contact in self._below
            self._below.discard(action.contact)
            return (
                None
                if known
                else Cancel(source=action.source, contact=action.contact, at=action.at)
            )
        return None

    def _contact(self, action: Contact, canvas: Canvas) -> Action | None:
        """Contacts that began before the blackout are cancelled, others are ignored."""
        number = action.contact
        if isinstance(action, Down) and self.active:
            self._below.add(number)
            hit = self.box(canvas).inset(-TOUCH_MARGIN).holds(action.at)
            # Other devices do not show the icon.
            if action.source == "mouse" or (hit and action.source not in OFF_SCREEN_SOURCES):
                self.laid = "nothing"
            return None
        if number in self._below:
            if not isinstance(action, Down | Pull):
                self._below.discard(number)
            return None
        if self.active and isinstance(action, Tap | Drop):
            return Cancel(source=action.source, contact=number, at=action.at)
        return None if self.active and isinstance(action, Pull) else action

    def _leads_back(self, action: Action) -> bool:
        """Whether an action ends it: any key, or a back or menu button of any device."""
        if self._fresh:
            return False
        if isinstance(action, Press) and action.button in DISMISS_BUTTONS:
            return True
        meant = isinstance(action, Press | Nudge | Walk | Buzz | Typed)
        return meant and action.source == "keyboard"

    def box(self, canvas: Canvas) -> Box:
        """Where a touch ends it."""
        return sign_box(canvas) if self.hides else plate_box(canvas)

    def draw(self, frame: Frame) -> None:
        """Draws what hides the picture, or says that it is frozen."""
        with frame.layer(TOP_LAYER):
            if self.laid == "closed":
                _draw_night(frame, self.again, self._place)
            elif self.hides:
                box = sign_box(frame.canvas)
                frame.put(_night(frame.canvas.size), frame.canvas.box.centre)
                frame.touchable("cover", box)
                frame.put(icon("moon", frame.canvas.px(SIGN_SIZE * 0.7), MOON_COLOUR), box.centre)
            else:
                _draw_frozen(frame)


def sign_box(canvas: Canvas) -> Box:
    return Box.around(
        (canvas.width / 2, canvas.height - SIGN_BOTTOM_MARGIN - SIGN_SIZE / 2), SIGN_SIZE, SIGN_SIZE
    )


def plate_box(canvas: Canvas) -> Box:
    """The plate that says that the picture is frozen.

    At the lower left, over the tools of the match: the board stays visible.
    """
    wide = canvas.context.scaled_length(PLATE_WIDTH, BODY_SIZE)
    plate = item("plate", wide, cross_size=SIGN_SIZE + 16, align="end")
    return row(plate, padding=PLATE_MARGIN).place(canvas.box)["plate"]


def _draw_night(frame: Frame, again: Text, place: int) -> None:
    """Draws a small moon above the time at which the table opens, in one of several places."""
    canvas = frame.canvas
    frame.put(_night(canvas.size), canvas.box.centre)
    turn = 2 * pi * place / SIGN_PLACES
    x, y = canvas.box.centre
    at = (x + 0.28 * canvas.width * sin(turn), y + 0.3 * canvas.height * cos(turn))
    frame.put(icon("moon", canvas.px(SIGN_SIZE * 0.7), MOON_COLOUR), at)
    room = Box.around(
        (at[0], at[1] + SIGN_SIZE),
        min(frame.context.scaled_length(520.0, BODY_SIZE), 0.42 * canvas.width),
        64,
    )
    Label(again, room, BODY_SIZE, NIGHT_TEXT_COLOUR, align="centre", most=1).draw(frame)


def _draw_frozen(frame: Frame) -> None:
    canvas, plate = frame.canvas, plate_box(frame.canvas)
    Plate(plate, PANEL, SIGN_SIZE / 2, lined=True).draw(frame)
    at = (plate.x + plate.h / 2, plate.centre[1])
    frame.touchable("cover", plate)
    frame.put(shapes.disc(SIGN_SIZE * 0.42 * canvas.scale, TEXT), at)
    frame.put(icon("still", canvas.px(SIGN_SIZE * 0.46), PANEL), at)
    words = padded("words", (plate.h + 8, 0, 28, 0)).place(plate)["words"]
    Label(FROZEN_TEXT, words, BODY_SIZE, bold=True, most=2).draw(frame)


@surface_cache(most=2)
def _night(size: tuple[int, int]) -> pygame.Surface:
    picture = pygame.Surface(size).convert()
    picture.fill(BLACK)
    return picture

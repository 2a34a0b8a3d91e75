"""Covers the whole table: dark or frozen picture by the host's keys, and dark after closing time.

A single small sign shows that the program still runs.
"""

from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import Final, Literal, TypeAlias

import pygame

from tabletop.engine import Text, say
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    Beside,
    Button,
    Buzz,
    Cancel,
    Down,
    Drop,
    Exposed,
    Focus,
    Lost,
    Nudge,
    Press,
    Pull,
    Quit,
    Resized,
    Tap,
    Typed,
    Walk,
)
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BLACK, BODY_SIZE, PANEL, TEXT, Colour
from tabletop.ui.widgets.page import Plate

BlackoutKind: TypeAlias = Literal["nothing", "dark", "still", "closed"]
Contact: TypeAlias = Down | Pull | Tap | Drop | Cancel

BLACKOUT_BUTTONS: Final[dict[Button, BlackoutKind]] = {Button.BLANK: "dark", Button.STILL: "still"}
DISMISS_BUTTONS: Final = frozenset({Button.BACK, Button.MENU})
"""What takes the cover away from any device, for a host without a keyboard."""
SYSTEM_ACTIONS: Final = (Quit, Resized, Beside, Exposed, Focus, Lost)
"""What happens to windows and devices, covered or not."""
TOP_LAYER: Final = 10_000
"""The layer above all scenes."""
SIGN_SIZE: Final = 96.0
TOUCH_MARGIN: Final = 24.0
"""How far beside the sign a finger may come down."""
SIGN_BOTTOM_MARGIN: Final = 72.0
"""The sign's distance from the picture's lower edge."""
PLATE_MARGIN: Final = 48.0
PLATE_WIDTH: Final = 400.0
MOON_COLOUR: Final[Colour] = (92, 92, 100)
"""Light enough to be found in the dark, too dark to light a room."""
NIGHT_TEXT_COLOUR: Final[Colour] = (122, 122, 130)
"""Words at night: 4.5 to 1 on black, and still no lamp."""
FROZEN_TEXT: Final = say("cover.still", "The picture stands still")


NO_TEXT: Final = Text("", "")
SIGN_PLACES: Final = 12
"""How many places the night's sign wanders through."""


@dataclass(slots=True)
class Blackout:
    """The state of the blackout, changed by the host's keys and by the opening hours.

    While it is active no time passes and nothing can be played. After closing time only opening
    time or the operator ends it.
    """

    laid: BlackoutKind = "nothing"
    _fresh: bool = False
    """A key has started it in this turn: text input of the same key does not end it."""
    _below: set[int] = field(default_factory=set)
    """The contacts that began while it was active: they are ignored until they end."""

    again: Text = NO_TEXT
    """What its sign says of when the table opens again."""
    _place: int = 0

    @property
    def active(self) -> bool:
        return self.laid != "nothing"

    @property
    def hides(self) -> bool:
        """Whether nothing of the table is to be seen."""
        return self.laid in ("dark", "closed")

    def close(self, again: Text) -> None:
        """The table is closed, until whoever closed it lifts this again."""
        self.laid, self.again = "closed", again

    def lift(self) -> None:
        """Nothing lies over the table any more."""
        self.laid = "nothing"

    def move_sign(self, step: int) -> None:
        """The night's sign goes on to another place, that nothing burns in."""
        self._place = step % SIGN_PLACES

    def lay(self, what: BlackoutKind) -> None:
        """Lays it there, or takes it away if it is the same."""
        self.laid = "nothing" if self.laid == what else what
        self._fresh = self.active

    def begin_turn(self) -> None:
        """Another turn of the loop: what is done from now on was done under the cover."""
        self._fresh = False

    def sift(self, action: Action, canvas: Canvas, *, writes: bool = False) -> Action | None:
        """What of an action is left for the scenes; `writes` where keys write a name just now."""
        if self.laid == "closed":
            return self._at_night(action)
        if isinstance(action, Press) and action.button in BLACKOUT_BUTTONS:
            if writes and not self.active and action.source == "keyboard":
                return action
            self.lay(BLACKOUT_BUTTONS[action.button])
            return None
        if isinstance(action, CONTACT_ACTIONS):
            return self._contact(action, canvas)
        if not self.active or isinstance(action, SYSTEM_ACTIONS):
            return action
        if self._leads_back(action):
            self.laid = "nothing"
        return None

    def _at_night(self, action: Action) -> Action | None:
        """Nothing is touched, and fingers that lay there before are let go."""
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
        """Fingers that lay there before are let go, those that come meanwhile mean nothing."""
        number = action.contact
        if isinstance(action, Down) and self.active:
            self._below.add(number)
            hit = self.box(canvas).inset(-TOUCH_MARGIN).holds(action.at)
            # The second window shows no sign: what is touched there is a player's.
            if action.source == "mouse" or (hit and action.source != SECONDARY_SOURCE):
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
        """Whether the host wants to go on: by any key, or by what leads back on any device."""
        if self._fresh:
            return False
        if isinstance(action, Press) and action.button in DISMISS_BUTTONS:
            return True
        meant = isinstance(action, Press | Nudge | Walk | Buzz | Typed)
        return meant and action.source == "keyboard"

    def box(self, canvas: Canvas) -> Box:
        """Where its sign can be touched."""
        return sign_box(canvas) if self.hides else plate_box(canvas)

    def draw(self, frame: Frame) -> None:
        """Puts the cover over all that the frame shows."""
        if not self.active:
            return
        with frame.layer(TOP_LAYER):
            if self.laid == "closed":
                _draw_night(frame, self.again, self._place)
            elif self.hides:
                _draw_dark(frame)
            else:
                _draw_frozen(frame)


def sign_box(canvas: Canvas) -> Box:
    """Where the sign lies, which can be touched."""
    return Box.around(
        (canvas.width / 2, canvas.height - SIGN_BOTTOM_MARGIN - SIGN_SIZE / 2), SIGN_SIZE, SIGN_SIZE
    )


def plate_box(canvas: Canvas) -> Box:
    """The plate on which it says that the picture stands still.

    At the lower left, where pages have tools that do nothing now: the board is to be seen whole.
    """
    wide, high = canvas.context.scaled_length(PLATE_WIDTH, BODY_SIZE), SIGN_SIZE + 16
    return Box(PLATE_MARGIN, canvas.height - PLATE_MARGIN - high, wide, high)


def _draw_dark(frame: Frame) -> None:
    canvas, box = frame.canvas, sign_box(frame.canvas)
    frame.put(_night(canvas.size), canvas.box.centre)
    frame.touchable("cover", box)
    frame.put(icon("moon", canvas.px(SIGN_SIZE * 0.7), MOON_COLOUR), box.centre)


def _draw_night(frame: Frame, again: Text, place: int) -> None:
    """The dark, and somewhere in it a small moon above the time at which the table opens."""
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
    words = Box(plate.x + plate.h + 8, plate.y, plate.w - plate.h - 36, plate.h)
    Label(FROZEN_TEXT, words, BODY_SIZE, bold=True, most=2).draw(frame)


@surface_cache(most=2)
def _night(size: tuple[int, int]) -> pygame.Surface:
    """The dark itself."""
    picture = pygame.Surface(size).convert()
    picture.fill(BLACK)
    return picture

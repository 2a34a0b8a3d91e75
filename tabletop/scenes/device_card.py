"""One device on the page of all devices: a card to be touched for more."""

from dataclasses import dataclass, replace
from typing import Final

from tabletop.engine import Text
from tabletop.input.devices import Device
from tabletop.scenes.device_words import SIGNS, SIMULATED
from tabletop.scenes.devices_layout import legible
from tabletop.ui import art, words
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.lettering import least
from tabletop.ui.theme import AMBER, BODY_SIZE, DIM, INK, NAME_SIZE, SMALL_SIZE, TRAY
from tabletop.ui.widgets import PushButton, draw_button

HEIGHT: Final = 176.0
HIGHEST: Final = 206.0
"""Of a card, where there is room."""
SIGN: Final = 92.0
BADGE: Final = 46.0
"""The height of the word SIMULATED's plate."""


@dataclass(frozen=True, slots=True)
class DeviceCard:
    """A card, its words and the button that it is."""

    device: Device
    box: Box
    name: Text | str
    state: Text | str
    """How it fares, and whose it is."""
    last: Text | str

    @property
    def button(self) -> PushButton:
        return PushButton(f"device:{self.device.key}", self.box)

    def labels(self, canvas: Canvas) -> tuple[Label, ...]:
        """Three lines: who, how, what last."""
        x = self.box.x + SIGN + 52
        width = self.box.right - 92 - x
        y, h = self.box.y + 12, self.box.h - 34
        badge = badge_width(canvas) + 20 if self.device.simulated else 0.0
        name = Label(self.name, Box(x, y, width - badge, h * 0.4), NAME_SIZE - 6, bold=True, most=1)
        state = Label(self.state, Box(x, y + h * 0.43, width, h * 0.27), BODY_SIZE - 8, most=1)
        last = Label(self.last, Box(x, y + h * 0.73, width, h * 0.27), SMALL_SIZE, DIM, most=1)
        if least():  # for a room fewer words, but how it is in full
            both = Box(x, y + h * 0.4, width, h * 0.6)
            return legible(name, canvas), replace(state, box=both, most=2)
        return tuple(legible(line, canvas) for line in (name, state, last))

    def draw(self, frame: Frame, *, pressed: bool, focused: bool) -> None:
        """Puts the card on the frame; its words are the page's."""
        draw_button(frame, PushButton("", self.box), pressed=pressed, focused=focused)
        x, y = self.box.x + 26 + SIGN / 2, self.box.centre[1] - 4
        put_sign(frame, self.device, (x, y), SIGN)
        canvas = frame.canvas
        if self.device.simulated:
            wide = badge_width(canvas)
            put_badge(frame, (self.box.right - 92 - wide / 2, self.box.y + 12 + self.box.h * 0.16))
        frame.put(icon("later", canvas.px(44), DIM), (self.box.right - 46, y))


def put_sign(frame: Frame, device: Device, at: Point, side: float) -> None:
    """How the device fares, as an icon on a plate."""
    canvas = frame.canvas
    name, colour = SIGNS[device.health]
    pixels = canvas.px(side)
    frame.put(art.rounded(pixels, pixels, pixels * 0.28, TRAY), at)
    frame.put(icon(name, max(5, round(pixels * 0.56)), colour), at)


def badge_width(canvas: Canvas) -> float:
    """How wide the word SIMULATED's plate is."""
    size = canvas.px(SMALL_SIZE)
    return words.width_of(SIMULATED, size, True) / canvas.scale + 32


def put_badge(frame: Frame, at: Point) -> None:
    """The word SIMULATED on a bright plate."""
    canvas = frame.canvas
    size, high = canvas.px(SMALL_SIZE), canvas.px(BADGE)
    frame.put(art.rounded(canvas.px(badge_width(canvas)), high, high * 0.3, AMBER), at)
    frame.put(words.line(SIMULATED, size, INK, True), at)

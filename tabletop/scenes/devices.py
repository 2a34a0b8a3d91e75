"""The page of everything that is plugged in, and how it fares."""

import time
from collections.abc import Callable, Hashable
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import Action
from tabletop.input.devices import Device, Health
from tabletop.input.encoders import KEYBOARD
from tabletop.input.touch_screens import touch_screens
from tabletop.scenes.binding import BindingScene
from tabletop.scenes.device_card import HEIGHT, HIGHEST, DeviceCard
from tabletop.scenes.device_page import DevicePage
from tabletop.scenes.device_words import KINDS, seat_in_sentence, state_words
from tabletop.scenes.devices_layout import (
    PAGE_ROOM,
    Page,
    columns,
    heading,
    leave_button,
    of_page,
    page_buttons,
    page_for,
    places,
    turning,
)
from tabletop.scenes.fairness import FairnessScene
from tabletop.scenes.hand_settings import HandSettings
from tabletop.scenes.key_map import map_words
from tabletop.scenes.screen_page import ScreenPage
from tabletop.scenes.watching import WatchingSheet
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change, Push
from tabletop.ui.sheet import Plate
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, BUTTON_SIZE, DIM, NAME_SIZE
from tabletop.ui.widgets import PushButton

TOOLS: Final = (
    ("bind", "person", say("devices.bind", "Give to a seat")),
    ("settings", "switches", say("devices.settings", "Hands and dice")),
    ("fairness", "bars", say("devices.fairness", "Are the dice fair?")),
    ("screen", "screen", say("devices.screen", "The screen")),
)
"""The buttons below: their keys, icons and words."""

NOTHING: Final = say("devices.none", "No device is plugged in besides what you touch.")
PLUG: Final = say(
    "devices.plug", "Plug a dice reader, a button box, a game pad or a joystick into any USB port."
)
LEAST_PLATE: Final = 0.6
"""With less of its height than this, the plate has only the shorter words."""
HOW: Final = say(
    "devices.how",
    "Plug a dice reader, a button box, a game pad or a joystick into any USB port: it shows up "
    "here by itself within a few seconds. Devices on the network, and those that must be told "
    "how they speak, are named in the settings under devices.urls or with --device.",
)


class DevicesScene(WatchingSheet):
    """All devices, each as a card to be touched."""

    def __init__(self, table: Table, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(table, now)
        self.page = 0
        self.pages = 1
        self.cards: tuple[DeviceCard, ...] = ()

    # -- what there is --------------------------------------------------------------------------

    def watched(self) -> tuple[Device, ...]:
        """What is plugged in; then what is always there: the keys and the glass."""
        found = self.table.devices.all
        kinds = {device.kind for device in found}
        always = []
        if "keyboard" not in kinds:
            always.append(keyboard_device(self.table))
        if "touch" not in kinds and (screens := touch_screens()):
            always.append(Device("touch", "touch", screens, "", health=Health.LIVE))
        plugged = [device for device in found if device.kind in ("serial", "pad")]
        return (*plugged, *(device for device in found if device not in plugged), *always)

    def facts(self) -> Hashable:
        return tuple(
            (device.key, device.health, device.simulated, *self._lines(device))
            for device in self.watched()
        )

    def _lines(self, device: Device) -> tuple[Text | str, Text | str, Text | str]:
        """The three lines of a card."""
        name, state = device.name, state_words(device)
        if device.kind == "touch":
            return name, state, KINDS[device.kind]
        if device.works:
            seat = seat_in_sentence(self.table.devices.bindings.seat(device.key))
            state = say("devices.line", "{state}, for {seat}", state=state, seat=seat)
        if device.kind == "keyboard":
            return name, state, map_words(self.table)
        return name, state, self.busy_words(device)

    # -- layout ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        tell_bindings(self.table)
        self.note()
        page = page_for(self.canvas, len(TOOLS))
        self.head = page.band
        shown = self.watched()
        across = columns(page.body)
        nothing = not any(device.kind in ("serial", "pad") for device in shown)
        body = self._nothing(page) if nothing else page.body
        if not nothing:
            self.plates, self.labels = (), ()
        spots = places(body, HEIGHT, across, HIGHEST)
        self.page, self.pages, here = of_page(len(shown), self.page, len(spots))
        self.cards = tuple(
            DeviceCard(shown[number], spot, *self._lines(shown[number]))
            for number, spot in zip(here, spots, strict=False)
        )
        turn, turned = page_buttons(page, self.page, self.pages)
        room = PAGE_ROOM if turn else 0.0
        head = heading(page, say("devices.title", "Devices"), self._below(), room)
        words = [label for card in self.cards for label in card.labels(self.canvas)]
        self.labels = (*self.labels, *head, *turned, *words)
        tools = [
            PushButton(key, box, label, picture, size=BUTTON_SIZE - 6)
            for (key, picture, label), box in zip(TOOLS, page.foot, strict=True)
        ]
        cards = [card.button for card in self.cards]
        self.buttons.replace([leave_button(page), *cards, *tools, *turn])

    def _nothing(self, page: Page) -> Box:
        """Sets what can be plugged in, and gives the room below it."""
        body = page.body
        low, high = min(grown(HEIGHT, BODY_SIZE), 0.5 * body.h), grown(330.0, BODY_SIZE)
        plate = Box(body.x, body.y, body.w, min(body.h - low - 22, high))
        inner = plate.inset(36)
        self.plates = (Plate(plate),)
        if plate.h < LEAST_PLATE * grown(330.0, BODY_SIZE):
            # Large words have room for what matters most.
            self.labels = (Label(PLUG, plate.inset(24), BODY_SIZE),)
            return Box(body.x, plate.bottom + 22, body.w, body.bottom - plate.bottom - 22)
        self.labels = (
            Label(NOTHING, Box(inner.x, inner.y, inner.w, 64), NAME_SIZE, bold=True, most=1),
            Label(
                HOW,
                Box(inner.x, inner.y + 84, inner.w, inner.h - 84),
                BODY_SIZE,
                DIM,
                stands="top",
                spare=True,
            ),
        )
        return Box(body.x, plate.bottom + 22, body.w, body.bottom - plate.bottom - 22)

    def _below(self) -> Text:
        """The line below the title."""
        plugged = [d for d in self.table.devices.all if d.kind in ("serial", "pad")]
        lost = sum(not device.works for device in plugged)
        if not plugged:
            return say("devices.touch_one", "Touch a card to see more.")
        if lost:
            words = "{count} plugged in or seen before, {lost} not working"
            return say("devices.count_lost", words, count=len(plugged), lost=lost)
        return say("devices.count", "{count} plugged in, all working", count=len(plugged))

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        key = turning(action)
        return self.pressed(key) if key else super().handle(action)

    def pressed(self, key: str, /) -> Change:
        kind, _, name = key.partition(":")
        match kind:
            case "device":
                return self._open(name)
            case "earlier" | "later":
                self.page += 1 if kind == "later" else -1
                self.lay_out()
                return None
            case "bind":
                return Push(BindingScene(self.table))
            case "settings":
                return Push(HandSettings(self.table))
            case "fairness":
                return Push(FairnessScene(self.table))
            case "screen":
                return Push(ScreenPage(self.table))
        return self.back()

    def _open(self, key: str) -> Change:
        device = next((device for device in self.watched() if device.key == key), None)
        return None if device is None else Push(DevicePage(self.table, device, self.now))

    # -- drawing --------------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        card = next((card for card in self.cards if card.button.key == button.key), None)
        if card is None:
            super().draw_one(frame, button)
            return
        card.draw(frame, pressed=self.is_held(button), focused=button.key == self.buttons.focus)


def keyboard_device(table: Table) -> Device:
    """All keyboards as one device, before a key has told of itself."""
    driver = table.settings["devices.keyboard"]
    name = say("devices.keyboard_name", "Keyboard")
    return Device(KEYBOARD, "keyboard", name, "", driver, Health.LIVE)


def tell_bindings(table: Table) -> None:
    """Hands on what is wrong with the file of bindings, once."""
    bindings = table.devices.bindings
    if bindings.problem:
        table.tell(bindings.problem)
        bindings.problem = ""

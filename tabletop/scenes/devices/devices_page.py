"""How hands count: whose hand may act, where dice are thrown, what the keys are.

The page of everything that is plugged in, and how it fares.
"""

import time
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from tabletop.engine import Text, say
from tabletop.input.actions import Action
from tabletop.input.devices import Device, DeviceHealth
from tabletop.input.keyboard import KEYBOARD_DEVICE_KEY
from tabletop.input.window import touch_screens_text
from tabletop.scenes.device_text import KIND_NAMES, health_text, seat_phrase
from tabletop.scenes.devices.binding_pages import SeatBindingPage
from tabletop.scenes.devices.device_page import (
    CARD_HEIGHT,
    MAX_CARD_HEIGHT,
    DeviceCard,
    DevicePage,
    key_map_text,
)
from tabletop.scenes.devices.device_watch import DeviceWatch
from tabletop.scenes.devices.dice_fairness import DiceFairnessPage
from tabletop.scenes.devices.display_page import DisplayPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, BUTTON_SIZE, DIM, NAME_SIZE, SMALL_SIZE
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import LABEL_HEIGHT, ChoiceField
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PAGER_WIDTH,
    PageLayout,
    PageScene,
    Plate,
    back_button,
    card_boxes,
    column_count,
    layout_page,
    page_heading,
    page_turn_key,
    pager,
    paginate,
)

MAX_SETTINGS_WIDTH: Final = 1100.0
NOTE_HEIGHT: Final = 40.0

_NamedValues = tuple[tuple[Any, Text], ...]

INPUT_CHOICES: Final[Mapping[str, tuple[Text, _NamedValues, Text]]] = {
    "input.own_hands": (
        say("hands.own", "Who may act"),
        (
            (True, say("hands.own_yes", "Only the seat to move")),
            (False, say("hands.own_no", "Anybody for anybody")),
        ),
        say("hands.own_note", "What another seat's hand or buttons do is refused with a word."),
    ),
    "dice.source": (
        say("hands.dice", "Dice are thrown"),
        (
            ("auto", say("hands.dice_auto", "By a reader, if there is one")),
            ("screen", say("hands.dice_screen", "On the screen")),
            ("typed", say("hands.dice_typed", "By hand, and typed in")),
        ),
        say("hands.dice_note", "It can be changed at every throw."),
    ),
    "devices.keyboard": (
        say("hands.keys", "The keys are"),
        (
            ("plain", say("hands.keys_plain", "A plain keyboard's")),
            ("ipac", say("hands.keys_ipac", "An I-PAC's buttons")),
        ),
        say("hands.keys_note", "An I-PAC is a board that tells of buttons as if they were keys."),
    ),
    "input.tuio": (
        say("hands.tuio", "Touch frames that speak TUIO"),
        (
            ("off", say("hands.tuio_off", "Not heard")),
            ("loopback", say("hands.tuio_here", "On this machine")),
            ("network", say("hands.tuio_net", "From the network too")),
        ),
        say("hands.tuio_note", "Counts from the next start of the program."),
    ),
}
"""Each setting with its words, its values and what must be known about it."""


class InputSettingsPage(PageScene):
    """The input settings. Each is applied and saved as soon as it is touched."""

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table

    @property
    def choices(self) -> dict[str, ChoiceField]:
        """What can be chosen, by the setting's key."""
        values = self.table.settings.values
        return {
            key: ChoiceField(
                key,
                label,
                tuple(name for _, name in names),
                tuple(value for value, _ in names),
                values[key],
            )
            for key, (label, names, _) in INPUT_CHOICES.items()
        }

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body = page.body
        # In two columns where they fit, else one below the other.
        across = 2 if body.w > 1500 else 1
        down = -(-len(INPUT_CHOICES) // across)
        high = min(280.0, (body.h - PAGE_GAP * (down - 1)) / down)
        wide = min(MAX_SETTINGS_WIDTH, (body.w - 72 * (across - 1)) / across)
        labels = [
            *page_heading(
                page,
                say("hands.title", "Hands and dice"),
                say("hands.below", "What you touch here counts at once."),
            )
        ]
        buttons, plates = [back_button(page)], []
        for number, (key, choice) in enumerate(self.choices.items()):
            x = body.x + number % across * (wide + 72)
            y = body.y + number // across * (high + PAGE_GAP)
            answers = min(104.0, high - LABEL_HEIGHT - NOTE_HEIGHT - 16)
            laid = choice.laid_out(self.canvas, Box(x, y, wide, LABEL_HEIGHT + answers))
            note = Box(x, y + LABEL_HEIGHT + answers + 10, wide, NOTE_HEIGHT)
            labels += [*laid.labels, Label(INPUT_CHOICES[key][2], note, SMALL_SIZE, DIM, most=1)]
            plates += laid.plates
            buttons += laid.buttons
        self.plates, self.labels = tuple(plates), tuple(labels)
        self.buttons.replace(buttons)

    def pressed(self, key: str, /) -> Change:
        if "=" not in key:
            return self.back()
        name, _, number = key.rpartition("=")
        self.table.change(name, self.choices[name].values[int(number)])
        self.lay_out()
        return None


PAGE_TOOLS: Final = (
    ("bind", "person", say("devices.bind", "Give to a seat")),
    ("settings", "switches", say("devices.settings", "Hands and dice")),
    ("fairness", "bars", say("devices.fairness", "Are the dice fair?")),
    ("screen", "screen", say("devices.screen", "The screen")),
)
"""The buttons below: their keys, icons and words."""

NO_DEVICES_TEXT: Final = say("devices.none", "No device is plugged in besides what you touch.")
PLUG_IN_TEXT: Final = say(
    "devices.plug", "Plug a dice reader, a button box, a game pad or a joystick into any USB port."
)
MIN_PLATE_SHARE: Final = 0.6
"""With less of its height than this, the plate has only the shorter words."""
PLUG_IN_DETAILS: Final = say(
    "devices.how",
    "Plug a dice reader, a button box, a game pad or a joystick into any USB port: it shows up "
    "here by itself within a few seconds. Devices on the network, and those that must be told "
    "how they speak, are named in the settings under devices.urls or with --device.",
)


class DevicesPage(PageScene):
    """All devices, each as a card to be touched."""

    def __init__(self, table: AppContext, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.table = table
        self._watch = DeviceWatch(table, now)
        self.page = 0
        self.pages = 1
        self.cards: tuple[DeviceCard, ...] = ()

    # -- what there is --------------------------------------------------------------------------

    def _watched(self) -> tuple[Device, ...]:
        """The connected devices; then the keyboard and the touch screen."""
        found = self.table.devices.all
        kinds = {device.kind for device in found}
        always = []
        if "keyboard" not in kinds:
            always.append(keyboard_device(self.table))
        if "touch" not in kinds and (screens := touch_screens_text()):
            always.append(Device("touch", "touch", screens, "", health=DeviceHealth.LIVE))
        plugged = [device for device in found if device.kind in ("serial", "pad")]
        return (*plugged, *(device for device in found if device not in plugged), *always)

    def _facts(self) -> Hashable:
        return tuple(
            (device.key, device.health, device.simulated, *self._lines(device))
            for device in self._watched()
        )

    def _lines(self, device: Device) -> tuple[Text | str, Text | str, Text | str]:
        """The three lines of a card."""
        name, state = device.name, health_text(device)
        if device.kind == "touch":
            return name, state, KIND_NAMES[device.kind]
        if device.works:
            seat = seat_phrase(self.table.devices.bindings.seat(device.key))
            state = say("devices.line", "{state}, for {seat}", state=state, seat=seat)
        if device.kind == "keyboard":
            return name, state, key_map_text(self.table)
        return name, state, self._watch.busy_words(device)

    def update(self, dt: float, /) -> Change:
        if self._watch.update(dt, self._facts):
            self.lay_out()
        return super().update(dt)

    def wakes_in(self) -> float:
        return self._watch.wakes_in(self._watched())

    # -- layout ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        report_binding_errors(self.table)
        self._watch.note(self._facts)
        page = layout_page(self.canvas, len(PAGE_TOOLS))
        self.head = page.band
        shown = self._watched()
        across = column_count(page.body)
        nothing = not any(device.kind in ("serial", "pad") for device in shown)
        body = self._nothing(page) if nothing else page.body
        if not nothing:
            self.plates, self.labels = (), ()
        spots = card_boxes(self.canvas.context, body, CARD_HEIGHT, across, MAX_CARD_HEIGHT)
        self.page, self.pages, here = paginate(len(shown), self.page, len(spots))
        self.cards = tuple(
            DeviceCard(shown[number], spot, *self._lines(shown[number]))
            for number, spot in zip(here, spots, strict=False)
        )
        turn, turned = pager(page, self.page, self.pages)
        room = PAGER_WIDTH if turn else 0.0
        head = page_heading(page, say("devices.title", "Devices"), self._below(), room)
        words = [label for card in self.cards for label in card.labels(self.canvas)]
        self.labels = (*self.labels, *head, *turned, *words)
        tools = [
            PushButton(key, box, label, picture, size=BUTTON_SIZE - 6)
            for (key, picture, label), box in zip(PAGE_TOOLS, page.foot, strict=True)
        ]
        cards = [card.button for card in self.cards]
        self.buttons.replace([back_button(page), *cards, *tools, *turn])

    def _nothing(self, page: PageLayout) -> Box:
        """Sets what can be plugged in, and gives the room below it."""
        body = page.body
        low, high = (
            min(self.canvas.context.scaled_length(CARD_HEIGHT, BODY_SIZE), 0.5 * body.h),
            self.canvas.context.scaled_length(330.0, BODY_SIZE),
        )
        plate = Box(body.x, body.y, body.w, min(body.h - low - 22, high))
        inner = plate.inset(36)
        self.plates = (Plate(plate),)
        if plate.h < MIN_PLATE_SHARE * self.canvas.context.scaled_length(330.0, BODY_SIZE):
            # Large words have room for what matters most.
            self.labels = (Label(PLUG_IN_TEXT, plate.inset(24), BODY_SIZE),)
            return Box(body.x, plate.bottom + 22, body.w, body.bottom - plate.bottom - 22)
        self.labels = (
            Label(
                NO_DEVICES_TEXT, Box(inner.x, inner.y, inner.w, 64), NAME_SIZE, bold=True, most=1
            ),
            Label(
                PLUG_IN_DETAILS,
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
        key = page_turn_key(action)
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
                return Push(SeatBindingPage(self.table))
            case "settings":
                return Push(InputSettingsPage(self.table))
            case "fairness":
                return Push(DiceFairnessPage(self.table))
            case "screen":
                return Push(DisplayPage(self.table))
        return self.back()

    def _open(self, key: str) -> Change:
        device = next((device for device in self._watched() if device.key == key), None)
        return None if device is None else Push(DevicePage(self.table, device, self._watch.now))

    # -- drawing --------------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        card = next((card for card in self.cards if card.button.key == button.key), None)
        if card is None:
            super().draw_one(frame, button)
            return
        card.draw(frame, pressed=self.is_held(button), focused=button.key == self.buttons.focus)


def keyboard_device(table: AppContext) -> Device:
    """All keyboards as one device, before a key was pressed."""
    driver = table.settings["devices.keyboard"]
    name = say("devices.keyboard_name", "Keyboard")
    return Device(KEYBOARD_DEVICE_KEY, "keyboard", name, "", driver, DeviceHealth.LIVE)


def report_binding_errors(table: AppContext) -> None:
    """Hands on what is wrong with the file of bindings, once."""
    bindings = table.devices.bindings
    if bindings.problem:
        table.tell(bindings.problem)
        bindings.problem = ""

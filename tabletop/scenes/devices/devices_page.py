"""The pages of connected devices: the list, one device, and the input settings."""

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from tabletop.engine import Text, count, joined, say
from tabletop.input.actions import Button, Buzz, Nudge, Press, Walk
from tabletop.input.devices import (
    RATE_WINDOW_SECONDS,
    REPLAY_PREFIX,
    ControlBinding,
    Device,
    DeviceHealth,
    EventRates,
    label_word,
)
from tabletop.input.keyboard import ENCODERS, KEY_BINDINGS, KEYBOARD_DEVICE_KEY
from tabletop.input.window import touch_screens_text
from tabletop.scenes.device_text import (
    HEALTH_ICONS,
    KIND_NAMES,
    break_long_words,
    capabilities_text,
    control_meanings,
    control_text,
    elapsed_text,
    elapsed_text_changes_in,
    errors_text,
    health_text,
    key_name,
    meaning_text,
    seat_phrase,
    seat_text,
)
from tabletop.scenes.devices.binding_pages import ControlBindingPage, SeatBindingPage
from tabletop.scenes.devices.dice_fairness import DiceFairnessPage, badge_width, put_badge
from tabletop.scenes.devices.display_pages import DisplayPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import Boxes, column, grid, item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, BUTTON_SIZE, DIM, NAME_SIZE, SMALL_SIZE, TEXT, TRAY
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.choice import LABEL_HEIGHT, ChoiceField, lay_out_choices
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PAGER_WIDTH,
    PageLayout,
    PagePart,
    PageScene,
    Plate,
    back_button,
    card_boxes,
    column_count,
    elide_label,
    layout_page,
    page_heading,
    pager,
    paginate,
)

MAX_UPDATES_PER_SECOND: Final = 4.0


class DeviceWatch(PagePart):
    """Lays a page out when what it shows of the devices has changed.

    Looks at most `MAX_UPDATES_PER_SECOND` times a second. `now` is the clock by which devices
    report; it is the only one read here. `watched` gives the devices that the page shows, and
    `facts` everything that it shows of them.
    """

    def __init__(
        self,
        table: AppContext,
        now: Callable[[], float],
        watched: Callable[[], Iterable[Device]],
        facts: Callable[[], Hashable],
    ) -> None:
        self.now = now
        self._devices = table.devices
        self._watched = watched
        self._facts = facts
        self._rates = EventRates()
        self._since = 0.0
        self._version = -1
        self._shown: Hashable = None

    def note(self) -> None:
        """Remembers what the page shows; called when it is laid out."""
        self._look()
        self._shown = self._facts()

    def update(self, dt: float) -> bool:
        self._since += dt
        if self._since < 1 / MAX_UPDATES_PER_SECOND:
            return False
        self._since = 0.0
        self._look()
        return self._facts() != self._shown

    def _look(self) -> None:
        self._rates.note(self._devices.all, self.now())
        self._version = self._devices.version

    def wakes_in(self) -> float:
        if self._devices.version != self._version:
            wait = 0.0
        else:
            now = self.now()
            ages = [elapsed_text_changes_in(now - d.last_at) for d in self._watched() if d.last_at]
            wait = min([*ages, self._rates.changes_in(now)])
        # Not before `update` looks again, and never 0, which would stand for an animation.
        return max(wait, 1 / MAX_UPDATES_PER_SECOND - self._since, 0.01)

    def last_text(self, device: Device) -> Text:
        """The last event of a device, and how long ago it was."""
        if not device.last_at:
            return say("devices.nothing", "No data yet")
        ago = elapsed_text(max(0.0, self.now() - device.last_at))
        last = break_long_words(device.last) or say("devices.something", "something")
        return say("devices.last", "{last}, {ago}", last=last, ago=ago)

    def activity_text(self, device: Device) -> Text:
        """The last event, the rate of events and the errors of a device, in one line."""
        parts = [self.last_text(device)]
        if lately := self._rates.lately(device):
            events = count("devices.many", "{n} event", "{n} events", lately)
            words = "{events} in {seconds} s"
            parts.append(
                say("devices.lately", words, events=events, seconds=int(RATE_WINDOW_SECONDS))
            )
        if device.errors:
            parts.append(errors_text(device.errors))
        return joined(". ", *parts)

    def rate_text(self, device: Device) -> Text:
        """The rate of events and the errors of a device."""
        words = "{events} in the last {seconds} s, {errors}"
        events, errors = self._rates.lately(device), errors_text(device.errors)
        return say(
            "devices.rate", words, events=events, seconds=int(RATE_WINDOW_SECONDS), errors=errors
        )


# -- the keyboard -------------------------------------------------------------------------------

KEY_MAP_NAMES: Final[Mapping[str, Text]] = {
    "plain": say("keys.plain", "plain keyboard"),
    "ipac": say("keys.ipac", "I-PAC button encoder, seats 1 and 2"),
}

BUTTON_NAMES: Final = {
    Button.OK: say("keys.ok", "confirm"),
    Button.BACK: say("keys.back", "go back"),
    Button.UNDO: say("keys.undo", "take back"),
    Button.MENU: say("keys.menu", "pause"),
    Button.FLIP: say("keys.flip", "flip"),
    Button.HINT: say("keys.hint", "ask for a hint"),
    Button.BLANK: say("keys.blank", "blank screen"),
    Button.STILL: say("keys.still", "freeze screen"),
}
"""The buttons whose keys are listed."""

_Row = tuple[Text, Text | str]
"""The name of a property, and its value."""


def keyboard_device(table: AppContext) -> Device:
    """All keyboards as one device, before a key was pressed."""
    driver = table.settings["devices.keyboard"]
    name = say("devices.keyboard_name", "Keyboard")
    return Device(KEYBOARD_DEVICE_KEY, "keyboard", name, "", driver, DeviceHealth.LIVE)


def _key_rows(table: AppContext) -> Iterator[_Row]:
    """The key map in use, its keys, and the keys bound by the people."""
    encoder = table.settings["devices.keyboard"]
    yield say("keys.map", "Keys"), KEY_MAP_NAMES[encoder]
    if keys := ENCODERS.get(encoder):
        for seat in sorted({meaning.seat or 0 for meaning in keys.values()}):
            of_seat = (
                say("keys.one", "{key}: {does}", key=key_name(key), does=_short_text(meaning))
                for key, meaning in keys.items()
                if (meaning.seat or 0) == seat
                and not isinstance(meaning.action(""), Nudge | Walk | None)
            )
            yield seat_text(seat), joined(", ", *of_seat)
    else:
        yield say("keys.cursor", "Arrows"), say("keys.moves", "move the cursor")
        yield say("keys.tab", "Tab"), say("keys.walk", "next control, with Shift the previous one")
        yield say("keys.digits", "1 2 3 4"), say("keys.calls", "call, each for its seat")
        for button, words in BUTTON_NAMES.items():
            found = (
                key
                for binding in KEY_BINDINGS
                if isinstance(binding.does, Press) and binding.does.button is button
                for key in binding.keys
            )
            yield joined(", ", *map(key_name, list(found)[:1])), words
    if taught := table.devices.bindings.controls(KEYBOARD_DEVICE_KEY):
        meanings = (
            say("keys.one", "{key}: {does}", key=control_text(control), does=meaning_text(meaning))
            for control, meaning in taught.items()
        )
        yield say("keys.taught", "Assigned"), joined(", ", *meanings)


def _short_text(meaning: ControlBinding) -> Text:
    does = meaning.action("")
    if isinstance(does, Press):
        return BUTTON_NAMES[does.button]
    return say("keys.call", "call") if isinstance(does, Buzz) else meaning_text(meaning)


def phones_text(table: AppContext) -> Text:
    """How many phones are here, and how many of them play."""
    state = table.phones.state
    here = sum(phone.here for phone in state.phones)
    phones = count("devices.phones", "{n} phone", "{n} phones", here)
    playing = sum(phone.here and phone.seat is not None for phone in state.phones)
    return say("devices.phones_playing", "{phones}, {n} playing", phones=phones, n=playing)


# -- one device ---------------------------------------------------------------------------------

CARD_HEIGHT: Final = 176.0
MAX_CARD_HEIGHT: Final = 206.0
CARD_ICON_SIZE: Final = 92.0
CARD_END: Final = 92.0
"""The width of the arrow at the right of a card."""


@dataclass(frozen=True, slots=True)
class DeviceCard:
    """A device in the list: a button with an icon and three lines."""

    device: Device
    box: Box
    name: Text | str
    state: Text | str
    last: Text | str

    @property
    def button(self) -> PushButton:
        return PushButton(f"device:{self.device.key}", self.box)

    def labels(self, canvas: Canvas) -> tuple[Label, ...]:
        high, projector = self.box.h - 34, canvas.context.projector
        badge = badge_width(canvas) + 20 if self.device.simulated else 0.0
        name = row("name", badge, size=0.4 * high)
        # In projector mode there is no third line, but all of the second.
        lines = (
            column(name, "state")
            if projector
            else column(name, 0.03 * high, item("state", 0.27 * high), 0.03 * high, "last")
        )
        boxes = row(CARD_ICON_SIZE + 52, lines, CARD_END, padding=(0, 12, 0, 22)).place(self.box)
        heading = Label(self.name, boxes["name"], NAME_SIZE - 6, bold=True, most=1)
        state = Label(self.state, boxes["state"], BODY_SIZE - 8, most=2 if projector else 1)
        if projector:
            return elide_label(heading, canvas), state
        last = Label(self.last, boxes["last"], SMALL_SIZE, DIM, most=1)
        return tuple(elide_label(line, canvas) for line in (heading, state, last))

    def draw(self, frame: Frame, *, pressed: bool, focused: bool) -> None:
        """Draws everything but the labels."""
        draw_button(frame, PushButton("", self.box), pressed=pressed, focused=focused)
        canvas, box, y = frame.canvas, self.box, self.box.centre[1] - 4
        draw_health_icon(frame, self.device, (box.x + 26 + CARD_ICON_SIZE / 2, y), CARD_ICON_SIZE)
        if self.device.simulated:
            x = box.right - CARD_END - badge_width(canvas) / 2
            put_badge(frame, (x, box.y + 12 + box.h * 0.16))
        frame.put(icon("later", canvas.px(44), DIM), (box.right - CARD_END / 2, y))


def draw_health_icon(frame: Frame, device: Device, at: Point, side: float) -> None:
    """Draws the icon for the state of a device on a plate."""
    canvas = frame.canvas
    name, colour = HEALTH_ICONS[device.health]
    pixels = canvas.px(side)
    frame.put(shapes.rounded(pixels, pixels, pixels * 0.28, TRAY), at)
    frame.put(icon(name, max(5, round(pixels * 0.56)), colour), at)


BUTTON_HEIGHT: Final = 100.0
BUTTON_GAP: Final = 20.0
BUTTON_COLUMN_WIDTH: Final = 460.0
HEAD_ICON_SIZE: Final = 96.0
FACTS_PADDING: Final = (40.0, 30.0, 40.0, 30.0)
MAX_FACT_HEIGHT: Final = 72.0
MAX_ONE_LINE_LENGTH: Final = 42
"""Values of more characters take two lines."""
RECORDINGS_FOLDER: Final = "recordings"
"""The folder for recordings in the data folder."""

ACTION_LABELS: Final = {
    "lamp": ("bulb", say("device.lamp", "Test lamps")),
    "whose": ("person", say("device.whose", "Change seat")),
    "rebind": ("buttons", say("device.rebind", "Buttons")),
    "record": ("record", say("device.record", "Record")),
    "stop": ("stop", say("device.stop", "Stop recording")),
    "play": ("play", say("device.play", "Play back")),
    "forget": ("close", say("device.forget", "Forget")),
}


class DevicePage(PageScene):
    """The present state of one device, and what can be done with it."""

    def __init__(
        self, table: AppContext, device: Device, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self.table = table
        self._watch = self.part = DeviceWatch(table, now, lambda: (self._current(),), self._facts)
        self.device = device
        """Its last known state."""
        self._recorded = ""
        """The file of the last recording made while this page was open."""
        self._head = self.canvas.box

    def _current(self) -> Device:
        found = self.table.devices.find(self.device.key)
        if found is None and self.device.kind in ("serial", "pad"):
            why = say("device.gone", "it was removed")
            found = replace(self.device, health=DeviceHealth.LOST, why=why, recording="")
        return found or self.device

    def _facts(self) -> Hashable:
        device = self._current()
        return device.health, device.simulated, tuple(self._rows(device)), tuple(self._does(device))

    def _rows(self, device: Device) -> list[_Row]:
        bindings = self.table.devices.bindings
        rows: list[_Row] = [(say("device.state", "State"), health_text(device))]
        if device.kind == "touch":
            return rows
        if device.kind == "phones":
            rows += [
                (say("device.address", "Address"), device.where),
                (say("device.joined", "Joined"), phones_text(self.table)),
            ]
            return [(name, words) for name, words in rows if words]
        rows.append((say("device.owner", "Belongs to"), seat_text(bindings.seat(device.key))))
        if device.kind == "keyboard":
            return [*rows, *_key_rows(self.table)]
        events = say(
            "device.events",
            "{rate}, {all} in all",
            rate=self._watch.rate_text(device),
            all=device.events,
        )
        rows += [
            (say("device.where", "Port"), break_long_words(device.where, longest=44)),
            (say("device.driver", "Protocol"), break_long_words(device.driver)),
            (say("device.able", "Features"), capabilities_text(device)),
            (say("device.last", "Last event"), self._watch.last_text(device)),
            (say("device.rate", "Events"), events),
        ]
        if taught := bindings.controls(device.key):
            words = say("device.taught", "{count} assigned by hand", count=len(taught))
            rows.append((say("device.controls", "Buttons"), words))
        if device.recording:
            file = break_long_words(Path(device.recording).name, longest=44)
            rows.append((say("device.recording", "Recording to"), file))
        elif self._recorded:
            path = Path(self._recorded)
            file = break_long_words(path.name, longest=44)
            folder = break_long_words(str(path.parent), longest=44)
            kept = say("device.kept", "saved as {file} in {folder}", file=file, folder=folder)
            rows.append((say("device.recorded", "Recording"), kept))
        return [(name, words) for name, words in rows if words]

    def _does(self, device: Device) -> list[str]:
        """The actions on offer, as keys of `ACTION_LABELS`."""
        plugged = device.kind in ("serial", "pad")
        has_buttons = (
            device.kind in ("keyboard", "pad")
            or device.buttons
            or control_meanings(device, self.table.devices.bindings)
        )
        records = device.kind == "serial" and device.works and not device.replayed
        plays = self._recorded and self.table.devices.opener is not None
        offered = {
            "lamp": device.lamps and device.works,
            "whose": device.kind not in ("touch", "phones"),
            "rebind": has_buttons,
            "stop": device.recording,
            "record": records and not device.recording,
            "play": plays and not device.recording,
            "forget": plugged and not device.works,
        }
        return [key for key, wanted in offered.items() if wanted]

    def lay_out(self) -> None:
        self._watch.note()
        self.device = device = self._current()
        page = layout_page(self.canvas, 0)
        self.head, self._head = page.band, page.head
        self._recorded = device.recording or self._recorded
        badge = badge_width(self.canvas) + 32 if device.simulated else 0.0
        # The icon stands between the back button and the title.
        beside_icon = padded("head", (HEAD_ICON_SIZE + 24, 0, 0, 0)).place(page.head)["head"]
        title, below = page_heading(
            replace(page, head=beside_icon), device.name, KIND_NAMES[device.kind], badge
        )
        does = self._does(device)
        boxes = _body_boxes(page.body, len(does))
        self._lay_out_facts(boxes["facts"], (elide_label(title, self.canvas), below))
        actions = [
            PushButton(key, box, ACTION_LABELS[key][1], ACTION_LABELS[key][0], size=BUTTON_SIZE)
            for key, box in zip(does, boxes.all("button"), strict=True)
        ]
        self.buttons.replace([back_button(page), *actions])

    def _lay_out_facts(self, room: Box, head: tuple[Label, ...]) -> None:
        rows = self._rows(self.device)
        left, top, right, bottom = FACTS_PADDING
        width, height = room.w - left - right, room.h - top - bottom
        lines = [2 if len(words) > MAX_ONE_LINE_LENGTH else 1 for _, words in rows]
        each = min(MAX_FACT_HEIGHT, height / max(1, sum(lines)))
        first = min(300.0, width * 0.3)
        boxes = column(
            *(row(item("name", first - 16), 16, "words", size=each * many) for many in lines),
            padding=FACTS_PADDING,
        ).place(room)
        self.plates = (Plate(room._replace(h=each * sum(lines) + top + bottom)),)
        names = [
            Label(name, box, BODY_SIZE - 4, DIM, most=1)
            for (name, _), box in zip(rows, boxes.all("name"), strict=True)
        ]
        values = [
            Label(words, box, BODY_SIZE - 2, TEXT, most=1 + many)
            for (_, words), box, many in zip(rows, boxes.all("words"), lines, strict=True)
        ]
        pairs = zip(names, values, strict=True)
        self.labels = (*head, *(label for pair in pairs for label in pair))

    def pressed(self, key: str, /) -> Change:
        devices, device = self.table.devices, self.device
        match key:
            case "lamp" | "stop":
                devices.ask(device.key, key)
            case "whose":
                return Push(SeatBindingPage(self.table, device))
            case "rebind":
                return Push(ControlBindingPage(self.table, device))
            case "record":
                self._record()
            case "play":
                # The recording appears in the list as a device of its own.
                devices.open(f"{REPLAY_PREFIX}{self._recorded}")
                return Pop()
            case "forget":
                # Its source closes it too, until it is plugged in again.
                devices.ask(device.key, "close")
                devices.forget(device.key)
                return Pop()
            case _:
                return self.back()
        self.lay_out()
        return None

    def _record(self) -> None:
        """Has the device's bytes written to a new file."""
        folder = self.table.data_dir / RECORDINGS_FOLDER
        start = f"{self.table.today()}-{label_word(self.device.name)}"
        taken = {path.name for path in folder.glob(f"{start}-*")}
        numbers = range(1, len(taken) + 2)
        free = next(n for n in numbers if f"{start}-{n}.jsonl" not in taken)
        self.table.devices.ask(self.device.key, "record", str(folder / f"{start}-{free}.jsonl"))

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        head = self._head
        at = (head.x + 96 + 28 + HEAD_ICON_SIZE / 2, head.y + 46)
        draw_health_icon(frame, self.device, at, HEAD_ICON_SIZE)
        if self.device.simulated:
            put_badge(frame, (head.right - badge_width(self.canvas) / 2, head.y + 30))


def _body_boxes(body: Box, count: int) -> Boxes:
    """A box "facts", and one "button" for each action: beside the facts, or below them."""
    if body.w > 1.15 * body.h and body.w > 1200:
        actions = column(
            *[item("button", BUTTON_HEIGHT)] * count, gap=BUTTON_GAP, size=BUTTON_COLUMN_WIDTH
        )
        return row("facts", 40, actions).place(body)
    low = -(-count // 2) * (BUTTON_HEIGHT + BUTTON_GAP) - BUTTON_GAP if count else 0.0
    below = grid(["button"] * count, columns=2, gap=BUTTON_GAP, row_height=BUTTON_HEIGHT, size=low)
    return column("facts", 32, below).place(body)


# -- input settings -----------------------------------------------------------------------------

MAX_SETTINGS_WIDTH: Final = 1100.0
NOTE_HEIGHT: Final = 40.0
COLUMN_GAP: Final = 72.0

_NamedValues = tuple[tuple[Any, Text], ...]

INPUT_CHOICES: Final[Mapping[str, tuple[Text, _NamedValues, Text]]] = {
    "input.own_hands": (
        say("hands.own", "Who may play"),
        (
            (True, say("hands.own_yes", "Only the player to move")),
            (False, say("hands.own_no", "Anyone")),
        ),
        say("hands.own_note", "Other players’ touches are ignored."),
    ),
    "dice.source": (
        say("hands.dice", "Dice"),
        (
            ("auto", say("hands.dice_auto", "Dice reader, or on screen")),
            ("screen", say("hands.dice_screen", "On screen")),
            ("typed", say("hands.dice_typed", "Enter dice")),
        ),
        say("hands.dice_note", "You can change it at every roll."),
    ),
    "devices.keyboard": (
        say("hands.keys", "Keyboard"),
        (
            ("plain", say("hands.keys_plain", "Plain keyboard")),
            ("ipac", say("hands.keys_ipac", "I-PAC buttons")),
        ),
        say("hands.keys_note", "An I-PAC is a board that reports buttons as keys."),
    ),
    "input.tuio": (
        say("hands.tuio", "TUIO touch frames"),
        (
            ("off", say("hands.tuio_off", "Off")),
            ("loopback", say("hands.tuio_here", "On this computer")),
            ("network", say("hands.tuio_net", "From the network too")),
        ),
        say("hands.tuio_note", "Takes effect at the next start."),
    ),
}
"""The question, the named values and the note of each setting."""


class InputSettingsPage(PageScene):
    """The input settings. Each is applied and saved as soon as it is touched."""

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table

    @property
    def choices(self) -> dict[str, ChoiceField]:
        """The questions by the key of the setting."""
        settings = self.table.settings.values
        found = {}
        for key, (label, named, _) in INPUT_CHOICES.items():
            values, names = zip(*named, strict=True)
            found[key] = ChoiceField(key, label, names, values, settings[key])
        return found

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body, choices = page.body, self.choices
        # In two columns where they fit.
        across = 2 if body.w > 1500 else 1
        down = -(-len(choices) // across)
        high = min(280.0, (body.h - PAGE_GAP * (down - 1)) / down)
        wide = min(MAX_SETTINGS_WIDTH, (body.w - COLUMN_GAP * (across - 1)) / across)
        answers = min(104.0, high - LABEL_HEIGHT - NOTE_HEIGHT - 16)
        entry = column(item("choice", LABEL_HEIGHT + answers), 10, item("note", NOTE_HEIGHT))
        entries = grid(
            [entry] * len(choices),
            columns=across,
            gap=(COLUMN_GAP, PAGE_GAP),
            row_height=high,
            size=across * wide + (across - 1) * COLUMN_GAP,
        )
        boxes = row(entries).place(body)
        laid = lay_out_choices(self.canvas, choices.values(), boxes.all("choice"))
        notes = [
            Label(note, box, SMALL_SIZE, DIM, most=1)
            for (_, _, note), box in zip(INPUT_CHOICES.values(), boxes.all("note"), strict=True)
        ]
        head = page_heading(
            page,
            say("hands.title", "Input and dice"),
            say("hands.below", "Changes apply immediately"),
        )
        self.plates, self.labels = tuple(laid.plates), (*head, *laid.labels, *notes)
        self.buttons.replace([back_button(page), *laid.buttons])

    def pressed(self, key: str, /) -> Change:
        if "=" not in key:
            return self.back()
        name, _, number = key.rpartition("=")
        self.table.change(name, self.choices[name].values[int(number)])
        self.lay_out()
        return None


# -- the list -----------------------------------------------------------------------------------

PAGE_TOOLS: Final = (
    ("bind", "person", say("devices.bind", "Assign to a seat")),
    ("settings", "switches", say("devices.settings", "Input and dice")),
    ("fairness", "bars", say("devices.fairness", "Are the dice fair?")),
    ("screen", "screen", say("devices.screen", "The screen")),
)
"""The buttons in the foot: key, icon and label of each."""

NO_DEVICES_TEXT: Final = say("devices.none", "Only the touch screen is connected.")
PLUG_IN_TEXT: Final = say(
    "devices.plug", "Plug a dice reader, button box, game pad or joystick into any USB port."
)
PLUG_IN_DETAILS: Final = say(
    "devices.how",
    "Plug a dice reader, button box, game pad or joystick into any USB port. "
    "It appears here within a few seconds. Name other devices, and devices on "
    "the network, in the settings under devices.urls or with --device.",
)
PLUG_IN_HEIGHT: Final = 330.0
MIN_PLATE_SHARE: Final = 0.6
"""With a smaller share of its height, the plate has only the shorter text."""


class DevicesPage(PageScene):
    """All devices as cards; a touch opens the page of one."""

    turns_pages = True

    def __init__(self, table: AppContext, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.table = table
        self._watch = self.part = DeviceWatch(table, now, self._watched, self._facts)
        self.page = 0
        self.pages = 1
        self.cards: tuple[DeviceCard, ...] = ()

    def _watched(self) -> tuple[Device, ...]:
        """Serial devices and pads first; the keyboard and the touch screen last."""
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
        if device.kind == "phones":
            return name, state, phones_text(self.table)
        if device.works:
            seat = seat_phrase(self.table.devices.bindings.seat(device.key))
            state = say("devices.line", "{state}, for {seat}", state=state, seat=seat)
        if device.kind == "keyboard":
            keys = KEY_MAP_NAMES[self.table.settings["devices.keyboard"]]
            return name, state, say("keys.in_force", "keys: {map}", map=keys)
        return name, state, self._watch.activity_text(device)

    def lay_out(self) -> None:
        bindings = self.table.devices.bindings
        if bindings.problem:
            self.table.warn_operator(bindings.problem)
            bindings.problem = ""
        self._watch.note()
        page = layout_page(self.canvas, len(PAGE_TOOLS))
        self.head = page.band
        shown, body = self._watched(), page.body
        self.plates = ()
        told: tuple[Label, ...] = ()
        if not any(device.kind in ("serial", "pad") for device in shown):
            body, told = self._lay_out_advice(page)
        across = column_count(page.body)
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
        self.labels = (*told, *head, *turned, *words)
        tools = [
            PushButton(key, box, label, picture, size=BUTTON_SIZE - 6)
            for (key, picture, label), box in zip(PAGE_TOOLS, page.foot, strict=True)
        ]
        cards = [card.button for card in self.cards]
        self.buttons.replace([back_button(page), *cards, *tools, *turn])

    def _lay_out_advice(self, page: PageLayout) -> tuple[Box, tuple[Label, ...]]:
        """Sets a plate about what can be plugged in; gives the room below it, and its labels."""
        context, body = self.canvas.context, page.body
        low = min(context.scaled_length(CARD_HEIGHT, BODY_SIZE), 0.5 * body.h)
        whole = context.scaled_length(PLUG_IN_HEIGHT, BODY_SIZE)
        words = column(item("none", 64), 20, "details", padding=36)
        high = min(body.h - low - PAGE_GAP, whole)
        boxes = column(column(words, key="plate", size=high), PAGE_GAP, "cards").place(body)
        plate = boxes["plate"]
        self.plates = (Plate(plate),)
        if high < MIN_PLATE_SHARE * whole:
            return boxes["cards"], (Label(PLUG_IN_TEXT, plate.inset(24), BODY_SIZE),)
        return boxes["cards"], (
            Label(NO_DEVICES_TEXT, boxes["none"], NAME_SIZE, bold=True, most=1),
            Label(PLUG_IN_DETAILS, boxes["details"], BODY_SIZE, DIM, stands="top", spare=True),
        )

    def _below(self) -> Text:
        plugged = [d for d in self.table.devices.all if d.kind in ("serial", "pad")]
        lost = sum(not device.works for device in plugged)
        if not plugged:
            return say("devices.touch_one", "Touch a card to see more.")
        if lost:
            words = "{count} plugged in or seen before, {lost} not working"
            return say("devices.count_lost", words, count=len(plugged), lost=lost)
        return say("devices.count", "{count} plugged in, all working", count=len(plugged))

    def pressed(self, key: str, /) -> Change:
        kind, _, name = key.partition(":")
        match kind:
            case "device":
                device = next((device for device in self._watched() if device.key == name), None)
                if device is None:
                    return None
                return Push(DevicePage(self.table, device, self._watch.now))
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

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        card = next((card for card in self.cards if card.button.key == button.key), None)
        if card is None:
            super().draw_one(frame, button)
            return
        card.draw(frame, pressed=self.is_held(button), focused=button.key == self.buttons.focus)

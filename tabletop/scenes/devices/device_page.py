"""What the keys of a keyboard mean on this table, line by line.

One device on the page of all devices: a card to be touched for more.

One device: all that is known of it, and what can be asked of it.
"""

import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Walk
from tabletop.input.devices import REPLAY_PREFIX, ControlBinding, Device, DeviceHealth, label_word
from tabletop.input.keyboard import ENCODERS, KEY_BINDINGS, KEYBOARD_DEVICE_KEY
from tabletop.scenes.device_text import (
    HEALTH_ICONS,
    KIND_NAMES,
    SIMULATED,
    break_long_words,
    capabilities_text,
    control_meanings,
    control_text,
    health_text,
    key_name,
    meaning_text,
    seat_text,
)
from tabletop.scenes.devices.binding_pages import ControlBindingPage, SeatBindingPage
from tabletop.scenes.devices.device_watch import DeviceWatch
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    BUTTON_SIZE,
    DIM,
    INK,
    NAME_SIZE,
    SMALL_SIZE,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.page import (
    PageScene,
    Plate,
    back_button,
    elide_label,
    layout_page,
    page_heading,
    stack_boxes,
)

KEY_MAP_NAMES: Final[Mapping[str, Text]] = {
    "plain": say("keys.plain", "of a plain keyboard"),
    "ipac": say("keys.ipac", "of an I-PAC button encoder, for seats 1 and 2"),
}

BUTTON_NAMES: Final = {
    Button.OK: say("keys.ok", "confirm"),
    Button.BACK: say("keys.back", "go back"),
    Button.UNDO: say("keys.undo", "take back"),
    Button.MENU: say("keys.menu", "pause"),
    Button.FLIP: say("keys.flip", "flip"),
    Button.HINT: say("keys.hint", "ask for a hint"),
    Button.BLANK: say("keys.blank", "dark picture"),
    Button.STILL: say("keys.still", "picture stands still"),
}
"""The meanings that a person may want to look up."""


def key_map_text(table: AppContext) -> Text:
    """Which map is in force."""
    words = "keys {map}"
    return say("keys.in_force", words, map=KEY_MAP_NAMES[table.settings["devices.keyboard"]])


def key_rows(table: AppContext) -> list[tuple[Text, Text | str]]:
    """The key map, and the keys bound on top of it."""
    encoder = table.settings["devices.keyboard"]
    rows: list[tuple[Text, Text | str]] = [(say("keys.map", "Keys"), KEY_MAP_NAMES[encoder])]
    if ENCODERS.get(encoder):
        rows += [(seat_text(seat), _seat_keys(encoder, seat)) for seat in _encoder_seats(encoder)]
    else:
        rows += _plain_rows()
    taught = table.devices.bindings.controls(KEYBOARD_DEVICE_KEY)
    if taught:
        rows.append((say("keys.taught", "Taught"), _learned_text(taught)))
    return rows


def _plain_rows() -> list[tuple[Text, Text | str]]:
    rows: list[tuple[Text, Text | str]] = [
        (say("keys.cursor", "Arrows"), say("keys.moves", "move the cursor")),
        (say("keys.tab", "Tab"), say("keys.walk", "walks on, with Shift back")),
        (say("keys.digits", "1 2 3 4"), say("keys.calls", "call out, each for its seat")),
    ]
    for button, words in BUTTON_NAMES.items():
        found = [
            key
            for binding in KEY_BINDINGS
            if _is_button(binding.does, button)
            for key in binding.keys
        ]
        rows.append((_key_names(found[:1]), words))
    return rows


def _is_button(does: Action, button: Button) -> bool:
    return isinstance(does, Press) and does.button is button


def _encoder_seats(encoder: str) -> list[int]:
    return sorted({meaning.seat or 0 for meaning in ENCODERS[encoder].values()})


def _seat_keys(encoder: str, seat: int) -> Text:
    keys = [
        say("keys.one", "{key}: {does}", key=key_name(key), does=_short_text(meaning))
        for key, meaning in ENCODERS[encoder].items()
        if (meaning.seat or 0) == seat and not isinstance(meaning.action(""), Nudge | Walk | None)
    ]
    return _comma_list(keys)


def _short_text(meaning: ControlBinding) -> Text:
    does = meaning.action("")
    if isinstance(does, Press):
        return BUTTON_NAMES[does.button]
    return say("keys.call", "call") if isinstance(does, Buzz) else meaning_text(meaning)


def _learned_text(controls: Mapping[str, ControlBinding]) -> Text:
    return _comma_list(
        say("keys.one", "{key}: {does}", key=control_text(control), does=meaning_text(meaning))
        for control, meaning in controls.items()
    )


def _key_names(keys: Iterable[int]) -> Text:
    return joined(", ", *(key_name(key) for key in keys))


def _comma_list(parts: Iterable[Text]) -> Text:
    return joined(", ", *parts)


CARD_HEIGHT: Final = 176.0
MAX_CARD_HEIGHT: Final = 206.0
"""Of a card, where there is room."""
CARD_ICON_SIZE: Final = 92.0
BADGE_HEIGHT: Final = 46.0
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
        x = self.box.x + CARD_ICON_SIZE + 52
        width = self.box.right - 92 - x
        y, h = self.box.y + 12, self.box.h - 34
        badge = badge_width(canvas) + 20 if self.device.simulated else 0.0
        name = Label(self.name, Box(x, y, width - badge, h * 0.4), NAME_SIZE - 6, bold=True, most=1)
        state = Label(self.state, Box(x, y + h * 0.43, width, h * 0.27), BODY_SIZE - 8, most=1)
        last = Label(self.last, Box(x, y + h * 0.73, width, h * 0.27), SMALL_SIZE, DIM, most=1)
        if canvas.context.projector:  # for a room fewer words, but how it is in full
            both = Box(x, y + h * 0.4, width, h * 0.6)
            return elide_label(name, canvas), replace(state, box=both, most=2)
        return tuple(elide_label(line, canvas) for line in (name, state, last))

    def draw(self, frame: Frame, *, pressed: bool, focused: bool) -> None:
        """Puts the card on the frame; its words are the page's."""
        draw_button(frame, PushButton("", self.box), pressed=pressed, focused=focused)
        x, y = self.box.x + 26 + CARD_ICON_SIZE / 2, self.box.centre[1] - 4
        draw_health_icon(frame, self.device, (x, y), CARD_ICON_SIZE)
        canvas = frame.canvas
        if self.device.simulated:
            wide = badge_width(canvas)
            put_badge(frame, (self.box.right - 92 - wide / 2, self.box.y + 12 + self.box.h * 0.16))
        frame.put(icon("later", canvas.px(44), DIM), (self.box.right - 46, y))


def draw_health_icon(frame: Frame, device: Device, at: Point, side: float) -> None:
    """How the device fares, as an icon on a plate."""
    canvas = frame.canvas
    name, colour = HEALTH_ICONS[device.health]
    pixels = canvas.px(side)
    frame.put(shapes.rounded(pixels, pixels, pixels * 0.28, TRAY), at)
    frame.put(icon(name, max(5, round(pixels * 0.56)), colour), at)


def badge_width(canvas: Canvas) -> float:
    """How wide the word SIMULATED's plate is."""
    size = canvas.px(SMALL_SIZE)
    return typesetting.width_of(SIMULATED, size, True, context=canvas.context) / canvas.scale + 32


def put_badge(frame: Frame, at: Point) -> None:
    """The word SIMULATED on a bright plate."""
    canvas = frame.canvas
    size, high = canvas.px(SMALL_SIZE), canvas.px(BADGE_HEIGHT)
    frame.put(shapes.rounded(canvas.px(badge_width(canvas)), high, high * 0.3, AMBER), at)
    frame.put(typesetting.line(SIMULATED, size, INK, True, context=frame.context), at)


BUTTON_HEIGHT: Final = 100.0
BUTTON_GAP: Final = 20.0
HEAD_ICON_SIZE: Final = 96.0
MAX_ONE_LINE_LENGTH: Final = 42
"""Signs; more of them take two lines."""
RECORDINGS_FOLDER: Final = "recordings"
"""The folder for recordings in the data folder."""

ACTION_LABELS: Final = {
    "lamp": ("bulb", say("device.lamp", "Test lamps")),
    "whose": ("person", say("device.whose", "Whose is it?")),
    "rebind": ("buttons", say("device.rebind", "Buttons")),
    "record": ("record", say("device.record", "Record")),
    "stop": ("stop", say("device.stop", "Stop recording")),
    "play": ("play", say("device.play", "Play it back")),
    "forget": ("close", say("device.forget", "Forget")),
}


class DevicePage(PageScene):
    """One device, as it is at this moment."""

    def __init__(
        self, table: AppContext, device: Device, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self.table = table
        self._watch = DeviceWatch(table, now)
        self.device = device
        """What was last known of it."""
        self._recorded = ""
        """The file of the last recording that this page has seen."""
        self._head = Box(0, 0, 0, 0)

    def _watched(self) -> tuple[Device, ...]:
        found = self.table.devices.find(self.device.key)
        if found is None and self.device.kind in ("serial", "pad"):
            why = say("device.gone", "it was taken away")
            found = replace(self.device, health=DeviceHealth.LOST, why=why, recording="")
        return (found or self.device,)

    def _facts(self) -> Hashable:
        (device,) = self._watched()
        return device.health, device.simulated, tuple(self._rows(device)), tuple(self._does(device))

    def _rows(self, device: Device) -> list[tuple[Text, Text | str]]:
        """What is known, line by line."""
        bindings = self.table.devices.bindings
        rows: list[tuple[Text, Text | str]] = [
            (say("device.state", "State"), health_text(device)),
        ]
        if device.kind == "touch":
            return rows
        rows.append((say("device.owner", "Belongs to"), seat_text(bindings.seat(device.key))))
        if device.kind == "keyboard":
            return [*rows, *key_rows(self.table)]
        rows += [
            (say("device.where", "Where"), break_long_words(device.where, longest=44)),
            (say("device.driver", "Language"), break_long_words(device.driver)),
            (say("device.able", "It has"), capabilities_text(device)),
            (say("device.last", "Last"), self._watch.acted_words(device)),
            (say("device.rate", "Events"), self._events(device)),
        ]
        taught = bindings.controls(device.key)
        if taught:
            words = say("device.taught", "{count} taught one by one", count=len(taught))
            rows.append((say("device.controls", "Buttons"), words))
        if device.recording:
            file = break_long_words(Path(device.recording).name, longest=44)
            rows.append((say("device.recording", "Recorded in"), file))
        elif self._recorded:
            rows.append((say("device.recorded", "Recording"), self._recording_text()))
        return [(name, words) for name, words in rows if words]

    def _recording_text(self) -> Text:
        """Where the recording that was stopped is to be found."""
        path = Path(self._recorded)
        file, folder = (
            break_long_words(path.name, longest=44),
            break_long_words(str(path.parent), longest=44),
        )
        return say("device.kept", "kept as {file} in {folder}", file=file, folder=folder)

    def _events(self, device: Device) -> Text:
        words = "{rate}, {all} in all"
        return say("device.events", words, rate=self._watch.rate_words(device), all=device.events)

    def _does(self, device: Device) -> list[str]:
        """What can be asked of it."""
        does = []
        if device.lamps and device.works:
            does.append("lamp")
        if device.kind != "touch":
            does.append("whose")
        if (
            device.kind in ("keyboard", "pad")
            or device.buttons
            or control_meanings(device, self.table.devices.bindings)
        ):
            does.append("rebind")
        if device.recording:
            does.append("stop")
        elif device.kind == "serial" and device.works and not device.replayed:
            does.append("record")
        if self._recorded and not device.recording and self.table.devices.opener is not None:
            does.append("play")
        if device.kind in ("serial", "pad") and not device.works:
            does.append("forget")
        return does

    def update(self, dt: float, /) -> Change:
        if self._watch.update(dt, self._facts):
            self.lay_out()
        return super().update(dt)

    def wakes_in(self) -> float:
        return self._watch.wakes_in(self._watched())

    # -- layout ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._watch.note(self._facts)
        (self.device,) = self._watched()
        device, page = self.device, layout_page(self.canvas, 0)
        self.head = page.band
        self._recorded = device.recording or self._recorded
        room = badge_width(self.canvas) + 32 if device.simulated else 0.0
        # The sign stands between the way back and the name.
        beside_sign = replace(page, head=_inset_left(page.head, HEAD_ICON_SIZE + 24))
        self._head = page.head
        title, below = page_heading(beside_sign, device.name, KIND_NAMES[device.kind], room)
        does, body = self._does(device), page.body
        facts, places = _split_body(body, len(does))
        self._layout_facts(facts, (elide_label(title, self.canvas), below))
        self.buttons.replace(
            [
                back_button(page),
                *(
                    PushButton(
                        key, box, ACTION_LABELS[key][1], ACTION_LABELS[key][0], size=BUTTON_SIZE
                    )
                    for key, box in zip(does, places, strict=True)
                ),
            ]
        )

    def _layout_facts(self, room: Box, head: tuple[Label, ...]) -> None:
        rows = self._rows(self.device)
        inner = Box(room.x + 40, room.y + 30, room.w - 80, room.h - 60)
        heights = [2 if len(words) > MAX_ONE_LINE_LENGTH else 1 for _, words in rows]
        each = min(72.0, inner.h / max(1, sum(heights)))
        plate = Box(room.x, room.y, room.w, each * sum(heights) + 60)
        self.plates = (Plate(plate),)
        labels = [*head]
        first = min(300.0, inner.w * 0.3)
        for number, (name, words) in enumerate(rows):
            y = inner.y + sum(heights[:number]) * each
            high = each * heights[number]
            labels.append(
                Label(name, Box(inner.x, y, first - 16, high), BODY_SIZE - 4, DIM, most=1)
            )
            labels.append(
                Label(
                    words,
                    Box(inner.x + first, y, inner.w - first, high),
                    BODY_SIZE - 2,
                    TEXT,
                    most=1 + heights[number],
                )
            )
        self.labels = tuple(labels)

    # -- what happens ---------------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        devices, device = self.table.devices, self.device
        match key:
            case "lamp":
                devices.ask(device.key, "lamp")
            case "whose":
                return Push(SeatBindingPage(self.table, device))
            case "rebind":
                return Push(ControlBindingPage(self.table, device))
            case "record":
                self._record()
            case "stop":
                devices.ask(device.key, "stop")
            case "play":
                # It comes to stand among the devices as one of its own.
                devices.open(f"{REPLAY_PREFIX}{self._recorded}")
                return Pop()
            case "forget":
                # Whoever looks after it lets go of it too, until it is plugged in anew.
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

    # -- drawing --------------------------------------------------------------------------------

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        head = self._head
        draw_health_icon(
            frame, self.device, (head.x + 96 + 28 + HEAD_ICON_SIZE / 2, head.y + 46), HEAD_ICON_SIZE
        )
        if self.device.simulated:
            put_badge(frame, (head.right - badge_width(self.canvas) / 2, head.y + 30))


def _inset_left(box: Box, left: float) -> Box:
    return Box(box.x + left, box.y, box.w - left, box.h)


def _split_body(body: Box, count: int) -> tuple[Box, list[Box]]:
    """The room for the facts, and a box for each button: beside them, or below."""
    if body.w > 1.15 * body.h and body.w > 1200:
        side = Box(body.right - 460, body.y, 460, body.h)
        facts = Box(body.x, body.y, side.x - body.x - 40, body.h)
        return facts, stack_boxes(side, [BUTTON_HEIGHT] * count, BUTTON_GAP)
    low = -(-count // 2) * (BUTTON_HEIGHT + BUTTON_GAP)
    facts = Box(body.x, body.y, body.w, body.h - low - 12)
    wide = (body.w - BUTTON_GAP) / 2
    places = [
        Box(
            body.x + number % 2 * (wide + BUTTON_GAP),
            facts.bottom + 32 + number // 2 * (BUTTON_HEIGHT + BUTTON_GAP),
            wide,
            BUTTON_HEIGHT,
        )
        for number in range(count)
    ]
    return facts, places

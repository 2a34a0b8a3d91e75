"""One device: all that is known of it, and what can be asked of it."""

import time
from collections.abc import Callable, Hashable
from dataclasses import replace
from pathlib import Path
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.devices import REPLAY, Device, Health
from tabletop.input.labels import one_word
from tabletop.scenes.binding import BindingScene
from tabletop.scenes.device_card import badge_width, put_badge, put_sign
from tabletop.scenes.device_words import (
    KINDS,
    able_words,
    meanings,
    seat_words,
    state_words,
    tidy,
)
from tabletop.scenes.devices_layout import heading, leave_button, legible, page_for
from tabletop.scenes.key_map import key_rows
from tabletop.scenes.rebinding import RebindingScene
from tabletop.scenes.watching import WatchingSheet
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.sheet import Plate, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, BUTTON_SIZE, DIM, TEXT
from tabletop.ui.widgets import PushButton

BUTTON: Final = 100.0
GAP: Final = 20.0
SIGN: Final = 96.0
LONG: Final = 42
"""Signs; more of them take two lines."""
FOLDER: Final = "recordings"
"""The folder for recordings in the data folder."""

LABELS: Final = {
    "lamp": ("bulb", say("device.lamp", "Test lamps")),
    "whose": ("person", say("device.whose", "Whose is it?")),
    "rebind": ("buttons", say("device.rebind", "Buttons")),
    "record": ("record", say("device.record", "Record")),
    "stop": ("stop", say("device.stop", "Stop recording")),
    "play": ("play", say("device.play", "Play it back")),
    "forget": ("close", say("device.forget", "Forget")),
}


class DevicePage(WatchingSheet):
    """One device, as it is at this moment."""

    def __init__(
        self, table: Table, device: Device, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(table, now)
        self.device = device
        """What was last known of it."""
        self._recorded = ""
        """The file of the last recording that this page has seen."""
        self._head = Box(0, 0, 0, 0)

    def watched(self) -> tuple[Device, ...]:
        found = self.table.devices.find(self.device.key)
        if found is None and self.device.kind in ("serial", "pad"):
            why = say("device.gone", "it was taken away")
            found = replace(self.device, health=Health.LOST, why=why, recording="")
        return (found or self.device,)

    def facts(self) -> Hashable:
        (device,) = self.watched()
        return device.health, device.simulated, tuple(self._rows(device)), tuple(self._does(device))

    def _rows(self, device: Device) -> list[tuple[Text, Text | str]]:
        """What is known, line by line."""
        bindings = self.table.devices.bindings
        rows: list[tuple[Text, Text | str]] = [
            (say("device.state", "State"), state_words(device)),
        ]
        if device.kind == "touch":
            return rows
        rows.append((say("device.owner", "Belongs to"), seat_words(bindings.seat(device.key))))
        if device.kind == "keyboard":
            return [*rows, *key_rows(self.table)]
        rows += [
            (say("device.where", "Where"), tidy(device.where, longest=44)),
            (say("device.driver", "Language"), tidy(device.driver)),
            (say("device.able", "It has"), able_words(device)),
            (say("device.last", "Last"), self.acted_words(device)),
            (say("device.rate", "Events"), self._events(device)),
        ]
        taught = bindings.controls(device.key)
        if taught:
            words = say("device.taught", "{count} taught one by one", count=len(taught))
            rows.append((say("device.controls", "Buttons"), words))
        if device.recording:
            file = tidy(Path(device.recording).name, longest=44)
            rows.append((say("device.recording", "Recorded in"), file))
        elif self._recorded:
            rows.append((say("device.recorded", "Recording"), self._kept_words()))
        return [(name, words) for name, words in rows if words]

    def _kept_words(self) -> Text:
        """Where the recording that was stopped is to be found."""
        path = Path(self._recorded)
        file, folder = tidy(path.name, longest=44), tidy(str(path.parent), longest=44)
        return say("device.kept", "kept as {file} in {folder}", file=file, folder=folder)

    def _events(self, device: Device) -> Text:
        words = "{rate}, {all} in all"
        return say("device.events", words, rate=self.rate_words(device), all=device.events)

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
            or meanings(device, self.table.devices.bindings)
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

    # -- layout ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        self.note()
        (self.device,) = self.watched()
        device, page = self.device, page_for(self.canvas, 0)
        self.head = page.band
        self._recorded = device.recording or self._recorded
        room = badge_width(self.canvas) + 32 if device.simulated else 0.0
        # The sign stands between the way back and the name.
        beside_sign = replace(page, head=_cut(page.head, SIGN + 24))
        self._head = page.head
        title, below = heading(beside_sign, device.name, KINDS[device.kind], room)
        does, body = self._does(device), page.body
        facts, places = _parts(body, len(does))
        self._set_facts(facts, (legible(title, self.canvas), below))
        self.buttons.replace(
            [
                leave_button(page),
                *(
                    PushButton(key, box, LABELS[key][1], LABELS[key][0], size=BUTTON_SIZE)
                    for key, box in zip(does, places, strict=True)
                ),
            ]
        )

    def _set_facts(self, room: Box, head: tuple[Label, ...]) -> None:
        rows = self._rows(self.device)
        inner = Box(room.x + 40, room.y + 30, room.w - 80, room.h - 60)
        heights = [2 if len(words) > LONG else 1 for _, words in rows]
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
                return Push(BindingScene(self.table, device))
            case "rebind":
                return Push(RebindingScene(self.table, device))
            case "record":
                self._record()
            case "stop":
                devices.ask(device.key, "stop")
            case "play":
                # It comes to stand among the devices as one of its own.
                devices.open(f"{REPLAY}{self._recorded}")
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
        folder = self.table.data_dir / FOLDER
        start = f"{self.table.today()}-{one_word(self.device.name)}"
        taken = {path.name for path in folder.glob(f"{start}-*")}
        numbers = range(1, len(taken) + 2)
        free = next(n for n in numbers if f"{start}-{n}.jsonl" not in taken)
        self.table.devices.ask(self.device.key, "record", str(folder / f"{start}-{free}.jsonl"))

    # -- drawing --------------------------------------------------------------------------------

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        head = self._head
        put_sign(frame, self.device, (head.x + 96 + 28 + SIGN / 2, head.y + 46), SIGN)
        if self.device.simulated:
            put_badge(frame, (head.right - badge_width(self.canvas) / 2, head.y + 30))


def _cut(box: Box, left: float) -> Box:
    return Box(box.x + left, box.y, box.w - left, box.h)


def _parts(body: Box, count: int) -> tuple[Box, list[Box]]:
    """The room for the facts, and a box for each button: beside them, or below."""
    if body.w > 1.15 * body.h and body.w > 1200:
        side = Box(body.right - 460, body.y, 460, body.h)
        facts = Box(body.x, body.y, side.x - body.x - 40, body.h)
        return facts, stacked(side, [BUTTON] * count, GAP)
    low = -(-count // 2) * (BUTTON + GAP)
    facts = Box(body.x, body.y, body.w, body.h - low - 12)
    wide = (body.w - GAP) / 2
    places = [
        Box(
            body.x + number % 2 * (wide + GAP),
            facts.bottom + 32 + number // 2 * (BUTTON + GAP),
            wide,
            BUTTON,
        )
        for number in range(count)
    ]
    return facts, places

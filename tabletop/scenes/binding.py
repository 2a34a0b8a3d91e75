"""Whose a box is: touch a seat, then press a button on the box."""

from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.devices import Device
from tabletop.input.encoders import KEYBOARD
from tabletop.scenes.device_words import SEATS, name_words, names_of, seat_in_sentence, seat_words
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.scenes.learning import LearningSheet
from tabletop.ui import art, words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.theme import BLACK, BODY_SIZE, CREAM, DIM, INK, SMALL_SIZE, TEXT, mix
from tabletop.ui.widgets import PushButton, draw_button

ALL: Final = 104.0
"""The height of the button for a device that belongs to nobody."""
SAID: Final = 190.0
"""The height of the words."""
MOST_NAMES: Final = 2
LONGEST: Final = 16
"""How many of a seat's devices are named, and in how many signs."""


class BindingScene(LearningSheet):
    """Gives devices to seats.

    Opened for one device, touching a seat gives it that device. Opened for none, touching a seat
    waits for a press: the press says which of several equal boxes is meant.
    """

    def __init__(self, table: Table, device: Device | None = None) -> None:
        super().__init__(table)
        self.device = device
        self.seat: int | None = None
        """The seat that a press is waited for; None also stands for whoever is to move."""
        self.message = self.waited()

    def waited(self) -> Text:
        if self.device is None:
            return say("bind.first", "Touch the seat that gets a box, a reader or a pad.")
        words = "Touch the seat that gets {name}."
        return say("bind.first_of", words, name=name_words(self.device))

    # -- layout ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        self.head = page.band
        body = page.body
        said = Box(body.x, body.bottom - SAID, body.w, SAID)
        anybody = Box(body.x, said.y - GAP - ALL, body.w, ALL)
        room = Box(body.x, body.y, body.w, anybody.y - GAP - body.y)
        plates, labels = self.message_on(said)
        # Side by side where they fit, else two and two.
        across = SEATS if room.w > 1.6 * room.h else 2
        down = SEATS // across
        wide = (room.w - GAP * (across - 1)) / across
        high = min((room.h - GAP * (down - 1)) / down, 1.3 * wide)
        seats = [
            Box(room.x + n % across * (wide + GAP), room.y + n // across * (high + GAP), wide, high)
            for n in range(SEATS)
        ]
        title = say("bind.title", "Whose is it?")
        if self.device is None:
            below = say("bind.below", "Touch a seat, then press a button on its box.")
        else:
            below = say("bind.below_of", "{name}", name=name_words(self.device))
        self.plates = plates
        self.labels = (
            *heading(page, title, below),
            *labels,
            *(label for seat, box in enumerate(seats) for label in self._seat_labels(seat, box)),
        )
        waits = self.listening
        buttons = [
            PushButton(
                f"seat:{seat}", box, style="chosen" if waits and seat == self.seat else "plain"
            )
            for seat, box in enumerate(seats)
        ]
        nobody = PushButton(
            "seat:none",
            anybody,
            seat_words(None),
            style="chosen" if waits and self.seat is None else "plain",
        )
        self.buttons.replace([leave_button(page), *buttons, nobody])

    def _seat_labels(self, seat: int, box: Box) -> list[Label]:
        """The names that the games have for a seat, and the devices that it has."""
        chosen = self.listening and seat == self.seat
        inner = Box(box.x + 20, box.y, box.w - 40, box.h)
        y = box.y + box.h * 0.62
        step = box.h * 0.15
        owned = self._owned(seat)
        return [
            Label(
                names_of(seat),
                Box(inner.x, y, inner.w, step),
                BODY_SIZE,
                INK if chosen else TEXT,
                align="centre",
                most=1,
            ),
            Label(
                owned,
                Box(inner.x, y + step, inner.w, step),
                SMALL_SIZE,
                INK if chosen else DIM,
                align="centre",
                most=2,
            ),
        ]

    def _owned(self, seat: int) -> Text:
        devices = self.table.devices
        names = [
            name_words(d, LONGEST) for d in devices.all if devices.bindings.seat(d.key) == seat
        ]
        if len(names) <= MOST_NAMES:
            return joined(", ", *names)
        first, more = names[0], len(names) - 1
        return say("bind.owned_more", "{name} and {more} more", name=first, more=more)

    # -- what happens ---------------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        if not key.startswith("seat:"):
            return self.back()
        name = key.partition(":")[2]
        seat = None if name == "none" else int(name)
        if self.listening and seat == self.seat:
            self.settle(self.waited())  # touched again: never mind
        elif self.device is not None:
            self._give(self.device.key, seat)
        else:
            self.seat = seat
            self._wait_for(seat)
        self.lay_out()
        return None

    def _wait_for(self, seat: int | None) -> None:
        if seat is None:
            words = "Now press a button on the device that anybody may use."
            self.listen(say("bind.press_all", words))
        else:
            words = "Now press a button on the box of {seat}, or throw its dice."
            self.listen(say("bind.press", words, seat=seat_in_sentence(seat)))

    def learn(self, device: str, control: str) -> None:
        del control  # whichever it was
        if device == KEYBOARD:
            # Somebody walks by keys; a keyboard that is meant has a page of its own.
            words = "That was a key. A keyboard is given to a seat on its own page."
            self.message = say("bind.key", words)
            return
        self._give(device, self.seat)

    def _give(self, key: str, seat: int | None) -> None:
        devices = self.table.devices
        before = devices.bindings.seat(key)
        devices.bindings.give(key, seat)
        devices.ask(key, "lamp")
        name, owner = self.name_of(key), seat_in_sentence(seat)
        if self.device is not None and self.device.key == key:
            name = name_words(self.device)
        if before == seat:
            words = "{name} belongs to {owner}, as it did."
            self.settle(say("bind.same", words, name=name, owner=owner), flash=True)
        else:
            words = "{name} belongs to {owner} now. Before, it belonged to {before}."
            was = seat_in_sentence(before)
            said = say("bind.now", words, name=name, owner=owner, before=was)
            self.settle(said, flash=True)

    # -- drawing --------------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        kind, _, name = button.key.partition(":")
        if kind != "seat" or not name.isdigit():
            super().draw_one(frame, button)
            return
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        draw_button(frame, button, pressed=pressed, focused=focused)
        canvas, box = frame.canvas, button.box
        radius = min(box.w * 0.3, box.h * 0.24)
        at = (box.centre[0], box.y + box.h * 0.34)
        edge = max(1, canvas.px(6))
        frame.put(art.disc((radius + 6) * canvas.scale, mix(CREAM, BLACK, 0.5)), at)
        frame.put(art.disc(radius * canvas.scale, CREAM), at)
        frame.put(art.ring(radius * 0.86 * canvas.scale, edge, mix(CREAM, BLACK, 0.25)), at)
        size = canvas.px(radius * 1.1)
        frame.put(words.line(str(int(name) + 1), size, INK, True), at)

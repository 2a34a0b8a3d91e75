"""What the controls of one device do, taught one by one."""

from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.actions import DICE
from tabletop.input.bindings import FUNCTIONS, Function, Meaning
from tabletop.input.devices import Device
from tabletop.scenes.device_words import (
    DOES,
    SEATS,
    control_words,
    heading_words,
    meanings,
    name_words,
    seat_in_sentence,
    seat_words,
)
from tabletop.scenes.devices_layout import GAP, heading, leave_button, legible, page_for
from tabletop.scenes.learning import LearningSheet
from tabletop.ui.canvas import Box
from tabletop.ui.choice import LABEL, Choice
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, DIM, INK, SMALL_SIZE, TEXT
from tabletop.ui.widgets import PushButton, draw_button

SAID: Final = 150.0
ANSWER: Final = 84.0
ICON: Final = 46.0


class RebindingScene(LearningSheet):
    """Touch what a control shall do, then press it."""

    def __init__(self, table: Table, device: Device) -> None:
        super().__init__(table)
        self.device = device
        self.seat = table.devices.bindings.seat(device.key)
        """For whom the next control acts."""
        self.function: Function | None = None
        self.message = self.waited()

    def waited(self) -> Text:
        return say("rebind.first", "Touch what a button shall do, then press that button.")

    # -- layout ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        page = page_for(self.canvas, 1)
        self.head = page.band
        body = page.body
        said = Box(body.x, body.bottom - SAID, body.w, SAID)
        plates, labels = self.message_on(said)
        laid = self._for_whom().laid_out(self.canvas, Box(body.x, body.y, body.w, LABEL + ANSWER))
        top = body.y + LABEL + ANSWER + GAP
        room = Box(body.x, top, body.w, said.y - GAP - top)
        cells = self._cells(room)
        title = say("rebind.title", "Buttons of {name}", name=name_words(self.device, 16))
        head = legible(heading(page, title, "")[0], self.canvas)
        words = [
            label
            for function, box in zip(FUNCTIONS, cells, strict=True)
            for label in self._cell_labels(function, box)
        ]
        self.plates = (*plates, *laid.plates)
        self.labels = (head, *laid.labels, *words, *labels)
        self.buttons.replace(
            [
                leave_button(page),
                *laid.buttons,
                *(
                    PushButton(
                        f"does:{function}",
                        box,
                        style="chosen" if self._waits_for(function) else "plain",
                    )
                    for function, box in zip(FUNCTIONS, cells, strict=True)
                ),
                PushButton(
                    "forget", page.foot[0], say("rebind.forget", "As it was at first"), "again"
                ),
            ]
        )

    def _for_whom(self) -> Choice:
        values = (None, *range(SEATS))
        names = tuple(seat_words(seat) for seat in values)
        return Choice("seat", say("rebind.seat", "It acts for"), names, values, self.seat)

    def _cells(self, room: Box) -> list[Box]:
        across = 4 if room.w > 1.35 * room.h else 3 if room.w > 0.8 * room.h else 2
        down = -(-len(FUNCTIONS) // across)
        gap = 14.0
        wide = (room.w - gap * (across - 1)) / across
        high = min(170.0, (room.h - gap * (down - 1)) / down)
        return [
            Box(room.x + n % across * (wide + gap), room.y + n // across * (high + gap), wide, high)
            for n in range(len(FUNCTIONS))
        ]

    def _cell_labels(self, function: Function, box: Box) -> tuple[Label, Label]:
        """What it is, and which controls do it now."""
        waits = self._waits_for(function)
        x = box.x + 44 + ICON
        wide, high = box.right - 16 - x, box.h - 24
        now = self._doing(function)
        name = Box(x, box.y + 8, wide, high * (0.58 if now else 1.0))
        below = Box(x, box.y + 8 + high * 0.6, wide, high * 0.4)
        return (
            Label(DOES[function][1], name, BODY_SIZE, INK if waits else TEXT, True, most=1),
            Label(now, below, SMALL_SIZE, INK if waits else DIM, most=1),
        )

    def _doing(self, function: Function) -> Text:
        """The controls that do something."""
        known = meanings(self.device, self.table.devices.bindings)
        names = [
            self._control(control, meaning)
            for control, meaning in known.items()
            if meaning.function == function
        ]
        return joined(", ", *names)

    def _control(self, control: str, meaning: Meaning) -> Text:
        """A control, and for whom it acts where the device itself is somebody else's."""
        name = control_words(control)
        if meaning.function == "call" and meaning.seat is None:
            words = "{control}, once it has a seat"  # nobody's call is heard
            return say("rebind.unheard", words, control=name)
        if meaning.seat == self.table.devices.bindings.seat(self.device.key):
            return name
        seat = seat_words(meaning.seat)
        return say("rebind.other", "{control} ({seat})", control=name, seat=seat)

    def _waits_for(self, function: Function) -> bool:
        return self.listening and self.function == function

    # -- what happens ---------------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        kind, _, name = key.partition(":")
        if key.startswith("seat="):
            self.seat = self._for_whom().values[int(key.partition("=")[2])]
            self.settle(self.waited())
        elif kind == "does":
            self._wait_for(next(function for function in FUNCTIONS if function == name))
        elif kind == "forget":
            self.table.devices.bindings.forget(self.device.key)
            self.seat = None
            words = "{name} does again what it did at first, for whoever is to move."
            self.settle(say("rebind.forgotten", words, name=name_words(self.device)), flash=True)
        else:
            return self.back()
        self.lay_out()
        return None

    def _wait_for(self, function: Function) -> None:
        if self._waits_for(function):
            self.settle(self.waited())  # touched again: never mind
        elif function == "call" and self.seat is None:
            self.settle(say("rebind.call", "Say first for which seat it calls out."))
        else:
            self.function = function
            words = "Now press the button of {name} that shall do this: {does}."
            does = DOES[function][1]
            self.listen(say("rebind.press", words, name=name_words(self.device), does=does))

    def learn(self, device: str, control: str) -> None:
        if device != self.device.key:
            words = "That was {other}. Press a button of {name}."
            other = self.name_of(device)
            self.message = say("rebind.wrong", words, other=other, name=name_words(self.device))
            return
        if control == DICE:
            words = "Those were its dice. Press one of its buttons."
            self.message = say("rebind.dice", words)
        elif self.function is not None:
            self._teach(control, self.function)

    def _teach(self, control: str, function: Function) -> None:
        bindings = self.table.devices.bindings
        known = meanings(self.device, bindings).get(control)
        bindings.teach(self.device.key, control, Meaning(function, self.seat))
        now = say(
            "rebind.now",
            "{control}: {does}, for {seat}.",
            control=heading_words(control),
            does=DOES[function][1],
            seat=seat_in_sentence(self.seat),
        )
        if known is None or known.function == function:
            self.settle(now, flash=True)
        else:
            before = DOES[known.function][1]
            said = say("rebind.before", "{now} Before: {before}.", now=now, before=before)
            self.settle(said, flash=True)

    # -- drawing --------------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        kind, _, name = button.key.partition(":")
        if kind != "does":
            super().draw_one(frame, button)
            return
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        draw_button(frame, button, pressed=pressed, focused=focused)
        picture = next(sign for function, (sign, _) in DOES.items() if function == name)
        ink = INK if button.style == "chosen" else TEXT
        at = (button.box.x + 20 + ICON / 2, button.box.centre[1] - 3)
        frame.put(icon(picture, frame.canvas.px(ICON), ink), at)

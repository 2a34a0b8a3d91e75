"""Whose a box is: touch a seat, then press a button on the box.

What the controls of one device do, taught one by one.
"""

from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.actions import DICE_CONTROL, Action
from tabletop.input.devices import CONTROL_FUNCTIONS, ControlBinding, ControlFunction, Device
from tabletop.input.keyboard import KEYBOARD_DEVICE_KEY
from tabletop.scenes.device_text import (
    FUNCTION_LABELS,
    MAX_DEVICE_SEATS,
    control_meanings,
    control_text,
    device_name,
    game_names_of_seat,
    seat_phrase,
    seat_text,
)
from tabletop.scenes.devices.device_watch import ControlListener
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BLACK, BODY_SIZE, CREAM, DIM, INK, SMALL_SIZE, TEXT, mix
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.choice import LABEL_HEIGHT, ChoiceField
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PageScene,
    back_button,
    elide_label,
    layout_page,
    page_heading,
)

SHARED_BUTTON_HEIGHT: Final = 104.0
"""The height of the button for a device that belongs to nobody."""
SEAT_MESSAGE_HEIGHT: Final = 190.0
"""The height of the words."""
MAX_NAMED_DEVICES: Final = 2
MAX_DEVICE_NAME: Final = 16
"""How many of a seat's devices are named, and in how many signs."""


class SeatBindingPage(PageScene):
    """Gives devices to seats.

    Opened for one device, touching a seat gives it that device. Opened for none, touching a seat
    waits for a press: the press says which of several equal boxes is meant.
    """

    def __init__(self, table: AppContext, device: Device | None = None) -> None:
        super().__init__()
        self.table = table
        self.device = device
        self.seat: int | None = None
        """The seat that a press is waited for; None also stands for whoever is to move."""
        self.listener = ControlListener(table, self._learn, self._first_message)

    def _first_message(self) -> Text:
        if self.device is None:
            return say("bind.first", "Touch the seat that gets a box, a reader or a pad.")
        words = "Touch the seat that gets {name}."
        return say("bind.first_of", words, name=device_name(self.device))

    # -- layout ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body = page.body
        said = Box(body.x, body.bottom - SEAT_MESSAGE_HEIGHT, body.w, SEAT_MESSAGE_HEIGHT)
        anybody = Box(
            body.x, said.y - PAGE_GAP - SHARED_BUTTON_HEIGHT, body.w, SHARED_BUTTON_HEIGHT
        )
        room = Box(body.x, body.y, body.w, anybody.y - PAGE_GAP - body.y)
        plates, labels = self.listener.laid_out(said)
        # Side by side where they fit, else two and two.
        across = MAX_DEVICE_SEATS if room.w > 1.6 * room.h else 2
        down = MAX_DEVICE_SEATS // across
        wide = (room.w - PAGE_GAP * (across - 1)) / across
        high = min((room.h - PAGE_GAP * (down - 1)) / down, 1.3 * wide)
        seats = [
            Box(
                room.x + n % across * (wide + PAGE_GAP),
                room.y + n // across * (high + PAGE_GAP),
                wide,
                high,
            )
            for n in range(MAX_DEVICE_SEATS)
        ]
        title = say("bind.title", "Whose is it?")
        if self.device is None:
            below = say("bind.below", "Touch a seat, then press a button on its box.")
        else:
            below = say("bind.below_of", "{name}", name=device_name(self.device))
        self.plates = plates
        self.labels = (
            *page_heading(page, title, below),
            *labels,
            *(label for seat, box in enumerate(seats) for label in self._seat_labels(seat, box)),
        )
        waits = self.listener.active
        buttons = [
            PushButton(
                f"seat:{seat}", box, style="chosen" if waits and seat == self.seat else "plain"
            )
            for seat, box in enumerate(seats)
        ]
        nobody = PushButton(
            "seat:none",
            anybody,
            seat_text(None),
            style="chosen" if waits and self.seat is None else "plain",
        )
        self.buttons.replace([back_button(page), *buttons, nobody])

    def _seat_labels(self, seat: int, box: Box) -> list[Label]:
        """The names that the games have for a seat, and the devices that it has."""
        chosen = self.listener.active and seat == self.seat
        inner = Box(box.x + 20, box.y, box.w - 40, box.h)
        y = box.y + box.h * 0.62
        step = box.h * 0.15
        owned = self._owned(seat)
        return [
            Label(
                game_names_of_seat(seat),
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
            device_name(d, MAX_DEVICE_NAME)
            for d in devices.all
            if devices.bindings.seat(d.key) == seat
        ]
        if len(names) <= MAX_NAMED_DEVICES:
            return joined(", ", *names)
        first, more = names[0], len(names) - 1
        return say("bind.owned_more", "{name} and {more} more", name=first, more=more)

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        if self.listener.handle(action):
            self.lay_out()
            return None
        return super().handle(action)

    def update(self, dt: float, /) -> Change:
        if self.listener.update(dt):
            self.lay_out()
        return super().update(dt)

    def wakes_in(self) -> float:
        return min(self.listener.wakes_in(), super().wakes_in())

    def leave(self) -> None:
        self.listener.stop()

    def pressed(self, key: str, /) -> Change:
        if not key.startswith("seat:"):
            return self.back()
        name = key.partition(":")[2]
        seat = None if name == "none" else int(name)
        if self.listener.active and seat == self.seat:
            self.listener.cancel()  # touched again: never mind
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
            self.listener.begin(say("bind.press_all", words))
        else:
            words = "Now press a button on the box of {seat}, or throw its dice."
            self.listener.begin(say("bind.press", words, seat=seat_phrase(seat)))

    def _learn(self, device: str, control: str) -> None:
        del control  # whichever it was
        if device == KEYBOARD_DEVICE_KEY:
            # Somebody walks by keys; a keyboard that is meant has a page of its own.
            words = "That was a key. A keyboard is given to a seat on its own page."
            self.listener.message = say("bind.key", words)
            return
        self._give(device, self.seat)

    def _give(self, key: str, seat: int | None) -> None:
        devices = self.table.devices
        before = devices.bindings.seat(key)
        devices.bindings.assign_seat(key, seat)
        devices.ask(key, "lamp")
        name, owner = self.listener.device_name(key), seat_phrase(seat)
        if self.device is not None and self.device.key == key:
            name = device_name(self.device)
        if before == seat:
            words = "{name} belongs to {owner}, as it did."
            self.listener.settle(say("bind.same", words, name=name, owner=owner), flash=True)
        else:
            words = "{name} belongs to {owner} now. Before, it belonged to {before}."
            was = seat_phrase(before)
            said = say("bind.now", words, name=name, owner=owner, before=was)
            self.listener.settle(said, flash=True)

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
        frame.put(shapes.disc((radius + 6) * canvas.scale, mix(CREAM, BLACK, 0.5)), at)
        frame.put(shapes.disc(radius * canvas.scale, CREAM), at)
        frame.put(shapes.ring(radius * 0.86 * canvas.scale, edge, mix(CREAM, BLACK, 0.25)), at)
        size = canvas.px(radius * 1.1)
        frame.put(typesetting.line(str(int(name) + 1), size, INK, True, context=frame.context), at)


CONTROL_MESSAGE_HEIGHT: Final = 150.0
ANSWER_HEIGHT: Final = 84.0
ICON_SIZE: Final = 46.0


class ControlBindingPage(PageScene):
    """Touch what a control shall do, then press it."""

    def __init__(self, table: AppContext, device: Device) -> None:
        super().__init__()
        self.table = table
        self.device = device
        self.seat = table.devices.bindings.seat(device.key)
        """For whom the next control acts."""
        self.function: ControlFunction | None = None
        self.listener = ControlListener(table, self._learn, self._first_message)

    def _first_message(self) -> Text:
        return say("rebind.first", "Touch what a button shall do, then press that button.")

    # -- layout ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 1)
        self.head = page.band
        body = page.body
        said = Box(body.x, body.bottom - CONTROL_MESSAGE_HEIGHT, body.w, CONTROL_MESSAGE_HEIGHT)
        plates, labels = self.listener.laid_out(said)
        laid = self._for_whom().laid_out(
            self.canvas, Box(body.x, body.y, body.w, LABEL_HEIGHT + ANSWER_HEIGHT)
        )
        top = body.y + LABEL_HEIGHT + ANSWER_HEIGHT + PAGE_GAP
        room = Box(body.x, top, body.w, said.y - PAGE_GAP - top)
        cells = self._cells(room)
        title = say("rebind.title", "Buttons of {name}", name=device_name(self.device, 16))
        head = elide_label(page_heading(page, title, "")[0], self.canvas)
        words = [
            label
            for function, box in zip(CONTROL_FUNCTIONS, cells, strict=True)
            for label in self._cell_labels(function, box)
        ]
        self.plates = (*plates, *laid.plates)
        self.labels = (head, *laid.labels, *words, *labels)
        self.buttons.replace(
            [
                back_button(page),
                *laid.buttons,
                *(
                    PushButton(
                        f"does:{function}",
                        box,
                        style="chosen" if self._waits_for(function) else "plain",
                    )
                    for function, box in zip(CONTROL_FUNCTIONS, cells, strict=True)
                ),
                PushButton(
                    "forget", page.foot[0], say("rebind.forget", "As it was at first"), "again"
                ),
            ]
        )

    def _for_whom(self) -> ChoiceField:
        values = (None, *range(MAX_DEVICE_SEATS))
        names = tuple(seat_text(seat) for seat in values)
        return ChoiceField("seat", say("rebind.seat", "It acts for"), names, values, self.seat)

    def _cells(self, room: Box) -> list[Box]:
        across = 4 if room.w > 1.35 * room.h else 3 if room.w > 0.8 * room.h else 2
        down = -(-len(CONTROL_FUNCTIONS) // across)
        gap = 14.0
        wide = (room.w - gap * (across - 1)) / across
        high = min(170.0, (room.h - gap * (down - 1)) / down)
        return [
            Box(room.x + n % across * (wide + gap), room.y + n // across * (high + gap), wide, high)
            for n in range(len(CONTROL_FUNCTIONS))
        ]

    def _cell_labels(self, function: ControlFunction, box: Box) -> tuple[Label, Label]:
        """What it is, and which controls do it now."""
        waits = self._waits_for(function)
        x = box.x + 44 + ICON_SIZE
        wide, high = box.right - 16 - x, box.h - 24
        now = self._doing(function)
        name = Box(x, box.y + 8, wide, high * (0.58 if now else 1.0))
        below = Box(x, box.y + 8 + high * 0.6, wide, high * 0.4)
        return (
            Label(
                FUNCTION_LABELS[function][1], name, BODY_SIZE, INK if waits else TEXT, True, most=1
            ),
            Label(now, below, SMALL_SIZE, INK if waits else DIM, most=1),
        )

    def _doing(self, function: ControlFunction) -> Text:
        """The controls that do something."""
        known = control_meanings(self.device, self.table.devices.bindings)
        names = [
            self._control(control, meaning)
            for control, meaning in known.items()
            if meaning.function == function
        ]
        return joined(", ", *names)

    def _control(self, control: str, meaning: ControlBinding) -> Text:
        """A control, and for whom it acts where the device itself is somebody else's."""
        name = control_text(control)
        if meaning.function == "call" and meaning.seat is None:
            words = "{control}, once it has a seat"  # nobody's call is heard
            return say("rebind.unheard", words, control=name)
        if meaning.seat == self.table.devices.bindings.seat(self.device.key):
            return name
        seat = seat_text(meaning.seat)
        return say("rebind.other", "{control} ({seat})", control=name, seat=seat)

    def _waits_for(self, function: ControlFunction) -> bool:
        return self.listener.active and self.function == function

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        if self.listener.handle(action):
            self.lay_out()
            return None
        return super().handle(action)

    def update(self, dt: float, /) -> Change:
        if self.listener.update(dt):
            self.lay_out()
        return super().update(dt)

    def wakes_in(self) -> float:
        return min(self.listener.wakes_in(), super().wakes_in())

    def leave(self) -> None:
        self.listener.stop()

    def pressed(self, key: str, /) -> Change:
        kind, _, name = key.partition(":")
        if key.startswith("seat="):
            self.seat = self._for_whom().values[int(key.partition("=")[2])]
            self.listener.cancel()
        elif kind == "does":
            self._wait_for(next(function for function in CONTROL_FUNCTIONS if function == name))
        elif kind == "forget":
            self.table.devices.bindings.forget(self.device.key)
            self.seat = None
            words = "{name} does again what it did at first, for whoever is to move."
            self.listener.settle(
                say("rebind.forgotten", words, name=device_name(self.device)), flash=True
            )
        else:
            return self.back()
        self.lay_out()
        return None

    def _wait_for(self, function: ControlFunction) -> None:
        if self._waits_for(function):
            self.listener.cancel()  # touched again: never mind
        elif function == "call" and self.seat is None:
            self.listener.settle(say("rebind.call", "Say first for which seat it calls out."))
        else:
            self.function = function
            words = "Now press the button of {name} that shall do this: {does}."
            does = FUNCTION_LABELS[function][1]
            self.listener.begin(
                say("rebind.press", words, name=device_name(self.device), does=does)
            )

    def _learn(self, device: str, control: str) -> None:
        if device != self.device.key:
            words = "That was {other}. Press a button of {name}."
            other = self.listener.device_name(device)
            self.listener.message = say(
                "rebind.wrong", words, other=other, name=device_name(self.device)
            )
            return
        if control == DICE_CONTROL:
            words = "Those were its dice. Press one of its buttons."
            self.listener.message = say("rebind.dice", words)
        elif self.function is not None:
            self._teach(control, self.function)

    def _teach(self, control: str, function: ControlFunction) -> None:
        bindings = self.table.devices.bindings
        known = control_meanings(self.device, bindings).get(control)
        bindings.assign_function(self.device.key, control, ControlBinding(function, self.seat))
        now = say(
            "rebind.now",
            "{control}: {does}, for {seat}.",
            control=control_text(control, heading=True),
            does=FUNCTION_LABELS[function][1],
            seat=seat_phrase(self.seat),
        )
        if known is None or known.function == function:
            self.listener.settle(now, flash=True)
        else:
            before = FUNCTION_LABELS[known.function][1]
            said = say("rebind.before", "{now} Before: {before}.", now=now, before=before)
            self.listener.settle(said, flash=True)

    # -- drawing --------------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        kind, _, name = button.key.partition(":")
        if kind != "does":
            super().draw_one(frame, button)
            return
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        draw_button(frame, button, pressed=pressed, focused=focused)
        picture = next(sign for function, (sign, _) in FUNCTION_LABELS.items() if function == name)
        ink = INK if button.style == "chosen" else TEXT
        at = (button.box.x + 20 + ICON_SIZE / 2, button.box.centre[1] - 3)
        frame.put(icon(picture, frame.canvas.px(ICON_SIZE), ink), at)

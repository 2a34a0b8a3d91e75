"""The pages that assign devices to seats, and functions to the controls of a device."""

from collections.abc import Callable
from math import inf
from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.actions import DICE_CONTROL, Action, Press, Signal
from tabletop.input.actions import Button as Key
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
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import Node, column, grid, item, space
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    BODY_SIZE,
    CREAM,
    DIM,
    INK,
    NAME_SIZE,
    PANEL_ACTIVE,
    SMALL_SIZE,
    TEXT,
    mix,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.choice import LABEL_HEIGHT, ChoiceField
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PagePart,
    PageScene,
    Plate,
    back_button,
    elide_label,
    layout_page,
    page_heading,
)

FLASH_SECONDS: Final = 2.0
"""Seconds for which the message flashes after a binding."""
BLINK_SECONDS: Final = 0.25
LISTEN_TIMEOUT_SECONDS: Final = 30.0
"""Seconds without a press after which it stops listening: the device may be broken, and people
with only one other device must be able to go on."""


class ControlListener(PagePart):
    """Listens for a press on a device, and shows a message about it.

    Devices report their controls only while it listens; otherwise they operate the page as
    everywhere. The back key, a touch on the page and the timeout end it.
    """

    def __init__(
        self,
        table: AppContext,
        learn: Callable[[str, str], None],
        first_message: Callable[[], Text],
    ) -> None:
        """`learn` is called with the device and control of a press, or with `DICE_CONTROL`.

        `first_message` is shown until something is bound.
        """
        self._table = table
        self._learn = learn
        self._first_message = first_message
        self.message: Text | str = first_message()
        self._flash = 0.0
        self._left = LISTEN_TIMEOUT_SECONDS

    @property
    def active(self) -> bool:
        """Whether it listens."""
        return self._table.devices.bindings.learning

    def begin(self, message: Text) -> None:
        """Starts to listen."""
        self._table.devices.bindings.learning = True
        self._flash, self._left = 0.0, LISTEN_TIMEOUT_SECONDS
        self.message = message

    def cancel(self) -> None:
        """Stops listening without a press."""
        self.settle(self._first_message())

    def settle(self, message: Text | str, *, flash: bool = False) -> None:
        """Stops listening and shows a message, or why the bindings could not be saved."""
        self.stop()
        self._flash = FLASH_SECONDS if flash else 0.0
        self.message = message
        bindings = self._table.devices.bindings
        if bindings.problem:
            self._table.warn_operator(bindings.problem)
            self.message, bindings.problem = bindings.problem, ""

    def device_name(self, key: str) -> Text:
        device = self._table.devices.find(key)
        return say("devices.unknown", "a device") if device is None else device_name(device)

    def handle(self, action: Action) -> bool:
        if not self.active:
            return False
        match action:
            case Signal(device=device, control=control):
                self._left = LISTEN_TIMEOUT_SECONDS
                self._learn(device, control)
                return True
            case Press(button=Key.BACK):
                self.cancel()
                return True
        return False

    def update(self, dt: float) -> bool:
        different = False
        if self.active:
            self._left -= dt
            if self._left <= 0:
                self.settle(say("learning.nobody", "Nothing was pressed, so nothing has changed."))
                different = True
        if self._flash > 0:
            bright = self.bright
            self._flash = max(0.0, self._flash - dt)
            different |= self.bright != bright
        return different

    def wakes_in(self) -> float:
        if self.active:
            return max(0.01, self._left)
        return max(0.01, self._flash % BLINK_SECONDS) if self._flash > 0 else inf

    def stop(self) -> None:
        self._table.devices.bindings.learning = False

    @property
    def bright(self) -> bool:
        """Whether the message is lit now; with reduced motion it does not blink."""
        return self._flash > 0 if self._table.still else int(self._flash / BLINK_SECONDS) % 2 == 1

    def laid_out(self, box: Box) -> tuple[tuple[Plate, ...], tuple[Label, ...]]:
        """The message on a plate: amber while it listens, blinking after a binding."""
        if not self.message:
            return (), ()
        face = AMBER if self.active else CREAM if self.bright else PANEL_ACTIVE
        ink = INK if self.active or self.bright else TEXT
        words = Label(self.message, box.inset(28), NAME_SIZE, ink, bold=True, align="centre")
        return (Plate(box, face),), (words,)


SHARED_BUTTON_HEIGHT: Final = 104.0
"""The height of the button for a device that belongs to no seat."""
SEAT_MESSAGE_HEIGHT: Final = 190.0
MAX_NAMED_DEVICES: Final = 2
"""The most devices of a seat that are named."""
MAX_DEVICE_NAME: Final = 16
"""Characters of a device's name."""


class SeatBindingPage(PageScene):
    """Gives devices to seats.

    Opened for one device, touching a seat gives it that device. Opened for none, touching a seat
    waits for a press, which tells several equal boxes apart.
    """

    def __init__(self, table: AppContext, device: Device | None = None) -> None:
        super().__init__()
        self.table = table
        self.device = device
        self.seat: int | None = None
        """The seat that a press is awaited for; None is also the seat whose turn it is."""
        self.listener = self.part = ControlListener(table, self._learn, self._first_message)

    def _first_message(self) -> Text:
        if self.device is None:
            return say("bind.first", "Touch the seat that a box, a reader or a pad is for.")
        words = "Touch the seat that {name} is for."
        return say("bind.first_of", words, name=device_name(self.device))

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body = page.body
        room = body.h - SEAT_MESSAGE_HEIGHT - SHARED_BUTTON_HEIGHT - 2 * PAGE_GAP
        across = MAX_DEVICE_SEATS if body.w > 1.6 * room else 2
        wide = (body.w - PAGE_GAP * (across - 1)) / across
        seat = column(
            space(weight=62),
            item("games", weight=15),
            item("owned", weight=15),
            space(weight=8),
            key="seat",
            padding=(20, 0, 20, 0),
        )
        boxes = column(
            grid([seat] * MAX_DEVICE_SEATS, columns=across, gap=PAGE_GAP, row_height=1.3 * wide),
            item("shared", SHARED_BUTTON_HEIGHT),
            item("message", SEAT_MESSAGE_HEIGHT),
            gap=PAGE_GAP,
        ).place(body)
        title = say("bind.title", "Which seat is it for?")
        if self.device is None:
            below = say("bind.below", "Touch a seat, then press a button on its box.")
        else:
            below = say("bind.below_of", "{name}", name=device_name(self.device))
        self.plates, told = self.listener.laid_out(boxes["message"])
        words: list[Label] = []
        buttons = [back_button(page)]
        for number, (place, games, owned) in enumerate(
            zip(boxes.all("seat"), boxes.all("games"), boxes.all("owned"), strict=True)
        ):
            chosen = self._waits_for(number)
            ink, dim = (INK, INK) if chosen else (TEXT, DIM)
            words += [
                Label(game_names_of_seat(number), games, BODY_SIZE, ink, align="centre", most=1),
                Label(self._owned(number), owned, SMALL_SIZE, dim, align="centre", most=2),
            ]
            style: ButtonStyle = "chosen" if chosen else "plain"
            buttons.append(PushButton(f"seat:{number}", place, style=style))
        shared: ButtonStyle = "chosen" if self._waits_for(None) else "plain"
        buttons.append(PushButton("seat:none", boxes["shared"], seat_text(None), style=shared))
        self.labels = (*page_heading(page, title, below), *told, *words)
        self.buttons.replace(buttons)

    def _waits_for(self, seat: int | None) -> bool:
        return self.listener.active and seat == self.seat

    def _owned(self, seat: int) -> Text:
        """The names of a seat's devices."""
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

    def pressed(self, key: str, /) -> Change:
        if not key.startswith("seat:"):
            return self.back()
        name = key.partition(":")[2]
        seat = None if name == "none" else int(name)
        if self._waits_for(seat):
            self.listener.cancel()
        elif self.device is not None:
            self._give(self.device.key, seat)
        else:
            self.seat = seat
            if seat is None:
                words = "Press a button on the device that everyone may use."
                self.listener.begin(say("bind.press_all", words))
            else:
                words = "Press a button on the box for {seat}, or roll its dice."
                self.listener.begin(say("bind.press", words, seat=seat_phrase(seat)))
        self.lay_out()
        return None

    def _learn(self, device: str, control: str) -> None:
        del control
        if device == KEYBOARD_DEVICE_KEY:
            # The key may move the focus; a keyboard is assigned on its own page.
            words = "That was a key. Keyboards have a page of their own."
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
            words = "{name} still belongs to {owner}."
            said = say("bind.same", words, name=name, owner=owner)
        else:
            words = "{name} now belongs to {owner}. Before: {before}."
            said = say("bind.now", words, name=name, owner=owner, before=seat_phrase(before))
        self.listener.settle(said, flash=True)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        super().draw_one(frame, button)
        kind, _, name = button.key.partition(":")
        if kind != "seat" or not name.isdigit():
            return
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
MAX_CELL_HEIGHT: Final = 170.0
CELL_GAP: Final = 14.0
ICON_SIZE: Final = 46.0


class ControlBindingPage(PageScene):
    """Assigns functions to controls: touch a function, then press the control."""

    def __init__(self, table: AppContext, device: Device) -> None:
        super().__init__()
        self.table = table
        self.device = device
        self.seat = table.devices.bindings.seat(device.key)
        """The seat that the next control acts for."""
        self.function: ControlFunction | None = None
        self.listener = self.part = ControlListener(table, self._learn, self._first_message)

    def _first_message(self) -> Text:
        return say("rebind.first", "Touch an action, then press the button for it.")

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 1)
        self.head = page.band
        body, asked = page.body, LABEL_HEIGHT + ANSWER_HEIGHT
        room = body.h - asked - CONTROL_MESSAGE_HEIGHT - 2 * PAGE_GAP
        across = 4 if body.w > 1.35 * room else 3 if body.w > 0.8 * room else 2
        controls = {function: self._controls(function) for function in CONTROL_FUNCTIONS}
        cells = grid(
            [self._cell(bool(words)) for words in controls.values()],
            columns=across,
            gap=CELL_GAP,
            row_height=MAX_CELL_HEIGHT,
        )
        message = item("message", CONTROL_MESSAGE_HEIGHT)
        boxes = column(item("choice", asked), cells, message, gap=PAGE_GAP).place(body)
        plates, told = self.listener.laid_out(boxes["message"])
        laid = self._seat_choice().laid_out(self.canvas, boxes["choice"])
        title = say("rebind.title", "Buttons of {name}", name=device_name(self.device, 16))
        head = elide_label(page_heading(page, title, "")[0], self.canvas)
        below = iter(boxes.all("controls"))
        words: list[Label] = []
        buttons = [back_button(page), *laid.buttons]
        for (function, now), cell, name in zip(
            controls.items(), boxes.all("cell"), boxes.all("name"), strict=True
        ):
            waits = self._waits_for(function)
            ink, dim = (INK, INK) if waits else (TEXT, DIM)
            words.append(Label(FUNCTION_LABELS[function][1], name, BODY_SIZE, ink, True, most=1))
            if now:
                words.append(Label(now, next(below), SMALL_SIZE, dim, most=1))
            style: ButtonStyle = "chosen" if waits else "plain"
            buttons.append(PushButton(f"does:{function}", cell, style=style))
        forget = say("rebind.forget", "Reset to default")
        self.plates = (*plates, *laid.plates)
        self.labels = (head, *laid.labels, *words, *told)
        self.buttons.replace([*buttons, PushButton("forget", page.foot[0], forget, "again")])

    def _cell(self, bound: bool) -> Node:
        """The box of a function, its name, and its controls below if any are bound."""
        named = (item("name", weight=58), space(weight=2), item("controls", weight=40))
        padding = (44 + ICON_SIZE, 8, 16, 16)
        return column(*(named if bound else ("name",)), key="cell", padding=padding)

    def _seat_choice(self) -> ChoiceField:
        values = (None, *range(MAX_DEVICE_SEATS))
        names = tuple(seat_text(seat) for seat in values)
        return ChoiceField("seat", say("rebind.seat", "Acts for"), names, values, self.seat)

    def _controls(self, function: ControlFunction) -> Text:
        """The controls with a function, and their seats where these are not the device's."""
        bindings = self.table.devices.bindings
        names = []
        for control, meaning in control_meanings(self.device, bindings).items():
            if meaning.function != function:
                continue
            name = control_text(control)
            if function == "call" and meaning.seat is None:
                # Without a seat a call has no effect.
                name = say("rebind.unheard", "{control}, once it has a seat", control=name)
            elif meaning.seat != bindings.seat(self.device.key):
                seat = seat_text(meaning.seat)
                name = say("rebind.other", "{control} ({seat})", control=name, seat=seat)
            names.append(name)
        return joined(", ", *names)

    def _waits_for(self, function: ControlFunction) -> bool:
        return self.listener.active and self.function == function

    def pressed(self, key: str, /) -> Change:
        kind, _, name = key.partition(":")
        if key.startswith("seat="):
            self.seat = self._seat_choice().values[int(key.partition("=")[2])]
            self.listener.cancel()
        elif kind == "does":
            self._wait_for(next(function for function in CONTROL_FUNCTIONS if function == name))
        elif kind == "forget":
            self.table.devices.bindings.forget(self.device.key)
            self.seat = None
            words = "{name} has its default buttons again and acts for the player to move."
            self.listener.settle(
                say("rebind.forgotten", words, name=device_name(self.device)), flash=True
            )
        else:
            return self.back()
        self.lay_out()
        return None

    def _wait_for(self, function: ControlFunction) -> None:
        if self._waits_for(function):
            self.listener.cancel()
        elif function == "call" and self.seat is None:
            self.listener.settle(say("rebind.call", "First choose the seat it calls for."))
        else:
            self.function = function
            words = "Press the button of {name} for: {does}."
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
        elif control == DICE_CONTROL:
            words = "Those were its dice. Press one of its buttons."
            self.listener.message = say("rebind.dice", words)
        elif self.function is not None:
            self._bind(control, self.function)

    def _bind(self, control: str, function: ControlFunction) -> None:
        bindings = self.table.devices.bindings
        known = control_meanings(self.device, bindings).get(control)
        bindings.assign_function(self.device.key, control, ControlBinding(function, self.seat))
        said = say(
            "rebind.now",
            "{control}: {does}, for {seat}.",
            control=control_text(control, heading=True),
            does=FUNCTION_LABELS[function][1],
            seat=seat_phrase(self.seat),
        )
        if known is not None and known.function != function:
            before = FUNCTION_LABELS[known.function][1]
            said = say("rebind.before", "{now} Before: {before}.", now=said, before=before)
        self.listener.settle(said, flash=True)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        super().draw_one(frame, button)
        kind, _, name = button.key.partition(":")
        if kind != "does":
            return
        picture = next(sign for function, (sign, _) in FUNCTION_LABELS.items() if function == name)
        ink = INK if button.style == "chosen" else TEXT
        at = (button.box.x + 20 + ICON_SIZE / 2, button.box.centre[1] - 3)
        frame.put(icon(picture, frame.canvas.px(ICON_SIZE), ink), at)

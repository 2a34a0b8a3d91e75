"""A serial port as a device of the table: its events as actions and text, its state and lamps."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import DICE_CONTROL, Action, Button, Press, Roll, Signal
from tabletop.input.actions import Lost as LostSource
from tabletop.input.bindings import Bindings, ControlBinding, default_function
from tabletop.input.devices import Device, DeviceCommand, DeviceHealth, Devices, printable_text
from tabletop.input.serial.driver import (
    ButtonEdge,
    DeviceBack,
    DeviceEvent,
    DeviceFault,
    DeviceLost,
    DiceEvent,
    Hello,
    ReceivedEvent,
)
from tabletop.input.serial.port import PortStatus, SerialPort

SERIAL_SOURCE = "serial"
LATE_SECONDS = 2.0
"""Seconds after which a throw is shown but not played."""


def event_actions(
    heard: ReceivedEvent, device: Device, bindings: Bindings, now: float
) -> list[Action]:
    """The actions of an event.

    Only a reported press acts, not a button that was held when the device was plugged in or when a
    lost line was made up for. While a page assigns controls, a throw only identifies its reader.
    """
    match heard.event:
        case ButtonEdge(held=held, changed=changed):
            return [
                action
                for number in _bits(held & changed)
                for action in _pressed(f"button:{number}", heard.at, device, bindings)
            ]
        case DiceEvent() as throw:
            late = throw.age + max(0.0, now - heard.at) > LATE_SECONDS
            if bindings.learning:
                return [] if late else [_signal(DICE_CONTROL, heard.at, device, bindings)]
            return [
                Roll(
                    source=SERIAL_SOURCE,
                    seat=bindings.seat(device.key),
                    when=heard.at,
                    device=device.key,
                    values=throw.values,
                    sides=throw.sides,
                    label=device.label,
                    late=late,
                    simulated=device.simulated,
                )
            ]
        case _:
            return []


def _signal(control: str, at: float, device: Device, bindings: Bindings) -> Signal:
    seat = bindings.seat(device.key)
    return Signal(source=SERIAL_SOURCE, seat=seat, when=at, device=device.key, control=control)


def _pressed(control: str, at: float, device: Device, bindings: Bindings) -> Iterator[Action]:
    yield _signal(control, at, device, bindings)
    if bindings.learning:
        return
    meaning = bindings.binding_of(device.key, control, default_function(control, device.buttons))
    if meaning == ControlBinding("call") and device.buttons == 1:
        # A call without a seat has no effect, and a buzzer has no other button.
        meaning = ControlBinding("ok")
    action = meaning.action(SERIAL_SOURCE, at) if meaning is not None else None
    if action is not None:
        yield action
    elif meaning is not None and device.buttons == 1:
        # A call without a seat; but a box whose only button does nothing seems broken.
        yield Press(source=SERIAL_SOURCE, when=at, button=Button.OK)


def event_text(event: DeviceEvent) -> Text | None:
    """An event as text; None if it is not worth showing.

    Buttons are counted from 1.
    """
    match event:
        case ButtonEdge(held=held, changed=changed):
            down = [number + 1 for number in _bits(held & changed)]
            up = [number + 1 for number in _bits(changed & ~held)]
            if down:
                return say("devices.down", "button {numbers} pressed", numbers=_listed(down))
            return say("devices.up", "button {numbers} let go", numbers=_listed(up)) if up else None
        case DiceEvent(values=values):
            return say("devices.threw", "threw {values}", values=_listed(values))
        case DeviceFault(text=text):
            return say("devices.trouble", "says: {text}", text=text)
        case _:
            return None


def _listed(numbers: list[int] | tuple[int, ...]) -> str:
    return ", ".join(str(number) for number in numbers)


def _bits(mask: int) -> list[int]:
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


BLINK_COUNT: Final = 3
BLINK_SECONDS: Final = 0.25
"""The number of blinks of a lamp test, and the seconds of each on and off."""
ERROR_REPORT_SECONDS: Final = 0.5
"""The least seconds between two reports of a mere error count: pages redraw with each."""
SEAT_COLOURS: Final = ("2461b8", "c8351f", "35be95", "f2d9a6")
"""The lamps of the seats, and white for no seat."""
WHITE, DARK = "ffffff", "000000"


class SerialDevice:
    """One device and its port; used on the main thread."""

    def __init__(
        self,
        key: str,
        url: str,
        make: Callable[[str], SerialPort],
        devices: Devices,
        *,
        name: str = "",
        alarm: Callable[[float], None],
        dismiss: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`make` makes its port at any URL, and knows what was said at the one before.

        `alarm` has `poll` called after so many seconds; `dismiss` removes the device of a key.
        """
        self.key = key
        self.port = make(url)
        self._make = make
        self.spoken = False
        """Whether it has ever identified itself: before that its loss is not reported."""
        self._lost = False
        self._devices = devices
        self._alarm = alarm
        self._dismiss = dismiss
        self._now = now
        self._status: PortStatus | None = None
        self._counted = 0.0
        """When the errors were last reported."""
        self._blinks: list[tuple[float, str]] = []
        """The lamp test: colours, and the moments at which they are shown."""
        self._name = name or url
        self.port.start()
        self._report(self.port.status)

    def move(self, url: str, now: float) -> list[Action]:
        """The device is at another port now; the old one is closed.

        What it sent there was acknowledged, and will not be sent again.
        """
        done, _ = self.poll(now)
        close_in_background(self.port)
        self.port = self._make(url)
        self.port.start()
        self._report(replace(self.port.status, hello=self._status.hello if self._status else None))
        return done

    def poll(self, now: float) -> tuple[list[Action], bool]:
        """Its actions since the last call."""
        # Events from before the hello come first, but are known to be of this device.
        self._follow(now)
        back = False
        done: list[Action] = []
        for heard in self.port.events():
            back = back or isinstance(heard.event, DeviceBack)
            done += self._take(heard, now)
        self._follow(now)
        if self._blinks and self._blinks[0][0] <= now:
            self._update_lamps(now)
        return done, back

    def leave(self, why: str) -> None:
        """Closes it; it stays in the list of devices."""
        close_in_background(self.port)
        device = self.device
        if device is not None:
            self._devices.report(replace(device, health=DeviceHealth.LOST, why=why, recording=""))

    @property
    def device(self) -> Device | None:
        """Its state for the list of devices."""
        return self._devices.find(self.key)

    def _follow(self, now: float) -> None:
        status, told = self.port.status, self._status
        if status == told:
            return
        if told is not None and replace(status, errors=told.errors, bytes=told.bytes) == told:
            if now - self._counted < ERROR_REPORT_SECONDS:
                return
            self._counted = now
        self._report(status)

    def _take(self, heard: ReceivedEvent, now: float) -> list[Action]:
        match heard.event:
            case Hello() as hello:
                self._lost = False
                self._report(replace(self.port.status, hello=hello))
            case DeviceLost(reason=reason) if self.spoken and not self._lost:
                self._lost = True
                return [LostSource(source=self._name, when=heard.at, reason=reason)]
            case event:
                said = event_text(event)
                if said is not None:
                    self._devices.note(self.key, said, heard.at)
        device = self.device
        return [] if device is None else event_actions(heard, device, self._devices.bindings, now)

    def _report(self, status: PortStatus) -> None:
        known = self.device or Device(self.key, "serial", self._name, self.port.url)
        told = replace(
            known,
            where=self.port.url,
            driver=status.driver,
            health=status.health,
            why=status.why,
            errors=status.errors,
            recording=status.recording,
        )
        if status.hello is not None:
            self.spoken = True
            caps = status.hello.caps
            self._name = printable_text(status.hello.name)
            told = replace(
                told,
                name=self._name,
                buttons=caps.buttons,
                sides=caps.sides,
                lamps=caps.lamps,
                simulated=caps.simulated,
            )
        self._status = status
        self._devices.report(told, self._answer)

    # -- requests ---------------------------------------------------------------------------------

    def _answer(self, command: DeviceCommand, given: str) -> None:
        match command:
            case "lamp":
                self._blink(given)
            case "record":
                self._record(Path(given))
            case "stop":
                self.port.stop_recording()
            case "close":
                self._dismiss(self.key)

    def _record(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.port.record(path)
        except OSError as problem:
            why = problem.strerror or str(problem)
            self._note(say("devices.unrecorded", "cannot be recorded: {why}", why=why))

    def _note(self, said: str) -> None:
        device = self.device
        if device is not None:
            self._devices.report(replace(device, last=said, last_at=self._now()))

    def _blink(self, colour: str) -> None:
        """Blinks its lamps, in a colour given as ``ff8800`` or in that of its seat."""
        seat = self._devices.bindings.seat(self.key)
        bright = colour or (
            SEAT_COLOURS[seat] if seat is not None and seat < len(SEAT_COLOURS) else WHITE
        )
        now = self._now()
        self._blinks = [
            (now + step * BLINK_SECONDS, DARK if step % 2 else bright)
            for step in range(2 * BLINK_COUNT)
        ]
        self._update_lamps(now)

    def _update_lamps(self, now: float) -> None:
        """Sets the lamps to the colour of the moment, and has the next change called."""
        while self._blinks and self._blinks[0][0] <= now:
            _, colour = self._blinks.pop(0)
            device = self.device
            for number in range(device.lamps if device is not None else 0):
                self.port.lamp(number, colour)
        if self._blinks:
            self._alarm(self._blinks[0][0] - now)


def close_in_background(port: SerialPort) -> None:
    Thread(target=port.close, name=f"closing {port.url}", daemon=True).start()

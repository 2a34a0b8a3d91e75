"""One port as a device of the table: what it is called, how it fares, what can be asked of it."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Final

from tabletop.engine import say
from tabletop.input.actions import Action
from tabletop.input.actions import Lost as LostSource
from tabletop.input.devices import Command, Device, Devices, Health, presentable
from tabletop.input.serial.events import Back, Heard, Hello, Lost
from tabletop.input.serial.port import Port, Status
from tabletop.input.serial.translate import actions, words

BLINKS: Final = 3
BLINK: Final = 0.25
"""How often lamps go on when they are tested, and the seconds of each on and off."""
COUNTS_EVERY: Final = 0.5
"""Seconds between two reports of nothing but a higher count of errors: pages show each, and a line
full of rubbish would have them drawn in every frame."""
COLOURS: Final = ("2461b8", "c8351f", "35be95", "f2d9a6")
"""The lamps of the seats, and of a device that belongs to nobody: white."""
WHITE, DARK = "ffffff", "000000"


class Line:
    """Changes as its device speaks; all of it is for the main thread."""

    def __init__(
        self,
        key: str,
        url: str,
        make: Callable[[str], Port],
        devices: Devices,
        *,
        name: str = "",
        alarm: Callable[[float], None],
        dismiss: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`make` makes its port at any URL, one that knows what was said at the one before.

        `alarm` has `poll` called after so many seconds; `dismiss` ends the line of a key.
        """
        self.key = key
        self.port = make(url)
        self._make = make
        self.spoken = False
        """Whether it has ever said who it is: before that it is nobody's loss."""
        self._lost = False
        self._devices = devices
        self._alarm = alarm
        self._dismiss = dismiss
        self._now = now
        self._told: Status | None = None
        self._counted = 0.0
        """When the errors were last reported."""
        self._blinks: list[tuple[float, str]] = []
        """What its lamps show from which moment on."""
        self._name = name or url
        self.port.start()
        self._report(self.port.status)

    def move(self, url: str, now: float) -> list[Action]:
        """The same device is plugged in somewhere else now; its old port is closed.

        What it did there was acknowledged, and will not be said again.
        """
        done, _ = self.poll(now)
        close(self.port)
        self.port = self._make(url)
        self.port.start()
        self._report(replace(self.port.status, hello=self._told.hello if self._told else None))
        return done

    def poll(self, now: float) -> tuple[list[Action], bool]:
        """What it did, and whether it has just come back."""
        # What came before the hello stands before it, and yet is known to be of this device.
        self._follow(now)
        back = False
        done: list[Action] = []
        for heard in self.port.events():
            back = back or isinstance(heard.event, Back)
            done += self._take(heard, now)
        self._follow(now)
        if self._blinks and self._blinks[0][0] <= now:
            self._shine(now)
        return done, back

    def leave(self, why: str) -> None:
        """Closes it; its device stays among those that were seen."""
        close(self.port)
        device = self.device
        if device is not None:
            self._devices.report(replace(device, health=Health.LOST, why=why, recording=""))

    @property
    def device(self) -> Device | None:
        """What the table knows of it."""
        return self._devices.find(self.key)

    def _follow(self, now: float) -> None:
        status, told = self.port.status, self._told
        if status == told:
            return
        if told is not None and replace(status, errors=told.errors, bytes=told.bytes) == told:
            if now - self._counted < COUNTS_EVERY:
                return
            self._counted = now
        self._report(status)

    def _take(self, heard: Heard, now: float) -> list[Action]:
        match heard.event:
            case Hello() as hello:
                self._lost = False
                self._report(replace(self.port.status, hello=hello))
            case Lost(reason=reason) if self.spoken and not self._lost:
                self._lost = True
                return [LostSource(source=self._name, when=heard.at, reason=reason)]
            case event:
                said = words(event)
                if said is not None:
                    self._devices.note(self.key, said, heard.at)
        device = self.device
        return [] if device is None else actions(heard, device, self._devices.bindings, now)

    def _report(self, status: Status) -> None:
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
            self._name = presentable(status.hello.name)
            told = replace(
                told,
                name=self._name,
                buttons=caps.buttons,
                sides=caps.sides,
                lamps=caps.lamps,
                simulated=caps.simulated,
            )
        self._told = status
        self._devices.report(told, self._answer)

    # -- what is asked of it -------------------------------------------------------------------

    def _answer(self, command: Command, given: str) -> None:
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
        """Its lamps go on and off, in a colour given as ``ff8800`` or in that of its seat."""
        seat = self._devices.bindings.seat(self.key)
        bright = colour or (COLOURS[seat] if seat is not None and seat < len(COLOURS) else WHITE)
        now = self._now()
        self._blinks = [
            (now + step * BLINK, DARK if step % 2 else bright) for step in range(2 * BLINKS)
        ]
        self._shine(now)

    def _shine(self, now: float) -> None:
        """Shows what the lamps are to show by now, and sees to it that the next is not missed."""
        while self._blinks and self._blinks[0][0] <= now:
            _, colour = self._blinks.pop(0)
            device = self.device
            for number in range(device.lamps if device is not None else 0):
                self.port.lamp(number, colour)
        if self._blinks:
            self._alarm(self._blinks[0][0] - now)


def close(port: Port) -> None:
    """Closes a port without waiting for it."""
    Thread(target=port.close, name=f"closing {port.url}", daemon=True).start()

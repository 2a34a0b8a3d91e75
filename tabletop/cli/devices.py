"""Lists the devices, and prints the events of one."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event as Flag
from time import monotonic
from typing import Any, Final

from tabletop.cli.arguments import CommandError, error_text
from tabletop.input.serial.driver import (
    ButtonEdge,
    DeviceBack,
    DeviceEvent,
    DeviceFault,
    DeviceLost,
    DiceEvent,
    Heartbeat,
    Hello,
    ReceivedEvent,
)
from tabletop.input.serial.port import SerialPort
from tabletop.input.serial.protocols.registry import driver_factory
from tabletop.input.serial.transport import list_ports

_POLL_SECONDS: Final = 0.5
"""Seconds after which a silent port is polled."""


@dataclass(frozen=True, slots=True)
class ListenOptions:
    """How to listen to one device."""

    url: str
    driver: str
    as_json: bool = False
    seconds: float | None = None
    """None: until it is stopped."""
    record: Path | None = None


def list_devices(as_json: bool) -> int:
    found = [
        {"kind": "port", "where": port.device, "words": port.description, "key": port.key}
        for port in list_ports()
    ]
    found += [
        {"kind": "pad", "where": f"pad {number}", "words": name, "key": key}
        for number, (name, key) in enumerate(_pads(), start=1)
    ]
    for each in found:
        line = "{kind:4}  {where:20}  {words:30}  {key}".format(**each)
        print(json.dumps(each) if as_json else line.rstrip())
    if not found and not as_json:
        print("Nothing is plugged in that has a port of its own. A touch screen has none.")
    return 0


def listen(wanted: ListenOptions) -> int:
    """Prints the events of one device until it is stopped."""
    woken, done = Flag(), Flag()
    port = SerialPort(wanted.url, [driver_factory(wanted.driver)], woken.set, named=True)
    if wanted.record is not None:
        try:
            port.record(wanted.record)
        except OSError as problem:
            raise CommandError(error_text(problem)) from problem
    until = float("inf") if wanted.seconds is None else monotonic() + wanted.seconds
    printer = _Printer(wanted)
    with stop_signals(done, woken):
        port.start()
        try:
            while not done.is_set() and monotonic() < until:
                woken.wait(max(0.0, min(_POLL_SECONDS, until - monotonic())))
                woken.clear()
                ended = not port.running  # before the last poll, so that nothing is missed
                printer.print(port.events())
                if ended:
                    break
        finally:
            port.close()
        printer.print(port.events())
    return 0


@contextmanager
def stop_signals(done: Flag, woken: Flag) -> Iterator[None]:
    """Inside it SIGTERM and Ctrl-C set both flags and do nothing else."""

    def tell(*_: object) -> None:
        done.set()
        woken.set()

    before = {number: signal.signal(number, tell) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Printer:
    """Prints events, with the device's name once it is known."""

    def __init__(self, wanted: ListenOptions) -> None:
        self._wanted = wanted
        self._source = wanted.url

    def print(self, heard: list[ReceivedEvent]) -> None:
        for one in heard:
            if isinstance(one.event, Hello):
                self._source = one.event.name
            if self._wanted.as_json:
                line = json.dumps({"t": one.at, "source": self._source, **event_fields(one.event)})
            else:
                line = f"{one.at:12.3f}  {self._source}  {event_text(one.event)}"
            sys.stdout.write(line + "\n")
        sys.stdout.flush()


def event_fields(event: DeviceEvent) -> dict[str, Any]:
    """An event as JSON, for other programs."""
    match event:
        case Hello(name, firmware, boot, caps):
            told = {"name": name, "firmware": firmware, "boot": boot, "caps": caps.text}
            return {"kind": "hello", **told}
        case ButtonEdge(held, changed, seq, ms):
            return {"kind": "button", "held": held, "changed": changed, "seq": seq, "ms": ms}
        case DiceEvent(sides, values, seq, ms):
            told_throw = {"die": f"d{sides}", "values": list(values), "seq": seq, "ms": ms}
            return {"kind": "roll", **told_throw}
        case Heartbeat(held, ms):
            return {"kind": "beat", "held": held, "ms": ms}
        case DeviceFault(text):
            return {"kind": "error", "text": text}
        case DeviceLost(why):
            return {"kind": "lost", "reason": why}
        case DeviceBack():
            return {"kind": "back"}


def event_text(event: DeviceEvent) -> str:
    """An event as text; buttons are counted from 1."""
    match event:
        case Hello(name, firmware, boot, caps):
            simulated = ", SIMULATED" if caps.simulated else ""
            return f"is {name} {firmware}, boot {boot}, can do {caps.text or 'little'}{simulated}"
        case ButtonEdge(held, changed):
            down, up = held & changed, changed & ~held
            parts = [f"down {_buttons(down)}" if down else "", f"up {_buttons(up)}" if up else ""]
            return "button " + ", ".join(part for part in parts if part)
        case DiceEvent(sides, values):
            return f"threw {' + '.join(map(str, values))} with d{sides}"
        case Heartbeat(held):
            return f"is there, holds {_buttons(held) if held else 'nothing'}"
        case DeviceFault(text):
            return f"trouble: {text}"
        case DeviceLost(why):
            return f"lost: {why}"
        case DeviceBack():
            return "is back"


def _buttons(mask: int) -> str:
    return " ".join(str(bit + 1) for bit in range(mask.bit_length()) if mask >> bit & 1)


def _pads() -> Iterator[tuple[str, str]]:
    """Names and keys of the game pads; none if pygame cannot look for them."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError:
        return
    try:
        pygame.joystick.init()
        for number in range(pygame.joystick.get_count()):
            pad = pygame.joystick.Joystick(number)
            yield pad.get_name(), f"pad:{pad.get_guid()}"
    except pygame.error:
        return
    finally:
        pygame.joystick.quit()

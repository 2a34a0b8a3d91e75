"""``tabletop devices``: lists the devices, or prints their states or the events of one."""

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from threading import Event as Flag
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from tabletop.cli.arguments import CommandError, command_errors, counted
from tabletop.input.serial.protocols import (
    DRIVERS,
    ButtonEdge,
    DeviceBack,
    DeviceEvent,
    DeviceFault,
    DeviceLost,
    DiceEvent,
    Heartbeat,
    Hello,
)
from tabletop.input.serial.source import SerialPort
from tabletop.input.serial.transport import list_ports
from tabletop.settings import Settings

if TYPE_CHECKING:
    from tabletop.input.devices import Bindings
    from tabletop.input.serial.source import NamedDevice

PORT_POLL_SECONDS: Final = 0.5
"""Seconds after which a silent port is polled."""
DEVICES_POLL_SECONDS: Final = 0.25
"""The most seconds between two polls of all devices; a device that sends wakes it at once."""


def run(
    arguments: argparse.Namespace,
    named: "Sequence[NamedDevice]",
    data_dir: Path,
    settings: Settings,
) -> int:
    """Lists the devices, or listens to one; with ``--live`` prints the states of all.

    ``--record`` writes the bytes of the one device to a file.
    """
    options = (arguments.record, arguments.seconds)
    if arguments.live:
        for name in ("url", "record"):
            if getattr(arguments, name) is not None:
                words = f"--live shows all devices, --{name} is for one; to add one: --device URL"
                raise CommandError(words)
        from tabletop.input.devices import BINDINGS_FILE_NAME, Bindings

        bindings = Bindings(data_dir / BINDINGS_FILE_NAME)
        if bindings.problem:
            print(f"tabletop: {bindings.problem}", file=sys.stderr)
        return watch(named, bindings, as_json=arguments.json, seconds=arguments.seconds)
    if arguments.url is not None:
        return listen(arguments)
    if any(each is not None for each in options):
        raise CommandError("--record and --seconds need --url URL")
    return list_devices(settings, as_json=arguments.json)


def list_devices(settings: Settings, *, as_json: bool) -> int:
    found = [
        {"kind": "port", "where": port.device, "words": port.description, "key": port.key}
        for port in list_ports()
    ]
    found += [
        {"kind": "pad", "where": f"pad {number}", "words": name, "key": key}
        for number, (name, key) in enumerate(_pads(), start=1)
    ]
    if settings["party.on"]:
        from tabletop.system.addresses import machine_addresses

        port = settings["party.port"]
        addresses = machine_addresses() if not settings["party.host"] else (settings["party.host"],)
        where = f"port {port}" if port else "any free port"
        words = f"join at {', '.join(addresses)}" if addresses else "this machine is in no network"
        found.append({"kind": "phones", "where": where, "words": words, "key": "phones"})
    for each in found:
        line = "{kind:4}  {where:20}  {words:30}  {key}".format(**each)
        print(json.dumps(each) if as_json else line.rstrip())
    if not found and not as_json:
        print("Nothing is plugged in that has a port of its own. A touch screen has none.")
    return 0


def listen(wanted: argparse.Namespace) -> int:
    """Prints the events of one device, by its name once it is known, until it is stopped."""
    woken, done = Flag(), Flag()
    port = SerialPort(wanted.url, DRIVERS[wanted.driver](), woken.set, named=True)
    if wanted.record is not None:
        with command_errors(OSError):
            port.record(wanted.record)
    until = float("inf") if wanted.seconds is None else monotonic() + wanted.seconds
    source = wanted.url

    def print_events() -> None:
        nonlocal source
        for received in port.events():
            at, event = received.at, received.event
            if isinstance(event, Hello):
                source = event.name
            if wanted.json:
                line = json.dumps({"t": at, "source": source, **event_fields(event)})
            else:
                line = f"{at:12.3f}  {source}  {event_text(event)}"
            sys.stdout.write(line + "\n")
        sys.stdout.flush()

    with stop_signals(done, woken):
        port.start()
        try:
            while not done.is_set() and monotonic() < until:
                woken.wait(max(0.0, min(PORT_POLL_SECONDS, until - monotonic())))
                woken.clear()
                ended = not port.running  # before the last poll, so that nothing is missed
                print_events()
                if ended:
                    break
        finally:
            port.close()
        print_events()
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


def watch(
    named: "Sequence[NamedDevice]",
    bindings: "Bindings",
    *,
    as_json: bool,
    seconds: float | None = None,
    say_line: Callable[[str], None] = lambda line: print(line, flush=True),
) -> int:
    """Prints the state of every serial device, and again when it changes.

    It ends when it is stopped, or after so many `seconds`.
    """
    from tabletop.input.devices import Device, Devices, EventRates
    from tabletop.input.serial.source import SerialSource
    from tabletop.scenes.device_text import device_name, errors_text, health_text, seat_text

    def state_line(device: Device) -> str:
        lately, seat = rates.lately(device), bindings.seat(device.key)
        if as_json:
            return json.dumps(
                {
                    "key": device.key,
                    "name": device.name,
                    "where": device.where,
                    "driver": device.driver,
                    "state": device.health.value,
                    "why": device.why,
                    "seat": seat,
                    "simulated": device.simulated,
                    "last": device.last,
                    "lately": lately,
                    "events": device.events,
                    "errors": device.errors,
                    "recording": device.recording,
                }
            )
        parts = [
            device_name(device),
            f"{device.driver} at {device.where}",
            health_text(device),
            seat_text(seat),
            device.last,
            f"{counted(lately, 'event')} in 5 s, {device.events} in all",
            errors_text(device.errors),
        ]
        return " | ".join(part for part in parts if part)

    woken, done = Flag(), Flag()
    devices = Devices(bindings)
    source = SerialSource(devices, named=named, wake=woken.set)
    rates, said = EventRates(), dict[str, str]()
    until = inf if seconds is None else monotonic() + seconds
    with stop_signals(done, woken):
        source.start()
        try:
            while not done.is_set() and monotonic() < until:
                source.poll()
                now = monotonic()
                rates.note(devices.all, now)
                for device in devices.all:
                    told = state_line(device)
                    if said.get(device.key) != told:
                        said[device.key] = told
                        say_line(told)
                pause = min(DEVICES_POLL_SECONDS, max(0.01, rates.changes_in(now)), until - now)
                woken.wait(max(0.0, pause))
                woken.clear()
        finally:
            source.stop()
    return 0


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

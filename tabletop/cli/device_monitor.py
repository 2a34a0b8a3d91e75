"""Shows every device: a line for each, and another whenever something changes."""

import json
from collections.abc import Callable, Sequence
from threading import Event as Flag
from time import monotonic
from typing import Final

from tabletop.cli.devices import stop_signals
from tabletop.input.bindings import Bindings
from tabletop.input.devices import Device, Devices
from tabletop.input.serial.source import NamedDevice, SerialSource
from tabletop.scenes.device_text import device_name, errors_text, health_text, seat_text
from tabletop.scenes.devices.device_watch import EventRates

POLL_SECONDS: Final = 0.25
"""The most seconds between two polls; a device that sends wakes it at once."""


def watch(
    named: Sequence[NamedDevice],
    bindings: Bindings,
    *,
    as_json: bool,
    say_line: Callable[[str], None] = lambda line: print(line, flush=True),
) -> int:
    """Prints the state of every serial device until it is stopped."""
    woken, done = Flag(), Flag()
    devices = Devices(bindings)
    source = SerialSource(devices, named=named, wake=woken.set)
    rates, said = EventRates(), dict[str, str]()
    with stop_signals(done, woken):
        source.start()
        try:
            while not done.is_set():
                source.poll()
                now = monotonic()
                rates.note(devices.all, now)
                for device in devices.all:
                    told = _line(device, rates, bindings, as_json=as_json)
                    if said.get(device.key) != told:
                        said[device.key] = told
                        say_line(told)
                woken.wait(min(POLL_SECONDS, max(0.01, rates.changes_in(now))))
                woken.clear()
        finally:
            source.stop()
    return 0


def _line(device: Device, rates: EventRates, bindings: Bindings, *, as_json: bool) -> str:
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
        f"{lately} events in 5 s, {device.events} in all",
        errors_text(device.errors),
    ]
    return " | ".join(part for part in parts if part)

"""What a device on a serial line says, as actions and in words."""

from collections.abc import Iterator

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Roll, Signal
from tabletop.input.bindings import Bindings, usual
from tabletop.input.devices import Device
from tabletop.input.serial.events import Edge, Event, Heard, Throw, Trouble

SOURCE = "serial"
LATE = 2.0
"""Seconds after which a throw is shown but not played."""


def actions(heard: Heard, device: Device, bindings: Bindings, now: float) -> list[Action]:
    """What an event of a device does.

    Only what the device says went down does anything: what it held when it was plugged in, and
    what it held when a lost line was made good, nobody has pressed just now.
    """
    match heard.event:
        case Edge(held=held, changed=changed):
            return [
                action
                for number in _bits(held & changed)
                for action in _pressed(f"button:{number}", heard.at, device, bindings)
            ]
        case Throw() as throw if not bindings.learning:
            return [
                Roll(
                    source=SOURCE,
                    seat=bindings.seat(device.key),
                    when=heard.at,
                    device=device.key,
                    values=throw.values,
                    sides=throw.sides,
                    label=device.label,
                    late=throw.age + max(0.0, now - heard.at) > LATE,
                    simulated=device.simulated,
                )
            ]
        case _:
            return []


def _pressed(control: str, at: float, device: Device, bindings: Bindings) -> Iterator[Action]:
    yield Signal(
        source=SOURCE,
        seat=bindings.seat(device.key),
        when=at,
        device=device.key,
        control=control,
    )
    if bindings.learning:
        return
    meaning = bindings.meaning(device.key, control, usual(control, device.buttons))
    action = meaning.action(SOURCE, at) if meaning is not None else None
    if action is not None:
        yield action


def words(event: Event) -> Text | None:
    """An event as people read it; None for those that nobody needs to hear of.

    Buttons are counted from 1 here, as people do.
    """
    match event:
        case Edge(held=held, changed=changed):
            down = [number + 1 for number in _bits(held & changed)]
            up = [number + 1 for number in _bits(changed & ~held)]
            if down:
                return say("devices.down", "button {numbers} pressed", numbers=_listed(down))
            return say("devices.up", "button {numbers} let go", numbers=_listed(up)) if up else None
        case Throw(values=values):
            return say("devices.threw", "threw {values}", values=_listed(values))
        case Trouble(text=text):
            return say("devices.trouble", "says: {text}", text=text)
        case _:
            return None


def _listed(numbers: list[int] | tuple[int, ...]) -> str:
    return ", ".join(str(number) for number in numbers)


def _bits(mask: int) -> list[int]:
    return [number for number in range(mask.bit_length()) if mask >> number & 1]

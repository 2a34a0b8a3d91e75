"""What a device on a serial line says, as actions and in words."""

from collections.abc import Iterator

from tabletop.engine import Text, say
from tabletop.input.actions import DICE, Action, Button, Press, Roll, Signal
from tabletop.input.bindings import Bindings, Meaning, usual
from tabletop.input.devices import Device
from tabletop.input.serial.events import Edge, Event, Heard, Throw, Trouble

SOURCE = "serial"
LATE = 2.0
"""Seconds after which a throw is shown but not played."""


def actions(heard: Heard, device: Device, bindings: Bindings, now: float) -> list[Action]:
    """What an event of a device does.

    Only what the device says went down does anything: what it held when it was plugged in, and
    what it held when a lost line was made good, nobody has pressed just now. While a page learns,
    a throw only tells which reader it was.
    """
    match heard.event:
        case Edge(held=held, changed=changed):
            return [
                action
                for number in _bits(held & changed)
                for action in _pressed(f"button:{number}", heard.at, device, bindings)
            ]
        case Throw() as throw:
            late = throw.age + max(0.0, now - heard.at) > LATE
            if bindings.learning:
                return [] if late else [_signal(DICE, heard.at, device, bindings)]
            return [
                Roll(
                    source=SOURCE,
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
    return Signal(source=SOURCE, seat=seat, when=at, device=device.key, control=control)


def _pressed(control: str, at: float, device: Device, bindings: Bindings) -> Iterator[Action]:
    yield _signal(control, at, device, bindings)
    if bindings.learning:
        return
    meaning = bindings.meaning(device.key, control, usual(control, device.buttons))
    if meaning == Meaning("call") and device.buttons == 1:
        meaning = Meaning("ok")  # nobody's buzzer calls for nobody, and has no other button
    action = meaning.action(SOURCE, at) if meaning is not None else None
    if action is not None:
        yield action
    elif meaning is not None and device.buttons == 1:
        # The call of nobody; but a box whose only button does nothing seems broken.
        yield Press(source=SOURCE, when=at, button=Button.OK)


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

"""The script language of a simulated device, one line per step."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tools.simulated.plugged_device import PluggedDevice

HELP = """\
press N / release N      button N down or up; buttons count from 1 here
tap N [SECONDS]          down, and up again
roll [VALUE ...]         a throw: these values, or what chance gives
wait SECONDS             nothing, for a while
restart                  the device starts again
unplug [SECONDS] / plug  the plug is pulled, and put in again
lose-acks N              the next N acknowledgements are not heard
noise N / nul N          N bytes of anything, or of nothing
cut [N] / merge [N]      the next N lines break off, or lack their line end
twice [N]                the next N lines are sent twice
drip SECONDS             one byte at a time, so many seconds apart; 0: no more
flood SECONDS [RATE]     rubbish, RATE bytes a second (10000000)
silence SECONDS          what it says is lost
version WORD             speaks another version (ttl/2), and restarts
err TEXT                 says that something is wrong
say BODY                 sends any body, with its checksum
quit                     the end\
"""


class BadScript(ValueError):
    """A line that cannot be understood, and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a script."""

    verb: str
    numbers: tuple[float, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class _Verb:
    """What may follow a verb, and what it does."""

    least: int
    most: int
    do: Callable[[PluggedDevice, Step], object]
    whole: bool = True
    """Only whole numbers will do."""


def _count(step: Step) -> int:
    """How many are meant where one is usual."""
    return int(step.numbers[0]) if step.numbers else 1


def _button(plugged: PluggedDevice, step: Step) -> int:
    """The button that is meant, as the device counts it."""
    number, last = _count(step), plugged.device.buttons
    if not 1 <= number <= last:
        raise BadScript(f"there is no button {number}; there are {last}, from 1 on")
    return number - 1


def _unplug(plugged: PluggedDevice, step: Step) -> None:
    plugged.unplug()
    if step.numbers:
        time.sleep(step.numbers[0])
        plugged.plug()


def _version(plugged: PluggedDevice, step: Step) -> None:
    plugged.device.version = step.text
    plugged.restart()


def _drip(plugged: PluggedDevice, step: Step) -> None:
    plugged.device.line.drip = step.numbers[0]


def _flood(plugged: PluggedDevice, step: Step) -> None:
    seconds, rate = (*step.numbers, 10e6)[:2]
    plugged.do(lambda device, now: device.line.flood(seconds, rate, now))


def _more(fault: str) -> Callable[[PluggedDevice, Step], object]:
    """What makes a fault happen so many times more."""

    def do(plugged: PluggedDevice, step: Step) -> None:
        owner = plugged.device if fault == "lose_acks" else plugged.device.line
        setattr(owner, fault, getattr(owner, fault) + _count(step))

    return do


_NUMBERS: Mapping[str, _Verb] = {
    "press": _Verb(1, 1, lambda plugged, step: plugged.press(_button(plugged, step))),
    "release": _Verb(1, 1, lambda plugged, step: plugged.release(_button(plugged, step))),
    "tap": _Verb(
        1,
        2,
        lambda plugged, step: plugged.tap(_button(plugged, step), *step.numbers[1:]),
        whole=False,
    ),
    "roll": _Verb(0, 8, lambda plugged, step: plugged.roll(*map(int, step.numbers))),
    "wait": _Verb(1, 1, lambda _, step: time.sleep(step.numbers[0]), whole=False),
    "restart": _Verb(0, 0, lambda plugged, _: plugged.restart()),
    "unplug": _Verb(0, 1, _unplug, whole=False),
    "plug": _Verb(0, 0, lambda plugged, _: plugged.plug()),
    "lose-acks": _Verb(0, 1, _more("lose_acks")),
    "cut": _Verb(0, 1, _more("cut")),
    "merge": _Verb(0, 1, _more("merge")),
    "twice": _Verb(0, 1, _more("twice")),
    "noise": _Verb(1, 1, lambda plugged, s: plugged.do(lambda d, _: d.line.noise(_count(s)))),
    "nul": _Verb(1, 1, lambda plugged, s: plugged.do(lambda d, _: d.line.nul(_count(s)))),
    "drip": _Verb(1, 1, _drip, whole=False),
    "flood": _Verb(1, 2, _flood, whole=False),
    "silence": _Verb(
        1, 1, lambda plugged, s: plugged.do(lambda d, t: d.silence(s.numbers[0], t)), whole=False
    ),
    "quit": _Verb(0, 0, lambda *_: None),
}
_WORDS: Mapping[str, Callable[[PluggedDevice, Step], object]] = {
    "version": _version,
    "err": lambda plugged, step: plugged.do(lambda device, now: device.err(step.text, now)),
    "say": lambda plugged, step: plugged.do(lambda device, now: device.say(step.text, now)),
}
VERBS = (*_NUMBERS, *_WORDS)
"""The words that a line of a script may begin with."""


def read(line: str) -> Step | None:
    """One line as a step, or BadScript; None if nothing but a comment stands there."""
    verb, _, rest = line.partition("#")[0].strip().partition(" ")
    rest = rest.strip()
    if not verb:
        return None
    if verb in _WORDS:
        if not rest or not rest.isascii() or not rest.isprintable():
            raise BadScript(f"{verb} wants a text in plain letters")
        return Step(verb, text=rest)
    known = _NUMBERS.get(verb)
    if known is None:
        raise BadScript(f"there is no {verb!r}; there are {', '.join(VERBS)}")
    numbers = _numbers(verb, rest.split())
    if not known.least <= len(numbers) <= known.most:
        raise BadScript(f"{verb} wants {_span(known.least, known.most)}")
    if known.whole and any(number != int(number) for number in numbers):
        raise BadScript(f"{verb} wants whole numbers")
    return Step(verb, numbers)


def read_all(text: str) -> tuple[Step, ...]:
    """A whole script, or BadScript with the number of the line."""
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            step = read(line)
        except BadScript as problem:
            raise BadScript(f"line {number}: {problem}") from None
        if step is not None:
            steps.append(step)
    return tuple(steps)


def perform(plugged: PluggedDevice, step: Step) -> bool:
    """Carries out one step, waiting where it says so; False for ``quit``.

    BadScript if this device cannot do it.
    """
    known = _NUMBERS.get(step.verb)
    do = _WORDS[step.verb] if known is None else known.do
    do(plugged, step)
    return step.verb != "quit"


def _numbers(verb: str, words: Sequence[str]) -> tuple[float, ...]:
    try:
        numbers = tuple(float(word) for word in words)
    except ValueError:
        raise BadScript(f"{verb} wants numbers, not {' '.join(words)!r}") from None
    if not all(0 <= number < 1e9 for number in numbers):
        raise BadScript(f"{verb} wants numbers from 0 on")
    return numbers


def _span(least: int, most: int) -> str:
    if least == most:
        return "no number" if not most else "one number" if most == 1 else f"{most} numbers"
    return f"{least} to {most} numbers"

"""All devices on serial lines as one source of the hub."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from re import fullmatch
from threading import Thread, Timer
from typing import Final

from tabletop.engine import listed, say
from tabletop.input.actions import Action
from tabletop.input.devices import Devices
from tabletop.input.serial.drivers import DRIVERS, language
from tabletop.input.serial.line import Line, close
from tabletop.input.serial.port import Port
from tabletop.input.serial.transport import PortInfo, list_ports
from tabletop.input.serial.watch import Watch, by_key, may_be_ours
from tabletop.input.wake import wake

USUAL: Final = "ttl1"
"""The driver of a port whose driver nobody named. The others cannot tell what is not theirs."""
PATIENCE: Final = 2.0
"""Seconds that stopping waits for all ports together."""


@dataclass(frozen=True, slots=True)
class Named:
    """A device that somebody named, and so is opened whatever it looks like."""

    url: str
    driver: str = USUAL

    @property
    def key(self) -> str:
        """What names the device for good."""
        return f"url:{self.url}"

    @classmethod
    def read(cls, text: str) -> "Named":
        """Reads ``URL`` or ``driver=URL``; ValueError with what there is for another driver."""
        match = fullmatch(r"([A-Za-z0-9/]{1,12})=(.+)", text)
        if match is None or match[1].startswith("/"):
            if not text or any(sign.isspace() for sign in text):
                words = "a device is written URL or driver=URL, not {text}"
                raise ValueError(say("devices.no_url", words, text=repr(text[:60])))
            return cls(text)
        if match[1] not in DRIVERS:
            words = "there is no driver {name}; there are {known}"
            raise ValueError(say("devices.no_driver", words, name=match[1], known=listed(DRIVERS)))
        return cls(match[2], match[1])


def _watch(wake: Callable[[], None]) -> Watch:
    return Watch(list_ports, wake)


class Serial:
    """The source of every serial device: those that were named, and those that it finds itself."""

    name = "serial"

    def __init__(
        self,
        devices: Devices,
        *,
        auto: bool = True,
        named: Sequence[Named] = (),
        watch: Callable[[Callable[[], None]], Watch] = _watch,
        wake: Callable[[], None] = wake,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`auto` looks for devices that nobody named.

        `watch` makes what does the looking, given what wakes us when there is something.
        `wake` is called from other threads when there is something to poll.
        """
        self._devices = devices
        self._auto = auto
        self._named = tuple(dict.fromkeys(named))
        self._new_watch = watch
        self._wake = wake
        self._now = now
        self._stirred = False
        self._watch: Watch | None = None
        self._lines: dict[str, Line] = {}
        self._dismissed: set[str] = set()
        """Devices that people took off the list, until they are plugged in anew."""
        self._alarms: list[Timer] = []

    def start(self) -> None:
        """Opens what was named, in threads, and begins to look for the rest."""
        self._dismissed.clear()
        self._devices.opener = self.name_one
        for named in self._named:
            self._add(named.key, named)
        if self._auto:
            self._watch = self._new_watch(self._stir)
            self._watch.start()

    def poll(self) -> list[Action]:
        """What all devices did since the last call; tells the table's devices of every change."""
        self._stirred = False  # first: what comes while we look is looked at next time
        seen: list[Action] = []
        if self._watch is not None and (found := self._watch.take()) is not None:
            seen += self._adopt(found)
        now = self._now()
        for line in tuple(self._lines.values()):
            done, back = line.poll(now)
            seen += done
            if back and self._watch is not None:
                self._watch.hurry()  # is it the same one, or another at the same socket?
        return seen

    def stop(self) -> None:
        """Closes all ports and ends all threads."""
        self._devices.opener = None
        if self._watch is not None:
            self._watch.stop()
            self._watch = None
        for alarm in self._alarms:
            alarm.cancel()
        lines, self._lines, self._alarms = tuple(self._lines.values()), {}, []
        closing = [Thread(target=line.port.close, daemon=True) for line in lines]
        for thread in closing:
            thread.start()
        until = time.monotonic() + PATIENCE
        for thread in closing:
            thread.join(max(0.0, until - time.monotonic()))

    def name_one(self, url: str) -> None:
        """Opens one more device by its URL, afresh if it is there already: a recording again."""
        named = Named(url)
        self._dismiss(named.key)
        self._dismissed.discard(named.key)
        if named not in self._named:
            self._named = (*self._named, named)
        self._add(named.key, named)

    # -- which ports ---------------------------------------------------------------------------

    def _adopt(self, found: tuple[PortInfo, ...]) -> list[Action]:
        """Takes up what is new, follows what moved, and lets go of what was never ours."""
        taken = {os.path.realpath(named.url) for named in self._named}
        free = [
            port
            for port in found
            if may_be_ours(port) and os.path.realpath(port.device) not in taken
        ]
        ours = by_key(free, {line.port.url: line.key for line in self._lines.values()})
        self._dismissed &= ours.keys()
        kept = ours.keys() | {named.key for named in self._named}
        others = taken | {os.path.realpath(port.device) for port in ours.values()}
        seen: list[Action] = []
        for line in tuple(self._lines.values()):
            stays = line.spoken and os.path.realpath(line.port.url) not in others
            if line.key not in kept and not stays:
                seen += self._drop(line)
        for key, port in ours.items():
            if key not in self._dismissed:
                seen += self._open(key, port)
        return seen

    def _open(self, key: str, port: PortInfo) -> list[Action]:
        """A device is plugged in at that port, perhaps since long ago."""
        line = self._lines.get(key)
        if line is None:
            self._add(key, Named(port.device), port)
        elif line.port.url != port.device:
            return line.move(port.device, self._now())
        return []

    def _drop(self, line: Line) -> list[Action]:
        """Ends the line of a device that is no longer there.

        One that was ours stays until another takes its place: its own thread sees it come back
        much sooner than a list does.
        """
        done, _ = line.poll(self._now())
        del self._lines[line.key]
        if line.spoken:
            line.leave(say("devices.serial.unplugged", "it was unplugged"))
        else:
            close(line.port)
            self._devices.forget(line.key)
        return done

    def _add(self, key: str, asked: Named, found: PortInfo | None = None) -> None:
        languages = [language(asked.driver)]
        self._lines[key] = Line(
            key,
            asked.url,
            lambda url: Port(url, languages, self._stir, named=found is None),
            self._devices,
            name=found.description if found is not None else "",
            alarm=self._alarm,
            dismiss=self._dismiss,
            now=self._now,
        )

    def _dismiss(self, key: str) -> None:
        line = self._lines.pop(key, None)
        if line is not None:
            close(line.port)
        self._dismissed.add(key)
        self._devices.forget(key)

    # -- waking --------------------------------------------------------------------------------

    def _stir(self) -> None:
        """Wakes the loop, once until it has looked: a babbling device does not fill its queue."""
        if not self._stirred:
            self._stirred = True
            self._wake()

    def _alarm(self, seconds: float) -> None:
        """Wakes the loop after so many seconds."""
        self._alarms = [alarm for alarm in self._alarms if alarm.is_alive()]
        timer = Timer(max(0.0, seconds), self._stir)
        timer.daemon = True
        timer.start()
        self._alarms.append(timer)

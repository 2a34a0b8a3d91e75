"""The device's end of a pseudo-terminal, at a path that stays the same when it is unplugged."""

import os
import select
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tabletop.input.serial.protocols import DRIVERS, DeviceEvent
from tabletop.input.serial.source import SerialPort
from tests.input.serial.spoken import lines

PATIENCE = 20.0
"""Seconds for what should happen at once, on a slow machine."""


def until(done: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.002)


class Wire:
    """Sends what the test says, and nothing by itself."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._master = -1
        self.plug()

    def plug(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        name = os.ttyname(slave)
        os.close(slave)
        self._master = master
        # Renamed into place, so that it is never seen incomplete.
        fresh = self.path.with_name("fresh")
        fresh.symlink_to(name)
        fresh.rename(self.path)

    def unplug(self) -> None:
        if self._master >= 0:
            self.path.unlink()
            os.close(self._master)
            self._master = -1

    def say(self, *bodies: str) -> None:
        self.say_bytes(lines(*bodies))

    def say_bytes(self, data: bytes) -> None:
        end = time.monotonic() + PATIENCE
        while data:
            assert time.monotonic() < end, "nobody reads"
            if select.select((), [self._master], (), 1)[1]:
                data = data[os.write(self._master, data) :]

    def asked(self) -> bytes:
        """What the host has written since the last call."""
        try:
            return os.read(self._master, 65536) if self._readable() else b""
        except OSError:  # nobody has it open now
            return b""

    def wait_for(self, words: bytes) -> bytes:
        """Waits until the host has written these words."""
        heard = b""

        def came() -> bool:
            nonlocal heard
            heard += self.asked()
            return words in heard

        until(came)
        return heard

    def _readable(self) -> bool:
        return bool(select.select([self._master], (), (), 0)[0])


class Ear:
    """A port and all its events."""

    def __init__(self, port: SerialPort) -> None:
        self.port = port
        self.events: list[DeviceEvent] = []

    def listen(self) -> list[DeviceEvent]:
        self.events += [heard.event for heard in self.port.events()]
        return self.events

    def wait_for(self, event: DeviceEvent | type[DeviceEvent], times: int = 1) -> None:
        """Waits for so many events."""

        def came() -> bool:
            like = [e for e in self.listen() if e == event or type(e) is event]
            return len(like) >= times

        until(came)


@contextmanager
def listening(url: str | Path, driver: str = "ttl1", named: bool = True) -> Iterator[Ear]:
    port = SerialPort(str(url), DRIVERS[driver](), named=named)
    port.start()
    try:
        yield Ear(port)
    finally:
        port.close()
        until(lambda: not port.running)

"""A thread that connects a simulated device to a pseudo-terminal or TCP port."""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from tools.simulated.cable_ends import End, PtyEnd, TcpEnd
from tools.simulated.device import SimulatedDevice

LONGEST_WAIT = 0.25
"""Seconds after which the thread looks again, whatever it was told."""


class PluggedDevice:
    """A device at the end of a cable, with a thread of its own; also a context.

    Everything here may be called from any thread. Buttons count from 0. What is said while no host
    has the port open is lost, as on a real line.
    """

    def __init__(
        self,
        device: SimulatedDevice,
        end: End,
        *,
        own_power: bool = False,
        bootloader: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`own_power`: it runs on while it is unplugged, and is not reset.

        `bootloader`: it is reset whenever it is opened, and deaf for so many seconds (an Uno).
        """
        self.device = device
        self.end = end
        self.own_power = own_power
        self._bootloader = bootloader
        self._now = now
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._stop = False
        self._plugged = False
        self._open = False
        self._going = b""
        self._bell, self._rope = socket.socketpair()
        self._bell.setblocking(False)
        self._rope.setblocking(False)

    @property
    def where(self) -> str:
        """What a host opens: a path or a URL."""
        return self.end.where

    # -- its life -----------------------------------------------------------------------------

    def start(self) -> Self:
        """Plugs it in and turns it on."""
        if self._thread is not None:
            raise RuntimeError("This device was started already.")
        self.device.power_on(self._now())
        self.end.plug()
        self._plugged = True
        self._thread = threading.Thread(target=self._run, name="simulated device", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Unplugs it for good; once stopped it is not started again."""
        self._stop = True
        self._ring()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self.unplug()
        self._bell.close()
        self._rope.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    # -- what people do -----------------------------------------------------------------------

    def press(self, button: int) -> float:
        """Presses a button; gives the second at which it happened, as all of these do."""
        return self.do(lambda device, now: device.press(button, now))

    def release(self, button: int) -> float:
        return self.do(lambda device, now: device.release(button, now))

    def tap(self, button: int, held: float = 0.03) -> float:
        """Presses a button, waits, and lets it go; gives the second of the press."""
        pressed = self.press(button)
        time.sleep(held)
        self.release(button)
        return pressed

    def roll(self, *values: int) -> tuple[int, ...]:
        """Throws the dice, or makes them show these values; gives what they show."""
        thrown: list[int] = []
        self.do(lambda device, now: thrown.extend(device.roll(values or None, now)))
        return tuple(thrown)

    def restart(self) -> float:
        """The device restarts at the end of its cable."""
        return self.do(lambda device, now: device.power_on(now))

    def unplug(self) -> None:
        """Pulls the plug, wherever a line is just now; without power of its own it goes off."""
        with self._lock:
            if not self._plugged:
                return
            self._plugged = self._open = False
            self._going = b""
            self.end.unplug()
            if not self.own_power:
                self.device.power_off()
        self._ring()

    def plug(self) -> None:
        """Plugs it in again, under the same name where it has one."""
        with self._lock:
            if self._plugged:
                return
            if not self.device.powered:
                self.device.power_on(self._now())
            self.end.plug()
            self._plugged = True
        self._ring()

    def replug(self, pause: float = 0.05) -> None:
        """Pulls the plug, waits, and plugs it in again."""
        self.unplug()
        time.sleep(pause)
        self.plug()

    def do(self, deed: Callable[[SimulatedDevice, float], object]) -> float:
        """Does anything to the device; gives the second at which it happened."""
        with self._lock:
            now = self._now()
            deed(self.device, now)
        self._ring()
        return now

    # -- the thread ---------------------------------------------------------------------------

    def _ring(self) -> None:
        with contextlib.suppress(OSError):
            self._rope.send(b"!")

    def _run(self) -> None:
        while not self._stop:
            with self._lock:
                wait = self._turn()
                watched = list(self.end.watched()) if self._plugged else []
                blocked = watched if self._going else []
            # A pseudo-terminal that nobody has open cannot be waited for: look often.
            longest = LONGEST_WAIT if watched or not self._plugged else 0.005
            with contextlib.suppress(OSError, ValueError):  # unplugged in this very moment
                select.select([self._bell.fileno(), *watched], blocked, [], min(wait, longest))
            with contextlib.suppress(OSError):
                while self._bell.recv(256):
                    pass

    def _turn(self) -> float:
        """Carries what there is both ways; gives the seconds until there is more."""
        now = self._now()
        listens = self._plugged and self.end.listens()
        if listens and not self._open and self._bootloader is not None:
            self.device.power_on(now, self._bootloader)
        self._open = listens
        if listens:
            self.device.feed(self.end.read(), now)
            if not self._going:
                self._going = self.device.due(now)
            if self._going:
                self._going = self._going[self.end.write(self._going) :]
                return LONGEST_WAIT if self._going else self.device.wakes_in(now)
        else:
            self._going = b""
            self.device.due(now)  # lost, as nobody listens
        return self.device.wakes_in(now)


class PtyDevice(PluggedDevice):
    """A device on a pseudo-terminal; `link` gives it a name that stays over replugging."""

    def __init__(
        self,
        device: SimulatedDevice | None = None,
        link: Path | None = None,
        *,
        own_power: bool = False,
        bootloader: float | None = None,
    ) -> None:
        super().__init__(
            device or SimulatedDevice(), PtyEnd(link), own_power=own_power, bootloader=bootloader
        )


class TcpDevice(PluggedDevice):
    """A device on a TCP port of this machine; port 0 is any that is free."""

    def __init__(
        self,
        device: SimulatedDevice | None = None,
        port: int = 0,
        *,
        own_power: bool = False,
        bootloader: float | None = None,
    ) -> None:
        super().__init__(
            device or SimulatedDevice(), TcpEnd(port), own_power=own_power, bootloader=bootloader
        )

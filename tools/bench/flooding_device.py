"""The near end of a flooding device (`flood_process`): its line, its hello and its log."""

import os
import subprocess
import sys
import time
import tty
from types import TracebackType
from typing import Final, Self

from tools.bench.flood_process import HELLO

RATE: Final = 10e6
"""Bytes of rubbish in a second."""
PRESSES: Final = 100.0
"""Valid lines among them in a second, at most one for each piece."""


class MadDevice:
    """A device on a pseudo-terminal that behaves until it is told to `rave`; also a context."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        """What the table opens."""
        self._raving: subprocess.Popen[str] | None = None
        self._began = self._ended = 0.0
        self._presses = self._written = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._raving is not None:
            self._raving.kill()
            self._raving.communicate()
        os.close(self._master)
        os.close(self._slave)

    def introduce(self) -> None:
        """Waits to be asked who it is, and says it."""
        while b"?" not in os.read(self._master, 100):
            pass
        os.write(self._master, HELLO)

    def rave(self, seconds: float, rate: float = RATE, presses: float = PRESSES) -> None:
        """Begins to flood the line for so long, in a process of its own."""
        words = [str(word) for word in (self._master, seconds, rate, presses)]
        self._began = time.monotonic()
        self._raving = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.flood_process", *words],
            pass_fds=[self._master],
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def raves(self) -> bool:
        """Whether it has not come to an end yet."""
        if self._raving is None:
            return False
        if self._raving.poll() is None:
            return True
        self._ended = time.monotonic()
        self._presses, self._written = map(int, self._raving.communicate()[0].split())
        self._raving = None
        return False

    @property
    def presses(self) -> int:
        """How many buttons it pressed, once it raves no more."""
        return self._presses

    @property
    def rate(self) -> float:
        """How many bytes a second it got rid of, once it raves no more."""
        return self._written / (self._ended - self._began)

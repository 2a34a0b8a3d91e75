"""What systemd is told: that the table is open, that it lives, and that it ends.

The protocol of ``sd_notify(3)``, by datagrams that never wait.
"""

import os
import socket
import threading
import time
from collections.abc import Callable, MutableMapping
from typing import Final, Self

INTERVAL: Final = 2.0
"""Seconds between two signs of life, at least; fewer only where the watchdog asks for them."""


class Notifier:
    """The way to the service manager; none where nobody listens. It remembers what it owes.

    Only the thread that made it may speak through it: a helper would go on saying that all is well
    while the main loop hangs.
    """

    def __init__(
        self, address: str, watchdog: float | None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`watchdog`: the seconds of silence after which the program is killed; None for none."""
        self._now = now
        self._thread = threading.get_ident()
        self._interval = None if watchdog is None else min(INTERVAL, watchdog / 2)
        self._fed = float("-inf")
        self._ends = False
        self._owed: dict[str, str] = {}
        self._socket: socket.socket | None = None
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        if address.startswith(("/", "@")) and hasattr(socket, "AF_UNIX"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)

    @classmethod
    def of(
        cls,
        environment: MutableMapping[str, str] = os.environ,
        now: Callable[[], float] = time.monotonic,
    ) -> Self:
        """The one that the environment tells of, and out of it: no process of ours inherits it.

        WATCHDOG_PID is not looked at: beneath a compositor it is the compositor's, and the watch is
        for us (NotifyAccess=all).
        """
        address = environment.pop("NOTIFY_SOCKET", "")
        asked = environment.pop("WATCHDOG_USEC", "")
        environment.pop("WATCHDOG_PID", None)
        seconds = int(asked) / 1e6 if asked.isascii() and asked.isdecimal() else 0.0
        return cls(address, seconds or None, now)

    @property
    def listened(self) -> bool:
        """Whether a service manager has started us, which starts us anew."""
        return self._socket is not None

    def ready(self, status: str) -> None:
        """The first picture is on the screen."""
        self._owe(READY="1", STATUS=status)

    def tell(self, status: str) -> None:
        """How the table fares, in a line for ``systemctl status``."""
        self._owe(STATUS=status)

    def stopping(self) -> None:
        """The program ends, as it was told to; said once."""
        if not self._ends:
            self._ends = True
            self._owe(STOPPING="1")

    def alive(self) -> None:
        """The main loop has turned; says so if it is time, and what could not be said before."""
        due = self._interval is not None and self._now() - self._fed >= self._interval
        if (due or self._owed) and self._send({"WATCHDOG": "1"} if due else {}) and due:
            self._fed = self._now()

    def close(self) -> None:
        """Nothing more is said."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _owe(self, **said: str) -> None:
        for name, words in said.items():
            self._owed[name] = " ".join(words.split())
        self._send({})

    def _send(self, more: dict[str, str]) -> bool:
        """Sends this with all that is owed; False where that must wait for another time."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("only the main loop may say that it lives")
        if self._socket is None:
            self._owed.clear()
            return True
        lines = [f"{name}={words}" for name, words in (self._owed | more).items()]
        try:
            self._socket.sendto("\n".join(lines).encode("utf-8", "replace"), self._address)
        except OSError:
            return False  # nobody has read for long, or nobody is there for a moment
        self._owed.clear()
        return True

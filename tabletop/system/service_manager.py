"""What systemd is told: that the table is open, that it lives, and that it ends.

The protocol of ``sd_notify(3)``, by datagrams that never wait.

What a service manager or a terminal asks of the program by signals, where there are any.
"""

import faulthandler
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, MutableMapping
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, Any, Final, Self

ALIVE_SECONDS: Final = 2.0
"""Seconds between two signs of life, at least; fewer only where the watchdog asks for them."""


class ServiceNotifier:
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
        self._interval = None if watchdog is None else min(ALIVE_SECONDS, watchdog / 2)
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


log = logging.getLogger(__name__)

SHUTDOWN_SECONDS: Final = 4.5
"""Seconds that an orderly end may take; then the program ends as it is. All plies are kept by then,
unless the disk hangs, and a disk that hangs is not waited for."""
STACKS_FILE: Final = "stacks.txt"
MAX_STACKS_BYTES: Final = 2**20
"""Bytes of stacks that are kept from earlier starts."""
SHUTDOWN_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)
)
"""A service manager's word, Ctrl-C, and a terminal that is closed."""


class ShutdownSignals:
    """Listens to signals until it is left. Does nothing outside of the main thread."""

    def __init__(self, stacks: Path | None) -> None:
        """`stacks` is the folder for the stacks of all threads, which SIGUSR1 asks for."""
        self._folder = stacks
        self._before: dict[int, Any] = {}
        self._stacks: IO[str] | None = None
        self._end: Callable[[], None] = _no_action
        self._deadline: IO[str] | None = None
        self.asked: int | None = None
        """The signal that asked for the end, if one has."""

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            # Before SDL: it would take SIGTERM for a click on the window's cross, else.
            for number in SHUTDOWN_SIGNALS:
                # What was ignored stays so: that is how nohup and a shell's "&" ask for it.
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._asked)
            self._open_stacks()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stacks is not None and hasattr(signal, "SIGUSR1"):
            faulthandler.unregister(signal.SIGUSR1)
            self._stacks.close()
        for number, before in self._before.items():
            signal.signal(number, before)
        self._before.clear()

    def call(self, end: Callable[[], None]) -> None:
        """Has `end` called, between two steps of the main thread, when the end is asked for."""
        self._end = end
        if self.asked is not None:
            end()

    def _asked(self, number: int, _: FrameType | None) -> None:
        if self.asked is None:
            log.info("asked to end by %s", signal.Signals(number).name)
            self.asked = number
            self._hurry()
        elif number == signal.SIGINT:
            raise KeyboardInterrupt  # whoever asks twice does not want to wait
        self._end()

    def _hurry(self) -> None:
        """Ends the process after a while, even if a call into a library never comes back.

        Not undone when the signals are left: what Python does at its own end can hang as well.
        """
        # To nowhere: what is full of these stacks might be the very disk that hangs.
        self._deadline = Path(os.devnull).open("w")  # noqa: SIM115 - open until the end
        faulthandler.dump_traceback_later(SHUTDOWN_SECONDS, exit=True, file=self._deadline)

    def _open_stacks(self) -> None:
        """SIGUSR1 writes all stacks, from within the signal: also where the main loop hangs."""
        if self._folder is None or not hasattr(signal, "SIGUSR1"):
            return
        path = self._folder / STACKS_FILE
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            full = path.exists() and path.stat().st_size > MAX_STACKS_BYTES
            self._stacks = path.open("w" if full else "a", encoding="utf-8")
        except OSError as problem:
            log.warning("stacks cannot be written: %s", problem)
            return
        # First ours, for the log and its time; the fault handler calls on to it.
        self._before[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, _log_stacks)
        faulthandler.register(signal.SIGUSR1, self._stacks, all_threads=True, chain=True)


def _log_stacks(_number: int, _frame: FrameType | None) -> None:
    log.warning("all stacks were asked for, and lie in %s", STACKS_FILE)


def _no_action() -> None:
    pass

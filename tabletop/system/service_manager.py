"""The connection to systemd: ``sd_notify(3)`` by datagrams that never block, and signals."""

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
"""The least seconds between two watchdog messages, unless the watchdog asks for less."""


class ServiceNotifier:
    """Sends messages to the service manager, if there is one, and repeats what could not be sent.

    Only the thread that made it may use it: another would go on reporting while the main loop
    hangs.
    """

    def __init__(
        self, address: str, watchdog: float | None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`watchdog`: seconds of silence after which the program is killed; None for none."""
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
        """From the environment, and removes it there, so that child processes do not inherit it.

        WATCHDOG_PID is ignored: under a compositor it is the compositor's process, and
        NotifyAccess=all lets ours report.
        """
        address = environment.pop("NOTIFY_SOCKET", "")
        asked = environment.pop("WATCHDOG_USEC", "")
        environment.pop("WATCHDOG_PID", None)
        seconds = int(asked) / 1e6 if asked.isascii() and asked.isdecimal() else 0.0
        return cls(address, seconds or None, now)

    @property
    def listened(self) -> bool:
        """Whether a service manager has started the program, and will start it again."""
        return self._socket is not None

    def ready(self, status: str) -> None:
        """The first picture is shown."""
        self._queue(READY="1", STATUS=status)

    def tell(self, status: str) -> None:
        """A status line for ``systemctl status``."""
        self._queue(STATUS=status)

    def stopping(self) -> None:
        """The program ends in order; sent once."""
        if not self._ends:
            self._ends = True
            self._queue(STOPPING="1")

    def alive(self) -> None:
        """The main loop has turned; sends if it is time, and repeats what failed before."""
        due = self._interval is not None and self._now() - self._fed >= self._interval
        if (due or self._owed) and self._send({"WATCHDOG": "1"} if due else {}) and due:
            self._fed = self._now()

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _queue(self, **said: str) -> None:
        for name, words in said.items():
            self._owed[name] = " ".join(words.split())
        self._send({})

    def _send(self, more: dict[str, str]) -> bool:
        """Sends this with what is left over; False if it must be tried again."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("only the main loop may say that it lives")
        if self._socket is None:
            self._owed.clear()
            return True
        lines = [f"{name}={words}" for name, words in (self._owed | more).items()]
        try:
            self._socket.sendto("\n".join(lines).encode("utf-8", "replace"), self._address)
        except OSError:
            return False  # the receiver is slow or restarting
        self._owed.clear()
        return True


log = logging.getLogger(__name__)

SHUTDOWN_SECONDS: Final = 4.5
"""Seconds that an orderly end may take; then the process exits. All plies are saved by then, unless
the disk hangs."""
STACKS_FILE: Final = "stacks.txt"
MAX_STACKS_BYTES: Final = 2**20
"""Bytes of stacks that are kept from earlier runs."""
SHUTDOWN_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)
)
"""From a service manager, Ctrl-C, and a closed terminal."""


class ShutdownSignals:
    """Handles signals inside its ``with`` block. Does nothing outside of the main thread."""

    def __init__(self, stacks: Path | None) -> None:
        """`stacks`: the folder for the stacks of all threads, which SIGUSR1 asks for."""
        self._folder = stacks
        self._before: dict[int, Any] = {}
        self._stacks: IO[str] | None = None
        self._end: Callable[[], None] = _no_action
        self._deadline: IO[str] | None = None
        self.asked: int | None = None
        """The signal that asked for the end, or None."""

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            # Before SDL, which would take SIGTERM for a click on the window's close button.
            for number in SHUTDOWN_SIGNALS:
                # Ignored signals stay ignored, as nohup and a shell's "&" expect.
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
        """Calls `end` between two steps of the main thread when the end is asked for."""
        self._end = end
        if self.asked is not None:
            end()

    def _asked(self, number: int, _: FrameType | None) -> None:
        if self.asked is None:
            log.info("asked to end by %s", signal.Signals(number).name)
            self.asked = number
            self._exit_after_timeout()
        elif number == signal.SIGINT:
            raise KeyboardInterrupt  # a second signal ends at once
        self._end()

    def _exit_after_timeout(self) -> None:
        """Exits the process after a while, even if a library call never returns.

        Not undone at the end of the block: Python's own shutdown can hang as well.
        """
        # Not into the file: its disk may be the one that hangs.
        self._deadline = Path(os.devnull).open("w")  # noqa: SIM115 - open until the end
        faulthandler.dump_traceback_later(SHUTDOWN_SECONDS, exit=True, file=self._deadline)

    def _open_stacks(self) -> None:
        """SIGUSR1 writes all stacks from the signal handler, even if the main loop hangs."""
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
        # Ours first, for the log line; the fault handler is chained to it.
        self._before[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, _log_stacks)
        faulthandler.register(signal.SIGUSR1, self._stacks, all_threads=True, chain=True)


def _log_stacks(_number: int, _frame: FrameType | None) -> None:
    log.warning("the stacks of all threads were written to %s", STACKS_FILE)


def _no_action() -> None:
    pass

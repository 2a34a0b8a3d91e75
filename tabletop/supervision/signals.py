"""What a service manager or a terminal asks of the program by signals, where there are any."""

import faulthandler
import logging
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, Any, Final, Self

log = logging.getLogger(__name__)

PATIENCE: Final = 4.5
"""Seconds that an orderly end may take; then the program ends as it is. All plies are kept by then,
unless the disk hangs, and a disk that hangs is not waited for."""
STACKS: Final = "stacks.txt"
LONGEST: Final = 2**20
"""Bytes of stacks that are kept from earlier starts."""
ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)
)
"""A service manager's word, Ctrl-C, and a terminal that is closed."""


class Signals:
    """Listens to signals until it is left. Does nothing outside of the main thread."""

    def __init__(self, stacks: Path | None) -> None:
        """`stacks` is the folder for the stacks of all threads, which SIGUSR1 asks for."""
        self._folder = stacks
        self._before: dict[int, Any] = {}
        self._stacks: IO[str] | None = None
        self._end: Callable[[], None] = _nothing
        self._deadline: IO[str] | None = None
        self.asked: int | None = None
        """The signal that asked for the end, if one has."""

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            # Before SDL: it would take SIGTERM for a click on the window's cross, else.
            for number in ENDING:
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
        faulthandler.dump_traceback_later(PATIENCE, exit=True, file=self._deadline)

    def _open_stacks(self) -> None:
        """SIGUSR1 writes all stacks, from within the signal: also where the main loop hangs."""
        if self._folder is None or not hasattr(signal, "SIGUSR1"):
            return
        path = self._folder / STACKS
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            full = path.exists() and path.stat().st_size > LONGEST
            self._stacks = path.open("w" if full else "a", encoding="utf-8")
        except OSError as problem:
            log.warning("stacks cannot be written: %s", problem)
            return
        # First ours, for the log and its time; the fault handler calls on to it.
        self._before[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, _told)
        faulthandler.register(signal.SIGUSR1, self._stacks, all_threads=True, chain=True)


def _told(_number: int, _frame: FrameType | None) -> None:
    log.warning("all stacks were asked for, and lie in %s", STACKS)


def _nothing() -> None:
    pass

"""A child process that speaks lines over its pipes, and when a lost one is started again."""

import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Final, Generic, TypeVar

from tabletop.system import process

log = logging.getLogger(__name__)

MAX_COMPLAINT_LENGTH: Final = 300
"""How many characters of its standard error are kept."""
CLOSE_SECONDS: Final = 1.0
"""The timeout of `ChildProcess.close` in seconds."""
EXIT_SECONDS: Final = 0.5
"""The timeout in seconds for a process to end after it has closed its pipe."""
KILL_CODES: Final = (-9, -15)
"""The exit codes of a killed process; not known on Windows."""

Message = TypeVar("Message")


@dataclass(frozen=True, slots=True)
class ProcessEnded:
    """The process has ended, or could not be started."""

    why: str
    killed: bool = False
    """Whether another program has killed it."""


class ChildProcess(Generic[Message]):
    """A running process and its pipes; only `close` blocks.

    Threads start it, write to it and read from it, because a start or a full pipe would
    delay frames.
    """

    def __init__(
        self,
        name: str,
        line: Sequence[str],
        ring: Callable[[], None],
        *,
        read: Callable[[bytes], Message],
        max_line_bytes: int,
        wakes: Callable[[Message], bool] = lambda _: True,
        low_priority: bool = False,
    ) -> None:
        """Starts the command `line`; `name` is what the log calls it.

        `read` decodes a line; ValueError ends the process. `ring` is called for each message for
        which `wakes` is true. With `low_priority` it gives way to other programs on Windows.
        """
        self._name = name
        self._line = line
        self._ring = ring
        self._decode = read
        self._max_line_bytes = max_line_bytes
        self._wakes = wakes
        self._low_priority = low_priority
        self._heard: SimpleQueue[Message | ProcessEnded] = SimpleQueue()
        self._mail: SimpleQueue[bytes | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False
        self._lock = Lock()
        self._complaint = ""
        self._thread = Thread(target=self._run, name=f"{name}: from it", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """The process id; 0 before it is known."""
        return self._process.pid if self._process is not None else 0

    @property
    def unsent(self) -> int:
        """How many lines wait to be written."""
        return self._mail.qsize()

    def write(self, line: bytes) -> None:
        """Queues a line."""
        self._mail.put(line)

    def events(self) -> list[Message | ProcessEnded]:
        """The messages since the last call, in order. `ProcessEnded` is the last one."""
        events: list[Message | ProcessEnded] = []
        with suppress(Empty):
            while True:
                events.append(self._heard.get_nowait())
        return events

    def kill(self) -> None:
        """Kills the process."""
        with self._lock:
            self._killed = True
            process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Lets the process end by itself, and kills it after a timeout."""
        self._mail.put(None)
        self._thread.join(CLOSE_SECONDS)
        if self._thread.is_alive():
            self.kill()
            self._thread.join(CLOSE_SECONDS)

    # The methods below run in the threads.

    def _run(self) -> None:
        gone = ProcessEnded("it could not be watched")
        try:
            gone = self._live()
        except Exception as problem:  # no error may leave the client waiting
            log.exception("the process of the %s could not be watched", self._name)
            gone = ProcessEnded(str(problem) or type(problem).__name__)
        finally:
            self._heard.put(gone)
            self._ring()

    def _live(self) -> ProcessEnded:
        try:
            process = self._begin()
        except (OSError, ValueError) as problem:
            return ProcessEnded(getattr(problem, "strerror", None) or str(problem))
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        with self._lock:
            self._process = process
            killed = self._killed
        if killed:
            process.kill()
        writing = Thread(
            target=self._write, args=(process.stdin,), name=f"{self._name}: to it", daemon=True
        )
        complaining = Thread(
            target=self._listen,
            args=(process.stderr,),
            name=f"{self._name}: complaints",
            daemon=True,
        )
        writing.start()
        complaining.start()
        why = self._read(process.stdout)
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.0 if why else EXIT_SECONDS)
        process.kill()
        code = process.wait()
        process.stdout.close()
        self._mail.put(None)
        # A child process may hold a pipe open; it is not waited for.
        complaining.join(0.1)
        killed = not why and not self._killed and code in KILL_CODES
        return ProcessEnded(why or self._complaint or f"it ended with {code}", killed)

    def _begin(self) -> "subprocess.Popen[bytes]":
        flags = process.NO_WINDOW
        if sys.platform == "win32" and self._low_priority:
            flags |= subprocess.BELOW_NORMAL_PRIORITY_CLASS
        return subprocess.Popen(
            self._line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=process.child_environment(),
            creationflags=flags,
        )

    def _read(self, lines: IO[bytes]) -> str:
        """Reads to the end; gives the reason if reading cannot go on."""
        while (line := lines.readline(self._max_line_bytes)).endswith(b"\n"):
            try:
                message = self._decode(line)
            except ValueError as problem:
                log.error("the process of the %s says %.200r", self._name, line)
                return f"it talks nonsense ({problem})"
            self._heard.put(message)
            if self._wakes(message):
                self._ring()
        return "a line of it has no end" if len(line) == self._max_line_bytes else ""

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while (line := self._mail.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _listen(self, lines: IO[bytes]) -> None:
        with suppress(OSError, ValueError), lines:
            while line := lines.readline(self._max_line_bytes):
                words = line.decode("utf-8", "replace").strip()
                log.info("%s: %s", self._name, words)
                self._complaint = words[:MAX_COMPLAINT_LENGTH] or self._complaint


@dataclass(frozen=True, slots=True)
class RestartLimits:
    """When a lost process is started again, in seconds unless stated otherwise."""

    in_vain: int = 3
    """Failed starts in a row before there are pauses."""
    within: float = 60.0
    """A row of failures ends after so long without one."""
    first_pause: float = 0.5
    """The first pause; each further failure doubles it."""
    longest_pause: float = 30.0
    killed: float = 0.125
    """The weight of a failure if another program has killed the process."""


class RestartPolicy:
    """Counts failed starts, and says when the next one may be tried."""

    def __init__(self, limits: RestartLimits) -> None:
        self._limits = limits
        self._failed_at = 0.0
        self.failures = 0.0
        """The failed starts in a row, by their weights."""
        self.why = ""
        """Why the last one failed."""

    def succeeded(self) -> None:
        """Resets after a success."""
        self.failures = 0.0

    def failed(self, now: float, why: str, weight: float = 1.0) -> None:
        """Counts a failure; long after the last one it begins a new row."""
        if self.failures and now - self._failed_at > self._limits.within + self._pause:
            self.failures = 0.0
        self.failures += weight
        self._failed_at = now
        self.why = why

    def may_start(self, now: float) -> bool:
        """Whether a process may be started now."""
        return now - self._failed_at >= self._pause

    @property
    def in_vain(self) -> bool:
        """Whether so many starts have failed that there are pauses between them."""
        return self.failures >= self._limits.in_vain

    @property
    def _pause(self) -> float:
        more = self.failures - self._limits.in_vain
        if more < 0:
            return 0.0
        doubled = self._limits.first_pause * 2.0 ** min(int(more), 20)
        return min(doubled, self._limits.longest_pause)

"""One run of the engine process, and the threads at its pipes."""

import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Final, Protocol, TypeAlias

from tabletop.engine.analysis import BadAnalysisJson
from tabletop.players.protocol import (
    MAX_LINE_BYTES,
    EngineHeartbeat,
    FromEngine,
    ToEngine,
    read_line,
    write_line,
)
from tabletop.system import child_process

log = logging.getLogger(__name__)

PROGRAM: Final = "tabletop.cli.engine_process"
"""The module that the process runs."""
_MAX_COMPLAINT_LENGTH: Final = 300
"""How many characters of its standard error are kept."""
_CLOSE_SECONDS: Final = 1.0
"""The timeout of `close` in seconds."""
_EXIT_SECONDS: Final = 0.5
"""The timeout in seconds for a process to end after it has closed its pipe."""
_KILL_CODES: Final = (-9, -15)
"""The exit codes of a killed process; not known on Windows."""


@dataclass(frozen=True, slots=True)
class ProcessEnded:
    """The process has ended, or could not be started."""

    why: str
    killed: bool = False
    """Whether somebody else has killed it."""


ProcessEvent: TypeAlias = FromEngine | ProcessEnded


class EngineConnection(Protocol):
    """The process as the client needs it."""

    def say(self, message: ToEngine) -> None: ...
    def events(self) -> Sequence[ProcessEvent]: ...
    def kill(self) -> None: ...
    def close(self) -> None: ...


def engine_command(data_dir: Path, cores: int) -> list[str]:
    """The command line that starts the process."""
    return child_process.module_command(PROGRAM, str(data_dir), str(cores))


class EngineProcess:
    """The engine process; only `close` blocks.

    Threads start it, write to it and read from it, because a start or a full pipe would
    delay frames.
    """

    def __init__(self, line: Sequence[str], ring: Callable[[], None]) -> None:
        """Starts the process. `ring` is called when there is a message."""
        self._line = line
        self._ring = ring
        self._heard: SimpleQueue[ProcessEvent] = SimpleQueue()
        self._mail: SimpleQueue[bytes | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False
        self._lock = Lock()
        self._complaint = ""
        self._thread = Thread(target=self._run, name="thinker", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """The process id; 0 before it is known."""
        return self._process.pid if self._process is not None else 0

    def say(self, message: ToEngine) -> None:
        """Queues a message; ValueError if it cannot be encoded."""
        self._mail.put(write_line(message))

    def events(self) -> list[ProcessEvent]:
        """The messages since the last call, in order. `Gone` is the last one."""
        events = []
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
        self._thread.join(_CLOSE_SECONDS)
        if self._thread.is_alive():
            self.kill()
            self._thread.join(_CLOSE_SECONDS)

    # The methods below run in the threads.

    def _run(self) -> None:
        gone = ProcessEnded("it could not be watched")
        try:
            gone = self._live()
        except Exception as problem:  # no error may leave the client waiting
            log.exception("the computer players' process could not be watched")
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
        writing = Thread(target=self._write, args=(process.stdin,), name="to it", daemon=True)
        complaining = Thread(
            target=self._listen, args=(process.stderr,), name="its complaints", daemon=True
        )
        writing.start()
        complaining.start()
        why = self._read(process.stdout)
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.0 if why else _EXIT_SECONDS)
        process.kill()
        code = process.wait()
        process.stdout.close()
        self._mail.put(None)
        # A child process may hold a pipe open; it is not waited for.
        complaining.join(0.1)
        killed = not why and not self._killed and code in _KILL_CODES
        return ProcessEnded(why or self._complaint or f"it ended with {code}", killed)

    def _begin(self) -> "subprocess.Popen[bytes]":
        flags = child_process.NO_WINDOW
        if sys.platform == "win32":
            flags |= subprocess.BELOW_NORMAL_PRIORITY_CLASS
        return subprocess.Popen(
            self._line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=child_process.child_environment(),
            creationflags=flags,
        )

    def _read(self, lines: IO[bytes]) -> str:
        """Reads to the end; gives the reason if reading cannot go on."""
        while (line := lines.readline(MAX_LINE_BYTES)).endswith(b"\n"):
            try:
                message = read_line(line)
            except BadAnalysisJson as problem:
                log.error("the computer players' process says %.200r", line)
                return f"it talks nonsense ({problem})"
            self._heard.put(message)  # type: ignore[arg-type] # the worker looks at what it is
            if not isinstance(message, EngineHeartbeat):
                self._ring()
        return "a line of it has no end" if len(line) == MAX_LINE_BYTES else ""

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while (message := self._mail.get()) is not None:
                pipe.write(message)
                pipe.flush()

    def _listen(self, lines: IO[bytes]) -> None:
        with suppress(OSError, ValueError), lines:
            while line := lines.readline(MAX_LINE_BYTES):
                words = line.decode("utf-8", "replace").strip()
                log.info("computer players: %s", words)
                self._complaint = words[:_MAX_COMPLAINT_LENGTH] or self._complaint

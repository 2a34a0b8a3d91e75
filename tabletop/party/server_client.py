"""The process of the phone server as the table sees it: started, watched, started again."""

import logging
from collections.abc import Callable, Sequence
from math import inf
from threading import Thread
from typing import Final, Protocol, TypeAlias

import msgspec

from tabletop.party.messages import MAX_LINE_BYTES, Beat, FromServer, Opened, ToServer, to_json
from tabletop.system import process
from tabletop.system.child_process import (
    ChildProcess,
    ProcessEnded,
    RestartLimits,
    RestartPolicy,
)

log = logging.getLogger(__name__)

PROGRAM: Final = "tabletop.cli.party_process"
"""The module that the process runs."""
QUIET_SECONDS: Final = 10.0
"""Seconds without a message after which the process is killed; it beats every second."""
START_SECONDS: Final = 20.0
"""The same until its first message: Python may have to read from a cold disk."""
WELL_SECONDS: Final = 10.0
"""Seconds after which a process that has opened its port counts as a success."""
MAX_STEP_SECONDS: Final = 2.5
"""The most seconds between two checks that count: the table may have been suspended."""
MAX_UNSENT: Final = 2000
"""Messages that may wait for the process; with more it does not read and is killed."""

ServerEvent: TypeAlias = FromServer | ProcessEnded

_DECODER: Final = msgspec.json.Decoder(FromServer)


class ServerConnection(Protocol):
    """A run of the process; tests have one without a process."""

    @property
    def unsent(self) -> int: ...
    def say(self, message: ToServer) -> None: ...
    def events(self) -> Sequence[ServerEvent]: ...
    def kill(self) -> None: ...
    def close(self) -> None: ...


class ServerProcess(ChildProcess[FromServer]):
    """The phone server's process; only `close` blocks."""

    def __init__(self, ring: Callable[[], None], line: Sequence[str] = ()) -> None:
        """Starts the process. `ring` is called when a phone has done something."""
        super().__init__(
            "phones",
            line or process.module_command(PROGRAM),
            ring,
            read=_DECODER.decode,
            max_line_bytes=MAX_LINE_BYTES,
            wakes=lambda message: not isinstance(message, Beat),
        )

    def say(self, message: ToServer) -> None:
        """Queues a message."""
        self.write(to_json(message) + b"\n")


class ServerClient:
    """Keeps a phone server running while the table wants one. No method but `close` blocks."""

    def __init__(
        self, start: Callable[[], ServerConnection], limits: RestartLimits | None = None
    ) -> None:
        self._start = start
        self._restarts = RestartPolicy(limits or RestartLimits())
        self._child: ServerConnection | None = None
        self._leaving: list[ServerConnection] = []
        self._checked = -inf
        self._quiet = 0.0
        self._heard = False
        self._opened_at = inf

    @property
    def running(self) -> bool:
        return self._child is not None

    @property
    def trouble(self) -> str:
        """Why there is no process, once starts have failed in a row."""
        return self._restarts.why if self._restarts.in_vain else ""

    def say(self, message: ToServer) -> None:
        """Queues a message; dropped while there is no process, which is told everything anew."""
        if self._child is not None:
            self._child.say(message)

    def start_if_due(self, now: float) -> bool:
        """Starts a process if there is none and no pause; True if it did."""
        if self._child is not None or not self._restarts.may_start(now):
            return False
        self._child = self._start()
        self._checked, self._quiet, self._heard, self._opened_at = now, 0.0, False, inf
        return True

    def events(self, now: float) -> list[ServerEvent]:
        """What the process has said; `ProcessEnded` if it was lost."""
        child = self._child
        if child is None:
            return []
        events = list(child.events())
        passed, self._checked = min(max(0.0, now - self._checked), MAX_STEP_SECONDS), now
        self._quiet = 0.0 if events else self._quiet + passed
        if events:
            self._heard = True
        if any(isinstance(event, Opened) for event in events):
            self._opened_at = now
        if now - self._opened_at >= WELL_SECONDS:
            self._restarts.succeeded()
        if not any(isinstance(event, ProcessEnded) for event in events):
            why = self._stuck(child)
            if not why:
                return events
            child.kill()
            events.append(ProcessEnded(why))
        self._lost(child, next(each for each in events if isinstance(each, ProcessEnded)), now)
        return events

    def _stuck(self, child: ServerConnection) -> str:
        if self._quiet > (QUIET_SECONDS if self._heard else START_SECONDS):
            return "it hangs"
        return "it does not read" if child.unsent > MAX_UNSENT else ""

    def _lost(self, child: ServerConnection, end: ProcessEnded, now: float) -> None:
        level = logging.DEBUG if self._restarts.in_vain else logging.WARNING
        log.log(level, "the phones' process was lost: %s", end.why)
        self._child = None
        self._leaving = [*self._leaving[-2:], child]
        self._restarts.failed(now, end.why, RestartLimits().killed if end.killed else 1.0)

    def stop(self) -> None:
        """Ends the process without waiting for it."""
        Thread(target=self.close, name="phones: end", daemon=True).start()

    def close(self) -> None:
        """Ends the process, and waits briefly."""
        children = [*self._leaving, *([self._child] if self._child is not None else [])]
        self._child, self._leaving = None, []
        for child in children:
            child.close()

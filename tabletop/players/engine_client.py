"""The client of the engine process: its pipes, requests, timeouts, restarts and fallback plies.

`EngineProcess` is one run of the process, `EngineClient` restarts it and repeats requests, and
`EngineService` holds the requests of the scenes by their numbers.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, Protocol, TypeAlias

from msgspec.structs import replace

from tabletop.engine import Game, say
from tabletop.engine.analysis import (
    Analysis,
    AnalysisProgress,
    AnalysisRequest,
    BadAnalysisJson,
    EngineHealth,
    EngineUpdate,
)
from tabletop.players.engine_server import fallback_move
from tabletop.players.protocol import (
    MAX_LINE_BYTES,
    Answer,
    Ask,
    EngineHeartbeat,
    FromEngine,
    Ready,
    SearchStatus,
    Stop,
    ToEngine,
    WarmUp,
    read_line,
    write_line,
)
from tabletop.system import process
from tabletop.system.child_process import (
    ChildProcess,
    ProcessEnded,
    RestartLimits,
    RestartPolicy,
)

log = logging.getLogger(__name__)

PROGRAM: Final = "tabletop.cli.engine_process"
"""The module that the process runs."""

ProcessEvent: TypeAlias = FromEngine | ProcessEnded


class EngineConnection(Protocol):
    """A run of the engine process as the client needs it; tests have one without a process."""

    def say(self, message: ToEngine) -> None: ...
    def events(self) -> Sequence[ProcessEvent]: ...
    def kill(self) -> None: ...
    def close(self) -> None: ...


def engine_command(data_dir: Path, cores: int) -> list[str]:
    """The command line that starts the process."""
    return process.module_command(PROGRAM, str(data_dir), str(cores))


class EngineProcess(ChildProcess[FromEngine]):
    """The engine process; only `close` blocks."""

    def __init__(self, line: Sequence[str], ring: Callable[[], None]) -> None:
        """Starts the process. `ring` is called when there is a message."""
        super().__init__(
            "computer players",
            line,
            ring,
            read=_read_report,
            max_line_bytes=MAX_LINE_BYTES,
            wakes=lambda message: not isinstance(message, EngineHeartbeat),
            low_priority=True,
        )

    def say(self, message: ToEngine) -> None:
        """Queues a message; ValueError if it cannot be encoded."""
        self.write(write_line(message))


def _read_report(line: bytes) -> FromEngine:
    message = read_line(line)
    if isinstance(message, ToEngine):
        raise BadAnalysisJson("it sends a request")
    return message


@dataclass(frozen=True, slots=True)
class EngineTimeouts(RestartLimits):
    """Timeouts of the engine process, in seconds unless stated otherwise."""

    start: float = 15.0
    """From its start until it listens; Python may have to read from a cold disk."""
    quiet: float = 8.0
    """Without any message while it has a request."""
    stuck: float = 20.0
    """Without progress, though it sends messages; it may be loading a library meanwhile..."""
    budgets: float = 3.0
    """...plus so many budgets of the request."""
    tries: int = 5
    """How often a process may be lost over one request."""
    max_failures_before_fallback: int = 5
    """Failed starts in a row before fallback plies are used."""


MAX_POLL_SECONDS: Final = 2.5
"""The most seconds between two checks that count: the window may have been suspended."""


class ResponseTimer:
    """Measures how long a process has been silent, and how long it made no progress."""

    def __init__(self, limits: EngineTimeouts, now: float) -> None:
        self._limits = limits
        self._looked = now
        self._quiet = 0.0
        self._stuck = 0.0
        self._slices = 0

    def begin(self) -> None:
        """Resets after a start or a request."""
        self._quiet = self._stuck = 0.0

    def pass_time(self, now: float) -> None:
        passed, self._looked = min(now - self._looked, MAX_POLL_SECONDS), now
        self._quiet += passed
        self._stuck += passed

    def message_received(self, *, progress: bool) -> None:
        self._quiet = 0.0
        if progress:
            self._stuck = 0.0

    def beat(self, slices: int) -> None:
        """A heartbeat with an amount of work, which is progress if it has changed."""
        self.message_received(progress=slices != self._slices)
        self._slices = slices

    @property
    def start_timed_out(self) -> bool:
        return self._quiet > self._limits.start

    def timed_out(self, budget: float) -> bool:
        """Whether a process with a budget of so many seconds has timed out."""
        longest = self._limits.stuck + self._limits.budgets * budget
        return self._quiet > self._limits.quiet or self._stuck > longest


FALLBACK_NOTICE: Final = say(
    "thinking.given_up",
    "The computer player failed and made one move without thinking.",
)


@dataclass(slots=True)
class _PendingRequest:
    """A pending request."""

    number: int
    question: AnalysisRequest
    lost: float = 0.0
    """How often the process was lost over it; a killed process counts little."""
    sent: bool = False
    stopped: bool = False
    dropped: bool = False
    guessing: bool = False
    best: Analysis | None = None
    """The last reported analysis."""


class Engine:
    """The source of analyses. This one has none: a replayed session has them in its recording."""

    def warm(self, game: str) -> None: ...

    def ask(self, number: int, question: AnalysisRequest) -> None: ...

    def stop(self, number: int) -> None: ...

    def drop(self, number: int) -> None: ...

    def news(self) -> EngineUpdate | None:
        return None

    def close(self) -> None: ...


class EngineClient(Engine):
    """Runs the engine process, sends it one request at a time, and repeats requests after a crash.

    All methods are called by the main loop's thread, and none blocks. If the engine fails, a
    fallback ply is used so that the game goes on.
    """

    def __init__(
        self,
        start: Callable[[], EngineConnection],
        find: Callable[[str], Game],
        ring: Callable[[], None],
        now: Callable[[], float] = time.monotonic,
        limits: EngineTimeouts | None = None,
        *,
        ponders: bool = False,
    ) -> None:
        """`start` starts a process, `find` finds a game by its key, `ring` wakes the main loop.

        With `ponders` the process goes on thinking after a ply that it chose.
        """
        self._start = start
        self._find = find
        self._ring = ring
        self._now = now
        self._limits = limits or EngineTimeouts()
        self._starts = RestartPolicy(self._limits)
        self._ponders = ponders
        self._coming: AnalysisRequest | None = None
        self._pondered = 0
        self._child: EngineConnection | None = None
        self._leaving: list[EngineConnection] = []
        self._ready = False
        self._wanted = False
        self._closed = False
        self._current: _PendingRequest | None = None
        self._queue: list[_PendingRequest] = []
        self._warm: dict[str, None] = {}
        self._timer = ResponseTimer(self._limits, now())
        self._changed: dict[int, AnalysisProgress] = {}
        self._guessed: SimpleQueue[tuple[int, AnalysisProgress]] = SimpleQueue()
        self._told = EngineHealth()
        self._compiled: frozenset[str] = frozenset()
        self._restarts = 0
        self._weak: dict[str, str] = {}
        self._given_up = ""

    # -- requests -----------------------------------------------------------------------------

    def warm(self, game: str) -> None:
        """Has the process load a game's search."""
        self._wanted = True
        if game not in self._warm:
            self._warm[game] = None
            if self._child is not None:
                self._child.say(WarmUp(game))
        self._go_on()

    def ask(self, number: int, question: AnalysisRequest) -> None:
        """Queues a request; pondering gives way to any other request."""
        self._wanted = True
        asked = _PendingRequest(number, question)
        if question.ponder:
            for other in [each for each in self._queue if each.question.ponder]:
                self._finish(other, AnalysisProgress(None, done=True))
        self._queue.append(asked)
        if self._current is not None and self._current.question.ponder:
            self._stop(self._current)
        self._go_on()

    def stop(self, number: int) -> None:
        """Has a request answered now, or as soon as its turn comes."""
        for asked in (self._current, *self._queue):
            if asked is not None and asked.number == number:
                self._stop(asked)

    def drop(self, number: int) -> None:
        """Cancels a request, and stops the process if it is working on it."""
        self._queue = [each for each in self._queue if each.number != number]
        self._changed.pop(number, None)
        if self._current is not None and self._current.number == number:
            self._current.dropped = True
            self._stop(self._current)
        self._go_on()

    def news(self) -> EngineUpdate | None:
        """The changes since the last call; called in every turn of the loop."""
        if not self._wanted:
            return None
        self._timer.pass_time(self._now())
        child = self._child
        for event in child.events() if child is not None else ():
            self._take(event)
        self._take_fallbacks()
        if self._child is not None and self._child is child:
            self._check_timeouts()
        self._go_on()
        progress, self._changed = self._changed, {}
        before, self._told = self._told, self._health()
        return EngineUpdate(progress, self._told if self._told != before else None)

    def close(self) -> None:
        """Ends the process, and waits briefly."""
        self._closed = True
        self._queue, self._current = [], None
        children = [*self._leaving, *([self._child] if self._child is not None else [])]
        self._child, self._leaving = None, []
        for child in children:
            child.close()

    # -- reports ------------------------------------------------------------------------------

    def _take(self, event: ProcessEvent) -> None:
        self._timer.message_received(progress=isinstance(event, Answer | SearchStatus))
        match event:
            case Ready():
                self._ready = True
            case EngineHeartbeat(slices):
                self._timer.beat(slices)
            case Answer(number, progress):
                self._starts.succeeded()
                self._answered(number, progress)
            case SearchStatus(game, compiled, slow):
                self._starts.succeeded()
                self._searches(game, compiled, slow)
            case ProcessEnded(why, killed):
                self._handle_exit(why, self._limits.killed if killed else 1.0)

    def _answered(self, number: int, progress: AnalysisProgress) -> None:
        asked = self._current
        if asked is None or asked.number != number:
            return  # a late message of a stopped process
        if progress.done and progress.thought is None and not asked.question.ponder:
            log.error("no thought about %r: %s", asked.question, progress.problem)
            if not asked.dropped:
                self._start_fallback(asked)
                return
        if progress.done:
            self._given_up = ""
            self._finish(asked, progress)
            if self._ponders and progress.thought is not None and not asked.question.ponder:
                plies = (*asked.question.plies, progress.thought.move)
                self._coming = replace(asked.question, plies=plies, ponder=True)
        elif not asked.dropped:
            self._changed[number] = progress
            asked.best = progress.thought

    def _searches(self, game: str, compiled: bool, slow: str) -> None:
        others = self._compiled - {game}
        self._compiled = others | {game} if compiled else others
        self._weak.pop(game, None)
        if slow:
            self._weak[game] = slow

    def _take_fallbacks(self) -> None:
        while True:
            try:
                number, progress = self._guessed.get_nowait()
            except Empty:
                return
            if self._current is not None and self._current.number == number:
                if progress.thought is not None and not self._use_fallback:
                    self._given_up = FALLBACK_NOTICE
                self._finish(self._current, progress)

    def _finish(self, asked: _PendingRequest, progress: AnalysisProgress) -> None:
        if not asked.dropped:
            self._changed[asked.number] = progress
        if asked is self._current:
            self._current = None
        else:
            self._queue.remove(asked)

    # -- the process --------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Starts the process if needed, and sends the next request."""
        if self._closed:
            return
        if self._child is None and self._wanted and self._starts.may_start(self._now()):
            self._begin()
        if self._current is None and self._queue:
            thought = [each for each in self._queue if not each.question.ponder]
            self._current = (thought or self._queue)[0]
            self._queue.remove(self._current)
        if self._current is None and self._coming is not None:
            # Its answer is not used, and it is not repeated. Its number is below 0 and
            # unique, or a late stop would stop the next one.
            self._pondered -= 1
            self._current = _PendingRequest(self._pondered, self._coming, dropped=True)
            self._coming = None
        asked = self._current
        if asked is None or asked.guessing:
            return
        if asked.lost >= self._limits.tries or (self._child is None and self._use_fallback):
            self._start_fallback(asked)
        elif self._child is not None and not asked.sent:
            asked.sent = True
            self._timer.begin()
            self._child.say(Ask(asked.number, asked.question))
            if asked.stopped:
                self._child.say(Stop(asked.number))

    def _begin(self) -> None:
        self._timer.begin()
        self._ready = False
        self._child = self._start()
        for game in self._warm:
            self._child.say(WarmUp(game))

    def _stop(self, asked: _PendingRequest) -> None:
        if asked.sent and not asked.stopped and self._child is not None:
            self._child.say(Stop(asked.number))
        asked.stopped = True

    def _check_timeouts(self) -> None:
        """Ends a process that has timed out."""
        asked = self._current
        if not self._ready:
            lost = self._timer.start_timed_out
        elif asked is not None and asked.sent:
            lost = self._timer.timed_out(asked.question.seconds or 0.0)
        else:
            return
        if lost and self._child is not None:
            self._child.kill()
            self._handle_exit("it hangs", 1.0)

    def _handle_exit(self, why: str, weight: float) -> None:
        """Handles the end of the process; its last request is repeated."""
        news = logging.DEBUG if self._use_fallback else logging.ERROR
        log.log(news, "the computer players' process was lost: %s", why)
        self._leaving = [*self._leaving[-2:], *([self._child] if self._child is not None else [])]
        self._child = None
        self._starts.failed(self._now(), why, weight)
        if self._current is not None:
            if self._current.dropped:
                self._finish(self._current, AnalysisProgress(None, done=True))
            else:
                self._current.lost += weight * (self._ready and self._current.sent)
                self._current.sent = False
        self._ready = False
        self._compiled = frozenset()
        self._restarts += 1

    def _start_fallback(self, asked: _PendingRequest) -> None:
        """Finds a fallback ply in a thread, because replaying a long match takes time.

        The last reported analysis is preferred, if there is one.
        """
        if asked.best is not None:
            self._finish(asked, AnalysisProgress(asked.best, done=True))
            return
        asked.guessing = True

        def work() -> None:
            try:
                progress = fallback_move(self._find, asked.question)
            except Exception as problem:  # an error in a game must not leave the table waiting
                log.exception("no ply could be guessed")
                progress = AnalysisProgress(None, done=True, problem=type(problem).__name__)
            self._guessed.put((asked.number, progress))
            self._ring()

        Thread(target=work, name="guess", daemon=True).start()

    def _health(self) -> EngineHealth:
        weak = next(iter(self._weak.values()), "")
        return EngineHealth(
            running=self._ready,
            compiled=self._compiled,
            slow=self._start_problem or self._given_up or weak,
            restarts=self._restarts,
        )

    @property
    def _use_fallback(self) -> bool:
        """Whether fallback plies should be used."""
        return self._starts.failures >= self._limits.max_failures_before_fallback

    @property
    def _start_problem(self) -> str:
        """Why there is no process; empty while restarts are tried."""
        if not self._starts.in_vain:
            return ""
        words = "The computer players can’t start: {why}. They move without thinking."
        return say("thinking.no_start", words, why=self._starts.why)


class EngineService:
    """Requests by their numbers with their progress; implements `AnalysisService`.

    Its visible state changes only in `hear`, once in a turn of the loop, so that a session can be
    recorded and replayed without a process.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._asked = 0
        self._open: dict[int, AnalysisProgress] = {}
        self.health = EngineHealth()
        """The state of the process at the beginning of this turn of the loop."""

    def warm(self, game: str) -> None:
        """Announces that this game will be asked about soon; starts the process if needed."""
        self._engine.warm(game)

    def ask(self, question: AnalysisRequest) -> int:
        """Queues a request and gives its number."""
        self._asked += 1
        self._open[self._asked] = AnalysisProgress(None)
        self._engine.ask(self._asked, question)
        return self._asked

    def progress(self, number: int) -> AnalysisProgress:
        dropped = say("thinking.dropped", "The analysis was stopped.")
        return self._open.get(number) or AnalysisProgress(None, done=True, problem=dropped)

    def stop(self, number: int) -> None:
        """Ends an analysis early: the answer is the best so far."""
        if number in self._open:
            self._engine.stop(number)

    def drop(self, number: int) -> None:
        """Cancels a request and forgets it."""
        if self._open.pop(number, None) is not None:
            self._engine.drop(number)

    def close(self) -> None:
        """Ends the process, if there is one."""
        self._engine.close()

    # -- what the loop calls ------------------------------------------------------------------

    def news(self) -> EngineUpdate | None:
        """The updates since the last turn; None for nothing."""
        return self._engine.news()

    def hear(self, news: EngineUpdate | None) -> None:
        """Makes updates visible."""
        if news is None:
            return
        for number, progress in news.progress.items():
            if number in self._open:
                self._open[number] = progress
        self.health = news.health or self.health


def start_engine_service(
    data_dir: Path,
    cores: int,
    find: Callable[[str], Game],
    ring: Callable[[], None],
    *,
    ponders: bool = False,
) -> EngineService:
    """The service with a process of its own, which starts with the first request.

    `ring` wakes the main loop; the process uses `cores` cores. With `ponders` it thinks while
    others are to move.
    """
    line = engine_command(data_dir, cores)
    return EngineService(
        EngineClient(lambda: EngineProcess(line, ring), find, ring, ponders=ponders)
    )

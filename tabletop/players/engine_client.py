"""How long one waits for a process that hangs or fails, and when it is started again.

One question at a time for the computer players' process, whatever becomes of the process.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from msgspec.structs import replace

from tabletop.engine import Game, say
from tabletop.engine.analysis import (
    Analysis,
    AnalysisProgress,
    AnalysisRequest,
    EngineHealth,
    EngineUpdate,
)
from tabletop.players.engine_process import EngineConnection, ProcessEnded, ProcessEvent
from tabletop.players.position_replay import fallback_move
from tabletop.players.protocol import (
    Answer,
    Ask,
    EngineHeartbeat,
    Ready,
    SearchStatus,
    Stop,
    WarmUp,
)


@dataclass(frozen=True, slots=True)
class EngineTimeouts:
    """How patient one is with a process, in seconds where nothing else is said."""

    start: float = 15.0
    """From its start until it listens: Python reads its files from a cold disk."""
    quiet: float = 8.0
    """Without a word while it is asked something."""
    stuck: float = 20.0
    """Without progress, though it talks; it may be loading a library meanwhile..."""
    budgets: float = 3.0
    """...and so many budgets more."""
    tries: int = 5
    """Times that a process may be lost over one question."""
    in_vain: int = 3
    """Starts in a row that may fail at once, before there are pauses."""
    within: float = 60.0
    """A row of failures ends with so long a time without any."""
    first_pause: float = 0.5
    """After the last of them; each further failure doubles it."""
    longest_pause: float = 30.0
    killed: float = 0.125
    """What one counts for that somebody has killed: it is not to blame."""
    hopeless: int = 5
    """Starts in a row that may fail before plies are guessed."""


MAX_POLL_SECONDS: Final = 2.5
"""Seconds between two looks that count at most: a window that slept has heard nobody."""


class ResponseTimer:
    """How long a process has been silent, and how long it has got nowhere."""

    def __init__(self, limits: EngineTimeouts, now: float) -> None:
        self._limits = limits
        self._looked = now
        self._quiet = 0.0
        self._stuck = 0.0
        self._slices = 0

    def begin(self) -> None:
        """It has been started, or asked something."""
        self._quiet = self._stuck = 0.0

    def pass_time(self, now: float) -> None:
        passed, self._looked = min(now - self._looked, MAX_POLL_SECONDS), now
        self._quiet += passed
        self._stuck += passed

    def heard(self) -> None:
        """It has said something."""
        self._quiet = 0.0

    def went_on(self) -> None:
        """It has done something."""
        self._stuck = 0.0

    def beat(self, slices: int) -> None:
        """It says how much it has done."""
        if slices != self._slices:
            self.went_on()
        self._slices = slices

    @property
    def starts_in_vain(self) -> bool:
        """Whether it should listen by now, if it has not."""
        return self._quiet > self._limits.start

    def hangs(self, budget: float) -> bool:
        """Whether one that thinks for so many seconds should be given up."""
        longest = self._limits.stuck + self._limits.budgets * budget
        return self._quiet > self._limits.quiet or self._stuck > longest


class RestartPolicy:
    """Counts the starts that led to nothing, and says when the next one may be tried."""

    def __init__(self, limits: EngineTimeouts) -> None:
        self._limits = limits
        self._failures = 0.0
        self._failed_at = 0.0
        self._why = ""

    def went_well(self) -> None:
        """The process did what it is there for."""
        self._failures = 0.0

    def went_wrong(self, now: float, why: str, weight: float = 1.0) -> None:
        """It was lost; long after the last one this begins a new row."""
        if self._failures and now - self._failed_at > self._limits.within + self._pause:
            self._failures = 0.0
        self._failures += weight
        self._failed_at = now
        self._why = why

    def may(self, now: float) -> bool:
        """Whether it is time to start one."""
        return now - self._failed_at >= self._pause

    @property
    def hopeless(self) -> bool:
        """Whether nobody should wait for the next start."""
        return self._failures >= self._limits.hopeless

    @property
    def problem(self) -> str:
        """Why there is no process, in words; empty while there is hope."""
        if self._failures < self._limits.in_vain:
            return ""
        words = "The computer players' program cannot be started ({why}), so they do not think."
        return say("thinking.no_start", words, why=self._why)

    @property
    def _pause(self) -> float:
        more = self._failures - self._limits.in_vain
        if more < 0:
            return 0.0
        doubled = self._limits.first_pause * 2.0 ** min(int(more), 20)
        return min(doubled, self._limits.longest_pause)


log = logging.getLogger(__name__)

FALLBACK_NOTICE: Final = say(
    "thinking.given_up",
    "The computer players' program failed over a ply, which was played unthinkingly.",
)


@dataclass(slots=True)
class _PendingRequest:
    """A question that is not answered yet."""

    number: int
    question: AnalysisRequest
    lost: float = 0.0
    """How often the process was lost over it; a process that was killed counts little."""
    sent: bool = False
    stopped: bool = False
    dropped: bool = False
    guessing: bool = False
    best: Analysis | None = None
    """What was thought when it was last heard of."""


class EngineClient:
    """Keeps a process that thinks, asks it, and asks a new one again where it was lost.

    Everything is called by the main loop's thread, and nothing waits. A ply that nobody can think
    about is guessed, so that the game goes on.
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

        With `ponders` the process thinks on about what may come after a ply that it chose.
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
        self._patience = ResponseTimer(self._limits, now())
        self._changed: dict[int, AnalysisProgress] = {}
        self._guessed: SimpleQueue[tuple[int, AnalysisProgress]] = SimpleQueue()
        self._told = EngineHealth()
        self._compiled: frozenset[str] = frozenset()
        self._restarts = 0
        self._weak: dict[str, str] = {}
        self._given_up = ""

    # -- what is asked of it ------------------------------------------------------------------

    def warm(self, game: str) -> None:
        """Has the process load a game's search."""
        self._wanted = True
        if game not in self._warm:
            self._warm[game] = None
            if self._child is not None:
                self._child.say(WarmUp(game))
        self._go_on()

    def ask(self, number: int, question: AnalysisRequest) -> None:
        """Puts a question at the end of those that wait; a pondered one gives way to any other."""
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
        """Has a question answered now, or as soon as its turn comes."""
        for asked in self._all():
            if asked.number == number:
                self._stop(asked)

    def drop(self, number: int) -> None:
        """Forgets a question. The process is told to stop thinking about it."""
        self._queue = [each for each in self._queue if each.number != number]
        self._changed.pop(number, None)
        if self._current is not None and self._current.number == number:
            self._current.dropped = True
            self._stop(self._current)
        self._go_on()

    def news(self) -> EngineUpdate:
        """What has changed since the last call; called in every turn of the loop."""
        self._patience.pass_time(self._now())
        child = self._child
        for event in child.events() if child is not None else ():
            self._take(event)
        self._take_guesses()
        if self._child is not None and self._child is child:
            self._watch()
        self._go_on()
        progress, self._changed = self._changed, {}
        before, self._told = self._told, self._health()
        return EngineUpdate(progress, self._told if self._told != before else None)

    def close(self) -> None:
        """Ends the process, and waits for that a moment."""
        self._closed = True
        self._queue, self._current = [], None
        children = [*self._leaving, *([self._child] if self._child is not None else [])]
        self._child, self._leaving = None, []
        for child in children:
            child.close()

    # -- what comes ---------------------------------------------------------------------------

    def _take(self, event: ProcessEvent) -> None:
        self._patience.heard()
        match event:
            case Ready():
                self._ready = True
            case EngineHeartbeat(slices):
                self._patience.beat(slices)
            case Answer(number, progress):
                self._patience.went_on()
                self._starts.went_well()
                self._answered(number, progress)
            case SearchStatus(game, compiled, slow):
                self._patience.went_on()
                self._starts.went_well()
                self._searches(game, compiled, slow)
            case ProcessEnded(why, killed):
                self._lose(why, self._limits.killed if killed else 1.0)

    def _answered(self, number: int, progress: AnalysisProgress) -> None:
        asked = self._current
        if asked is None or asked.number != number:
            return  # the last word of one that was given up
        if progress.done and progress.thought is None and not asked.question.ponder:
            log.error("no thought about %r: %s", asked.question, progress.problem)
            if not asked.dropped:
                self._guess(asked)
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

    def _take_guesses(self) -> None:
        while True:
            try:
                number, progress = self._guessed.get_nowait()
            except Empty:
                return
            if self._current is not None and self._current.number == number:
                if progress.thought is not None and not self._starts.hopeless:
                    self._given_up = FALLBACK_NOTICE
                self._finish(self._current, progress)

    def _finish(self, asked: _PendingRequest, progress: AnalysisProgress) -> None:
        if not asked.dropped:
            self._changed[asked.number] = progress
        if asked is self._current:
            self._current = None
        else:
            self._queue.remove(asked)

    # -- what is done -------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Starts what has to be started, and asks what is to be asked next."""
        if self._closed:
            return
        if self._child is None and self._wanted and self._starts.may(self._now()):
            self._begin()
        if self._current is None and self._queue:
            thought = [each for each in self._queue if not each.question.ponder]
            self._current = (thought or self._queue)[0]
            self._queue.remove(self._current)
        if self._current is None and self._coming is not None:
            # Nobody waits for its answer, and it is not asked again. Its number is below 0 and
            # its own, or a stop that comes late would stop the next one.
            self._pondered -= 1
            self._current = _PendingRequest(self._pondered, self._coming, dropped=True)
            self._coming = None
        asked = self._current
        if asked is None or asked.guessing:
            return
        if asked.lost >= self._limits.tries or (self._child is None and self._starts.hopeless):
            self._guess(asked)
        elif self._child is not None and not asked.sent:
            asked.sent = True
            self._patience.begin()
            self._child.say(Ask(asked.number, asked.question))
            if asked.stopped:
                self._child.say(Stop(asked.number))

    def _begin(self) -> None:
        self._patience.begin()
        self._ready = False
        self._child = self._start()
        for game in self._warm:
            self._child.say(WarmUp(game))

    def _stop(self, asked: _PendingRequest) -> None:
        if asked.sent and not asked.stopped and self._child is not None:
            self._child.say(Stop(asked.number))
        asked.stopped = True

    def _watch(self) -> None:
        """Gives a process up that says nothing or does nothing, where it should."""
        asked = self._current
        if not self._ready:
            lost = self._patience.starts_in_vain
        elif asked is not None and asked.sent:
            lost = self._patience.hangs(asked.question.seconds or 0.0)
        else:
            return
        if lost and self._child is not None:
            self._child.kill()
            self._lose("it hangs", 1.0)

    def _lose(self, why: str, weight: float) -> None:
        """The process has gone; what it was asked last is asked again."""
        news = logging.DEBUG if self._starts.hopeless else logging.ERROR
        log.log(news, "the computer players' process was lost: %s", why)
        self._leaving = [*self._leaving[-2:], *([self._child] if self._child is not None else [])]
        self._child = None
        self._starts.went_wrong(self._now(), why, weight)
        if self._current is not None:
            if self._current.dropped:
                self._finish(self._current, AnalysisProgress(None, done=True))
            else:
                self._current.lost += weight * (self._ready and self._current.sent)
                self._current.sent = False
        self._ready = False
        self._compiled = frozenset()
        self._restarts += 1

    def _guess(self, asked: _PendingRequest) -> None:
        """Has a ply guessed, in a thread: a long match takes a moment to be played again.

        What was thought before the process was lost is better than a guess.
        """
        if asked.best is not None:
            self._finish(asked, AnalysisProgress(asked.best, done=True))
            return
        asked.guessing = True

        def work() -> None:
            try:
                progress = fallback_move(self._find, asked.question)
            except Exception as problem:  # a fault of a game must not leave the table waiting
                log.exception("no ply could be guessed")
                progress = AnalysisProgress(None, done=True, problem=type(problem).__name__)
            self._guessed.put((asked.number, progress))
            self._ring()

        Thread(target=work, name="guess", daemon=True).start()

    def _all(self) -> list[_PendingRequest]:
        return [*([self._current] if self._current is not None else []), *self._queue]

    def _health(self) -> EngineHealth:
        weak = next(iter(self._weak.values()), "")
        return EngineHealth(
            running=self._ready,
            compiled=self._compiled,
            slow=self._starts.problem or self._given_up or weak,
            restarts=self._restarts,
        )

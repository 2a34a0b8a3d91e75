"""The server in the engine process: reads requests and writes analyses.

It replays the position of a request by the rules. A fallback ply is found without a search.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from random import Random
from threading import Event, Lock, Thread
from typing import IO, Any, Final, Protocol

from msgspec.structs import replace

from tabletop.engine import CHANCE, BadNotation, Game
from tabletop.engine.analysis import Analysis, AnalysisProgress, AnalysisRequest, BadAnalysisJson
from tabletop.players.protocol import (
    MAX_LINE_BYTES,
    Answer,
    Ask,
    EngineHeartbeat,
    FromEngine,
    Ready,
    SearchStatus,
    Stop,
    WarmUp,
    read_line,
    write_line,
)


class PositionReplay:
    """Caches the match of the last request, so that only new plies are played."""

    def __init__(self) -> None:
        self._start: tuple[Any, ...] = ()
        self._plies: list[str] = []
        self._states: list[Any] = []

    def state(self, game: Game, question: AnalysisRequest) -> Any:
        """The state after all plies; BadNotation or ValueError if they are impossible."""
        options = tuple(sorted(question.options.items()))
        start = (game.key, question.seats, options, question.position)
        if start != self._start:
            self._start, self._plies = (), []
            text, seats = question.position, question.seats
            if text:
                self._states = [game.read_state(text, seats, **question.options)]
            else:
                self._states = [game.start(seats, **question.options)]
            self._start = start
        known = 0
        for before, now in zip(self._plies, question.plies, strict=False):
            if before != now:
                break
            known += 1
        del self._plies[known:], self._states[known + 1 :]
        for text in question.plies[known:]:
            state = self._states[-1]
            move = game.read_move(text)
            if move not in state.moves():
                raise BadNotation(f"ply {len(self._plies)}, {text[:40]!r}, is not legal")
            self._states.append(state.play(move))
            self._plies.append(text)
        return self._states[-1]


def fallback_move(find: Callable[[str], Game], question: AnalysisRequest) -> AnalysisProgress:
    """Any legal ply, or why there is none."""
    try:
        state = PositionReplay().state(find(question.game), question)
        moves = [str(move) for move in state.moves()]
    except (KeyError, ValueError) as problem:
        return AnalysisProgress(
            None, done=True, problem=str(problem.args[0] if problem.args else problem)
        )
    if not moves:
        return AnalysisProgress(None, done=True, problem="there is no ply to play")
    luck = Random(f"{question.seed}:{len(question.plies)}")
    chosen = moves[int(luck.random() * len(moves))]
    even = (1 / question.seats,) * question.seats
    return AnalysisProgress(Analysis(chosen, even, guessed=True), done=True)


log = logging.getLogger(__name__)

HEARTBEAT_SECONDS: Final = 1.0
"""Seconds between two heartbeats while there is work."""
REPORT_SECONDS: Final = 0.15
"""The least seconds between two progress reports."""
REPORTED_CANDIDATES: Final = 3
"""The candidates in a progress report."""
MAX_COMPUTERS: Final = 4
"""The most computer players that are kept with their trees, of up to 90 MB each."""
MAX_OVERRUN_SECONDS: Final = 5.0
"""The timeout of a search in seconds, beside three times its budget."""
MAX_PONDER_SECONDS: Final = 60.0
"""The longest pondering in seconds."""


class Analyst(Protocol):
    """A computer player as the server needs it."""

    def think(
        self,
        state: Any,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: Callable[[], bool] | None = None,
        report: Callable[[Analysis], None] | None = None,
    ) -> Analysis: ...


@dataclass(frozen=True, slots=True)
class ServerTools:
    """The dependencies of the server."""

    find: Callable[[str], Game]
    """Finds a game by its key; KeyError."""
    mind: Callable[[Game, str, int], Analyst]
    """Makes a computer player for a game, a level ("" is the strongest) and a seed."""
    compiled: Callable[[Game], tuple[bool, str]]
    """Whether a game's search is compiled, and if it never will be, why."""


class EngineServer:
    """Answers the requests of one client, one after the other, until its end."""

    def __init__(self, tools: ServerTools, out: IO[bytes]) -> None:
        self._tools = tools
        self._out = out
        self._saying = Lock()
        self._work: SimpleQueue[Ask | WarmUp | None] = SimpleQueue()
        self._stopped: set[int] = set()
        self._busy = Event()
        self._over = Event()
        self._slices = 0
        self._past = PositionReplay()
        self._match: tuple[Any, ...] = ()
        self._minds: OrderedDict[str, Analyst] = OrderedDict()
        """By their levels."""

    def run(self, lines: IO[bytes], gone: Callable[[], None]) -> None:
        """Works until `lines` end; then `gone` is called from another thread."""

        def listen() -> None:
            try:
                self._listen(lines)
            finally:
                self._over.set()
                self._busy.set()
                self._work.put(None)
                gone()

        beat = Thread(target=self._send_heartbeats, name="beat", daemon=True)
        beat.start()
        Thread(target=listen, name="listen", daemon=True).start()
        self._send(Ready())
        while (work := self._work.get()) is not None:
            self._busy.set()
            match work:
                case Ask(number, question):
                    self._answer(number, question)
                case WarmUp(key):
                    self._load(key)
            self._slices += 1
            if self._work.empty() and not self._over.is_set():
                self._busy.clear()
        self._busy.set()
        beat.join()

    # -- other threads --------------------------------------------------------------------------

    def _listen(self, lines: IO[bytes]) -> None:
        while line := lines.readline(MAX_LINE_BYTES):
            try:
                message = read_line(line)
            except BadAnalysisJson as problem:
                log.error("a line is not understood: %s", problem)
                continue
            match message:
                case Ask() | WarmUp():
                    self._work.put(message)
                case Stop(number):
                    self._stopped.add(number)

    def _send_heartbeats(self) -> None:
        while self._busy.wait() and not self._over.is_set():
            self._send(EngineHeartbeat(self._slices))
            self._over.wait(HEARTBEAT_SECONDS)

    def _send(self, message: FromEngine) -> None:
        line = write_line(message)
        with self._saying, suppress(OSError):  # the client has gone
            self._out.write(line)
            self._out.flush()

    # -- the work -------------------------------------------------------------------------------

    def _answer(self, number: int, question: AnalysisRequest) -> None:
        try:
            thought = self._think(number, question)
            progress = AnalysisProgress(thought, done=True)
        except (ValueError, KeyError) as problem:  # nothing to analyse
            why = problem.args[0] if problem.args else type(problem).__name__
            progress = AnalysisProgress(None, done=True, problem=str(why))
        except Exception as fault:  # an error in one request must not affect the next
            log.exception("no thought about %r", question)
            progress = AnalysisProgress(None, done=True, problem=f"{type(fault).__name__}: {fault}")
        self._stopped.discard(number)
        self._send(Answer(number, progress))

    def _think(self, number: int, question: AnalysisRequest) -> Analysis:
        game = self._tools.find(question.game)
        state = self._past.state(game, question)
        if not state.moves():
            raise ValueError("there is no ply to play")
        seconds = question.seconds
        if question.ponder and question.playouts is None:
            seconds = MAX_PONDER_SECONDS
        began = told_at = time.monotonic()
        longest = MAX_OVERRUN_SECONDS + 3 * seconds if seconds is not None else None

        def stop() -> bool:
            self._slices += 1
            late = longest is not None and time.monotonic() - began > longest
            return late or number in self._stopped or self._over.is_set()

        def report(thought: Analysis) -> None:
            nonlocal told_at
            if time.monotonic() - told_at >= REPORT_SECONDS:
                told_at = time.monotonic()
                self._send(Answer(number, AnalysisProgress(_shortened(thought))))

        mind = self._computer(game, question)
        thought = mind.think(
            state, seconds=seconds, playouts=question.playouts, stop=stop, report=report
        )
        self._send_search_status(game)
        return thought

    def _computer(self, game: Game, question: AnalysisRequest) -> Analyst:
        """The computer player of this match, with its tree.

        Those of an earlier match are dropped, because their trees are large.
        """
        options = tuple(sorted(question.options.items()))
        match = (game.key, question.seats, options, question.position, question.seed)
        if match != self._match:
            self._match = match
            self._minds.clear()
        mind = self._minds.pop(question.level, None)
        if mind is None:
            mind = self._tools.mind(game, question.level, question.seed)
        self._minds[question.level] = mind
        while len(self._minds) > MAX_COMPUTERS:
            self._minds.popitem(last=False)
        return mind

    def _load(self, key: str) -> None:
        """Loads a game's search by a short analysis."""
        try:
            game = self._tools.find(key)
            if game.kind == "board":
                state = game.start(game.seats[0])
                while state.turn == CHANCE:  # throws are not analysed
                    state = state.play(state.moves()[0])
                self._tools.mind(game, "", 0).think(state, playouts=1)
                self._send_search_status(game)
        except Exception:  # the error is reported with the next request
            log.exception("the search of %s cannot be loaded", key)

    def _send_search_status(self, game: Game) -> None:
        self._send(SearchStatus(game.key, *self._tools.compiled(game)))


def _shortened(thought: Analysis) -> Analysis:
    """A shortened analysis for progress reports, which are recorded in the session."""
    first = tuple(replace(each, line=()) for each in thought.candidates[:REPORTED_CANDIDATES])
    return replace(thought, candidates=first)

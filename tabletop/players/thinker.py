"""The computer players' process: it reads questions, thinks, and says what it thinks."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, Any, Final, Protocol

from tabletop.engine import CHANCE, Game
from tabletop.engine.thought import Progress, Question, Thought
from tabletop.engine.thought_json import BadThought
from tabletop.players.messages import (
    LONGEST,
    Answer,
    Ask,
    Beat,
    FromThinker,
    Ready,
    Search,
    Stop,
    Warm,
    read_line,
    write_line,
)
from tabletop.players.past import Past

log = logging.getLogger(__name__)

BEAT: Final = 1.0
"""Seconds between two signs of life while there is work."""
TELL: Final = 0.15
"""Least seconds between two words on a thought that goes on."""
SHORT: Final = 3
"""Candidates that are told of a thought that goes on."""
MOST_MINDS: Final = 4
"""Computers of one match that are kept with their trees; one may take ninety megabytes."""
PATIENCE: Final = 5.0
"""Seconds that a thought may take beside three of its budgets, if its search forgets the time."""
PONDERED: Final = 60.0
"""Seconds after which pondering has thought of enough."""


class Mind(Protocol):
    """What is needed of a computer player."""

    def think(
        self,
        state: Any,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: Callable[[], bool] | None = None,
        told: Callable[[Thought], None] | None = None,
    ) -> Thought: ...


@dataclass(frozen=True, slots=True)
class Toolbox:
    """What a thinker is made of."""

    find: Callable[[str], Game]
    """The game of a key, or KeyError."""
    mind: Callable[[Game, str, int], Mind]
    """A computer for a game, a level ("" is the strongest) and a seed."""
    compiled: Callable[[Game], tuple[bool, str]]
    """Whether a game's search runs compiled by now; if it never will, why, in words."""


class Thinker:
    """Answers the questions of one window, one after the other, until the window has gone."""

    def __init__(self, tools: Toolbox, out: IO[bytes]) -> None:
        self._tools = tools
        self._out = out
        self._saying = Lock()
        self._work: SimpleQueue[Ask | Warm | None] = SimpleQueue()
        self._stopped: set[int] = set()
        self._busy = Event()
        self._over = Event()
        self._slices = 0
        self._past = Past()
        self._match: tuple[Any, ...] = ()
        self._minds: OrderedDict[str, Mind] = OrderedDict()
        """By their levels."""

    def run(self, lines: IO[bytes], gone: Callable[[], None]) -> None:
        """Works until `lines` end; `gone` is called then, from another thread."""

        def listen() -> None:
            try:
                self._listen(lines)
            finally:
                self._over.set()
                self._busy.set()
                self._work.put(None)
                gone()

        beat = Thread(target=self._beat, name="beat", daemon=True)
        beat.start()
        Thread(target=listen, name="listen", daemon=True).start()
        self._say(Ready())
        while (work := self._work.get()) is not None:
            self._busy.set()
            match work:
                case Ask(number, question):
                    self._answer(number, question)
                case Warm(key):
                    self._load(key)
            self._slices += 1
            if self._work.empty() and not self._over.is_set():
                self._busy.clear()
        self._busy.set()
        beat.join()

    # -- other threads --------------------------------------------------------------------------

    def _listen(self, lines: IO[bytes]) -> None:
        while line := lines.readline(LONGEST):
            try:
                message = read_line(line)
            except BadThought as problem:
                log.error("a line is not understood: %s", problem)
                continue
            match message:
                case Ask() | Warm():
                    self._work.put(message)
                case Stop(number):
                    self._stopped.add(number)

    def _beat(self) -> None:
        while self._busy.wait() and not self._over.is_set():
            self._say(Beat(self._slices))
            self._over.wait(BEAT)

    def _say(self, message: FromThinker) -> None:
        line = write_line(message)
        with self._saying, suppress(OSError):  # the window has gone, and this ends soon
            self._out.write(line)
            self._out.flush()

    # -- the work -------------------------------------------------------------------------------

    def _answer(self, number: int, question: Question) -> None:
        try:
            thought = self._think(number, question)
            progress = Progress(thought, done=True)
        except (ValueError, KeyError) as problem:  # there is nothing to think about
            why = problem.args[0] if problem.args else type(problem).__name__
            progress = Progress(None, done=True, problem=str(why))
        except Exception as fault:  # a fault over one position must not cost the next one
            log.exception("no thought about %r", question)
            progress = Progress(None, done=True, problem=f"{type(fault).__name__}: {fault}")
        self._stopped.discard(number)
        self._say(Answer(number, progress))

    def _think(self, number: int, question: Question) -> Thought:
        game = self._tools.find(question.game)
        state = self._past.state(game, question)
        if not state.moves():
            raise ValueError("there is no ply to play")
        seconds = question.seconds
        if question.ponder and question.playouts is None:
            seconds = PONDERED
        began = told_at = time.monotonic()
        longest = PATIENCE + 3 * seconds if seconds is not None else None

        def stop() -> bool:
            self._slices += 1
            late = longest is not None and time.monotonic() - began > longest
            return late or number in self._stopped or self._over.is_set()

        def told(thought: Thought) -> None:
            nonlocal told_at
            if time.monotonic() - told_at >= TELL:
                told_at = time.monotonic()
                self._say(Answer(number, Progress(_short(thought))))

        mind = self._mind(game, question)
        thought = mind.think(
            state, seconds=seconds, playouts=question.playouts, stop=stop, told=told
        )
        self._tell_search(game)
        return thought

    def _mind(self, game: Game, question: Question) -> Mind:
        """The computer that thought about this match before, with its tree.

        Those of an earlier match are forgotten: nobody goes back there, and their trees are large.
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
        while len(self._minds) > MOST_MINDS:
            self._minds.popitem(last=False)
        return mind

    def _load(self, key: str) -> None:
        """Has a game's search loaded, by a first small thought."""
        try:
            game = self._tools.find(key)
            if game.kind == "board":
                state = game.start(game.seats[0])
                while state.turn == CHANCE:  # nobody thinks about a throw
                    state = state.play(state.moves()[0])
                self._tools.mind(game, "", 0).think(state, playouts=1)
                self._tell_search(game)
        except Exception:  # it is told when somebody asks
            log.exception("the search of %s cannot be loaded", key)

    def _tell_search(self, game: Game) -> None:
        self._say(Search(game.key, *self._tools.compiled(game)))


def _short(thought: Thought) -> Thought:
    """What is told five times a second, and written down with the evening."""
    first = tuple(replace(each, line=()) for each in thought.candidates[:SHORT])
    return replace(thought, candidates=first)

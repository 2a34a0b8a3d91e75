"""The computer players' process: ``python -m tabletop.cli.engine_process DATA_DIR CORES``.

The window starts it and speaks with it through standard input and output, in the lines of
`tabletop.players.protocol`. It ends when the window has gone.
"""

import logging
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from tabletop.engine import Game
from tabletop.players.engine_server import Analyst, EngineServer, ServerTools
from tabletop.players.protocol import COMPILATION_FAILED, NUMBA_MISSING

NICENESS: Final = 10
"""Its niceness, whatever the window's is: the window always comes first."""
COMPILED_FOLDER: Final = "compiled"
"""Where in the data folder the compiled searches lie."""


def main(data_dir: Path, cores: int) -> int:
    """Answers questions until standard input ends."""
    logging.basicConfig(format="%(levelname)s %(message)s")
    with suppress(OSError, ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the window
    _lower_priority()
    lines, out = _take_pipes()
    EngineServer(_make_toolbox(data_dir, cores), out).run(lines, lambda: os._exit(0))
    return 0


def _lower_priority() -> None:
    """Has the window come first; on Windows the window has said so itself."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, 0, max(NICENESS, os.nice(0)))
    with suppress(OSError, AttributeError):
        # As a batch job it never takes a core from what runs when it wakes. SCHED_IDLE would give
        # way at once, but where others fill the cores a beat then comes too late.
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _make_toolbox(data_dir: Path, cores: int) -> ServerTools:
    from tabletop.ai import Computer
    from tabletop.ai.compilation import CompilationCache, can_compile
    from tabletop.ai.levels import LEVEL_NAMES
    from tabletop.games import find_game

    cache = CompilationCache(data_dir / COMPILED_FOLDER)

    def mind(game: Game, level: str, seed: int) -> Analyst:
        return Computer(game, level or LEVEL_NAMES[-1], seed, cores, cache=cache)

    def compiled(game: Game) -> tuple[bool, str]:
        if cache.build_failed(game):
            return False, COMPILATION_FAILED
        if can_compile():
            return cache.is_ready(game), ""
        return False, NUMBA_MISSING

    return ServerTools(find_game, mind, compiled)


def _take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The two pipes of the window, out of the reach of whatever else reads, prints or is begun.

    A library that prints would talk nonsense to the window, and a process that is begun from here
    would hold the pipes open after this one has gone.
    """
    lines = os.fdopen(os.dup(0), "rb")
    out = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return lines, out


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))

"""The engine process: ``python -m tabletop.cli.engine_process DATA_DIR CORES``.

The window starts it and talks to it by standard input and output, in the lines of
`tabletop.players.protocol`. It ends with its input.
"""

import logging
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from tabletop.engine import Game
from tabletop.players.engine_server import Analyst, EngineServer, ServerTools
from tabletop.players.protocol import COMPILATION_FAILED, NUMBA_MISSING
from tabletop.system import process

NICENESS: Final = 10
"""Its niceness, so that the window comes first."""
COMPILED_FOLDER: Final = "compiled"
"""The folder of compiled searches in the data folder."""


def main(data_dir: Path, cores: int) -> int:
    """Answers until standard input ends."""
    logging.basicConfig(format="%(levelname)s %(message)s")
    with suppress(OSError, ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the window
    _lower_priority()
    lines, out = process.take_pipes()
    EngineServer(_make_toolbox(data_dir, cores), out).run(lines, lambda: os._exit(0))
    return 0


def _lower_priority() -> None:
    """Gives way to the window; on Windows the window sets this when it starts the process."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, 0, max(NICENESS, os.nice(0)))
    with suppress(OSError, AttributeError):
        # As a batch job it does not preempt others when it wakes. With SCHED_IDLE a heartbeat comes
        # too late where others fill the cores.
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _make_toolbox(data_dir: Path, cores: int) -> ServerTools:
    from tabletop.ai import Computer
    from tabletop.ai.compilation import CompilationCache, can_compile
    from tabletop.ai.weights import LEVELS
    from tabletop.games import find_game

    cache = CompilationCache(data_dir / COMPILED_FOLDER)

    def mind(game: Game, level: str, seed: int) -> Analyst:
        return Computer(game, level or LEVELS[-1], seed, cores, cache=cache)

    def compiled(game: Game) -> tuple[bool, str]:
        if cache.build_failed(game):
            return False, COMPILATION_FAILED
        if can_compile():
            return cache.is_ready(game), ""
        return False, NUMBA_MISSING

    return ServerTools(find_game, mind, compiled)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))

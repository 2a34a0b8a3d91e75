"""Compiles games in a process of its own.

``python -m tabletop.ai.compile_worker FOLDER PACKAGE...``
"""

import os
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

from tabletop.ai.compilation import CompilationCache

POLL_SECONDS: Final = 2.0
"""How often to look whether another process is still compiling the game."""


def main(words: list[str]) -> int:
    """Compiles the games of these packages, unless they are compiled already."""
    with suppress(OSError, AttributeError):  # not on Windows
        os.nice(10)
    cache = CompilationCache(Path(words[0]))
    for package in words[1:]:
        game = import_module(package).GAME
        while not cache.is_ready(game) and not cache.build(game):
            time.sleep(POLL_SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

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

from tabletop.ai.compilation import build_cache, is_ready, set_cache_folder

POLL_SECONDS: Final = 2.0
"""Seconds between two looks at whether somebody else is still compiling it, or was ended."""


def main(words: list[str]) -> int:
    """Compiles the games of these packages, unless they are compiled already."""
    with suppress(OSError, AttributeError):  # not on Windows
        os.nice(10)
    set_cache_folder(Path(words[0]))
    for package in words[1:]:
        game = import_module(package).GAME
        while not is_ready(game) and not build_cache(game):
            time.sleep(POLL_SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

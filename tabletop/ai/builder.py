"""Compiles games in a process of its own: ``python -m tabletop.ai.builder FOLDER PACKAGE...``."""

import os
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

from tabletop.ai.compiled import build, is_ready, use_folder

LOOKS: Final = 2.0
"""Seconds between two looks at whether somebody else is still compiling it, or was ended."""


def main(words: list[str]) -> int:
    """Compiles the games of these packages, unless they are compiled already."""
    with suppress(OSError, AttributeError):  # not on Windows
        os.nice(10)
    use_folder(Path(words[0]))
    for package in words[1:]:
        game = import_module(package).GAME
        while not is_ready(game) and not build(game):
            time.sleep(LOOKS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

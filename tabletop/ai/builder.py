"""Compiles games in a process of its own: ``python -m tabletop.ai.builder FOLDER PACKAGE...``."""

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from tabletop.ai.compiled import build, is_ready, use_folder


def main(words: list[str]) -> int:
    """Compiles the games of these packages, unless they are compiled already."""
    with suppress(OSError, AttributeError):  # not on Windows
        os.nice(10)
    use_folder(Path(words[0]))
    for package in words[1:]:
        game = import_module(package).GAME
        if not is_ready(game):
            build(game)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

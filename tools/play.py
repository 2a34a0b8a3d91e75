#!/usr/bin/env python3
"""Sets up what the game needs, once, and plays.

``python3 tools/play.py [ARGUMENTS OF tabletop]``
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import Trouble, prepare, say


def command(python: Path, arguments: Sequence[str]) -> list[str]:
    """How the game is started; -P so that no file in the current folder is taken for a module."""
    return [str(python), "-P", "-m", "tabletop", *arguments]


def main(arguments: Sequence[str]) -> int:
    """Becomes the game where the system can do that, else waits for it and gives its exit code."""
    try:
        python = prepare("play")
    except Trouble as trouble:
        say(str(trouble))
        return 2
    if os.name == "posix":
        os.execv(python, command(python, arguments))
    return subprocess.run(command(python, arguments)).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

#!/usr/bin/env python3
"""Lets a monkey loose on the table in kiosk mode, and fails where it gets anywhere.

``python3 tools/monkey.py [--events 1000000] [--seed S] [--round N] [--jobs N]``. It touches, drags
and types, all that a hand, a palm or a keyboard can do and every key that leaves a program
elsewhere, over all scenes. The table must never be left, raise, unlock or stand still for longer
than 100 ms of work. Each round of 2,000 events begins with a fresh table; what fails is told with
the ``--seed`` and ``--round`` that bring it about again.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import sent_home


def main(arguments: Sequence[str]) -> int:
    """Hunts, in the project's own environment if need be."""
    code = sent_home(Path(__file__), arguments, "play", ("pygame", "pymunk", "shapely"))
    if code is not None:
        return code
    from tools.virtual import monkey_command

    return monkey_command.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

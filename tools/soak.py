#!/usr/bin/env python3
"""Lives through a day at a kiosk in minutes, and fails where it costs more than it may.

``python3 tools/soak.py [--hours 24] [--seed S] [--size WxH]``. People come and play, look on, leave
in the middle of a game; children bang; devices are plugged in and pulled; the operator comes in;
for hours nobody is there. Time jumps to whatever happens next. No exception may be logged, memory
may grow by less than 1 MB an hour after the first two, descriptors and threads not at all, and 99
of 100 frames must need less than 16.7 ms of work.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import sent_home


def main(arguments: Sequence[str]) -> int:
    """Lives through it, in the project's own environment if need be."""
    code = sent_home(Path(__file__), arguments, "play", ("pygame", "pymunk", "shapely"))
    if code is not None:
        return code
    from tools.virtual import soak_command

    return soak_command.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

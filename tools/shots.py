#!/usr/bin/env python3
"""Draws every scene and state of the program, and fails where words do not fit.

``python3 tools/shots.py OUT [--only SCENE] [--sizes WxH ...] [--languages CODE ...]
[--text-size PERCENT] [--jobs N]``. The scenes called large have words of 200 % by themselves.
In OUT: each moment as a PNG file, a contact sheet for each size, and an index page. Words that are
cut, that lie over others or over a control that is not theirs, or that leave their box or the
picture, and controls that something lies over, are said with scene, state, size and language,
framed in a picture of their own, and the exit code is 1. ``--readme`` instead writes the pictures
of the README to docs/pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import sent_home


def main(arguments: Sequence[str]) -> int:
    """Draws them, in the project's own environment if need be."""
    code = sent_home(Path(__file__), arguments, "play", ("pygame", "pymunk", "shapely"))
    if code is not None:
        return code
    from tools.album import draw

    return draw.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

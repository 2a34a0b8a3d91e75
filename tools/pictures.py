#!/usr/bin/env python3
"""Draws the pictures of the documentation: each moment of the games that bring their own scenes.

``python3 tools/pictures.py [DIR]``. For each size a page with all moments side by side, and each
moment by itself; in DIR, or else in docs/pictures.
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
    from tools import pictures_draw

    return pictures_draw.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

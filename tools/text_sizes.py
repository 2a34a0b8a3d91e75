#!/usr/bin/env python3
"""Tells how large words really become on every page where people ask for large ones.

``python3 tools/text_sizes.py [--percent N] [--sizes WxH ...] [--languages CODE ...] [--only ...]``.
Draws each page at 100 % and at N % (200 unless told otherwise) and compares the size of each word
that is on both. A line for each page: what its main words reach (buttons and running text, by the
middle one), what the least of them reaches, and the smallest words of all. 1 if the main words of
a page reach less than 150 %.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import sent_home


def main(arguments: Sequence[str]) -> int:
    """Measures them, in the project's own environment if need be."""
    code = sent_home(Path(__file__), arguments, "play", ("pygame", "pymunk", "shapely"))
    if code is not None:
        return code
    from tools import text_sizes_measured

    return text_sizes_measured.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

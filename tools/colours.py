#!/usr/bin/env python3
"""Measures the colours of every palette: words, seats, and pieces on their boards.

``python3 tools/colours.py [--all] [PALETTE ...]``. Prints what is least of each kind, or with
``--all`` everything; 1 if anything is less than it must be.
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
    from tools import colours_report

    return colours_report.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

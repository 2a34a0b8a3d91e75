#!/usr/bin/env python3
"""Checks the booklet of Sevens, solves it, draws its contact sheet and prints it as a PDF.

``python3 tools/booklet.py [check] [--solve] [--sheet OUT.png [--group G]] [--pdf OUT.pdf
[--solutions]] [--silhouette FILE --name NAME [--data-dir DIR]]``. Without any of these the booklet
is checked; 1 is returned if a figure is at fault.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import sent_home


def main(arguments: Sequence[str]) -> int:
    """Does what the arguments ask for, in the project's own environment if need be."""
    code = sent_home(
        Path(__file__), arguments, "check", ("pygame", "pymunk", "shapely", "reportlab")
    )
    if code is not None:
        return code
    from tools import booklet_check

    return booklet_check.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

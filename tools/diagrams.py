#!/usr/bin/env python3
"""Writes a page with the boards as phones draw them, each beside the window's board.

``python3 tools/diagrams.py OUT`` writes ``OUT/diagrams.html`` and the pictures in it; any browser
shows the page. The positions are those of random games.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import sent_home


def main(arguments: Sequence[str]) -> int:
    """Writes the page, in the project's own environment if need be."""
    code = sent_home(Path(__file__), arguments, "play", ("pygame", "msgspec"))
    if code is not None:
        return code
    from tools import diagrams_drawn

    return diagrams_drawn.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

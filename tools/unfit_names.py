#!/usr/bin/env python3
"""Adds words to those that no name on the board of high scores may be, or hold.

``python3 tools/unfit_names.py inside WORD ...`` refuses them wherever they stand, ``whole`` only as
words of their own. Small letters without accents, as the words are read. They are written as
hashes, in ``tabletop/system/unfit_names.txt``; what is written cannot be listed again, but
``python3 tools/unfit_names.py try NAME ...`` says whether a name is refused.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tabletop.system.name_filter import hash_word, is_allowed_name

LIST = Path(__file__).resolve().parent.parent / "tabletop" / "system" / "unfit_names.txt"


def main(arguments: Sequence[str]) -> int:
    """Does what the arguments ask for."""
    kind, *words = arguments or [""]
    if kind == "try" and words:
        for word in words:
            print(f"{word}: {'fit' if is_allowed_name(word) else 'refused'}")
        return 0
    if kind not in ("inside", "whole") or not words:
        print(__doc__)
        return 2
    known = set(LIST.read_text("ascii").split())
    LIST.write_text("\n".join(sorted(known | {hash_word(kind, word) for word in words})) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Keeps the catalogues of the table's languages.

``python3 tools/languages.py update [CODE ...]`` brings the catalogues up to date with the source
and keeps their translations; a CODE that is not there yet (``it``, ``pt_BR``) is begun.
``python3 tools/languages.py check [CODE ...]`` lists what is missing or wrong; 1 is returned if
anything is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import sent_home


def main(arguments: Sequence[str]) -> int:
    """Does what the arguments ask for, in the project's own environment if need be."""
    code = sent_home(Path(__file__), arguments, "check", ("babel", "polib"))
    if code is not None:
        return code
    from tools import language_files

    return language_files.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

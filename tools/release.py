#!/usr/bin/env python3
"""Builds and checks the artefacts of a release: `tools/release.py [STEP ...] [--no-check]`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.release.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Starting a part of this program in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import tabletop

if sys.platform == "win32":
    NO_WINDOW: Final = subprocess.CREATE_NO_WINDOW
    """The creation flags without which Windows opens a console."""
else:
    NO_WINDOW: Final = 0


def module_command(module: str, *words: str) -> list[str]:
    return [sys.executable or "python", "-m", module, *words]


def child_environment() -> Mapping[str, str]:
    """The environment, with this program on PYTHONPATH."""
    here = str(Path(tabletop.__file__).parent.parent)
    path = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{here}{os.pathsep}{path}" if path else here}

"""What this machine lacks for tests in a real window."""

import shutil
import sys

PROGRAMS = ("Xvfb", "xdotool")


def lacking() -> str:
    """Why no real window can be opened here, as a sentence; empty where one can."""
    left_out = "The games in a real window are left out: "
    if not sys.platform.startswith("linux"):
        return left_out + "they are played on Linux only."
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    return f"{left_out}{' and '.join(missing)} cannot be found." if missing else ""

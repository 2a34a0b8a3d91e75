"""Sleeping between two looks at the window, until somebody rings."""

import logging
import os
import select
import socket
import time
from pathlib import Path
from typing import Final

from tabletop.input.wake import BELL, hush

log = logging.getLogger(__name__)

NAP: Final = 0.004
"""Seconds between two looks where nobody rings: a quarter of a frame."""
LONGEST: Final = 0.1
"""Seconds between two looks at most: SDL has some affairs of its own to see to."""
OPEN_FILES: Final = Path("/proc/self/fd")
_X_SERVERS: Final = ".X11-unix/X"


class Nap:
    """Sleeps until the X server has something to say, where there is one, or a thread rings.

    Without an X server on this machine it sleeps for so short a time that nobody notices. Looking
    250 times a second costs 2 to 3 % of a core on a slow machine, and a touch 2 ms on average.
    """

    def __init__(self) -> None:
        self._listens: list[int] = []

    def listen(self) -> None:
        """Looks for the connection to the X server; again when there may be another."""
        found = x_connections()
        self._listens = [*found, BELL.fileno()] if found else []

    def take(self, seconds: float, *, light: bool = False) -> bool:
        """Sleeps at most so long, for a moment if `light`; whether somebody rang."""
        if light or not self._listens:
            time.sleep(min(seconds, NAP))
            return False
        try:
            rang, _, _ = select.select(self._listens, (), (), min(seconds, LONGEST))
        except (OSError, ValueError) as problem:  # closed meanwhile, or a number too large
            log.info("the X server cannot be listened to: %s", problem)
            self._listens = []
            return False
        if BELL.fileno() in rang:
            hush()
        return bool(rang)


def x_connections() -> list[int]:
    """The descriptors of this process that lead to an X server on this machine."""
    try:
        numbers = [int(name) for name in os.listdir(OPEN_FILES)]  # noqa: PTH208 - names alone
    except (OSError, ValueError):
        return []  # not on Linux
    return [number for number in numbers if _leads_to_x(number)]


def _leads_to_x(number: int) -> bool:
    try:
        connection = socket.socket(fileno=number)
    except OSError:
        return False
    try:
        return connection.family == socket.AF_UNIX and _X_SERVERS in str(connection.getpeername())
    except OSError:
        return False
    finally:
        connection.detach()  # it is not ours to close

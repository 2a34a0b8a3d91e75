"""The process of the phone server: ``python -m tabletop.cli.party_process``.

The window starts it and talks to it by standard input and output, in the lines of
`tabletop.party.messages`. It ends with its input.
"""

import asyncio
import logging
import os
import signal
import sys
from contextlib import suppress
from typing import Final

from tabletop.party.limits import LogLimit, ShortFormatter
from tabletop.party.server import serve
from tabletop.system import process
from tabletop.system.addresses import MAX_CONNECTIONS
from tabletop.system.resources import resource_folder

NICENESS: Final = 5
"""The window comes first; the searches of the engine process come after."""
PAGES: Final = "phone"
"""The folder of the phone pages in `assets`."""


def main() -> int:
    """Serves phones until standard input ends."""
    _log_to_standard_error()
    with suppress(OSError, ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the window
    with suppress(OSError, AttributeError):  # on Windows the window sets this
        os.setpriority(os.PRIO_PROCESS, 0, max(NICENESS, os.nice(0)))
    process.allow_sockets(2 * MAX_CONNECTIONS)
    lines, out = process.take_pipes()
    pages = resource_folder("assets") / PAGES
    asyncio.run(serve(lines, out, pages, lambda: os._exit(0)))
    return 0


def _log_to_standard_error() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(ShortFormatter("%(levelname)s %(message)s"))
    handler.addFilter(LogLimit())
    logging.basicConfig(handlers=[handler])


if __name__ == "__main__":
    sys.exit(main())

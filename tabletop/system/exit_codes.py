"""The exit codes, for the service manager."""

from typing import Final

EXIT_CRASHED: Final = 70
"""After an uncaught error; there is a crash report."""
EXIT_RESTART: Final = 75
"""The operator, or safe mode after an hour without a crash, asks to be started again."""
EXIT_INTERRUPTED: Final = 130
EXIT_CLOSED: Final = 76
"""The operator has closed a locked table: systemd must not start it again."""

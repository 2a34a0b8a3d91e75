"""How the program ends, for whoever starts it anew."""

from typing import Final

EXIT_CRASHED: Final = 70
"""After an error that nothing caught; a report lies among the crashes."""
EXIT_RESTART: Final = 75
"""The operator, or safe mode after an hour of good work, wants it to begin anew."""
EXIT_INTERRUPTED: Final = 130
"""After Ctrl-C, as shells have it."""
EXIT_CLOSED: Final = 76
"""The operator has closed a locked table: systemd is to leave it closed."""

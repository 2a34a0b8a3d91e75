"""What becomes of the table after a fault in its scenes: it goes back to the menu and says so."""

import logging
from typing import Final

from tabletop.engine import say
from tabletop.scenes.destinations import ShowMenu
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Reset, SceneStack

log = logging.getLogger(__name__)

MAX_CONSECUTIVE_FAULTS: Final = 5
"""Faults in a row after which the program gives up; the match is kept."""


class FaultRecovery:
    """Counts the faults in a row."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._faults = 0

    def well(self) -> None:
        """A turn went well."""
        self._faults = 0

    def recover(self, fault: Exception, scenes: SceneStack) -> None:
        """Goes back to the menu; the fault itself where that has not helped for long."""
        log.error("a fault on the table", exc_info=fault)
        self._faults += 1
        if self._faults >= MAX_CONSECUTIVE_FAULTS:
            raise fault
        said = "Something went wrong, and the table has gone back to the menu. The game is kept."
        self._table.report_fault(say("loop.fault", said))
        scenes.apply(Reset(ShowMenu()))

"""Recovers from exceptions in scenes: back to the menu, with a message.

Errors of storage, recording and sound are each shown once.
"""

import logging
from typing import Final

from tabletop.engine import say
from tabletop.input.session.recorder import SessionRecorder
from tabletop.scenes.destinations import ShowMenu
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Reset, SceneStack


class ErrorNotices:
    """Finds new errors, and remembers which were shown."""

    def __init__(self, table: AppContext, recorder: SessionRecorder | None) -> None:
        self._table = table
        self._recorder = recorder
        self._heard = set(table.store.problems)  # shown from the start

    def fresh(self) -> list[str]:
        """The errors since the last call."""
        store, recorder = self._table.store, self._recorder
        troubles = (store.trouble, recorder.trouble if recorder is not None else None)
        said = {*store.problems, *self._table.sounds.problems}
        said |= {trouble for trouble in troubles if trouble}
        found = sorted(said - self._heard)
        self._heard = said
        for trouble in found:
            of_sound = trouble in self._table.sounds.problems
            store.count(UsageMetric("device", what="sound" if of_sound else "disk"))
        if recorder is not None:
            recorder.record_notices(found)
        return found


log = logging.getLogger(__name__)

MAX_CONSECUTIVE_FAULTS: Final = 5
"""Consecutive faults after which the program ends; the match is saved."""


class FaultRecovery:
    """Counts consecutive faults."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._faults = 0

    def well(self) -> None:
        """A turn ended without a fault."""
        self._faults = 0

    def recover(self, fault: Exception, scenes: SceneStack) -> None:
        """Goes back to the menu; raises the fault again after too many in a row."""
        log.error("a fault on the table", exc_info=fault)
        self._faults += 1
        if self._faults >= MAX_CONSECUTIVE_FAULTS:
            raise fault
        said = "Something went wrong, and the table has gone back to the menu. The game is kept."
        self._table.report_fault(say("loop.fault", said))
        scenes.apply(Reset(ShowMenu()))

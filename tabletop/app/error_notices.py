"""Errors of storage, recording and sound, each shown once."""

from tabletop.input.session.recorder import SessionRecorder
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.core.app_context import AppContext


class ErrorNotices:
    """Finds new errors, and remembers which were shown."""

    def __init__(self, table: AppContext, diary: SessionRecorder | None) -> None:
        self._table = table
        self._diary = diary
        self._heard = set(table.store.problems)  # shown from the start

    def fresh(self) -> list[str]:
        """The errors since the last call."""
        store, diary = self._table.store, self._diary
        troubles = (store.trouble, diary.trouble if diary is not None else None)
        said = {*store.problems, *self._table.sounds.problems}
        said |= {trouble for trouble in troubles if trouble}
        found = sorted(said - self._heard)
        self._heard = said
        for trouble in found:
            of_sound = trouble in self._table.sounds.problems
            store.count(UsageMetric("device", what="sound" if of_sound else "disk"))
        if diary is not None:
            diary.record_notices(found)
        return found

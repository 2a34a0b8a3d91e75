"""Keeps one match in the store, as it goes on."""

from tabletop.engine import Match, Record
from tabletop.scenes.setup import Setup
from tabletop.store import Store, new_match_id


class Keeping:
    """What the store holds of a match; nothing that was only looked at is kept anew."""

    def __init__(self, store: Store, setup: Setup, match: Match, match_id: str = "") -> None:
        self._store = store
        self._id = match_id or new_match_id()
        self._kept: Record = setup.kept(match.record())

    def save(self, setup: Setup, match: Match) -> None:
        """Keeps what has changed. A match that was taken back to its start is forgotten."""
        record = setup.kept(match.record())
        if record == self._kept:
            return
        if match.plies:
            self._store.save(record, self._id)
        elif self._kept.plies:
            self._store.forget(self._id)
        self._kept = record

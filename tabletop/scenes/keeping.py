"""Keeps one match in the store, as it goes on."""

from typing import Final

from tabletop.engine import Match, Record
from tabletop.scenes.setup import Setup
from tabletop.store import Store, new_match_id, on_table

OFTEN: Final = 5.0
"""Seconds of a running clock that a power cut may give back."""


class Keeping:
    """What the store holds of a match; nothing that was only looked at is kept anew."""

    def __init__(self, store: Store, setup: Setup, match: Match, match_id: str = "") -> None:
        """The match lies on the table from now on."""
        self._store = store
        self._id = match_id or new_match_id()
        self._kept: Record = setup.kept(match.record())
        self._since = 0.0
        on_table.lay(store, self._id, self._kept)

    @property
    def match_id(self) -> str:
        """By which name the store holds it."""
        return self._id

    def is_due(self, dt: float, match: Match) -> bool:
        """Lets time go by; whether a running clock is to be kept once more."""
        self._since += dt
        return match.clock.ticking and match.outcome is None and self._since >= OFTEN

    def save(self, setup: Setup, match: Match) -> None:
        """Keeps what has changed. A match that was taken back to its start is forgotten."""
        self._since = 0.0
        record = setup.kept(match.record())
        if record == self._kept:
            return
        if match.plies:
            self._store.save(record, self._id)
        elif self._kept.plies:
            self._store.forget(self._id)
        self._kept = record
        on_table.lay(self._store, self._id, record)

    def leave(self) -> None:
        """People have left it."""
        on_table.take_away(self._store, self._id)

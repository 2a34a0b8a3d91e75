"""The matches that are kept: those on disk, and those on their way there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tabletop.engine.record import Record
from tabletop.engine.state import BadNotation
from tabletop.engine.text import Text, say
from tabletop.store.database import UNREADABLE, FileDatabase, MemoryDatabase, explain
from tabletop.store.doings import Forget, Save
from tabletop.store.writer import Writer

_BY_AGE: Final = """
    SELECT id, record, changed FROM match WHERE finished = ? ORDER BY serial DESC
"""
_BY_ID: Final = "SELECT id, record, changed FROM match WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Kept:
    """A match on the shelf."""

    match_id: str
    record: Record
    changed: str
    """When it was last saved, in ISO form."""


class Shelf:
    """Looks matches up, in the queue of the writer before the database."""

    def __init__(
        self,
        database: FileDatabase | MemoryDatabase,
        writer: Writer,
        tell: Callable[[Text], None],
    ) -> None:
        self._database = database
        self._writer = writer
        self._tell = tell

    def look(self, *, finished: bool, limit: int | None) -> tuple[Kept, ...]:
        """The newest matches of either kind; all of them without a limit."""
        # The queue first: what is written while the file is read is then seen in one of the two.
        queue = self._writer.queued().matches
        found = [
            Kept(match_id, doing.record, doing.changed)
            for match_id, doing in reversed(list(queue.items()))
            if isinstance(doing, Save) and doing.finished == finished
        ]
        try:
            with self._database.reading() as db:
                rows = db.execute(_BY_AGE, (finished,))
                for kept in self._readable(row for row in rows if row[0] not in queue):
                    if limit is not None and len(found) >= limit:
                        break
                    found.append(kept)
        except UNREADABLE as problem:
            words = "The kept matches cannot all be read: {why}."
            self._tell(say("store.unread", words, why=explain(problem)))
        return tuple(found[:limit])

    def find(self, match_id: str) -> Record:
        """A match by its name.

        KeyError for an unknown one, BadNotation for one that cannot be read, sqlite3.Error.
        """
        match self._writer.queued().matches.get(match_id):
            case Save(record=record):
                return record
            case Forget():
                raise KeyError(match_id)
        with self._database.reading() as db:
            row = db.execute(_BY_ID, (match_id,)).fetchone()
        if row is None:
            raise KeyError(match_id)
        return _read(row[1])

    def _readable(self, rows: Iterator[tuple[str, str, str]]) -> Iterator[Kept]:
        for match_id, text, changed in rows:
            try:
                yield Kept(match_id, _read(text), changed)
            except BadNotation as problem:
                words = (
                    "The kept match {match} cannot be read: {why}. "
                    "It stays in the file but is not offered."
                )
                self._tell(say("store.row", words, match=match_id, why=problem.reason))


def _read(text: object) -> Record:
    if not isinstance(text, str):  # SQLite holds bytes in a column of text, if given them
        raise BadNotation("it is not text")
    return Record.from_text(text)

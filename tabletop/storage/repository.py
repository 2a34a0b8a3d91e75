"""The store of a data folder: matches and everything else, on disk and still queued for it.

Also which match is open now: it is opened again after a crash. And what is counted of one match.
"""

import logging
import re
import sqlite3
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self, TypeAlias, TypeVar
from uuid import uuid4

from tabletop.engine.game import BadNotation
from tabletop.engine.record import Record
from tabletop.engine.text import Text, say
from tabletop.settings import write_atomically
from tabletop.storage import database, outbox, tables, usage_metrics
from tabletop.storage.database import (
    FILE_NAME,
    READ_ERRORS,
    FileDatabase,
    MemoryDatabase,
    NewerSchema,
    explain_error,
)
from tabletop.storage.outbox import MATCH_NOTE_PREFIX, MatchOfEvent
from tabletop.storage.tables import (
    CURRENT_MATCH_NOTE,
    UNSAVED_MATCH_NOTE,
    CountedThrow,
    Result,
    ThrowCount,
)
from tabletop.storage.usage_metrics import (
    MATCH_STAGES,
    MAX_PEOPLE,
    MatchStep,
    RefusalText,
    UsageCount,
    UsageMetric,
)
from tabletop.storage.writer import (
    JOURNAL_NOTE,
    REOPEN_SECONDS,
    DatabaseWork,
    DatabaseWriter,
    ForgetMatch,
    Journal,
    OpenedStore,
    PendingWrites,
    SaveFile,
    SaveMatch,
    SaveNote,
    utc_now,
)

_SELECT_BY_AGE: Final = """
    SELECT id, record, changed FROM match WHERE finished = ? ORDER BY serial DESC
"""
_SELECT_BY_ID: Final = "SELECT id, record, changed FROM match WHERE id = ?"


@dataclass(frozen=True, slots=True)
class StoredMatch:
    match_id: str
    record: Record
    changed: str
    """When it was last saved, in ISO form."""


def _read_record(text: object) -> Record:
    if not isinstance(text, str):  # SQLite stores bytes in a text column if given them
        raise BadNotation("it is not text")
    return Record.from_text(text)


log = logging.getLogger(__name__)

T = TypeVar("T")


def new_match_id() -> str:
    return uuid4().hex


class _LaterFile:
    """Opens the file of a store later, in the thread of its writer."""

    def __init__(
        self, path: Path, now: Callable[[], str], tell: Callable[[Text], None], seconds: float
    ) -> None:
        self._path, self._now, self._tell = path, now, tell
        self.seconds = seconds
        self.trouble: Text | None = None
        self.moved: Callable[[OpenedStore], None] = lambda _: None
        """Called in the writer thread once all is written in the file."""

    def failed(self, problem: Exception) -> None:
        """Remembers why the file cannot be opened."""
        path = str(self._path)
        if isinstance(problem, NewerSchema):
            words = "The games in {path} belong to a newer version of this program."
            self.trouble = say("store.newer", words, path=path)
        else:
            words = "Games can’t be saved in {path}: {why}. Trying again every minute."
            self.trouble = say("store.memory", words, path=path, why=explain_error(problem))

    def open(self) -> OpenedStore | None:
        try:
            file = FileDatabase(self._path, self._now, self._tell)
            with file.reading() as db:
                notes, throws = tables.read_notes(db), tables.read_throws(db)
        except (OSError, NewerSchema, *READ_ERRORS) as problem:
            self.failed(problem)
            return None
        known = notes.get(JOURNAL_NOTE, "")
        journal, left = Journal.open(self._path.parent, int(known) if known.isdecimal() else 0)
        return OpenedStore(file, journal, left, notes, throws)

    def done(self, opened: OpenedStore) -> None:
        self.trouble = None
        self.moved(opened)


class Store:
    """Everything that is kept between sessions. It always opens, and lists problems as sentences.

    If its file cannot be opened it is in memory, `trouble` says why, and the writer thread tries
    again every minute; then it writes what is in memory into the file. Saving never waits for the
    disk; reading sees what is saved even before it is written.
    """

    def __init__(
        self,
        database: FileDatabase | MemoryDatabase,
        now: Callable[[], str],
        problems: list[Text],
        folder: Path,
        later: _LaterFile | None = None,
    ) -> None:
        """Use `Store.open`."""
        self._database = database
        self._memory: FileDatabase | MemoryDatabase | None = None
        """The substitute in memory, after the file could be opened."""
        self._now = now
        self._problems = problems
        self._folder = folder
        # Counted here and only added to the file: counts read while it is written would have queued
        # throws twice or not at all.
        self._throws = self._load_throws()
        self._throws_at_start = self._throws.copy()
        nothing: dict[str, str] = {}
        self._notes = self.read(tables.read_notes, nothing)
        if later is not None:
            later.moved = self._move
        self._writer = DatabaseWriter(database, self._tell, self._notes, later)
        self._last_saved: Mapping[str, SaveMatch | ForgetMatch] = {}
        """The match that was saved last."""
        self._journal_stale = False
        """The journal lacks what is held."""
        self._on_release: deque[Callable[[], object]] = deque()
        self._journal: Journal | None = None
        if isinstance(database, FileDatabase):
            known = self.get_note(JOURNAL_NOTE)
            self._journal, left = Journal.open(folder, int(known) if known.isdecimal() else 0)
            self._requeue_journal(left)

    @classmethod
    def open(
        cls,
        data_dir: Path,
        *,
        now: Callable[[], str] = utc_now,
        reopen_seconds: float = REOPEN_SECONDS,
    ) -> Self:
        """Opens or makes the store of a folder; in memory while that is not possible."""
        problems: list[Text] = []
        path = data_dir / FILE_NAME
        later = _LaterFile(path, now, problems.append, reopen_seconds)
        memory: MemoryDatabase
        try:
            return cls(FileDatabase(path, now, problems.append), now, problems, data_dir)
        except NewerSchema as problem:
            later.failed(problem)
            memory = MemoryDatabase(now)
        except (OSError, sqlite3.Error) as problem:
            later.failed(problem)
            memory = MemoryDatabase(now, path)
        return cls(memory, now, problems, data_dir, later)

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences for the window: what was wrong at opening, and what could not be read."""
        return tuple(self._problems)

    @property
    def trouble(self) -> str | None:
        """A sentence while saving fails; None again when all is written."""
        return self._writer.trouble

    @property
    def keeps(self) -> bool:
        """Whether what is saved now survives the end of the program."""
        return self._writer.trouble is None

    def save(self, record: Record, match_id: str) -> None:
        """Saves a match; returns at once.

        From then on it survives a crash of the program, and soon a power cut.
        """
        saved = SaveMatch.of(record, self._now(), self._number())
        self._queue(PendingWrites({match_id: saved}))

    def forget(self, match_id: str) -> None:
        """Deletes a match; returns at once."""
        self._queue(PendingWrites({match_id: ForgetMatch(self._number())}))

    def note_throw(self, source: str, sides: int, values: tuple[int, ...]) -> None:
        """Counts one throw of dice; returns at once.

        `source` is as in the record: several sources are joined by commas. ValueError for what no
        dice with so many sides can show.
        """
        thrown = CountedThrow.of(source, sides, values)
        self._writer.count(thrown)
        self._throws.update(thrown)

    def throws(self) -> tuple[ThrowCount, ...]:
        """All counted throws, by source and kind of dice, the most used first.

        Those of another process on the same folder are seen from the next start.
        """
        return tables.throw_counts(self._throws)

    def tell_event(self, kind: str, fact: str, *, lasting: bool = True) -> str:
        """Queues a fact for the hub of an event, as JSON; returns its id at once.

        Nothing while none is joined. `lasting`: it survives a crash from then on; others only do
        once they are written.
        """
        if not self.joined_event:
            return ""
        row_id, at = uuid4().hex, self._now()
        if not lasting:
            self.write(lambda db: outbox.add(db, row_id, at, kind, fact))
            return row_id
        name, text = outbox.fact_note(row_id, at, kind, fact)
        note = SaveNote(text, self._number())
        self._queue(PendingWrites(notes={name: note}))
        return row_id

    def erase_names(self, asked: str) -> None:
        """Takes names out of stored matches, as `EraseNames` of an event says; returns at once.

        It survives a crash from then on.
        """
        note = SaveNote(asked, self._number())
        self._queue(PendingWrites(notes={f"{outbox.ERASE_NOTE_PREFIX}{uuid4().hex}": note}))

    @property
    def joined_event(self) -> bool:
        """Whether the hub of an event is joined."""
        return bool(self._notes.get(outbox.JOINED_NOTE))

    def on_commit(self, do: Callable[[], None]) -> None:
        """Has something called in the writer thread after each commit."""
        self._writer.committed = do

    def write(self, work: DatabaseWork) -> None:
        """Queues work for the writer thread; returns at once.

        It is done exactly once, in order, in a transaction of the writer. Work that can never
        succeed, because its SQL is wrong, is reported and dropped.
        """
        self._writer.work(work)

    def read(self, ask: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """What is on disk now; `otherwise` if it cannot be read, which is reported.

        What is still queued is not in it.
        """
        try:
            with self._database.reading() as db:
                return ask(db)
        except Exception as problem:  # a damaged row may raise anything
            if not isinstance(problem, sqlite3.Error):
                log.exception("the database makes no sense")
            words = "Saved data can’t be read: {why}."
            self._tell(say("store.unasked", words, why=explain_error(problem)))
            return otherwise

    def set_note(self, name: str, text: str) -> None:
        """Stores a small text by its name; "" deletes it."""
        if self._notes.get(name, "") != text:
            self._notes[name] = text
            self._queue(PendingWrites(notes={name: SaveNote(text, self._number())}))

    def get_note(self, name: str) -> str:
        """The text stored by that name, also while it is queued; "" for none."""
        return self._notes.get(name, "")

    def notes_with_prefix(self, begin: str) -> dict[str, str]:
        return {name: text for name, text in self._notes.items() if text and name.startswith(begin)}

    def keep_file(self, path: Path, text: str) -> None:
        """Queues a small file, with a copy in the database; returns at once.

        After a power cut either the old or the new file is there. Read it with `file_text`, which
        sees what is queued.
        """
        self._writer.file(path, SaveFile(self._name_of(path), text, self._now()))

    def copy_file(self, path: Path) -> None:
        """Copies a small file as it is now into the database, if it exists; returns at once."""
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError):
            return
        name, now = self._name_of(path), self._now()

        def copy(db: sqlite3.Connection) -> None:
            there = database.read_copies(db).get(name)
            if there is None or there.text != text:
                database.put_copy(db, name, text, now)

        self.write(copy)

    def queued_file(self, path: Path) -> str | None:
        """The text that waits to be written to a file; None for none."""
        return self._writer.queued_file(path)

    def file_text(self, path: Path) -> str:
        """The text of a small file; FileNotFoundError, OSError or UnicodeDecodeError."""
        queued = self._writer.queued_file(path)
        return path.read_bytes().decode("utf-8-sig") if queued is None else queued

    def results(self) -> tuple[Result, ...]:
        """All results, oldest first."""
        return self.read(tables.read_results, ())

    def count(self, *counted: UsageMetric) -> None:
        """Counts in this hour of the day; returns at once."""
        now = self._now()
        self.write(lambda db: usage_metrics.add_metrics(db, now, counted))

    def count_step(
        self, match_id: str, game: str, step: MatchStep, counted: tuple[UsageMetric, ...] = ()
    ) -> None:
        """Counts a step of a match, once for that match; returns at once."""
        now = self._now()
        self._writer.work(
            lambda db: usage_metrics.take_step(db, now, match_id, game, step, counted)
        )

    def usage_counts(
        self, since: str = "", until: str = usage_metrics.LAST_DAY
    ) -> tuple[UsageCount, ...]:
        """The counts of a range of days, in local time."""
        return self.read(lambda db: usage_metrics.read_metrics(db, since, until), ())

    def refusal_texts(self) -> dict[tuple[str, str], RefusalText]:
        """Texts of the refusals that were counted, by game and key."""
        nothing: dict[tuple[str, str], RefusalText] = {}
        return self.read(usage_metrics.read_refusal_texts, nothing)

    def unfinished(self, limit: int | None = None) -> tuple[StoredMatch, ...]:
        """Matches that can go on, newest first; all of them without a limit."""
        return self._newest(finished=False, limit=limit)

    def finished(self, limit: int = 50) -> tuple[StoredMatch, ...]:
        """Finished matches, newest first."""
        return self._newest(finished=True, limit=limit)

    def _newest(self, *, finished: bool, limit: int | None) -> tuple[StoredMatch, ...]:
        self._check_open()
        # The queue first: what is written while the file is read is then seen in one of them.
        queue = self._writer.queued().matches
        found = [
            StoredMatch(match_id, doing.record, doing.changed)
            for match_id, doing in reversed(list(queue.items()))
            if isinstance(doing, SaveMatch) and doing.finished == finished
        ]
        try:
            with self._database.reading() as db:
                rows = db.execute(_SELECT_BY_AGE, (finished,))
                for kept in self._readable(row for row in rows if row[0] not in queue):
                    if limit is not None and len(found) >= limit:
                        break
                    found.append(kept)
        except READ_ERRORS as problem:
            words = "Not all saved games can be read: {why}."
            self._tell(say("store.unread", words, why=explain_error(problem)))
        return tuple(found[:limit])

    def _readable(self, rows: Iterator[tuple[str, str, str]]) -> Iterator[StoredMatch]:
        for match_id, text, changed in rows:
            try:
                yield StoredMatch(match_id, _read_record(text), changed)
            except BadNotation as problem:
                words = (
                    "The saved game {match} can’t be read: {why}. It stays in the file but "
                    "can’t be resumed."
                )
                self._tell(say("store.row", words, match=match_id, why=problem.reason))

    def find(self, match_id: str) -> Record:
        """A match as it was saved last.

        KeyError for an unknown one, BadNotation for one that cannot be read, sqlite3.Error.
        """
        self._check_open()
        match self._writer.queued().matches.get(match_id):
            case SaveMatch(record=record):
                return record
            case ForgetMatch():
                raise KeyError(match_id)
        with self._database.reading() as db:
            row = db.execute(_SELECT_BY_ID, (match_id,)).fetchone()
        if row is None:
            raise KeyError(match_id)
        return _read_record(row[1])

    def export(self, match_id: str, folder: Path) -> Path:
        """Writes a match as a text file and returns its path.

        KeyError for an unknown match, BadNotation for one that cannot be read, OSError and
        sqlite3.Error from the disk.
        """
        record = self.find(match_id)
        name = re.sub(r"\W", "", record.game)  # a record from elsewhere may hold anything
        path = folder / f"{name}-{match_id}.txt"
        write_atomically(path, record.to_text())
        return path

    def hold_writes(self) -> None:
        """From now on what is saved is held until `release`.

        With `write_journal` before each picture and `release` after it, a crash leaves what was
        seen last, and nothing more.
        """
        self._writer.paced = True

    def write_journal(self) -> None:
        """Writes what is held into the journal.

        Wakes no thread: on a busy machine it would run before the picture.
        """
        if self._journal_stale:
            self._journal_stale = False
            self._write_journal(PendingWrites())

    def on_release(self, do: Callable[[], object]) -> None:
        """Runs something at the next `release`; for other threads, which may not save."""
        self._on_release.append(do)

    def release(self) -> None:
        """Gives what is held to the writer."""
        while self._on_release:
            self._on_release.popleft()()
        self.write_journal()
        self._writer.release()

    def flush(self, timeout: float = 5.0) -> bool:
        """Waits until all is written; False after the timeout.

        A store in memory has then written it there: `problems` has said so.
        """
        self.release()
        return self._writer.flush(timeout)

    def close(self) -> None:
        """Writes what is queued and ends the thread; `trouble` tells if that failed."""
        if not self._writer.closed:
            self.release()
            self._writer.close()
            if self._memory is not None:
                self._memory.close()
            if self._journal is not None:
                self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _number(self) -> int:
        return 0 if self._journal is None else self._journal.next()

    def _queue(self, fresh: PendingWrites) -> None:
        """Queues what is to be written, and before that makes sure that the journal has it."""
        self._last_saved = fresh.matches or self._last_saved
        if self._writer.paced:
            self._journal_stale = True
        else:
            self._write_journal(fresh)
        self._writer.put(fresh)

    def _write_journal(self, fresh: PendingWrites) -> None:
        """Writes all that is queued, and the match in play, in case the database is damaged."""
        if self._journal is None:
            return
        there, known = self._writer.queued(), self._journal.number
        noted = {
            name: SaveNote(self._notes.get(name, ""), known)
            for name in (CURRENT_MATCH_NOTE, UNSAVED_MATCH_NOTE)
        }
        self._journal.write(
            PendingWrites(
                {**self._last_saved, **there.matches, **fresh.matches},
                {**noted, **there.notes, **fresh.notes},
            )
        )

    def _requeue_journal(self, left: PendingWrites) -> None:
        """Queues what the last run could not write."""
        for name, note in left.notes.items():
            if not name.startswith(outbox.PASSING_NOTES):
                self._notes[name] = note.text
        self._writer.put(left)

    def _move(self, opened: OpenedStore) -> None:
        """From now on the file is read, which has all that was in memory. In the writer thread."""
        self._memory, self._database = self._database, opened.database
        self._journal = opened.journal
        self._on_release.append(lambda: self._adopt(opened))

    def _adopt(self, opened: OpenedStore) -> None:
        """Takes over what was in the file before."""
        left = {name: note.text for name, note in opened.left.notes.items()}
        for name, text in {**opened.notes, **left}.items():
            # The match that was open when the program ended last is left for the next start.
            own = (CURRENT_MATCH_NOTE, UNSAVED_MATCH_NOTE)
            if name not in own and not name.startswith(outbox.PASSING_NOTES):
                self._notes.setdefault(name, text)
        self._throws.update(Counter(opened.throws) - self._throws_at_start)

    def _name_of(self, path: Path) -> str:
        inside = path.is_relative_to(self._folder)
        return (path.relative_to(self._folder) if inside else path).as_posix()

    def _load_throws(self) -> Counter[CountedThrow]:
        try:
            with self._database.reading() as db:
                return tables.read_throws(db)
        except READ_ERRORS as problem:
            words = "The rolls counted so far can’t be read: {why}."
            self._tell(say("store.throws", words, why=explain_error(problem)))
            return Counter()

    def _tell(self, sentence: Text) -> None:
        if sentence not in self._problems:
            self._problems.append(sentence)

    def _check_open(self) -> None:
        if self._writer.closed:
            raise RuntimeError("the store is closed")


def event_of_match(store: Store, match_id: str) -> outbox.MatchOfEvent:
    """What an event has to do with a match."""
    return outbox.MatchOfEvent.read(store.get_note(f"{outbox.MATCH_NOTE_PREFIX}{match_id}"))


def set_current_match(store: Store, match_id: str, record: Record) -> None:
    """A match is open from now on; one without a ply is stored only here."""
    store.set_note(UNSAVED_MATCH_NOTE, "" if record.plies else f"{match_id}\n{record.to_text()}")
    store.set_note(CURRENT_MATCH_NOTE, match_id)


def visitors_of(store: Store, match_id: str) -> tuple[str, ...]:
    """The codes of an event's visitors who play a match, by seat; none in a tournament's match.

    There they are those who were called, whatever is said of the seats.
    """
    own = MatchOfEvent.read(store.get_note(f"{MATCH_NOTE_PREFIX}{match_id}"))
    return () if own.pairing else own.visitors


def set_visitors(store: Store, match_id: str, visitors: tuple[str, ...]) -> None:
    """Says who plays a match; its result is told to the hub with them."""
    name = f"{MATCH_NOTE_PREFIX}{match_id}"
    if MatchOfEvent.read(store.get_note(name)).pairing:
        return
    store.set_note(name, MatchOfEvent("", visitors).to_text() if any(visitors) else "")


def clear_current_match(store: Store, match_id: str) -> None:
    """People have left a match; another may be open by now."""
    if store.get_note(CURRENT_MATCH_NOTE) == match_id:
        store.set_note(CURRENT_MATCH_NOTE, "")
        store.set_note(UNSAVED_MATCH_NOTE, "")


def keeping_current_match(store: Store, end: Callable[[], None]) -> None:
    """Ends all scenes by `end`, but keeps the match open for the next start."""
    before = {name: store.get_note(name) for name in (CURRENT_MATCH_NOTE, UNSAVED_MATCH_NOTE)}
    try:
        end()
    finally:
        for name, text in before.items():
            store.set_note(name, text)


def load_current_match(store: Store) -> tuple[str, Record] | None:
    """The match that was open when the program crashed, with its id; None for none.

    One that cannot be read stays stored, and is reported when matches are listed.
    """
    match_id = store.get_note(CURRENT_MATCH_NOTE)
    if not match_id:
        return None
    try:
        return match_id, store.find(match_id)
    except (KeyError, BadNotation, *READ_ERRORS):
        of, _, text = store.get_note(UNSAVED_MATCH_NOTE).partition("\n")
    try:
        return (match_id, Record.from_text(text)) if of == match_id else None
    except BadNotation:
        return None


WinnerKind: TypeAlias = Literal["people", "computer", "shared", "nobody"]
"""Who has won among people and computers."""


class MatchMetrics:
    """Counts one match from its first ply to its end, and never who plays it.

    Each step may be reported repeatedly and is counted once. A resumed match keeps its id.
    """

    def __init__(self, store: Store, game: str, match_id: str, *, fresh: bool) -> None:
        """`fresh`: the match begins now, so its length will be known."""
        self._store = store
        self._game = game
        self._id = match_id
        self._fresh = fresh
        self.seconds = 0.0
        """How long it was played."""
        self._step: MatchStep | None = None

    @property
    def going(self) -> bool:
        """Whether it was played on since this was made, and has not ended."""
        return self._step == "going"

    def go_on(self, people: int, levels: Iterable[str] = (), languages: Iterable[str] = ()) -> None:
        """A ply was played: `people` take part, with computers of these levels.

        Games among computers alone are not counted. `levels` are keys, as ``easy``; `languages` are
        those of people, one for each seat.
        """
        if self._step is not None or people < 1:
            return
        game = self._game
        found = [UsageMetric("begun", game)]
        found.append(UsageMetric("players", game, str(min(people, MAX_PEOPLE))))
        for level in levels:
            found.append(UsageMetric("level", game, level))
        for code in languages:
            with suppress(ValueError):  # a code of another form than usual
                found.append(UsageMetric("language", what=code))
        self._take("going", found)

    def end(self, levels: Iterable[str] = (), who: WinnerKind = "nobody") -> None:
        """It has ended; `levels`: of the computers that people played with."""
        if self._step != "going":
            return
        found = [UsageMetric("finished", self._game)]
        if self._fresh:
            found.append(UsageMetric.length(self._game, self.seconds))
        found += [UsageMetric("won", self._game, f"{level} {who}") for level in levels]
        self._take("over", found)

    def leave(self, where: str) -> None:
        """People leave before its end; `where` is a stage or a moment.

        Counted even if nobody has played since it was resumed after a power cut.
        """
        if self._step in (None, "going"):
            self._take("left", [UsageMetric("abandoned", self._game, where)])

    def refuse(self, reason: Text, rule: str = "") -> None:
        """Somebody was shown a refusal."""
        figure = UsageMetric.refused(self._game, reason, rule)
        if figure is not None:
            self._store.count(figure)

    def hint(self) -> None:
        self._store.count(UsageMetric("hint", self._game))

    def _take(self, step: MatchStep, figures: Iterable[UsageMetric]) -> None:
        self._step = step
        self._store.count_step(self._id, self._game, step, tuple(figures))


def match_stage(plies: int, usual: int) -> str:
    """The third of a game's usual length in which a match is after so many plies."""
    return MATCH_STAGES[min(len(MATCH_STAGES) - 1, plies * len(MATCH_STAGES) // max(1, usual))]


def winner_kind(winners: Iterable[int], people: Iterable[int]) -> WinnerKind:
    won, seats = set(winners), set(people)
    if not won:
        return "nobody"
    return "people" if won <= seats else "shared" if won & seats else "computer"

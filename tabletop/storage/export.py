"""Exports: usage counts and high scores as CSV, and all matches as text files.

CSV as in RFC 4180, in UTF-8 with a byte order mark, without which Excel takes it for a Windows code
page. An export goes to a memory stick if there is one, else into the data folder, in a thread of
its own because sticks are slow.
"""

import csv
import logging
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from io import StringIO
from pathlib import Path
from sqlite3 import Connection
from string import Formatter
from typing import Any, Final, TypeVar

from tabletop.engine.text import Text, say
from tabletop.settings import sync_folder, write_atomically
from tabletop.storage import scores, usage_metrics
from tabletop.storage.database import explain_error
from tabletop.storage.repository import Store
from tabletop.storage.scores import HighScore, ScoreScope
from tabletop.storage.usage_metrics import RefusalText, UsageCount

USAGE_COLUMNS: Final = ("day", "hour", "kind", "game", "what", "times", "rule", "words")
"""The last two columns hold what was refused, by the rule's number and in English."""
EXPORT_FOLDER: Final = "exports"
BYTE_ORDER_MARK: Final = "\ufeff"
ELLIPSIS: Final = "…"
"""Replaces what a refusal named."""

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]], line_end: str) -> str:
    """A table with a head line; a cell that a spreadsheet takes for a formula gets a quote."""
    text = StringIO()
    writer = csv.writer(text, lineterminator=line_end)
    writer.writerow(columns)
    for row in rows:
        writer.writerow(
            f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell
            for cell in row
        )
    return text.getvalue()


def usage_table(rows: Iterable[UsageCount], words: Mapping[tuple[str, str], RefusalText]) -> str:
    """The CSV file of usage counts; `words` are the refusals by game and key."""

    def cells(row: UsageCount) -> Sequence[object]:
        said = words.get((row.game, row.what)) if row.kind == "refused" else None
        more = (said.rule, str(elided_refusal(said))) if said is not None else ("", "")
        return row.day, row.hour, row.kind, row.game, row.what, row.times, *more

    return BYTE_ORDER_MARK + _csv(USAGE_COLUMNS, map(cells, rows), "\r\n")


def usage_file_name(since: str, until: str) -> str:
    """The file name for some days; an empty `since` means from the beginning."""
    days = (until,) if since == until else (since or "all", "to", until)
    return f"figures-{'-'.join(days)}.csv"


def elided_refusal(words: RefusalText) -> Text:
    """The text of a refusal, with dots for all that it named."""
    try:
        names = {name for _, name, _, _ in Formatter().parse(words.english) if name}
        args: dict[str, Any] = dict.fromkeys(names, ELLIPSIS)
        if words.plural:
            args["n"] = _AnyNumber(2)
        return Text(words.key, words.english, args, words.plural)
    except (ValueError, KeyError, AttributeError, IndexError):
        return Text("", words.key)  # a damaged row


class _AnyNumber(int):
    """An unknown number, which takes the plural."""

    def __str__(self) -> str:
        return ELLIPSIS

    def __format__(self, form: str) -> str:
        return ELLIPSIS


class UsageExport:
    """A table of usage counts on its way to the disk.

    The writer thread writes it, after all that was counted before.
    """

    def __init__(self, folder: Path, since: str, until: str) -> None:
        """`folder` is the data folder; the days are as for `usage_metrics.read_metrics`."""
        self.path = folder / EXPORT_FOLDER / usage_file_name(since, until)
        self.done = False
        self.problem: str | None = None
        """Why it cannot be written."""
        self._days = since, until

    @property
    def waits(self) -> bool:
        return not self.done and self.problem is None

    def __call__(self, db: Connection) -> None:
        try:
            text = usage_table(
                usage_metrics.read_metrics(db, *self._days), usage_metrics.read_refusal_texts(db)
            )
            write_atomically(self.path, text)
        except OSError as problem:  # the database must not wait for it
            self.problem = problem.strerror or type(problem).__name__
        else:
            self.problem, self.done = None, True


SCORE_COLUMNS: Final = ("day", "event", "game", "level", "name", "turns", "points", "wins in a row")


def scores_table(entries: Iterable[HighScore]) -> str:
    """The CSV file of high scores, one win a line."""

    def cells(entry: HighScore) -> Sequence[object]:
        feat = entry.feat
        result = (feat.number, "") if feat.way == "turns" else ("", feat.number)
        return entry.day, entry.event, entry.game, feat.level, entry.name, *result, feat.wins

    return _csv(SCORE_COLUMNS, map(cells, entries), "\n")


log = logging.getLogger("tabletop.operator")

USAGE_FILE: Final = "figures.csv"
SCORES_FILE: Final = "scores.csv"
"""The only file with the names that people have entered."""
STICK_FOLDERS: Final = (Path("/media"), Path("/run/media"), Path("/mnt/usb"))
"""Memory sticks are mounted one or two folders below these."""

_READ_MATCHES: Final = "SELECT id, record FROM match"
"""Unordered: sorting would read all rows before the first, and a damaged one would hide all."""

T = TypeVar("T")


def memory_sticks(places: Sequence[Path] = STICK_FOLDERS) -> tuple[Path, ...]:
    """The folders of writable memory sticks."""
    found: list[Path] = []
    for place in places:
        try:
            below = [place, *place.glob("*"), *place.glob("*/*")]
            found += [each for each in below if each.is_mount() and os.access(each, os.W_OK)]
        except OSError:
            continue
    return tuple(dict.fromkeys(found))


class DataExport:
    """One export. It starts at once; `said` gives its result."""

    def __init__(
        self,
        store: Store,
        data_dir: Path,
        *,
        places: Sequence[Path] = STICK_FOLDERS,
        now: Callable[[], datetime] = datetime.now,
        ended: Callable[[Text], None] = lambda _: None,
    ) -> None:
        """`places`: where sticks are looked for; `ended` gets the result, in the thread."""
        self._store, self._data_dir = store, data_dir
        self._places, self._now = places, now
        self._ended = ended
        self.said: Text | None = None
        """The result as a sentence; None while it runs."""
        self.failed = False
        self._thread = threading.Thread(target=self._run, name="export", daemon=True)
        self._thread.start()

    def wait(self, timeout: float | None = None) -> None:
        """Waits for its end; never call it in the main loop."""
        self._thread.join(timeout)

    def _run(self) -> None:
        try:
            said = self._exported()
        except Exception as fault:
            if not isinstance(fault, OSError | sqlite3.Error):
                log.exception("the export failed")
            self.failed = True
            words = "Not everything could be written: {why}."
            said = say("export.failed", words, why=explain_error(fault))
        self.said = said
        self._ended(said)

    def _exported(self) -> Text:
        home = next(iter(memory_sticks(self._places)), self._data_dir / EXPORT_FOLDER)
        folder = home / f"tabletop-{self._now():%Y-%m-%d-%H%M%S}"
        # Separately: damage in one must not prevent the others.
        matches: list[tuple[str, str]] = []

        def collect_matches(db: Connection) -> bool:
            for match_id, record in db.execute(_READ_MATCHES):
                matches.append((str(match_id), str(record)))  # those before an error are kept
            return True

        whole = self._asked(collect_matches)
        counted = self._asked(usage_metrics.read_metrics)
        words = self._asked(usage_metrics.read_refusal_texts)
        board = self._asked(lambda db: scores.load_scores(db, ScoreScope()))
        self.failed = None in (whole, counted, words, board)
        (folder / "matches").mkdir(parents=True, exist_ok=True)  # twice in a second
        for match_id, record in matches:
            name = re.sub(r"\W", "", match_id)  # a row of a damaged file may hold anything
            (folder / "matches" / f"{name}.txt").write_text(record, "utf-8", newline="\n")
        # All at once: file by file, a slow stick takes minutes for the matches of an event.
        if hasattr(os, "sync"):
            os.sync()
        sync_folder(folder / "matches")
        if counted is not None:
            write_atomically(folder / USAGE_FILE, usage_table(counted, words or {}))
        if board:
            write_atomically(folder / SCORES_FILE, scores_table(board))
        log.info("exported %d matches to %s", len(matches), folder)
        if self.failed:
            told = "Not everything could be read. The rest is in {folder}"
            return say("export.unread", told, folder=str(folder))
        told = "{matches} matches and the usage figures are in {folder}"
        return say("export.done", told, matches=len(matches), folder=str(folder))

    def _asked(self, ask: Callable[[Connection], T]) -> T | None:
        """The result of a query; None if it cannot be read."""
        nothing: T | None = None
        return self._store.read(ask, nothing)

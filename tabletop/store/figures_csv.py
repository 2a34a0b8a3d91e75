"""Figures as a table that a spreadsheet opens: CSV as in RFC 4180, in UTF-8.

The file begins with a byte order mark, for without it Excel takes it for Windows' own letters.
"""

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path
from sqlite3 import Connection
from string import Formatter
from typing import Any, Final

from tabletop.engine.text import Text
from tabletop.settings import write_atomically
from tabletop.store import figures
from tabletop.store.figures import Counted, Words

COLUMNS: Final = ("day", "hour", "kind", "game", "what", "times", "rule", "words")
"""The last two say what was refused, by the rule's number and in English."""
FOLDER: Final = "exports"
"""In the data folder."""
BYTE_ORDER: Final = "\ufeff"
OPEN: Final = "…"
"""What stands in a refusal where it named something."""

_RISKY: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def table(rows: Iterable[Counted], words: Mapping[tuple[str, str], Words]) -> str:
    """The whole file; a cell that a spreadsheet would take for a formula begins with a quote."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        said = words.get((row.game, row.what)) if row.kind == "refused" else None
        more = (said.rule, str(open_words(said))) if said is not None else ("", "")
        known = (row.day, row.hour, row.kind, row.game, row.what, row.times)
        writer.writerow([_safe(cell) for cell in (*known, *more)])
    return BYTE_ORDER + text.getvalue()


def file_name(since: str, until: str) -> str:
    """What the file of some days is called; `since` is empty where it holds all up to a day."""
    days = (until,) if since == until else (since or "all", "to", until)
    return f"figures-{'-'.join(days)}.csv"


def open_words(words: Words) -> Text:
    """What a refusal says, with dots for all that it named; it can be said anew as any text."""
    try:
        names = {name for _, name, _, _ in Formatter().parse(words.english) if name}
        args: dict[str, Any] = dict.fromkeys(names, OPEN)
        if words.plural:
            args["n"] = _Some(2)
        return Text(words.key, words.english, args, words.plural)
    except (ValueError, KeyError, AttributeError, IndexError):
        return Text("", words.key)  # a damaged row


class _Some(int):
    """A number that is not told: any that takes the plural."""

    def __str__(self) -> str:
        return OPEN

    def __format__(self, form: str) -> str:
        return OPEN


class Export:
    """A table of figures on its way to the disk. It changes once, when it is there or cannot be.

    The writer thread does it, behind all that was counted before.
    """

    def __init__(self, folder: Path, since: str, until: str) -> None:
        """`folder` is the data folder; the days as `figures.read` takes them."""
        self.path = folder / FOLDER / file_name(since, until)
        self.done = False
        self.problem: str | None = None
        """Why it cannot be written."""
        self._days = since, until

    @property
    def waits(self) -> bool:
        return not self.done and self.problem is None

    def __call__(self, db: Connection) -> None:
        try:
            text = table(figures.read(db, *self._days), figures.read_words(db))
            write_atomically(self.path, text)
        except OSError as problem:  # the database is not to wait for it
            self.problem = problem.strerror or type(problem).__name__
        else:
            self.problem, self.done = None, True


def _safe(cell: object) -> object:
    if isinstance(cell, str) and cell.startswith(_RISKY):
        return f"'{cell}"
    return cell

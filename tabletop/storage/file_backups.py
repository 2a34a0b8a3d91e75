"""Copies of the small files of the data folder in the database, to restore damaged ones."""

import logging
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection
from typing import Final, TypeAlias

from tabletop.engine.text import Text, say
from tabletop.settings import damaged_name, write_atomically
from tabletop.storage.database import FILE_NAME, decode_leniently

_PUT_COPY: Final = """
    INSERT INTO kept_file (name, text, changed) VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text, changed = excluded.changed
"""
_READ_COPIES: Final = "SELECT name, text, changed FROM kept_file"


@dataclass(frozen=True, slots=True)
class FileCopy:
    """A file's text when the program last wrote it, or last found it sound."""

    text: str
    changed: str
    """In ISO form."""


def put_copy(db: Connection, name: str, text: str, changed: str) -> None:
    """Replaces the copy of a file."""
    db.execute(_PUT_COPY, (name, text, changed))


def read_copies(db: Connection) -> dict[str, FileCopy]:
    """All copies by file name; rows that make no sense are skipped."""
    return {
        name: FileCopy(text, changed)
        for name, text, changed in db.execute(_READ_COPIES)
        if isinstance(name, str) and isinstance(text, str) and isinstance(changed, str)
    }


log = logging.getLogger(__name__)

TextCheck: TypeAlias = Callable[[str], None]
"""Raises ValueError for a damaged text. A mistake made by hand is not damage."""


def restore_damaged_files(folder: Path, checks: Mapping[str, TextCheck]) -> tuple[Text, ...]:
    """Restores the damaged files of a data folder, and returns a sentence about each.

    A readable file is kept even if its copy differs, since it may have been edited; so is a missing
    one. Damaged files without a copy are left alone.
    """
    told = []
    for name, copy in sorted(_load_copies(folder).items()):
        check = checks.get(name, _is_text)
        if is_damaged_file(folder / name, check) and _is_sound(copy.text.encode(), check):
            told.append(_restore_file(folder / name, copy))
    return tuple(told)


def is_damaged_file(path: Path, check: TextCheck) -> bool:
    """Whether there is a file whose content makes no sense."""
    try:
        return not _is_sound(path.read_bytes(), check)
    except OSError:
        return False


def _is_sound(content: bytes, check: TextCheck) -> bool:
    try:
        text = content.decode("utf-8-sig")
        check(text)
    except (ValueError, RecursionError):
        return False
    return bool(text.strip())  # the program writes no empty file, but a power cut may leave one


def _is_text(text: str) -> None:
    if not all(sign.isprintable() or sign in "\t\r\n" for sign in text):
        raise ValueError("it is no text")


def _load_copies(folder: Path) -> Mapping[str, FileCopy]:
    path = (folder / FILE_NAME).absolute()
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as db:
            db.text_factory = decode_leniently
            return read_copies(db)
    except (sqlite3.Error, ValueError):  # the store reports it when it is opened
        return {}


def _restore_file(path: Path, copy: FileCopy) -> Text:
    try:
        # Copied, not renamed: after a kill in between, the next start would find no file.
        aside = damaged_name(path)
        aside.write_bytes(path.read_bytes())
        write_atomically(path, copy.text)
    except OSError as problem:
        log.warning("%s cannot be mended: %s", path, problem)
        words = "{name} is damaged and cannot be mended: {why}."
        why = problem.strerror or str(problem)
        return say("store.unmended", words, name=path.name, why=why)
    words = (
        "{name} was damaged. It was set aside as {aside}; what holds is what was kept on {date}."
    )
    date = copy.changed.partition("T")[0]
    return say("store.mended", words, name=path.name, aside=aside.name, date=date)

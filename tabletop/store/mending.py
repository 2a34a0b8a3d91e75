"""Small files that are damaged are set aside, and come back as they were written last."""

import logging
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TypeAlias

from tabletop.engine.text import Text, say
from tabletop.settings import write_atomically
from tabletop.store import copies
from tabletop.store.copies import Copy
from tabletop.store.database import FILE_NAME, patiently

log = logging.getLogger(__name__)

Check: TypeAlias = Callable[[str], None]
"""Raises ValueError for the text of a file that is damaged. A slip of somebody's hand is none."""


def mend(folder: Path, checks: Mapping[str, Check]) -> tuple[Text, ...]:
    """Brings the damaged ones of a data folder back, and gives a sentence about each.

    A file that can be read always wins over its copy, for somebody may have written it by hand;
    so does one that is missing. What has no copy is left to those who read it.
    """
    told = []
    for name, copy in sorted(_copies(folder).items()):
        check = checks.get(name, _is_text)
        if is_damaged(folder / name, check) and _is_sound(copy.text.encode(), check):
            told.append(_mended(folder / name, copy))
    return tuple(told)


def is_damaged(path: Path, check: Check) -> bool:
    """Whether there is a file, and nobody can have meant what it says."""
    try:
        return not _is_sound(path.read_bytes(), check)
    except OSError:
        return False


def _is_sound(content: bytes, check: Check) -> bool:
    try:
        text = content.decode("utf-8-sig")
        check(text)
    except (ValueError, RecursionError):
        return False
    return bool(text.strip())  # the program writes none that is empty, but a power cut may


def _is_text(text: str) -> None:
    if not all(sign.isprintable() or sign in "\t\r\n" for sign in text):
        raise ValueError("it is no text")


def _copies(folder: Path) -> Mapping[str, Copy]:
    path = (folder / FILE_NAME).absolute()
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as db:
            db.text_factory = patiently
            return copies.read(db)
    except (sqlite3.Error, ValueError):  # the store says what is wrong, when it is opened
        return {}


def _mended(path: Path, copy: Copy) -> Text:
    try:
        # Not renamed: killed in between, the next start would find no file at all.
        aside = _free(path)
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


def _free(path: Path) -> Path:
    for number in count(1):
        aside = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        if not aside.exists():
            return aside
    raise AssertionError  # there is always a next number

"""The journal beside the database: what is queued for it, safe from crashes of the program.

A commit takes milliseconds, and on a bad disk much longer, too long before a picture. So what is
queued is written here before it is shown: without a sync that takes microseconds and survives
everything but a power cut.
"""

import json
import logging
import os
import struct
from pathlib import Path
from typing import Any, Final, Self
from zlib import crc32

from tabletop.engine.game import BadNotation
from tabletop.engine.record import Record
from tabletop.storage.writer import ForgetMatch, PendingWrites, SaveMatch, SaveNote
from tabletop.system.instance_lock import lock_file

log = logging.getLogger(__name__)

FILE_NAME: Final = "tabletop.now"
SLOT_BYTES: Final = 256 * 1024
"""Bytes of each of two slots that are written alternately: one is always whole."""
_HEADER: Final = struct.Struct("<8sQII")
"""Magic, number, length and checksum of what follows."""
_MAGIC: Final = b"tabletop"


class Journal:
    """Written with every ply."""

    def __init__(self, handle: int, written: int, slot: int) -> None:
        """Use `Journal.open`."""
        self._handle: int | None = handle
        self._slot = slot
        """The slot that was written last."""
        self.number = written
        """How often it was written; it only grows in a data folder."""

    @classmethod
    def open(cls, folder: Path, known: int) -> tuple[Self | None, PendingWrites]:
        """The journal of a folder, and its content that the database lacks.

        `known` is the number that the database has. None if another process has the journal, or it
        cannot be made: the database alone is then a little behind the picture.
        """
        handle = None
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            handle = os.open(folder / FILE_NAME, flags, 0o600)
            os.lseek(
                handle, 4 * SLOT_BYTES, os.SEEK_SET
            )  # Windows locks bytes: those behind the slots
            lock_file(handle)
            slots = [_read(handle, slot) for slot in (0, 1)]
            last = int(slots[1][0] > slots[0][0])
            there = os.fstat(handle).st_size
            if there < 2 * SLOT_BYTES:  # reserved now, because the disk may be full later
                _write(handle, there, bytes(2 * SLOT_BYTES - there))
        except OSError as problem:
            log.warning("there is no journal: %s", problem)
            if handle is not None:
                os.close(handle)
            return None, PendingWrites()
        number, queued = slots[last]
        return cls(handle, max(number, known), last), queued if number > known else PendingWrites()

    def next(self) -> int:
        """The number of the next entry."""
        self.number += 1
        return self.number

    def write(self, queued: PendingWrites) -> None:
        """Replaces the content."""
        if self._handle is None:
            return
        told = {
            "matches": {key: _encode_write(doing) for key, doing in queued.matches.items()},
            "notes": {name: note.text for name, note in queued.notes.items()},
        }
        content = json.dumps(told).encode()
        head = _HEADER.pack(_MAGIC, self.number, len(content), _checksum(self.number, content))
        if len(head) + len(content) > SLOT_BYTES:
            return  # too long: the database will have it soon
        try:
            self._slot = 1 - self._slot
            _write(self._handle, self._slot * SLOT_BYTES, head + content)
        except OSError as problem:
            log.warning("the journal cannot be written: %s", problem)
            self.close()

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _encode_write(doing: SaveMatch | ForgetMatch) -> list[str] | None:
    return [doing.text, doing.changed] if isinstance(doing, SaveMatch) else None


def _checksum(number: int, content: bytes) -> int:
    return crc32(content, number & 0xFFFFFFFF)


def _write(handle: int, at: int, content: bytes) -> None:
    os.lseek(handle, at, os.SEEK_SET)
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]


def _read(handle: int, slot: int) -> tuple[int, PendingWrites]:
    """The number and content of a slot; 0 and nothing if it is not whole."""
    os.lseek(handle, slot * SLOT_BYTES, os.SEEK_SET)
    whole = os.read(handle, SLOT_BYTES)
    if len(whole) < _HEADER.size:
        return 0, PendingWrites()
    word, number, length, check = _HEADER.unpack_from(whole)
    content = whole[_HEADER.size : _HEADER.size + length]
    if word != _MAGIC or len(content) != length or check != _checksum(number, content):
        return 0, PendingWrites()
    try:
        told: Any = json.loads(content)
        matches = {str(key): _decode_write(each, number) for key, each in told["matches"].items()}
        notes = {str(name): SaveNote(str(text), number) for name, text in told["notes"].items()}
        return number, PendingWrites(matches, notes)
    except (ValueError, KeyError, TypeError, AttributeError, BadNotation):
        log.exception("the journal makes no sense")  # written by another version
        return 0, PendingWrites()


def _decode_write(told: Any, number: int) -> SaveMatch | ForgetMatch:
    if told is None:
        return ForgetMatch(number)
    text, changed = map(str, told)
    return SaveMatch.of(Record.from_text(text), changed, number)

"""What is on its way to the disk, where no death of the program can take it.

A commit takes milliseconds, and on a bad disk much longer; a picture does not wait for it. So all
that is queued stands in this file before it is seen: written there and not synced, it costs some
microseconds and outlives everything but a power cut. For that there is the database.
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
"""Bytes of each of the two places that are written by turns: one is always whole."""
_HEADER: Final = struct.Struct("<8sQII")
"""A word to know it by, the number, and the length of what follows with its check sum."""
_MAGIC: Final = b"tabletop"


class Journal:
    """The file. It changes with every ply."""

    def __init__(self, handle: int, written: int, slot: int) -> None:
        """Callers outside say `Slate.open`."""
        self._handle: int | None = handle
        self._slot = slot
        """Which was written last: the other one is written next."""
        self.number = written
        """How often it was written ever: in a data folder it only grows."""

    @classmethod
    def open(cls, folder: Path, known: int) -> tuple[Self | None, PendingWrites]:
        """The slate of a data folder, and what is on it that the database does not have.

        `known` is the number that the database has. None where another program has the slate, or
        where there can be none: the database alone is then a little behind the picture.
        """
        handle = None
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            handle = os.open(folder / FILE_NAME, flags, 0o600)
            os.lseek(handle, 4 * SLOT_BYTES, os.SEEK_SET)  # Windows locks bytes, behind the slots
            lock_file(handle)
            slots = [_read(handle, slot) for slot in (0, 1)]
            last = int(slots[1][0] > slots[0][0])
            there = os.fstat(handle).st_size
            if there < 2 * SLOT_BYTES:  # its room is taken now: a disk may be full later
                _write(handle, there, bytes(2 * SLOT_BYTES - there))
        except OSError as problem:
            log.warning("nothing stands on the slate: %s", problem)
            if handle is not None:
                os.close(handle)
            return None, PendingWrites()
        number, queued = slots[last]
        return cls(handle, max(number, known), last), queued if number > known else PendingWrites()

    def next(self) -> int:
        """The number of what is written next."""
        self.number += 1
        return self.number

    def write(self, queued: PendingWrites) -> None:
        """Puts all that is queued in place of what stood there."""
        if self._handle is None:
            return
        told = {
            "matches": {key: _encode_write(doing) for key, doing in queued.matches.items()},
            "notes": {name: note.text for name, note in queued.notes.items()},
        }
        content = json.dumps(told).encode()
        head = _HEADER.pack(_MAGIC, self.number, len(content), _checksum(self.number, content))
        if len(head) + len(content) > SLOT_BYTES:
            return  # the database will have it soon
        try:
            self._slot = 1 - self._slot
            _write(self._handle, self._slot * SLOT_BYTES, head + content)
        except OSError as problem:
            log.warning("nothing stands on the slate any more: %s", problem)
            self.close()

    def close(self) -> None:
        """Lets another program have it."""
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
    """The number and the content of a slot; 0 and nothing where it is not whole."""
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
        log.exception("the slate says what cannot be")  # another version has written it
        return 0, PendingWrites()


def _decode_write(told: Any, number: int) -> SaveMatch | ForgetMatch:
    if told is None:
        return ForgetMatch(number)
    text, changed = map(str, told)
    return SaveMatch.of(Record.from_text(text), changed, number)

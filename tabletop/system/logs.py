"""What the program writes about itself: a JSON object a line, in a few files of bounded size.

A thread of its own writes, for even a write without a sync hangs where a disk hangs.
"""

import json
import logging
import os
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import QueueHandler, RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final, Self, TextIO

from tabletop.system.log_redaction import redact

LOG_FOLDER: Final = "logs"
LOG_FILE_NAME: Final = "tabletop.jsonl"
"""The newest of the files; older ones end with .1 to .4."""
MAX_FILE_BYTES: Final = 2 * 2**20
"""Bytes of one file."""
MAX_FILES: Final = 5
RECENT_LINES: Final = 200
"""How many of the last lines a report of a crash holds."""
MAX_QUEUED_LINES: Final = 10_000
"""How many lines may wait for a disk that hangs; more are lost, and counted."""
CLOSE_SECONDS: Final = 1.0
"""Seconds that closing waits for the disk."""
ROOT_LOGGER: Final = "tabletop"
"""The logger above all of the program's own. Libraries are heard only when they warn."""


def json_line(record: logging.LogRecord) -> str:
    """A record as a JSON object in one line, in Greenwich's time."""
    when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    told = {
        "time": when,
        "level": record.levelname.lower(),
        "logger": record.name,
        "thread": record.threadName,
        "said": record.getMessage(),
    }
    if record.exc_text:
        told["trace"] = record.exc_text
    return json.dumps(told, ensure_ascii=False)


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json_line(record)


class _TextFormatter(logging.Formatter):
    """For people at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        words = record.getMessage()
        return f"{words}\n{record.exc_text}" if record.exc_text else words


class _RedactingQueueHandler(QueueHandler):
    """Puts records in the queue as they are now, without names, and never waits."""

    def __init__(self, queue: "SimpleQueue[logging.LogRecord | None]") -> None:
        super().__init__(queue)
        self._room = queue
        self.last: deque[logging.LogRecord] = deque(maxlen=RECENT_LINES)
        self.lost = 0

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        told = logging.makeLogRecord(record.__dict__)
        try:
            told.msg = redact(record.getMessage())
        except (
            Exception
        ):  # the arguments do not fit the words: what there is, is better than nothing
            told.msg = redact(str(record.msg))
        trace = record.exc_text
        if record.exc_info and not trace:
            trace = logging.Formatter().formatException(record.exc_info)
        if record.stack_info:
            trace = f"{trace or ''}\n{record.stack_info}".strip()
        told.args, told.exc_info, told.stack_info = (), None, None
        told.exc_text = redact(trace) if trace else None
        return told

    def enqueue(self, record: logging.LogRecord) -> None:
        self.last.append(record)
        if self._room.qsize() < MAX_QUEUED_LINES:
            self._room.put(record)
        else:
            self.lost += 1


class _StderrHandler(logging.StreamHandler[TextIO]):
    """Standard error, through a door of its own.

    The display closes the usual one for a moment, against what C libraries complain by themselves;
    the thread that writes the log must not be silenced with them.
    """

    def __init__(self) -> None:
        self._own = _duplicate_stream(sys.stderr)
        super().__init__(self._own or sys.stderr)

    def close(self) -> None:
        super().close()
        if self._own is not None:
            self._own.close()


def _duplicate_stream(stream: TextIO) -> TextIO | None:
    """The same file a second time; None for what is no file."""
    try:
        handle = os.dup(stream.fileno())
    except (OSError, ValueError, AttributeError):
        return None
    return os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace")


class _RotatingFiles(RotatingFileHandler):
    """The files; where they cannot be written, the words are lost and the program goes on."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """A disk that is full fails at every line: nobody is told again and again."""


class Logs:
    """All that is logged, from when it is opened until it is closed. It holds the last lines."""

    def __init__(self, handlers: Sequence[logging.Handler], level: str) -> None:
        """Callers outside say `Logs.open`."""
        self._handlers = handlers
        # This kind alone may be put into by a signal that comes while it is put into.
        self._queue: SimpleQueue[logging.LogRecord | None] = SimpleQueue()
        self._queued = _RedactingQueueHandler(self._queue)
        self._ours = logging.getLogger(ROOT_LOGGER)
        self._before = self._ours.level
        self._closed = False
        self._ours.setLevel(level.upper())
        logging.getLogger().addHandler(self._queued)
        # A daemon: a disk that hangs holds it, and must not hold the program too.
        self._thread = Thread(target=self._write, name="log writer", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, folder: Path | None, level: str) -> Self:
        """Begins to log into `folder`, if there is one that can be written.

        Warnings go to standard error besides, as words, for whoever started the program. Without a
        folder everything goes there as JSON, unless that is a person's terminal.
        """
        kept = None if folder is None else _open_files(folder)
        aloud = _StderrHandler()
        if kept is None and not sys.stderr.isatty():
            aloud.setFormatter(_JsonFormatter())
        else:
            aloud.setFormatter(_TextFormatter())
            aloud.setLevel(logging.WARNING)
        return cls([aloud] if kept is None else [kept, aloud], level)

    @property
    def last(self) -> tuple[str, ...]:
        """The last lines, oldest first."""
        return tuple(json_line(record) for record in self._queued.last.copy())

    def close(self) -> None:
        """Writes what can be written soon, and logs no more."""
        logging.getLogger().removeHandler(self._queued)
        self._ours.setLevel(self._before)
        self._closed = True
        self._queue.put(None)
        self._thread.join(CLOSE_SECONDS)

    def _write(self) -> None:
        told = 0
        while not (self._closed and self._queue.empty()):
            record = self._queue.get()
            if record is not None:
                self._hand_on(record)
            if self._queued.lost > told and self._queue.empty():
                words, missing = "%d lines of the log are lost", self._queued.lost - told
                lost = logging.LogRecord(
                    __name__, logging.WARNING, __file__, 0, words, (missing,), None
                )
                self._hand_on(lost)
                told += missing
        for handler in self._handlers:
            with suppress(OSError):  # what a full disk has not taken by now is lost
                handler.close()

    def _hand_on(self, record: logging.LogRecord) -> None:
        for handler in self._handlers:
            if record.levelno >= handler.level:
                handler.handle(record)


def _open_files(folder: Path) -> logging.Handler | None:
    """The files in a folder; None where they cannot be opened."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = _RotatingFiles(
            folder / LOG_FILE_NAME,
            maxBytes=MAX_FILE_BYTES,
            backupCount=MAX_FILES - 1,
            encoding="utf-8",
            errors="replace",
        )
    except OSError:
        return None
    files.setFormatter(_JsonFormatter())
    return files

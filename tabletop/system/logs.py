"""The log: one JSON object a line, in a few files of bounded size.

A thread writes it, because even a write without a sync blocks while a disk hangs. Players' names
are removed from log entries and crash reports; one redactor serves the whole process. The module
also silences C libraries that write to standard error.
"""

import json
import logging
import os
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from logging.handlers import QueueHandler, RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final, Self, TextIO

REDACTED: Final = "[somebody]"
"""Replaces a name."""
MAX_NAMES: Final = 500
"""How many names are known at once; the oldest are dropped first."""


class NameRedactor:
    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self._pattern: re.Pattern[str] | None = None

    def hide_names(self, names: Iterable[str]) -> None:
        """Removes these names from all text that is redacted from now on."""
        stripped = (name.strip() for name in names)
        new = [name for name in stripped if name and name not in self._names]
        if not new:
            return
        self._names.update(dict.fromkeys(new))
        for oldest in list(self._names)[:-MAX_NAMES]:
            del self._names[oldest]
        longest_first = sorted(self._names, key=len, reverse=True)
        alternatives = "|".join(re.escape(name) for name in longest_first)
        self._pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)

    def redact(self, text: str) -> str:
        return text if self._pattern is None else self._pattern.sub(REDACTED, text)

    def forget_names(self) -> None:
        self._names.clear()
        self._pattern = None


_redactor: Final = NameRedactor()
hide_names: Final = _redactor.hide_names
redact: Final = _redactor.redact
forget_names: Final = _redactor.forget_names


@contextmanager
def silence_libraries() -> Iterator[None]:
    """Redirects descriptor 2 to nowhere; SDL's own error messages say more."""
    if sys.stderr is None:  # a program without a console
        yield
        return
    sys.stderr.flush()
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


LOG_FOLDER: Final = "logs"
LOG_FILE_NAME: Final = "tabletop.jsonl"
"""The newest file; older ones end with .1 to .4."""
MAX_FILE_BYTES: Final = 2 * 2**20
MAX_FILES: Final = 5
RECENT_LINES: Final = 200
"""How many of the last lines a crash report holds."""
MAX_QUEUED_LINES: Final = 10_000
"""Lines that may wait for a slow disk; more are dropped and counted."""
CLOSE_SECONDS: Final = 1.0
"""Seconds that closing waits for the disk."""
ROOT_LOGGER: Final = "tabletop"
"""The program's own loggers. Of libraries only warnings are logged."""


def json_line(record: logging.LogRecord) -> str:
    """A record as a line of JSON, in local time with its offset from UTC."""
    local = datetime.fromtimestamp(record.created).astimezone()
    when = local.isoformat(timespec="milliseconds")
    fields = {
        "time": when,
        "level": record.levelname.lower(),
        "logger": record.name,
        "thread": record.threadName,
        "said": record.getMessage(),
    }
    if record.exc_text:
        fields["trace"] = record.exc_text
    return json.dumps(fields, ensure_ascii=False)


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json_line(record)


class _TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        words = record.getMessage()
        return f"{words}\n{record.exc_text}" if record.exc_text else words


class _RedactingQueueHandler(QueueHandler):
    """Queues records, formatted and without players' names. Never waits."""

    def __init__(self, queue: "SimpleQueue[logging.LogRecord | None]") -> None:
        super().__init__(queue)
        self._room = queue
        self.last: deque[logging.LogRecord] = deque(maxlen=RECENT_LINES)
        self.lost = 0

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        redacted = logging.makeLogRecord(record.__dict__)
        try:
            redacted.msg = redact(record.getMessage())
        except Exception:  # the arguments do not fit the message: log the message alone
            redacted.msg = redact(str(record.msg))
        trace = record.exc_text
        if record.exc_info and not trace:
            trace = logging.Formatter().formatException(record.exc_info)
        if record.stack_info:
            trace = f"{trace or ''}\n{record.stack_info}".strip()
        redacted.args, redacted.exc_info, redacted.stack_info = (), None, None
        redacted.exc_text = redact(trace) if trace else None
        return redacted

    def enqueue(self, record: logging.LogRecord) -> None:
        self.last.append(record)
        if self._room.qsize() < MAX_QUEUED_LINES:
            self._room.put(record)
        else:
            self.lost += 1


class _StderrHandler(logging.StreamHandler[TextIO]):
    """A duplicate of standard error.

    While the display silences C libraries on the usual descriptor, the log must not be silenced.
    """

    def __init__(self) -> None:
        self._own = _duplicate_stream(sys.stderr)
        super().__init__(self._own or sys.stderr)

    def close(self) -> None:
        super().close()
        if self._own is not None:
            self._own.close()


def _duplicate_stream(stream: TextIO) -> TextIO | None:
    """The same file on a new descriptor; None if it is not a file."""
    try:
        handle = os.dup(stream.fileno())
    except (OSError, ValueError, AttributeError):
        return None
    return os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace")


class _RotatingFiles(RotatingFileHandler):
    """Rotated files. If they cannot be written, lines are dropped and the program goes on."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Nothing: a full disk fails at every line."""


class Logs:
    """Logging from `open` to `close`. Holds the last lines."""

    def __init__(self, handlers: Sequence[logging.Handler], level: str) -> None:
        """Use `Logs.open`."""
        self._handlers = handlers
        # Only SimpleQueue may be put into by a signal handler that interrupts a put.
        self._queue: SimpleQueue[logging.LogRecord | None] = SimpleQueue()
        self._queued = _RedactingQueueHandler(self._queue)
        self._ours = logging.getLogger(ROOT_LOGGER)
        self._before = self._ours.level
        self._closed = False
        self._ours.setLevel(level.upper())
        logging.getLogger().addHandler(self._queued)
        # A daemon, so that a hanging disk does not hold the program.
        self._thread = Thread(target=self._write, name="log writer", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, folder: Path | None, level: str) -> Self:
        """Logs into `folder`, if it can be written.

        Warnings also go to standard error, as text. Without a folder everything goes there, as JSON
        unless it is a terminal.
        """
        kept = None if folder is None else _open_files(folder)
        stderr = _StderrHandler()
        if kept is None and not sys.stderr.isatty():
            stderr.setFormatter(_JsonFormatter())
        else:
            stderr.setFormatter(_TextFormatter())
            stderr.setLevel(logging.WARNING)
        return cls([stderr] if kept is None else [kept, stderr], level)

    @property
    def last(self) -> tuple[str, ...]:
        return tuple(json_line(record) for record in self._queued.last.copy())

    def close(self) -> None:
        """Writes what can be written within a second, and stops logging."""
        logging.getLogger().removeHandler(self._queued)
        self._ours.setLevel(self._before)
        self._closed = True
        self._queue.put(None)
        self._thread.join(CLOSE_SECONDS)

    def _write(self) -> None:
        reported = 0
        while not (self._closed and self._queue.empty()):
            record = self._queue.get()
            if record is not None:
                self._hand_on(record)
            if self._queued.lost > reported and self._queue.empty():
                words, missing = "%d lines of the log are lost", self._queued.lost - reported
                lost = logging.LogRecord(
                    __name__, logging.WARNING, __file__, 0, words, (missing,), None
                )
                self._hand_on(lost)
                reported += missing
        for handler in self._handlers:
            with suppress(OSError):  # what does not fit on a full disk by now is lost
                handler.close()

    def _hand_on(self, record: logging.LogRecord) -> None:
        for handler in self._handlers:
            if record.levelno >= handler.level:
                handler.handle(record)


def _open_files(folder: Path) -> logging.Handler | None:
    """The files in a folder; None if they cannot be opened."""
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

"""Recordings of a port's bytes: lines of JSON with seconds since the start and the bytes."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from tabletop.engine import say
from tabletop.input.serial.transport import TransportError


class Tape:
    """A recording in the making. Every piece of bytes is in the file as soon as it is written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # A new file only: nobody's evening is written over.
        self._file = path.open("x", encoding="ascii", buffering=1)
        self._began = monotonic()

    def write(self, data: bytes) -> None:
        """OSError if the disk is full."""
        since = round(monotonic() - self._began, 6)
        self._file.write(json.dumps({"t": since, "hex": data.hex()}) + "\n")

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()


class Player:
    """A transport that plays a recording as it was, to nobody's answers, and then ends."""

    def __init__(self, path: str) -> None:
        self._path = path
        # All at once: damage is told before anything is played.
        self._pieces = iter(list(_read(Path(path))))
        self._next = next(self._pieces, None)
        self._began = monotonic()

    def read(self, wait: float) -> bytes:
        if self._next is None:
            words = say("serial.over", "the recording is over")
            raise TransportError(words, final=True)
        at, data = self._next
        left = self._began + at - monotonic()
        if left > wait:
            sleep(wait)
            return b""
        sleep(max(0.0, left))
        self._next = next(self._pieces, None)
        return data

    def write(self, data: bytes) -> int:
        return len(data)

    def close(self) -> None:
        self._next = None

    def describe(self) -> str:
        return f"replay:{self._path}"


def _read(path: Path) -> Iterator[tuple[float, bytes]]:
    """All pieces of a recording, in order; TransportError at the first line that is none.

    The last line may be cut, as the end of an evening cuts it.
    """
    try:
        lines = path.read_text("ascii").splitlines(keepends=True)
    except (OSError, ValueError) as problem:
        raise TransportError(_no_recording(path, problem), final=True) from problem
    for number, line in enumerate(lines, start=1):
        try:
            piece = json.loads(line)
            at, data = float(piece["t"]), bytes.fromhex(piece["hex"])
            if not 0 <= at <= 1e6:
                raise ValueError(f"a time of {at}")
        except (ValueError, TypeError, KeyError, RecursionError) as problem:
            if number == len(lines) and not line.endswith("\n"):
                return
            raise TransportError(_no_recording(path, problem, number), final=True) from problem
        yield at, data


def _no_recording(path: Path, problem: Exception, line: int = 1) -> str:
    if isinstance(problem, OSError):
        why = problem.strerror or str(problem)
        return say("serial.no-file", "{path} cannot be read: {why}", path=str(path), why=why)
    words = "{path} is no recording (line {line})"
    return say("serial.no-recording", words, path=str(path), line=line)

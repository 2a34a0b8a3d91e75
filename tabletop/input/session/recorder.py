"""Records a session while it runs."""

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from typing import Final, TextIO

from tabletop.engine import Text, say
from tabletop.engine.analysis import EngineUpdate
from tabletop.input.actions import Action
from tabletop.input.devices import Device, Devices
from tabletop.input.session.recording import (
    MICROSECONDS_PER_SECOND,
    DisplayState,
    RecordedTurn,
    SessionHeader,
    encode_header,
    encode_run,
    encode_turn,
)

MAX_RUN_MICROSECONDS: Final = MICROSECONDS_PER_SECOND // 2
"""Turns without input are written after so many microseconds."""
SYNC_SECONDS: Final = 0.5
"""Seconds between two syncs of the file."""
MAX_QUEUED_LINES: Final = 4096
"""Lines that may wait for the disk."""
BACKUP_SUFFIX: Final = ".old"
"""The suffix of an earlier recording's name."""


class SessionRecorder:
    """Records all input of the main loop, turn by turn."""

    def __init__(self, path: Path) -> None:
        """Opens the file, or raises OSError; an existing one is renamed."""
        if path.is_file():
            path.replace(path.with_name(path.name + BACKUP_SUFFIX))
        self._writer = _RecordingWriter(path.open("x", encoding="utf-8", newline="\n"))
        self._number = 1
        self._run: list[int] = []
        self._pending = RecordedTurn(0)
        self._date = ""
        self._display: DisplayState | None = None
        self._known: dict[str, Device] = {}
        self._version = -1

    @property
    def trouble(self) -> Text | None:
        """Why recording has stopped, if it has."""
        return self._writer.trouble

    def seeds(self, source: Callable[[], int]) -> Callable[[], int]:
        """The same source of seeds, recorded."""

        def seed() -> int:
            given = source()
            self._pending = replace(self._pending, seeds=(*self._pending.seeds, given))
            return given

        return seed

    def dates(self, source: Callable[[], str]) -> Callable[[], str]:
        """The same source of the date, recorded when it changes."""

        def date() -> str:
            given = source()
            if given != self._date:
                self._date = given
                self._pending = replace(self._pending, date=given)
            return given

        return date

    def begin(self, header: SessionHeader) -> None:
        self._date, self._display = header.date, header.display
        self._writer.write(encode_header(header))
        self._pending = RecordedTurn(0)

    def record_action(self, action: Action) -> None:
        """An action that is handled in this turn."""
        self._pending = replace(self._pending, actions=(*self._pending.actions, action))

    def record_devices(self, devices: Devices) -> None:
        """The devices, before the turn's actions."""
        if devices.version == self._version:
            return
        self._version = devices.version
        now = {device.key: device for device in devices.all}
        self._pending = replace(
            self._pending,
            devices=tuple(each for each in now.values() if self._known.get(each.key) != each),
            removed=tuple(key for key in self._known if key not in now),
        )
        self._known = now

    def record_notices(self, words: Sequence[str]) -> None:
        """Problems that people were shown in this turn."""
        self._pending = replace(self._pending, notices=tuple(words))

    def record_engine(self, update: EngineUpdate) -> None:
        """What the engine has reported since the last turn."""
        self._pending = replace(self._pending, engine=update)

    def record_display(self, display: DisplayState) -> None:
        """The screen and the window's size; recorded when they change."""
        if display != self._display:
            self._display = display
            self._pending = replace(self._pending, display=display)

    def turn(self, microseconds: int) -> None:
        """Ends the turn, in which so many microseconds passed."""
        pending, self._pending = replace(self._pending, microseconds=microseconds), RecordedTurn(0)
        if pending == RecordedTurn(microseconds):
            self._run.append(microseconds)
            if sum(self._run) >= MAX_RUN_MICROSECONDS:
                self._write_run()
            return
        self._write_run()
        self._writer.write(encode_turn(self._number, pending))
        self._number += 1

    def close(self) -> None:
        self._write_run()
        self._writer.close()

    def _write_run(self) -> None:
        if self._run:
            self._writer.write(encode_run(self._number, self._run))
            self._number += len(self._run)
            self._run = []


class _RecordingWriter:
    """A file and the thread that writes it, because disks are slow."""

    def __init__(self, file: TextIO) -> None:
        self.trouble: Text | None = None
        self._file = file
        self._lines: Queue[str | None] = Queue(MAX_QUEUED_LINES)
        # A daemon: a hanging disk must not hold the program.
        self._thread = Thread(target=self._work, name="session recorder", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Queues a line; never blocks."""
        if self.trouble is None:
            try:
                self._lines.put_nowait(line + "\n")
            except Full:
                self._give_up("the disk is too slow")

    def close(self) -> None:
        """Waits for the disk for at most six seconds."""
        with contextlib.suppress(Full):
            self._lines.put(None, timeout=2)
        self._thread.join(4)

    def _work(self) -> None:
        synced = time.monotonic()
        dirty = False
        try:
            while True:
                try:
                    line = self._lines.get(timeout=SYNC_SECONDS if dirty else None)
                    if line is None:
                        break
                    self._file.write(line)
                    self._file.flush()
                    dirty = True
                except Empty:
                    pass
                # Tables are switched off at the wall: what is not synced is lost.
                if dirty and time.monotonic() - synced >= SYNC_SECONDS:
                    os.fsync(self._file.fileno())
                    synced, dirty = time.monotonic(), False
        except (OSError, ValueError) as problem:
            self._give_up(getattr(problem, "strerror", None) or str(problem))
        finally:
            with contextlib.suppress(OSError, ValueError):
                self._file.close()

    def _give_up(self, why: str) -> None:
        words = "The evening is no longer written down: {why}."
        self.trouble = self.trouble or say("diary.trouble", words, why=why)

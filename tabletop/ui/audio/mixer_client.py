"""The sound device by way of a process of its own, for opening one holds up whoever does it."""

import json
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tabletop.system import child_process
from tabletop.ui.audio.sound_files import BadSound

MIXER_MODULE: Final = "tabletop.ui.audio.mixer"
"""The module that the process runs."""


class NoSound(Exception):
    """There is no sound device, or nobody who could open it. Says why."""


class MixerClient:
    """Has another process play. All but `kill` may wait, so it is used by one thread.

    The process is kept while the device is closed: it sleeps then, and opens it again quickly. It
    ends with its input, however this program ends.
    """

    def __init__(self, line: Sequence[str] | None = None) -> None:
        """`line` is the command line that starts the process."""
        self._line = line or child_process.module_command(MIXER_MODULE)
        self._process: subprocess.Popen[str] | None = None

    def prepare(self) -> None:
        """Begins the process, unless it runs; OSError if it cannot be."""
        if self._process is None or self._process.poll() is not None:
            self.kill()  # of one that has ended the pipes are still open
            self._process = self._begin()

    def open(self) -> None:
        """Opens the device; NoSound where there is none."""
        self.prepare()
        why = self._ask("open")
        if why is not None:
            raise NoSound(why)

    def load(self, folder: Path, name: str) -> None:
        """Has a file read; BadSound for one that is missing or damaged."""
        why = self._ask("load", str(folder), name)
        if why is not None:
            raise BadSound(why)

    def play(self, name: str, volume: float) -> None:
        self._say("play", name, float(volume))

    def loop(self, name: str, volume: float) -> None:
        self._say("loop", name, float(volume))

    def close(self) -> None:
        self._ask("close")

    def kill(self) -> None:
        """Ends the process, whatever it is doing."""
        process = self._process
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError, ValueError):
                    assert pipe is not None
                    pipe.close()

    def _say(self, *words: str | float) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise NoSound("nobody plays")
        process.stdin.write(json.dumps(words) + "\n")
        process.stdin.flush()

    def _ask(self, *words: str) -> str | None:
        """Says something and waits for the answer: why it could not be done, or None."""
        self._say(*words)
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise NoSound("the process that plays has ended")
        said = json.loads(line)
        return None if said is None else str(said)

    def _begin(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self._line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # What libraries complain is said better by the answers.
            stderr=subprocess.DEVNULL,
            env=child_process.child_environment(),
            text=True,
            encoding="utf-8",
            creationflags=child_process.NO_WINDOW,
        )

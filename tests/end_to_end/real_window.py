"""The real program on a virtual display (Xvfb), with a real mouse pointer (xdotool)."""

import os
import signal
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

import pygame

from tabletop.engine import Record
from tabletop.storage.database import FILE_NAME
from tests.end_to_end.close_window import ask_to_close
from tests.end_to_end.pointing import Drag, Gesture, Pixel, Tap

ROOT = Path(__file__).parents[2]
SIZE = (1280, 800)
PATIENCE = 15.0
"""Seconds after which something that should happen will not happen any more."""
NAP = 0.004

_NEWEST = "SELECT record FROM match ORDER BY serial DESC LIMIT 1"
_XWD_WORDS = 25


class Desk:
    """The program as people start it, on a screen of 1280 x 800 pixels."""

    def __init__(
        self,
        folder: Path,
        program: Sequence[str] = (sys.executable, "-m", "tabletop"),
        *,
        root: Path = Path("/"),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`folder` is for the data and whatever else comes up.

        `program` is the command that starts it, `root` the folder that it takes for `/`. Without
        `environment` it has that of the test.
        """
        self.data = folder / "data"
        self._command = program
        self._root = root
        self._environment = dict(environment or {})
        if environment is None:
            self._environment = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")}
        self._folder = folder
        self._errors = folder / "stderr"
        self._screen: subprocess.Popen[bytes]
        self._program: subprocess.Popen[bytes] | None = None
        self._display = ""

    def __enter__(self) -> Self:
        read, write = os.pipe()
        with os.fdopen(read, "rb") as told:
            self._screen = subprocess.Popen(
                [
                    *("Xvfb", "-displayfd", str(write), "-nolisten", "tcp"),
                    *("-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-fbdir", str(self._folder)),
                ],
                pass_fds=[write],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            os.close(write)
            number = told.readline().decode().strip()
        assert number, "Xvfb does not start"
        self._display = f":{number}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in (self._program, self._screen):
            if process is not None:
                process.kill()
                process.wait()

    def start(self, *arguments: str) -> None:
        """Starts the program, and waits for nothing."""
        data = Path("/", self.data.relative_to(self._root))
        with self._errors.open("wb") as errors:
            self._program = subprocess.Popen(
                [*self._command, "--data-dir", str(data), *arguments],
                cwd=ROOT,
                env=self._environment | {"DISPLAY": self._display},
                stdout=errors,
                stderr=errors,
            )

    def kill(self) -> None:
        """Ends the program at once, as a power cut does, and waits until its window has gone."""
        assert self._program is not None
        last = self.picture()
        self._program.kill()
        self._program.wait()
        until = time.monotonic() + PATIENCE
        while self.shows(last):  # the X server notices the death a little later
            assert time.monotonic() < until, "the window of the killed program stays"
            time.sleep(NAP)

    def signal(self, number: signal.Signals) -> None:
        assert self._program is not None
        self._program.send_signal(number)

    def children(self) -> list[str]:
        """The command lines of the processes that the program has started."""
        assert self._program is not None
        assert self._program.poll() is None, f"the program has ended: {self.complaints}"
        tasks = Path(f"/proc/{self._program.pid}/task").glob("*/children")
        found = [child for task in tasks for child in task.read_text("ascii").split()]
        lines = [Path(f"/proc/{child}/cmdline").read_bytes() for child in found]
        return [line.replace(b"\0", b" ").decode() for line in lines]

    # -- the mouse ----------------------------------------------------------------------------

    def make(self, gestures: Iterable[Gesture]) -> None:
        """Clicks and drags, one right after the other."""
        words: list[str] = []
        for gesture in gestures:
            match gesture:
                case Tap(at):
                    # xdotool's own click waits a tenth of a second.
                    words += [*_to(at), "mousedown", "1", "mouseup", "1"]
                case Drag(start, end):
                    middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
                    words += [*_to(start), "mousedown", "1", *_to(middle), *_to(end)]
                    words += ["mouseup", "1"]
        self._xdotool(*words)

    def click(self, at: Pixel) -> None:
        self.make([Tap(at)])

    def press(self, key: str) -> None:
        """Presses a key by its name in X: ``Return``."""
        self._xdotool("key", key)

    def close_window(self) -> None:
        """What a window manager does when the cross in the window's frame is pressed."""
        ask_to_close(self._display, int(self._window()))

    def resize(self, size: tuple[int, int]) -> None:
        """Somebody pulls at the corner of the window."""
        self._xdotool("windowsize", self._window(), *map(str, size))

    def _window(self) -> str:
        """The window's number. The pointer is brought to its corner, where nothing is touched."""
        words = self._xdotool("mousemove", "1", "1", "getmouselocation", "--shell").split()
        return next(word for word in words if word.startswith("WINDOW=")).partition("=")[2]

    def _xdotool(self, *words: str) -> str:
        return subprocess.run(
            ["xdotool", *words],
            env=os.environ | {"DISPLAY": self._display},
            check=True,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        ).stdout

    # -- what can be seen -----------------------------------------------------------------------

    def picture(self) -> pygame.Surface:
        """What is on the screen. Xvfb keeps it in a file, headed as `xwd` does it."""
        kept = (self._folder / "Xvfb_screen0").read_bytes()
        head = struct.unpack(f">{_XWD_WORDS}I", kept[: 4 * _XWD_WORDS])
        size, across, colours = head[0], head[12], head[19]
        assert (head[4], head[5], across) == (*SIZE, 4 * SIZE[0])
        pixels = kept[size + 12 * colours :]
        return pygame.image.frombuffer(pixels, SIZE, "BGRA")

    def save_picture(self, path: Path) -> None:
        pixels = pygame.image.tobytes(self.picture(), "RGB")  # Xvfb's fourth byte is no opacity
        pygame.image.save(pygame.image.frombytes(pixels, SIZE, "RGB"), path)

    def shows(self, wanted: pygame.Surface) -> bool:
        """Whether the screen looks exactly like this."""
        return pygame.image.tobytes(self.picture(), "RGB") == pygame.image.tobytes(wanted, "RGB")

    def record(self) -> Record | None:
        """What is kept of the match that was saved last."""
        path = self.data / FILE_NAME
        if not path.exists():
            return None
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as db:
            try:
                row = db.execute(_NEWEST).fetchone()
            except sqlite3.OperationalError:  # it is only just being made
                return None
        return Record.from_text(row[0]) if row else None

    def wait(self, what: str, seen: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Waits until something is so."""
        assert self._program is not None
        until = time.monotonic() + seconds
        while not seen():
            assert self._program.poll() is None, f"the program has ended: {self.complaints}"
            if time.monotonic() > until:
                self.save_picture(self._folder / "seen.png")
                raise AssertionError(f"{what} does not come; see {self._folder / 'seen.png'}")
            time.sleep(NAP)

    def ended(self) -> int:
        """The exit code, once the program has ended."""
        assert self._program is not None
        return self._program.wait(PATIENCE)

    @property
    def complaints(self) -> str:
        """All that the program has printed."""
        return self._errors.read_text("utf-8")


def _to(at: Pixel) -> tuple[str, ...]:
    return ("mousemove", str(at[0]), str(at[1]))

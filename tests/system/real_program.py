"""The real program on a dummy display, with the test in place of systemd."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tabletop.ai.compilation import DISABLE_COMPILATION_ENV

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds after which a wait has failed."""
START = "import sys; from tabletop.__main__ import main; sys.exit(main(sys.argv[1:]))"


class Program:
    """Starts it on one data folder, repeatedly, and reads its messages."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self._address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self._address)
        self._running: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._running is not None:
            self._running.kill()
            self._running.communicate()
        self._socket.close()

    def start(self, *arguments: str, before: str = "", **environment: str) -> None:
        """Starts it, after some lines of Python in the same process, without waiting."""
        given = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "PYTHONFAULT"))}
        given |= {
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            DISABLE_COMPILATION_ENV: "1",
        }
        given |= {"NOTIFY_SOCKET": self._address, "WATCHDOG_USEC": "15000000", **environment}
        common = ["--data-dir", str(self.data), "--windowed"]
        self._running = subprocess.Popen(
            [sys.executable, "-c", f"{before}\n{START}", *common, *arguments],
            cwd=ROOT,
            env=given,
            stderr=subprocess.PIPE,
            text=True,
        )

    def hear(self, words: str, patience: float = PATIENCE) -> bool:
        """Waits for this message; False if it does not come."""
        until = time.monotonic() + patience
        self._socket.settimeout(0.2)
        while time.monotonic() < until:
            assert self._running is not None
            if self._running.poll() is not None:
                words = f"(nothing, for it has ended: {self.end()})"
            try:
                if words in self._socket.recv(4096).decode():
                    return True
            except TimeoutError:
                assert not words.startswith("(nothing"), words
        return False

    def hush(self) -> None:
        """Forgets the messages so far."""
        self._socket.setblocking(False)
        try:
            while True:
                self._socket.recv(4096)
        except BlockingIOError:
            return

    def send(self, number: int) -> None:
        assert self._running is not None
        self._running.send_signal(number)

    def end(self) -> tuple[int, str]:
        """Waits for its end; returns the exit code and standard error."""
        assert self._running is not None
        _, said = self._running.communicate(timeout=PATIENCE)
        return self._running.returncode, said

    def kill(self) -> None:
        """Kills it."""
        self.send(signal.SIGKILL)
        self.end()

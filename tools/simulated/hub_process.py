"""The hub as a process of its own, for tests and measurements that kill it."""

import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Final

from tools.environment import ROOT

START_SECONDS: Final = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class HubProcess:
    """``tabletop hub`` at a port of its own; `start` it, and again after `kill`."""

    data_dir: Path
    database: str = ""
    port: int = field(default_factory=free_port)
    pairing_code: str = ""
    password: str = ""
    """Of the first user; known only of the first start of a database."""
    _process: "subprocess.Popen[str] | None" = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *arguments: str) -> None:
        """Starts it and waits until it answers."""
        command = [sys.executable, "-m", "tabletop", "hub", "--host", "127.0.0.1"]
        command += ["--no-announce", "--port", str(self.port), "--data-dir", str(self.data_dir)]
        command += ["--database", self.database] if self.database else []
        self._process = subprocess.Popen(
            [*command, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self._read_greeting(self._process.stdout)
        ends = monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or monotonic() > ends:
                raise RuntimeError("the hub does not start")
            sleep(0.05)

    def kill(self) -> None:
        """Ends it as a power cut of its own would (SIGKILL)."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def stop(self) -> int:
        """Ends it politely; gives the exit code."""
        assert self._process is not None
        self._process.terminate()
        code = self._process.wait(timeout=30)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return code

    def _read_greeting(self, out: IO[str]) -> None:
        for line in out:
            if found := re.search(r"password (\S+)", line):
                self.password = found[1]
            if found := re.search(r"pairing code (\d{6})", line):  # the last line
                self.pairing_code = found[1]
                return

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/login", timeout=5):
                return True
        except (urllib.error.URLError, OSError):
            return False

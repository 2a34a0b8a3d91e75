"""The speech programs of a system: which there are, and how each is asked to say something."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from tabletop import own_process

SLOWEST: Final = 10.0
"""Seconds that a program may take to list its voices."""
_LISTED: Final = re.compile(r"^(?P<name>\S.*?)\s+(?P<code>[a-z]{2,3}_[A-Z]{2})\s+#", re.MULTILINE)
"""A line of what the program of macOS says of its voices."""
_WINDOWS: Final = (
    "Add-Type -AssemblyName System.Speech; "
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; "
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
    "try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, "
    "[Globalization.CultureInfo]'{language}') }} catch {{ }}; "
    "$voice.Volume = {volume}; "
    "$voice.Speak([Console]::In.ReadToEnd())"
)
"""What Windows' own speech is told; the words follow on standard input."""


class Spoken(NamedTuple):
    """Words to be spoken in a language, by its code."""

    words: str
    language: str
    volume: float = 1.0
    """From 0 to 1."""


class Line(NamedTuple):
    """A command line, and what is written to its standard input."""

    command: Sequence[str]
    told: str = ""


Maker: TypeAlias = Callable[[str, Spoken], Line]
"""What makes the line that has a program, by its path, say something and end after it."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A speech program that was found."""

    name: str
    path: str
    make: Maker
    stop: Sequence[str] = ()
    """The words after the program's path that end what is being said, where it is no part of its
    own process; empty where ending that is enough."""

    def line(self, spoken: Spoken) -> Line:
        """How it is asked to say that."""
        return self.make(self.path, spoken)


def _dispatcher(path: str, spoken: Spoken) -> Line:
    """Through the system's speech service, which has the voice that people have chosen there."""
    language = spoken.language.partition("_")[0]
    loud = str(round(200 * spoken.volume) - 100)
    return Line((path, "-w", "-N", "tabletop", "-l", language, "-i", loud, "--", spoken.words))


def _espeak(path: str, spoken: Spoken) -> Line:
    language = spoken.language.partition("_")[0]
    loud = str(round(100 * spoken.volume))
    return Line((path, "-v", language, "-a", loud, "--stdin"), spoken.words)


def _mac(path: str, spoken: Spoken) -> Line:
    voice = _mac_voice(path, spoken.language)
    chosen = ("-v", voice) if voice else ()
    return Line((path, *chosen, "-f", "-"), f"[[volm {spoken.volume:.2f}]] {spoken.words}")


@lru_cache(maxsize=16)
def _mac_voice(path: str, language: str) -> str:
    """The first voice of a language; empty for the one that people have chosen for the system."""
    listed = subprocess.run(
        (path, "-v", "?"), capture_output=True, text=True, timeout=SLOWEST, check=False
    ).stdout
    found = ((found["code"], found["name"]) for found in _LISTED.finditer(listed))
    return next((name for code, name in found if code.partition("_")[0] == language[:2]), "")


def _windows(path: str, spoken: Spoken) -> Line:
    language = spoken.language.replace("_", "-")
    script = _WINDOWS.format(language=language, volume=round(100 * spoken.volume))
    return Line((path, "-NoProfile", "-NonInteractive", "-Command", script), spoken.words)


_ELSEWHERE: Final[Mapping[str, tuple[Maker, Sequence[str]]]] = {
    "spd-say": (_dispatcher, ("-C",)),
    "espeak-ng": (_espeak, ()),
    "espeak": (_espeak, ()),
}
_PROGRAMS: Final[Mapping[str, Mapping[str, tuple[Maker, Sequence[str]]]]] = {
    "darwin": {"say": (_mac, ())},
    "win32": {"powershell": (_windows, ())},
}
"""By system the programs that are looked for, the best first. One called `say` elsewhere is
another program."""


def find_voices(platform: str = sys.platform) -> tuple[Voice, ...]:
    """The speech programs that there are, the best first."""
    known = _PROGRAMS.get(platform, _ELSEWHERE)
    found = ((name, shutil.which(name), *known[name]) for name in known)
    return tuple(Voice(name, path, make, stop) for name, path, make, stop in found if path)


def names_of(platform: str = sys.platform) -> tuple[str, ...]:
    """The names of the programs that are looked for."""
    return tuple(_PROGRAMS.get(platform, _ELSEWHERE))


def begin(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Starts a process that speaks, and hears the words on its standard input."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=own_process.NO_WINDOW,
    )

"""What a scene has to say aloud, and the speech programs of the system that say it.

Without a speech program nothing is heard and nothing fails.
"""

import logging
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import Condition, Thread
from typing import Final, NamedTuple, Protocol, TypeAlias

from tabletop.engine import Text, say
from tabletop.system import process


class Announcement(NamedTuple):
    """A text that is spoken when it changes."""

    about: str
    """Identifies the text: it is spoken if it differs from the last one of the same name."""
    words: str
    language: str = ""
    """A language code; "" for that of the scene."""


class Pressable(Protocol):
    """A button, as far as its name depends on it."""

    @property
    def key(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def icon(self) -> str: ...
    @property
    def language(self) -> str: ...


ICON_NAMES: Final[Mapping[str, Text]] = {
    # NOTE: what buttons that show only a picture are called when they are spoken.
    "back": say("icon.back", "Back"),
    "call": say("icon.sound", "Sound"),
    "chances": say("icon.review", "Review"),
    "close": say("icon.close", "Close"),
    "dice": say("icon.dice", "Dice"),
    "dots": say("icon.dots", "More options"),
    "earlier": say("icon.earlier", "Previous"),
    "first": say("icon.first", "To the start"),
    "flip": say("icon.flip", "Turn over"),
    "goal": say("icon.goal", "Goal"),
    "globe": say("icon.language", "Language"),
    "hint": say("icon.hint", "Hint"),
    "last": say("icon.last", "To the end"),
    "later": say("icon.later", "Next"),
    "look": say("icon.look", "Colours and motion"),
    "menu": say("icon.menu", "Menu"),
    "minus": say("icon.less", "Less"),
    "plug": say("icon.devices", "Devices"),
    "plus": say("icon.more", "More"),
    "star": say("icon.result", "Result"),
    "swap": say("icon.swap", "Change sides"),
    "turn": say("icon.turn", "Turn"),
    "undo": say("icon.undo", "Take back"),
}


def accessible_name(button: Pressable) -> str:
    """The spoken name of a button: its label, or the meaning of its icon."""
    return button.label or ICON_NAMES.get(button.icon, "")


def focus_announcement(buttons: Sequence[Pressable], focus: str | None) -> tuple[Announcement, ...]:
    """The name of the focused button, if there is one."""
    return tuple(
        Announcement("focus", accessible_name(button), button.language)
        for button in buttons
        if button.key == focus
    )


LIST_VOICES_TIMEOUT_SECONDS: Final = 10.0
_LISTED: Final = re.compile(r"^(?P<name>\S.*?)\s+(?P<code>[a-z]{2,3}_[A-Z]{2})\s+#", re.MULTILINE)
"""A line of the list of voices on macOS."""
_WINDOWS: Final = (
    "Add-Type -AssemblyName System.Speech; "
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; "
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
    "try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, "
    "[Globalization.CultureInfo]'{language}') }} catch {{ }}; "
    "$voice.Volume = {volume}; "
    "$voice.Speak([Console]::In.ReadToEnd())"
)
"""The PowerShell script for Windows; the text follows on standard input."""


class Utterance(NamedTuple):
    """A text to be spoken in a language."""

    words: str
    language: str
    volume: float = 1.0
    """From 0 to 1."""


class SpeechCommand(NamedTuple):
    """A command line, and the text for its standard input."""

    command: Sequence[str]
    told: str = ""


CommandBuilder: TypeAlias = Callable[[str, Utterance], SpeechCommand]
"""Makes the command that has the program at a path speak a text and exit."""


@dataclass(frozen=True, slots=True)
class Voice:
    """An installed speech program."""

    name: str
    path: str
    make: CommandBuilder
    stop: Sequence[str] = ()
    """The arguments that stop the speech, if it does not end with the process; else empty."""

    def line(self, spoken: Utterance) -> SpeechCommand:
        return self.make(self.path, spoken)


def _speech_dispatcher(path: str, spoken: Utterance) -> SpeechCommand:
    """Speaks by the system's speech service, with the voice that is set there."""
    language = spoken.language.partition("_")[0]
    loud = str(round(200 * spoken.volume) - 100)
    return SpeechCommand(
        (path, "-w", "-N", "tabletop", "-l", language, "-i", loud, "--", spoken.words)
    )


def _espeak(path: str, spoken: Utterance) -> SpeechCommand:
    language = spoken.language.partition("_")[0]
    loud = str(round(100 * spoken.volume))
    return SpeechCommand((path, "-v", language, "-a", loud, "--stdin"), spoken.words)


def _mac(path: str, spoken: Utterance) -> SpeechCommand:
    voice = _mac_voice(path, spoken.language)
    chosen = ("-v", voice) if voice else ()
    return SpeechCommand((path, *chosen, "-f", "-"), f"[[volm {spoken.volume:.2f}]] {spoken.words}")


@lru_cache(maxsize=16)
def _mac_voice(path: str, language: str) -> str:
    """The first voice of a language; "" for the system's default."""
    listed = subprocess.run(
        (path, "-v", "?"),
        capture_output=True,
        text=True,
        timeout=LIST_VOICES_TIMEOUT_SECONDS,
        env=process.system_environment(),
        check=False,
    ).stdout
    found = ((found["code"], found["name"]) for found in _LISTED.finditer(listed))
    return next((name for code, name in found if code.partition("_")[0] == language[:2]), "")


def _windows(path: str, spoken: Utterance) -> SpeechCommand:
    language = spoken.language.replace("_", "-")
    script = _WINDOWS.format(language=language, volume=round(100 * spoken.volume))
    return SpeechCommand((path, "-NoProfile", "-NonInteractive", "-Command", script), spoken.words)


_OTHER_PROGRAMS: Final[Mapping[str, tuple[CommandBuilder, Sequence[str]]]] = {
    "spd-say": (_speech_dispatcher, ("-C",)),
    "espeak-ng": (_espeak, ()),
    "espeak": (_espeak, ()),
}
_PROGRAMS: Final[Mapping[str, Mapping[str, tuple[CommandBuilder, Sequence[str]]]]] = {
    "darwin": {"say": (_mac, ())},
    "win32": {"powershell": (_windows, ())},
}
"""The programs by system, the best first. On other systems `say` is another program."""


def find_voices(platform: str = sys.platform) -> tuple[Voice, ...]:
    """The installed speech programs, the best first."""
    known = _PROGRAMS.get(platform, _OTHER_PROGRAMS)
    found = ((name, shutil.which(name), *known[name]) for name in known)
    return tuple(Voice(name, path, make, stop) for name, path, make, stop in found if path)


def program_names(platform: str = sys.platform) -> tuple[str, ...]:
    """The names of the programs that `find_voices` looks for."""
    return tuple(_PROGRAMS.get(platform, _OTHER_PROGRAMS))


def start_program(command: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=process.system_environment(),
        creationflags=process.NO_WINDOW,
    )


log = logging.getLogger(__name__)

STOP_TIMEOUT_SECONDS: Final = 5.0


class Speech:
    """Speaks texts. It never blocks and never raises; without a program it does nothing.

    A thread looks for the programs at the first text and starts a process for each text. A new text
    replaces the one that is being spoken. A program that fails is not used again.
    """

    def __init__(self, find: Callable[[], Sequence[Voice]] | None = None) -> None:
        """`find` gives the speech programs, the best first; without it nothing is spoken."""
        self._find = find
        self._voices: list[Voice] | None = None
        """Those that have not failed; None before the search."""
        self._news = Condition()
        self._wish: tuple[Utterance, ...] | None = None
        self._hushed = False
        """The present text was replaced or cancelled."""
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._ended = False
        self.works: bool | None = None if find is not None else False
        """Whether there is a program that works; None before the search."""

    def prepare(self) -> None:
        """Searches again, also for programs that have failed."""
        with self._news:
            self._voices = None
            self.works = None if self._find is not None else False
        self._want(None)

    def say(self, *parts: Utterance) -> None:
        """Speaks the parts one after the other, in place of the present text."""
        if parts:
            self._want(parts)

    def hush(self) -> None:
        """Stops the present text."""
        with self._news:
            self._wish = None
            self._cut_off()

    def end(self, wait: float) -> None:
        """Stops for good, waiting up to `wait` seconds for the thread."""
        with self._news:
            self._wish, self._ended = None, True
            self._cut_off()
            thread = self._thread
            self._news.notify()
        if thread is not None:
            thread.join(wait)

    def _want(self, parts: tuple[Utterance, ...] | None) -> None:
        if self._find is None or self._ended:
            return
        with self._news:
            self._wish = parts
            self._cut_off()
            if self._thread is None:
                self._thread = Thread(
                    target=self._serve, args=(self._find,), name="speech", daemon=True
                )
                self._thread.start()
            self._news.notify()

    def _cut_off(self) -> None:
        """Kills the process, without waiting for it."""
        self._hushed = True
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()

    # -- in the thread --------------------------------------------------------------------------

    def _serve(self, find: Callable[[], Sequence[Voice]]) -> None:
        while not self._ended:
            if self._voices is None:
                self._look(find)
            with self._news:
                while self._wish is None and not self._ended and self._voices is not None:
                    self._news.wait()
                parts, self._wish, self._hushed = self._wish or (), None, False
            for spoken in parts:
                if not self._hushed:
                    self._say(spoken)

    def _look(self, find: Callable[[], Sequence[Voice]]) -> None:
        try:
            found = list(find())
        except OSError:
            log.info("the speech programs were not found", exc_info=True)
            found = []
        self._voices, self.works = found, bool(found)

    def _say(self, spoken: Utterance) -> None:
        while self._voices:
            voice = self._voices[0]
            if self._is_said(voice, spoken) or self._hushed:
                return
            log.warning("%s does not speak", voice.name)
            with self._news:
                if self._voices and self._voices[0] is voice:
                    del self._voices[0]
                    self.works = bool(self._voices)

    def _is_said(self, voice: Voice, spoken: Utterance) -> bool:
        """Whether a program has spoken the text without failing; it is silent after that."""
        try:
            line = voice.line(spoken)
            with start_program(line.command) as speaking:
                with self._news:
                    self._process = speaking
                    if self._hushed:
                        self._cut_off()  # another text came while the process started
                speaking.communicate(line.told.encode())
            with self._news:
                self._process = None
            if self._hushed and voice.stop:
                subprocess.run(
                    (voice.path, *voice.stop),
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=STOP_TIMEOUT_SECONDS,
                    env=process.system_environment(),
                    check=False,
                )
        except (OSError, subprocess.SubprocessError):
            log.info("%s could not be asked to speak", voice.name, exc_info=True)
            return False
        return speaking.returncode == 0

"""What the table says aloud; where there is no speech program, all is quiet."""

import logging
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Condition, Thread
from typing import Final

from tabletop.ui.voices import Spoken, Voice, begin

log = logging.getLogger(__name__)

STOPPING: Final = 5.0
"""Seconds that a program may take to stop what its service is saying."""


class Speech:
    """Says words aloud. It never waits, and never fails: without a program nothing is heard.

    A thread looks for the programs when somebody first wants one, and has each text said by a
    process of its own. The newest text takes the place of what is being said. A program that
    fails is not asked again; the next one that was found is.
    """

    def __init__(self, find: Callable[[], Sequence[Voice]] | None = None) -> None:
        """`find` gives the speech programs, the best first; without it nothing is ever heard."""
        self._find = find
        self._voices: list[Voice] | None = None
        """Those that have not failed; None before they were looked for."""
        self._news = Condition()
        self._wish: tuple[Spoken, ...] | None = None
        self._hushed = False
        """What is being said is no longer wanted."""
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._ended = False
        self.works: bool | None = None if find is not None else False
        """Whether there is a program that speaks; None while nobody has looked."""

    def prepare(self) -> None:
        """Looks for the programs, those that have failed too."""
        with self._news:
            self._voices = None
            self.works = None if self._find is not None else False
        self._want(None)

    def say(self, *parts: Spoken) -> None:
        """Says one part after the other, in place of what is being said."""
        if parts:
            self._want(parts)

    def hush(self) -> None:
        """Ends what is being said."""
        with self._news:
            self._wish = None
            self._cut_off()

    def end(self, wait: float) -> None:
        """Says nothing any more, with at most so many seconds to end in order."""
        with self._news:
            self._wish, self._ended = None, True
            self._cut_off()
            thread = self._thread
            self._news.notify()
        if thread is not None:
            thread.join(wait)

    def _want(self, parts: tuple[Spoken, ...] | None) -> None:
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
        """Ends the process that speaks, without waiting for it."""
        self._hushed = True
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()

    # -- in the thread --------------------------------------------------------------------------

    def _serve(self, find: Callable[[], Sequence[Voice]]) -> None:
        """Says what is wanted until the table is closed."""
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

    def _say(self, spoken: Spoken) -> None:
        """Has it said by the first program that can."""
        while self._voices:
            voice = self._voices[0]
            if self._is_said(voice, spoken) or self._hushed:
                return
            log.warning("%s does not speak", voice.name)
            with self._news:
                if self._voices and self._voices[0] is voice:
                    del self._voices[0]
                    self.works = bool(self._voices)

    def _is_said(self, voice: Voice, spoken: Spoken) -> bool:
        """Whether a program has said it, and not failed; if it was cut off, it is quiet now."""
        try:
            line = voice.line(spoken)
            with begin(line.command) as process:
                with self._news:
                    self._process = process
                    if self._hushed:
                        self._cut_off()  # another wish came while the process began
                process.communicate(line.told.encode())
            with self._news:
                self._process = None
            if self._hushed and voice.stop:
                subprocess.run(
                    (voice.path, *voice.stop),
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=STOPPING,
                    check=False,
                )
        except (OSError, subprocess.SubprocessError):
            log.info("%s could not be asked to speak", voice.name, exc_info=True)
            return False
        return process.returncode == 0

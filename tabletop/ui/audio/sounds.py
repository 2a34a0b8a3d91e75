"""Plays sounds and music by way of the mixer process, and says when those of a ply are due.

Opening a sound device can take seconds, so a process of its own has it (`audio/mixer.py`). Without
a device nothing is played and nothing fails.
"""

import json
import logging
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final, Protocol

from tabletop.engine import Step, say
from tabletop.system import process
from tabletop.ui.audio.sound_files import MUSIC, SOUND_NAMES, SOUNDS_FOLDER, BadSound, SoundName

FAST_TICK_SECONDS: Final = 3.0
"""Seconds left from which a clock ticks twice as fast."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, and when it is due in seconds of the ply's motion."""

    at: float
    sound: SoundName


def leaves_table(step: Step) -> bool:
    """Whether a piece is taken off."""
    return step.end is None


def phase_cues(
    phase: Sequence[Step],
    begin: float,
    end: float,
    is_lost: Callable[[Step], bool] = leaves_table,
) -> Iterator[Cue]:
    """What one phase lets people hear: pieces that leave, that are pushed, that come to lie."""
    if any(is_lost(step) for step in phase):
        yield Cue(begin, "shooed")
    elif sum(step.start is not None for step in phase) > 1:
        yield Cue(begin, "slid")
    if any(not is_lost(step) for step in phase):
        yield Cue(end, "placed")


def clock_tick(left: float) -> float:
    """The seconds left that a clock's last tick stood for: another number is another tick."""
    return float(ceil(left)) if left > FAST_TICK_SECONDS else ceil(2 * left) / 2


log = logging.getLogger(__name__)

MAX_DEVICE_VOLUME: Final = 0.7
"""Of what the device can do: a click must not frighten anybody, and two at once must not clip."""
CLOSE_DEVICE_AFTER_SECONDS: Final = 180.0
"""Seconds without a sound after which the device is closed: at rest it would cost wake-ups."""
MAX_DELAY_SECONDS: Final = 0.4
"""Seconds that a sound may wait for the device to open; later it is left out.

The process that plays takes longer than that to begin: see `Sounds.prepare`.
"""
RETRY_DEVICE_SECONDS: Final = 60.0
"""Seconds after which a device that was not there is asked for again, at the next sound."""


class AudioDevice(Protocol):
    """What plays sounds. It is used by one thread, but for `kill`; what it raises makes it lost."""

    def prepare(self) -> None:
        """Gets ready what opening it would otherwise wait for; does nothing if it is ready."""

    def open(self) -> None:
        """Opens it; an exception where there is none."""

    def load(self, folder: Path, name: str) -> None:
        """Takes a file, to be played by its name until the device is closed; BadSound if it is."""

    def play(self, name: str, volume: float) -> None:
        """Plays it now, beside whatever still sounds; volume from 0 to 1."""

    def loop(self, name: str, volume: float) -> None:
        """Has it played over and over, or only as loud as this from now on; 0 ends it."""

    def close(self) -> None:
        """Lets go of it; it may be opened again."""

    def kill(self) -> None:
        """Ends whatever it is doing, from any thread."""


@dataclass(frozen=True, slots=True)
class _PlayRequest:
    """A sound that somebody wants; without a name the music shall be as loud as was said last."""

    name: SoundName | None
    volume: float
    since: float


class Sounds:
    """Plays sounds by name. It never waits, and never fails: a table without a device is quiet.

    A thread opens the device at the first sound, loads the files and plays what is wished for.
    After some quiet minutes it closes the device and ends, until the next sound. Whoever asks for
    a sound while the device is being closed has it opened again.
    """

    def __init__(
        self,
        device: AudioDevice | None = None,
        *,
        folder: Path = SOUNDS_FOLDER,
        now: Callable[[], float] = time.monotonic,
        quiet: float = CLOSE_DEVICE_AFTER_SECONDS,
    ) -> None:
        """Without a device nothing is ever heard."""
        self._device = device
        self._folder = folder
        self._now = now
        self._quiet = quiet
        self._lock = Lock()
        self._wishes: SimpleQueue[_PlayRequest | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._music = 0.0
        self._playing = 0.0
        self._loaded: frozenset[str] = frozenset()
        self._broken: frozenset[str] = frozenset()
        """The files that were told of."""
        self._failed: float | None = None
        self.works: bool | None = None if device is not None else False
        """Whether there is a device; None while nobody has tried."""
        self.problems: tuple[str, ...] = ()
        """Sentences about files that are missing or damaged."""

    @property
    def device_closed(self) -> bool:
        """Whether no device is open, nor about to be or just being closed."""
        return self._thread is None

    def prepare(self) -> None:
        """Gets the device ready, but opens nothing, so that not even the first sound is late."""
        self._begin()

    def play(self, name: SoundName, volume: float) -> None:
        """Plays a sound, unless the volume is 0."""
        if volume > 0:
            self._begin(_PlayRequest(name, volume, self._now()))

    def set_music_volume(self, volume: float) -> None:
        """Has the music as loud as this; at 0 there is none."""
        self._music = volume
        if volume > 0 or not self.device_closed:
            self._begin(_PlayRequest(None, 0.0, self._now()))

    def end(self, wait: float) -> None:
        """Lets go of everything, with at most so many seconds to do it in order."""
        self.close(wait)
        if self._device is not None:
            self._device.kill()

    def close(self, wait: float = 0.0) -> None:
        """Lets go of the device at once, waiting `wait` seconds for that; it may open again."""
        with self._lock:
            self._music = 0.0
            thread = self._thread
            if thread is not None:
                self._wishes.put(None)
        if thread is not None and wait:
            thread.join(wait)

    def _begin(self, wish: _PlayRequest | None = None) -> None:
        """Has the thread see to a wish, or to what comes before any."""
        if self._device is None:
            return
        with self._lock:
            if self._failed is not None and self._now() - self._failed < RETRY_DEVICE_SECONDS:
                return
            if wish is not None:
                self._wishes.put(wish)
            if self._thread is None:
                self._thread = Thread(
                    target=self._serve, args=(self._device,), name="sound", daemon=True
                )
                self._thread.start()

    # -- in the thread --------------------------------------------------------------------------

    def _serve(self, device: AudioDevice) -> None:
        """Opens the device and plays until nobody wants anything, or the device is lost.

        The lock is never held while the device is asked for something: that may take long, and
        the window must not wait for it.
        """
        try:
            device.prepare()
            while self._is_wanted():
                self._open(device)
                while self._hear(device):
                    pass
                device.close()
        except Exception:
            log.info("there is no sound", exc_info=True)
            self._lose(device)

    def _is_wanted(self) -> bool:
        """Whether there are wishes since the device was let go of last; if not, the thread ends."""
        with self._lock:
            wishes: list[_PlayRequest] = []
            for wish in self._taken():
                if wish is None:
                    wishes.clear()
                elif wish.name is not None or self._music > 0:
                    wishes.append(wish)
            for wish in wishes:
                self._wishes.put(wish)
            if not wishes:
                self._thread = None
            return bool(wishes)

    def _taken(self) -> Iterator[_PlayRequest | None]:
        with suppress(Empty):
            while True:
                yield self._wishes.get_nowait()

    def _open(self, device: AudioDevice) -> None:
        device.open()
        self.works, self._failed, self._playing = True, None, 0.0
        self._loaded = frozenset()
        self._load(device, *SOUND_NAMES, *([MUSIC] if self._music else []))

    def _load(self, device: AudioDevice, *names: str) -> None:
        """Has files ready; those that are missing or damaged are told once, and not heard."""
        broken = []
        for name in names:
            try:
                device.load(self._folder, name)
                self._loaded |= {name}
            except BadSound as problem:
                log.warning("%s", problem)
                broken.append(f"{name}.wav")
        fresh = [file for file in broken if file not in self._broken]
        if fresh:
            self._broken |= {*fresh}
            files = ", ".join(fresh)
            told = say("sound.broken", "Missing or damaged, and not heard: {files}.", files=files)
            self.problems = (*self.problems, told)

    def _hear(self, device: AudioDevice) -> bool:
        """Waits for one wish and sees to it; False once the device shall be let go of."""
        try:
            wish = self._wishes.get(timeout=self._quiet)
        except Empty:
            return False
        if wish is None:
            return False
        if wish.name in self._loaded and self._now() - wish.since <= MAX_DELAY_SECONDS:
            assert wish.name is not None
            device.play(wish.name, min(1.0, wish.volume) * MAX_DEVICE_VOLUME)
        self._follow_music(device)
        return True

    def _follow_music(self, device: AudioDevice) -> None:
        """Brings the music to the volume that it shall have."""
        volume = min(1.0, self._music)
        if volume == self._playing:
            return
        if MUSIC not in self._loaded:
            self._load(device, MUSIC)
        if MUSIC in self._loaded:
            device.loop(MUSIC, volume * MAX_DEVICE_VOLUME)
        self._playing = volume

    def _lose(self, device: AudioDevice) -> None:
        with suppress(Exception):
            device.close()
        with self._lock:
            self.works, self._failed = False, self._now()
            for _ in self._taken():
                pass
            self._thread = None


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
        self._line = line or process.module_command(MIXER_MODULE)
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
            env=process.child_environment(),
            text=True,
            encoding="utf-8",
            creationflags=process.NO_WINDOW,
        )

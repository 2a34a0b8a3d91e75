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
"""From this many seconds left on, a clock ticks twice as fast."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, and its time in seconds of the ply's animation."""

    at: float
    sound: SoundName


def leaves_table(step: Step) -> bool:
    return step.end is None


def phase_cues(
    phase: Sequence[Step],
    begin: float,
    end: float,
    is_lost: Callable[[Step], bool] = leaves_table,
) -> Iterator[Cue]:
    """The sounds of one phase of a ply: pieces that are lost, pushed, placed."""
    if any(is_lost(step) for step in phase):
        yield Cue(begin, "shooed")
    elif sum(step.start is not None for step in phase) > 1:
        yield Cue(begin, "slid")
    if any(not is_lost(step) for step in phase):
        yield Cue(end, "placed")


def clock_tick(left: float) -> float:
    """The remaining seconds at the last tick; if this changes, the clock ticks."""
    return float(ceil(left)) if left > FAST_TICK_SECONDS else ceil(2 * left) / 2


log = logging.getLogger(__name__)

MAX_DEVICE_VOLUME: Final = 0.7
"""Two sounds at once must not clip."""
CLOSE_DEVICE_AFTER_SECONDS: Final = 180.0
"""The device is closed after this time without a sound: an open one causes wake-ups."""
MAX_DELAY_SECONDS: Final = 0.4
"""A sound that has waited longer is skipped. The mixer process takes longer than that to start: see
`Sounds.prepare`."""
RETRY_DEVICE_SECONDS: Final = 60.0
"""The time after which a missing device is tried again, at the next sound."""


class AudioDevice(Protocol):
    """What plays sounds; volumes are from 0 to 1.

    Only one thread uses it, except for `kill`. If a method raises, the device is taken as lost.
    """

    def prepare(self) -> None:
        """Does what `open` would otherwise wait for."""

    def open(self) -> None:
        """Raises an exception if there is no device."""

    def load(self, folder: Path, name: str) -> None:
        """Loads a file until the device is closed; raises BadSound for a wrong file."""

    def play(self, name: str, volume: float) -> None:
        """Plays a loaded sound in addition to others."""

    def loop(self, name: str, volume: float) -> None:
        """Plays it in a loop, or changes the volume of the loop; 0 ends it."""

    def close(self) -> None:
        """It may be opened again."""

    def kill(self) -> None:
        """Ends whatever it is doing, from any thread."""


@dataclass(frozen=True, slots=True)
class _PlayRequest:
    """A request to play a sound, or without a name to apply the volume of the music."""

    name: SoundName | None
    volume: float
    since: float


class Sounds:
    """Plays sounds by name. It never blocks and never raises; without a device it does nothing.

    A thread opens the device at the first sound, loads the files and plays. After some minutes of
    silence it closes the device and ends, until the next sound.
    """

    def __init__(
        self,
        device: AudioDevice | None = None,
        *,
        folder: Path = SOUNDS_FOLDER,
        now: Callable[[], float] = time.monotonic,
        quiet: float = CLOSE_DEVICE_AFTER_SECONDS,
    ) -> None:
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
        """The files that were reported."""
        self._failed: float | None = None
        self.works: bool | None = None if device is not None else False
        """Whether there is a device; None before the first try."""
        self.problems: tuple[str, ...] = ()
        """Messages about missing or damaged files."""

    @property
    def device_closed(self) -> bool:
        """Whether the device is neither open nor being opened or closed."""
        return self._thread is None

    def prepare(self) -> None:
        """Prepares the device without opening it, so that the first sound is not late."""
        self._begin()

    def play(self, name: SoundName, volume: float) -> None:
        """Plays a sound, unless the volume is 0."""
        if volume > 0:
            self._begin(_PlayRequest(name, volume, self._now()))

    def set_music_volume(self, volume: float) -> None:
        """Sets the volume of the music; 0 ends it."""
        self._music = volume
        if volume > 0 or not self.device_closed:
            self._begin(_PlayRequest(None, 0.0, self._now()))

    def end(self, wait: float) -> None:
        """Closes the device within `wait` seconds, then kills it."""
        self.close(wait)
        if self._device is not None:
            self._device.kill()

    def close(self, wait: float = 0.0) -> None:
        """Closes the device, waiting up to `wait` seconds; it may be opened again."""
        with self._lock:
            self._music = 0.0
            thread = self._thread
            if thread is not None:
                self._wishes.put(None)
        if thread is not None and wait:
            thread.join(wait)

    def _begin(self, wish: _PlayRequest | None = None) -> None:
        """Queues a request, and starts the thread if it does not run."""
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
        """Opens the device and plays until there are no requests, or the device is lost.

        The lock is never held during calls of the device: they may take long, and the main thread
        must not wait for them.
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
        """Whether there are requests since the device was last closed; if not, the thread ends."""
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
        """Loads files; missing or damaged ones are reported once."""
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
            told = say("sound.broken", "Missing or damaged sounds: {files}.", files=files)
            self.problems = (*self.problems, told)

    def _hear(self, device: AudioDevice) -> bool:
        """Waits for a request and executes it; False if the device shall be closed."""
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
        """Applies the volume of the music."""
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
    """There is no sound device, or no mixer process, with the reason."""


class MixerClient:
    """The sound device of a mixer process. All methods except `kill` may block.

    The process is kept while the device is closed, so that it opens again quickly. It ends with its
    input, however this program ends.
    """

    def __init__(self, line: Sequence[str] | None = None) -> None:
        """`line`: the command line of the process."""
        self._line = line or process.module_command(MIXER_MODULE)
        self._process: subprocess.Popen[str] | None = None

    def prepare(self) -> None:
        """Starts the process, unless it runs; raises OSError if that fails."""
        if self._process is None or self._process.poll() is not None:
            self.kill()  # closes the pipes of a process that has ended
            self._process = self._begin()

    def open(self) -> None:
        """Raises NoSound if there is no device."""
        self.prepare()
        why = self._ask("open")
        if why is not None:
            raise NoSound(why)

    def load(self, folder: Path, name: str) -> None:
        """Raises BadSound for a missing or damaged file."""
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
        """Sends a command and waits for the answer: the reason of a failure, or None."""
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
            # The answers have the errors.
            stderr=subprocess.DEVNULL,
            env=process.child_environment(),
            text=True,
            encoding="utf-8",
            creationflags=process.NO_WINDOW,
        )

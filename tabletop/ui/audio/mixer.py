"""The mixer process: it has the sound device, so that the main process never waits for it.

``python -m tabletop.ui.audio.mixer`` reads a JSON list from each line, a command and its arguments.
It answers commands that can fail with ``null`` or the reason. It ends with its input.
"""

import json
import os
import sys
from io import BytesIO
from pathlib import Path
from typing import Final

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from tabletop.ui.audio.sound_files import BadSound, read_sound

SAMPLE_RATE: Final = 44100
BUFFER_SAMPLES: Final = 1024
"""23 ms of delay, and about 40 wake-ups a second while the device is open."""
CHANNELS: Final = 12
"""Sounds that can be heard at once, with the music."""
FADE_MS: Final = 900
"""Of the music, at its beginning and end."""


class Mixer:
    """The sound device, by SDL."""

    def __init__(self) -> None:
        self._made: dict[str, pygame.mixer.Sound] = {}
        self._loops = False

    def open(self) -> None:
        """Raises pygame.error if there is no device."""
        # Without allowed changes SDL converts to the format of the device.
        pygame.mixer.init(SAMPLE_RATE, -16, 1, BUFFER_SAMPLES, allowedchanges=0)
        pygame.mixer.set_num_channels(CHANNELS)
        pygame.mixer.set_reserved(1)

    def load(self, folder: Path, name: str) -> None:
        """Raises BadSound for a missing or damaged file."""
        file = read_sound(folder, name)
        try:
            self._made[name] = pygame.mixer.Sound(file=BytesIO(file))
        except pygame.error as problem:
            raise BadSound(f"{name}.wav: {problem}") from problem

    def play(self, name: str, volume: float) -> None:
        """Plays a sound in addition to others."""
        sound = self._made[name]
        sound.set_volume(volume)
        sound.play()

    def loop(self, name: str, volume: float) -> None:
        """Plays a sound in a loop on the reserved channel, or ends it with volume 0."""
        channel = pygame.mixer.Channel(0)
        if volume <= 0:
            channel.fadeout(FADE_MS)
            self._loops = False
            return
        self._made[name].set_volume(volume)
        if not self._loops:
            channel.play(self._made[name], loops=-1, fade_ms=FADE_MS)
            self._loops = True

    def close(self) -> None:
        self._made.clear()
        self._loops = False
        pygame.mixer.quit()


def answer(mixer: Mixer, line: str) -> str | None:
    """Executes a line and returns the answer, if it has one.

    An error while playing is raised and ends the process: nobody waits for an answer, and the main
    process starts another one.
    """
    words = json.loads(line)
    match words:
        case ["play", str(name), float(volume)]:
            mixer.play(name, volume)
            return None
        case ["loop", str(name), float(volume)]:
            mixer.loop(name, volume)
            return None
    try:
        match words:
            case ["open"]:
                mixer.open()
            case ["load", str(folder), str(name)]:
                mixer.load(Path(folder), name)
            case ["close"]:
                mixer.close()
            case _:
                return json.dumps(f"not understood: {line.strip()[:80]}")
    except Exception as problem:  # files and drivers can raise anything
        return json.dumps(str(problem) or type(problem).__name__)
    return "null"


def main() -> int:
    mixer = Mixer()
    try:
        for line in sys.stdin:
            said = answer(mixer, line)
            if said is not None:
                print(said, flush=True)
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The sounds by name, their kinds, and their files."""

import wave
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from tabletop.system.resources import resource_folder

SoundName: TypeAlias = Literal[
    "placed",
    "slid",
    "shooed",
    "box",
    "snap",
    "card",
    "coin",
    "curtain",
    "shaken",
    "landed",
    "turn_1",
    "turn_2",
    "turn_3",
    "turn_4",
    "won",
    "draw",
    "refused",
    "hint",
    "tick",
    "time_up",
    "undo",
    "touch",
]
"""Each sound has a file of that name."""

SoundKind: TypeAlias = Literal["pieces", "dice", "turns", "alerts"]
"""Each kind has a volume of its own."""

SOUND_NAMES: Final[tuple[SoundName, ...]] = get_args(SoundName)
TURN_SOUNDS: Final[tuple[SoundName, ...]] = ("turn_1", "turn_2", "turn_3", "turn_4")
"""Whose turn it is, by seat."""
MUSIC: Final = "music"
"""The file that is played in a loop."""

_SOUNDS_BY_KIND: Final[Mapping[SoundKind, tuple[SoundName, ...]]] = {
    "pieces": ("placed", "slid", "shooed", "box", "snap", "card", "curtain", "undo"),
    "dice": ("shaken", "landed", "coin"),
    "turns": (*TURN_SOUNDS, "won", "draw"),
    "alerts": ("refused", "hint", "tick", "time_up", "touch"),
}
KIND_OF_SOUND: Final[Mapping[SoundName, SoundKind]] = MappingProxyType(
    {name: kind for kind, names in _SOUNDS_BY_KIND.items() for name in names}
)

SOUNDS_FOLDER: Final = resource_folder("assets") / "sounds"


class BadSound(ValueError):
    """A sound file that cannot be played, with the reason."""


def read_sound(folder: Path, name: str) -> bytes:
    """The content of a sound file; raises BadSound if it is missing or damaged."""
    path = folder / f"{name}.wav"
    try:
        with path.open("rb") as opened, wave.open(opened) as file:
            form = file.getnchannels(), file.getsampwidth()
            count = file.getnframes()
            held = len(file.readframes(count)) // 2
        if form != (1, 2):
            raise BadSound(f"{name}.wav is not one channel of 16 bits")
        if not 0 < count == held:
            raise BadSound(f"{name}.wav is cut off")
        return path.read_bytes()
    except OSError as problem:
        raise BadSound(f"{name}.wav cannot be read ({problem.strerror})") from problem
    except (wave.Error, EOFError, RuntimeError) as problem:  # the last one for a bad chunk
        raise BadSound(f"{name}.wav is no sound") from problem

"""Makes the stored sounds under assets/sounds (needs numpy; run by hand).

All of them are computed by the rules in here and in tools/wood_tones.py: tones of wood and seeded
noise. A second run gives the same files.
"""

import wave
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from tools.wood_tones import (
    RATE,
    TONGUE,
    Wave,
    finished,
    knock,
    mixed,
    note,
    pitch,
    rustle,
    silence,
    swell,
)

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "sounds"
BEAT: Final = 1.0
"""Seconds of a beat of the music."""
BEATS: Final = 32
MUSIC_RATE: Final = RATE // 2
"""The music has nothing above 5 kHz: half the samples are enough for it."""

TURNS: Final = (("C4", "G4"), ("B4", "E4"), ("F4", "C5"), ("A4", "D4"))
"""Two notes for each seat: two seats rise, two fall, and none has a note of another."""

CHORDS: Final = (
    ("D3", ("A3", "D4", "F#4", "A4", "B4")),
    ("B2", ("F#3", "B3", "D4", "F#4", "A4")),
    ("G2", ("G3", "B3", "D4", "E4", "B4")),
    ("A2", ("A3", "C#4", "E4", "F#4", "A4")),
    ("F#2", ("A3", "C#4", "F#4", "A4", "B4")),
    ("B2", ("F#3", "A3", "D4", "E4", "F#4")),
    ("E3", ("G3", "B3", "E4", "F#4", "G4")),
    ("A2", ("A3", "B3", "E4", "F#4", "A4")),
)
"""The music's eight bars: what the thumb plucks below, and what the other one chooses from."""


def placed() -> Wave:
    """A wooden piece is set down."""
    return finished(knock(0.17, 330.0, 42.0), 0.55)


def slid() -> Wave:
    """Wood pushed over wood."""
    grain = rustle(0.3, 250, 1500, 11) * (0.7 + 0.3 * rustle(0.3, 20, 90, 12))
    return finished(swell(grain, 0.35), 0.24)


def shooed() -> Wave:
    """Something is chased off: a soft swish that rises."""
    low, high = rustle(0.42, 300, 900, 21), rustle(0.42, 900, 3200, 22)
    rising = np.linspace(0.0, 1.0, len(low))
    return finished(swell(low * (1 - rising) + 0.8 * high * rising, 0.45), 0.3)


def box() -> Wave:
    """A box or a line is won: three bars upward."""
    steps = [("D4", 0.0), ("F#4", 0.11), ("A4", 0.22)]
    return finished(mixed(((at, note(pitch(name), 0.5, 9.0)) for name, at in steps), 0.75), 0.5)


def shaken() -> Wave:
    """Dice shaken in a hand."""
    luck = np.random.default_rng(31)
    blows = [
        (0.055 * n + 0.02 * luck.random(), 0.5 + 0.5 * luck.random(), 900 + 900 * luck.random())
        for n in range(10)
    ]
    clicks = [
        (at, loud * knock(0.06, hertz, 110.0, 0.3, n)) for n, (at, loud, hertz) in enumerate(blows)
    ]
    return finished(mixed(clicks, 0.66), 0.34)


def landed() -> Wave:
    """Dice come to lie on wood: four knocks, closer and softer."""
    blows = [(0.0, 1.0, 520.0), (0.085, 0.62, 610.0), (0.145, 0.4, 560.0), (0.185, 0.24, 640.0)]
    return finished(
        mixed(
            (
                (at, loud * knock(0.14, hertz, 60.0, 0.25, n))
                for n, (at, loud, hertz) in enumerate(blows)
            ),
            0.36,
        ),
        0.5,
    )


def snap() -> Wave:
    """Wood that jumps against wood: short, soft, rather low."""
    return finished(knock(0.07, 620.0, 100.0), 0.45)


def card() -> Wave:
    """A card is turned over."""
    flick = swell(rustle(0.16, 700, 3800, 41), 0.2)
    return finished(mixed([(0.0, flick), (0.1, 0.5 * knock(0.08, 420.0, 90.0))], 0.2), 0.28)


def coin() -> Wave:
    """A coin leaves the thumb: one high tone, quickly gone."""
    return finished(
        mixed([(0.0, note(1980.0, 0.4, 13.0, TONGUE)), (0.0, 0.3 * knock(0.1, 900, 90.0))], 0.42),
        0.26,
    )


def curtain() -> Wave:
    """Cloth drawn along a rail."""
    return finished(swell(rustle(0.4, 180, 1100, 51), 0.3), 0.24)


def refused() -> Wave:
    """A touch that means nothing here: two soft, low taps."""
    tap = knock(0.14, 165.0, 38.0, 0.04)
    return finished(mixed([(0.0, tap), (0.13, 0.8 * tap)], 0.29), 0.36)


def turn(seat: int) -> Wave:
    """It is this seat's turn: two warm notes, told apart by pitch and by rising or falling."""
    first, second = (pitch(name) for name in TURNS[seat])
    both = [(0.0, 0.8 * note(first, 0.7, 6.5)), (0.17, note(second, 0.8, 5.5))]
    return finished(mixed(both, 1.0), 0.45, 0.05)


def hint() -> Wave:
    """A hint is shown: two high plucks."""
    both = [
        (0.0, note(pitch("E5"), 0.6, 7.0, TONGUE)),
        (0.12, note(pitch("B5"), 0.6, 7.0, TONGUE)),
    ]
    return finished(mixed(both, 0.75), 0.32, 0.04)


def tick() -> Wave:
    """One of the last seconds."""
    return finished(knock(0.07, 870.0, 85.0, 0.05), 0.3)


def time_up() -> Wave:
    """The time has run out: a low bar, struck twice as it sinks."""
    both = [(0.0, note(pitch("E3"), 0.8, 5.0)), (0.26, note(pitch("C3"), 1.0, 4.0))]
    return finished(mixed(both, 1.25), 0.5, 0.06)


def won() -> Wave:
    """The game is won: a short fanfare of bars, and the chord that they make."""
    run = [("D4", 0.0), ("F#4", 0.13), ("A4", 0.26), ("D5", 0.39)]
    chord = [("D4", 0.62), ("F#4", 0.62), ("A4", 0.63), ("D5", 0.64)]
    notes = [(at, note(pitch(name), 0.6, 8.0)) for name, at in run]
    notes += [(at, 0.7 * note(pitch(name), 1.3, 3.2)) for name, at in chord]
    return finished(mixed(notes, 1.9), 0.6, 0.08)


def draw() -> Wave:
    """Nobody wins: the same two notes for both, one over the other."""
    notes = [(0.0, "D4"), (0.0, "A4"), (0.32, "D4"), (0.32, "A4")]
    return finished(
        mixed(((at, note(pitch(name), 0.9, 4.5)) for at, name in notes), 1.2), 0.45, 0.06
    )


def undo() -> Wave:
    """A ply is taken back: a short slide, then two knocks downward."""
    back = [
        (0.0, 0.5 * swell(rustle(0.14, 250, 1200, 61), 0.4)),
        (0.09, 0.8 * knock(0.12, 430.0, 60.0)),
        (0.17, 0.8 * knock(0.13, 300.0, 55.0)),
    ]
    return finished(mixed(back, 0.3), 0.36)


def touch() -> Wave:
    """A button of a page."""
    return finished(knock(0.05, 500.0, 120.0, 0.05), 0.26)


def music() -> Wave:
    """Plucked tongues over eight bars of four beats: it ends where it begins.

    The rule: the thumb plucks the bar's root and later its fifth; the other one plucks on half
    beats, mostly the next string up or down of the bar's own five, and rests a third of the time.
    What still rings at the end goes on at the beginning.
    """
    luck = np.random.default_rng(8)
    whole = silence(BEATS * BEAT + 3.0)
    place = 2
    for bar, (root, strings) in enumerate(CHORDS):
        begin = 4 * BEAT * bar
        below = [(begin, pitch(root)), (begin + 2 * BEAT, pitch(root) * 1.5)]
        for at, hertz in below:
            _pluck(whole, at, 0.55, note(hertz, 2.9, 1.7, TONGUE))
        for half in range(8):
            place = min(4, max(0, place + int(luck.integers(-1, 2))))
            if half % 8 and luck.random() < 0.36:
                continue
            late = 0.012 * luck.random()  # nobody's thumbs are a clock
            loud = 0.6 + 0.3 * luck.random()
            tone = note(pitch(strings[place]), 2.2, 2.4, TONGUE)
            _pluck(whole, begin + half * BEAT / 2 + late, loud, tone)
    length = round(BEATS * BEAT * RATE)
    looped = whole[:length].copy()
    looped[: len(whole) - length] += whole[length:]
    halved: Wave = (looped[0::2] + looped[1::2]) / 2
    return finished(halved, 0.42, 0.004)


def _pluck(whole: Wave, at: float, loud: float, tone: Wave) -> None:
    first = round(at * RATE)
    room = whole[first : first + len(tone)]
    room += loud * tone[: len(room)]


MADE: Final[dict[str, Callable[[], Wave]]] = {
    "placed": placed,
    "slid": slid,
    "shooed": shooed,
    "box": box,
    "shaken": shaken,
    "landed": landed,
    "snap": snap,
    "card": card,
    "coin": coin,
    "curtain": curtain,
    "turn_1": lambda: turn(0),
    "turn_2": lambda: turn(1),
    "turn_3": lambda: turn(2),
    "turn_4": lambda: turn(3),
    "won": won,
    "draw": draw,
    "refused": refused,
    "hint": hint,
    "tick": tick,
    "time_up": time_up,
    "undo": undo,
    "touch": touch,
    "music": music,
}
"""How each sound is made, by the name of its file."""


def samples(name: str) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """A sound as it is stored: 16 bits, one channel."""
    return np.round(MADE[name]() * 32767).astype("<i2")


def rate(name: str) -> int:
    """Samples a second of a stored sound."""
    return MUSIC_RATE if name == "music" else RATE


def main() -> None:
    """Writes all sounds."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in MADE:
        with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate(name))
            file.writeframes(samples(name).tobytes())


if __name__ == "__main__":
    main()

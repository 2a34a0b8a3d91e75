"""Synthesises sounds of wood: struck bars, plucked tongues, knocks and rustling."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

RATE = 44100
"""Samples a second."""

RISE = 0.0008
"""Seconds in which a knock begins: quick enough for wood, too slow for a click."""

Wave: TypeAlias = npt.NDArray[np.float64]
"""Samples, about -1 to 1; the silence before it is level."""

Partial: TypeAlias = tuple[float, float, float]
"""A tone within a sound: hertz, strength, and how fast it dies away, in 1 / seconds."""

# A bar that is tuned as marimba makers tune it sounds its double octave and, shortly, three
# octaves and a third above; a kalimba's tongue has an overtone far above that is soon gone.
BAR = ((1.0, 1.0, 1.0), (3.95, 0.28, 3.2), (9.4, 0.07, 8.0))
TONGUE = ((1.0, 1.0, 1.0), (2.0, 0.10, 1.6), (5.4, 0.16, 7.0))


def silence(seconds: float) -> Wave:
    """No sound for so long."""
    return np.zeros(round(seconds * RATE))


def ring(seconds: float, partials: Iterable[Partial], rise: float = 0.0015) -> Wave:
    """Tones that begin together within `rise` seconds and die away, each at its own pace."""
    t = np.arange(round(seconds * RATE)) / RATE
    wave = silence(seconds)
    for hertz, strength, fading in partials:
        wave += strength * np.sin(2 * np.pi * hertz * t) * np.exp(-fading * t)
    # What still rings at the end fades over the last tenth: cut off it would click.
    fade = np.sin(np.pi / 2 * np.minimum(1.0, 10 * (1 - t / seconds))) ** 2
    struck: Wave = wave * np.minimum(1.0, t / rise) * fade
    return struck


def note(hertz: float, seconds: float, fading: float, body: Sequence[Partial] = BAR) -> Wave:
    """A struck bar or a plucked tongue; the deepest partial fades at `fading`."""
    return ring(seconds, [(hertz * k, part, fading * quick) for k, part, quick in body])


def knock(seconds: float, hertz: float, fading: float, click: float = 0.15, seed: int = 7) -> Wave:
    """Wood that meets wood: three dull tones, and a breath of noise where they touch."""
    partials = [
        (hertz, 0.62, fading),
        (hertz * 1.83, 0.28, fading * 1.5),
        (hertz * 3.56, 0.10, fading * 2.4),
    ]
    t = np.arange(round(seconds * RATE)) / RATE
    breath = rustle(seconds, 300, 4500, seed) * np.exp(-t * 420) * np.minimum(1.0, t / RISE)
    struck: Wave = ring(seconds, partials, RISE) + click * breath
    return struck


def rustle(seconds: float, low: float, high: float, seed: int) -> Wave:
    """Even noise between two pitches, as loud as a tone of strength 1 at its loudest."""
    count = round(seconds * RATE)
    spectrum = np.fft.rfft(np.random.default_rng(seed).random(count) * 2 - 1)
    hertz = np.fft.rfftfreq(count, 1 / RATE)
    # Gentle slopes on both sides: a hard edge would whistle.
    above = 1 / (1 + (low / np.maximum(hertz, 1.0)) ** 4)
    below = 1 / (1 + (hertz / high) ** 4)
    wave: Wave = np.fft.irfft(spectrum * above * below, count)
    wave /= np.max(np.abs(wave))
    return wave


def swell(wave: Wave, top: float) -> Wave:
    """The same, rising to its full strength at a share of its length and falling to nothing."""
    share = np.linspace(0.0, 1.0, len(wave))
    rising = np.sin(np.pi / 2 * np.minimum(1.0, share / top)) ** 2
    falling = np.cos(np.pi / 2 * np.maximum(0.0, (share - top) / (1 - top))) ** 2
    shaped: Wave = wave * rising * falling
    return shaped


def mixed(parts: Iterable[tuple[float, Wave]], seconds: float) -> Wave:
    """Sounds laid over each other, each from its own second on; what hangs over is cut."""
    whole = silence(seconds)
    for begin, part in parts:
        first = round(begin * RATE)
        room = whole[first : first + len(part)]
        room += part[: len(room)]
    return whole


def finished(wave: Wave, peak: float, fade: float = 0.012) -> Wave:
    """The same with `peak` as its loudest sample, from exact silence to exact silence."""
    shaped = wave.copy()
    begins, ends = round(RISE / 2 * RATE), round(fade * RATE)
    shaped[:begins] *= np.linspace(0.0, 1.0, begins)
    shaped[-ends:] *= np.cos(np.linspace(0.0, np.pi / 2, ends)) ** 2
    shaped[0] = shaped[-1] = 0.0
    loudest: Wave = shaped * (peak / np.max(np.abs(shaped)))
    return loudest


def pitch(name: str) -> float:
    """The hertz of a note: ``C4``, ``F#3``; A4 has 440."""
    step = "C C#D D#E F F#G G#A A#B ".index(name[:-1].ljust(2)) // 2
    return float(440.0 * 2 ** ((int(name[-1]) - 4) + (step - 9) / 12))

"""The stored sounds are those of the tool; none clicks or clips."""

import wave
from typing import Any

import numpy as np
import pytest

from tabletop.ui.audio.sound_files import (
    KIND_OF_SOUND,
    MUSIC,
    SOUND_NAMES,
    SOUNDS_FOLDER,
    TURN_SOUNDS,
    BadSound,
    read_sound,
)
from tools import make_sounds
from tools.wood_tones import pitch

ALL = (*SOUND_NAMES, MUSIC)
WINDOW = 0.05
"""Seconds over which loudness is taken: about what an ear takes together."""


def stored(name: str) -> tuple[Any, int]:
    """The samples of a file, from -1 to 1, and how many there are in a second."""
    with wave.open(str(SOUNDS_FOLDER / f"{name}.wav"), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    return samples.astype(np.float64) / 32767, rate


def loudness(samples: Any, rate: int) -> float:
    """The loudest `WINDOW` of a sound, in decibels below the greatest that a file can hold."""
    count = min(len(samples), round(WINDOW * rate))
    sums = np.concatenate([[0.0], np.cumsum(samples**2)])
    return float(10 * np.log10((sums[count:] - sums[:-count]).max() / count))


@pytest.mark.parametrize("name", ALL)
def test_the_stored_file_is_what_the_tool_makes(name: str) -> None:
    samples, rate = stored(name)
    made = make_sounds.samples(name)
    assert rate == make_sounds.rate(name)
    assert len(made) == len(samples)
    # Sines differ in their last bit from one machine to the next: by one step of sixteen bits.
    assert np.abs(np.round(samples * 32767) - made).max() <= 1


@pytest.mark.parametrize("name", ALL)
def test_no_sound_clicks_or_clips_and_all_are_about_as_loud(name: str) -> None:
    samples, rate = stored(name)
    assert samples[0] == samples[-1] == 0
    edge = round(0.0005 * rate)
    assert np.abs(samples[-edge:]).max() < 0.002
    assert 0.2 <= np.abs(samples).max() <= 0.62
    assert -29.0 <= loudness(samples, rate) <= -12.0
    assert abs(samples.mean()) < 0.003


@pytest.mark.parametrize("name", ALL)
def test_none_is_long_and_none_comes_late(name: str) -> None:
    samples, rate = stored(name)
    if name == MUSIC:
        assert len(samples) / rate >= 30
        return
    assert len(samples) / rate <= (2.0 if name == "won" else 1.3)
    begins = np.argmax(np.abs(samples) > 0.25 * np.abs(samples).max()) / rate
    assert begins < 0.08


@pytest.mark.parametrize("name", ["refused", "tick", "touch"])
def test_what_is_heard_often_is_soft_and_not_shrill(name: str) -> None:
    samples, rate = stored(name)
    assert loudness(samples, rate) < -18.0
    power = np.abs(np.fft.rfft(samples)) ** 2
    hertz = np.fft.rfftfreq(len(samples), 1 / rate)
    assert power[hertz > 3000].sum() < 0.02 * power.sum()


def test_every_seat_is_called_by_notes_of_its_own() -> None:
    notes = [name for pair in make_sounds.TURNS for name in pair]
    assert len(set(notes)) == 2 * len(TURN_SOUNDS)
    for name, (first, second) in zip(TURN_SOUNDS, make_sounds.TURNS, strict=True):
        samples, rate = stored(name)
        power = np.abs(np.fft.rfft(samples)) ** 2
        hertz = np.fft.rfftfreq(len(samples), 1 / rate)
        strongest = hertz[power > 0.2 * power.max()]
        heard = {round(12 * np.log2(each / 440)) for each in strongest}
        assert heard == {round(12 * np.log2(pitch(note) / 440)) for note in (first, second)}
    rising = [pitch(first) < pitch(second) for first, second in make_sounds.TURNS]
    assert rising == [True, False, True, False]


def test_the_music_goes_on_where_it_ends() -> None:
    samples, rate = stored(MUSIC)
    second = samples.reshape(-1, rate)
    quiet = [10 * np.log10((each**2).mean()) for each in second]
    assert min(quiet) > -45  # no bar is silent, the last one neither
    steps = np.abs(np.diff(np.concatenate([samples, samples[:100]])))
    assert steps.max() < 0.1


def test_every_sound_has_a_file_and_a_kind_and_no_file_is_unknown() -> None:
    assert {path.stem for path in SOUNDS_FOLDER.glob("*.wav")} == set(ALL) == set(make_sounds.MADE)
    assert set(KIND_OF_SOUND) == set(SOUND_NAMES)
    assert "MIT" in (SOUNDS_FOLDER / "LICENSE").read_text("utf-8")
    assert sum(path.stat().st_size for path in SOUNDS_FOLDER.iterdir()) < 3_000_000


def test_a_note_is_read_by_its_name() -> None:
    assert pitch("A4") == pytest.approx(440)
    assert pitch("C4") == pytest.approx(261.63, abs=0.01)
    assert pitch("F#3") == pytest.approx(185.0, abs=0.01)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda file: file[:0], "no sound"),
        (lambda file: file[:30], "no sound"),
        (lambda file: file[:-100], "cut off"),
        (lambda file: file[:22] + b"\x02" + file[23:], "one channel"),
        (lambda file: b"OggS" + file[4:], "no sound"),
    ],
)
def test_a_damaged_file_is_known_before_it_is_played(tmp_path: Any, damage: Any, said: str) -> None:
    whole = (SOUNDS_FOLDER / "snap.wav").read_bytes()
    (tmp_path / "snap.wav").write_bytes(whole)
    assert read_sound(tmp_path, "snap") == whole
    (tmp_path / "snap.wav").write_bytes(damage(whole))
    with pytest.raises(BadSound, match=said):
        read_sound(tmp_path, "snap")


def test_a_missing_file_is_told_by_its_name(tmp_path: Any) -> None:
    with pytest.raises(BadSound, match=r"snap\.wav cannot be read"):
        read_sound(tmp_path, "snap")

"""From a touch to the samples that the sound card gets."""

import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.audio.mixer import BUFFER_SAMPLES, SAMPLE_RATE
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers
from tests.sound_listener import listening

ROOT = Path(__file__).resolve().parents[2]
FASTER = 4


def aloud(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Ten seconds of a match, played aloud in a process of their own."""
    return subprocess.run(
        [sys.executable, "-m", "tests.end_to_end.audible_match", str(folder), "10", str(FASTER)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
def test_ten_seconds_of_a_match_are_heard_and_never_clip(tmp_path: Path) -> None:
    heard = tmp_path / "heard.raw"
    delay = round(1000 * BUFFER_SAMPLES / SAMPLE_RATE / FASTER)
    done = aloud(
        tmp_path,
        SDL_AUDIODRIVER="disk",
        SDL_DISKAUDIOFILE=str(heard),
        SDL_DISKAUDIODELAY=str(delay),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[1:] == ["()", "True"]
    samples = array("h", heard.read_bytes())
    assert len(samples) > 5 * SAMPLE_RATE
    loudest = max(map(abs, samples))
    assert 0.15 * 32767 < loudest < 0.98 * 32767
    # Something sounds in most seconds, and nothing goes on at full strength.
    seconds = [
        samples[at : at + SAMPLE_RATE] for at in range(0, len(samples) - SAMPLE_RATE, SAMPLE_RATE)
    ]
    audible = [part for part in seconds if max(map(abs, part)) > 0.02 * 32767]
    assert len(audible) > len(seconds) / 2
    assert sum(map(abs, samples)) / len(samples) < 0.1 * 32767


@pytest.mark.slow
@pytest.mark.parametrize(("driver", "code"), [("dummy", 0), ("nosuchdriver", 1)])
def test_a_match_is_played_whatever_device_there_is(tmp_path: Path, driver: str, code: int) -> None:
    done = aloud(tmp_path, SDL_AUDIODRIVER=driver)
    assert done.returncode == code, done.stderr
    assert int(done.stdout.split()[0]) > 2
    assert done.stdout.split()[1:] == ["()", "True"]


def test_a_button_of_a_page_is_heard(room: Room) -> None:
    ear = listening(room.table)
    Fingers(room).tap(room.button("devices"))
    assert ear.names() == ["touch"]


def test_a_sound_that_cannot_be_read_is_told_once(room: Room) -> None:
    room.table.sounds.problems = ("Missing or damaged sounds: won.wav.",)
    for _ in range(3):
        room.turn()
    assert room.table.operator_notices == ["Missing or damaged sounds: won.wav."]
    assert isinstance(room.top, MenuScene)
    assert "won.wav" not in room.said
    room.table.operator_notices.clear()
    room.turn(3.0)
    assert room.table.operator_notices == []

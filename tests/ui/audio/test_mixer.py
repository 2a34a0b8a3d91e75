"""The process that plays: it answers, it outlives its device, and it ends with whoever began it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tabletop.ui.audio.mixer import Mixer, answer
from tabletop.ui.audio.sound_files import MUSIC, SOUND_NAMES, SOUNDS_FOLDER, BadSound, read_sound
from tabletop.ui.audio.sounds import MixerClient, NoSound


@pytest.fixture
def speaker(monkeypatch: pytest.MonkeyPatch) -> Iterator[MixerClient]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    begun = MixerClient()
    yield begun
    begun.kill()


def test_it_loads_and_plays_everything_and_opens_again_in_the_same_process(
    speaker: MixerClient,
) -> None:
    processes = set()
    for _ in range(2):
        speaker.open()
        for name in (*SOUND_NAMES, MUSIC):
            speaker.load(SOUNDS_FOLDER, name)
        speaker.play("won", 0.5)
        speaker.loop(MUSIC, 0.5)
        speaker.loop(MUSIC, 0.2)
        speaker.loop(MUSIC, 0)
        speaker.close()
        assert speaker._process is not None
        processes.add(speaker._process.pid)
    assert len(processes) == 1


def test_a_damaged_file_is_refused_and_the_others_are_played(
    speaker: MixerClient, tmp_path: Path
) -> None:
    (tmp_path / "won.wav").write_bytes(b"RIFF")
    speaker.open()
    with pytest.raises(BadSound, match=r"won\.wav is no sound"):
        speaker.load(tmp_path, "won")
    speaker.load(SOUNDS_FOLDER, "snap")
    speaker.play("snap", 1.0)
    speaker.close()


def test_without_a_device_it_says_so_and_can_be_asked_again(
    monkeypatch: pytest.MonkeyPatch, speaker: MixerClient
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nosuchdriver")
    for _ in range(2):
        with pytest.raises(NoSound, match="not available"):
            speaker.open()


def test_a_process_that_was_killed_is_an_error_and_another_one_is_begun(
    speaker: MixerClient,
) -> None:
    speaker.open()
    assert speaker._process is not None
    speaker._process.kill()
    speaker._process.wait()
    with pytest.raises((NoSound, OSError)):
        speaker.close()
    speaker.kill()
    speaker.open()
    speaker.load(SOUNDS_FOLDER, "snap")


def test_nobody_plays_before_it_is_opened_and_nobody_needs_to_be_ended(
    speaker: MixerClient,
) -> None:
    with pytest.raises(NoSound, match="nobody plays"):
        speaker.play("snap", 1.0)
    speaker.kill()


def test_a_program_that_cannot_be_started_is_an_error() -> None:
    with pytest.raises(OSError, match="no/such/program"):
        MixerClient(["/no/such/program"]).open()


def test_it_ends_with_its_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tabletop.ui.audio.mixer"],
        input='["close"]\n["dance"]\n',
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, second = map(json.loads, done.stdout.splitlines())
    assert first is None
    assert "dance" in second


@pytest.mark.parametrize("line", ['["play", "snap"]', '["loop", 1, 2]', "{}", "7", '["open", 1]'])
def test_what_it_does_not_understand_it_answers_in_words(line: str) -> None:
    said = answer(Mixer(), line)
    assert said is not None
    assert "not understood" in json.loads(said)


def test_a_process_that_has_ended_leaves_no_pipe_open(speaker: MixerClient) -> None:
    speaker.open()
    ended = speaker._process
    assert ended is not None
    ended.kill()
    ended.wait()
    speaker.prepare()
    assert speaker._process is not ended
    assert ended.stdin is not None
    assert ended.stdout is not None
    assert ended.stdin.closed
    assert ended.stdout.closed


def test_a_file_that_breaks_the_reader_is_answered_like_any_other(
    monkeypatch: pytest.MonkeyPatch, speaker: MixerClient, tmp_path: Path
) -> None:
    whole = (SOUNDS_FOLDER / "won.wav").read_bytes()
    # A first chunk that ends behind the end of the file.
    (tmp_path / "won.wav").write_bytes(whole[:16] + b"\xff\xff\xff\x7f" + whole[20:])
    speaker.open()
    with pytest.raises(BadSound, match=r"won\.wav"):
        speaker.load(tmp_path, "won")
    speaker.load(SOUNDS_FOLDER, "snap")

    def broken(folder: Path, name: str) -> bytes:
        raise ZeroDivisionError(name)

    monkeypatch.setattr("tabletop.ui.audio.mixer.read_sound", broken)
    assert answer(Mixer(), json.dumps(["load", str(SOUNDS_FOLDER), "won"])) == '"won"'


@given(
    changes=st.dictionaries(st.integers(0, 47), st.integers(0, 255), max_size=6),
    kept=st.integers(0, 600),
)
@example(changes={16: 255, 17: 255, 18: 255, 19: 127}, kept=600)
@example(changes={4: 0, 5: 0}, kept=600)
def test_a_header_of_any_kind_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, changes: dict[int, int], kept: int
) -> None:
    file = bytearray((SOUNDS_FOLDER / "snap.wav").read_bytes()[:600])
    for place, byte in changes.items():
        file[place] = byte
    folder = tmp_path_factory.getbasetemp()
    (folder / "snap.wav").write_bytes(file[:kept])
    with suppress(BadSound):
        read_sound(folder, "snap")

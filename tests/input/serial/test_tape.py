import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.serial.transport import ByteRecorder, ByteReplay, TransportError, open_transport


def play(path: Path) -> bytes:
    """All bytes of a recording."""
    player = ByteReplay(str(path))
    played = bytearray()

    def play_on() -> None:
        while True:
            played.extend(player.read(0.0))

    with pytest.raises(TransportError, match="the recording has ended") as end:
        play_on()
    assert end.value.final
    return bytes(played)


def test_a_recording_is_played_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "tape"
    tape = ByteRecorder(path)
    tape.write(b"one\0\xff")
    assert path.read_text().count("\n") == 1  # in the file at once
    tape.write(b"two")
    tape.close()
    assert play(path) == b"one\0\xfftwo"


def test_it_takes_as_long_as_it_took(tmp_path: Path) -> None:
    path = tmp_path / "tape"
    path.write_text('{"t": 0, "hex": "61"}\n{"t": 0.05, "hex": "62"}\n{"t": 900, "hex": "63"}\n')
    player = open_transport(f"replay:{path}")
    assert player.read(0.0) == b"a"
    assert player.read(20.0) == b"b"
    assert player.read(0.01) == b""
    assert player.write(b"?\n") == 2
    player.close()
    with pytest.raises(TransportError, match="the recording has ended"):
        player.read(0.0)


def test_a_new_recording_writes_over_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tape"
    path.touch()
    with pytest.raises(FileExistsError):
        ByteRecorder(path)


def test_what_is_no_recording_says_so(tmp_path: Path) -> None:
    with pytest.raises(TransportError, match="nothing cannot be read: No such file"):
        ByteReplay(str(tmp_path / "nothing"))
    path = tmp_path / "tape"
    good = '{"t": 0, "hex": "61"}\n'
    for wrong in ("[]", "{}", '{"t": "x", "hex": ""}', '{"t": -1, "hex": ""}', '{"t":0,"hex":"f"}'):
        path.write_text(good + wrong + "\n" + good)
        with pytest.raises(TransportError, match=r"is not a recording \(line 2\)") as caught:
            ByteReplay(str(path))
        assert caught.value.final
    path.write_text(good + '{"t": 3, "he')  # the evening ended here
    assert play(path) == b"a"


@given(st.binary(max_size=200))
def test_any_file_is_played_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.mktemp("tapes") / "tape"
    path.write_bytes(data)
    with contextlib.suppress(TransportError):
        ByteReplay(str(path)).close()

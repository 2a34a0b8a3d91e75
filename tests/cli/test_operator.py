"""``tabletop operator``: sets a PIN and ends a wait."""

import io
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.__main__ import main
from tabletop.cli import operator
from tabletop.system.pin_lock import PinLock
from tests.scenes.kiosk.locked_table import PIN, WRONG, quick_hashes


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_hashes():
        yield


def run(tmp_path: Path, *arguments: str) -> int:
    return main(["operator", *arguments, "--data-dir", str(tmp_path)])


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def door(tmp_path: Path) -> PinLock:
    return PinLock(tmp_path / "operator.json")


def tried(tmp_path: Path, pin: str) -> str | None:
    opened = door(tmp_path)
    opened.try_pin(pin)
    opened.wait()
    return opened.answer()


def test_a_pin_is_set_and_never_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, f"{PIN}\n")
    assert run(tmp_path, "--set-pin") == 0
    assert tried(tmp_path, PIN) == "right"
    said = capsys.readouterr()
    assert PIN not in said.out + said.err


def test_somebody_at_a_terminal_types_it_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([PIN, WRONG, PIN, PIN])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(operator, "getpass", lambda _: next(answers))
    assert run(tmp_path, "--set-pin") == 2
    assert door(tmp_path).kind == "none"
    assert run(tmp_path, "--set-pin") == 0
    assert door(tmp_path).kind == "set"


@pytest.mark.parametrize("pin", ["", "12", "abcd", "1111", "123456789"])
def test_what_is_no_pin_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pin: str
) -> None:
    typed(monkeypatch, f"{pin}\n")
    assert run(tmp_path, "--set-pin") == 2
    assert not (tmp_path / "operator.json").exists()


def test_a_wait_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, f"{PIN}\n")
    run(tmp_path, "--set-pin")
    for _ in range(5):
        tried(tmp_path, WRONG)
    assert run(tmp_path) == 0
    assert "60 s" in capsys.readouterr().out
    assert tried(tmp_path, PIN) is None
    assert run(tmp_path, "--unlock") == 0
    assert tried(tmp_path, PIN) == "right"


@pytest.mark.parametrize("text", [None, "{"])
def test_whoever_is_told_to_set_one_is_told_of_this_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None
) -> None:
    folder = tmp_path / "a table's"
    folder.mkdir()
    if text is not None:
        (folder / "operator.json").write_text(text, "utf-8")
    assert run(folder) == 0
    told = shlex.split(capsys.readouterr().out.partition("tabletop")[2])
    assert told == ["--data-dir", str(folder), "operator", "--set-pin"]


def test_a_damaged_file_is_only_mended_by_a_new_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "operator.json").write_text("{", "utf-8")
    assert run(tmp_path) == 0
    assert "damaged" in capsys.readouterr().out
    assert run(tmp_path, "--unlock") == 2
    typed(monkeypatch, f"{PIN}\n")
    assert run(tmp_path, "--set-pin") == 0
    assert tried(tmp_path, PIN) == "right"

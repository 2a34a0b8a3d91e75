"""``--kiosk`` on the command line, and its settings file."""

from pathlib import Path

import pytest

from tabletop.__main__ import main
from tabletop.settings import load

ROOT = Path(__file__).parents[2]


def settings(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> dict[str, str]:
    assert main([*arguments, "settings", "--data-dir", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    return dict(line.split(" = ", 1) for line in lines)


def test_kiosk_locks_the_table_and_fills_the_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert settings(capsys, tmp_path)["kiosk.level"] == '"full"'
    (tmp_path / "settings.toml").write_text("[window]\nfullscreen = false\n", "utf-8")
    found = settings(capsys, tmp_path, "--kiosk")
    assert found["kiosk.level"] == '"kiosk"'
    assert found["window.fullscreen"] == "true"


def test_a_table_for_children_stays_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text('[kiosk]\nlevel = "kid"\n', "utf-8")
    assert settings(capsys, tmp_path, "--kiosk")["kiosk.level"] == '"kid"'


def test_a_kiosk_can_still_be_tried_in_a_window(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = settings(capsys, tmp_path, "--kiosk", "--windowed")
    assert found["window.fullscreen"] == "false"


def test_the_file_for_a_kiosk_can_be_read_whole() -> None:
    _, problems = load([ROOT / "config/kiosk.toml"])
    assert problems == ()

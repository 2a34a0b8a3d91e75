"""Values of settings that have the right form and name nothing."""

from pathlib import Path

import pytest

from tabletop.__main__ import EXIT_REFUSED, main
from tabletop.cli.settings_check import mistake_in
from tabletop.settings import TABLE


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ('hours = "monday 9-5"', "monday"),
        ('games_off = "trelawny"', "did you mean trelawney?"),
        ('strongest = "grandmaster"', "there are beginner"),
    ],
)
def test_doctor_and_settings_tell_wrong_kiosk_values_with_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, quoted: str
) -> None:
    (tmp_path / "settings.toml").write_text(f"[kiosk]\n{line}\n", "utf-8")
    assert main(["settings", "--data-dir", str(tmp_path)]) == EXIT_REFUSED
    error = capsys.readouterr().err
    assert "settings.toml:2: kiosk." in error
    assert quoted in error


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("idle.times", "shoo=120 sevns=60"),
        ("devices.urls", "nodriver=COM5"),
        ("look.language", "tlh"),
        ("kiosk.plan", "fri 25:00-26:00"),
    ],
)
def test_other_names_are_checked_too(key: str, value: str) -> None:
    assert mistake_in(key, value)


def test_the_defaults_are_in_order() -> None:
    assert [entry.key for entry in TABLE if mistake_in(entry.key, entry.default)] == []


def test_a_game_without_a_list_of_moves_has_no_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "sevens", "2"]) == EXIT_REFUSED
    error = capsys.readouterr().err
    assert error.startswith("tabletop: Sevens")
    assert len(error.splitlines()) == 1

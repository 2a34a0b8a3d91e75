"""What the command line passes to the window, and its error without one."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tabletop.app
from tabletop import languages
from tabletop.__main__ import main
from tabletop.input.serial.source import NamedDevice
from tabletop.settings import Settings


class NoDisplay(Exception):
    """In place of the window's error."""


class Window(ModuleType):
    """In place of `tabletop.app`: records its arguments."""

    NoDisplay = NoDisplay

    def __init__(self) -> None:
        super().__init__("tabletop.app.startup")
        self.called: tuple[Any, ...] = ()
        self.devices: list[NamedDevice] = []
        self.trouble: Exception | None = None
        self.mended_in: list[Path] = []

    def run_window(
        self,
        settings: Settings,
        data_dir: Path,
        start: tuple[Any, ...] | None,
        problems: tuple[str, ...],
        devices: Sequence[NamedDevice],
    ) -> int:
        self.called = (settings, data_dir, start, problems)
        self.devices = [*devices]
        if self.trouble:
            raise self.trouble
        return 0

    def restore_config_files(self, data_dir: Path) -> tuple[str, ...]:
        self.mended_in.append(data_dir)
        return ()

    def run_demo(self, settings: Settings, directory: Path, size: tuple[int, int]) -> int:
        self.called = (settings, directory, size)
        return 0


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    stand_in = Window()
    for name in ("startup", "demo"):
        monkeypatch.setattr(tabletop.app, name, stand_in, raising=False)
        monkeypatch.setitem(sys.modules, f"tabletop.app.{name}", stand_in)
    return stand_in


def test_without_a_command_the_window_opens_with_the_menu(window: Window, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[window]\nwidth = 3\n")
    assert main(["--data-dir", str(tmp_path), "--windowed"]) == 0
    assert window.mended_in == [tmp_path]
    settings, data_dir, start, problems = window.called
    assert settings == Settings().but(
        {"window.fullscreen": False, "look.language": languages.system_language()}
    )
    assert (data_dir, start) == (tmp_path, None)
    assert len(problems) == 1


@pytest.mark.parametrize("line", [["--projector"], ["--projector", "play", "shoo"],
                                  ["play", "shoo", "--projector"]])  # fmt: skip
def test_a_projector_gets_large_words_high_contrast_and_the_whole_screen(
    window: Window, tmp_path: Path, line: list[str]
) -> None:
    assert main([*line, "--data-dir", str(tmp_path)]) == 0
    settings = window.called[0]
    assert settings["look.projector"]
    assert settings["look.palette"] == "contrast"
    assert settings["window.fullscreen"]
    assert (window.called[2] is None) == (len(line) == 1)


def test_for_a_projector_a_settings_file_still_says_the_palette(
    window: Window, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text('[look]\npalette = "dark"\nprojector = false\n')
    (tmp_path / "more.toml").write_text("[window]\nfullscreen = false\n")
    given = ["--projector", "--data-dir", str(tmp_path), "--config", str(tmp_path / "more.toml")]
    assert main(given) == 0
    settings = window.called[0]
    assert settings["look.palette"] == "dark"
    assert settings["look.projector"]
    assert settings["window.fullscreen"]
    assert main([*given, "--size", "800x600"]) == 0
    assert not window.called[0]["window.fullscreen"]


def test_devices_are_named_before_and_after_the_command(window: Window, tmp_path: Path) -> None:
    named = ["--device", "/dev/ttyUSB0", "play", "super7", "--device", "ttl1=COM5"]
    assert main([*named, "--data-dir", str(tmp_path)]) == 0
    assert window.devices == [NamedDevice("/dev/ttyUSB0"), NamedDevice("COM5", "ttl1")]


def test_a_device_of_no_known_driver_opens_no_window(
    window: Window, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--device", "morse=COM5", "--data-dir", str(tmp_path)]) == 2
    assert window.called == ()
    assert "there is no driver morse" in capsys.readouterr().err


def test_a_game_is_handed_over_with_its_seats_and_options(window: Window, tmp_path: Path) -> None:
    option = ["--option", "pits_count=true"]
    assert main(["play", "shout7", "--seats", "3", *option, "--data-dir", str(tmp_path)]) == 0
    assert window.called[2] == ("play", "shout7", 3, {"pits_count": True})


def test_a_live_game_is_handed_over_too(window: Window, tmp_path: Path) -> None:
    option = ["--option", "look_seconds=20"]
    assert main(["play", "sevens", *option, "--data-dir", str(tmp_path)]) == 0
    assert window.called[2] == ("play", "sevens", 2, {"look_seconds": 20})


def test_a_record_is_handed_over_by_its_path(window: Window, tmp_path: Path) -> None:
    file = tmp_path / "m.txt"
    file.write_text('[Game "trelawney"]\n[Seats "2"]\n\nc3 d4\n')
    assert main(["replay", str(file), "--data-dir", str(tmp_path)]) == 0
    assert window.called[2] == ("replay", file)


def test_a_record_that_cannot_be_played_opens_no_window(
    window: Window, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "m.txt"
    file.write_text('[Game "trelawney"]\n[Seats "2"]\n\nc3 c3\n')
    assert main(["replay", str(file), "--data-dir", str(tmp_path)]) == 2
    assert window.called == ()
    assert capsys.readouterr().err.startswith(f"tabletop: {file}: ply 1 of the record, 'c3'")


def test_the_demonstration_gets_its_folder_and_size(window: Window, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert main(["--demo", str(folder), "--size", "800x600", "--data-dir", str(tmp_path)]) == 0
    assert window.called[1:] == (folder, (800, 600))
    assert folder.is_dir()


def test_a_demonstration_that_cannot_be_written_is_refused(
    window: Window, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["--demo", str(tmp_path / "file" / "x"), "--data-dir", str(tmp_path)]) == 2
    assert window.called == ()
    assert capsys.readouterr().err.count("\n") == 1


def test_without_a_screen_one_line_says_what_still_goes(
    window: Window, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    window.trouble = NoDisplay("no video device")
    assert main(["--data-dir", str(tmp_path)]) == 2
    assert capsys.readouterr() == (
        "",
        "tabletop: no screen can be opened (no video device); "
        "tabletop --demo DIR plays without one and keeps the pictures\n",
    )

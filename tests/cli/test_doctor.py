"""The doctor, on machines that lack things."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.ai import compilation
from tabletop.cli.doctor import Finding, examine
from tabletop.cli.engine_process import COMPILED_FOLDER
from tabletop.games import find_game
from tabletop.settings import Settings
from tabletop.ui.audio import sound_files

ROOT = Path(__file__).parent.parent.parent


def test_without_a_screen_everything_else_is_still_looked_at(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tabletop", "doctor", "--data-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    levels = {line[6:17].strip(): line[:4].strip() for line in done.stdout.splitlines()}
    assert levels["display"] == "warn"
    checked = ("tabletop", "python", "settings", "data folder", "store", "games", "pygame")
    for name in (*checked, "assets", "sound"):
        assert levels[name] == "ok"


def test_a_screen_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tabletop", "doctor", "--data-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "SDL_VIDEODRIVER": "nonsense", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert "warn  display      none can be opened: " in done.stdout


def finding(name: str, problems: tuple[str, ...], data_dir: Path) -> Finding:
    """The first finding of that name; the checks after it are not run."""
    return next(f for f in examine(Settings(), problems, data_dir) if f.name == name)


def test_a_data_folder_that_cannot_be_written_fails(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert finding("data folder", (), tmp_path / "file" / "data").level == "fail"


def test_a_mistake_in_the_settings_is_a_warning(tmp_path: Path) -> None:
    said = finding("settings", ("a.toml:3: wrong",), tmp_path)
    assert str(said) == "warn  settings     a.toml:3: wrong"


def picture(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Finding:
    """How the picture lies in a window, without showing it."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    settings = Settings().but({"window.fullscreen": False, "display.overscan": 2.5})
    # Not to its end, where it closes pygame: fonts that other tests have loaded would be lost.
    return next(f for f in examine(settings, (), data_dir) if f.name == "picture")


def test_how_the_picture_lies_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = picture(tmp_path, monkeypatch)
    assert said.level == "ok"
    assert "as the settings say: upright, not mirrored, dark margins of 2.5, 2.5," in said.words
    (tmp_path / "displays.json").write_text(
        '{"window": {"turn": 270, "mirror": true, "margins": [0, 0, 0, 0], '
        '"calibration": [[0.1, 0.1], [0.9, 0.1], [0.9, 0.8], [0.1, 0.9]]}}'
    )
    assert picture(tmp_path, monkeypatch).words == (
        "window, as chosen on it: turned by 270°, mirrored, no margins, "
        "corners as they are, touches corrected by four crosses"
    )


def test_corners_that_cannot_be_pulled_are_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corners = "[[0.1, 0], [0.9, 0], [1, 1], [0, 1]]"
    (tmp_path / "displays.json").write_text(f'{{"window": {{"keystone": {corners}}}}}')
    assert "pulled straight by its corners, touches" in picture(tmp_path, monkeypatch).words
    monkeypatch.setattr("tabletop.ui.display.warp.trouble", lambda: "no OpenCV")
    said = picture(tmp_path, monkeypatch)
    assert said.level == "warn"
    assert said.words.endswith("; no OpenCV")


def projector(monkeypatch: pytest.MonkeyPatch, data_dir: Path, **look: str | bool) -> Finding:
    """The finding about a start with these settings of the look."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    settings = Settings().but({f"look.{name}": value for name, value in look.items()})
    return next(f for f in examine(settings, (), data_dir) if f.name == "projector")


def test_whether_it_is_for_a_room_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = projector(monkeypatch, tmp_path)
    assert plain.words == "not for a room (--projector makes it so); corners can be pulled"
    room = projector(monkeypatch, tmp_path, projector=True, palette="contrast")
    assert room.level == "ok"
    assert room.words.startswith("for a room: very large words, palette contrast; B blanks it")
    assert projector(monkeypatch, tmp_path, projector=True, palette="dark").level == "warn"
    monkeypatch.setattr("tabletop.ui.display.warp.find_spec", lambda _: None)
    missing = projector(monkeypatch, tmp_path, projector=True, palette="contrast")
    assert missing.level == "warn"
    assert "OpenCV is missing" in missing.words


def test_a_damaged_memory_of_the_screens_is_a_warning_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "displays.json").write_text("{")
    said = picture(tmp_path, monkeypatch)
    assert said.level == "warn"
    assert "displays.json" in said.words
    assert (tmp_path / "displays.json").read_text() == "{"


def test_a_full_disk_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        free = 5 * 2**20

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage())
    said = finding("data folder", (), tmp_path)
    assert (said.level, said.words) == ("warn", f"{tmp_path}, 5 MB free")


def test_without_numba_computer_players_are_weaker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOP_UNCOMPILED", "1")
    said = finding("kernels", (), tmp_path)
    assert said.level == "warn"
    assert "weaker" in said.words


def test_what_is_compiled_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLETOP_UNCOMPILED", raising=False)
    monkeypatch.setattr(compilation, "find_spec", lambda _: object())  # numba, there or not
    none = finding("kernels", (), tmp_path)
    assert none.level == "ok"
    assert none.words.startswith("compiled when first needed: shout7, ")
    home = compilation.CompilationCache(tmp_path / COMPILED_FOLDER).game_folder(find_game("shout7"))
    home.mkdir(parents=True)
    (home / compilation.READY_FILE).touch()
    some = finding("kernels", (), tmp_path)
    assert some.words.startswith("compiled: shout7; compiled when first needed: super7, ")


def test_a_store_that_cannot_be_opened_fails(tmp_path: Path) -> None:
    (tmp_path / "tabletop.sqlite3").mkdir()
    found = finding("store", (), tmp_path)
    assert found.level == "fail"
    assert str(tmp_path) in found.words


def test_a_kiosk_without_a_pin_is_warned_of(tmp_path: Path) -> None:
    settings = Settings().but({"kiosk.level": "kiosk"})
    found = next(each for each in examine(settings, (), tmp_path) if each.name == "PIN")
    assert found.level == "warn"
    assert f'--data-dir "{tmp_path}"' in found.words


def test_a_missing_font_or_sound_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finding("assets", (), tmp_path).level == "ok"
    sounds = shutil.copytree(sound_files.SOUNDS_FOLDER, tmp_path / "sounds")
    (sounds / "won.wav").unlink()
    (sounds / "touch.wav").write_bytes(b"RIFF")
    monkeypatch.setattr(sound_files, "SOUNDS_FOLDER", sounds)
    found = finding("assets", (), tmp_path)
    assert found.level == "fail"
    assert "won.wav" in found.words
    assert "touch.wav" in found.words

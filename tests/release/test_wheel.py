"""The wheel is whole: it is built, unpacked away from the checkout, and played from there."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("shout7", "super7", "trelawney", "shoo")


def build(kind: str, folder: Path, source: Path = ROOT) -> Path:
    """The wheel or sdist of a source tree, built into a folder."""
    command = (sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder))
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The unpacked wheel in a folder that cannot be written and whose name has blanks."""
    folder = tmp_path_factory.mktemp("installed") / "Spiele für den Tisch"
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    folders = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    for path in folders:
        path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    yield folder
    for path in folders:
        path.chmod(stat.S_IRWXU)
    shutil.rmtree(folder)


def run(installed: Path, *words: str, said: str = "", home: Path) -> str:
    """What the installed program prints; the checkout is not on its path."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"HOME": str(home), "XDG_CACHE_HOME": str(home), "TABLETOP_UNCOMPILED": "1"}
    command = (sys.executable, "-P", "-m", "tabletop", "--data-dir", str(home / "data"), *words)
    done = subprocess.run(
        command,
        cwd=home,
        env=environment,
        input=said,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_builds_are_identical(wheel: Path, tmp_path: Path) -> None:
    again = build("wheel", tmp_path)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


def test_golden_files_are_left_out_and_licences_are_not(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert not [name for name in names if "golden" in name or name.startswith(("tests", "tools"))]
    assert len([name for name in names if ".dist-info/licenses/" in name]) >= 3


def test_it_is_the_installed_program_that_runs(installed: Path, tmp_path: Path) -> None:
    report = run(installed, "doctor", home=tmp_path)
    assert str(installed) in report
    assert str(ROOT / "tabletop") not in report
    assert "fail" not in report


@pytest.mark.slow
def test_the_demo_plays_every_game(installed: Path, tmp_path: Path) -> None:
    run(installed, "--demo", str(tmp_path / "demo"), "--size", "640x400", home=tmp_path)
    games = {path.name.split("-")[0] for path in (tmp_path / "demo").glob("*.png")}
    assert games == {*GAMES, "sevens"}


@pytest.mark.parametrize("game", GAMES)
def test_the_referee_has_an_answer_of_the_computer(
    installed: Path, tmp_path: Path, game: str
) -> None:
    said = f"game {game}\nmoves\ngo seconds=0.3\nquit\n"
    _, moves, ply, *_ = run(installed, "referee", said=said, home=tmp_path).splitlines()
    assert ply.startswith("= ")
    assert ply.removeprefix("= ") in moves.split()


@pytest.mark.parametrize("example", ["kiosk", "party"])
def test_the_settings_files_come_with_it(installed: Path, tmp_path: Path, example: str) -> None:
    file = tmp_path / f"{example}.toml"
    file.write_text(run(installed, "settings", "--example", example, home=tmp_path), "utf-8")
    assert file.read_text("utf-8") == (ROOT / "config" / f"{example}.toml").read_text("utf-8")
    run(installed, "--config", str(file), "settings", home=tmp_path)


@pytest.mark.slow
def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build("sdist", tmp_path / "sdist")
    shutil.unpack_archive(sdist, tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    again = build("wheel", tmp_path / "wheel", source)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()

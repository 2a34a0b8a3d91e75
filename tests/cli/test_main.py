"""The command line: what it prints, and its errors."""

import subprocess
import sys
from pathlib import Path

import pytest

from tabletop import __version__
from tabletop.__main__ import main
from tabletop.settings import default_text
from tests.cli.nim import NIM, find

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _only_nim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop.games.find_game", find)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line of an error, without the program's name."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tabletop: ")
    assert err.count("\n") == 1
    return err.removeprefix("tabletop: ").rstrip()


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The output of a command that succeeds."""
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_perft_prints_a_line_for_each_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "perft", "nim", "5") == "1 3\n2 8\n3 10\n4 5\n5 1\n"


def test_perft_knows_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        printed(capsys, "perft", "nim", "1", "--seats", "3", "--option", "misere=true") == "1 3\n"
    )


def test_rules_are_printed_with_their_numbers_and_options(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert printed(capsys, "rules", "nim") == (
        "Nim\n===\nBy Nobody. For 2 or 3 players.\n\n"
        "1. Taking\n   Take one, two or three matches.\n\n"
        "2. The end\n   The last match wins.\n   Or loses.\n\n"
        "Options\n   misere=false (usual) | true\n      Who takes the last loses\n"
    )


def test_the_default_settings_are_printed_as_they_are_shipped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert printed(capsys, "settings", "--default") == default_text()


def test_settings_in_force_come_from_files_and_the_command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text('[look]\nspeed = "fast"\n[play]\nclock = "move 9"\n')
    (tmp_path / "a.toml").write_text('[look]\nspeed = "slow"\n')
    (tmp_path / "b.toml").write_text('[play]\nseating = "facing"\n')
    where = ["--data-dir", str(tmp_path), "--config", str(tmp_path / "a.toml")]
    out = printed(
        capsys, *where, "settings", "--config", str(tmp_path / "b.toml"), "--size", "640x480"
    )
    for line in (
        'look.speed = "slow"',
        'play.clock = "move 9"',
        'play.seating = "facing"',
        "window.width = 640",
        "window.fullscreen = false",
    ):
        assert f"{line}\n" in out


def test_a_mistake_in_a_settings_file_is_said_and_the_rest_is_used(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.toml"
    file.write_text('[look]\nspede = "slow"\n')
    assert main(["--data-dir", str(tmp_path), "--config", str(file), "settings"]) == 2
    out, err = capsys.readouterr()
    assert 'look.speed = "normal"' in out
    assert err == (
        f"tabletop: {file}:2: there is no setting look.spede; did you mean look.speed?\n"
    )


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("perft chess 1", "no game is called 'chess'; the games are nim"),
        ("perft nim 0", "DEPTH is 1 or more, not 0"),
        ("perft nim x", "argument DEPTH: invalid int value: 'x' (see tabletop perft --help)"),
        ("perft nim 1 --seats 0", "Nim is played by 2, 3, not by 0"),
        ("perft nim 1 --option miser=1", "Nim has no option 'miser'; did you mean misere?"),
        ("perft nim 1 --option misere=1", "option misere cannot be '1'; it can be false, true"),
        ("play nim --option misere", "an option is written key=value, not 'misere'"),
        ("play chess", "no game is called 'chess'; the games are nim"),
        ("rules chess", "no game is called 'chess'; the games are nim"),
        ("paly", "argument COMMAND: invalid choice: 'paly'"),
        ("settings --sise", "unrecognized arguments: --sise"),
        ("settings --data x", "unrecognized arguments: --data x"),
        ("settings --size big", "a size is written 1280x800, not big"),
        ("settings --size 10x800", "window.width cannot be 10; it can be a whole number from 320"),
        ("settings --config none.toml", "none.toml: No such file or directory"),
        ("replay none.txt", "none.txt: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], command: str, words: str
) -> None:
    assert words in refused(capsys, *command.split())


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe", "is not text, so it is no record"),
        (b"", ""),
        (b'[Game "nim"]\n[Seats "two"]\n\n1 2\n', ""),
    ],
)
def test_what_is_no_record_is_refused_before_a_window_opens(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "m.txt"
    file.write_bytes(content)
    assert refused(capsys, "replay", str(file)).startswith(f"{file}: {words}")


def test_ctrl_c_is_quiet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("tabletop.cli.rules.print_rules", interrupt)
    assert main(["rules", "nim"]) == 130
    assert capsys.readouterr() == ("", "")


def test_version_and_help_are_no_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "--version") == f"tabletop {__version__}\n"
    assert "referee" in printed(capsys, "--help")


def test_commands_without_a_window_load_no_pygame() -> None:
    program = (
        "import sys; from tabletop.__main__ import main; "
        "main(['settings']); main(['rules', 'none']); sys.exit('pygame' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True)
    assert done.returncode == 0


def test_nim_is_played_as_told() -> None:
    assert NIM.start(seats=3).moves() == ("1", "2", "3")

"""What README and docs say about the program is true."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.cli.arguments import build_parser
from tabletop.games import all_games
from tabletop.settings import TABLE

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md")} - {ROOT / "docs/decisions.md"})
MAX_README_LINES = 120

CODE = re.compile(r"```[^\n]*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
COMMAND = re.compile(r"^(?:.*?(?:bin/|-m ))?tabletop((?: .+)?)$")
SETTING = re.compile(r"([a-z_]+\.[a-z_]+)(?: = .+)?")
FILE_NAME = re.compile(r"\.(?:py|json|toml|cmd|txt|sqlite3|now)$")
REPOSITORY_PATH = re.compile(r"(?:tools|config|docs|assets|tests)/[\w./-]+")
SECTIONS = {entry.section for entry in TABLE}
KEYS = {entry.key for entry in TABLE}


def snippets(page: Path) -> list[str]:
    """The lines of code blocks and the inline code of a page."""
    found = []
    for block, inline in CODE.findall(page.read_text("utf-8")):
        found += [line.strip() for line in block.splitlines()] if block else [inline]
    return found


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def accepted(words: str) -> bool:
    """Whether the program takes these arguments."""
    try:
        build_parser().parse_args(shlex.split(words))
    except SystemExit as end:
        return not end.code
    return True


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_command_is_one_of_the_program(page: Path) -> None:
    for snippet in snippets(page):
        command = COMMAND.match(snippet)
        if command is None:
            continue
        # What may be left out or repeated is tried as if it were given once.
        words = re.sub(r"\[(\S+) \\?\| [^\]]*\]", r"\1", command[1].split(" > ")[0])
        words = re.sub(r"\\?\|\S+", "", re.sub(r"[\[\]]|\.\.\.", "", words))
        for placeholder, example in (
            ("GAME", "shoo"),
            ("DEPTH", "1"),
            ("N", "2"),
            ("KEY=VALUE", "horses=7"),
            ("WxH", "640x400"),
            ("DAY", "2026-01-31"),
        ):
            words = re.sub(rf"\b{placeholder}\b", example, words)
        assert accepted(words), f"{snippet!r} is refused"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_setting_exists(page: Path) -> None:
    for snippet in snippets(page):
        setting = SETTING.fullmatch(snippet)
        if setting and setting[1].split(".")[0] in SECTIONS and not FILE_NAME.search(setting[1]):
            assert setting[1] in KEYS, f"{setting[1]} is no setting"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_file_exists(page: Path) -> None:
    for snippet in snippets(page):
        for path in REPOSITORY_PATH.findall(snippet):
            assert (ROOT / path.rstrip("./")).exists(), f"there is no {path}"


def test_every_command_and_game_is_documented() -> None:
    reference = (ROOT / "docs/host/commands.md").read_text("utf-8")
    usage = build_parser().format_help()
    for command in re.findall(r"^    ([a-z]+) {2,}", usage, re.MULTILINE):
        assert f"`tabletop {command}" in reference
    for option in re.findall(r"^  (--[a-z-]+)", usage, re.MULTILINE):
        assert option in reference
    readme = (ROOT / "README.md").read_text("utf-8")
    for game in all_games():
        assert str(game.title).split("’")[0] in readme


def test_the_front_page_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= MAX_README_LINES


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    config = ROOT / "tools" / "release" / "mkdocs.yml"
    command = (sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config))
    done = subprocess.run(
        (*command, "--site-dir", str(tmp_path)), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "index.html").exists()

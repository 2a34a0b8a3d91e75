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
from tools.release.documents import commands

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    {ROOT / "README.md", ROOT / "CHANGELOG.md"}
    | {*(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").glob("*.md")}
    - {ROOT / "docs/decisions.md"}
)
"""The decisions also name what there is no more."""
MAX_README_LINES = 120
MAX_FILM_BYTES = 3_000_000

CODE = re.compile(r"```[^\n]*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
COMMAND = re.compile(r"^(?:.*?(?:bin/|-m ))?tabletop((?: .+)?)$")
SETTING = re.compile(r"([a-z_]+\.[a-z_]+)(?: = .+)?")
ENTRY = re.compile(r"([a-z_]+) = .+")
"""A setting as it stands in a settings file, below the name of its section."""
FILE_NAME = re.compile(r"\.(?:py|json|toml|cmd|txt|sqlite3|now|service|msc)$")
TOOL = re.compile(r"tools[/\\](\S+?)(?:\.py)?(?= |$)(.*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
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


def options_in(text: str) -> set[str]:
    return {*OPTION.findall(text)}


def tool_options(name: str) -> set[str]:
    """The options in the source of a tool, which is a file or a package or both."""
    place = ROOT / "tools" / name
    files = [place.with_suffix(".py"), *place.glob("*.py")]
    return options_in("".join(file.read_text("utf-8") for file in files if file.exists()))


def program_options() -> set[str]:
    """The options of the program and its commands."""
    parser = build_parser()
    return options_in(
        parser.format_help() + "".join(each.format_help() for _, each, _ in commands(parser))
    )


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_option_exists(page: Path) -> None:
    found = snippets(page)
    tools = [tool for tool in map(TOOL.search, found) if tool]
    for tool in tools:
        name = tool[1].replace("\\", "/")
        known = tool_options(name) | (program_options() if name == "play" else set())
        assert options_in(tool[2]) <= known, f"{tool[0]!r} is refused"
    known = program_options().union(*(tool_options(tool[1]) for tool in tools))
    for snippet in found:
        if snippet.startswith("--"):
            assert options_in(snippet) <= known, f"nothing on this page takes {snippet!r}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_setting_exists(page: Path) -> None:
    # The other pages also name attributes of the code.
    only_settings = page.parent.name in {"play", "host"}
    for snippet in snippets(page):
        setting = SETTING.fullmatch(snippet)
        meant = setting and (only_settings or setting[1].split(".")[0] in SECTIONS)
        if setting and meant and not FILE_NAME.search(setting[1]):
            assert setting[1] in KEYS, f"{setting[1]} is no setting"
        entry = ENTRY.fullmatch(snippet)
        if entry and only_settings:
            names = {key.partition(".")[2] for key in KEYS}
            assert entry[1] in names, f"{entry[1]} is no setting"


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
    assert (ROOT / "docs/pictures/play.webp").stat().st_size <= MAX_FILM_BYTES


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    config = ROOT / "tools" / "release" / "mkdocs.yml"
    command = (sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config))
    done = subprocess.run(
        (*command, "--site-dir", str(tmp_path)), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "index.html").exists()

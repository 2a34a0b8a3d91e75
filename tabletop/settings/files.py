"""Settings files: TOML, read leniently, and changed without losing what people wrote.

A setting that is not in a file keeps its default. Of several files the later wins.
"""

import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import count, groupby
from pathlib import Path
from re import compile as pattern
from tempfile import NamedTemporaryFile
from textwrap import wrap
from typing import Any, Final

from tabletop.settings.schema import (
    TABLE,
    Settings,
    SettingsError,
    Value,
    did_you_mean,
    format_value,
    setting,
)

FILE_NAME: Final = "settings.toml"
"""The file in the data folder that the program writes."""

_SECTIONS: Final = tuple(dict.fromkeys(entry.section for entry in TABLE))
_HEADING: Final = pattern(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?")
_ENTRY: Final = pattern(r"\s*([^=#\s\[][^=#]*?)\s*=.*")
_PLACE: Final = pattern(r"\s*\(at line (\d+), column \d+\)$")


def default_text() -> str:
    """All settings with their help: ``config/default.toml``."""
    lines = [
        "# Every setting of tabletop, as it is when no file says otherwise.",
        "# Put the lines that you want to change into a file of your own and start with",
        "#     tabletop --config YOUR_FILE.toml",
    ]
    for section, entries in groupby(TABLE, lambda entry: entry.section):
        lines += ["", f"[{section}]"]
        for entry in entries:
            comment = f"{entry.help} Can be {entry.allowed}."
            lines += wrap(comment, 96, initial_indent="# ", subsequent_indent="# ")
            lines.append(f"{entry.name} = {format_value(entry.default)}")
    return "\n".join(lines) + "\n"


def load(
    paths: Iterable[Path],
    plain: Settings | None = None,
    check: Callable[[str, Value], str] = lambda _key, _value: "",
) -> tuple[Settings, tuple[str, ...]]:
    """The settings of some files, and a sentence about each thing in them that cannot be used.

    `check` gives what is wrong with the value of a key beyond its form; such values are kept. It
    always succeeds: what is wrong keeps its default, or its value in `plain`. Missing files are
    ignored. The sentences are English, because they quote words of the files.
    """
    values: dict[str, Value] = {}
    problems: list[str] = []
    for path in paths:
        try:
            found, wrong = _entries(_read(path), str(path), check)
        except FileNotFoundError:
            continue
        except OSError as problem:
            problems.append(f"{path} cannot be read: {problem.strerror or problem}")
        except SettingsError as problem:
            problems.append(str(problem))
        else:
            values |= found
            problems += wrong
    return (plain or Settings()).but(values), tuple(problems)


def read_text(text: str, name: str = FILE_NAME) -> dict[str, Value]:
    """The settings in a text; SettingsError for the first thing that is wrong."""
    found, wrong = _entries(text, name)
    if wrong:
        raise SettingsError(wrong[0])
    return found


def save(path: Path, changes: Mapping[str, Value]) -> Path | None:
    """Sets these values in a file and leaves the rest as it is.

    A damaged file is set aside under the returned name. SettingsError for a wrong key or value,
    OSError if nothing can be written.
    """
    text, aside = changed(path, changes)
    write_atomically(path, text)
    return aside


def changed(
    path: Path, changes: Mapping[str, Value], queued: str | None = None
) -> tuple[str, Path | None]:
    """The text that `save` would write, and the file that it has set aside.

    `queued` is the text that waits to be written there.
    """
    wanted = {key: setting(key).check(value) for key, value in changes.items()}
    aside = None
    try:
        text = _with_entries(_read(path) if queued is None else queued, wanted, str(path))
    except FileNotFoundError:
        text = _with_entries("# Written by tabletop.\n", wanted, str(path))
    except SettingsError:
        kept = load([path])[0].values
        values = {e.key: kept[e.key] for e in TABLE if kept[e.key] != e.default} | wanted
        aside = path.rename(damaged_name(path))
        text = _with_entries(f"# Written by tabletop in place of {aside.name}.\n", values, "")
    return text, aside


def check_text(text: str) -> None:
    """Raises SettingsError if the text is damaged; a wrong setting is not damage."""
    _parse(text, FILE_NAME)


def write_atomically(path: Path, text: str) -> None:
    """Replaces a file so that after a power cut either the old or the new one is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            file.close()  # Windows does not rename an open file
            Path(file.name).replace(path)
        except BaseException:
            file.close()
            Path(file.name).unlink(missing_ok=True)
            raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes renames in a folder survive a power cut."""
    if os.name == "posix":  # elsewhere a folder cannot be opened
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def damaged_name(path: Path, suffixes: Iterable[str] = ("",)) -> Path:
    """The first free name for a damaged file; also with each of the suffixes it is free."""
    candidates = (
        path.with_name(f"{path.stem}.damaged-{number}{path.suffix}") for number in count(1)
    )
    return next(
        name
        for name in candidates
        if not any(name.with_name(name.name + suffix).exists() for suffix in suffixes)
    )


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as problem:
        line = path.read_bytes()[: problem.start].count(b"\n") + 1
        raise SettingsError(f"{path}:{line}: is not UTF-8 text; nothing of it is used") from None


def _parse(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        words = str(problem)
        place = _PLACE.search(words)
        where = f"{name}:{place[1]}" if place else name
        complaint = _PLACE.sub("", words)
        raise SettingsError(f"{where}: {complaint}; nothing of this file is used") from None


def _entries(
    text: str,
    name: str,
    check: Callable[[str, Value], str] = lambda _key, _value: "",
) -> tuple[dict[str, Value], list[str]]:
    """The valid settings, and sentences about what is wrong."""
    lines = {key: number for number, key in reversed(list(_lines(text)))}
    found: dict[str, Value] = {}
    wrong: list[str] = []

    def complain(key: str, words: str) -> None:
        where = f"{name}:{lines[key]}" if key in lines else name
        wrong.append(f"{where}: {words}")

    for section, content in _parse(text, name).items():
        if section not in _SECTIONS:
            complain(section, _unknown_setting(section, content))
        elif not isinstance(content, dict):
            complain(
                section, f"{section} is a section and stands on a line of its own: [{section}]"
            )
        else:
            for inner, value in content.items():
                key = f"{section}.{inner}"
                try:
                    found[key] = setting(key).check(value)
                except SettingsError as problem:
                    complain(key, str(problem))
                    continue
                if wrong_value := check(key, found[key]):
                    complain(key, f"{key}: {wrong_value}")
    return found, wrong


def _unknown_setting(key: str, content: object) -> str:
    if not isinstance(content, dict):
        return f"there is no setting {key}{did_you_mean(key)}"
    near = get_close_matches(key, _SECTIONS, 1)
    hint = f"did you mean [{near[0]}]?" if near else f"there are {', '.join(_SECTIONS)}"
    return f"there is no section [{key}]; {hint}"


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of sections and entries, with their keys; multi-line values are not recognized."""
    section = ""
    for number, line in enumerate(_rows(text), 1):
        if heading := _HEADING.fullmatch(line):
            section = _plain_key(heading[1])
            yield number, section
            yield number, section.partition(".")[0]
        elif entry := _ENTRY.fullmatch(line):
            key = _plain_key(entry[1])
            yield number, f"{section}.{key}" if section else key


def _rows(text: str) -> list[str]:
    # Only these end a line of TOML; `splitlines` splits at other characters too.
    rows = text.replace("\r\n", "\n").split("\n")
    return rows if rows[-1] else rows[:-1]


def _plain_key(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _with_entries(text: str, values: Mapping[str, Value], name: str) -> str:
    """The text with these values set in it; SettingsError if its layout does not allow that."""
    before = _parse(text, name)
    for key, value in values.items():
        text = _with_entry(text, key, format_value(value))
        entry = setting(key)
        before.setdefault(entry.section, {})
        if isinstance(before[entry.section], dict):
            before[entry.section][entry.name] = value
    if _parse(text, name) != before:
        raise SettingsError(f"{name}: is laid out so that {', '.join(values)} cannot be changed")
    return text


def _with_entry(text: str, key: str, value: str) -> str:
    lines = _rows(text)
    places = {key: number for number, key in reversed(list(_lines(text)))}
    entry = setting(key)
    said = f"{entry.name} = {value}"
    if key in places:
        lines[places[key] - 1] = said
    elif entry.section in places:
        lines.insert(places[entry.section], said)
    else:
        lines += ["", f"[{entry.section}]", said]
    return "\n".join(lines) + "\n"

"""Updates the catalogue files from the source, and checks them."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po, write_po

from tabletop.languages import is_code
from tools.environment import ROOT
from tools.language_messages import Message, Unreadable, messages_of, names_in

FOLDER: Final = "languages"
SHELL: Final = Path("tabletop") / FOLDER
GAMES: Final = Path("tabletop") / "games"
NAME: Final = "language.name"
"""The key under which a language says its own name."""
_DATED: Final = re.compile(
    r'^"(?:POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By|'
    r"Report-Msgid-Bugs-To):.*\n",
    re.MULTILINE,
)
"""Lines of a file's head that would change with every update and tell nobody anything."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with the messages, or missing in a catalogue."""

    where: str
    words: str

    def __str__(self) -> str:
        return f"{self.where}: {self.words}"


def folder_of(file: str) -> Path:
    """The folder whose catalogues have the messages of a source file: a game's or the shell's."""
    path = Path(file)
    if path.is_relative_to(GAMES) and len(path.relative_to(GAMES).parts) > 1:
        return GAMES / path.relative_to(GAMES).parts[0] / FOLDER
    return SHELL


def sorted_out(messages: Iterable[Message]) -> dict[Path, dict[str, list[Message]]]:
    """The messages that need a translation, by their catalogues' folder and their keys."""
    found: dict[Path, dict[str, list[Message]]] = {SHELL: {}}
    for message in messages:
        if message.key and not message.is_bare:
            folder = found.setdefault(folder_of(message.file), {})
            folder.setdefault(message.key, []).append(message)
    return found


def template(messages: Mapping[str, Sequence[Message]]) -> Catalog:
    """What a catalogue has to translate."""
    catalogue = Catalog(charset="utf-8")
    for key, said in messages.items():
        first = said[0]
        english = (first.english, first.plural) if first.plural else first.english
        notes = [note for message in said for note in message.notes]
        places = [(message.file, message.line) for message in said]
        catalogue.add(english, locations=places, auto_comments=notes, context=key)
    return catalogue


# -- update -----------------------------------------------------------------------------------


def codes(root: Path = ROOT) -> list[str]:
    """The languages that the shell has a catalogue for."""
    return sorted(path.stem for path in (root / SHELL).glob("*.po"))


def trouble_with(code: str) -> str:
    """Why there can be no catalogue of that code; "" where there can."""
    if not is_code(code):
        return f"{code} is not a language's code, as pt_BR or zh_Hans is"
    try:
        Locale.parse(code)
    except (UnknownLocaleError, ValueError) as problem:
        return str(problem)
    return ""


def update(messages: Sequence[Message], wanted: Sequence[str], root: Path = ROOT) -> list[Path]:
    """Brings the catalogues of these languages up to date; gives the files that changed."""
    changed = []
    for folder, said in sorted_out(messages).items():
        for code in wanted:
            path = root / folder / f"{code}.po"
            text = _updated(path, template(said), code)
            if not path.exists() or path.read_text("utf-8") != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
                changed.append(path)
    return changed


def _updated(path: Path, wanted: Catalog, code: str) -> str:
    if path.exists():
        catalogue = read(path, code)
        catalogue.update(wanted, update_header_comment=False)
        for key, gone in list(catalogue.obsolete.items()):
            if not any(gone.string or ""):  # nobody's work is lost with it
                del catalogue.obsolete[key]
    else:
        catalogue = wanted
        catalogue.locale = Locale.parse(code)
        catalogue.fuzzy = False
        name = catalogue.locale.english_name if catalogue.locale else code
        # Translators may write on below it: words that they have agreed on, and the like.
        catalogue.header_comment = f"# {name}. Kept by tools/languages.py; its head says how."
    catalogue.project, catalogue.version = "tabletop", "1"
    buffer = io.BytesIO()
    # Without lines, or a comment added to the source would change every catalogue.
    write_po(buffer, catalogue, 98, sort_by_file=True, include_previous=True, include_lineno=False)
    return _DATED.sub("", buffer.getvalue().decode("utf-8"))


def read(path: Path, code: str) -> Catalog:
    """A catalogue from its file."""
    with path.open("rb") as file:
        return read_po(file, locale=code, charset="utf-8", abort_invalid=True)


# -- check ------------------------------------------------------------------------------------


def source_faults(messages: Sequence[Message], unreadable: Sequence[Unreadable]) -> Iterator[Fault]:
    """What keeps the source's own messages from being translated."""
    for call in unreadable:
        yield Fault(f"{call.file}:{call.line}", f"{call.call}() has no literal key and English")
    known: dict[str, Message] = {}
    for message in messages:
        where = f"{message.file}:{message.line}"
        try:
            names = message.names
        except ValueError as problem:
            yield Fault(where, f"{message.key} has wrong braces ({problem})")
            continue
        if any(not name.isidentifier() for name in names):
            yield Fault(where, f"{message.key} names what is no name: {', '.join(sorted(names))}")
        first = known.setdefault(message.key, message)
        if (first.english, first.plural) != (message.english, message.plural):
            yield Fault(where, f"{message.key} has another English in {first.file}:{first.line}")
        elif not message.is_bare and folder_of(first.file) != folder_of(message.file):
            yield Fault(where, f"{message.key} is a key of {first.file} too")


def catalogue_faults(
    messages: Sequence[Message], wanted: Sequence[str], root: Path = ROOT
) -> Iterator[Fault]:
    """What is missing or wrong in the catalogues of these languages."""
    for folder, said in sorted_out(messages).items():
        for code in wanted:
            path = root / folder / f"{code}.po"
            where = (folder / path.name).as_posix()
            if not path.exists():
                yield Fault(where, "is missing")
                continue
            for words in _file_faults(read(path, code), said):
                yield Fault(where, words)


def _file_faults(catalogue: Catalog, said: Mapping[str, Sequence[Message]]) -> Iterator[str]:
    entries: dict[str, Entry] = {}
    for entry in catalogue:
        if entry.id:
            if entry.context not in said:
                yield f"{entry.context} is no key of the source"
            entries[str(entry.context)] = entry
    for key, (message, *_) in said.items():
        found = entries.get(key)
        if found is None:
            yield f"{key} is missing"
        elif found.id != ((message.english, message.plural) if message.plural else message.english):
            yield f"{key} has another English in the source"
        elif found.fuzzy:
            yield f"{key} is fuzzy"
        else:
            yield from _entry_faults(message, found, catalogue.num_plurals)


def _entry_faults(message: Message, entry: Entry, plurals: int) -> Iterator[str]:
    forms = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
    if not all(forms) or len(forms) != (plurals if message.plural else 1):
        yield f"{message.key} is not translated"
        return
    wanted = names_in(message.plural or message.english)
    for form in forms:
        try:
            names = names_in(form or "")
        except ValueError as problem:
            yield f"{message.key} has wrong braces ({problem})"
            continue
        if foreign := names - message.names:
            yield f"{message.key} has names that the English has not: {', '.join(sorted(foreign))}"
        # One thing need not be counted: "a stone".
        if lost := wanted - names - ({"n"} if message.plural else set()):
            yield f"{message.key} lacks {', '.join(sorted(lost))}"


# -- the command line -------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Updates or checks; gives the exit code."""
    parser = argparse.ArgumentParser(prog="tools/languages.py", description=__doc__)
    parser.add_argument("do", choices=("update", "check"))
    parser.add_argument("codes", nargs="*", help="languages by their codes; all if none is named")
    asked = parser.parse_args(arguments)
    wanted = asked.codes or codes()
    for code in wanted:
        if problem := trouble_with(code):
            print(f"languages: {problem}", file=sys.stderr)
            return 2
    messages, unreadable = messages_of(ROOT)
    faults = list(source_faults(messages, unreadable))
    if asked.do == "update" and not faults:
        for path in update(messages, wanted):
            print(path.relative_to(ROOT))
    else:
        faults += catalogue_faults(messages, wanted)
    for fault in faults:
        print(fault)
    if asked.do == "check":
        print(_summary(messages, wanted, faults))
    return 1 if faults else 0


def _summary(messages: Sequence[Message], wanted: Sequence[str], faults: Sequence[Fault]) -> str:
    count = sum(len(said) for said in sorted_out(messages).values())
    told = f"{count} messages, {', '.join(wanted) or 'no language'}"
    return f"{told}: {len(faults)} faults" if faults else f"{told}: all is well"

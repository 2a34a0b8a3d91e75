"""The languages of the program and their catalogues, found in its folders and loaded when needed.

A catalogue is a gettext file (`de.po`): `msgctxt` is the key of a `Text`, `msgid` its English.
Those of the program are here, each game's in its own folder.
"""

import ctypes
import locale
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import GNUTranslations, NullTranslations
from hashlib import sha256
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from tabletop.engine.text import Text, say
from tabletop.settings.schema import LANGUAGE_CODE_PATTERN

if TYPE_CHECKING:
    from polib import POFile

log = logging.getLogger(__name__)

ENGLISH: Final = "en"
"""The language of the source; it has no catalogue."""
PSEUDO: Final = "xx"
"""The test language, which is not offered to people."""
AUTO: Final = "auto"
"""The language of the system, if it is available."""

# NOTE: the language's own name, as it stands on its button: "Deutsch", "Français".
OWN_NAME: Final = say("language.name", "English")

SHELL_FOLDER: Final = Path(__file__).resolve().parent
_NAME_PATTERN: Final = re.compile(
    r'msgctxt "language\.name"\s+msgid "[^"\n]*"\s+msgstr "([^"\\\n]+)"'
)

_CODE_PATTERN: Final = re.compile(LANGUAGE_CODE_PATTERN)


class Catalogue(Protocol):
    """Gives the translation of a text, with its ``{names}`` still open."""

    def template(self, text: Text, /) -> str: ...


def translate(text: str, catalogue: Catalogue) -> str:
    """A text and the texts in it in the catalogue's language; a plain `str` is returned as it is.

    A translation that is missing, or has names that the English does not have, is in English.
    """
    if not isinstance(text, Text):
        return text
    args = {
        name: translate(arg, catalogue) if isinstance(arg, Text) else arg
        for name, arg in text.args.items()
    }
    try:
        template = catalogue.template(text)
        return template.format_map(args) if args else template
    except Exception as problem:  # no translation may crash the program
        log.warning("%s: cannot be said as it is translated: %r", text.key, problem)
        english = _english(text)
        return english.format_map(args) if args else english


def _english(text: Text) -> str:
    return text.plural if text.plural and text.args["n"] != 1 else text.english


class GettextCatalogue:
    """The translations of some gettext files; of one message in two files the first is taken.

    A damaged file is ignored with a line in the log: its texts are in English.
    """

    def __init__(self, files: Sequence[Path], kept: Path | None = None) -> None:
        """`kept` is a folder for the compiled catalogue; reading the files takes 20 times as long.

        It is identified by a hash of the files, so it is never out of date.
        """
        sources = [source for path in files if (source := _read(path)) is not None]
        if kept is not None and files:
            self._found = _cached_catalogue(sources, kept, files[0].stem)
        else:
            self._found = _load_compiled(_merged(list(_parts(sources))))

    def template(self, text: Text, /) -> str:
        if text.plural:
            return self._found.npgettext(text.key, text.english, text.plural, text.args["n"])
        # The empty message is the header.
        return self._found.pgettext(text.key, text.english) if text.english else ""


def _read(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError) as problem:  # no damaged file may crash the program
        log.warning("%s cannot be read: %s", path, problem)
        return None


def _cached_catalogue(sources: Sequence[str], folder: Path, code: str) -> NullTranslations:
    """The stored catalogue; it is compiled and stored if it is missing or damaged.

    There is one for each language: outdated ones are deleted.
    """
    path = _compiled_path(sources, folder, code)
    try:
        return GNUTranslations(BytesIO(path.read_bytes()))
    except FileNotFoundError:
        pass
    except Exception as problem:  # gettext may raise anything over damaged data
        log.warning("%s is made anew: %r", path, problem)
    binary = _merged(list(_parts(sources)))
    _store_compiled(path, binary)
    return _load_compiled(binary)


def compile_catalogues(files: Sequence[Path], folder: Path) -> Iterator[None]:
    """Compiles and stores the catalogue of some files, one file in each step."""
    sources = [source for path in files if (source := _read(path)) is not None]
    if not sources or (path := _compiled_path(sources, folder, files[0].stem)).exists():
        return
    parts: list[POFile] = []
    for source in sources:
        parts.extend(_parts([source]))
        yield
    _store_compiled(path, _merged(parts))
    yield


def _compiled_path(sources: Sequence[str], folder: Path, code: str) -> Path:
    name = sha256("\0".join(sources).encode()).hexdigest()[:24]
    return folder / f"{code}-{name}.mo"


def _store_compiled(path: Path, binary: bytes) -> None:
    """Stores a compiled catalogue in place of the language's earlier one."""
    code = path.stem.rpartition("-")[0]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(binary)
        part.replace(path)
        for other in path.parent.glob(f"{code}-*.mo"):
            if other != path:
                other.unlink(missing_ok=True)
    except OSError as problem:  # the next start reads the files again
        log.warning("%s cannot be kept: %s", path, problem)


def _load_compiled(binary: bytes) -> NullTranslations:
    """The catalogue in compiled data; empty for empty data."""
    return GNUTranslations(BytesIO(binary)) if binary else NullTranslations()


def _parts(sources: Iterable[str]) -> "Iterator[POFile]":
    """The translations of each file, without damaged ones."""
    for source in sources:
        try:
            yield _part(source)
        except Exception as problem:  # polib and gettext raise anything over a damaged file
            log.warning("a catalogue cannot be read: %r", problem)


def _part(source: str) -> "POFile":
    """The translations of one file; raises where gettext could not read them."""
    import polib  # imported only where it is used

    read = polib.pofile(source, encoding="utf-8")
    part = polib.POFile()
    part.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    if plurals := read.metadata.get("Plural-Forms"):
        part.metadata["Plural-Forms"] = plurals
    part.extend(entry for entry in read if entry.translated())
    found = GNUTranslations(BytesIO(part.to_binary()))
    found.npgettext("", "", "", 2)  # evaluates the plural rule for the first time
    return part


def _merged(parts: Sequence["POFile"]) -> bytes:
    """Files as one catalogue in gettext's binary format.

    The plural rule is that of the first file that has one.
    """
    if not parts:
        return b""
    whole, known = parts[0], {(entry.msgctxt, entry.msgid) for entry in parts[0]}
    for part in parts[1:]:
        whole.metadata = {**part.metadata, **whole.metadata}
        for entry in part:
            if (entry.msgctxt, entry.msgid) not in known:
                known.add((entry.msgctxt, entry.msgid))
                whole.append(entry)
    return bytes(whole.to_binary())


class PseudoCatalogue:
    """A test language: English, 40 % longer and with accents, to find texts that do not fit.

    A text without accents on the screen did not go through a catalogue.
    """

    LONGER = 1.4
    ACCENTS = str.maketrans("aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝçñšžÇÑŠŽ")

    def template(self, text: Text, /) -> str:
        if not text.key:
            return text.english  # only punctuation between other texts
        words, names = _split_fields(_english(text), bool(text.args))
        whole = sum(map(len, words))
        wanted, grown = ceil(whole * self.LONGER), whole
        made: list[str] = []
        for part in words:
            longer: list[str] = []
            for letter in part:
                accented = letter.translate(self.ACCENTS)
                longer.append(accented)
                if grown < wanted and letter.lower() in "aeiouy":
                    longer.append(accented.lower())
                    grown += 1
            made.append("".join(longer))
        last = max(range(len(made)), key=lambda at: len(words[at].strip()))
        if any(letter.isalpha() for letter in made[last]):
            made[last] = _lengthen(made[last], wanted - grown)
        return "".join(part + name for part, name in zip(made, (*names, ""), strict=True))


def _lengthen(part: str, by: int) -> str:
    """A part of a sentence with that many letters added after its last word.

    Many letters are added as words of their own.
    """
    more = "öüäëï"[: min(by, 5)] + "ö" * max(0, by - 5)
    parted = "".join(" " if n % 10 == 9 and n < by - 1 else more[n] for n in range(len(more)))
    end = max(at for at, letter in enumerate(part) if letter.isalpha()) + 1
    return part[:end] + parted + part[end:]


def _split_fields(english: str, has_names: bool) -> tuple[list[str], list[str]]:
    """The parts of a sentence between its names, one more than names, and the names in braces."""
    parts = re.split(r"(\{[^}]*\})", english) if has_names else [english]
    return parts[::2], parts[1::2]


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code (`de`, `pt_BR`) and its own name."""

    code: str
    name: str


class LanguageRegistry:
    """Where catalogues are, and those that were loaded."""

    def __init__(self) -> None:
        self._folders: tuple[Path, ...] = ()
        self._compiled_folder: Path | None = None
        self._languages: dict[str, Language] | None = None
        self._catalogues: dict[str, Catalogue | None] = {}

    def folders(self) -> tuple[Path, ...]:
        """The folders of catalogues: the program's, and one in each game's folder."""
        if self._folders:
            return self._folders
        return SHELL_FOLDER, *sorted(SHELL_FOLDER.parent.glob("games/*/languages"))

    def use_folders(self, *paths: Path) -> None:
        """Reads the catalogues of these folders instead; without any, the program's own again."""
        self._folders = paths
        self._languages = None
        self._catalogues.clear()

    def keep_compiled_in(self, folder: Path | None) -> None:
        """Stores compiled catalogues in this folder for the next start."""
        self._compiled_folder = folder

    def all_languages(self) -> tuple[Language, ...]:
        """English and every language with a catalogue that has its own name, sorted by code.

        Files whose names are no valid language code are ignored.
        """
        return tuple(self._by_code().values())

    def _by_code(self) -> dict[str, Language]:
        if self._languages is None:
            self._languages = {language.code: language for language in self._find_languages()}
        return self._languages

    def has_language(self, code: str) -> bool:
        return code == PSEUDO or code in self._by_code()

    def own_name(self, code: str) -> str:
        known = self._by_code().get(code)
        return code if known is None else known.name

    def catalogue(self, code: str) -> Catalogue | None:
        """The catalogue of a language; None for English and for unknown ones."""
        if code not in self._catalogues:
            self._catalogues[code] = self._load(code)
        return self._catalogues[code]

    def compile_all(self) -> Iterator[None]:
        """Compiles every language's catalogue in small steps.

        It takes long only after an installation.
        """
        for language in self.all_languages():
            if language.code != ENGLISH:
                if self._compiled_folder is not None:
                    yield from compile_catalogues(self._files(language.code), self._compiled_folder)
                self.catalogue(language.code)
                yield

    def _find_languages(self) -> Iterator[Language]:
        yield Language(ENGLISH, str(OWN_NAME))  # a name is never translated
        for path in sorted(self.folders()[0].glob("*.po")):
            if not is_code(path.stem):
                log.warning("%s is not called by a language's code, as pt_BR.po is", path)
                continue
            # A catalogue without its own name is unfinished.
            if path.stem not in (ENGLISH, PSEUDO) and (name := _name_in(path)):
                yield Language(path.stem, name)

    def _load(self, code: str) -> Catalogue | None:
        if code == PSEUDO:
            return PseudoCatalogue()
        if code == ENGLISH or not self.has_language(code):
            return None
        return GettextCatalogue(self._files(code), self._compiled_folder)

    def _files(self, code: str) -> list[Path]:
        return [path for folder in self.folders() if (path := folder / f"{code}.po").is_file()]


_registry: Final = LanguageRegistry()
use_folders: Final = _registry.use_folders
keep_compiled_in: Final = _registry.keep_compiled_in
all_languages: Final = _registry.all_languages
has_language: Final = _registry.has_language
own_name: Final = _registry.own_name
catalogue: Final = _registry.catalogue
compile_all: Final = _registry.compile_all


def is_code(code: str) -> bool:
    """Whether this can be a language's code: `de`, `pt_BR`, `zh_Hans`, `es_419`."""
    return _CODE_PATTERN.fullmatch(code) is not None


def windows_language() -> str:
    """The display language of Windows; "" on other systems."""
    windows = getattr(ctypes, "windll", None)
    if windows is None:
        return ""
    return locale.windows_locale.get(windows.kernel32.GetUserDefaultUILanguage(), "")


def system_language(
    environment: Mapping[str, str] = os.environ, otherwise: Callable[[], str] = windows_language
) -> str:
    """The system's language, by its environment variables or by Windows, if it is available."""
    for code in _preferred_codes(environment, otherwise):
        for known in (code, code.partition("_")[0]):
            if known != PSEUDO and has_language(known):
                return known
    return ENGLISH


def _preferred_codes(environment: Mapping[str, str], otherwise: Callable[[], str]) -> Iterator[str]:
    """Language codes by preference: LANGUAGE as in gettext, then the locale."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    local = next((environment[name] for name in names if environment.get(name)), "")
    if local in ("C", "POSIX"):
        return  # as in gettext, C means no translation
    wished = [*environment.get("LANGUAGE", "").split(":"), local]
    for each in wished if any(wished) else [otherwise()]:
        yield each.partition(".")[0].partition("@")[0]


def _name_in(path: Path) -> str:
    """The own name in a catalogue, found without reading all of it."""
    try:
        found = _NAME_PATTERN.search(path.read_text("utf-8"))
    except (OSError, ValueError):
        return ""
    return found[1] if found else ""

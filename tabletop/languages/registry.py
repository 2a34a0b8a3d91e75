"""The available languages, their own names, and their catalogues, loaded when needed."""

import ctypes
import locale
import logging
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tabletop.engine.text import say
from tabletop.languages.catalogue import (
    Catalogue,
    GettextCatalogue,
    PseudoCatalogue,
    compile_catalogues,
)
from tabletop.settings.schema import LANGUAGE_CODE_PATTERN

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
        self._languages: tuple[Language, ...] | None = None
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
        if self._languages is None:
            self._languages = tuple(self._find_languages())
        return self._languages

    def has_language(self, code: str) -> bool:
        return code == PSEUDO or any(code == language.code for language in self.all_languages())

    def own_name(self, code: str) -> str:
        return next((known.name for known in self.all_languages() if known.code == code), code)

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
folders: Final = _registry.folders
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

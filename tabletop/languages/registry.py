"""Which languages there are, what they call themselves, and their catalogues, read when needed."""

import ctypes
import locale
import logging
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
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
"""What the program itself is written in; it has no catalogue."""
PSEUDO: Final = "xx"
"""The language for checks: it can be spoken, but is not offered to anybody."""
AUTO: Final = "auto"
"""The language of the machine, where the table has it."""

# NOTE: the language's own name, as it stands on its button: "Deutsch", "Français".
OWN_NAME: Final = say("language.name", "English")

SHELL_FOLDER: Final = Path(__file__).resolve().parent
_NAME_PATTERN: Final = re.compile(
    r'msgctxt "language\.name"\s+msgid "[^"\n]*"\s+msgstr "([^"\\\n]+)"'
)

_CODE_PATTERN: Final = re.compile(LANGUAGE_CODE_PATTERN)

_folders: list[Path] = []
"""Other places for catalogues; tests have theirs."""
_compiled_folders: list[Path] = []
"""Where compiled catalogues are kept, if anywhere."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code (`de`, `pt_BR`) and its own name."""

    code: str
    name: str


def folders() -> tuple[Path, ...]:
    """The folders in which catalogues lie: the shell's, and one in each game's folder."""
    if _folders:
        return tuple(_folders)
    return SHELL_FOLDER, *sorted(SHELL_FOLDER.parent.glob("games/*/languages"))


def use_folders(*paths: Path) -> None:
    """Has the catalogues of these folders read instead; without any, the program's own again."""
    _folders[:] = paths
    for known in (all_languages, catalogue):
        known.cache_clear()


def keep_compiled_in(folder: Path) -> None:
    """Has catalogues that were read kept in this folder for the next start."""
    _compiled_folders[:] = [folder]


@cache
def all_languages() -> tuple[Language, ...]:
    """English, and every language that says its name in a catalogue of the shell, by codes.

    A file that is not called by a code that the setting takes cannot be chosen: it is left out.
    """
    found = [Language(ENGLISH, str(OWN_NAME))]  # a name is never translated
    for path in sorted(folders()[0].glob("*.po")):
        if not is_code(path.stem):
            log.warning("%s is not called by a language's code, as pt_BR.po is", path)
            continue
        # One that does not say its own name yet has only been begun.
        if path.stem not in (ENGLISH, PSEUDO) and (name := _name_in(path)):
            found.append(Language(path.stem, name))
    return tuple(found)


def is_code(code: str) -> bool:
    """Whether this can be a language's code: `de`, `pt_BR`, `zh_Hans`, `es_419`."""
    return _CODE_PATTERN.fullmatch(code) is not None


def has_language(code: str) -> bool:
    """Whether a language can be spoken."""
    return code == PSEUDO or any(code == language.code for language in all_languages())


def own_name(code: str) -> str:
    """What a language calls itself."""
    return next((known.name for known in all_languages() if known.code == code), code)


@cache
def catalogue(code: str) -> Catalogue | None:
    """The catalogue of a language; None for English and for what nobody has translated."""
    if code == PSEUDO:
        return PseudoCatalogue()
    if code == ENGLISH or not has_language(code):
        return None
    return GettextCatalogue(_files(code), _compiled_folders[0] if _compiled_folders else None)


def _files(code: str) -> list[Path]:
    return [path for folder in folders() if (path := folder / f"{code}.po").is_file()]


def compile_all() -> Iterator[None]:
    """Has every language's catalogue ready before somebody wants it, a little in each step.

    Only the first time after an installation does it take long.
    """
    for language in all_languages():
        if language.code != ENGLISH:
            if _compiled_folders:
                yield from compile_catalogues(_files(language.code), _compiled_folders[0])
            catalogue(language.code)
            yield


def windows_language() -> str:
    """The language in which Windows speaks to its user; "" on other systems."""
    windows = getattr(ctypes, "windll", None)
    if windows is None:
        return ""
    return locale.windows_locale.get(windows.kernel32.GetUserDefaultUILanguage(), "")


def system_language(
    environment: Mapping[str, str] = os.environ, otherwise: Callable[[], str] = windows_language
) -> str:
    """The machine's language as its variables or else Windows name it, where the table has it."""
    for code in _preferred_codes(environment, otherwise):
        for known in (code, code.partition("_")[0]):
            if known != PSEUDO and has_language(known):
                return known
    return ENGLISH


def _preferred_codes(environment: Mapping[str, str], otherwise: Callable[[], str]) -> Iterator[str]:
    """Codes of languages, the dearest first: gettext's list, and then the locale's."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    local = next((environment[name] for name in names if environment.get(name)), "")
    if local in ("C", "POSIX"):
        return  # whoever asks for no language means it, says gettext
    wished = [*environment.get("LANGUAGE", "").split(":"), local]
    for each in wished if any(wished) else [otherwise()]:
        yield each.partition(".")[0].partition("@")[0]


def _name_in(path: Path) -> str:
    """What a catalogue calls its language, found without reading all of it."""
    try:
        found = _NAME_PATTERN.search(path.read_text("utf-8"))
    except (OSError, ValueError):
        return ""
    return found[1] if found else ""

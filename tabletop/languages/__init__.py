"""The languages that the table speaks, found from the catalogues that lie in the folders.

A catalogue is a gettext file (`de.po`): `msgctxt` is the key of a `Text`, `msgid` its English. The
shell's lie here, each game's in its own folder, and whoever adds a language adds these files.
"""

from tabletop.languages.catalogue import Catalogue
from tabletop.languages.registry import (
    AUTO,
    ENGLISH,
    PSEUDO,
    Language,
    all_languages,
    catalogue,
    has_language,
    is_code,
    keep_compiled_in,
    own_name,
    system_language,
    use_folders,
)

__all__ = [
    "AUTO",
    "ENGLISH",
    "PSEUDO",
    "Catalogue",
    "Language",
    "all_languages",
    "catalogue",
    "has_language",
    "is_code",
    "keep_compiled_in",
    "own_name",
    "system_language",
    "use_folders",
]

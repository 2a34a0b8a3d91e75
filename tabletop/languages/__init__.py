"""The languages of the program, found by their catalogues.

A catalogue is a gettext file (`de.po`): `msgctxt` is the key of a `Text`, `msgid` its English.
Those of the program are here, each game's in its own folder.
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

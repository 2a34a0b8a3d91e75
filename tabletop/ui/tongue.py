"""In which language words become pictures.

Scenes hand texts about as `Text`, and whoever measures or draws a string says it first. The
language is that of the table, or of a seat while its words are drawn: ``with speaking("de"):``.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from tabletop.languages import ENGLISH, Catalogue, catalogue
from tabletop.languages.catalogue import said

_language: str = ENGLISH
_catalogue: Catalogue | None = None


def spoken(text: str) -> str:
    """A text in the language in force; a plain string, and what was spoken before, stays.

    Whatever caches by a text is handed what this gives: a `Text` equals its English, so the cache
    would give another language's picture.
    """
    return text if _catalogue is None else said(text, _catalogue)


def language() -> str:
    """The language in force, for caches of pictures that have words in them."""
    return _language


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Says in this language what is measured and drawn meanwhile; "" leaves it as it is."""
    global _language, _catalogue
    before = _language, _catalogue
    if code:
        _language, _catalogue = code, catalogue(code)
    try:
        yield
    finally:
        _language, _catalogue = before

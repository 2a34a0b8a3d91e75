"""How large words are set: by the text size of the table or of a seat, for a room by a floor.

The sizes of the theme are what words have at 100 percent. Whoever measures or draws words asks
`em` for the size that holds now, as it asks `tongue` for the language: ``with lettering(150):``.

In which language words become pictures.

Scenes hand texts about as `Text`, and whoever measures or draws a string says it first. The
language is that of the table, or of a seat while its words are drawn: ``with speaking("de"):``.

Reach mode: what people touch comes to their own edge, for arms that do not reach far.

Whoever lays out buttons asks `near`, as they ask `em` for words: ``with reaching(True):``.
A page whose own buttons stand in a head at its top has that head laid at its foot; what is below
the head moves up by as much. The page knows nothing of it: its pictures and the touches of it are
moved on their way.

How the table speaks to all: its language and how large its words are.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from tabletop.languages import ENGLISH, Catalogue, catalogue
from tabletop.languages.catalogue import translate

PROJECTOR_MIN_TEXT_SIZE: Final = 45.0
"""The least em in projector mode: its capitals are 1/36 of the picture's height or more."""
MAX_TEXT_SCALE: Final = 200
"""The largest text size, in percent."""

_text_scale: int = 100
_min_text_size: float = 0.0


def scaled_size(size: float) -> float:
    """The size, in canvas units, at which words of that size are set now."""
    return max(_min_text_size, size * _text_scale / 100)


def scaled_length(length: float, size: float) -> float:
    """A length that has room for words of that nominal size, as much longer as these are larger."""
    return length * scaled_size(size) / size


def unscaled_size(size: float) -> float:
    """The size whose `em` is this: for words that were measured and are to be set so again."""
    return size * 100 / _text_scale


def text_scale() -> int:
    """The text size in force, for caches of what was laid out with it."""
    return _text_scale


def min_text_size() -> float:
    """The size in canvas units below which no word is set now; 0 where words may be small."""
    return _min_text_size


@contextmanager
def use_text_scale(size: int, *, room: bool | None = None) -> Iterator[None]:
    """Sets what is measured and drawn meanwhile at so many percent; 0 leaves that as it is.

    `room`: whether it is for a room (projector mode); None leaves that as it is too.
    """
    global _text_scale, _min_text_size
    before = _text_scale, _min_text_size
    if size:
        _text_scale = min(MAX_TEXT_SCALE, max(100, size))
    if room is not None:
        _min_text_size = PROJECTOR_MIN_TEXT_SIZE if room else 0.0
    try:
        yield
    finally:
        _text_scale, _min_text_size = before


_language: str = ENGLISH
_catalogue: Catalogue | None = None


def translated(text: str) -> str:
    """A text in the language in force; a plain string, and what was spoken before, stays.

    Whatever caches by a text is handed what this gives: a `Text` equals its English, so the cache
    would give another language's picture.
    """
    return text if _catalogue is None else translate(text, _catalogue)


def current_language() -> str:
    """The language in force, for caches of pictures that have words in them."""
    return _language


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Says in this language what is measured and drawn meanwhile; "" leaves it as it is."""
    global _language, _catalogue
    before = _language, _catalogue
    if code:
        _language, _catalogue = code, catalogue(code)
    try:
        yield
    finally:
        _language, _catalogue = before


_reach_mode: bool = False


def reach_mode() -> bool:
    """Whether all that is touched comes to people's own edge now."""
    return _reach_mode


@contextmanager
def use_reach_mode(on: bool | None) -> Iterator[None]:
    """Lays out for short arms meanwhile, or not; None leaves that as it is."""
    global _reach_mode
    before = _reach_mode
    if on is not None:
        _reach_mode = on
    try:
        yield
    finally:
        _reach_mode = before


class UiContext(NamedTuple):
    """What a seat's own choices may override."""

    language: str
    """By its code."""
    text_size: int
    """In percent."""
    room: bool
    """For a room, in projector mode."""
    reach: bool = False
    """For arms that do not reach far."""


@contextmanager
def use_context(manner: UiContext) -> Iterator[None]:
    """Lays out, measures and draws in that manner meanwhile."""
    sized = use_text_scale(manner.text_size, room=manner.room)
    with use_language(manner.language), sized, use_reach_mode(manner.reach):
        yield

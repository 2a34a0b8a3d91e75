"""Which names may be shown to everybody: no insults, no obscenities, no addresses.

Refused words are stored as hashes (`unfit_names.txt`), so that the source does not spell them;
`tools/unfit_names.py` adds one. Some are refused inside a name, others only as a whole
word, since names contain them.
"""

# ruff: noqa: RUF001 - characters that look like others

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from itertools import groupby, islice, product
from typing import Final

MAX_NAME_LENGTH: Final = 12
MAX_NAME_DIGITS: Final = 4
"""Digits of a year; a telephone number has more."""
MAX_READINGS: Final = 400
"""The most readings that are checked; a name with more is refused."""
MIN_INSIDE_LENGTH: Final = 4
"""Shorter words are refused only as whole words."""

LOOKALIKES: Final = {
    "0": "o", "1": "il", "3": "e", "4": "a", "5": "s", "6": "g", "7": "t", "8": "b", "9": "g",
    "$": "s", "!": "i", "|": "il", "(": "c", "<": "c", "{": "c", "+": "t", "€": "e", "£": "l",
    "а": "a", "в": "b", "с": "c", "е": "e", "һ": "h", "і": "i", "ї": "i", "ј": "j", "к": "k",
    "м": "m", "н": "h", "о": "o", "р": "p", "ѕ": "s", "т": "t", "у": "uy", "х": "x", "и": "u",
    "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v", "ο": "o",
    "ρ": "p", "σ": "s", "ς": "s", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ł": "l", "ø": "o",
    "đ": "d", "ı": "i", "æ": "ae", "œ": "oe",
}  # fmt: skip
"""The letters that a character may stand for."""
LIGATURES: Final = frozenset("æœ")
"""Characters that stand for several letters at once."""
ALLOWED_NAMES: Final = frozenset(
    {
        *("analia", "assunta", "cassandra", "conchita", "dick", "dicky", "fanny", "kinoshita"),
        *("matsushita", "pornchai", "pornthip", "puteri", "scunthorpe", "shital", "shitara"),
    }
)
"""Names of people and places that are never refused, whatever they contain."""

_ADDRESS: Final = re.compile(
    r"@|https?|www|://|\.(com|net|org|info|de|at|ch|fr|es|it|uk|eu|nl|be|pl|io|me|tv|gg|app|xyz)\b"
)
_SEPARATORS: Final = re.compile(r"[\s.,;:_\-'*/\\~#&]+")


def is_allowed_name(name: str, most: int = MAX_NAME_LENGTH) -> bool:
    """Whether a name of at most so many characters may be shown; the reason is not given."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    if not any(sign.isalpha() for sign in plain) or len(name) > most:
        return False
    if not all(sign.isprintable() for sign in name) or _ADDRESS.search(plain):
        return False
    if sum(sign.isdigit() for sign in plain) > MAX_NAME_DIGITS or _is_listed(
        "whole", _without_accents(plain)
    ):
        return False
    words = [
        word
        for word in _SEPARATORS.split(plain)
        if word and _without_accents(word) not in ALLOWED_NAMES
    ]
    joined = "".join(words)
    readings = list(islice(_all_readings(joined), MAX_READINGS + 1))
    if len(readings) > MAX_READINGS:
        return False
    parts = {part for reading in readings for part in _parts(reading)}
    return not (
        any(_is_listed("inside", part) for part in parts)
        or any(
            _is_listed("whole", reading)
            for word in (*words, joined)
            for reading in islice(_all_readings(word), MAX_READINGS + 1)
        )
    )


def _parts(text: str) -> Iterator[str]:
    for start in range(len(text)):
        for end in range(start + MIN_INSIDE_LENGTH, len(text) + 1):
            yield text[start:end]


def _all_readings(text: str) -> Iterator[str]:
    """The readings of a text: each look-alike as a letter, repeated letters as one or as two."""
    choices = [
        _readings(sign, len(list(run))) for sign, run in groupby(map(_without_accents, text))
    ]
    yield from map("".join, product(*choices))


def _readings(sign: str, times: int) -> tuple[str, ...]:
    if sign in LIGATURES:
        return (LOOKALIKES[sign],)
    letters = LOOKALIKES.get(sign, sign if sign.isalpha() else "")
    if times == 1:
        return tuple(letters) or ("",)
    several = ["".join(two) for two in product(letters, repeat=2)]
    return (*letters, *several) or ("",)


def _without_accents(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _is_listed(kind: str, word: str) -> bool:
    return hash_word(kind, word) in _load_hashes()


def hash_word(kind: str, word: str) -> str:
    """A word as the list stores it; `kind` is ``inside`` or ``whole``."""
    return blake2b(f"{kind} {word}".encode("utf-8", "replace"), digest_size=6).hexdigest()


@cache
def _load_hashes() -> frozenset[str]:
    text = files(__package__ or "tabletop.system").joinpath("unfit_names.txt").read_text("ascii")
    return frozenset(line for line in text.split() if line)

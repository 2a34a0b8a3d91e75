"""Which names may stand on a board that all can read: no insults, nothing lewd, no addresses.

What is refused is kept as hashes (`unfit_names.txt`), so that a child who reads this program learns
no new words from it; `tools/unfit_names.py` adds one. Two kinds are told apart: what is refused
wherever it stands, and what is refused only as a word of its own, since names hold it.
"""

# ruff: noqa: RUF001 - signs that look like others are what this is about.

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from itertools import groupby, islice, product
from typing import Final

MAX_NAME_LENGTH: Final = 12
"""Signs of a name at most."""
MAX_NAME_DIGITS: Final = 4
"""A year has so many; a telephone number has more."""
MAX_READINGS: Final = 400
"""So many ways to read a name are looked at; one that has more is refused."""
MIN_INSIDE_LENGTH: Final = 4
"""Shorter words are refused only by themselves."""

LOOKALIKES: Final = {
    "0": "o", "1": "il", "3": "e", "4": "a", "5": "s", "6": "g", "7": "t", "8": "b", "9": "g",
    "$": "s", "!": "i", "|": "il", "(": "c", "<": "c", "{": "c", "+": "t", "€": "e", "£": "l",
    "а": "a", "в": "b", "с": "c", "е": "e", "һ": "h", "і": "i", "ї": "i", "ј": "j", "к": "k",
    "м": "m", "н": "h", "о": "o", "р": "p", "ѕ": "s", "т": "t", "у": "uy", "х": "x", "и": "u",
    "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v", "ο": "o",
    "ρ": "p", "σ": "s", "ς": "s", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ł": "l", "ø": "o",
    "đ": "d", "ı": "i", "æ": "ae", "œ": "oe",
}  # fmt: skip
"""The letters that a sign may stand for; where there are several, any of them."""
LIGATURES: Final = frozenset("æœ")
"""Signs that stand for several letters at once."""
ALLOWED_NAMES: Final = frozenset(
    {
        *("analia", "assunta", "cassandra", "conchita", "dick", "dicky", "fanny", "kinoshita"),
        *("matsushita", "pornchai", "pornthip", "puteri", "scunthorpe", "shital", "shitara"),
    }
)
"""Names of people and places that are never refused, whatever is inside them."""

_ADDRESS: Final = re.compile(
    r"@|https?|www|://|\.(com|net|org|info|de|at|ch|fr|es|it|uk|eu|nl|be|pl|io|me|tv|gg|app|xyz)\b"
)
_SEPARATORS: Final = re.compile(r"[\s.,;:_\-'*/\\~#&]+")


def is_allowed_name(name: str) -> bool:
    """Whether a name may stand on the board. What it is refused for is not told."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    if not any(sign.isalpha() for sign in plain) or len(name) > MAX_NAME_LENGTH:
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
    return not (_unfit_inside("".join(words)) or any(map(_unfit_word, (*words, "".join(words)))))


def _unfit_word(word: str) -> bool:
    """Whether it is a word that is refused by itself, however it is spelled."""
    ways = list(islice(_all_readings(word), MAX_READINGS + 1))
    return any(_is_listed("whole", way) for way in ways)


def _unfit_inside(text: str) -> bool:
    """Whether something in it is refused wherever it stands; or nobody could tell in time."""
    ways = list(islice(_all_readings(text), MAX_READINGS + 1))
    return len(ways) > MAX_READINGS or any(
        _is_listed("inside", part) for part in {part for way in ways for part in _parts(way)}
    )


def _parts(text: str) -> Iterator[str]:
    for start in range(len(text)):
        for end in range(start + MIN_INSIDE_LENGTH, len(text) + 1):
            yield text[start:end]


def _all_readings(text: str) -> Iterator[str]:
    """The ways to read a text: each look-alike as a letter, each letter that is repeated as one
    or as two.
    """
    choices = [
        _readings(sign, len(list(run))) for sign, run in groupby(map(_without_accents, text))
    ]
    for way in product(*choices):
        yield "".join(way)


def _readings(sign: str, times: int) -> tuple[str, ...]:
    if sign in LIGATURES:
        return (LOOKALIKES[sign],)
    letters = LOOKALIKES.get(sign, sign if sign.isalpha() else "")
    if times == 1:
        return tuple(letters) or ("",)
    several = ["".join(two) for two in product(letters, repeat=2)]
    return (*letters, *several) or ("",)


def _without_accents(text: str) -> str:
    """Letters without their accents."""
    apart = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _is_listed(kind: str, word: str) -> bool:
    return hash_word(kind, word) in _load_hashes()


def hash_word(kind: str, word: str) -> str:
    """A word as the list has it; `kind` is ``inside`` or ``whole``."""
    return blake2b(f"{kind} {word}".encode("utf-8", "replace"), digest_size=6).hexdigest()


@cache
def _load_hashes() -> frozenset[str]:
    text = files(__package__ or "tabletop.system").joinpath("unfit_names.txt").read_text("ascii")
    return frozenset(line for line in text.split() if line)

"""The short codes under which games are kept: ``K7W2X``.

Letters and digits take turns, and no vowel is among them: so no word and no abbreviation can come
of it, in no language, nor one of the pairs of digits that mean something to some. What looks like
something else is left out as well; what people take for a digit all the same is read as that digit.
"""

from collections.abc import Callable
from random import Random
from typing import Final

LETTERS: Final = "CDFHJKMNPRTVWX"
DIGITS: Final = "256789"
LENGTH: Final = 5
"""Signs of a code: three letters with two digits between them."""
PREFIX: Final = "TABLETOP:"
"""Stands before a code where a machine is to read it."""
LOOKS_LIKE: Final = {"S": "5", "Z": "2", "B": "8", "G": "6", "Q": "9"}
"""Letters that people read where a digit stands, and which none of the codes has."""


def new_code(seed: int, is_taken: Callable[[str], bool]) -> str:
    """A code that nobody has; of so few taken ones the first try is almost always free."""
    luck = Random(seed)
    code = _random(luck)
    while is_taken(code):
        code = _random(luck)
    return code


def _random(luck: Random) -> str:
    # Not `choice`: only `random()` is promised to give the same numbers in every Python.
    signs = (signs_at(place) for place in range(LENGTH))
    return "".join(row[int(luck.random() * len(row))] for row in signs)


def signs_at(place: int) -> str:
    """The signs that can stand at a place of a code, from 0; none behind its end."""
    if place >= LENGTH:
        return ""
    return DIGITS if place % 2 else LETTERS


def added(written: str, sign: str) -> str:
    """What is written of a code with one more sign; as it was where no code goes on like that.

    A colon begins anew: machines that read a code from its picture write what stands before it.
    """
    if sign == ":":
        return ""
    sign = sign.upper()
    open_signs = signs_at(len(written))
    if sign not in open_signs:
        sign = LOOKS_LIKE.get(sign, "")
    return written + sign if sign and sign in open_signs else written


def read_code(text: str) -> str | None:
    """The code in a text, however it is written; None where there is none."""
    written = ""
    for sign in text:
        written = added(written, sign)
    return written if len(written) == LENGTH else None


def for_machines(code: str) -> str:
    """A code as a picture of squares holds it (`PREFIX`).

    It is plain text and no address: the table stands on no network, and a phone that reads it shows
    the code, which is all that its owner needs. All capitals, so that the picture stays small.
    """
    return PREFIX + code

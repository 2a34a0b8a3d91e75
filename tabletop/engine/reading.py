"""Parts of position texts that are the same in every game."""

import re
from typing import Final

from tabletop.engine.saying import complaint
from tabletop.engine.text import Text, say

MOST_DIGITS: Final = 18
"""Longer numbers would not fit into a compiled kernel's ints."""
PLY: Final = say("notation.the_ply", "ply")

_NUMBER: Final = re.compile(r"0|[1-9][0-9]*")


def read_number(text: str, what: Text = PLY) -> int:
    """A number in digits alone, without a zero in front; else BadNotation names `what` it is."""
    if not _NUMBER.fullmatch(text):
        raise complaint(
            "notation.number",
            "The {what} is a plain number like 0 or 12, not {text}",
            what=what,
            text=quoted(text),
        )
    if len(text) > MOST_DIGITS:
        raise complaint(
            "notation.long",
            "The {what} has {count} digits; {most} are the most",
            what=what,
            count=len(text),
            most=MOST_DIGITS,
        )
    return int(text)


def shortened(text: str) -> str:
    """The text itself, or its beginning where the whole would not fit into a sentence."""
    return text if len(text) <= 20 else text[:20] + "..."


def quoted(text: str) -> str:
    """A foreign text in quotes, as printable ASCII of a bearable length."""
    return ascii(shortened(text))

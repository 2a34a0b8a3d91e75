"""The sentences that a game's folder makes: refusals and complaints.

Key and English are written out where these are called, as with `say`.

Parts of position texts that are the same in every game.
"""

import re
from typing import Any, Final

from tabletop.engine.game import BadNotation, Refusal
from tabletop.engine.text import Text, say


def refusal(rule: str, key: str, english: str, /, **args: Any) -> Refusal:
    """Why something is not allowed, by the rule that it breaks."""
    return Refusal(say(key, english, **args), rule)


def complaint(key: str, english: str, /, **args: Any) -> BadNotation:
    """What is wrong with a text, to be raised."""
    return BadNotation(say(key, english, **args))


def message_of(problem: Exception) -> str:
    """What an exception says, still a `Text` if it was raised with one; `str` would lose that."""
    said = problem.args[0] if problem.args else ""
    return said if isinstance(said, str) else str(problem)


MAX_DIGITS: Final = 18
"""Longer numbers would not fit into a compiled kernel's ints."""
PLY_LABEL: Final = say("notation.the_ply", "ply")

_NUMBER_PATTERN: Final = re.compile(r"0|[1-9][0-9]*")


def read_number(text: str, what: Text = PLY_LABEL) -> int:
    """A number in digits alone, without a zero in front; else BadNotation names `what` it is."""
    if not _NUMBER_PATTERN.fullmatch(text):
        raise complaint(
            "notation.number",
            "The {what} is a plain number like 0 or 12, not {text}",
            what=what,
            text=quoted(text),
        )
    if len(text) > MAX_DIGITS:
        raise complaint(
            "notation.long",
            "The {what} has {count} digits; {most} are the most",
            what=what,
            count=len(text),
            most=MAX_DIGITS,
        )
    return int(text)


def shortened(text: str) -> str:
    """The text itself, or its beginning where the whole would not fit into a sentence."""
    return text if len(text) <= 20 else text[:20] + "..."


def quoted(text: str) -> str:
    """A foreign text in quotes, as printable ASCII of a bearable length."""
    return ascii(shortened(text))

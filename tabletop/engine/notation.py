"""Refusals and complaints of games, and parts of position texts that all games share.

Key and English text are literals at the call, as with `say`.
"""

import re
from typing import Any, Final

from tabletop.engine.game import BadNotation, Refusal
from tabletop.engine.text import Text, say


def refusal(rule: str, key: str, english: str, /, **args: Any) -> Refusal:
    """A refusal by the number of the broken rule."""
    return Refusal(say(key, english, **args), rule)


def complaint(key: str, english: str, /, **args: Any) -> BadNotation:
    """An exception that says what is wrong with a text."""
    return BadNotation(say(key, english, **args))


def message_of(problem: Exception) -> str:
    """The message of an exception, as the `Text` that it was raised with, if any."""
    said = problem.args[0] if problem.args else ""
    return said if isinstance(said, str) else str(problem)


MAX_DIGITS: Final = 18
"""Longer numbers would not fit into a compiled kernel's ints."""
PLY_LABEL: Final = say("notation.the_ply", "ply")

_NUMBER_PATTERN: Final = re.compile(r"0|[1-9][0-9]*")


def read_number(text: str, what: Text = PLY_LABEL) -> int:
    """A number of digits only, without leading zeros; else BadNotation names `what` it is."""
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
    """The text, cut to 20 characters."""
    return text if len(text) <= 20 else text[:20] + "..."


def quoted(text: str) -> str:
    """An input text in quotes, as printable ASCII, cut to 20 characters."""
    return ascii(shortened(text))

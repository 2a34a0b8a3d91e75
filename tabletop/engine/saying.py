"""The sentences that a game's folder makes: refusals and complaints.

Key and English are written out where these are called, as with `say`.
"""

from typing import Any

from tabletop.engine.state import BadNotation, Refusal
from tabletop.engine.text import say


def refusal(rule: str, key: str, english: str, /, **args: Any) -> Refusal:
    """Why something is not allowed, by the rule that it breaks."""
    return Refusal(say(key, english, **args), rule)


def complaint(key: str, english: str, /, **args: Any) -> BadNotation:
    """What is wrong with a text, to be raised."""
    return BadNotation(say(key, english, **args))


def said_by(problem: Exception) -> str:
    """What an exception says, still a `Text` if it was raised with one; `str` would lose that."""
    said = problem.args[0] if problem.args else ""
    return said if isinstance(said, str) else str(problem)

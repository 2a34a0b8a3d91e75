"""The sentences that a game's folder makes: refusals, complaints, paragraphs of its page."""

from typing import Any

from tabletop.engine.game import Rule
from tabletop.engine.state import BadNotation, Refusal
from tabletop.engine.text import say


def refusal(rule: str, key: str, english: str, /, **args: Any) -> Refusal:
    """Why something is not allowed, by the rule that it breaks."""
    return Refusal(say(key, english, **args), rule)


def complaint(key: str, english: str, /, **args: Any) -> BadNotation:
    """What is wrong with a text, to be raised."""
    return BadNotation(say(key, english, **args))


def paragraph(game: str, number: str, title: str, body: str) -> Rule:
    """A numbered paragraph of a game's rules page."""
    key = f"{game}.rule.{number}"
    return Rule(number, say(f"{key}.title", title), say(f"{key}.body", body))

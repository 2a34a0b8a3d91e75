"""How many games there are, as the title and the menu say it."""

from typing import Final

from tabletop.engine import Text, count, joined, say

NUMBERS: Final = (
    # NOTE: as in "Five games, one table."
    say("number.0", "No"),
    say("number.1", "One"),
    say("number.2", "Two"),
    say("number.3", "Three"),
    say("number.4", "Four"),
    say("number.5", "Five"),
    say("number.6", "Six"),
    say("number.7", "Seven"),
    say("number.8", "Eight"),
    say("number.9", "Nine"),
)


def headline(games: int) -> Text:
    """How many games there are, in a sentence."""
    number = NUMBERS[games] if games < len(NUMBERS) else joined("", str(games))
    one = "{number} game, one table."
    many = "{number} games, one table."
    return count("menu.title", one, many, games, number=number)

"""How it is said what of a game counts among the high scores, or why it does not."""

from collections.abc import Mapping
from typing import Final

from tabletop.engine import Text, count, joined, say
from tabletop.store.feats import Feat, Spoilt, Way
from tabletop.store.scores import LEAST_ROW

WHY: Final[Mapping[Spoilt, Text]] = {
    "hint": say("scores.why.hint", "No high score: a hint was shown."),
    "help": say("scores.why.help", "No high score: the computer helped."),
    "undo": say("scores.why.undo", "No high score: something was taken back."),
    "others": say("scores.why.others", "No high score: who plays was changed on the way."),
    "begun": say("scores.why.begun", "No high score: the game was begun by somebody else."),
    "options": say("scores.why.options", "No high score: the rules were not the usual ones."),
    "dice": say("scores.why.dice", "No high score: dice were typed in."),
    "seats": say("scores.why.seats", "No high score: only games of two count."),
    "time": say("scores.why.time", "No high score: it was not played to its end."),
}
"""Why a win does not count."""


def feat_words(feat: Feat) -> Text | None:
    """What is said of a game that was won; None where nothing of it was to count."""
    if feat.spoilt:
        return WHY[feat.spoilt[0]]
    if not feat.counts:
        return None
    won = measure(feat.way, feat.number)
    return won if feat.wins < LEAST_ROW else joined(" ", won, row_words(feat.wins))


def measure(way: Way, number: int) -> Text:
    """What a win is measured by, as a sentence."""
    if way == "points":
        return count("scores.won.points", "Won with {n} point.", "Won with {n} points.", number)
    return count("scores.won.turns", "Won in {n} turn.", "Won in {n} turns.", number)


def row_words(wins: int) -> Text:
    """So many wins in a row, as a sentence."""
    return count("scores.row", "{n} win in a row.", "{n} wins in a row.", wins)

"""The page that a winner enters the high scores on, and what is said of a score."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Text, count, joined, say
from tabletop.storage.scores import MIN_STREAK, Disqualifier, ScoreEligibility, ScoreMeasure
from tabletop.ui.core.scene import Destination


@dataclass(frozen=True, slots=True)
class EnterHighScore(Destination):
    """Asks whoever has beaten the computer for a name and shows the high scores with it.

    Result: the name; "" or None for none.
    """

    game: str
    match_id: str
    name: str
    """What they have called themselves so far; "" for nothing."""
    turns: int
    """How many quarter turns clockwise they sit from the near edge."""


DISQUALIFIED: Final[Mapping[Disqualifier, Text]] = {
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


def eligibility_text(feat: ScoreEligibility) -> Text | None:
    """What is said of a game that was won; None where nothing of it was to count."""
    if feat.spoilt:
        return DISQUALIFIED[feat.spoilt[0]]
    if not feat.counts:
        return None
    won = win_text(feat.way, feat.number)
    return won if feat.wins < MIN_STREAK else joined(" ", won, streak_text(feat.wins))


def win_text(way: ScoreMeasure, number: int) -> Text:
    """What a win is measured by, as a sentence."""
    if way == "points":
        return count("scores.won.points", "Won with {n} point.", "Won with {n} points.", number)
    return count("scores.won.turns", "Won in {n} turn.", "Won in {n} turns.", number)


def streak_text(wins: int) -> Text:
    """So many wins in a row, as a sentence."""
    return count("scores.row", "{n} win in a row.", "{n} wins in a row.", wins)

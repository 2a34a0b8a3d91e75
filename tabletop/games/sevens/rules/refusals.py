"""Why a hand is refused in a match: the sentence that a player at the table would want."""

from collections.abc import Mapping
from typing import Final

from tabletop.engine import IllegalMove, Outcome, Refusal
from tabletop.engine.notation import refusal
from tabletop.games.sevens.messages import (
    ARRANGING_RULE,
    CARDS_RULE,
    END_RULE,
    GUESSING_RULE,
    LOOKING_RULE,
    LYING_RULE,
    PEEK_RULE,
    TOSS_RULE,
)

NOT_NOW: Final[Mapping[str, Refusal]] = {
    "toss": refusal(TOSS_RULE, "sevens.refused.toss", "The coin has been tossed already"),
    "arranged": refusal(ARRANGING_RULE, "sevens.refused.arranged", "No picture is being made now"),
    "dispute": refusal(
        ARRANGING_RULE,
        "sevens.refused.dispute",
        "A picture can be disputed only before it is looked at",
    ),
    "report": refusal(
        LOOKING_RULE,
        "sevens.refused.report",
        "Looking can be reported only while a picture is being made",
    ),
    "answer": refusal(LOOKING_RULE, "sevens.refused.answer", "Nobody has been reported"),
    "look": refusal(GUESSING_RULE, "sevens.refused.look", "There is no picture to look at now"),
    "told": refusal(GUESSING_RULE, "sevens.refused.told", "Nobody is rebuilding a picture now"),
    "peek": refusal(
        PEEK_RULE, "sevens.refused.peek", "A peek is for the time when your clock runs"
    ),
    "done": refusal(GUESSING_RULE, "sevens.refused.done", "Your clock is not running"),
    "go_on": refusal(GUESSING_RULE, "sevens.refused.go_on", "This turn is not over yet"),
    "turn_card": refusal(CARDS_RULE, "sevens.refused.turn_card", "No card lies there to be turned"),
}

PENDING: Final = refusal(
    LOOKING_RULE, "sevens.refused.pending", "A report of looking waits for an answer"
)
PEEKED: Final = refusal(PEEK_RULE, "sevens.refused.peeked", "You have had your peek in this turn")
FACE_DOWN: Final = refusal(CARDS_RULE, "sevens.refused.face_down", "Turn the card over first")
NO_NAME: Final = refusal(ARRANGING_RULE, "sevens.refused.no_name", "Say what the picture is")
ODD_NAME: Final = refusal(
    ARRANGING_RULE, "sevens.refused.odd_name", "A name is plain letters and signs, nothing else"
)
NO_UNVEIL: Final = refusal(
    CARDS_RULE, "sevens.refused.no_unveil", "Nobody holds Piece Unveil in this turn"
)
CHOOSE_UNVEIL: Final = refusal(
    CARDS_RULE, "sevens.refused.unveil", "Choose the piece that Piece Unveil shows"
)
NOT_YOURS: Final = refusal(
    CARDS_RULE, "sevens.refused.not_yours", "That is not one of the pieces of this picture"
)
NO_COIN: Final = refusal(TOSS_RULE, "sevens.refused.coin", "The coin shows one of the two seats")
NO_SEAT: Final = refusal(END_RULE, "sevens.refused.seat", "There is no such seat at this table")


def long_name(most: int) -> Refusal:
    return refusal(
        ARRANGING_RULE, "sevens.refused.long_name", "A name has at most {most} letters", most=most
    )


def unreadable(why: str) -> Refusal:
    """A picture that is none: pieces of no kind, corners out of all bounds."""
    return refusal(LYING_RULE, "sevens.refused.picture", "That is no picture: {why}", why=why)


def over(outcome: Outcome) -> Refusal:
    return refusal(
        END_RULE, "sevens.refused.over", "The match is over: {reason}", reason=outcome.reason
    )


def refused(why: Refusal) -> IllegalMove:
    """A refusal, to be raised."""
    return IllegalMove(why.reason, why.rule)

"""Why a hand is refused in a match: the sentence that a player at the table would want."""

from collections.abc import Mapping
from typing import Final

from tabletop.engine import IllegalMove, Outcome, Refusal
from tabletop.engine.saying import refusal

NOT_NOW: Final[Mapping[str, Refusal]] = {
    "toss": refusal("1", "sevens.refused.toss", "The coin has been tossed already"),
    "arranged": refusal("2", "sevens.refused.arranged", "No picture is being made now"),
    "dispute": refusal(
        "2", "sevens.refused.dispute", "A picture can be disputed only before it is looked at"
    ),
    "report": refusal(
        "8", "sevens.refused.report", "Looking can be reported only while a picture is being made"
    ),
    "answer": refusal("8", "sevens.refused.answer", "Nobody has been reported"),
    "look": refusal("3", "sevens.refused.look", "There is no picture to look at now"),
    "told": refusal("3", "sevens.refused.told", "Nobody is rebuilding a picture now"),
    "peek": refusal("4", "sevens.refused.peek", "A peek is for the time when your clock runs"),
    "done": refusal("3", "sevens.refused.done", "Your clock is not running"),
    "go_on": refusal("3", "sevens.refused.go_on", "This turn is not over yet"),
    "turn_card": refusal("6", "sevens.refused.turn_card", "No card lies there to be turned"),
}

PENDING: Final = refusal("8", "sevens.refused.pending", "A report of looking waits for an answer")
PEEKED: Final = refusal("4", "sevens.refused.peeked", "You have had your peek in this turn")
FACE_DOWN: Final = refusal("6", "sevens.refused.face_down", "Turn the card over first")
NO_NAME: Final = refusal("2", "sevens.refused.no_name", "Say what the picture is")
ODD_NAME: Final = refusal(
    "2", "sevens.refused.odd_name", "A name is plain letters and signs, nothing else"
)
NO_UNVEIL: Final = refusal(
    "6", "sevens.refused.no_unveil", "Nobody holds Piece Unveil in this turn"
)
CHOOSE_UNVEIL: Final = refusal(
    "6", "sevens.refused.unveil", "Choose the piece that Piece Unveil shows"
)
NOT_YOURS: Final = refusal(
    "6", "sevens.refused.not_yours", "That is not one of the pieces of this picture"
)
NO_COIN: Final = refusal("1", "sevens.refused.coin", "The coin shows one of the two seats")
NO_SEAT: Final = refusal("7", "sevens.refused.seat", "There is no such seat at this table")


def long_name(most: int) -> Refusal:
    words = "A name has at most {most} letters"
    return refusal("2", "sevens.refused.long_name", words, most=most)


def unreadable(why: str) -> Refusal:
    """A picture that is none: pieces of no kind, corners out of all bounds."""
    return refusal("9", "sevens.refused.picture", "That is no picture: {why}", why=why)


def over(outcome: Outcome) -> Refusal:
    words = "The match is over: {reason}"
    return refusal("7", "sevens.refused.over", words, reason=outcome.reason)


def refused(why: Refusal) -> IllegalMove:
    """A refusal, to be raised."""
    return IllegalMove(why.reason, why.rule)

"""What the review says of a match and of its turning points."""

from typing import Final

from tabletop.engine import Match, Text, joined, say
from tabletop.scenes.hint import Advice, advised
from tabletop.scenes.review_walk import ReviewWalk
from tabletop.scenes.sayings import looking_back
from tabletop.scenes.turning import LEAST, Turn, Values, best_of, percents

TITLE: Final = say("review.title", "Review")
NONE: Final = say(
    "review.none",
    "No move cost its player {least} % or more. Well played.",
    least=round(100 * LEAST),
)
LOOKING: Final = say(
    "review.looking", "Every position gets a short look, to find the moves that turned the game."
)


def walking_words(walk: ReviewWalk) -> Text:
    """How far the walk has come."""
    words = "Looking at move {at} of {count}"
    return say("review.walking", words, at=walk.here + 1, count=len(walk.match.plies))


def moment_words(at: int, count: int, values: Values | None, match: Match) -> Text:
    """Where one is, and how everybody fares there."""
    where = looking_back(at, count)
    if values is None:
        return where
    names = match.game.seat_names
    parts = [
        say("review.chance", "{who} {percent} %", who=names[seat], percent=percent)
        for seat, percent in enumerate(percents(values))
    ]
    return say("review.moment", "{where}. {chances}.", where=where, chances=joined(", ", *parts))


def played_words(match: Match, turn: Turn) -> Text:
    """What was played, and what it cost."""
    return say(
        "review.played",
        "Move {number}: {who} played {ply}, and its chance fell from {before} % to {after} %.",
        number=turn.ply + 1,
        who=match.game.seat_names[turn.seat],
        ply=turn.played,
        before=round(100 * turn.before),
        after=round(100 * turn.after),
    )


def better_words(advice: Advice) -> Text:
    """What would have been better, and why."""
    return say("review.better", "Better was {ply}: it {why}.", ply=advice.move, why=advice.why)


def better_advice(walk: ReviewWalk, turn: Turn) -> Advice:
    """The better ply of a turning point as a hint."""
    match, thought = walk.match, walk.thoughts[turn.ply]
    return advised(match.game, match.plies[turn.ply].before, best_of(thought))

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


def played_words(match: Match, turn: Turn, told: Text) -> Text:
    """What was played, and what it cost; `told` is how the game's view tells of that ply."""
    # NOTE: {told} is a sentence, as "White shoved d4 to d5." or "White stepped to d4".
    return say(
        "review.played",
        "Move {number}: {who}'s chance fell from {before} % to {after} %. {told}",
        number=turn.ply + 1,
        who=match.game.seat_names[turn.seat],
        before=round(100 * turn.before),
        after=round(100 * turn.after),
        told=told,
    )


def better_words(advice: Advice, *, shown: bool) -> Text:
    """Why another ply would have been better; which one, the board shows, if it is `shown`."""
    if shown:
        return say("review.better", "Better is what the board shows: it {why}.", why=advice.why)
    return say("review.better_hidden", "Something else was better: it {why}.", why=advice.why)


def better_advice(walk: ReviewWalk, turn: Turn) -> Advice:
    """The better ply of a turning point as a hint."""
    match, thought = walk.match, walk.thoughts[turn.ply]
    return advised(match.game, match.plies[turn.ply].before, best_of(thought))

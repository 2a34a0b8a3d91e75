"""What a match adds to the usage metrics and the high scores."""

from tabletop.engine import Text
from tabletop.games.sevens.rules.match import GAME, Phase
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.storage.match_metrics import winner_kind
from tabletop.ui.core.live_game import EnterHighScore
from tabletop.ui.core.scene import Change, Push


class MatchUsage:
    """Counts a match for the usage metrics."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._events = len(context.match.events)
        """The number of events when people sat down."""
        self._closed = context.match.phase is Phase.OVER

    def run(self, dt: float) -> None:
        """Adds playing time."""
        if self._context.played is not None:
            self._context.played.run(dt)

    def look(self) -> None:
        """Counts what has happened since the last call."""
        context, played = self._context, self._context.played
        if played is None or self._closed:
            return
        seats = context.seating.seats
        levels = [_level_metric_key(each.level) for each in seats if each.level is not None]
        people = [seat for seat, each in enumerate(seats) if each.level is None]
        if len(context.match.events) > self._events:
            played.go_on(len(people), levels, [context.language(seat) for seat in people])
        outcome = context.match.outcome
        if outcome is not None:
            self._closed = True
            played.end(levels, winner_kind(outcome.winners, people))

    def leave(self) -> None:
        """The match has left the table."""
        if self._context.played is not None and not self._closed:
            self._context.played.leave(self._context.match.phase.value)


def _level_metric_key(level: Text) -> str:
    """The level as the usage metrics name it."""
    return level.key.removeprefix("level.")


def _levels(context: MatchContext) -> tuple[Text | None, ...]:
    return tuple(profile.level for profile in context.seating.seats)


class HighScoreTracker:
    """Tracks what of a match counts among the high scores."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._levels = _levels(context)

    def look(self) -> None:
        """Notes who plays, and what was won once the match is over."""
        context, match = self._context, self._context.match
        if not context.table.has("scores.on"):
            return
        if _levels(context) != self._levels:
            self._levels = _levels(context)
            if match.phase is not Phase.TOSS:
                context.feat = context.feat.spoiled("others")
        if match.phase is Phase.OVER and person_beat_computer(context) and not context.feat.counts:
            self._reckon()

    def _reckon(self) -> None:
        context, outcome = self._context, self._context.match.outcome
        assert outcome is not None
        if any(context.match.options[option.key] != option.default for option in GAME.options):
            context.feat = context.feat.spoiled("options")
        person = outcome.winners[0]
        level, points = context.level(1 - person), outcome.scores[person] if outcome.scores else 0
        if level is not None and points > 0:
            key = level.key.removeprefix("level.")
            context.feat = context.feat.won(key, "points", points, context.match_id)


def person_beat_computer(context: MatchContext) -> bool:
    """Whether a person has won against a computer player."""
    outcome = context.match.outcome
    people = tuple(seat for seat in (0, 1) if context.level(seat) is None)
    return outcome is not None and len(people) == 1 and outcome.winners == people


def offers_name(context: MatchContext) -> bool:
    """Whether the winner can enter a name."""
    return context.feat.counts and not context.named


def ask_name(context: MatchContext) -> Change:
    """Asks the winner for a name, at the own seat."""
    outcome = context.match.outcome
    if outcome is None:
        return None
    seat = outcome.winners[0]

    def then(name: object) -> Change:
        if isinstance(name, str):
            context.named = context.named or name
        return None

    profile = context.profile(seat)
    asks = EnterHighScore(GAME.key, context.match_id, profile.name, profile.edge % 4)
    return Push(asks, then, profile.language, profile.text_scale)

"""What a match adds to the usage metrics and the high scores."""

from tabletop.engine import Text
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.storage.match_metrics import winner_kind
from tabletop.ui.core.high_scores import EnterHighScore
from tabletop.ui.core.scene import Change, Push


class MatchUsage:
    """Counts a match for the usage metrics."""

    def __init__(self, desk: MatchContext) -> None:
        self._desk = desk
        self._events = len(desk.match.events)
        """The number of events when people sat down."""
        self._closed = desk.match.phase is Phase.OVER

    def run(self, dt: float) -> None:
        """Adds playing time."""
        if self._desk.played is not None:
            self._desk.played.run(dt)

    def look(self) -> None:
        """Counts what has happened since the last call."""
        desk, played = self._desk, self._desk.played
        if played is None or self._closed:
            return
        seats = desk.seating.seats
        levels = [_level_metric_key(each.level) for each in seats if each.level is not None]
        people = [seat for seat, each in enumerate(seats) if each.level is None]
        if len(desk.match.events) > self._events:
            played.go_on(len(people), levels, [desk.language(seat) for seat in people])
        outcome = desk.match.outcome
        if outcome is not None:
            self._closed = True
            played.end(levels, winner_kind(outcome.winners, people))

    def leave(self) -> None:
        """The match has left the table."""
        if self._desk.played is not None and not self._closed:
            self._desk.played.leave(self._desk.match.phase.value)


def _level_metric_key(level: Text) -> str:
    """The level as the usage metrics name it."""
    return level.key.removeprefix("level.")


def _levels(desk: MatchContext) -> tuple[Text | None, ...]:
    return tuple(profile.level for profile in desk.seating.seats)


class HighScoreTracker:
    """Tracks what of a match counts among the high scores."""

    def __init__(self, desk: MatchContext) -> None:
        self._desk = desk
        self._levels = _levels(desk)

    def look(self) -> None:
        """Notes who plays, and what was won once the match is over."""
        desk, match = self._desk, self._desk.match
        if not desk.table.has("scores.on"):
            return
        if _levels(desk) != self._levels:
            self._levels = _levels(desk)
            if match.phase is not Phase.TOSS:
                desk.feat = desk.feat.spoiled("others")
        if match.phase is Phase.OVER and person_beat_computer(desk) and not desk.feat.counts:
            self._reckon()

    def _reckon(self) -> None:
        desk, outcome = self._desk, self._desk.match.outcome
        assert outcome is not None
        if any(desk.match.options[option.key] != option.default for option in GAME.options):
            desk.feat = desk.feat.spoiled("options")
        person = outcome.winners[0]
        level, points = desk.level(1 - person), outcome.scores[person] if outcome.scores else 0
        if level is not None and points > 0:
            key = level.key.removeprefix("level.")
            desk.feat = desk.feat.won(key, "points", points, desk.match_id)


def person_beat_computer(desk: MatchContext) -> bool:
    """Whether a person has won against a computer player."""
    outcome = desk.match.outcome
    people = tuple(seat for seat in (0, 1) if desk.level(seat) is None)
    return outcome is not None and len(people) == 1 and outcome.winners == people


def offers_name(desk: MatchContext) -> bool:
    """Whether the winner can enter a name."""
    return desk.feat.counts and not desk.named


def ask_name(desk: MatchContext) -> Change:
    """Asks the winner for a name, at the own seat."""
    outcome = desk.match.outcome
    if outcome is None:
        return None
    seat = outcome.winners[0]

    def then(name: object) -> Change:
        if isinstance(name, str):
            desk.named = desk.named or name
        return None

    profile = desk.profile(seat)
    asks = EnterHighScore(GAME.key, desk.match_id, profile.name, profile.edge % 4)
    return Push(asks, then, profile.language, profile.text_scale)

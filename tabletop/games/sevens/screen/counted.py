"""What of a match of Sevens is counted for the host."""

from tabletop.engine import Text
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.desk import Desk
from tabletop.store.played import ending


class Counted:
    """Looks on as a match is played, and counts. It changes as the match goes on."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._events = len(desk.match.events)
        """How many there were when people sat down."""
        self._closed = desk.match.phase is Phase.OVER

    def run(self, dt: float) -> None:
        """Somebody has sat there so much longer."""
        if self._desk.played is not None:
            self._desk.played.run(dt)

    def look(self) -> None:
        """Counts what has happened since it last looked."""
        desk, played = self._desk, self._desk.played
        if played is None or self._closed:
            return
        levels = [_key(level) for level in desk.levels if level is not None]
        people = [seat for seat, level in enumerate(desk.levels) if level is None]
        if len(desk.match.events) > self._events:
            played.go_on(len(people), levels, [desk.language(seat) for seat in people])
        outcome = desk.match.outcome
        if outcome is not None:
            self._closed = True
            played.end(levels, ending(outcome.winners, people))

    def leave(self) -> None:
        """The match has left the table."""
        if self._desk.played is not None and not self._closed:
            self._desk.played.leave(self._desk.match.phase.value)


def _key(level: Text) -> str:
    """A computer player's level, as the figures have it."""
    return level.key.removeprefix("level.")

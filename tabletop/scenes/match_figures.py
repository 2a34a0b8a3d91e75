"""What of a match at the table is counted for the host."""

from tabletop.engine import Match, Text
from tabletop.players.filler import Filler
from tabletop.scenes.setup import Setup
from tabletop.store.played import Played, ending, stage
from tabletop.ui.table import Table


class MatchFigures:
    """Looks on as a match is kept, and counts. It changes as the match goes on."""

    def __init__(self, table: Table, match: Match, match_id: str) -> None:
        self._table = table
        self._match = match
        self._plies = len(match.plies)
        """How many there were when people sat down."""
        # An ended one is only looked at, and a game that is taken up began some other time.
        self._closed = match.outcome is not None
        self._played = Played(table.store, match.game.key, match_id, fresh=not self._plies)

    def run(self, dt: float) -> None:
        """Somebody has sat there so much longer."""
        self._played.run(dt)

    def look(self, setup: Setup) -> None:
        """Counts what has happened since it last looked."""
        match = self._match
        if self._closed:
            return
        if len(match.plies) > self._plies or (match.outcome is not None and self._plies):
            seats = setup.persons
            reads = [setup.language(seat) or self._table.language for seat in seats]
            self._played.go_on(sum(map(setup.team, seats)), _levels(setup), reads)
        if match.outcome is not None:
            self._closed = True
            self._played.end(_levels(setup), ending(match.outcome.winners, setup.persons))

    def leave(self) -> None:
        """The match has left the table."""
        if not self._closed:
            self._played.leave(stage(len(self._match.plies), self._match.game.usual_plies))

    def refused(self, reason: Text, rule: str) -> None:
        self._played.refuse(reason, rule)

    def hint(self) -> None:
        self._played.hint()


def _levels(setup: Setup) -> list[str]:
    return [level_key(setup.filler(seat)) for seat in setup.computers]


def level_key(filler: Filler) -> str:
    """A computer player's level, as the figures have it."""
    return filler.name.key.removeprefix("level.")

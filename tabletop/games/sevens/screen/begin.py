"""How a match of two begins, is kept on the shelf, and is begun again."""

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as altered

from tabletop.engine import Options, Record
from tabletop.games.sevens.rules.match import NOW, SevensMatch
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.scene import SevensScene
from tabletop.store import Store, new_match_id
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table


@dataclass(slots=True)
class Start:
    """What was chosen before a match; people change it until they begin."""

    table: Table
    rules: Callable[[], Scene]
    options: Options
    facing: bool = False

    def match(self) -> SevensScene:
        """A fresh match."""
        table = self.table
        match = SevensMatch(table.seed(), options=self.options, date=table.today())
        return self._scene(match, new_match_id())

    def taken_up(self, record: Record, match_id: str) -> SevensScene:
        """A kept match where it was left; BadNotation says why it cannot go on."""
        match = SevensMatch.replay(record)
        self.options = match.options
        self.facing = dict(record.extra).get("Facing") == "yes"
        return self._scene(match, match_id)

    def _scene(self, match: SevensMatch, match_id: str) -> SevensScene:
        desk = Desk(self.table, match, self.facing, self.rules, now=match.now)
        place = Place(self.table.store, match_id, match, facing=self.facing)

        def again() -> SevensScene:
            self.facing = desk.facing
            return self.match()

        def keep(played: SevensMatch) -> None:
            self.facing = desk.facing
            place.keep(played, facing=desk.facing)

        desk.again = again
        return SevensScene(desk, keep)


class Place:
    """A match's place on the shelf; what was only looked at is not put there anew."""

    def __init__(self, store: Store, match_id: str, match: SevensMatch, *, facing: bool) -> None:
        """`match` as it is there, or before anybody began it."""
        self._store, self._id = store, match_id
        self._kept = _worth(match, facing)

    def keep(self, match: SevensMatch, *, facing: bool) -> None:
        """Keeps what has changed. A match that nobody began leaves nothing on the shelf."""
        worth = _worth(match, facing)
        if match.events and worth != self._kept:
            self._kept = worth
            self._store.save(noted(match.record(), facing=facing), self._id)


def noted(record: Record, *, facing: bool) -> Record:
    """A match's record with the way of sitting in it."""
    return altered(record, extra=(*record.extra, ("Facing", "yes" if facing else "no")))


def _worth(match: SevensMatch, facing: bool) -> Record:
    """What is worth keeping: the time by itself only while a clock runs."""
    record = noted(match.record(), facing=facing)
    if match.next_due is not None:
        return record
    return altered(record, extra=tuple(line for line in record.extra if line[0] != NOW))

"""How a match of two begins, is kept on the shelf, and is begun again."""

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as altered
from typing import Final

from tabletop.engine import Options, Record
from tabletop.games.sevens.rules.match import NOW, SevensMatch
from tabletop.games.sevens.screen.desk import Desk, Levels
from tabletop.games.sevens.screen.players import read, written
from tabletop.games.sevens.screen.scene import SevensScene
from tabletop.store import Store, new_match_id
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table

PLAYERS: Final = "Players"
"""The line of a kept record that says who plays, if not two people."""


@dataclass(slots=True)
class Start:
    """What was chosen before a match; people change it until they begin."""

    table: Table
    rules: Callable[[], Scene]
    options: Options
    facing: bool = False
    levels: Levels = (None, None)
    """For each seat the level of the computer player in it; None for a person."""

    def match(self) -> SevensScene:
        """A fresh match."""
        table = self.table
        match = SevensMatch(table.seed(), options=self.options, date=table.today())
        return self._scene(match, new_match_id())

    def taken_up(self, record: Record, match_id: str) -> SevensScene:
        """A kept match where it was left; BadNotation says why it cannot go on."""
        match = SevensMatch.replay(record)
        self.options = match.options
        noted = dict(record.extra)
        self.facing = noted.get("Facing") == "yes"
        self.levels = read(noted.get(PLAYERS, ""))
        return self._scene(match, match_id)

    def _scene(self, match: SevensMatch, match_id: str) -> SevensScene:
        levels = self.levels
        desk = Desk(self.table, match, self.facing, self.rules, now=match.now, levels=levels)
        place = Place(self.table.store, match_id, match, facing=self.facing, levels=levels)

        def again() -> SevensScene:
            self.facing, self.levels = desk.facing, desk.levels
            return self.match()

        def keep(played: SevensMatch) -> None:
            self.facing, self.levels = desk.facing, desk.levels
            place.keep(played, facing=desk.facing, levels=desk.levels)

        desk.again = again
        return SevensScene(desk, keep)


class Place:
    """A match's place on the shelf; what was only looked at is not put there anew."""

    def __init__(
        self,
        store: Store,
        match_id: str,
        match: SevensMatch,
        *,
        facing: bool,
        levels: Levels = (None, None),
    ) -> None:
        """`match` as it is there, or before anybody began it."""
        self._store, self._id = store, match_id
        self._kept = _worth(match, facing, levels)

    def keep(self, match: SevensMatch, *, facing: bool, levels: Levels = (None, None)) -> None:
        """Keeps what has changed. A match that nobody began leaves nothing on the shelf."""
        worth = _worth(match, facing, levels)
        if match.events and worth != self._kept:
            self._kept = worth
            self._store.save(noted(match.record(), facing=facing, levels=levels), self._id)


def noted(record: Record, *, facing: bool, levels: Levels = (None, None)) -> Record:
    """A match's record with the way of sitting in it, and the computer players if there are any."""
    extra = [*record.extra, ("Facing", "yes" if facing else "no")]
    if any(level is not None for level in levels):
        extra.append((PLAYERS, written(levels)))
    return altered(record, extra=tuple(extra))


def _worth(match: SevensMatch, facing: bool, levels: Levels) -> Record:
    """What is worth keeping: the time by itself only while a clock runs."""
    record = noted(match.record(), facing=facing, levels=levels)
    if match.next_due is not None:
        return record
    return altered(record, extra=tuple(line for line in record.extra if line[0] != NOW))

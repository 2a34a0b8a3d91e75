"""How a match of two begins, is kept on the shelf, and is begun again."""

from collections.abc import Callable
from dataclasses import dataclass, field
from dataclasses import replace as altered

from tabletop.engine import Options, Record
from tabletop.games.sevens.desk import Desk
from tabletop.games.sevens.match import SevensMatch
from tabletop.games.sevens.scene import SevensScene
from tabletop.store import new_match_id
from tabletop.ui.scene import Change, Push, Scene
from tabletop.ui.table import Table


@dataclass(slots=True)
class Start:
    """What was chosen before a match; people change it until they begin."""

    table: Table
    rules: Callable[[], Scene]
    options: Options
    facing: bool = False
    match_id: str = field(default_factory=new_match_id)

    def match(self) -> SevensScene:
        """A fresh match."""
        self.match_id = new_match_id()
        table = self.table
        return self._scene(
            SevensMatch(table.seed(), options=self.options, date=table.today()), self.match_id
        )

    def taken_up(self, record: Record, match_id: str) -> SevensScene:
        """A kept match where it was left; BadNotation says why it cannot go on."""
        match = SevensMatch.replay(record)
        self.options = match.options
        self.facing = dict(record.extra).get("Facing") == "yes"
        return self._scene(match, match_id)

    def again(self, wanted: object) -> Change:
        """What follows when a match's scene has gone: another one, if people want it."""
        return Push(self.match(), self.again) if wanted == "again" else None

    def _scene(self, match: SevensMatch, match_id: str) -> SevensScene:
        desk = Desk(self.table, match, self.facing, self.rules, now=match.now)

        def keep(played: SevensMatch) -> None:
            # A match that nobody began leaves nothing on the shelf.
            if played.events:
                self.facing = desk.facing
                self.table.store.save(noted(played.record(), facing=desk.facing), match_id)

        return SevensScene(desk, keep)


def noted(record: Record, *, facing: bool) -> Record:
    """A match's record with the way of sitting in it."""
    return altered(record, extra=(*record.extra, ("Facing", "yes" if facing else "no")))

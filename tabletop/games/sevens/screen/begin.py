"""How a match of two begins, is kept on the shelf, and is begun again."""

from dataclasses import dataclass, field
from dataclasses import replace as altered

from tabletop.engine import Options, Record
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.rules.match import NOW, SevensMatch
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.scene import SevensScene
from tabletop.games.sevens.screen.sitting import Sitting
from tabletop.store import Store, new_match_id, on_table
from tabletop.store.feats import FEAT, NO_FEAT, Feat, feat_of
from tabletop.store.played import Played
from tabletop.ui.live import NewPage
from tabletop.ui.table import Table


@dataclass(slots=True)
class Start:
    """What was chosen before a match; people change it until they begin."""

    table: Table
    rules: NewPage
    options: Options
    sitting: Sitting = field(default_factory=Sitting)
    sound: NewPage | None = None
    """Makes the page of the volumes."""

    def match(self, feat: Feat = NO_FEAT) -> SevensScene:
        """A fresh match; `feat` tells what the same people have won in a row before it."""
        table = self.table
        self.sitting = self.sitting.at_most(table.strongest)
        match = SevensMatch(table.seed(), options=self.options, date=table.today())
        return self._scene(match, new_match_id(), feat)

    def taken_up(self, record: Record, match_id: str) -> SevensScene:
        """A kept match where it was left; BadNotation says why it cannot go on."""
        match = SevensMatch.replay(record)
        self.options = match.options
        self.sitting = Sitting.told(dict(record.extra))
        return self._scene(match, match_id, feat_of(dict(record.extra)))

    def _scene(self, match: SevensMatch, match_id: str, feat: Feat) -> SevensScene:
        played = Played(self.table.store, GAME.key, match_id, fresh=not match.events)
        desk = Desk(
            self.table,
            match,
            rules=self.rules,
            sound=self.sound,
            now=match.now,
            played=played,
            match_id=match_id,
            feat=feat if self.table.has("scores.on") else NO_FEAT,
        )
        self.sitting.seat(desk)
        place = Place(self.table.store, match_id, desk)

        def follow() -> None:
            self.sitting = Sitting.of_people_at(desk)

        def again() -> SevensScene:
            follow()
            return self.match(desk.feat.next())

        def keep(played: SevensMatch) -> None:
            del played  # the desk has it
            follow()
            place.keep()

        desk.again = again
        scene = SevensScene(desk, keep)
        scene.left = place.leave
        return scene


class Place:
    """A match's place on the shelf; what was only looked at is not put there anew."""

    def __init__(self, store: Store, match_id: str, desk: Desk) -> None:
        """`desk` with the match as it is there, or before anybody began it."""
        self._store, self._id, self._desk = store, match_id, desk
        self._kept = _worth(desk)
        on_table.lay(store, match_id, _noted(desk))

    def keep(self) -> None:
        """Keeps what has changed. A match that nobody began leaves nothing on the shelf."""
        worth = _worth(self._desk)
        if self._desk.match.events and worth != self._kept:
            self._kept = worth
            record = _noted(self._desk)
            self._store.save(record, self._id)
            on_table.lay(self._store, self._id, record)

    def leave(self) -> None:
        """People have left the match."""
        on_table.take_away(self._store, self._id)


def noted(record: Record, sitting: Sitting) -> Record:
    """A match's record with who sits where in it."""
    return altered(record, extra=(*record.extra, *sitting.lines))


def _noted(desk: Desk) -> Record:
    """The record of a desk's match."""
    record, told = noted(desk.match.record(), Sitting.of_people_at(desk)), str(desk.feat)
    return altered(record, extra=(*record.extra, (FEAT, told))) if told else record


def _worth(desk: Desk) -> Record:
    """What is worth keeping: the time by itself only while a clock runs."""
    record = _noted(desk)
    if desk.match.next_due is not None:
        return record
    return altered(record, extra=tuple(line for line in record.extra if line[0] != NOW))

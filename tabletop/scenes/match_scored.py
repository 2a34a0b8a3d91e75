"""A match whose winner can put a name on the board, if nothing has helped on the way."""

from collections.abc import Callable
from dataclasses import replace

from tabletop.engine import Match, Ply
from tabletop.scenes.match_minded import MindedMatch
from tabletop.scenes.score_name import ask_name
from tabletop.scenes.scoring import reckoned
from tabletop.scenes.setup import Setup
from tabletop.store.feats import NO_FEAT, Feat, Spoilt
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.winner import Winner


class ScoredMatch(MindedMatch):
    """Adds what counts among the high scores, and the name for it.

    What counts is kept with the match, and comes to the board with its result.
    """

    def __init__(self, table: Table, setup: Setup, match: Match, match_id: str) -> None:
        self._named = False
        """Whoever has won this game has put a name on the board."""
        self._last_name = ""
        """What was written on the board last, by whoever plays here."""
        # Where nobody is on a board, nothing is said of it either.
        feat = setup.feat if table.has("scores.on") else NO_FEAT
        super().__init__(table, replace(setup, feat=feat), match, match_id)

    # -- what counts ----------------------------------------------------------------------------

    @property
    def _scores(self) -> bool:
        return self._table.has("scores.on")

    def _spoil(self, why: Spoilt) -> None:
        """What is played now does not count any more."""
        if self._scores and why not in self._setup.feat.spoilt:
            self._setup = replace(self._setup, feat=self._setup.feat.spoiled(why))

    def _refresh(self) -> None:
        if self.hint.advice is not None:
            self._spoil("help" if self._unasked else "hint")
        super()._refresh()

    def _take_back(self, back: Ply | None = None) -> None:
        super()._take_back(back)
        self._spoil("undo")

    def _fill(self, setup: Setup) -> None:
        fillers = [setup.filler(seat) for seat in range(setup.seats)]
        same = fillers == [self._setup.filler(seat) for seat in range(setup.seats)]
        if not same and self._match.plies:
            self._spoil("others")
        super()._fill(replace(setup, feat=self._setup.feat))

    def _save(self) -> None:
        if self._scores and self._match.outcome is not None:
            people = self._as_people_left
            feat = reckoned(self._match, people, self._keeping.match_id)
            self._setup = replace(self._setup, feat=feat)
        super()._save()

    def _begin(self, setup: Setup) -> None:
        super()._begin(replace(setup, feat=setup.feat.next()))

    def _take(self, match: Match, match_id: str = "") -> None:
        self._named = False
        super()._take(match, match_id)

    def _after_review(self, count: object) -> Change:
        if isinstance(count, int):
            # Played on from there it is another game, and not one's own from its beginning.
            feat = Feat(("begun",)) if count and self._scores else NO_FEAT
            self._setup = replace(self._setup, feat=feat)
        return super()._after_review(count)

    # -- the name -------------------------------------------------------------------------------

    def _ask_name(self, back: Callable[[object], Change]) -> Change:
        """Asks the winner for a name, at the winner's own seat; `back` leads to the result."""
        setup, seat = self._setup, self._setup.persons[0]

        def then(name: str) -> Change:
            self._named, self._last_name = bool(name), name or self._last_name
            return back("back")

        winner = Winner(
            self._match.game.key,
            self._keeping.match_id,
            self._last_name or setup.own_name(seat),
            self._layout.panels[seat].turns,
            setup.language(seat),
            setup.size(seat),
            then,
        )
        return ask_name(self._table, winner)

"""What of a match counts for the high scores, and the winner's name for it."""

from collections.abc import Callable
from dataclasses import replace

from tabletop.scenes.play.board import MatchBoard
from tabletop.scenes.play.feature import Feature
from tabletop.scenes.play.hints import Hints
from tabletop.scenes.play.persistence import rate_feat
from tabletop.scenes.play.session import (
    Begun,
    Ended,
    MatchEvent,
    MatchSession,
    SeatsChanged,
    TakenBack,
)
from tabletop.storage.scores import NO_SCORE, Disqualifier, ScoreEligibility
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.high_scores import EnterHighScore
from tabletop.ui.core.scene import Change, Push


class Scores(Feature):
    """Keeps in the setup whether the match counts for the high scores."""

    def __init__(
        self, table: AppContext, session: MatchSession, board: MatchBoard, hints: Hints
    ) -> None:
        self._table = table
        self._session = session
        self._board = board
        self._hints = hints
        self.named = False
        """Whoever has won this game has put a name on the board."""
        self._last_name = ""
        """The name that was written last, by whoever plays here."""

    @property
    def _on(self) -> bool:
        return self._table.has("scores.on")

    def disqualify(self, why: Disqualifier) -> None:
        """From now on the match does not count."""
        session = self._session
        if self._on and why not in session.setup.feat.spoilt:
            session.setup = replace(session.setup, feat=session.setup.feat.spoiled(why))

    def eligibility_from(self, count: int) -> ScoreEligibility:
        """What a match counts that goes on after so many plies of another."""
        return ScoreEligibility(("begun",)) if count and self._on else NO_SCORE

    def _rate(self) -> None:
        session = self._session
        if self._on and session.over:
            feat = rate_feat(session.match, session.kept_setup, session.keeper.match_id)
            session.setup = replace(session.setup, feat=feat)

    def on_event(self, event: MatchEvent) -> None:
        match event:
            case TakenBack():
                self.disqualify("undo")
            case SeatsChanged(before=before):
                now = self._session.setup
                same = all(now.filler(seat) == before.filler(seat) for seat in range(now.seats))
                if not same and self._session.match.plies:
                    self.disqualify("others")
                self._rate()
            case Ended():
                self._rate()
            case Begun():
                self.named = False

    def before_snapshot(self) -> None:
        if self._hints.hint.advice is not None:
            self.disqualify("help" if self._hints.unasked else "hint")

    def leave(self) -> None:
        self._rate()

    def ask_name(self, back: Callable[[object], Change]) -> Change:
        """Asks the winner for a name, at the winner's own seat; `back` leads to the result."""
        setup, seat = self._session.setup, self._session.setup.persons[0]

        def then(name: object) -> Change:
            self.named = isinstance(name, str) and bool(name)
            self._last_name = str(name) if self.named else self._last_name
            return back("back")

        asks = EnterHighScore(
            self._session.match.game.key,
            self._session.keeper.match_id,
            self._last_name or setup.own_name(seat),
            self._board.panel(seat).turns,
        )
        return Push(asks, then, setup.language(seat), setup.size(seat))

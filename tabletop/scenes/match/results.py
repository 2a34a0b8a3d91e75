"""What follows the end of a match: its result, the review, the next game of the series."""

from dataclasses import replace
from math import inf

from tabletop.engine import CHANCE, Match
from tabletop.engine.record import UNFINISHED_RESULT
from tabletop.players.player_spec import PERSON
from tabletop.scenes.destinations import ChangeSeats
from tabletop.scenes.match.board import MatchBoard
from tabletop.scenes.match.feature import Feature
from tabletop.scenes.match.hints import Hints
from tabletop.scenes.match.messages import looking_back
from tabletop.scenes.match.notices import Notices
from tabletop.scenes.match.orientation import language_at_side, localised
from tabletop.scenes.match.scores import Scores
from tabletop.scenes.match.session import Begun, MatchEvent, MatchSession
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.review.analysis import ReviewAnalysis
from tabletop.scenes.review.scene import ReviewScene
from tabletop.scenes.series import next_game
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Pop, Push


class Results(Feature):
    """Shows the result once it is due, and does what people choose there."""

    def __init__(
        self,
        table: AppContext,
        session: MatchSession,
        board: MatchBoard,
        hints: Hints,
        scores: Scores,
        notices: Notices,
    ) -> None:
        self._table = table
        self._session = session
        self._board = board
        self._hints = hints
        self._scores = scores
        self._notices = notices
        self._analysis: ReviewAnalysis | None = None
        self.covered = False
        """The result lies over the panels."""

    def opens(self) -> Change:
        return self.show() if self._session.timeline.result_is_due else None

    def on_event(self, event: MatchEvent) -> None:
        if isinstance(event, Begun):
            self._analysis = None
            self.covered = False

    def leave(self) -> None:
        self._rest()

    def _rest(self) -> None:
        if self._analysis is not None:
            self._analysis.rest()

    def show(self) -> Change:
        """Lays the result over the match."""
        session = self._session
        session.timeline.seen = True
        session.timeline.at = None
        self._notices.quiet()
        self.covered = True
        session.changed()
        looks, named = self._board.view.looks, self._scores.named
        scene = ResultScene(session.setup, session.match, looks, named=named)

        def then(answer: object) -> Change:
            return self.chosen(answer, scene.asked_from)

        return Push(localised(scene, self._table.ui_context, session.setup), then)

    def chosen(self, answer: object, turns: int = 0) -> Change:
        """Does what was chosen in the result, at the edge `turns`."""
        session, table = self._session, self._table
        self.covered = False
        match answer:
            case "again":
                outcome = session.match.outcome
                won = session.setup.scored(outcome.winners if outcome else ())
                setup = next_game(won).at_most(table.strongest)
                self._hints.stop()
                self._rest()
                session.begin(replace(setup, feat=setup.feat.next()), setup.start(table))
            case "name":
                return self._scores.ask_name(self._after_review)
            case "review":
                return self._review(turns)
            case "look":
                session.timeline.at = len(session.match.plies)
                self._notices.tell(looking_back(session.timeline.at, session.timeline.at), inf)
            case "seats":
                outcome = session.match.outcome
                return Pop(ChangeSeats(session.setup, outcome.winners if outcome else ()))
            case "menu":
                return Pop("menu")
            case _:
                pass
        return None

    def _review(self, turns: int) -> Change:
        """Walks through the finished match; its analysis is kept until the next one."""
        self._hints.stop()
        self._rest()
        session = self._session
        if self._analysis is None or self._analysis.problem:
            self._analysis = ReviewAnalysis(self._table.thinking, session.match)
        scene = ReviewScene(self._table, session.match, self._analysis, session.setup, turns)
        scene.language = language_at_side(self._table.ui_context, session.setup, turns)
        return Push(scene, self._after_review)

    def _after_review(self, count: object) -> Change:
        """Plays on from after so many plies, or goes back to the result."""
        session, table = self._session, self._table
        if isinstance(count, int):
            setup = replace(session.setup, feat=self._scores.eligibility_from(count))
            session.begin(setup, fork_match(session.match, count, table.seed(), table.today()))
            if not setup.persons:
                # Whoever wants to play on from here takes the seat that is to act here.
                session.setup = setup.filled(session.acting, PERSON)
            return None
        shown = self.show()
        if isinstance(shown, Push) and isinstance(shown.scene, ResultScene):
            shown.scene.listen()
        return shown


def fork_match(match: Match, count: int, seed: int, date: str) -> Match:
    """A match of its own that goes on after the first `count` plies of another.

    It keeps the throws so far and their sources; throws to come are new.
    """
    record, control = match.record(), match.clock.control
    throws = sum(ply.seat == CHANCE for ply in match.plies[:count])
    begun = replace(
        record,
        seed=seed,
        date=date,
        left=control.start(match.seats, match.clock.more).left if match.clock.ticking else (),
        result=UNFINISHED_RESULT,
        reason="",
        scores=(),
        sources=record.sources[:throws],
        plies=record.plies[:count],
    )
    return Match.replay(match.game, begun)

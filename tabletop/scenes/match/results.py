"""What follows the end of a match: result, high scores, review, next game of the series."""

from collections.abc import Callable
from dataclasses import replace
from math import inf

from tabletop.ai.match_analysis import ReviewAnalysis
from tabletop.players.player_spec import PERSON
from tabletop.scenes.destinations import (
    ChangeSeats,
    OpenReview,
    OpenTakeHome,
    ResultAnswer,
    ShowResult,
)
from tabletop.scenes.match_setup import PRACTICE, Setup, next_game
from tabletop.scenes.play.board import (
    language_at_side,
    looking_back,
    people_sides,
    preferences_at_side,
)
from tabletop.scenes.play.features import MatchFeature, MatchParts
from tabletop.scenes.play.hints import Hints
from tabletop.scenes.play.notices import DeviceNotices
from tabletop.scenes.play.persistence import rate_feat
from tabletop.scenes.play.session import (
    Ended,
    MatchEvent,
    SeatsChanged,
    TakenBack,
    fork_match,
)
from tabletop.storage.scores import NO_SCORE, Disqualifier, ScoreEligibility
from tabletop.ui.core.live_game import EnterHighScore
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.widgets.event_result import FollowingEvent


class Scores(MatchFeature):
    """Keeps in the setup whether the match counts for the high scores."""

    def __init__(self, parts: MatchParts, hints: Hints) -> None:
        super().__init__(parts)
        self._hints = hints
        self.named = False
        """The winner has entered a name."""
        self._last_name = ""
        """The name that was written last, by whoever plays here."""

    @property
    def active(self) -> bool:
        return self._table.has("scores.on")

    def disqualify(self, why: Disqualifier) -> None:
        """From now on the match does not count."""
        session = self._session
        if self.active and why not in session.setup.feat.spoilt:
            session.setup = replace(session.setup, feat=session.setup.feat.spoiled(why))

    @property
    def practice(self) -> ScoreEligibility:
        """What a match counts that goes on from a position of another: nothing."""
        return ScoreEligibility(("begun",)) if self.active else NO_SCORE

    def _rate(self) -> None:
        session = self._session
        if self.active and session.over:
            feat = rate_feat(session.match, session.kept_setup, session.keeper.match_id)
            session.setup = replace(session.setup, feat=feat)

    def on_event(self, event: MatchEvent) -> None:
        match event:
            case TakenBack():
                self.disqualify("undo")
            case SeatsChanged(before=before):
                now = self._session.setup
                same = all(now.player(seat) == before.player(seat) for seat in range(now.seats))
                if not same and self._session.match.plies:
                    self.disqualify("others")
                self._rate()
            case Ended():
                self._rate()

    def begin(self) -> None:
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
            self._last_name or setup.own_names[seat],
            self._board.layout.panels[seat].turns,
        )
        return Push(asks, then, setup.language(seat), setup.text_scale(seat))


class Results(MatchFeature):
    """Shows the result once it is due, and does what people choose there."""

    def __init__(
        self, parts: MatchParts, hints: Hints, scores: Scores, device_notices: DeviceNotices
    ) -> None:
        super().__init__(parts)
        self._hints = hints
        self._scores = scores
        self._device_notices = device_notices
        self._analysis: ReviewAnalysis | None = None
        self.reviewed: ReviewAnalysis | None = None
        """The review from which people practise."""
        self.covered = False
        """The result lies over the panels."""

    @property
    def active(self) -> bool:
        return self._session.over

    def opens(self) -> Change:
        return self.show() if self._session.timeline.result_is_due else None

    def begin(self) -> None:
        self._analysis = None
        self.covered = False
        if self._session.setup.after_practice is None:
            self.reviewed = None
        else:
            self._notices.tell(PRACTICE)

    def leave(self) -> None:
        self._rest()

    def _rest(self) -> None:
        if self._analysis is not None:
            self._analysis.rest()

    def show(self, *, seen: bool = False) -> Change:
        """Opens the result; `seen`: not for the first time."""
        session = self._session
        session.timeline.seen = True
        session.timeline.at = None
        self._notices.quiet()
        self.covered = True
        session.changed()
        setup, table = session.setup, self._table
        result = ShowResult(
            setup,
            session.match,
            self._board.view.looks,
            self._scores.named,
            seen,
            self._following,
            self._analysis_of_loss(),
            table.strongest,
            self._device_notices,
            take_home=table.phones.state.status == "open" and bool(session.match.plies),
            match_id=session.keeper.match_id if session.match.plies or setup.official else "",
        )
        side = people_sides(table.ui_context, setup)[0]
        readers = preferences_at_side(table.ui_context, setup, side)
        return Push(result, self.chosen).for_seat(*readers)

    @property
    def _following(self) -> Setup:
        """The setup of the next game."""
        session, outcome = self._session, self._session.match.outcome
        winners = outcome.winners if outcome else ()
        scored = session.setup.scored(winners)
        return next_game(scored, winners).at_most(self._table.strongest)

    def _analysis_of_loss(self) -> ReviewAnalysis | None:
        """The analysis of a game that the only person has lost."""
        session = self._session
        lone, outcome = session.setup.lone, session.match.outcome
        if lone is None or outcome is None or not session.match.plies:
            return None
        if not outcome.winners or lone in outcome.winners:
            return None
        return self._fresh_analysis()

    def _fresh_analysis(self) -> ReviewAnalysis:
        """The analysis of the match; it is kept until the next match."""
        self._hints.stop()
        if self._analysis is None or self._analysis.problem:
            self._analysis = ReviewAnalysis(self._table.analysis, self._session.match)
        return self._analysis

    def chosen(self, answer: object) -> Change:
        """Does what was chosen in the result."""
        session, table = self._session, self._table
        self.covered = False
        key, turns = (answer.key, answer.turns) if isinstance(answer, ResultAnswer) else ("", 0)
        match key:
            case "again" | "easier" | "harder" | "keep":
                setup = self._following
                if key != "again" and session.setup.lone is not None:
                    setup = setup.rotated_to(session.setup.lone)
                if key in ("easier", "harder"):
                    by = 1 if key == "harder" else -1
                    setup = setup.other_level(by, table.strongest) or setup
                self._hints.stop()
                self._rest()
                session.begin(setup, setup.start(table))
            case "name":
                return self._scores.ask_name(self._after_review)
            case "review":
                return self._review(turns)
            case "look":
                session.timeline.at = len(session.match.plies)
                self._notices.tell(looking_back(session.match, session.timeline.at), inf)
            case "seats":
                outcome = session.match.outcome
                return Pop(ChangeSeats(session.setup, outcome.winners if outcome else ()))
            case "home":
                return Push(OpenTakeHome(), lambda _: self.show(seen=True))
            case "menu":
                return Pop("menu")
            case _:
                pass
        return None

    def _review(self, turns: int) -> Change:
        """Opens the review of the match."""
        return self._open_review(self._fresh_analysis(), turns, self._after_review)

    def _open_review(
        self, analysis: ReviewAnalysis, turns: int, then: Callable[[object], Change]
    ) -> Change:
        setup = self._session.setup
        ends = FollowingEvent(self._table, self._session.keeper.match_id).ends_here
        review = OpenReview(analysis.match, analysis, setup, turns, setup.lone, not ends)
        return Push(review, then, language_at_side(self._table.ui_context, setup, turns))

    def _after_review(self, count: object) -> Change:
        """Practises from after so many plies, or goes back to the result."""
        if isinstance(count, int):
            self._practise(self._fresh_analysis(), count)
            return None
        return self.show(seen=True)

    def _practise(self, analysis: ReviewAnalysis, count: int) -> None:
        """Plays on from after so many plies of a match that was reviewed."""
        session, table = self._session, self._table
        outcome = session.match.outcome
        winners = outcome.winners if outcome else ()
        setup = session.setup.practised(winners, self._scores.practice)
        self.reviewed = analysis
        session.begin(setup, fork_match(analysis.match, count, table.seed(), table.today()))
        if not setup.persons:
            # Whoever wants to play on from here takes the seat that is to act here.
            session.setup = setup.with_player(session.acting, PERSON)

    def back_to_review(self) -> Change:
        """Opens the review again from which people practise; its Back leads to the practice."""
        analysis = self.reviewed
        if analysis is None:
            return None

        def then(count: object) -> Change:
            if isinstance(count, int):
                self._practise(analysis, count)
            return None

        self._hints.stop()
        turns = people_sides(self._table.ui_context, self._session.setup)[0]
        return self._open_review(analysis, turns, then)

"""The menu of a match: the pause, and what is asked for there or by the tools and keys."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tabletop.engine import CHANCE, IllegalMove, Match, Ply, Seat, joined, say
from tabletop.scenes.destinations import OpenLesson, OpenRules
from tabletop.scenes.match.agreements import (
    Agreements,
    draw_request,
    end_request,
    pause_request,
    undo_request,
)
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.seats import SeatChanges
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.board import MatchBoard
from tabletop.scenes.play.notices import Notices
from tabletop.scenes.play.orientation import language_at_side, localised, only_person
from tabletop.scenes.play.session import MatchSession
from tabletop.scenes.series import ask_series
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

MAX_SHARE_TO_ACCEPT_DRAW: Final = 0.9
"""A computer agrees to a draw if its chance is at most this much of a fair share."""


def end_question(match: Match, how: str, setup: Setup, seat: Seat, turns: int) -> QuestionDialog:
    """Asks whether it shall be a draw ("draw"), end without a result ("end") or be given up."""
    no = say("match.ask_no", "Play on")
    if how == "draw":
        question = say("match.ask_draw", "Call it a draw?")
        detail = say("match.ask_draw_detail", "Only if all of you agree.")
        if setup.computers:
            detail = say("match.ask_draw_computer", "The computer may say no.")
        yes = say("match.ask_draw_yes", "Yes, a draw")
    elif how == "end":
        question = say("match.ask_stop", "End this game without a result?")
        detail = say("match.ask_stop_detail", "It cannot be taken up again.")
        yes = say("match.ask_stop_yes", "Yes, end it")
    else:
        question = say("match.ask_resign", "Does {who} give up?", who=setup.name(seat))
        detail = say("match.ask_resign_detail", "The others win this game.")
        if match.seats == 2:
            detail = say("match.ask_resign_one", "{who} wins this game.", who=setup.name(1 - seat))
        yes = say("match.ask_resign_yes", "Yes, give up")
    answers: Answers = (("no", no, "main"), ("yes", yes, "plain"))
    return QuestionDialog(question, detail, answers, turns)


class MatchMenu:
    """Opens the pause and does what is chosen there, once everybody agrees who must."""

    def __init__(
        self,
        table: AppContext,
        session: MatchSession,
        board: MatchBoard,
        agreements: Agreements,
        seats: SeatChanges,
        notices: Notices,
        *,
        chances: Callable[[], Mapping[Seat, float]],
        relayout: Callable[[], None],
        walk_away: Callable[[], Change],
    ) -> None:
        """`chances`: what each computer thought of its own chances when it last thought."""
        self._table = table
        self._session = session
        self._board = board
        self._agreements = agreements
        self._seats = seats
        self._notices = notices
        self._chances = chances
        self._relayout = relayout
        self._walk_away = walk_away

    # -- the pause --------------------------------------------------------------------------------

    def request_pause(self, seat: Seat | None) -> Change:
        """A seat's own button asks the others first, while they may be thinking."""
        if seat is None or self._session.over:
            return self.open(seat)
        return self._agreements.propose(pause_request(self._session.setup, seat))

    def open(self, asker: Seat | None = None) -> Change:
        """Opens the pause, turned to who is known to have asked for it."""
        self._agreements.drop()
        session, layout = self._session, self._board.layout
        session.hand.let_go()
        turns = layout.sides[0] if asker is None else layout.panels[asker].turns
        paused = PauseScene(self._table, session.setup, session.match, turns)

        def then(answer: object) -> Change:
            by = paused.asker
            if by is None and answer == "resign" and (asker is not None or paused.turned_round):
                by = only_person(
                    self._table.ui_context, session.setup, paused.turns
                )  # it is they who read the page
            return self.chosen(answer, by)

        return Push(localised(paused, self._table.ui_context, session.setup), then)

    def chosen(self, answer: object, asker: Seat | None = None) -> Change:
        """Does what was chosen; `asker` is whose own device chose it, if that is known."""
        session = self._session
        match answer:
            case "rules":
                return Push(OpenRules(session.match.game, playing=True))
            case "learn":
                return Push(OpenLesson(session.match.game, playing=True))
            case "facing":
                session.setup = session.setup.turned_round()
                self._relayout()
            case "players":
                return self._seats.ask_players()
            case "series":
                return ask_series(session.setup.best_of, self._play_series)
            case "leave":
                return self._walk_away()
            case ("draw" | "resign" | "end") as end if not session.over:
                return self._request_end(str(end), asker)
            case _:
                pass
        return None

    def _play_series(self, best_of: int) -> None:
        self._session.setup = replace(self._session.setup, best_of=best_of)
        self._session.mark_unsaved()

    # -- taking back ------------------------------------------------------------------------------

    def request_undo(self, seat: Seat | None) -> Change:
        """Somebody wants to take a ply back; `seat` is whose own device asks, if that is known.

        A seat takes back its own last ply alone. Where nobody can know whose hand it was, the
        owner of the ply is asked. People who sit side by side, and may share one mouse, take back
        one ply alone and are both asked for more.
        """
        session, agreements = self._session, self._agreements
        last, people = session.last_person_ply, frozenset(session.setup.persons)
        if last is None or last.seat == CHANCE or not agreements.needed:
            self.take_back(None)
            return None
        back, asked = last, people
        if seat is not None:
            back = self._own_ply(seat) or last
            asked = frozenset() if back is last and last.seat == seat else people
        elif any(session.setup.edges):
            asked = frozenset((last.seat,))
        elif not agreements.recently_undone:
            asked = frozenset()
        return agreements.propose(undo_request(session.setup, session.match, back, seat, asked))

    def _own_ply(self, seat: Seat) -> Ply | None:
        """The last ply of a seat, if no dice were thrown since."""
        for ply in reversed(self._session.match.plies):
            if ply.seat in (seat, CHANCE):
                return ply if ply.seat == seat else None
        return None

    def take_back(self, back: Ply | None) -> None:
        """Takes back to before `back`, or tells why that cannot be."""
        try:
            self._session.take_back(back)
        except IllegalMove as refused:
            self._notices.deny(joined("", refused.reason))

    # -- ending -----------------------------------------------------------------------------------

    def _request_end(self, how: str, asker: Seat | None) -> Change:
        """Somebody wants a draw, to give up, or to end it without a result."""
        if how == "resign" or not self._agreements.needed:
            return self._ask_end(how, asker)
        if how == "draw" and not self._computers_agree():
            return None
        make = draw_request if how == "draw" else end_request
        return self._agreements.propose(make(self._session.setup, asker))

    def _ask_end(self, how: str, asker: Seat | None) -> Change:
        session, setup = self._session, self._session.setup
        # Nobody gives up for a computer: it is the next person who asks.
        seat = setup.next_person(session.acting)
        seat = asker if asker in setup.persons else seat
        panel = self._board.panel(seat)
        question = end_question(session.match, how, setup, seat, panel.turns)
        if how == "resign":
            # Nobody else's device can give up for a seat.
            question.seat = seat if self._table.settings["input.own_hands"] else None
            question.language = panel.language
        else:
            question.language = language_at_side(self._table.ui_context, setup, panel.turns)

        def then(answer: object) -> Change:
            if answer != "yes" or session.over:
                return None
            if how == "resign":
                session.resign(seat)
            elif how == "end":
                session.stop()
            elif self._computers_agree():
                session.agree()
            return None

        return Push(question, then)

    def _computers_agree(self) -> bool:
        """Whether all computers agree to a draw; it is told if one does not."""
        fair, known = 1 / self._session.match.seats, self._chances()
        for seat in self._session.setup.computers:
            chance = known.get(seat)
            if chance is None:
                words = "The computer declines the draw: it is too early to say"
                self._notices.tell(say("computer.draw_early", words))
                return False
            if chance > MAX_SHARE_TO_ACCEPT_DRAW * fair:
                words = "The computer declines the draw: it hopes to win"
                self._notices.tell(say("computer.draw_declined", words))
                return False
        return True

"""The points of a turn: both pictures slid over each other, and after a round the score table."""

from math import inf
from typing import Final, Literal

from tabletop.engine import Seat, Text, count, say
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.phases.comparison import compare
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.phases.reckoning import draw_reckoning
from tabletop.games.sevens.phases.round_end import draw_round_end
from tabletop.games.sevens.phases.score_sheet import draw_sheet
from tabletop.games.sevens.phases.slide import Slide
from tabletop.games.sevens.phases.slide_drawing import SlideDrawing
from tabletop.games.sevens.phases.telling import LONGEST, Moment, telling
from tabletop.games.sevens.rules import tally
from tabletop.games.sevens.rules.standing import ROUNDS
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.surface.board import draw_board
from tabletop.games.sevens.surface.sight import Sight, board_plan
from tabletop.input.actions import Action, Down, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import least
from tabletop.ui.scene import Change
from tabletop.ui.theme import BODY_SIZE, HEAD_SIZE, INK, NAME_SIZE, WALNUT
from tabletop.ui.widgets import PushButton

DEAF: Final = 0.7
"""Seconds at first in which touches skip nothing: hands are still busy with the pieces."""
AHEAD: Final = 0.03
"""Seconds between two pictures that are made before they are needed."""
WHOLE: Final = 1e6
"""A time after every telling."""


class ScorePart(Part):
    """A touch ends the telling, the button goes on: to the round's table, then to what follows."""

    shows_column = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        match = desk.match
        self._turn = match.turns[-1]
        self._shown = compare(self._turn, match.terms.tolerance)
        self._telling = telling(self._turn, self._shown)
        self._spent = 0.0
        """Seconds since the part began, at the table's pace."""
        self._deaf = DEAF
        if desk.table.slow == 0:
            self._spent, self._deaf = WHOLE, 0.0
        self._page: Literal["points", "round"] = "points"
        self._slide = Slide.within(desk.plan.board, self._shown)
        self._ahead: list[float] = []
        """Moments whose pictures are made while the two pictures lie still."""

    # -- what is said ---------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self._turn.guesser

    @property
    def _moment(self) -> Moment:
        return self._telling.at(self._spent)

    @property
    def _ends_round(self) -> bool:
        return self.desk.match.turn_in_round == 1

    @property
    def _last(self) -> bool:
        return self.desk.match.round == ROUNDS - 1

    @property
    def prompt(self) -> Text:
        if self._page == "round":
            return self._round_said
        if not self._moment.over:
            if self._timed_out:
                return say("sevens.scoring.late", "Time is up. How many pieces lie as they should?")
            return say("sevens.scoring", "How many pieces lie as they should?")
        return self._points_said

    @property
    def told(self) -> Text:
        return self.prompt

    @property
    def _timed_out(self) -> bool:
        """The clock ended the turn, not the guessing player."""
        return self.desk.match.events[-1].name != "done"

    @property
    def _points_said(self) -> Text:
        turn, most = self._turn, len(self._turn.target)
        name = self.desk.name(turn.guesser)
        if self._shown.covering is not None and not turn.peeked:
            return say(
                "sevens.scoring.same",
                "The pieces lie differently, but the shape is the same: {points} points.",
                points=turn.points,
            )
        if turn.cost:
            return say(
                "sevens.scoring.paid",
                "{name}: {found} less {cost} for the peek makes {points}.",
                name=name,
                points=turn.points,
                found=turn.score.points,
                cost=turn.cost,
            )
        if turn.points == most:
            return say(
                "sevens.scoring.all",
                "All {most} pieces: {name} gets {points} points!",
                most=most,
                name=name,
                points=turn.points,
            )
        return count(
            "sevens.scoring.points",
            "{name} gets 1 point.",
            "{name} gets {n} points.",
            n=turn.points,
            name=name,
        )

    @property
    def _round_said(self) -> Text:
        match = self.desk.match
        loser = tally.loser(match.turns, match.round)
        if loser is None:
            return say("sevens.round_end.equal", "Equal points: nobody gets a card.")
        return say(
            "sevens.round_end.card",
            "{name} lost this round and gets a card.",
            name=self.desk.name(loser),
        )

    # -- what is done -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._slide = Slide.within(self.desk.plan.board, self._shown)
        starts = [step.start + LONGEST for step in self._telling.steps]
        self._ahead = [start for start in starts if start > self._spent]

    def lay_buttons(self) -> list[PushButton]:
        box = self.desk.plan.actions
        if self._page == "points" and not self._moment.over:
            return [PushButton("skip", box, say("sevens.scoring.skip", "Skip"), "last", "plain")]
        return [PushButton("on", box, self._next_label, "play", "main", HEAD_SIZE)]

    @property
    def _next_label(self) -> Text:
        if self._last and self._ends_round:
            return say("sevens.to_result", "Result")
        return say("sevens.on", "Go on")

    def handle(self, action: Action, /) -> Change:
        """A touch anywhere, or OK, ends the telling."""
        if self._moment.over or not self._means_skip(self.desk.near(action, self.seat)):
            return super().handle(action)
        if self._deaf <= 0:
            self._finish()
        return None

    def _means_skip(self, near: Action) -> bool:
        match near:
            case Down(at=at):
                return not self.desk.plan.menu.holds(at)
            case Press(button=Key.OK):
                return True
            case _:
                return False

    def _finish(self) -> None:
        self._spent = WHOLE
        self._ahead.clear()
        self.buttons.replace(self.lay_buttons())

    def pressed(self, key: str, /) -> Change:
        if key == "skip":
            self._finish()
        elif self._page == "points" and self._ends_round and not self._last:
            self._page = "round"
        else:
            self.desk.match.go_on(self.desk.now)
        return None

    def update(self, dt: float, /) -> Change:
        self._deaf = max(0.0, self._deaf - dt)
        if self._ahead:
            self._drawing(self._telling.at(self._ahead.pop(0))).draw(Frame(self.desk.glass))
        slow = self.desk.table.slow
        if self._spent < self._telling.length:
            self._spent = self._spent + dt / slow if slow else WHOLE
            if self._spent >= self._telling.length:
                self._finish()
        return super().update(dt)

    def wakes_in(self) -> float:
        if self._moment.over:
            return super().wakes_in()
        wait = self._telling.changes_in(self._spent) * self.desk.table.slow
        return min(wait, AHEAD if self._ahead else inf, super().wakes_in())

    # -- what is seen -----------------------------------------------------------------------------

    @property
    def _column(self) -> Box:
        """The place of clock and score table."""
        plan = self.desk.plan
        top, left = min(plan.clock.y, plan.sheet.y), min(plan.clock.x, plan.sheet.x)
        right = max(plan.clock.right, plan.sheet.right)
        return Box(left, top, right - left, max(plan.clock.bottom, plan.sheet.bottom) - top)

    def draw_wood(self, frame: Frame) -> None:
        if self._page == "round":
            return
        box = self.desk.plan.board
        plan = board_plan(box.w / box.h)
        about = self.desk.about(self.seat)
        sight = Sight.within(box, plan.width, plan.height, self.turns, about)
        draw_board(frame, sight, plan.width, plan.height, None)
        self._drawing(self._moment).draw(frame)

    def _drawing(self, moment: Moment) -> SlideDrawing:
        return SlideDrawing(self.desk, self._slide, self._shown, moment, self.seat)

    def draw_words(self, frame: Frame) -> None:
        desk, match = self.desk, self.desk.match
        if self._page == "round":
            draw_sheet(frame, desk, desk.plan.board, match.round)
            draw_round_end(frame, desk, self._column)
            return
        moment = self._moment
        steps = 1 + self._turn.peeked + (self._shown.covering is not None)
        draw_reckoning(frame, desk, self._column, self._turn, moment, steps)
        if moment.slid <= 0:
            self._draw_captions(frame)
        elif moment.slid >= 1:
            self._draw_notes(frame, moment)

    @property
    def captions(self) -> tuple[Text, Text]:
        """What stands above the two pictures while they are apart."""
        turn, desk = self._turn, self.desk
        target = say(
            "sevens.scoring.target",
            "{name}\N{RIGHT SINGLE QUOTATION MARK}s picture",
            name=desk.name(turn.arranger),
        )
        if not turn.guess.pieces:
            name = desk.name(turn.guesser)
            return target, say("sevens.scoring.nothing", "{name} laid nothing", name=name)
        guess = say(
            "sevens.scoring.guess",
            "{name}\N{RIGHT SINGLE QUOTATION MARK}s guess",
            name=desk.name(turn.guesser),
        )
        return target, guess

    def _draw_captions(self, frame: Frame) -> None:
        for said, box in zip(self.captions, self._slide.captions, strict=True):
            Label(said, box, NAME_SIZE, WALNUT, True, "centre", most=1).draw(frame)

    def _draw_notes(self, frame: Frame, moment: Moment) -> None:
        name = called(self._turn.name)
        Label(name, self._slide.head, NAME_SIZE, WALNUT, True, "centre", most=1).draw(frame)
        said = None
        if moment.same > 0:
            said = say("sevens.scoring.shape", "The pieces lie differently, the shape is the same.")
        elif any(share > 0 for share in moment.astray):
            said = say("sevens.scoring.dashed", "Dashed: where these pieces belong.")
        if said is not None:
            most, foot = 2 if least() else 1, self._slide.foot
            Label(said, foot, BODY_SIZE, INK, align="centre", most=most, spare=True).draw(frame)

"""The reckoning of a turn: its points in large figures, and what they are made of.

What a finished round means: who lost it, and that a card lies there for that seat.

The points of a turn: both pictures slid over each other, and after a round the score table.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Final, Literal

from tabletop.engine import Seat, Text, count, say
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.rules import score_table
from tabletop.games.sevens.rules.match import ROUNDS
from tabletop.games.sevens.rules.score_table import TurnScore
from tabletop.games.sevens.scenes.match.context import MatchContext
from tabletop.games.sevens.scenes.match.score_table import draw_score_sheet
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phases.score_animation import (
    MAX_REVEAL_STEP_SECONDS,
    RevealState,
    ScoreRevealDrawing,
    SlideLayout,
    compare,
    score_reveal,
)
from tabletop.games.sevens.view.board import BoardTransform, board_plan, draw_board
from tabletop.games.sevens.view.cards import card_back
from tabletop.input.actions import Action, Down, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import min_text_size, scaled_length, scaled_size
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.stones import stone
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CORAL_WORDS,
    DIM,
    HEAD_SIZE,
    INK,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    TEXT,
    WALNUT,
    Colour,
)
from tabletop.ui.widgets.buttons import PushButton

TURN_SCORE_PADDING: Final = 26.0
LINE_ROW_HEIGHT: Final = 84.0
MINUS: Final = "\N{MINUS SIGN}"
MAX_COUNT_SIZE: Final = 380.0
"""The em of the count."""


@dataclass(frozen=True, slots=True)
class TurnScoreLine:
    """One line of the reckoning."""

    icon: str
    words: Text
    amount: str
    colour: Colour = TEXT


def turn_score_lines(turn: TurnScore, moment: RevealState) -> tuple[TurnScoreLine, ...]:
    """What the points are made of, as far as it has been told."""
    found: list[TurnScoreLine] = []
    if moment.slid >= 1:
        count = sum(share > 0 for share in moment.agrees)
        agree = say("sevens.reckoning.agree", "Pieces agree")
        found.append(TurnScoreLine("check", agree, f"{count}/{len(turn.target)}"))
    if moment.same > 0:
        same = say("sevens.reckoning.same", "Same shape")
        found.append(TurnScoreLine("star", same, str(turn.score.points)))
    if moment.paid:
        peek = say("sevens.reckoning.peek", "Sneak peek")
        found.append(
            TurnScoreLine("eye", peek, f"{MINUS}{turn.cost}" if turn.cost else "0", CORAL_WORDS)
        )
    return tuple(found)


def _row() -> float:
    """The height of a line: for a room it has two lines of words."""
    return 1.4 * LINE_ROW_HEIGHT if min_text_size() else scaled_length(LINE_ROW_HEIGHT, BODY_SIZE)


def draw_turn_score(
    frame: Frame, desk: MatchContext, box: Box, turn: TurnScore, moment: RevealState, steps: int
) -> None:
    """Draws the reckoning in a box; there is room for `steps` lines from the beginning."""
    canvas = frame.canvas
    frame.put(shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(TURN_SCORE_PADDING)
    if box.w > 1.3 * box.h:
        figure = Box(inner.x, inner.y, inner.w * 0.24, inner.h)
        beside = Box(figure.right + 10, inner.y, inner.w * 0.26, inner.h)
        half = inner.h / 2
        who = Box(beside.x, inner.y, beside.w, half)
        note = Box(beside.x, inner.y + half, beside.w, half * 0.8)
        listed = Box(
            beside.right + TURN_SCORE_PADDING,
            inner.y,
            inner.right - beside.right - TURN_SCORE_PADDING,
            inner.h,
        )
    else:
        high = steps * _row()
        who = Box(inner.x, inner.y, inner.w, 76.0)
        listed = Box(inner.x, inner.bottom - high, inner.w, high)
        note = Box(inner.x, listed.y - 84.0, inner.w, 64.0)
        figure = Box(inner.x, who.bottom, inner.w, note.y - who.bottom)
    _draw_name(frame, desk, who, turn)
    _draw_count(frame, figure, note, turn, moment)
    _draw_lines(frame, listed, turn_score_lines(turn, moment), steps)


def _draw_name(frame: Frame, desk: MatchContext, box: Box, turn: TurnScore) -> None:
    """Whose points they are."""
    canvas, radius = frame.canvas, 30.0
    room = canvas.px(box.w - 2 * radius - 20)
    name = desk.name(turn.guesser)
    size = typesetting.fitting_size(name, canvas.px(scaled_size(NAME_SIZE)), room, True)
    ink = typesetting.line(name, size, TEXT, True)
    wide = 2 * radius + 16 + ink.get_width() / canvas.scale
    x, y = box.centre[0] - wide / 2, box.centre[1]
    frame.put(stone(desk.look(turn.guesser), radius * canvas.scale), (x + radius, y))
    frame.put(ink, (x + wide - ink.get_width() / canvas.scale / 2, y))


def _draw_count(frame: Frame, box: Box, note: Box, turn: TurnScore, moment: RevealState) -> None:
    """The points so far, as large as can be, and of how many."""
    # Capitals, and so figures, are two thirds of an em high and less than that broad.
    size = min(MAX_COUNT_SIZE, box.h / typesetting.CAPITAL_HEIGHT * 0.86, box.w * 1.3)
    figure = typesetting.tabular_line(str(moment.points), frame.canvas.px(size), TEXT)
    frame.put(figure, box.centre)
    most = len(turn.target)
    said = (
        # NOTE for translators: below a large figure: "5", "of 7 points".
        say("sevens.reckoning.of", "of {most} points", most=most)
        if moment.over or moment.paid or moment.same
        else say("sevens.reckoning.pieces", "of {most} pieces", most=most)
    )
    Label(said, note, BODY_SIZE, DIM, align="centre", most=1).draw(frame)


def _draw_lines(frame: Frame, box: Box, shown: tuple[TurnScoreLine, ...], steps: int) -> None:
    canvas = frame.canvas
    high = min(_row(), box.h / max(1, steps))
    top = box.y + (box.h - steps * high) / 2
    for number, line in enumerate(shown):
        row = Box(box.x, top + number * high + 4, box.w, high - 8)
        plate = shapes.rounded(canvas.px(row.w), canvas.px(row.h), canvas.px(18), PANEL_ACTIVE)
        frame.put(plate, row.centre)
        mark = min(38.0, row.h * 0.55)
        y = row.centre[1]
        frame.put(icon(line.icon, canvas.px(mark), line.colour), (row.x + 18 + mark / 2, y))
        amount = typesetting.line(
            line.amount, canvas.px(min(scaled_size(NAME_SIZE), row.h * 0.7)), line.colour, True
        )
        wide = amount.get_width() / canvas.scale
        frame.put(amount, (row.right - 20 - wide / 2, y))
        left = row.x + 18 + mark + 16
        room = Box(left, row.y, row.right - 36 - wide - left, row.h)
        most = (
            2 if min_text_size() else 1
        )  # and where a room has no place for them, the sign says it
        Label(line.words, room, BODY_SIZE, line.colour, most=most, spare=True).draw(frame)


ROUND_END_PADDING: Final = 28.0
HEADLINE_GAP: Final = 26.0
"""Between the headline and the sentence below it."""


def draw_round_end(frame: Frame, desk: MatchContext, box: Box) -> None:
    """Draws it in a box, high or broad."""
    canvas, match = frame.canvas, desk.match
    frame.put(shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(ROUND_END_PADDING)
    loser = score_table.loser(match.turns, match.round)
    broad = box.w > 1.3 * box.h
    if loser is None:
        _draw_words(
            frame,
            inner,
            say("sevens.round_end.even", "Equal!"),
            say("sevens.round_end.none", "Nobody gets a card."),
        )
        return
    name = desk.name(loser)
    head = say("sevens.round_end.lost", "{name} lost the round", name=name)
    # NOTE for translators: goes on from the headline "Blue lost the round".
    body = say("sevens.round_end.gets", "and gets a serendipity card for the next one.")
    side = inner.h if broad else inner.h * 0.5
    card_h = min(side, 330.0)
    card = card_back(canvas.px(card_h))
    wide = card_h * 5 / 7
    if broad:
        at = (inner.x + wide / 2, inner.centre[1])
        room = Box(inner.x + wide + 40, inner.y, inner.w - wide - 40, inner.h)
    else:
        at = (inner.centre[0], inner.y + card_h / 2)
        room = Box(inner.x, inner.y + card_h + 60, inner.w, inner.h - card_h - 60)
    frame.put(card, at)
    radius = card_h * 0.15
    frame.put(
        stone(desk.look(loser), radius * canvas.scale), (at[0] + wide * 0.42, at[1] + card_h * 0.42)
    )
    _draw_words(frame, room, head, body)


def _draw_words(frame: Frame, room: Box, head: Text, body: Text) -> None:
    canvas = frame.canvas
    size = HEAD_SIZE if room.w > 500 else NAME_SIZE
    title = Label(head, Box(0, 0, room.w, room.h * 0.5), size, TEXT, True, "centre", "top", most=3)
    if min_text_size():  # the bar says the rest to a room
        Label(head, room, size, TEXT, True, "centre", most=3).draw(frame)
        return
    under = Label(body, Box(0, 0, room.w, room.h * 0.4), BODY_SIZE, DIM, False, "centre", "top")
    high = title.text_height(canvas) + under.text_height(canvas) + HEADLINE_GAP
    top = room.y + max(0.0, (room.h - high) / 2)
    replace(title, box=Box(room.x, top, room.w, title.text_height(canvas))).draw(frame)
    top += title.text_height(canvas) + HEADLINE_GAP
    replace(under, box=Box(room.x, top, room.w, under.text_height(canvas))).draw(frame)


SKIP_GUARD_SECONDS: Final = 0.7
"""Seconds at first in which touches skip nothing: hands are still busy with the pieces."""
PREPARE_INTERVAL_SECONDS: Final = 0.03
"""Seconds between two pictures that are made before they are needed."""
AFTER_REVEAL_SECONDS: Final = 1e6
"""A time after every telling."""


class ScorePhase(BasePhase):
    """A touch ends the telling, the button goes on: to the round's table, then to what follows."""

    shows_column = False

    def __init__(self, desk: MatchContext) -> None:
        super().__init__(desk)
        match = desk.match
        self._turn = match.turns[-1]
        self._shown = compare(self._turn, match.terms.tolerance)
        self._telling = score_reveal(self._turn, self._shown)
        self._spent = 0.0
        """Seconds since the part began, at the table's pace."""
        self._deaf = SKIP_GUARD_SECONDS
        if desk.table.slow == 0:
            self._spent, self._deaf = AFTER_REVEAL_SECONDS, 0.0
        self._page: Literal["points", "round"] = "points"
        self._slide = SlideLayout.within(desk.plan.board, self._shown)
        self._ahead: list[float] = []
        """Moments whose pictures are made while the two pictures lie still."""

    # -- what is said ---------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self._turn.guesser

    @property
    def _moment(self) -> RevealState:
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
        loser = score_table.loser(match.turns, match.round)
        if loser is None:
            return say("sevens.round_end.equal", "Equal points: nobody gets a card.")
        return say(
            "sevens.round_end.card",
            "{name} lost this round and gets a card.",
            name=self.desk.name(loser),
        )

    # -- what is done -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._slide = SlideLayout.within(self.desk.plan.board, self._shown)
        starts = [step.start + MAX_REVEAL_STEP_SECONDS for step in self._telling.steps]
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
        self._spent = AFTER_REVEAL_SECONDS
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
            self._spent = self._spent + dt / slow if slow else AFTER_REVEAL_SECONDS
            if self._spent >= self._telling.length:
                self._finish()
        return super().update(dt)

    def wakes_in(self) -> float:
        if self._moment.over:
            return super().wakes_in()
        wait = self._telling.changes_in(self._spent) * self.desk.table.slow
        return min(wait, PREPARE_INTERVAL_SECONDS if self._ahead else inf, super().wakes_in())

    # -- what is seen -----------------------------------------------------------------------------

    @property
    def _column(self) -> Box:
        """The place of clock and score table."""
        plan = self.desk.plan
        top, left = min(plan.clock.y, plan.sheet.y), min(plan.clock.x, plan.sheet.x)
        right = max(plan.clock.right, plan.sheet.right)
        return Box(left, top, right - left, max(plan.clock.bottom, plan.sheet.bottom) - top)

    def draw_board_layer(self, frame: Frame) -> None:
        if self._page == "round":
            return
        box = self.desk.plan.board
        plan = board_plan(box.w / box.h)
        about = self.desk.about(self.seat)
        sight = BoardTransform.within(box, plan.width, plan.height, self.turns, about)
        draw_board(frame, sight, plan.width, plan.height, None)
        self._drawing(self._moment).draw(frame)

    def _drawing(self, moment: RevealState) -> ScoreRevealDrawing:
        return ScoreRevealDrawing(self.desk, self._slide, self._shown, moment, self.seat)

    def draw_words(self, frame: Frame) -> None:
        desk, match = self.desk, self.desk.match
        if self._page == "round":
            draw_score_sheet(frame, desk, desk.plan.board, match.round)
            draw_round_end(frame, desk, self._column)
            return
        moment = self._moment
        steps = 1 + self._turn.peeked + (self._shown.covering is not None)
        draw_turn_score(frame, desk, self._column, self._turn, moment, steps)
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

    def _draw_notes(self, frame: Frame, moment: RevealState) -> None:
        name = figure_label(self._turn.name)
        Label(name, self._slide.head, NAME_SIZE, WALNUT, True, "centre", most=1).draw(frame)
        said = None
        if moment.same > 0:
            said = say("sevens.scoring.shape", "The pieces lie differently, the shape is the same.")
        elif any(share > 0 for share in moment.astray):
            said = say("sevens.scoring.dashed", "Dashed: where these pieces belong.")
        if said is not None:
            most, foot = 2 if min_text_size() else 1, self._slide.foot
            Label(said, foot, BODY_SIZE, INK, align="centre", most=most, spare=True).draw(frame)

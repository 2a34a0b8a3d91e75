"""A run from memory besides its turns: how it begins, the next figure, how it ended."""

from collections.abc import Callable
from math import ceil
from typing import Final

from tabletop.engine import Text, count, say
from tabletop.games.sevens.alone.lone import LoneDesk
from tabletop.games.sevens.alone.solitaire import FIGURES, MOST, Solitaire
from tabletop.games.sevens.alone.solo_results import Best, Results, draw_best, draw_large, draw_run
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.figures import HARDEST
from tabletop.games.sevens.phases.looking import ReadyPart
from tabletop.games.sevens.phases.part import NOTHING, Clock, Part
from tabletop.games.sevens.phases.scoring import ScorePart
from tabletop.games.sevens.rules.tally import PEEK_COST, TurnScore
from tabletop.games.sevens.surface.board import BOARD
from tabletop.games.sevens.surface.figure_art import figure_picture, fitting_unit
from tabletop.ui import art, words
from tabletop.ui.canvas import Box
from tabletop.ui.choice import Choice
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop, Scene, Swap
from tabletop.ui.sheet import Plate, row
from tabletop.ui.theme import (
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    HEAD_SIZE,
    INK,
    NAME_SIZE,
    PETROL,
    SMALL_SIZE,
    TEXT,
)
from tabletop.ui.widgets import PushButton

GAP: Final = 24.0
PAD: Final = 44.0
CHOICE: Final = 138.0
"""The height of a choice with its words."""


class StartPart(Part):
    """How the run shall be, before it begins."""

    def __init__(self, desk: LoneDesk, run: Solitaire, results: Results) -> None:
        super().__init__(desk)
        self.run, self.results = run, results
        self._plates: tuple[Plate, ...] = ()
        self.labels: tuple[Label, ...] = ()

    @property
    def prompt(self) -> Text:
        return say("sevens.solo.start", "Choose how hard it begins, then touch Begin.")

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen for this run."""
        levels = tuple(range(1, HARDEST + 1))
        return (
            Choice(
                "difficulty",
                say("sevens.solo.difficulty", "The first figure: 1 is easy, 5 is hard"),
                tuple(say("choice.value", "{value}", value=level) for level in levels),
                levels,
                self.run.difficulty,
            ),
            Choice(
                "named",
                say("sevens.solo.named", "What the figure is"),
                (
                    say("sevens.solo.named.yes", "Told with the picture"),
                    say("sevens.solo.named.no", "Told afterwards"),
                ),
                (True, False),
                self.run.named,
            ),
        )

    def lay_buttons(self) -> list[PushButton]:
        inner = self._inner
        self._plates, self.labels = (), ()
        begin = say("sevens.solo.begin", "Begin")
        buttons = [PushButton("begin", self.desk.plan.actions, begin, "play", "main", HEAD_SIZE)]
        y = inner.bottom - 2 * CHOICE - GAP
        for choice in self.choices:
            laid = choice.laid_out(self.desk.canvas, Box(inner.x, y, inner.w, CHOICE))
            self._plates += tuple(laid.plates)
            self.labels += tuple(laid.labels)
            buttons += laid.buttons
            y += CHOICE + GAP
        return buttons

    @property
    def _inner(self) -> Box:
        board = self.desk.plan.board
        width = min(board.w - 2 * PAD, 1240.0)
        height = min(board.h - PAD, 1000.0)
        return Box.around(board.centre, width, height)

    def pressed(self, key: str, /) -> Change:
        run = self.run
        if key == "begin":
            run.begin(self.desk.now, run.difficulty, named=run.named)
            return None
        name, number = key.rsplit("=", 1)
        value = next(choice for choice in self.choices if choice.key == name).values[int(number)]
        if name == "named":
            run.named = bool(value)
        else:
            run.difficulty = int(value)
        return None

    def draw_words(self, frame: Frame) -> None:
        inner = self._inner
        above = inner.h - 2 * CHOICE - 2 * GAP
        title = Box(inner.x, inner.y, inner.w, above * 0.4)
        head = say("sevens.solo.title", "Seven figures to rebuild")
        Label(head, title, CARD_SIZE, TEXT, True, most=2).draw(frame)
        told = say(
            "sevens.solo.about",
            "You see each one for {seconds} seconds, then you rebuild it before the time is up. "
            "The better you are, the harder the next one. A peek costs {cost} points.",
            seconds=round(self.run.look_seconds),
            cost=PEEK_COST,
        )
        room = Box(inner.x, title.bottom + 14, inner.w, above * 0.6 - 14)
        Label(told, room, BODY_SIZE + 4, DIM, stands="top").draw(frame)
        for plate in self._plates:
            plate.draw(frame)

    def draw_answers(self, frame: Frame) -> None:
        """Puts the words of the choices on their buttons."""
        for label in self.labels:
            label.draw(frame)

    def draw_column(self, frame: Frame) -> None:
        """Puts what there is to beat beside it."""
        plan, ranked = self.desk.plan, self._ranked
        best = ranked.highest
        most = say("sevens.solo.most", "{most} points are the most", most=MOST)
        beat = say("sevens.solo.beat", "of {most} points to beat", most=MOST)
        draw_large(frame, plan.clock, best, most if best is None else beat)
        draw_best(frame, ranked, plan.sheet)

    @property
    def _ranked(self) -> Best:
        """The runs to beat; none at the beginning of a new day."""
        return self.results.of(self.desk.table.today(), self.run.options)


class NextPart(ReadyPart):
    """The booklet's figure lies under the curtain."""

    def lay_buttons(self) -> list[PushButton]:
        another, look = row(self.desk.plan.actions, 2, GAP)
        words = say("sevens.solo.another", "Another\none")
        return [
            PushButton("another", another, words, "again", size=BODY_SIZE),
            PushButton("look", look, say("sevens.look", "Look"), "eye", "main", HEAD_SIZE),
        ]

    def pressed(self, key: str, /) -> Change:
        match, now = self.desk.match, self.desk.now
        if key == "look":
            match.look(now)
        else:
            match.dispute(now, agreed=True)
        return None


class RunScorePart(ScorePart):
    """The points of a figure, told to the one person who is there."""

    @property
    def _points_said(self) -> Text:
        turn, most = self._turn, len(self._turn.target)
        if turn.cost:
            return count(
                "sevens.solo.paid",
                "You get 1 point: {found}, less {cost} for the peek.",
                "You get {n} points: {found}, less {cost} for the peek.",
                n=turn.points,
                found=turn.score.points,
                cost=turn.cost,
            )
        if self._shown.covering is not None and not turn.peeked:
            return super()._points_said
        if turn.points == most:
            return say("sevens.solo.all", "All {most} pieces: a perfect figure!", most=most)
        return count("sevens.solo.points", "You get 1 point.", "You get {n} points.", n=turn.points)

    @property
    def _next_label(self) -> Text:
        if self.desk.match.round == FIGURES - 1:
            return say("sevens.to_result", "Result")
        return say("sevens.solo.next", "Next")


class RunOverPart(Part):
    """The end of a run: its sum, and every figure with its points."""

    def __init__(
        self, desk: LoneDesk, run: Solitaire, results: Results, again: Callable[[], Scene]
    ) -> None:
        """`again` makes another run of the same kind."""
        super().__init__(desk)
        self.run, self._again = run, again
        self._best = results.of(desk.table.today(), run.options)
        self._whole = len(run.turns) == FIGURES
        self._record = self._whole and self._best.add(run.sum)

    @property
    def prompt(self) -> Text:
        if not self._whole:
            return say("sevens.solo.short", "The run was stopped before its end.")
        if self._record:
            return say("sevens.solo.record", "Well remembered: the best run of today!")
        return self._best.said()

    @property
    def clock(self) -> Clock:
        return Clock(0.0, 0.0, NOTHING)

    def lay_buttons(self) -> list[PushButton]:
        leave, again = row(self.desk.plan.actions, 2, GAP)
        return [
            PushButton("leave", leave, say("sevens.alone.leave", "Leave"), "out", size=BODY_SIZE),
            PushButton(
                "again", again, say("sevens.solo.again", "Again"), "again", "main", NAME_SIZE
            ),
        ]

    def pressed(self, key: str, /) -> Change:
        return Swap(self._again()) if key == "again" else Pop()

    def draw_words(self, frame: Frame) -> None:
        board = self.desk.plan.board
        columns = 4 if board.w > board.h else 2
        rows = ceil(FIGURES / columns)
        width = (board.w - GAP * (columns - 1)) / columns
        height = (board.h - GAP * (rows - 1)) / rows
        for number, turn in enumerate(self.run.turns):
            line, column = divmod(number, columns)
            x, y = board.x + column * (width + GAP), board.y + line * (height + GAP)
            _draw_card(frame, Box(x, y, width, height), turn)

    def draw_column(self, frame: Frame) -> None:
        """Puts the sum beside the figures."""
        plan = self.desk.plan
        of = say("sevens.solo.of_most", "of {most} points", most=MOST)
        draw_large(frame, plan.clock, self.run.sum, of)
        if self._whole:
            draw_best(frame, self._best, plan.sheet)
        else:
            draw_run(frame, self.run, plan.sheet)


def _draw_card(frame: Frame, box: Box, turn: TurnScore) -> None:
    """One figure of the run, its name and its points."""
    canvas = frame.canvas
    frame.put(art.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(24), BOARD), box.centre)
    foot = min(96.0, box.h * 0.3)
    room = Box(box.x + 12, box.y + 10, box.w - 24, box.h - foot - 14)
    unit = fitting_unit(turn.target, room.w, room.h) * canvas.scale
    frame.put(figure_picture(turn.target, unit), room.centre)
    y = box.bottom - foot / 2 - 4
    points = words.figures(str(turn.points), canvas.px(foot * 0.72), PETROL)
    wide = points.get_width() / canvas.scale
    frame.put(points, (box.right - 24 - wide / 2, y))
    name = Box(box.x + 20, y - foot / 2, box.w - 64 - wide, foot)
    Label(called(turn.name), name, SMALL_SIZE + 5, INK, True, most=2).draw(frame)

"""Playing alone from memory: a run of seven figures, and the best runs of the day."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Final, TypeAlias

from tabletop.engine import Options, Text, count, say
from tabletop.engine.game import OptionValue
from tabletop.games.sevens.figures import MAX_DIFFICULTY, figure_label
from tabletop.games.sevens.rules.match import PEEK_COST, Phase, TurnScore
from tabletop.games.sevens.rules.solitaire import FIGURES, MAX_RUN_POINTS, Solitaire
from tabletop.games.sevens.scenes.context import NO_TEXT, SoloContext
from tabletop.games.sevens.scenes.phase_scene import SOLO_PATIENCE_SECONDS, PhaseScene
from tabletop.games.sevens.scenes.phases.base import BasePhase, ClockReading
from tabletop.games.sevens.scenes.phases.guessing import GuessPhase, LookPhase, ReadyPhase
from tabletop.games.sevens.scenes.phases.scoring import ScorePhase
from tabletop.games.sevens.view.board import BOARD_COLOUR, draw_clock, prewarm_clock
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import PageFactory
from tabletop.ui.core.scene import Change, Pop, Scene, Swap
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    HEAD_SIZE,
    INK,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    PETROL,
    RESULT_SIZE,
    SMALL_SIZE,
    TEXT,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField
from tabletop.ui.widgets.page import Plate, split_row
from tabletop.ui.widgets.question_dialog import Answers

RUN_TABLE_PADDING: Final = 22.0
MAX_BEST_RUNS: Final = 3
"""How many best totals are kept."""

OptionsKey: TypeAlias = tuple[tuple[str, OptionValue], ...]
"""The options of a run, as a key."""


@dataclass(slots=True)
class BestRuns:
    """The best totals of runs with the same options, the highest first."""

    sums: list[int] = field(default_factory=list)

    @property
    def highest(self) -> int | None:
        return self.sums[0] if self.sums else None

    def add(self, points: int) -> bool:
        """Adds a total; whether it is a new best."""
        record = self.highest is None or points > self.highest
        self.sums = sorted((*self.sums, points), reverse=True)[:MAX_BEST_RUNS]
        return record

    def said(self) -> Text:
        """The best total as text; empty without one."""
        if self.highest is None:
            return NO_TEXT
        return say(
            "sevens.solo.best",
            "Best today: {points} of {most}.",
            points=self.highest,
            most=MAX_RUN_POINTS,
        )


class DayResults:
    """The best runs of a day by their options."""

    def __init__(self) -> None:
        self._day = ""
        self._best: dict[OptionsKey, BestRuns] = {}

    def of(self, day: str, options: Mapping[str, OptionValue]) -> BestRuns:
        """The best runs of that day with these options; other days are forgotten."""
        if day != self._day:
            self._day, self._best = day, {}
        return self._best.setdefault(tuple(sorted(options.items())), BestRuns())


def day_results(table: AppContext) -> DayResults:
    """The runs since the program started."""
    results = table.remembered.setdefault("sevens.runs", DayResults())
    assert isinstance(results, DayResults)
    return results


def draw_run(frame: Frame, run: Solitaire, box: Box) -> None:
    """Draws the score table of a run."""
    canvas = frame.canvas
    frame.put(shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(RUN_TABLE_PADDING)
    cell = inner.w / FIGURES
    small, big = canvas.px(min(BODY_SIZE - 6, cell * 0.6)), canvas.px(min(NAME_SIZE, cell * 0.8))
    upper, lower, last = (inner.y + inner.h * share for share in (0.1, 0.42, 0.86))
    lit = Box(0, 0, cell * 0.86, inner.h * 0.66)
    for number in range(FIGURES):
        x, now = inner.x + cell * (number + 0.5), number == run.round
        if now:
            plate = shapes.rounded(canvas.px(lit.w), canvas.px(lit.h), canvas.px(16), PANEL_ACTIVE)
            frame.put(plate, (x, inner.y + inner.h * 0.26))
        frame.put(
            typesetting.line(
                str(number + 1), small, TEXT if now else DIM, now, context=frame.context
            ),
            (x, upper),
        )
        points = run.points(number, 0)
        if points is None:
            dash = shapes.rounded(canvas.px(20), canvas.px(4), canvas.px(2), PANEL_LINE)
            frame.put(dash, (x, lower))
        else:
            frame.put(
                typesetting.tabular_line(str(points), big, TEXT, context=frame.context), (x, lower)
            )
    row = Box(inner.x + 6, last - 30, inner.w - 12, 60)
    Label(say("sevens.sum", "Sum"), row, BODY_SIZE, DIM, most=1).draw(frame)
    total = typesetting.tabular_line(
        str(run.sum), canvas.px(NAME_SIZE), TEXT, context=frame.context
    )
    frame.put(total, (row.right - total.get_width() / canvas.scale / 2, last))


def draw_large(frame: Frame, box: Box, points: int | None, below: Text) -> None:
    """Draws a total in large digits with text below; a star without a total."""
    canvas = frame.canvas
    x, y = box.centre
    high = min(RESULT_SIZE * 1.3, box.h * 0.5, box.w * 0.55)
    up = y - box.h * 0.1
    if points is None:
        frame.put(icon("star", canvas.px(high), PANEL_LINE), (x, up))
    else:
        frame.put(
            typesetting.tabular_line(str(points), canvas.px(high), TEXT, context=frame.context),
            (x, up),
        )
    room = Box(box.x, up + high * 0.45, box.w, box.bottom - up - high * 0.45)
    Label(below, room, BODY_SIZE, DIM, align="centre", most=2).draw(frame)


def draw_best(frame: Frame, best: BestRuns, box: Box) -> None:
    """Draws the best totals."""
    canvas = frame.canvas
    frame.put(shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(RUN_TABLE_PADDING)
    head = Box(inner.x + 6, inner.y, inner.w - 12, 44)
    Label(say("sevens.solo.best_runs", "Best today"), head, BODY_SIZE, DIM, most=1).draw(frame)
    line = (inner.bottom - head.bottom) / MAX_BEST_RUNS
    for place in range(MAX_BEST_RUNS):
        y = head.bottom + line * (place + 0.5) + 4
        rank = typesetting.line(f"{place + 1}.", canvas.px(BODY_SIZE), DIM, context=frame.context)
        frame.put(rank, (inner.x + 6 + rank.get_width() / canvas.scale / 2, y))
        row = Box(inner.x + 70, y - line / 2, inner.w - 76, line)
        if place < len(best.sums):
            said = say(
                "sevens.solo.of", "{points} of {most}", points=best.sums[place], most=MAX_RUN_POINTS
            )
            Label(said, row, BODY_SIZE + 4, TEXT, place == 0, most=1).draw(frame)
        else:
            dash = shapes.rounded(canvas.px(20), canvas.px(4), canvas.px(2), PANEL_LINE)
            frame.put(dash, (row.x + 10, y))


GAP: Final = 24.0
RESULT_PADDING: Final = 44.0
OPTION_ROW_HEIGHT: Final = 138.0
"""The height of a choice with its label."""


class SoloStartPhase(BasePhase):
    """The options of a run before it begins."""

    def __init__(self, context: SoloContext, run: Solitaire, results: DayResults) -> None:
        super().__init__(context)
        self.run, self.results = run, results
        self._plates: tuple[Plate, ...] = ()
        self.labels: tuple[Label, ...] = ()

    @property
    def prompt(self) -> Text:
        return say("sevens.solo.start", "Choose how hard it begins, then touch Begin.")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        levels = tuple(range(1, MAX_DIFFICULTY + 1))
        return (
            ChoiceField(
                "difficulty",
                say("sevens.solo.difficulty", "The first figure: 1 is easy, 5 is hard"),
                tuple(say("choice.value", "{value}", value=level) for level in levels),
                levels,
                self.run.difficulty,
            ),
            ChoiceField(
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
        buttons = [PushButton("begin", self.context.plan.actions, begin, "play", "main", HEAD_SIZE)]
        y = inner.bottom - 2 * OPTION_ROW_HEIGHT - GAP
        for choice in self.choices:
            laid = choice.laid_out(self.context.canvas, Box(inner.x, y, inner.w, OPTION_ROW_HEIGHT))
            self._plates += tuple(laid.plates)
            self.labels += tuple(laid.labels)
            buttons += laid.buttons
            y += OPTION_ROW_HEIGHT + GAP
        return buttons

    @property
    def _inner(self) -> Box:
        board = self.context.plan.board
        width = min(board.w - 2 * RESULT_PADDING, 1240.0)
        height = min(board.h - RESULT_PADDING, 1000.0)
        return Box.around(board.centre, width, height)

    def pressed(self, key: str, /) -> Change:
        run = self.run
        if key == "begin":
            run.begin(self.context.now, run.difficulty, named=run.named)
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
        above = inner.h - 2 * OPTION_ROW_HEIGHT - 2 * GAP
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
        for label in self.labels:
            label.draw(frame)

    def draw_column(self, frame: Frame) -> None:
        plan, ranked = self.context.plan, self._ranked
        best = ranked.highest
        most = say("sevens.solo.most", "{most} points are the most", most=MAX_RUN_POINTS)
        beat = say("sevens.solo.beat", "of {most} points to beat", most=MAX_RUN_POINTS)
        draw_large(frame, plan.clock, best, most if best is None else beat)
        draw_best(frame, ranked, plan.sheet)

    @property
    def _ranked(self) -> BestRuns:
        """The runs to beat."""
        return self.results.of(self.context.table.today(), self.run.options)


class SoloReadyPhase(ReadyPhase):
    """The booklet's figure is under the curtain."""

    def lay_buttons(self) -> list[PushButton]:
        another, look = split_row(self.context.plan.actions, 2, GAP)
        words = say("sevens.solo.another", "Another\none")
        return [
            PushButton("another", another, words, "again", size=BODY_SIZE),
            PushButton("look", look, say("sevens.look", "Look"), "eye", "main", HEAD_SIZE),
        ]

    def pressed(self, key: str, /) -> Change:
        match, now = self.context.match, self.context.now
        if key == "look":
            match.look(now)
        else:
            match.dispute(now, agreed=True)
        return None


class SoloScorePhase(ScorePhase):
    """The points of a figure, for a single player."""

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
        if self.context.match.round == FIGURES - 1:
            return say("sevens.to_result", "Result")
        return say("sevens.solo.next", "Next")


class SoloResultPhase(BasePhase):
    """The end of a run: its total, and every figure with its points."""

    def __init__(
        self, context: SoloContext, run: Solitaire, results: DayResults, again: Callable[[], Scene]
    ) -> None:
        """`again` makes another run of the same kind."""
        super().__init__(context)
        self.run, self._again = run, again
        self._best = results.of(context.table.today(), run.options)
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
    def clock(self) -> ClockReading:
        return ClockReading(0.0, 0.0, NO_TEXT)

    def lay_buttons(self) -> list[PushButton]:
        leave, again = split_row(self.context.plan.actions, 2, GAP)
        return [
            PushButton("leave", leave, say("sevens.alone.leave", "Leave"), "out", size=BODY_SIZE),
            PushButton(
                "again", again, say("sevens.solo.again", "Again"), "again", "main", NAME_SIZE
            ),
        ]

    def pressed(self, key: str, /) -> Change:
        return Swap(self._again()) if key == "again" else Pop()

    def draw_words(self, frame: Frame) -> None:
        board = self.context.plan.board
        columns = 4 if board.w > board.h else 2
        rows = ceil(FIGURES / columns)
        width = (board.w - GAP * (columns - 1)) / columns
        height = (board.h - GAP * (rows - 1)) / rows
        for number, turn in enumerate(self.run.turns):
            line, column = divmod(number, columns)
            x, y = board.x + column * (width + GAP), board.y + line * (height + GAP)
            _draw_card(frame, Box(x, y, width, height), turn)

    def draw_column(self, frame: Frame) -> None:
        plan = self.context.plan
        of = say("sevens.solo.of_most", "of {most} points", most=MAX_RUN_POINTS)
        draw_large(frame, plan.clock, self.run.sum, of)
        if self._whole:
            draw_best(frame, self._best, plan.sheet)
        else:
            draw_run(frame, self.run, plan.sheet)


def _draw_card(frame: Frame, box: Box, turn: TurnScore) -> None:
    """Draws one figure of the run."""
    canvas = frame.canvas
    frame.put(
        shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(24), BOARD_COLOUR), box.centre
    )
    foot = min(96.0, box.h * 0.3)
    room = Box(box.x + 12, box.y + 10, box.w - 24, box.h - foot - 14)
    unit = fitting_unit(turn.target, room.w, room.h) * canvas.scale
    frame.put(figure_picture(turn.target, unit), room.centre)
    y = box.bottom - foot / 2 - 4
    points = typesetting.tabular_line(
        str(turn.points), canvas.px(foot * 0.72), PETROL, context=frame.context
    )
    wide = points.get_width() / canvas.scale
    frame.put(points, (box.right - 24 - wide / 2, y))
    name = Box(box.x + 20, y - foot / 2, box.w - 64 - wide, foot)
    Label(figure_label(turn.name), name, SMALL_SIZE + 5, INK, True, most=2).draw(frame)


class SoloScene(PhaseScene):
    """A run of seven figures from memory."""

    idle_timeout = SOLO_PATIENCE_SECONDS
    context: SoloContext

    def __init__(
        self,
        table: AppContext,
        options: Options,
        results: DayResults | None = None,
        *,
        sound: PageFactory | None = None,
    ) -> None:
        """`results` keeps the totals of complete runs; None: those of the table."""
        self.table, self.options = table, options
        self.results = day_results(table) if results is None else results
        self.run = Solitaire(table.seed(), options=options, date=table.today())
        context = SoloContext(table, self.run, sound=sound)
        super().__init__(context, SoloStartPhase(context, self.run, self.results))
        self.shown_moment = self.moment

    @property
    def moment(self) -> tuple[object, ...]:
        run = self.run
        return run.phase, len(run.shown), len(run.turns)

    def follow(self) -> None:
        before = self.shown_moment
        if self.moment != before and before[0] is Phase.TOSS:
            self.context.count_usage("memory begun")
        ended = self.run.phase is Phase.OVER and len(self.run.turns) == FIGURES
        if self.moment != before and ended:
            self.context.count_usage("memory finished")
        super().follow()

    def next_phase(self) -> BasePhase:
        context, run = self.context, self.run
        match run.phase:
            case Phase.READY:
                return SoloReadyPhase(context)
            case Phase.LOOK:
                return LookPhase(context)
            case Phase.GUESS | Phase.PEEK:
                return self.phase if isinstance(self.phase, GuessPhase) else GuessPhase(context)
            case Phase.SCORED:
                return SoloScorePhase(context)
            case Phase.OVER:
                return SoloResultPhase(context, run, self.results, self.again)
            case _:
                return SoloStartPhase(context, run, self.results)

    def again(self) -> "SoloScene":
        """Another run that begins like this one."""
        scene = SoloScene(self.table, self.options, self.results, sound=self.context.sound)
        scene.run.difficulty, scene.run.named = self.run.began_with, self.run.named
        return scene

    # -- what is said and drawn ---------------------------------------------------------------

    @property
    def head(self) -> Text:
        if self.run.phase in (Phase.TOSS, Phase.OVER):
            return say("sevens.solo", "From memory")
        return say(
            "sevens.solo.head", "Figure {number} of {count}",
            number=self.run.round + 1, count=FIGURES,
        )  # fmt: skip

    @property
    def other_prompt(self) -> Text:
        run = self.run
        if run.phase in (Phase.TOSS, Phase.OVER) or run.figure is None:
            return self._about
        return say(
            "sevens.solo.figure", "Difficulty {level} of {most}. Points so far: {points}.",
            level=run.figure.difficulty, most=MAX_DIFFICULTY, points=run.sum,
        )  # fmt: skip

    @property
    def _about(self) -> Text:
        if self.run.phase is Phase.OVER:
            return say(
                "sevens.solo.told.over",
                "For each figure the pieces that were right, less the price of a peek.",
            )
        return say("sevens.solo.told", "Seven figures are drawn at random.")

    @property
    def answers(self) -> Answers:
        if self.run.phase in (Phase.TOSS, Phase.OVER):
            return ()
        return (("stop", say("sevens.solo.stop", "End this run"), "plain"),)

    def answered(self, answer: str, /) -> Change:
        if answer == "stop":
            self.run.stop(self.context.now)
        return None

    def draw_column(self, frame: Frame) -> None:
        phase, plan = self.phase, self.context.plan
        if isinstance(phase, SoloStartPhase | SoloResultPhase):
            phase.draw_column(frame)
            return
        clock = phase.clock
        prewarm_clock(frame.canvas, plan.clock)
        draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
        draw_run(frame, self.run, plan.sheet)

    def draw_answers(self, frame: Frame) -> None:
        if isinstance(self.phase, SoloStartPhase):
            self.phase.draw_answers(frame)

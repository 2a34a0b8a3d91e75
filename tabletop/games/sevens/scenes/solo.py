"""Playing alone from memory: a run of seven figures, and the best runs of the day."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tabletop.engine import Options, Text, count, say
from tabletop.engine.game import OptionValue
from tabletop.games.sevens.figures import MAX_DIFFICULTY, figure_label
from tabletop.games.sevens.rules.match import PEEK_COST, Phase, TurnScore
from tabletop.games.sevens.rules.solitaire import FIGURES, MAX_RUN_POINTS, Solitaire
from tabletop.games.sevens.scenes.context import NO_TEXT, SoloContext
from tabletop.games.sevens.scenes.pause import pause_trays
from tabletop.games.sevens.scenes.phase_scene import SOLO_PATIENCE_SECONDS, PhaseScene
from tabletop.games.sevens.scenes.phases.base import BasePhase, ClockReading, laid_out
from tabletop.games.sevens.scenes.phases.guessing import GuessPhase, LookPhase, ReadyPhase
from tabletop.games.sevens.scenes.phases.scoring import ScorePhase
from tabletop.games.sevens.view.board import (
    BOARD_COLOUR,
    draw_clock,
    draw_line,
    draw_number,
    draw_panel,
    prewarm_clock,
)
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import PageFactory
from tabletop.ui.core.scene import Change, Pop, Scene, Swap
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import Boxes, column, grid, item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    HEAD_SIZE,
    INK,
    NAME_SIZE,
    PANEL_ACTIVE,
    PANEL_LINE,
    PETROL,
    RESULT_SIZE,
    SMALL_SIZE,
    TEXT,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField, ChoiceWidgets
from tabletop.ui.widgets.entry_trays import EntryTray
from tabletop.ui.widgets.options_sheet import chosen_answer
from tabletop.ui.widgets.page import split_row

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
    canvas = frame.canvas
    draw_panel(frame, box)
    inner = box.inset(RUN_TABLE_PADDING)
    cell = inner.w / FIGURES
    small, big = canvas.px(min(BODY_SIZE - 6, cell * 0.6)), canvas.px(min(NAME_SIZE, cell * 0.8))
    upper, lower, last = (inner.y + inner.h * share for share in (0.1, 0.42, 0.86))
    for number in range(FIGURES):
        x, now = inner.x + cell * (number + 0.5), number == run.round
        if now:
            lit = Box.around((x, inner.y + inner.h * 0.26), cell * 0.86, inner.h * 0.66)
            draw_panel(frame, lit, PANEL_ACTIVE, 16)
        draw_line(frame, str(number + 1), small, TEXT if now else DIM, (x, upper), bold=now)
        points = run.points(number, 0)
        if points is None:
            draw_panel(frame, Box.around((x, lower), 20, 4), PANEL_LINE, 2)
        else:
            draw_number(frame, points, big, TEXT, (x, lower))
    row = Box.around((inner.centre[0], last), inner.w - 12, 60)
    Label(say("sevens.sum", "Total"), row, BODY_SIZE, DIM, most=1).draw(frame)
    draw_number(frame, run.sum, canvas.px(NAME_SIZE), TEXT, (row.right, last), align="right")


def draw_large(frame: Frame, box: Box, points: int | None, below: Text) -> None:
    """Draws a total in large digits with text below; a star without a total."""
    high = min(RESULT_SIZE * 1.3, box.h * 0.5, box.w * 0.55)
    pixels, at = frame.canvas.px(high), (box.centre[0], box.centre[1] - box.h * 0.1)
    if points is None:
        frame.put(icon("star", pixels, PANEL_LINE), at)
    else:
        draw_number(frame, points, pixels, TEXT, at)
    room = padded("words", (0, at[1] + high * 0.45 - box.y, 0, 0)).place(box)["words"]
    Label(below, room, BODY_SIZE, DIM, align="centre", most=2).draw(frame)


def draw_best(frame: Frame, best: BestRuns, box: Box) -> None:
    draw_panel(frame, box)
    line = row(6, item("rank", 64), "run", 6)
    boxes = column(
        padded("head", (6, 0, 6, 0), size=44),
        column(*[line] * MAX_BEST_RUNS, offset=(0, 4)),
        padding=RUN_TABLE_PADDING,
    ).place(box)
    head = say("sevens.solo.best_runs", "Best today")
    Label(head, boxes["head"], BODY_SIZE, DIM, most=1).draw(frame)
    for place, (rank, run) in enumerate(zip(boxes.all("rank"), boxes.all("run"), strict=True)):
        y = rank.centre[1]
        pixels = frame.canvas.px(BODY_SIZE)
        draw_line(frame, f"{place + 1}.", pixels, DIM, (rank.x, y), align="left")
        if place < len(best.sums):
            said = say(
                "sevens.solo.of", "{points} of {most}", points=best.sums[place], most=MAX_RUN_POINTS
            )
            Label(said, run, BODY_SIZE + 4, TEXT, place == 0, most=1).draw(frame)
        else:
            draw_panel(frame, Box.around((run.x + 10, y), 20, 4), PANEL_LINE, 2)


GAP: Final = 24.0
RESULT_PADDING: Final = 44.0
OPTION_ROW_HEIGHT: Final = 138.0
"""The height of a choice with its label."""


class SoloStartPhase(BasePhase):
    """The options of a run before it begins."""

    def __init__(self, context: SoloContext, run: Solitaire, results: DayResults) -> None:
        super().__init__(context)
        self.run, self.results = run, results
        self.choices_shown = ChoiceWidgets()

    @property
    def prompt(self) -> Text:
        return say("sevens.solo.start", "Choose a difficulty, then touch Begin.")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        levels = tuple(range(1, MAX_DIFFICULTY + 1))
        return (
            ChoiceField(
                "difficulty",
                say("sevens.solo.difficulty", "Starting difficulty"),
                tuple(say("choice.value", "{value}", value=level) for level in levels),
                levels,
                self.run.difficulty,
            ),
            ChoiceField(
                "named",
                say("sevens.solo.named", "Name of the figure"),
                (
                    say("sevens.solo.named.yes", "With the picture"),
                    say("sevens.solo.named.no", "Afterwards"),
                ),
                (True, False),
                self.run.named,
            ),
        )

    def lay_buttons(self) -> list[PushButton]:
        begin = say("sevens.solo.begin", "Begin")
        self.choices_shown = laid_out(self.context, self.choices, self._boxes.all("choice"))
        return [
            PushButton("begin", self.context.plan.actions, begin, "play", "main", HEAD_SIZE),
            *self.choices_shown.buttons,
        ]

    @property
    def _boxes(self) -> Boxes:
        board = self.context.plan.board
        width = min(board.w - 2 * RESULT_PADDING, 1240.0)
        height = min(board.h - RESULT_PADDING, 1000.0)
        above = height - 2 * OPTION_ROW_HEIGHT - 2 * GAP
        choice = item("choice", OPTION_ROW_HEIGHT)
        return column(item("title", above * 0.4), 14, "about", GAP, choice, GAP, choice).place(
            Box.around(board.centre, width, height)
        )

    def pressed(self, key: str, /) -> Change:
        run = self.run
        if key == "begin":
            run.begin(self.context.now, run.difficulty, named=run.named)
            return None
        name, value = chosen_answer(self.choices, key)
        if name == "named":
            run.named = bool(value)
        else:
            run.difficulty = int(value)
        return None

    def draw_words(self, frame: Frame) -> None:
        boxes = self._boxes
        head = say("sevens.solo.title", "Seven figures to rebuild")
        Label(head, boxes["title"], CARD_SIZE, TEXT, True, most=2).draw(frame)
        told = say(
            "sevens.solo.about",
            "You see each one for {seconds} seconds, then you rebuild it before the time is up. "
            "The better you are, the harder the next one. A peek costs {cost} points.",
            seconds=round(self.run.look_seconds),
            cost=PEEK_COST,
        )
        Label(told, boxes["about"], BODY_SIZE + 4, DIM, stands="top").draw(frame)
        for plate in self.choices_shown.plates:
            plate.draw(frame)

    def draw_answers(self, frame: Frame) -> None:
        for label in self.choices_shown.labels:
            label.draw(frame)

    def draw_column(self, frame: Frame) -> None:
        plan = self.context.plan
        ranked = self.results.of(self.context.table.today(), self.run.options)
        best = ranked.highest
        most = say("sevens.solo.most", "Best possible: {most}", most=MAX_RUN_POINTS)
        beat = say("sevens.solo.beat", "of {most} points to beat", most=MAX_RUN_POINTS)
        draw_large(frame, plan.clock, best, most if best is None else beat)
        draw_best(frame, ranked, plan.sheet)


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
                "You get 1 point: {found} − {cost} for the peek.",
                "You get {n} points: {found} − {cost} for the peek.",
                n=turn.points,
                found=turn.score.points,
                cost=turn.cost,
            )
        if self._shown.covering is not None and not turn.peeked:
            return super()._points_said
        if turn.points == most:
            return say("sevens.solo.all", "All {most} pieces: a perfect figure.", most=most)
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
        # A run without a point is no result to beat.
        self._record = self._whole and run.sum > 0 and self._best.add(run.sum)

    @property
    def prompt(self) -> Text:
        if not self._whole:
            return say("sevens.solo.short", "The run was stopped before its end.")
        if not self.run.sum:
            return say("sevens.solo.zero", "No points this time. Try again?")
        if self._record and 2 * self.run.sum >= MAX_RUN_POINTS:
            return say("sevens.solo.record", "Well remembered! The best run today.")
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
        cards = grid(["card"] * FIGURES, columns=columns, gap=GAP).place(board).all("card")
        for turn, card in zip(self.run.turns, cards, strict=False):
            _draw_card(frame, card, turn)

    def draw_column(self, frame: Frame) -> None:
        plan = self.context.plan
        of = say("sevens.solo.of_most", "of {most} points", most=MAX_RUN_POINTS)
        draw_large(frame, plan.clock, self.run.sum, of)
        if self._whole:
            draw_best(frame, self._best, plan.sheet)
        else:
            draw_run(frame, self.run, plan.sheet)


def _draw_card(frame: Frame, box: Box, turn: TurnScore) -> None:
    canvas = frame.canvas
    draw_panel(frame, box, BOARD_COLOUR, 24)
    foot = min(96.0, box.h * 0.3)
    boxes = column(padded("picture", (12, 10, 12, 0)), item("foot", foot), 4).place(box)
    room = boxes["picture"]
    unit = fitting_unit(turn.target, room.w, room.h) * canvas.scale
    frame.put(figure_picture(turn.target, unit), room.centre)
    at = (box.right - 24, boxes["foot"].centre[1])
    wide = draw_number(frame, turn.points, canvas.px(foot * 0.72), PETROL, at, align="right")
    name = padded("name", (20, 0, 44 + wide, 0)).place(boxes["foot"])["name"]
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
        if run.phase is Phase.OVER:
            return say(
                "sevens.solo.told.over",
                "One point per correct piece, minus peeks.",
            )
        if run.phase is Phase.TOSS or run.figure is None:
            return say("sevens.solo.told", "Seven figures are drawn at random.")
        return say(
            "sevens.solo.figure", "Difficulty {level} of {most}. Points so far: {points}.",
            level=run.figure.difficulty, most=MAX_DIFFICULTY, points=run.sum,
        )  # fmt: skip

    @property
    def pause_trays(self) -> tuple[EntryTray, ...]:
        stop = () if self.run.phase in (Phase.TOSS, Phase.OVER) else ("stop",)
        return pause_trays((), (*stop, "leave"), self.table_entries)

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

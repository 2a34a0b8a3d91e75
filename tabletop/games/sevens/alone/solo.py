"""Alone, from memory, on the screen."""

from tabletop.engine import Options, Text, say
from tabletop.games.sevens.alone.lone import AloneScene, LoneDesk
from tabletop.games.sevens.alone.solitaire import FIGURES, Solitaire
from tabletop.games.sevens.alone.solo_parts import NextPart, RunOverPart, RunScorePart, StartPart
from tabletop.games.sevens.alone.solo_results import TODAY, Results, draw_run
from tabletop.games.sevens.figures import HARDEST
from tabletop.games.sevens.phases.guessing import GuessPart
from tabletop.games.sevens.phases.looking import LookPart
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.clock_face import draw_clock, warm_clock
from tabletop.ui.ask import Answers
from tabletop.ui.frame import Frame
from tabletop.ui.live import NewPage
from tabletop.ui.scene import Change
from tabletop.ui.table import Table


class SoloScene(AloneScene):
    """A run of seven figures against the booklet."""

    def __init__(
        self,
        table: Table,
        options: Options,
        results: Results = TODAY,
        *,
        sound: NewPage | None = None,
    ) -> None:
        """`results`: where the sums of whole runs are kept."""
        self.table, self.options, self.results = table, options, results
        self.run = Solitaire(table.seed(), options=options, date=table.today())
        desk = LoneDesk(table, self.run, sound=sound)
        super().__init__(desk, StartPart(desk, self.run, results))
        self._shown = self._moment

    @property
    def _moment(self) -> tuple[object, ...]:
        run = self.run
        return run.phase, len(run.shown), len(run.turns)

    def follow(self) -> None:
        moment = self._moment
        if moment == self._shown:
            return
        if self._shown[0] is Phase.TOSS:
            self.desk.tell_host("memory begun")
        if self.run.phase is Phase.OVER and len(self.run.turns) == FIGURES:
            self.desk.tell_host("memory finished")
        self._shown = moment
        self.show(self._part(self.part))

    def _part(self, before: Part) -> Part:
        """The part for the run's phase; a peek keeps the part of rebuilding."""
        desk, run = self.desk, self.run
        match run.phase:
            case Phase.READY:
                return NextPart(desk)
            case Phase.LOOK:
                return LookPart(desk)
            case Phase.GUESS | Phase.PEEK:
                return before if isinstance(before, GuessPart) else GuessPart(desk)
            case Phase.SCORED:
                return RunScorePart(desk)
            case Phase.OVER:
                return RunOverPart(desk, run, self.results, self.again)
            case _:
                return StartPart(desk, run, self.results)

    def again(self) -> "SoloScene":
        """Another run that begins like this one."""
        scene = SoloScene(self.table, self.options, self.results, sound=self.desk.sound)
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
    def told(self) -> Text:
        run = self.run
        if run.phase in (Phase.TOSS, Phase.OVER) or run.figure is None:
            return self._about
        return say(
            "sevens.solo.figure", "Difficulty {level} of {most}. Points so far: {points}.",
            level=run.figure.difficulty, most=HARDEST, points=run.sum,
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
            self.run.stop(self.desk.now)
        return None

    def draw_column(self, frame: Frame) -> None:
        part, plan = self.part, self.desk.plan
        if isinstance(part, StartPart | RunOverPart):
            part.draw_column(frame)
            return
        clock = part.clock
        warm_clock(frame.canvas, plan.clock)
        draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
        draw_run(frame, self.run, plan.sheet)

    def draw_answers(self, frame: Frame) -> None:
        if isinstance(self.part, StartPart):
            self.part.draw_answers(frame)

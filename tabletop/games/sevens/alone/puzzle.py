"""The classic puzzle on the screen, and the figures that follow each other there."""

from random import Random
from typing import Final

from tabletop.engine import Text, say
from tabletop.games.sevens import figures
from tabletop.games.sevens.alone.lone import AloneScene, LoneDesk
from tabletop.games.sevens.alone.puzzle_part import PuzzlePart
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.figures import HARDEST, Figure
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.shelf.browse import FIGURE, BrowseScene
from tabletop.ui.ask import Answers
from tabletop.ui.frame import Frame
from tabletop.ui.live import NewPage
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.table import Table

EASY: Final = 2
"""The difficulty up to which the first figure may be."""


class Succession:
    """Which figure comes next: as hard as the last, or harder once that was done without help.

    No figure comes again before all have been there.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(f"{seed}:puzzle")
        self._seen: list[Figure] = []

    def first(self) -> Figure:
        """An easy one."""
        return self._drawn([f for f in figures.booklet() if f.difficulty <= EASY])

    def after(self, figure: Figure, *, harder: bool) -> Figure:
        """The one that follows a figure."""
        self._seen.append(figure)
        wanted = min(HARDEST, figure.difficulty + harder)
        fresh = [f for f in figures.booklet() if f not in self._seen]
        if not fresh:
            self._seen = [figure]
            fresh = [f for f in figures.booklet() if f != figure]
        least = min(abs(f.difficulty - wanted) for f in fresh)
        return self._drawn([f for f in fresh if abs(f.difficulty - wanted) == least])

    def _drawn(self, some: list[Figure]) -> Figure:
        return some[int(self._random.random() * len(some))]


class PuzzleScene(AloneScene):
    """A silhouette to be laid, without a clock; then another one."""

    def __init__(self, table: Table, *, sound: NewPage | None = None) -> None:
        self.table = table
        self.succession = Succession(table.seed())
        # Parts are made for a desk with a match; here it never begins.
        desk = LoneDesk(table, SevensMatch(), sound=sound)
        self.puzzle = PuzzlePart(desk, self.succession.first(), self._following, self._browse)
        super().__init__(desk, self.puzzle)
        self._counted: tuple[Figure | None, str] = (None, "")

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        self._count()
        return change

    def _count(self) -> None:
        """Counts for the host which figures are begun and done, each once."""
        puzzle, pieces = self.puzzle, self.puzzle.surface.pieces
        figure, step = self._counted
        step = step if figure is puzzle.figure else ""
        if not step and any(not pieces.in_tray(piece.number) for piece in pieces.pieces):
            step = "begun"
            self.desk.tell_host("puzzle begun")
        if step == "begun" and puzzle.solved is not None:
            step = "finished"
            self.desk.tell_host("puzzle finished")
        self._counted = puzzle.figure, step

    def _following(self) -> Figure:
        puzzle = self.puzzle
        harder = puzzle.solved is not None and puzzle.hints == 0
        return self.succession.after(puzzle.figure, harder=harder)

    def _browse(self) -> Change:
        return Push(PuzzleBooklet(self.table), self._picked)

    def _picked(self, figure: object) -> Change:
        if isinstance(figure, Figure):
            self.puzzle.show(figure)
            self.lay_out()
        return None

    @property
    def head(self) -> Text:
        return say("sevens.puzzle.title", "Puzzle")

    @property
    def told(self) -> Text:
        figure = self.puzzle.figure
        return say(
            "sevens.puzzle.figure",
            "{name}. Difficulty {level} of {most}.",
            name=called(figure.name),
            level=figure.difficulty,
            most=HARDEST,
        )

    @property
    def still(self) -> Text:
        return say("sevens.puzzle.still", "Take your time: there is no clock.")

    @property
    def answers(self) -> Answers:
        if self.puzzle.solved is not None:
            return ()
        return (("anew", say("sevens.puzzle.anew", "All pieces back to the tray"), "plain"),)

    def answered(self, answer: str, /) -> Change:
        if answer == "anew":
            self.puzzle.anew()
        return None

    def draw_column(self, frame: Frame) -> None:
        self.puzzle.draw_column(frame)

    def draw_answers(self, frame: Frame) -> None:
        self.puzzle.draw_answers(frame)


class PuzzleBooklet(BrowseScene):
    """The booklet to choose a puzzle from: silhouettes only, and the first touch takes one."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, hint=say("sevens.puzzle.choose", "Touch the figure to lay"))

    def pressed(self, key: str, /) -> Change:
        if key.startswith(FIGURE):
            return Pop(self.shown[int(key.removeprefix(FIGURE))])
        return super().pressed(key)

"""The board of the lesson of Sevens: which pieces lie on it, what is seen, what is enough."""

from collections.abc import Sequence
from math import ceil, inf

from tabletop.engine import Text, count, say
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.learning.tasks import (
    FAREWELL,
    TASKS,
    PieceTask,
    awry,
    kinds_of,
    target_of,
)
from tabletop.games.sevens.loose.moving import Happening, Laid, Slid, Snapped
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.rules.score import agreement
from tabletop.games.sevens.surface.sight import BoardPlan, board_plan
from tabletop.games.sevens.surface.surface import Surface
from tabletop.games.sevens.surface.wood import centred, surface_for
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.lesson_page import LessonPage
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.widgets import PushButton


class LessonBoard(LessonPage):
    """What a learner sees of the pieces."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, GAME.title, len(TASKS))
        self.surface: Surface | None = None
        self._plan_made: BoardPlan | None = None
        self._shown: float | None = None
        """Seconds that the picture is still seen; None while it is not."""

    @property
    def key(self) -> str:
        return GAME.key

    @property
    def task(self) -> PieceTask:
        return TASKS[self.index]

    @property
    def words(self) -> Text:
        if self._shown is not None:
            left = ceil(self._shown - 1e-6)
            return count(
                "sevens.lesson.left",
                "Remember how they lie. One second more.",
                "Remember how they lie. {n} seconds more.",
                n=left,
            )
        taps = self.table.settings["pieces.hold"] == "tap"
        return self.task.by_taps if taps and self.task.by_taps else self.task.words

    @property
    def farewell(self) -> Text:
        return FAREWELL

    @property
    def target(self) -> Picture:
        """The picture of this step, where it lies on the board."""
        plan = self._plan_made or self._board_plan
        return centred(target_of(self.task, self.index), plan)

    @property
    def _board_plan(self) -> BoardPlan:
        box = self.plan.near
        return board_plan(box.w / box.h)

    # -- the steps -------------------------------------------------------------------------------

    def begin(self, index: int) -> None:
        del index  # every step has its own board
        self._shown = None
        self._lay_pieces(Picture())

    def go_on(self, *, solved: bool) -> None:
        del solved
        self.begin(self.index)

    def placed(self) -> None:
        if self.surface is None or self._board_plan != self._plan_made:
            self.begin(self.index)
        self._fit()

    def _fit(self) -> None:
        if self.surface is not None:
            self.surface.fit(self.plan.near, self.turns, self.plan.about)

    def _lay_pieces(self, laid: Picture) -> None:
        """The pieces of this step, in the tray or as `laid`."""
        self._plan_made = self._board_plan
        task, target = self.task, self.target
        kinds = kinds_of(task, self.index)
        numbers = [FULL_SET.index(kind) for kind in kinds]
        if task.doing == "lay":
            laid = Picture(tuple(piece for piece in target.pieces if piece.kind != task.kind))
        self.surface = surface_for(self.table, self._plan_made, kinds, numbers, laid)
        if task.doing == "lay":
            missing = next(piece for piece in target.pieces if piece.kind == task.kind)
            number = kinds.index(task.kind)
            lies = self.surface.pieces.pieces[number].pose
            self.surface.pieces.place(number, awry(task, lies, missing.pose))
            self.surface.outlines = (missing,)
        self._fit()
        self._enable()

    def _enable(self) -> None:
        if self.surface is not None:
            may = self.task.doing in ("lay", "rebuild")
            self.surface.enabled = may and not self.solved and not self.over

    def choices(self) -> tuple[PushButton, ...]:
        if self.solved or self.over or self._shown is not None:
            return ()
        box = Box(0, 0, 1, 1)
        match self.task.doing:
            case "look":
                words = say("sevens.look", "Look")
                return (PushButton("look", box, words, "eye", "main"),)
            case "peek":
                words = say("sevens.lesson.peek.button", "Peek")
                return (PushButton("look", box, words, "eye", "main"),)
            case "rebuild":
                words = say("sevens.done", "Done")
                return (PushButton("done", box, words, "check", "main"),)
            case _:
                return ()

    @property
    def _asks(self) -> bool:
        return not self.solved and not self.over and self._shown is None

    def _solve(self) -> None:
        self.say_done(self.task.done)
        if self.surface is not None:
            self.surface.outlines = ()
            numbers = range(len(self.surface.pieces.pieces))
            self.surface.unselect()
            self.surface.marks = dict.fromkeys(numbers, "agrees") if not self._looks else {}
        self._enable()

    @property
    def _looks(self) -> bool:
        return self.task.doing in ("look", "peek")

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        if self.surface is None:
            return None
        happened = self.surface.update(dt)
        if any(isinstance(each, Snapped) for each in happened):
            self.table.play("snap")
        if self._asks and self.task.doing == "lay":
            self._judge(happened)
        if self._shown is not None:
            self._see(dt)
        return None

    def _judge(self, happened: Sequence[Happening]) -> None:
        """Looks at the piece that has come to lie."""
        surface = self.surface
        arrived = [each.number for each in happened if isinstance(each, Snapped | Slid | Laid)]
        if surface is None or not arrived:
            return
        if len(agreement(self.target, surface.picture()).pairs) == len(self.target):
            self._solve()
        elif not all(surface.pieces.in_tray(number) for number in arrived):
            self.say_why(self.task.other)
        self.refresh()

    def _see(self, dt: float) -> None:
        left = (self._shown or 0.0) - dt
        self._shown = left if left > 0 else None
        if self._shown is None:
            self._lay_pieces(Picture())
            self._solve()
        self.refresh()

    def wakes_in(self) -> float:
        wood = self.surface.wakes_in() if self.surface is not None else inf
        if self._shown is None:
            return wood
        return min(wood, self._shown % 1.0 + 0.005)

    # -- what is seen ----------------------------------------------------------------------------

    def draw_board(self, frame: Frame) -> None:
        if self.surface is not None:
            self.surface.draw(frame)

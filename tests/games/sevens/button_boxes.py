"""Two people with a button box each: left, OK, right and back."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Sequence
from math import copysign

from tabletop.engine import Seat
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import SYMMETRY, Picture, Pose
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import BasePhase, centred
from tabletop.games.sevens.view.board import BoardPlan
from tabletop.games.sevens.view.piece_board import MIN_STRIDE, QUICK_REPEAT_SECONDS, PieceBoard
from tabletop.input.actions import Action, Buzz, Press, Walk
from tabletop.input.actions import Button as Key
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import PageBuilder, Scene, SceneStack, no_pages
from tabletop.ui.widgets.buttons import ButtonGroup
from tabletop.ui.widgets.page import PageGuard, PageScene

TICK = 1 / 30


class Boxes:
    """What the boxes do to a stack of scenes, as the loop would hand it on."""

    def __init__(
        self, first: Scene, size: tuple[int, int] = (1280, 800), build: PageBuilder = no_pages
    ) -> None:
        self.stack = SceneStack(first, Canvas(size), build)

    # -- what there is ------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        return self.stack.top

    @property
    def scene(self) -> SevensScene:
        assert isinstance(self.top, SevensScene)
        return self.top

    @property
    def phase(self) -> BasePhase:
        return self.scene.phase

    @property
    def match(self) -> SevensMatch:
        return self.scene.context.match

    @property
    def surface(self) -> PieceBoard:
        assert self.phase.surface is not None
        return self.phase.surface

    @property
    def buttons(self) -> ButtonGroup:
        """The buttons of the page, or of the part, that is on top."""
        if isinstance(self.top, PageScene):
            return self.top.buttons
        return self.phase.buttons

    @property
    def asked(self) -> Seat | None:
        """Whose box it is: a page above a match is for one seat, or for anybody."""
        if isinstance(self.top, SevensScene):
            return self.phase.seat
        guard = getattr(self.top, "guard", None)
        return guard.seat if isinstance(guard, PageGuard) else None

    # -- buttons ------------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / TICK))):
            self.tick()

    def tick(self) -> None:
        """A thirtieth of a second goes by."""
        self.stack.update(TICK)

    def do(self, action: Action) -> None:
        self.tick()
        self.stack.handle(action)
        self.tick()

    def walk(self, by: int, seat: Seat | None = None) -> None:
        """Left (-1) or right (1) on the box of the seat that is asked, or on another one's."""
        self.do(Walk(source="serial", seat=self.asked if seat is None else seat, by=by))

    def press(self, key: Key = Key.OK, seat: Seat | None = None) -> None:
        asked = self.asked if seat is None else seat
        self.do(Press(source="serial", seat=asked, button=key))

    def call(self, seat: Seat) -> None:
        self.do(Buzz(source="serial", seat=seat))

    def reach(self, key: str, by: int = 1) -> None:
        """Walks until the white frame is about a button."""
        for _ in range(120):
            if self.buttons.focus == key:
                return
            self.walk(by)
        raise AssertionError(f"{key!r} cannot be reached")

    def choose(self, key: str) -> None:
        """Walks to a button and presses it, once it is heard."""
        heard = self.top if isinstance(self.top, PageScene) else self.phase
        while getattr(heard, "ignores_touches", False):
            self.wait(0.1)
        self.reach(key)
        self.press()

    # -- pieces -------------------------------------------------------------------------------

    def select(self, number: int) -> None:
        """Walks until the white frame is about a piece."""
        for _ in range(120):
            if self.surface.hands.keyed and self.surface.selected == number:
                return
            self.walk(1)
        raise AssertionError(f"piece {number} cannot be reached")

    def lay(self, number: int, pose: Pose) -> None:
        """Takes a piece up, leads it where it belongs, turns it, and lays it down."""
        while self.phase.ignores_touches:
            self.wait(0.1)
        self.select(number)
        self.press()
        taken = self.surface.taken
        assert taken == number
        piece = self.surface.pieces.pieces[number]
        self._move(pose.x - piece.pose.x)
        self.press()
        self._move(pose.y - piece.pose.y)
        self.press()
        if piece.kind == "P":
            if pose.flipped != piece.pose.flipped:
                self.walk(1)
                self.wait(0.3)
            self.press()
        step, whole = self.surface.hands.step, SYMMETRY[piece.kind]
        now = self.surface.pieces.pieces[number].pose.turn
        for _ in range(round((pose.turn - now) % whole / step) % round(whole / step)):
            self.walk(1)
        self.wait(0.3)
        self.press()
        assert self.surface.taken is None
        self.settle()

    def _move(self, by: float) -> None:
        """Single steps: each after so long a rest that it is the shortest."""
        for _ in range(round(abs(by) / MIN_STRIDE)):
            self.walk(round(copysign(1, by)))
            self.wait(QUICK_REPEAT_SECONDS + 0.05)

    def settle(self) -> None:
        for _ in range(600):
            if self.surface.pieces.asleep:
                return
            self.tick()
        raise AssertionError("a piece never comes to rest")

    def build(self, picture: Picture, count: int | None = None) -> None:
        """Lays so many pieces of a picture in the middle of the board; all without a count."""
        table = self.surface.pieces
        assert table.tray is not None
        walls = table.walls
        placed = centred(picture, BoardPlan(walls.width, walls.height, table.tray)).pieces
        free = [piece.number for piece in table.pieces]
        for piece in placed[:count]:
            number = next(n for n in free if table.pieces[n].kind == piece.kind)
            free.remove(number)
            self.lay(number, piece.pose)

    # -- turns --------------------------------------------------------------------------------

    def take_from_booklet(self, figure: int) -> None:
        """Has a figure of the booklet's first page laid; of a larger one only the name is taken."""
        count = self.match.piece_count
        self.choose("booklet")
        assert isinstance(self.top, BookletPage)
        few = count < len(self.top.shown[figure].picture)
        self.choose(f"figure:{figure}")
        self.choose("take")
        self.choose("build" if few else "lay")
        self.settle()

    def open(self) -> None:
        """Opens the curtain for as long as buttons are pressed."""
        phase = self.phase
        assert isinstance(phase, ArrangePhase)
        if not phase.curtain.stays:
            self.choose("curtain")
        self.wait(0.5)

    def rebuild(self, picture: Picture, count: int | None = None) -> None:
        """Looks, lays so many pieces where they belong, and says that it is done."""
        self.choose("look")
        self.wait_for(Phase.GUESS)
        self.build(picture, count)
        self.finish()

    def finish(self) -> None:
        self.choose("done")
        if self.match.phase is Phase.GUESS:  # pieces in the tray are asked about once
            self.wait(1)
            self.choose("done")

    def wait_for(self, *phases: Phase) -> None:
        for _ in range(10_000):
            if self.match.phase in phases:
                return
            self.tick()
        raise AssertionError(f"{phases} do not come, it is {self.match.phase}")

    def lead_on(self, keys: Sequence[str] = ("on",)) -> None:
        """Waits for a button that leads on, and presses it."""
        for _ in range(600):
            usable = [b.key for b in self.buttons.buttons if b.enabled and b.key in keys]
            if usable:
                self.choose(usable[0])
                return
            self.wait(0.1)
        raise AssertionError("nothing leads on")

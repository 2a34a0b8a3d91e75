"""Builds tangram pictures by touching what is on the screen."""

from collections.abc import Sequence

from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import SYMMETRY, Kind, Picture, Point, Pose
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phases.chance import TossPhase
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.ui.core.canvas import Canvas
from tests.end_to_end.app_window import Room
from tests.end_to_end.pointing import Pixel
from tests.end_to_end.posted_touches import Fingers

BUILDER = 2
"""The finger that moves pieces; another one may hold the curtain open."""


class Tangram:
    """A match of Sevens on a room's table, and fingers that play it."""

    def __init__(self, room: Room, hands: Fingers) -> None:
        self.room = room
        self.hands = hands

    @property
    def scene(self) -> SevensScene:
        assert isinstance(self.room.top, SevensScene)
        return self.room.top

    @property
    def match(self) -> SevensMatch:
        return self.scene.context.match

    @property
    def phase(self) -> BasePhase:
        return self.scene.phase

    @property
    def surface(self) -> PieceBoard:
        assert self.phase.surface is not None
        return self.phase.surface

    # -- buttons ------------------------------------------------------------------------------

    def place_of(self, key: str) -> Pixel:
        """Where a button of the present part really lies, whomever it faces."""
        button = next(b for b in self.phase.buttons.buttons if b.key == key)
        at = button.box.centre
        return self._pixel(self.scene.context.really(at, self.phase.seat))

    def press(self, key: str) -> None:
        """Taps a button, once the part has shown itself for a moment."""
        while self.phase.ignores_touches:
            self.room.turn(0.1)
        self.hands.tap(self.place_of(key))

    def menu(self) -> None:
        """Opens the pause."""
        at = self.scene.context.plan.menu.centre
        self.hands.tap(self._pixel(self.scene.context.really(at, self.phase.seat)))

    def lead_on(self) -> None:
        """Waits for the one button that leads on, and presses it."""
        for _ in range(120):
            for button in self.phase.buttons.buttons:
                if button.style == "main" and button.enabled:
                    self.press(button.key)
                    return
            self.room.turn(0.2)
        raise AssertionError("nothing leads on")

    # -- what is done with buttons --------------------------------------------------------------

    def toss(self) -> None:
        """Touches the coin, sees it land, and goes on."""
        assert isinstance(self.phase, TossPhase)
        self.hands.tap(self._pixel(self.phase.middle))
        self.room.rest()
        self.press("on")

    def arrange(self, figure: Figure, leave: Sequence[int] = ()) -> None:
        """Has a figure of the booklet laid, takes some pieces back, and shows it."""
        few = self.match.piece_count < len(figure.picture)
        self.press("booklet")
        self.pick(figure)
        self.hands.press("build" if few else "lay")
        self.settle()
        self.press("curtain")
        self.room.rest()
        if few:
            self.build(figure.picture)
        for number in leave:
            piece = self.surface.pieces.pieces[number]
            assert self.surface.pieces.tray is not None
            home = self.surface.pieces.tray
            self.drag(piece.pose.at, (home.left + home.width / 2, home.top + home.height / 2))
        self.press("done")
        if self.match.must_unveil and self.match.phase is Phase.ARRANGE:
            self.show_one()
        assert self.match.phase is Phase.READY, self.phase.prompt

    def show_one(self) -> None:
        """Chooses the piece that Piece Unveil shows: the first that lies out."""
        assert isinstance(self.phase, ArrangePhase)
        if not self.phase.curtain.open:
            self.press("curtain")
        self.room.rest()
        self.hands.tap(self.spot(self.surface.pieces.pieces[0].pose.at), BUILDER)

    def pick(self, figure: Figure) -> None:
        """Finds a figure in the booklet that is open, and takes it."""
        browse = self.room.top
        assert isinstance(browse, BookletPage)
        group = next(n for n, name in enumerate(browse.groups) if name == figure.group)
        self.hands.press(f"group:{group}")
        while figure not in browse.shown:
            self.hands.press("later")
        self.hands.press(f"figure:{browse.shown.index(figure)}")
        self.hands.press("take")

    # -- pieces -------------------------------------------------------------------------------

    def build(self, picture: Picture, numbers: Sequence[int] = ()) -> None:
        """Lays the pieces of a picture, or those of its pieces that are named, where they belong.

        The picture is moved to the middle of the work room first.
        """
        free = list(range(len(self.surface.pieces.pieces)))
        for number, piece in enumerate(self.centred(picture).pieces):
            mine = next(n for n in free if self._kind(n) == piece.kind)
            free.remove(mine)
            if not numbers or number in numbers:
                self.lay(mine, piece.pose)

    def centred(self, picture: Picture) -> Picture:
        """A picture in the middle of the work room."""
        pieces = self.surface.pieces
        walls, tray = pieces.walls, pieces.tray
        assert tray is not None
        beside = tray.height >= walls.height - 0.01
        left, bottom = (tray.right, walls.height) if beside else (0.0, tray.top)
        x, y = (left + walls.width) / 2, bottom / 2
        return picture.shifted((x - picture.middle[0], y - picture.middle[1]))

    def lay(self, number: int, pose: Pose) -> None:
        """Brings one piece where it belongs: over, round by taps, and there by a drag."""
        kind = self._kind(number)
        if kind == "P" and self._pose(number).flipped != pose.flipped:
            self._control(number, "flip")
        step = self.surface.hands.step
        turns = round((pose.turn - self._pose(number).turn) % SYMMETRY[kind] / step)
        for _ in range(turns % round(SYMMETRY[kind] / step)):
            self.hands.tap(self.spot(self._pose(number).at), BUILDER)
            self.settle()
        self.drag(self._pose(number).at, pose.at)

    def drag(self, start: Point, end: Point) -> None:
        """Drags from one place on the wood to another, at a hand's pace, and lets it settle."""
        finger = BUILDER
        self.hands.down(self.spot(start), finger)
        for share in (0.25, 0.5, 0.75, 1.0, 1.0, 1.0, 1.0):
            x = start[0] + (end[0] - start[0]) * share
            y = start[1] + (end[1] - start[1]) * share
            self.hands.move(self.spot((x, y)), finger)
        self.hands.up(finger)
        self.settle()

    def wait_for(self, phase: Phase) -> None:
        """Lets time go by until the match has come to a phase."""
        for _ in range(4 * 400):
            if self.match.phase is phase:
                return
            self.room.turn(0.25)
        raise AssertionError(f"{phase} does not come, it is {self.match.phase}")

    def settle(self) -> None:
        """Turns until no piece moves."""
        for _ in range(240):
            if self.surface.pieces.asleep:
                return
            self.room.turn()
        raise AssertionError("a piece never comes to rest")

    def spot(self, at: Point) -> Pixel:
        """Where a place on the wood really lies."""
        return self._pixel(self.surface.sight.to_canvas(at))

    def _control(self, number: int, deed: str) -> None:
        wanted = [c for c in self.surface.controls if (c.number, c.action) == (number, deed)]
        assert wanted, f"there is no way to {deed} piece {number}"
        self.hands.tap(self.spot(wanted[0].at), BUILDER)
        self.settle()

    def _kind(self, number: int) -> Kind:
        return self.surface.pieces.pieces[number].kind

    def _pose(self, number: int) -> Pose:
        return self.surface.pieces.pieces[number].pose

    def _pixel(self, at: Point) -> Pixel:
        return Canvas(self.room.display.surface.get_size()).to_pixels(at)

"""People who play a match of Sevens on phones: only by what their views show."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
from collections.abc import Iterable, Iterator
from itertools import count

import msgspec

from tabletop.app.opening import page_builder
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import Picture, Point, centroid, length, pose_of
from tabletop.games.sevens.scenes.context import Seating
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene, with_seating
from tabletop.games.sevens.scenes.phases.base import lay_picture
from tabletop.input.actions import (
    Action,
    Button,
    Cancel,
    Down,
    Drop,
    LeaveSeat,
    Press,
    PressKey,
    Pull,
    TakeSeat,
    Tap,
    Twist,
    WriteText,
)
from tabletop.party.views import PieceShape, PiecesView, ResultView, View, WaitView
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene, SceneStack
from tests.games.sevens.arranging import TICK, let_pass

ENGLISH = UiContext()
NAMES = ("Ada", "Ben")


class Sofa:
    """A match at a table whose people have phones."""

    def __init__(
        self,
        table: AppContext,
        match: SevensMatch | None = None,
        *,
        seats: Iterable[int] = (0, 1),
        levels: tuple[str | None, str | None] = (None, None),
        size: tuple[int, int] = (1280, 800),
    ) -> None:
        start = MatchSetup(table, Scene, {})
        if match is None:
            match = SevensMatch(table.seed())
        seating = Seating().but(0, level=levels[0]).but(1, level=levels[1])
        self.scene: SevensScene = start.taken_up(with_seating(match.record(), seating), "one")
        self.table = table
        self.context = self.scene.context
        self.match = self.context.match
        self.canvas = Canvas(size, table.ui_context)
        self.stack = SceneStack(self.scene, self.canvas, page_builder(table))
        self._contacts = count(1_000_000)
        for seat in seats:
            self.take(seat)

    # -- hands ------------------------------------------------------------------------------------

    def take(self, seat: int, language: str = "en") -> None:
        self.act(TakeSeat(source="phone", seat=seat, name=NAMES[seat], language=language))

    def leave(self, seat: int) -> None:
        self.act(LeaveSeat(source="phone", seat=seat))

    def act(self, action: Action) -> None:
        self.stack.handle(action)
        self.stack.update(TICK)

    def press(self, seat: int, key: str) -> None:
        """Presses a button that the phone shows."""
        self.wait(0.5)
        assert key in self.keys(seat), f"{key} is not offered: {self.keys(seat)}"
        self.act(PressKey(source="phone", seat=seat, key=key))

    def write(self, seat: int, text: str) -> None:
        assert self.pieces(seat).entry
        self.act(WriteText(source="phone", seat=seat, text=text))

    def wait(self, seconds: float) -> None:
        let_pass(self.stack, seconds)

    def down(self, seat: int, at: Point) -> int:
        contact = next(self._contacts)
        self.act(Down(source="phone", seat=seat, contact=contact, at=at))
        self.wait(0.1)
        return contact

    def pull(self, seat: int, contact: int, began: Point, at: Point) -> None:
        self.act(Pull(source="phone", seat=seat, contact=contact, at=at, began=began))
        self.wait(0.4)

    def drop(self, seat: int, contact: int, began: Point, at: Point) -> None:
        self.act(Drop(source="phone", seat=seat, contact=contact, at=at, began=began))
        self.wait(0.5)

    def drag(self, seat: int, key: str, by: Point) -> None:
        """Drags a piece by so many units."""
        began = centroid(self.piece(seat, key).corners)
        at = (began[0] + by[0], began[1] + by[1])
        contact = self.down(seat, began)
        self.pull(seat, contact, began, at)
        self.drop(seat, contact, began, at)

    def carry(self, seat: int, key: str, to: Point = (0.0, 0.0)) -> None:
        """Drags a piece to a place, from the middle of the board."""
        (left, top, width, high), at = (
            self.pieces(seat).board,
            centroid(self.piece(seat, key).corners),
        )
        by = left + width / 2 + to[0] - at[0], top + high / 2 + to[1] - at[1]
        self.drag(seat, key, by)

    def tap(self, seat: int, key: str) -> None:
        at = centroid(self.piece(seat, key).corners)
        contact = self.down(seat, at)
        self.act(Tap(source="phone", seat=seat, contact=contact, at=at))
        self.wait(0.5)

    def cancel(self, contact: int) -> None:
        """The phone of a contact is gone."""
        self.act(Cancel(source="phone", contact=contact, at=(0.0, 0.0)))

    def turn(self, seat: int, by: int) -> None:
        self.act(Twist(source="phone", seat=seat, at=(0.0, 0.0), by=by))
        self.wait(0.5)

    def flip(self, seat: int) -> None:
        self.act(Press(source="phone", seat=seat, button=Button.FLIP))
        self.wait(0.5)

    def build(self, seat: int, picture: Picture, *, most: int = 7) -> None:
        """Lays a picture piece by piece with a finger, in the middle of the board."""
        view = self.pieces(seat)
        x, y = view.board[0] + view.board[2] / 2, view.board[1] + view.board[3] / 2
        middle = picture.middle
        free = [piece.key for piece in view.pieces]
        for piece in picture.shifted((x - middle[0], y - middle[1])).pieces[:most]:
            kinds = {each.key: each.kind for each in view.pieces}
            key = next(each for each in free if kinds[each] == piece.kind)
            free.remove(key)
            self._lay(seat, key, piece.pose.at, piece.pose.turn, flipped=piece.pose.flipped)

    def _lay(self, seat: int, key: str, at: Point, turn: float, *, flipped: bool) -> None:
        began = centroid(self.piece(seat, key).corners)
        contact = self.down(seat, began)
        shape = self.piece(seat, key)
        if pose_of(shape.kind, shape.corners).flipped != flipped and shape.kind == "P":  # type: ignore[arg-type]
            self.flip(seat)
        now = pose_of(shape.kind, self.piece(seat, key).corners)  # type: ignore[arg-type]
        steps = round((turn - now.turn) / 45) % 8
        if steps:
            self.turn(seat, steps if steps <= 4 else steps - 8)
        self.pull(seat, contact, began, at)
        self.drop(seat, contact, began, at)

    # -- hands at the table ---------------------------------------------------------------------

    def touch(self, key: str) -> None:
        """A touch of a button on the big screen."""
        self.wait(0.6)
        button = next(each for each in self.scene.phase.buttons.buttons if each.key == key)
        assert button.enabled
        at = self.context.really(button.centre, self.scene.phase.seat)
        self.act(Down(source="touch", contact=1, at=at))
        self.act(Tap(source="touch", contact=1, at=at))

    def lay(self, picture: Picture, but: tuple[int, ...] = ()) -> None:
        """Lays a picture on the board of the big screen, but some of its pieces."""
        surface = self.scene.phase.surface
        assert surface is not None
        lay_picture(surface, picture, 0.0)
        for number in but:
            surface.pieces.send_home(number)
        self.wait(0.5)

    def press_done_at_the_table(self) -> None:
        self.touch("done")
        self.wait(1.0)
        if self.phase is Phase.GUESS:
            self.touch("done")

    # -- eyes -------------------------------------------------------------------------------------

    def view(self, seat: int | None, context: UiContext = ENGLISH) -> View | None:
        return self.stack.top.phone_view(seat, context)

    def pieces(self, seat: int | None) -> PiecesView:
        found = self.view(seat)
        assert isinstance(found, PiecesView), found
        return found

    def words(self, seat: int | None) -> WaitView:
        found = self.view(seat)
        assert isinstance(found, WaitView), found
        return found

    def result(self, seat: int | None) -> ResultView:
        found = self.view(seat)
        assert isinstance(found, ResultView), found
        return found

    def piece(self, seat: int, key: str) -> PieceShape:
        return next(each for each in self.pieces(seat).pieces if each.key == key)

    def keys(self, seat: int | None) -> list[str]:
        """The buttons that a phone can press now."""
        found = self.view(seat)
        assert found is not None
        tools = found.tools if isinstance(found, PiecesView) else ()
        return [each.key for each in (*found.choices, *tools) if each.enabled]

    def drawn(self) -> Frame:
        frame = Frame(self.canvas)
        self.stack.draw(frame)
        return frame

    # -- whole phases -----------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        return self.match.phase

    def toss(self, seat: int = 0) -> None:
        self.press(seat, "coin")
        self.wait(1.0)
        self.press(self.scene.phase.seat if self.keys(self.scene.phase.seat) else seat, "on")

    def arrange(self, picture: Picture, name: str = "Kite") -> None:
        seat = self.match.arranger
        self.build(seat, picture)
        self.write(seat, name)
        self.press(seat, "done")

    def look(self) -> None:
        self.press(self.match.guesser, "look")
        self.wait(self.match.look_seconds + 0.1)

    def score(self, seat: int) -> None:
        """On from the points, over the round's table if there is one."""
        while self.phase is Phase.SCORED:
            keys = self.keys(seat)
            self.press(seat, "on" if "on" in keys else "skip")


def polygons(view: View | None) -> Iterator[tuple[Point, ...]]:
    """Every shape in a view, whatever it stands for."""

    def found(value: object) -> Iterator[tuple[Point, ...]]:
        if isinstance(value, dict):
            for part in value.values():
                yield from found(part)
        elif isinstance(value, list | tuple):
            pairs = [
                part
                for part in value
                if isinstance(part, list | tuple)
                and len(part) == 2
                and all(isinstance(number, int | float) for number in part)
            ]
            if len(pairs) >= 3 and len(pairs) == len(value):
                yield tuple((float(x), float(y)) for x, y in pairs)
            else:
                for part in value:
                    yield from found(part)

    yield from found(msgspec.to_builtins(view))


def same_place(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether two shapes are the same piece in the same place."""
    return len(one) == len(other) and all(min(length(a, b) for b in other) < 0.01 for a in one)

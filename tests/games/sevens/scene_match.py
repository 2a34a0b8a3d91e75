"""A match scene with touches."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
from tabletop.app.opening import page_builder
from tabletop.engine import Record
from tabletop.games.sevens import Picture, SevensMatch
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.scenes.context import FACING, TOGETHER, Seating
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene, with_seating
from tabletop.games.sevens.scenes.pause import PausePage
from tabletop.games.sevens.scenes.phases.base import board_plan_for, work_area
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Down, Point, Press, Pull, Tap
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene, SceneStack
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.games.sevens.scripted_match import (
    go_on,
    guessing,
    look,
    play,
    seed_of,
    show,
    take_turn,
    tossed,
)

BROAD, TALL, SMALL = (1920, 1080), (1080, 1920), (1024, 600)


TICK = 1 / 60


class Glass:
    """A match in a window, under pages that come to lie above it; fingers and keys work it."""

    def __init__(
        self,
        table: AppContext,
        match: SevensMatch,
        *,
        size: tuple[int, int] = (1280, 800),
        facing: bool = False,
        match_id: str = "one",
    ) -> None:
        start = MatchSetup(table, Scene, match.options)
        record = with_seating(match.record(), Seating.at_edges(FACING if facing else TOGETHER))
        self.scene = start.taken_up(record, match_id)
        self.match = self.scene.context.match
        self.stack = SceneStack(self.scene, Canvas(size), page_builder(table))

    @property
    def surface(self) -> PieceBoard:
        assert self.scene.phase.surface is not None
        return self.scene.phase.surface

    @property
    def asked(self) -> QuestionDialog | PausePage | SeatsScene:
        """The question, the pause or the page of players that lies above."""
        assert isinstance(self.stack.top, QuestionDialog | PausePage | SeatsScene)
        return self.stack.top

    def down(self, at: Point, contact: int = 1) -> None:
        self.stack.handle(Down(source="touch", contact=contact, at=at))

    def up(self, at: Point, contact: int = 1) -> None:
        self.stack.handle(Tap(source="touch", contact=contact, at=at))

    def tap(self, key: str) -> None:
        """A tap on a button of what lies on top."""
        while getattr(self.stack.top, "ignores_touches", False):
            self.stack.update(TICK)
        at = self.place(key)
        self.down(at, 9)
        self.up(at, 9)

    def place(self, key: str) -> Point:
        top = self.stack.top
        if top is self.scene:
            buttons = self.scene.phase.buttons.buttons
        else:
            buttons = self.asked.buttons.buttons
        at = next(button for button in buttons if button.key == key).centre
        return self.scene.context.really(at, self.scene.phase.seat) if top is self.scene else at

    def menu(self) -> None:
        """A tap on the menu's button."""
        context = self.scene.context
        at = context.really(context.plan.menu.centre, self.scene.phase.seat)
        self.down(at, 9)
        self.up(at, 9)

    def choose(self, *keys: str) -> None:
        """Opens the pause, and answers what is asked."""
        self.menu()
        for key in keys:
            self.tap(key)

    def answers(self) -> list[str]:
        return [button.key for button in self.asked.buttons.buttons]

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK)):
            self.stack.update(TICK)

    def grip(self, number: int, by: Point = (0.0, 0.0), contact: int = 1) -> None:
        """A finger takes a piece, and moves it by so many units."""
        sight = self.surface.sight
        at = self.surface.pieces.pieces[number].pose.at
        began, end = sight.to_canvas(at), sight.to_canvas((at[0] + by[0], at[1] + by[1]))
        self.down(began, contact)
        self.wait(0.1)
        if by != (0.0, 0.0):
            self.stack.handle(Pull(source="touch", contact=contact, at=end, began=began))
            self.wait(0.4)

    def held(self) -> list[int]:
        return [piece.number for piece in self.surface.pieces.pieces if piece.held]

    def drawn(self) -> Frame:
        frame = Frame(self.scene.context.canvas)
        self.stack.draw(frame)
        return frame


def lay(scene: SevensScene, target: Picture, *, but: int | None = None) -> None:
    """Lays the pieces of the target in the corner of the work room, as a player may do."""
    surface, work = scene.phase.surface, work_area(board_plan_for(scene.context))
    assert surface is not None
    left, _, _, bottom = target.span
    placed = target.shifted((work.left - left + 0.1, work.bottom - bottom - 0.1))
    poses = {n: piece.pose for n, piece in enumerate(placed.pieces) if n != but}
    surface.pieces.lay(poses)
    scene.update(TICK)


def matched(scene: SevensScene) -> int:
    """How many pieces agree as they are seen now."""
    assert scene.phase.surface is not None
    assert scene.context.match.target is not None
    return score(scene.context.match.target, scene.phase.surface.picture()).matched


def unveiling() -> SevensMatch:
    """The holder of Piece Unveil has begun to rebuild."""
    match = play(tossed(seed_of(Card.UNVEIL)), [(5, 6)])
    take_turn(match, 2)
    go_on(match)
    show(match)
    look(match)
    assert match.unveiled == 2
    return match


def by_the_outline(scene: SevensScene) -> None:
    """Lays two pieces as they belong, by what the outline shows."""
    surface, target = scene.phase.surface, scene.context.match.target
    assert surface is not None
    assert target is not None
    (shown,) = surface.outlines
    (x, y), (ax, ay) = shown.corners[0], target.pieces[2].corners[0]
    placed = target.shifted((x - ax, y - ay))
    surface.pieces.lay({n: placed.pieces[n].pose for n in (0, 2)})
    scene.update(TICK)


def is_in_its_outline(scene: SevensScene) -> bool:
    """Whether the piece that Piece Unveil shows lies where it is shown."""
    surface = scene.phase.surface
    assert surface is not None
    (shown,) = surface.outlines
    laid = next(piece for piece in surface.picture().pieces if piece.kind == shown.kind)
    return all(
        abs(x - ax) + abs(y - ay) < 1e-3
        for (x, y), (ax, ay) in zip(laid.corners, shown.corners, strict=True)
    )


WINDOWS = [(BROAD, TALL), (TALL, BROAD), (TALL, SMALL), (SMALL, TALL), (BROAD, (1440, 1080))]


def peeking() -> SevensMatch:
    match = guessing()
    match.peek(match.now + 2)
    return match


def looking() -> SevensMatch:
    match = tossed()
    show(match)
    match.look(match.now)
    return match


def over() -> SevensMatch:
    match = tossed()
    match.agree(match.now)
    return match


def key(glass: Glass, button: Key) -> None:
    glass.stack.handle(Press(source="keyboard", button=button))
    glass.wait(0.4)


def newest(table: AppContext) -> Record:
    table.store.flush()
    kept = (*table.store.unfinished(), *table.store.finished())
    return max(kept, key=lambda each: each.changed).record

"""Drivers for tests of arranging: hands, eyes and pictures."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
from tabletop.app.opening import page_builder
from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import Picture
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.context import FACING, TOGETHER, MatchContext, Seating
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import lay_picture
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Down, Drop, Point, Press, Pull, Tap
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene, SceneStack
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.games.sevens.scripted_match import DIAMOND, play_round, take_turn, tossed

SIZE = (1280, 800)


SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 600), (1440, 1080))


TICK = 1 / 60
LONG_TICK = 0.25
"""Seconds of each update after the first seconds of a long wait, when all pieces have come to rest.
"""
LONG_WAIT = 5.0


def let_pass(stack: SceneStack, seconds: float) -> None:
    """Updates the scenes for so long."""
    long_ticks = int(max(0.0, seconds - LONG_WAIT) / LONG_TICK)
    for _ in range(round((seconds - long_ticks * LONG_TICK) / TICK)):
        stack.update(TICK)
    for _ in range(long_ticks):
        stack.update(LONG_TICK)


class Hands:
    """Two people's hands at a match in which a picture is being made."""

    def __init__(
        self,
        table: AppContext,
        match: SevensMatch | None = None,
        *,
        size: tuple[int, int] = SIZE,
        facing: bool = False,
    ) -> None:
        self.match = match or tossed()
        canvas = Canvas(size, table.ui_context)
        seating = Seating.at_edges(FACING if facing else TOGETHER)
        self.context = MatchContext(table, self.match, seating, now=self.match.now, window=canvas)
        self.scene = SevensScene(self.context)
        self.stack = SceneStack(self.scene, canvas, page_builder(table))

    @property
    def phase(self) -> ArrangePhase:
        assert isinstance(self.scene.phase, ArrangePhase)
        return self.scene.phase

    @property
    def top(self) -> Scene:
        return self.stack.top

    def button(self, key: str) -> PushButton:
        buttons = self.phase.buttons if self.top is self.scene else self.top.buttons  # type: ignore[attr-defined]
        found: PushButton = next(b for b in buttons.buttons if b.key == key)
        return found

    def at(self, key: str) -> Point:
        """Where a button really lies."""
        centre = self.button(key).centre
        return self.context.really(centre, self.phase.seat) if self.top is self.scene else centre

    def down(self, at: Point, contact: int = 1) -> None:
        self.stack.handle(Down(source="touch", contact=contact, at=at))

    def up(self, at: Point, contact: int = 1) -> None:
        self.stack.handle(Tap(source="touch", contact=contact, at=at))

    def touch(self, at: Point, contact: int = 1) -> None:
        self.down(at, contact)
        self.up(at, contact)

    def tap(self, key: str, contact: int = 1) -> None:
        while getattr(self.top, "ignores_touches", False):
            self.stack.update(TICK)
        assert self.button(key).enabled
        self.touch(self.at(key), contact)
        self.stack.update(TICK)

    def press(self, button: Key) -> None:
        self.stack.handle(Press(source="keyboard", button=button))
        self.stack.update(TICK)

    def wait(self, seconds: float) -> None:
        let_pass(self.stack, seconds)

    def open(self) -> None:
        if not self.phase.curtain.stays:
            self.tap("curtain")
        self.wait(0.4)

    def lay(self, picture: Picture = DIAMOND) -> None:
        lay_picture(self.phase.surface, picture, 0.0)
        self.wait(0.2)

    def place(self, number: int) -> Point:
        """Where a piece is seen."""
        surface = self.phase.surface
        return surface.sight.to_canvas(surface.pieces.pieces[number].pose.at)

    def carry(self, number: int, to: Point, contact: int = 2) -> None:
        """Carries a piece to a place on the board, in units."""
        began = self.place(number)
        end = self.phase.surface.sight.to_canvas(to)
        self.down(began, contact)
        self.wait(0.1)
        self.stack.handle(Pull(source="touch", contact=contact, at=end, began=began))
        self.wait(0.3)
        self.stack.handle(Drop(source="touch", contact=contact, at=end, began=began))
        self.wait(0.4)

    def drawn(self) -> Frame:
        frame = Frame(self.context.canvas)
        self.stack.draw(frame)
        return frame

    def shows_wood(self) -> bool:
        """Whether anything of the board and its pieces is put on the screen."""
        frame = Frame(self.context.canvas)
        self.phase.draw_board_layer(frame)
        return bool(frame.blits)


def _after_round(seed: int) -> SevensMatch:
    """A match whose first round was lost, in the second one's arranging."""
    match = tossed(seed)
    play_round(match, (7, 5), (False, False))
    match.go_on(match.now)
    if match.phase is Phase.CARD:
        match.turn_card(match.now)
        match.go_on(match.now)
    return match


def _unveiling() -> SevensMatch:
    """A match in which the guesser of the turn holds Piece Unveil."""
    for seed in range(200):
        match = _after_round(seed)
        if match.card_in_force is None or match.card_in_force[1] is not Card.UNVEIL:
            continue
        if not match.must_unveil:
            take_turn(match, 7)
            match.go_on(match.now)
        if match.must_unveil:
            return match
    raise AssertionError("no seed deals that card")


def _picked(hands: Hands, how: str) -> str:
    hands.tap("booklet")
    assert isinstance(hands.top, BookletPage)
    hands.tap("figure:1")
    hands.tap("take")
    name = figures.booklet()[1].name
    asked: Scene = hands.stack.top
    assert isinstance(asked, QuestionDialog)
    hands.tap(how)
    return name


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > 0.01 and down > 0.01

"""A game that brings its own scene and plays itself, beside the words of all shown games."""

from typing import Final, Protocol, runtime_checkable

from tabletop.engine import Game
from tabletop.engine.game import Remark
from tabletop.scenes import live_games
from tabletop.scenes.attract_plan import AttractPlan, attract_plan
from tabletop.scenes.attract_words import WELCOME_LIVE, Told, draw_words, told_of
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table
from tabletop.ui.wood import ground

LONGEST: Final = 300.0
"""Seconds after which it is enough, whatever it shows."""
STANDS: Final = 2.2
"""Seconds that what is said stands at least; what would stand for a shorter time is left out."""


@runtime_checkable
class PlaysItself(Protocol):
    """What such a scene says of itself."""

    remark: Remark | None
    """The rule that is at work now."""
    done: bool
    """Whether it has come to its end."""


class ShownLive:
    """One game that plays itself, drawn in a part of the window."""

    def __init__(self, table: Table, game: Game, *, flipped: bool) -> None:
        self.game = game
        self.plan: AttractPlan
        self.told: Told = WELCOME_LIVE
        self._flipped = flipped
        self._scene: Scene = live_games.shown(table, game)
        self._canvas = Canvas((1, 1))
        self._lasted = 0.0
        self._stood = 0.0
        """Seconds for which the same is said."""

    @property
    def done(self) -> bool:
        """Whether the next game may come."""
        own = isinstance(self._scene, PlaysItself) and self._scene.done
        return own or self._lasted >= LONGEST

    def fit(self, canvas: Canvas) -> None:
        self.plan = attract_plan(canvas, 0, flipped=self._flipped)
        stage = self.plan.stage
        self._canvas = Canvas((canvas.px(stage.w), canvas.px(stage.h)))
        self._scene.fit(self._canvas)

    def update(self, dt: float) -> None:
        """Lets time go by."""
        self._lasted += dt
        self._stood += dt
        self._scene.update(dt)
        told = self._now
        if told != self.told and self._stood >= STANDS:
            self.told, self._stood = told, 0.0

    @property
    def _now(self) -> Told:
        """What is to be said, once people have read what stands there."""
        remark = self._scene.remark if isinstance(self._scene, PlaysItself) else None
        return self.told if remark is None else told_of(self.game, remark)

    def wakes_in(self) -> float:
        waits = STANDS - self._stood if self._now != self.told else LONGEST - self._lasted
        return min(self._scene.wakes_in(), max(0.0, waits))

    def rest(self) -> None:
        """Somebody has touched the table; nobody thinks here."""

    def leave(self) -> None:
        self._scene.leave()

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        frame.put(ground(*canvas.size), canvas.box.centre)
        own = Frame(self._canvas)
        self._scene.draw(own)
        table = ground(*self._canvas.size)
        left, top = canvas.to_pixels((self.plan.stage.x, self.plan.stage.y))
        for picture, x, y, alpha in own.blits:
            if picture is table:
                continue  # it lies on the whole window's ground
            width, height = picture.get_size()
            at = ((left + x + width / 2) / canvas.scale, (top + y + height / 2) / canvas.scale)
            frame.put(picture, at, alpha / 255)
        draw_words(frame, self.plan, self.game, self.told)

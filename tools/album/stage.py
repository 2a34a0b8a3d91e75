"""An application context for each picture, and input for it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol, TypeAlias
from unittest.mock import patch

from tabletop.app.opening import page_builder
from tabletop.app.startup import open_app_context
from tabletop.engine.analysis import EngineHealth
from tabletop.games import all_games, view_of
from tabletop.input.actions import Action, Button, Down, Press, Tap
from tabletop.settings import Settings, Value
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene, SceneStack
from tabletop.ui.display.display_transform import WINDOWED_KEY
from tabletop.ui.widgets.buttons import PushButton
from tools.album.scripted import Scripted


class Drawn(Protocol):
    """What puts itself on a frame: a scene, or a stack of them."""

    def draw(self, frame: Frame) -> None: ...


State: TypeAlias = tuple[str, Drawn]
"""What the moment is called, and what is to be seen of it until the next one."""

TODAY: Final = "2030-01-01"
SEED: Final = 7
STEP: Final = 0.05
"""Seconds of one turn of the loop."""


@dataclass(slots=True)
class Stage:
    """One table, and the window it is seen in."""

    table: AppContext
    size: tuple[int, int]

    @property
    def canvas(self) -> Canvas:
        """The window, in the context that the settings ask for now."""
        return Canvas(self.size, self.table.ui_context)

    def shown(self, scene: Scene) -> SceneStack:
        """A scene alone in the window, as it is after its first turn of the loop."""
        self.table.display_transform.fit(WINDOWED_KEY, self.canvas.size)
        stack = SceneStack(scene, self.canvas, page_builder(self.table))
        stack.update(0.0)
        return stack

    def set(self, **settings: Value) -> None:
        """Changes settings; for ``look.speed`` one says `look_speed`."""
        changed = {key.replace("_", ".", 1): value for key, value in settings.items()}
        self.table.settings = self.table.settings.but(changed)


@contextmanager
def stage(size: tuple[int, int], language: str, text_size: int = 100) -> Iterator[Stage]:
    """A fresh table with an empty shelf, on which nothing moves longer than a moment."""
    chosen: dict[str, Value] = {
        "look.speed": "off",
        "look.language": language,
        "look.text_size": text_size,
    }
    settings = Settings().but(chosen)
    with TemporaryDirectory() as folder:
        table = open_app_context(settings, Path(folder))
        table.today, table.seed = lambda: TODAY, lambda: SEED
        try:
            yield Stage(table, size)
        finally:
            table.store.close()


@contextmanager
def unpainted() -> Iterator[None]:
    """Boards stay bare meanwhile: painting takes most of the time, and nobody looks at them."""
    with ExitStack() as bare:
        for game in all_games():
            if game.kind == "board":
                bare.enter_context(patch.object(type(view_of(game)), "draw_base", _leave_bare))
        yield


def _leave_bare(_view: object, _surface: object) -> None:
    """Paints nothing."""


class Slow(Scripted):
    """Computer players of which people are told why they are weaker than they should be."""

    @property
    def health(self) -> EngineHealth:
        why = "numba is not installed: the computer players think slower and play weaker"
        return EngineHealth(running=True, slow=why)


# -- hands --------------------------------------------------------------------------------------


def run(stack: SceneStack, seconds: float) -> None:
    """Lets time pass."""
    for _ in range(max(1, round(seconds / STEP))):
        stack.update(STEP)


def do(stack: SceneStack, *actions: Action) -> None:
    """Does one thing after the other."""
    for action in actions:
        stack.handle(action)


def press(stack: SceneStack, button: Button, seat: int | None = None) -> None:
    """Somebody presses a button of a device."""
    stack.handle(Press(source="serial", seat=seat, button=button))


def tap(stack: SceneStack, at: Point) -> None:
    """A finger comes down and goes up."""
    do(
        stack,
        Down(source="touch", contact=1, at=at),
        Tap(source="touch", contact=1, at=at),
    )


def find(stack: SceneStack, key: str) -> PushButton:
    """A button of the topmost scene."""
    group = getattr(stack.top, "buttons", None) or stack.top._buttons  # type: ignore[attr-defined]
    found: dict[str, PushButton] = {button.key: button for button in group.buttons}
    if key not in found:
        raise KeyError(f"no button {key} among {sorted(found)} of {type(stack.top).__name__}")
    return found[key]


def touch(stack: SceneStack, *keys: str) -> None:
    """Touches buttons, each on the scene that is on top by then."""
    for key in keys:
        tap(stack, find(stack, key).centre)

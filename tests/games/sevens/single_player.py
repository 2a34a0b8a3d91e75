"""The single-player modes of Sevens with touches."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from tabletop.games.sevens.scenes.phase_scene import PhaseScene
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.input.actions import Button, Down, Drop, Point, Press, Pull, Tap
from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.widgets.buttons import PushButton

SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 600), (1440, 1080))


@contextmanager
def table_for_one(*, speed: str = "off", seed: int = 7) -> Iterator[AppContext]:
    """A table; `speed` is the setting `look.speed`."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))
    with TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        settings = Settings().but({"look.speed": speed})
        yield AppContext(settings, store, Path(folder), lambda: "2030-01-01", lambda: seed)


def shown(scene: PhaseScene, size: tuple[int, int] = (1280, 800)) -> None:
    """Fits the scene to a window."""
    scene.fit(Canvas(size))


def keys(scene: PhaseScene) -> list[str]:
    """The buttons that may be pressed."""
    return [button.key for button in scene.phase.buttons.buttons if button.enabled]


def button(scene: PhaseScene, key: str) -> PushButton:
    return next(button for button in scene.phase.buttons.buttons if button.key == key)


def touch(scene: PhaseScene, at: Point) -> Change:
    change = scene.handle(Down(source="touch", contact=1, at=at))
    return scene.handle(Tap(source="touch", contact=1, at=at)) or change


def tap(scene: PhaseScene, key: str) -> Change:
    """A tap on a button of the part, once it has shown itself for a moment."""
    while scene.phase.ignores_touches:
        scene.update(0.05)
    return touch(scene, button(scene, key).centre)


def press(scene: PhaseScene, which: Button) -> Change:
    return scene.handle(Press(source="keyboard", button=which))


def wait(scene: PhaseScene, seconds: float) -> None:
    """Lets time go by in frames."""
    while seconds > 0:
        scene.update(min(seconds, 0.05))
        seconds -= 0.05


def surface(scene: PhaseScene) -> PieceBoard:
    found = scene.phase.surface
    assert found is not None
    return found


def drag(scene: PhaseScene, number: int, to: Point) -> None:
    """A finger carries a piece to a place in units, by its centroid."""
    board = surface(scene)
    start = board.sight.to_canvas(board.pieces.pieces[number].pose.at)
    end = board.sight.to_canvas(to)
    scene.handle(Down(source="touch", contact=1, at=start))
    for share in (0.3, 0.7, 1.0):
        at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        scene.handle(Pull(source="touch", contact=1, at=at, began=start))
        wait(scene, 0.1)
    wait(scene, 0.3)
    scene.handle(Drop(source="touch", contact=1, at=end, began=start))
    wait(scene, 1.0)


def check_layout(scene: PhaseScene) -> None:
    """Buttons lie apart, inside the window, clear of the bars, and are large enough."""
    plan, canvas = scene.context.plan, scene.context.canvas
    boxes = {one.key: one.box for one in scene.phase.buttons.buttons}
    boxes.update(near=plan.near, far=plan.far, menu=plan.menu)
    for key, box in boxes.items():
        assert min(box.x, box.y) >= 0, key
        assert box.right <= canvas.width + 0.01, key
        assert box.bottom <= canvas.height + 0.01, key
        assert min(box.w, box.h) >= 60, key
    names = sorted(boxes)
    for number, one in enumerate(names):
        for other in names[number + 1 :]:
            a, b = boxes[one], boxes[other]
            beside = a.right <= b.x or b.right <= a.x or a.bottom <= b.y or b.bottom <= a.y
            assert beside, f"{one} and {other} overlap"


def blits(scene: PhaseScene) -> int:
    """Draws it all, and gives how many pictures that took."""
    frame = Frame(scene.context.canvas)
    scene.draw(frame)
    return len(frame.blits)

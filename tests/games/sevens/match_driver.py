"""A match of Sevens on the screen, with touches and what is seen."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.scenes.context import FACING, TOGETHER, MatchContext, Seating
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.input.actions import Button, Down, Point, Press, Tap
from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Blit, Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.widgets.buttons import PushButton

SIZES = ((1280, 800), (1920, 1080), (1080, 1920), (1024, 600), (1440, 1080))


@contextmanager
def scene_of(
    match: SevensMatch,
    *,
    size: tuple[int, int] = (1280, 800),
    facing: bool = False,
    speed: str = "normal",
) -> Iterator[SevensScene]:
    """The scene of a match as it stands; `speed` is the setting `look.speed`."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))
    with TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        settings = Settings().but({"look.speed": speed})
        table = AppContext(settings, store, Path(folder), lambda: "2030-01-01", lambda: 7)
        context = MatchContext(
            table, match, Seating.at_edges(FACING if facing else TOGETHER), now=match.now
        )
        scene = SevensScene(context)
        scene.fit(Canvas(size))
        yield scene


def keys(scene: SevensScene) -> list[str]:
    """The buttons of the part that may be pressed."""
    return [button.key for button in scene.phase.buttons.buttons if button.enabled]


def button(scene: SevensScene, key: str) -> PushButton:
    return next(button for button in scene.phase.buttons.buttons if button.key == key)


def touch(scene: SevensScene, at: Point) -> Change:
    """A tap at a place, given as the acting seat sees it."""
    at = scene.context.really(at, scene.phase.seat)
    change = scene.handle(Down(source="touch", contact=1, at=at))
    return scene.handle(Tap(source="touch", contact=1, at=at)) or change


def tap(scene: SevensScene, key: str) -> Change:
    """A tap on a button of the part, once it has shown itself for a moment."""
    while scene.phase.ignores_touches:
        scene.update(0.05)
    return touch(scene, button(scene, key).box.centre)


def press(scene: SevensScene, which: Button) -> Change:
    return scene.handle(Press(source="keyboard", button=which))


def wait(scene: SevensScene, seconds: float) -> None:
    """Lets time go by in frames."""
    while seconds > 0:
        scene.update(min(seconds, 0.05))
        seconds -= 0.05


def blits(scene: SevensScene) -> list[Blit]:
    """All that is seen now."""
    frame = Frame(scene.context.canvas)
    scene.draw(frame)
    return frame.blits


def ink(blit: Blit) -> pygame.Rect:
    """Where a picture is really seen: without the faint edge of its shadow."""
    return blit.surface.get_bounding_rect(min_alpha=80).move(blit.x, blit.y)

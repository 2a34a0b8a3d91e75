"""Wishes at a table: a match in which people agree, and fingers on their pads."""

from tabletop.engine import Match
from tabletop.games import find_game
from tabletop.input.actions import (
    Down,
    Tap,
)
from tabletop.scenes.match.agreements import SETTLE_SECONDS
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tests.scenes.setups import make_setup


def begun(
    table: AppContext,
    moves: str = "c3 d4",
    *,
    facing: bool = True,
    key: str = "trelawney",
    size: tuple[int, int] = (1280, 800),
    **chosen: object,
) -> MatchScene:
    """A match at which nothing moves; face to face unless it is told otherwise."""
    table.settings = table.settings.but({"look.speed": "off"})
    setup = make_setup(find_game(key), sides=FACING_SIDES if facing else (), **chosen)  # type: ignore[arg-type]
    match: Match = setup.start(table)
    for ply in moves.split():
        match.play(ply)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas(size))
    return scene


def run(scene: MatchScene, seconds: float, step: float = 0.05) -> None:
    for _ in range(round(seconds / step)):
        assert scene.update(step) is None


def pads(scene: MatchScene) -> dict[str, Point]:
    """The pads that are lit, and where."""
    return {b.key: b.centre for b in scene.agreements.corner_pads.buttons.buttons if b.enabled}


def down(scene: MatchScene, at: Point, contact: int) -> None:
    scene.handle(Down(source="touch", contact=contact, at=at))


def up(scene: MatchScene, at: Point, contact: int) -> None:
    scene.handle(Tap(source="touch", contact=contact, at=at))


def touch(scene: MatchScene, key: str, contact: int = 1) -> None:
    """A finger taps a pad, once it means the pad."""
    run(scene, SETTLE_SECONDS + 0.1)
    at = pads(scene)[key]
    down(scene, at, contact)
    run(scene, 0.1)
    up(scene, at, contact)


def tool(scene: MatchScene, key: str) -> None:
    at = next(b.centre for b in scene.buttons.buttons if b.key == f"tool:{key}")
    down(scene, at, 1)
    up(scene, at, 1)


def drawn_out(scene: MatchScene) -> None:
    """Somebody offers a draw in the pause."""
    scene.pause.chosen("draw")
    scene.refresh()


def over(scene: MatchScene) -> bool:
    return scene.match.outcome is not None and scene.match.outcome.winners == ()

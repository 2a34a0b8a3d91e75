"""A match in which hints are asked for, and what is seen of them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tabletop.engine import Text
from tabletop.engine.analysis import Candidate
from tabletop.games import find_game
from tabletop.input.actions import Button, Down, Press, Tap
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.board import HINT_KEY
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tests.scenes.setups import make_setup
from tools.album.scripted import thought


def begun(table: AppContext, key: str, plies: str = "", **chosen: Any) -> MatchScene:
    setup = make_setup(find_game(key), **chosen)
    match = setup.start(table)
    for ply in plies.split():
        match.play(ply)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas((1280, 800)))
    return scene


def ask(scene: MatchScene, seat: int | None = None) -> None:
    scene.handle(Press(source="serial", seat=seat, button=Button.HINT))


def hinted(scene: MatchScene, seconds: float = 0.1) -> str:
    """What the acting seat's panel says after so many seconds."""
    for _ in range(round(seconds / 0.05)):
        scene.update(0.05)
    return scene.moment.panels[scene.snapshot.seat].line


def advised(scene: MatchScene, seconds: float = 0.1) -> str:
    """The ply that is advised after so many seconds."""
    hinted(scene, seconds)
    assert scene.hints.hint.advice is not None
    return str(scene.hints.hint.advice.move)


def touch(scene: MatchScene, spot: str) -> None:
    at = scene.view.points(scene.snapshot)[spot]
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))


def picked(scene: MatchScene) -> tuple[str, ...]:
    return scene.snapshot.picked


def press_tool(scene: MatchScene) -> None:
    at = next(button for button in scene.buttons.buttons if button.key == HINT_KEY).centre
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))


def always(move: str, *values: float, others: Iterable[Candidate] = ()) -> Any:
    return lambda _: thought(move, *values, others=tuple(others))


def merit(scene: MatchScene, *reasons: Text, move: str = "") -> None:
    """Has the match's game give these reasons for one ply, or for every ply."""

    def told(_state: object, asked: object) -> tuple[Text, ...]:
        return reasons if move in ("", str(asked)) else ()

    scene.match.game = replace(scene.match.game, move_reasons=told)

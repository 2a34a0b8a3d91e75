"""Games that show themselves, and the time that goes by in them."""

from collections.abc import Callable

from tabletop.games import all_games
from tabletop.scenes.attract import AttractScene
from tabletop.scenes.attract_match import ShownGame
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.table import Table
from tests.scenes.computers import first
from tests.scenes.thoughts import Answers, Scripted, think

BOARDS = [game.key for game in all_games() if game.kind == "board"]
STEP = 0.05


def alone(table: Table, *keys: str) -> None:
    """Has a table offer these games and no others."""
    off = [game.key for game in all_games() if game.key not in keys]
    table.settings = table.settings.but({"kiosk.games_off": " ".join(off)})


def shown(
    table: Table,
    *keys: str,
    size: tuple[int, int] = (1280, 800),
    speed: str = "off",
    slow: bool = False,
    answers: Answers = first,
) -> tuple[AttractScene, Scripted]:
    """Some games that show themselves, and what is asked in them."""
    scripted = think(table, answers, slow=slow)
    alone(table, *keys)
    table.settings = table.settings.but({"look.speed": speed})
    scene = AttractScene(table)
    scene.fit(Canvas(size))
    return scene, scripted


def run(scene: AttractScene, seconds: float, step: float = STEP) -> None:
    for _ in range(round(seconds / step)):
        scene.update(step)


def until(scene: AttractScene, seen: Callable[[ShownGame], bool], seconds: float = 400.0) -> None:
    """Lets time pass until something is so of the match that is shown."""
    for _ in range(round(seconds / STEP)):
        if seen(match_of(scene)):
            return
        scene.update(STEP)
    raise AssertionError("it never comes to that")


def match_of(scene: AttractScene) -> ShownGame:
    assert isinstance(scene.shown, ShownGame)
    return scene.shown


def drawn(scene: AttractScene, size: tuple[int, int] = (1280, 800)) -> Frame:
    frame = Frame(Canvas(size))
    scene.draw(frame)
    return frame

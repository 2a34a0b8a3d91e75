"""Games that show themselves, and the time that goes by in them."""

from collections.abc import Callable

from tabletop.games import all_games
from tabletop.scenes.attract.scene import AttractScene, MatchExhibit
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tests.scenes.match.computer_matches import first
from tools.album.scripted import Answers, Scripted, think

BOARDS = [game.key for game in all_games() if game.kind == "board"]
STEP = 0.05


def alone(table: AppContext, *keys: str) -> None:
    """Has a table offer these games and no others."""
    off = [game.key for game in all_games() if game.key not in keys]
    table.settings = table.settings.but({"kiosk.games_off": " ".join(off)})


def shown(
    table: AppContext,
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


def until(
    scene: AttractScene, seen: Callable[[MatchExhibit], bool], seconds: float = 400.0
) -> None:
    """Lets time pass until something is so of the match that is shown."""
    for _ in range(round(seconds / STEP)):
        if seen(match_of(scene)):
            return
        scene.update(STEP)
    raise AssertionError("it never comes to that")


def match_of(scene: AttractScene) -> MatchExhibit:
    assert isinstance(scene.shown, MatchExhibit)
    return scene.shown


def drawn(scene: AttractScene, size: tuple[int, int] = (1280, 800)) -> Frame:
    frame = Frame(Canvas(size))
    scene.draw(frame)
    return frame

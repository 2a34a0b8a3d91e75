"""A lesson at a table, and hands that do what it asks for, or something else."""

from collections.abc import Iterator

from tabletop.engine import Game, Spot
from tabletop.engine.game import Task
from tabletop.games import all_games, lesson_of
from tabletop.input.actions import Button, Down, Press, Tap, Walk
from tabletop.scenes.lesson.scene import LessonScene
from tabletop.scenes.play.board import SPOT_KEY
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.widgets.lesson_page import LessonPage
from tools.album.lessons import place_of as place_of
from tools.album.lessons import word as word

BOARDS = [game for game in all_games() if game.kind == "board"]
PATIENCE = 30.0
MAX_PLIES = 8


def begun(table: AppContext, game: Game, size: tuple[int, int] = (1280, 800)) -> LessonScene:
    """A lesson whose goal has been read."""
    scene = LessonScene(table, game, lesson_of(game))
    scene.fit(Canvas(size))
    assert scene.shows_goal
    tap(scene, "next")
    return scene


def wait(scene: LessonPage, seconds: float = PATIENCE) -> None:
    """Lets everything come to rest that moves."""
    for _ in range(round(seconds / 0.25)):
        scene.update(0.25)


def tap_at(scene: LessonPage, at: Point) -> Change:
    assert scene.handle(Down(source="touch", contact=1, at=at)) is None
    return scene.handle(Tap(source="touch", contact=1, at=at))


def tap(scene: LessonPage, key: str) -> Change:
    """Touches one of the buttons."""
    return tap_at(scene, next(b.centre for b in scene.buttons.buttons if b.key == key))


def touch(scene: LessonScene, spot: Spot) -> None:
    assert tap_at(scene, place_of(scene, spot)) is None


def solve(scene: LessonScene, number: int = 0) -> None:
    """Does what the step asks for; in the last one several plies."""
    for _ in range(MAX_PLIES):
        for spot in word(scene, number):
            touch(scene, spot)
        wait(scene)
        if scene.solved:
            return


def closed(scene: LessonScene) -> Iterator[Spot]:
    """Places on the board that are not asked for, and are where a finger finds them."""
    snapshot = scene.snapshot
    for spot, at in scene.view.points(snapshot).items():
        if spot not in snapshot.open and scene.view.spot_at(snapshot, at) == spot:
            yield spot


def others(scene: LessonScene) -> Iterator[Spot]:
    """Places with which a legal ply begins that is not asked for."""
    game, task = scene.game, scene.progress.task
    state = scene.progress.match.state
    for spot in closed(scene):
        if any(game.spell(state, move)[0][0] == spot for move in _left(task, state)):
            yield spot


def _left(task: Task, state: object) -> list[object]:
    moves = getattr(state, "moves")()  # noqa: B009 - any game's state
    return [move for move in moves if not task.counts(state, move)]


def press(scene: LessonPage, button: Button) -> Change:
    return scene.handle(Press(source="keyboard", button=button))


def by_keys(scene: LessonScene, spot: Spot) -> None:
    """Walks to a place and confirms it."""
    for _ in range(200):
        focus = scene.buttons.focus or ""
        if spot in (scene.hand.cursor, focus.removeprefix(SPOT_KEY)):
            break
        assert scene.handle(Walk(source="keyboard", by=1)) is None
    else:
        raise AssertionError(f"the keys do not reach {spot}")
    assert press(scene, Button.OK) is None


def drawn(scene: LessonPage) -> Frame:
    frame = Frame(scene.canvas)
    scene.draw(frame)
    return frame


def check_fits(scene: LessonPage) -> None:
    """All words are there in full, inside their boxes; nothing lies on anything else."""
    canvas, plan = scene.canvas, scene.plan
    for label in scene.labels():
        lines = label.typeset(canvas)
        assert lines.complete, f"{label.text!r} is cut"
        assert lines.size / canvas.scale >= 24, f"{label.text!r} is too small"
        assert lines.width <= label.box.w * canvas.scale, f"{label.text!r} is too wide"
        assert lines.height <= label.box.h * canvas.scale + 1, f"{label.text!r} is too high"
    boxes = [button.box for button in scene.buttons.buttons]
    boxes += [plan.words, plan.dots, plan.title, plan.near]
    boxes += [plan.tray] if plan.tray.h else []
    for number, one in enumerate(boxes):
        assert min(one.x, one.y) >= 0, one
        assert one.right <= canvas.width + 0.01, one
        assert one.bottom <= canvas.height + 0.01, one
        for other in boxes[number + 1 :]:
            assert _apart(one, other), (one, other)


def _apart(one: Box, other: Box) -> bool:
    across = one.right <= other.x + 0.01 or other.right <= one.x + 0.01
    return across or one.bottom <= other.y + 0.01 or other.bottom <= one.y + 0.01

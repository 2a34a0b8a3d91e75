"""What people see who may have left, and those who come back: the question, the code, its page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tabletop.engine import Game
from tabletop.games import find_game
from tabletop.input.phones import PhonesState
from tabletop.languages import PSEUDO
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.resume import CodeEntryPage
from tabletop.scenes.kiosk.idle_watcher import IdleWatcher, SavedCodePage
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.system.pin_lock import RateLimiter
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import SceneStack
from tools.album.match import BLITZ, PLIES, begun, likely, of
from tools.album.projector import is_room
from tools.album.scripted import think
from tools.album.stage import Stage, State, run, touch

CODE: Final = "K7W2X"
ASKED: Final = 8.0
"""Seconds that have gone of the time to answer."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The scenes of a table, and who looks whether anybody is there."""

    stack: SceneStack
    idle_watcher: IdleWatcher

    def draw(self, frame: Frame) -> None:
        """Puts both on a frame."""
        self.stack.draw(frame)
        self.idle_watcher.draw(frame)

    def wait(self, seconds: float) -> "Watched":
        """The same after a time in which nobody touched anything."""
        self.stack.update(0.0)
        for change in self.idle_watcher.run(seconds, self.stack):
            self.stack.apply(change)
        return self


def asked(stage: Stage, stack: SceneStack) -> Watched:
    """A table at which nobody has touched anything for long."""
    stage.set(idle_on="always")
    watched = Watched(stack, IdleWatcher(stage.table))
    match = next(scene.on_table for scene in stack.scenes if scene.on_table is not None)
    watched.wait(0.0)
    return watched.wait(match.time_to_think).wait(ASKED)


def minded(stage: Stage, stack: SceneStack) -> Watched:
    """A match of which the acting seat's people have gone."""
    stage.set(idle_on="always")
    run(stack, 0.1)
    scene = of(stack)
    scene.stand_ins.mind(scene.match.game.acting(scene.match.state))
    watched = Watched(stack, IdleWatcher(stage.table)).wait(0.0)
    run(stack, 1.0)
    return watched


def match(stage: Stage, game: Game) -> Iterator[State]:
    """A match that its people have left."""
    think(stage.table, likely, slow=True)
    yield "asked-in-a-row", asked(stage, begun(stage, game, plies=PLIES))
    both: dict[str, Any] = {"languages": (stage.table.language, PSEUDO)}
    yield "asked-facing", asked(stage, begun(stage, game, plies=PLIES, sides=FACING_SIDES, **both))
    most = game.seats[-1]
    if most > 2:
        stack = begun(stage, game, seats=most, plies=PLIES, sides=(0, 1, 2, 3)[:most])
        yield "asked-around", asked(stage, stack)
    for name, sides in (("in-a-row", ()), ("facing", FACING_SIDES)):
        stack = begun(stage, game, plies=PLIES, clock=BLITZ, sides=sides)
        yield f"minded-{name}", minded(stage, stack)
    stack = begun(stage, game, plies=PLIES, sides=FACING_SIDES)
    touch(stack, "tool:menu")
    yield "asked-paused", asked(stage, stack)
    if is_room(stage):
        stage.set(look_projector=True)
        yield "asked-in-a-room", asked(stage, begun(stage, game, plies=PLIES))
        yield "minded-in-a-room", minded(stage, begun(stage, game, plies=PLIES))
        stage.set(look_projector=False)


def live(stage: Stage, game: Game) -> Iterator[State]:
    """The same of a game that brings its own scenes: while one builds, and while one plays on."""
    for name, seating in (("in-a-row", "sides"), ("facing", "facing")):
        stage.set(play_seating=seating)
        stack = stage.shown(live_game(game).begin(stage.table, {}))
        scene = stack.top
        assert scene.on_table is not None
        yield f"asked-{name}", asked(stage, stack)
        scene.on_table.mind(1)
        yield f"minded-{name}", Watched(stack, IdleWatcher(stage.table)).wait(0.0)


def codes(stage: Stage) -> Iterator[State]:
    """The page that shows a code, and the one on which it is given."""
    stage.set(idle_on="always")
    for name, sides in (
        ("one-edge", ()), ("facing", FACING_SIDES), ("sides", (1, 3)), ("corner", (0, 1)),
        ("three", (0, 1, 3)), ("all-edges", (0, 1, 2, 3)),
    ):  # fmt: skip
        game = find_game("shout7" if len(sides) > 2 else "trelawney")
        stack = begun(stage, game, seats=len(sides) or 2, plies=PLIES, sides=sides)
        yield f"shown-{name}", stage.shown(SavedCodePage(CODE, of(stack).stand_ins.places))
    yield "menu", stage.shown(MenuScene(stage.table))
    entry = CodeEntryPage(stage.table)
    stack = stage.shown(entry)
    yield "empty", stack
    touch(stack, "sign:K", "sign:7", "sign:W")
    yield "begun", stack
    touch(stack, "sign:2", "sign:X")
    yield "written", stack
    touch(stack, "done")
    yield "wrong", stack
    for _ in range(4):
        touch(stack, *(f"sign:{sign}" for sign in CODE), "done")
    yield "paused", stack
    stage.table.code_tries = RateLimiter()
    phones = stage.table.phones
    phones.token = "0123456789abcdefABCDEF"
    phones.report(PhonesState("open", addresses=("192.168.178.24",), port=8000, code="BCDF"))
    yield "by-phone", stage.shown(CodeEntryPage(stage.table))
    phones.without()

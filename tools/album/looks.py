"""The title, and what is seen where nothing may move."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine import CHANCE
from tabletop.games import all_games
from tabletop.scenes.home.title_page import PULSE_SECONDS, TitleScene
from tabletop.scenes.settings.settings_pages import AppearancePage
from tools.album.match import begun, of, tap_down
from tools.album.stage import Stage, State, find, run

PLIES: Final = 6


def title(stage: Stage) -> Iterator[State]:
    """What stands there before anybody has come, and under a finger."""
    stack = stage.shown(TitleScene(stage.table))
    yield "bright", stack
    tap_down(stack, find(stack, f"game:{all_games()[1].key}").centre)
    yield "held", stack
    stage.set(look_speed="normal")
    stack = stage.shown(TitleScene(stage.table))
    run(stack, PULSE_SECONDS / 2)
    yield "dim", stack


def still(stage: Stage) -> Iterator[State]:
    """With reduced motion: a ply has just been played, and lies there marked."""
    stage.set(look_speed="normal", look_motion="reduced", look_drift=True)
    yield "page", stage.shown(AppearancePage(stage.table))
    for game in all_games():
        if game.kind != "board":
            continue
        stack = begun(stage, game, plies=PLIES)
        scene = of(stack)
        moves = scene.match.state.moves()
        scene.play("" if scene.match.state.turn == CHANCE else str(moves[len(moves) // 2]))
        stack.update(0.0)
        yield game.key, stack

"""A game that somebody wins against the computer, up to the board of high scores."""

from random import Random

from tabletop.ai import LEVELS
from tabletop.app.opening import page_builder
from tabletop.engine import CHANCE
from tabletop.games import find_game
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.destinations import ResultAnswer
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.result.scene import INPUT_GUARD_SECONDS, ResultScene
from tabletop.scenes.score_tables import read_scores
from tabletop.storage.scores import HighScore, ScoreScope
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, SceneStack
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.text_entry import NameEntry
from tests.scenes.setups import make_setup

EASY = PlayerSpec(LEVELS[1])
KEEN = PlayerSpec(LEVELS[3])
WINDOW = Canvas((1280, 800))


def against(filler: PlayerSpec = EASY, person: int = 0, key: str = "trelawney") -> Setup:
    fillers = tuple(PERSON if seat == person else filler for seat in (0, 1))
    return make_setup(find_game(key), fillers=fillers)


def sat_down(
    table: AppContext, setup: Setup, match_id: str = "one"
) -> tuple[SceneStack, MatchScene]:
    scene = MatchScene(table, setup, setup.start(table), match_id)
    return SceneStack(scene, WINDOW, page_builder(table)), scene


def play(scene: MatchScene, winner: int, *, plies: int = 1000) -> None:
    """Plays so that one seat wins as soon as it can, and the other never if it can help it."""
    luck = Random(7)
    while plies and (state := scene.match.state).outcome() is None:
        plies -= 1
        if state.turn == CHANCE:
            scene.play("")
            continue
        moves = list(state.moves())
        ends = {move: state.play(move).outcome() for move in moves}
        wins = [m for m in moves if (end := ends[m]) and end.winners == (winner,)]
        quiet = [m for m in moves if ends[m] is None]
        pool = wins if state.turn == winner and wins else quiet or moves
        scene.play(str(luck.choice(pool)))


def to_result(stack: SceneStack) -> ResultScene:
    for _ in range(200):
        if isinstance(stack.top, ResultScene):
            break
        stack.update(0.1)
    stack.update(INPUT_GUARD_SECONDS)
    stack.update(0.1)
    assert isinstance(stack.top, ResultScene)
    return stack.top


def keys(stack: SceneStack) -> set[str]:
    return set(buttons(stack))


def buttons(stack: SceneStack) -> dict[str, PushButton]:
    top = stack.top
    found = top._buttons if isinstance(top, ResultScene) else top.buttons  # type: ignore[attr-defined]
    return {button.key: button for button in found.buttons}


def touch(stack: SceneStack, key: str) -> None:
    top = stack.top
    if isinstance(top, ResultScene):
        stack.apply(Pop(ResultAnswer(key)))
    else:
        stack.apply(top.pressed(key))  # type: ignore[attr-defined]


def write(stack: SceneStack, name: str) -> None:
    entry = stack.top
    assert isinstance(entry, NameEntry)
    entry.letters.text = ""
    for sign in name:
        entry.letters.write(sign)
    touch(stack, "done")


def board(table: AppContext, game: str = "trelawney") -> list[tuple[str, str, int, int]]:
    """Name, level, turns and wins in a row of all that have a name."""
    assert table.store.flush()
    found: tuple[HighScore, ...] = read_scores(table, ScoreScope(), game)
    return [(e.name, e.feat.level, e.feat.number, e.feat.wins) for e in found]


def own_turns(scene: MatchScene, seat: int) -> int:
    return sum(ply.seat == seat for ply in scene.match.plies)

"""Matches in which computers play, and the time that goes by in them."""

from tabletop.ai import LEVELS
from tabletop.engine import CHANCE, TimeControl
from tabletop.engine.analysis import Analysis, AnalysisRequest
from tabletop.games import find_game
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tests.scenes.setups import make_setup
from tools.album.scripted import Scripted, think, thought

KEEN = PlayerSpec(LEVELS[3])
SHARP = PlayerSpec(LEVELS[4])
PACE = 1.0
"""Seconds, of the settings as they are."""


def first(question: AnalysisRequest) -> Analysis:
    """The first legal ply, and a middling chance for all."""
    game = find_game(question.game)
    state = game.start(seats=question.seats, **question.options)
    for ply in question.plies:
        state = state.play(game.read_move(ply))
    return thought(str(state.moves()[0]), *(1 / question.seats,) * question.seats)


def begun(
    table: AppContext,
    *fillers: PlayerSpec,
    key: str = "trelawney",
    plies: str = "",
    slow: bool = False,
    clock: str = "none",
    facing: bool = False,
    **options: bool,
) -> tuple[MatchScene, Scripted]:
    """A match at which nothing moves longer than a moment, and what is asked in it."""
    scripted = think(table, first, slow=slow)
    table.settings = table.settings.but({"look.speed": "off"})
    game = find_game(key)
    fillers = fillers or (PERSON, KEEN)
    setup = make_setup(
        game,
        len(fillers),
        game.check_options(options),
        TimeControl.read(clock),
        FACING_SIDES if facing else (),
        fillers=fillers,
    )
    match = setup.start(table)
    for ply in plies.split():
        match.play(ply)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas((1280, 800)))
    return scene, scripted


def run(scene: MatchScene, seconds: float, step: float = 0.05) -> None:
    for _ in range(round(seconds / step)):
        scene.update(step)


def plies(scene: MatchScene) -> list[str]:
    return [str(ply.move) for ply in scene.match.plies]


def line(scene: MatchScene, seat: int) -> str:
    """What a seat's panel says."""
    return str(scene.moment.panels[seat].line)


def told(scene: MatchScene) -> str:
    """What everybody is told over the board."""
    return str(scene.notices.notice or "")


def first_of(scene: MatchScene) -> str:
    """A ply that a person can play now; "" for a throw."""
    state = scene.match.state
    return "" if state.turn == CHANCE else str(state.moves()[0])

"""Matches in which computers play, and the time that goes by in them."""

from tabletop.ai import LEVELS
from tabletop.engine import CHANCE, TimeControl
from tabletop.engine.thought import Question, Thought
from tabletop.games import find_game
from tabletop.players.filler import PERSON, Filler
from tabletop.scenes.match import MatchScene
from tabletop.scenes.setup import FACING, Setup
from tabletop.ui.canvas import Canvas
from tabletop.ui.table import Table
from tests.scenes.thoughts import Scripted, think, thought

KEEN = Filler(LEVELS[3])
SHARP = Filler(LEVELS[4])
PACE = 1.0
"""Seconds, of the settings as they are."""


def first(question: Question) -> Thought:
    """The first legal ply, and a middling chance for all."""
    game = find_game(question.game)
    state = game.start(seats=question.seats, **question.options)
    for ply in question.plies:
        state = state.play(game.read_move(ply))
    return thought(str(state.moves()[0]), *(1 / question.seats,) * question.seats)


def begun(
    table: Table,
    *fillers: Filler,
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
    setup = Setup(
        game,
        len(fillers),
        game.check_options(options),
        TimeControl.read(clock),
        FACING if facing else (),
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
    return str(scene.panels.words(scene.showing, seat).line)


def told(scene: MatchScene) -> str:
    """What everybody is told over the board."""
    return str(scene.notices.notice or "")


def first_of(scene: MatchScene) -> str:
    """A ply that a person can play now; "" for a throw."""
    state = scene.match.state
    return "" if state.turn == CHANCE else str(state.moves()[0])

"""Sevens at every table: round a corner, for short arms, before a room, on two screens."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Game, SeatProfile
from tabletop.games.sevens.scenes.context import FACING, TOGETHER, SeatEdges, Seating
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.input.actions import Down, Tap
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.scenes.catalogue import live_game
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene, SceneStack
from tools.album.stage import Stage, State, run, touch

SITTINGS: Final[tuple[tuple[str, SeatEdges], ...]] = (
    ("facing", FACING),
    ("left", (0, 1)),
    ("right", (3, 0)),
)
FEW: Final = ("player-one", "arranging", "ready", "guessing", "scored", "card-back", "result")
"""The moments that show every kind of thing that lies somewhere."""
NAMES: Final = ("Wilhelmina", "Bartholomeus")
"""As long as names can be."""
NAMED: Final = Seating((SeatProfile(name=NAMES[0]), SeatProfile(name=NAMES[1])))


@dataclass(frozen=True, slots=True)
class Beside:
    """What one player alone sees."""

    stack: SceneStack

    def draw(self, frame: Frame) -> None:
        self.stack.draw_secondary(frame)


def sitting(stage: Stage, game: Game) -> Iterator[State]:
    """Two who sit at other edges, with names and words of their own size; and their page."""
    for name, sides in SITTINGS:
        yield from _moments(stage, game, name, NAMED.moved(sides).but(1, text_scale=150))
    stack = stage.shown(live_game(game).opening(stage.table))
    run(stack, 1.0)
    touch(stack, "seats")
    run(stack, 1.0)
    yield "seats", stack
    touch(stack, "name:1")
    yield "name", stack
    stack.close()


def against_a_computer(stage: Stage, scene: SevensScene) -> Iterator[State]:
    """The result of a match, as the only person sees it who has won or lost it."""
    winners = scene.context.match.outcome.winners if scene.context.match.outcome else ()
    for name, person in (("you-win", winners[0]), ("you-lose", 1 - winners[0])):
        scene.context.again = Scene
        scene.context.sit(Seating().but(1 - person, level=LEVELS[2]))
        _fit(stage, scene)
        yield f"result-{name}", scene


def reach(stage: Stage, game: Game) -> Iterator[State]:
    """For arms that do not reach far."""
    stage.set(look_reach=True)
    yield from _moments(stage, game, "reach", Seating())
    stage.set(look_reach=False)


def room(stage: Stage, game: Game) -> Iterator[State]:
    """Before a room: all moments, and how a picture is hidden from it."""
    if stage.canvas.portrait:
        return  # nobody projects a picture of that shape
    stage.set(look_projector=True)
    yield from _moments(stage, game, "room", Seating(), few=())
    stack, scene = _arranging(stage, game)
    phase = scene.phase
    assert isinstance(phase, ArrangePhase)
    yield "closed", stack
    phase.pressed("curtain")
    phase.follow_curtain()
    run(stack, 0.2)
    yield "counted", stack
    run(stack, 5.0)
    yield "open", stack
    stage.table.secondary_display.canvas = stage.canvas
    run(stack, 0.2)
    yield "apart-all", stack
    # Who builds is near: these words are no larger than at other tables.
    yield "apart-own", Beside(stack)
    button = next(each for each in phase.buttons.buttons if each.key == "name")
    for kind in (Down, Tap):
        stack.handle(kind(source=SECONDARY_SOURCE, contact=1, at=button.centre))
    run(stack, 1.0)
    yield "apart-name", Beside(stack)
    stack.close()
    stage.set(look_projector=False)


def _moments(
    stage: Stage, game: Game, prefix: str, sitting: Seating, few: tuple[str, ...] = FEW
) -> Iterator[State]:
    """Moments of a match of two who sit so; with no names all."""
    for name, scene in live_game(game).moments(stage.table, stage.canvas):
        if not isinstance(scene, SevensScene) or (few and name not in few):
            continue
        scene.context.sit(sitting)
        _fit(stage, scene)
        yield f"{prefix}-{name}", scene
        # The moments that follow are made by hands at the near edge.
        scene.context.sit(Seating.at_edges(TOGETHER))
        _fit(stage, scene)


def _fit(stage: Stage, scene: Scene) -> None:
    scene.fit(stage.canvas)
    scene.update(0.0)


def _arranging(stage: Stage, game: Game) -> tuple[SceneStack, SevensScene]:
    """A match in which the first picture is being made."""
    table = stage.table
    start = MatchSetup(table, Scene, game.check_options({}), NAMED)
    scene = start.match()
    stack = stage.shown(scene)
    scene.context.match.toss(scene.context.now, 0)
    run(stack, 1.0)
    return stack, scene

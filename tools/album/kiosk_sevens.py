"""Sevens playing itself: one moment of each phase, beside the words of all shown games."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine import Game
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.attract import AttractMatchScene
from tabletop.games.sevens.scenes.phases.computer import ComputerBuildPhase
from tabletop.scenes.attract.scene import LiveExhibit
from tools.album.stage import Stage, State

TURN: Final = 0.05
LONGEST: Final = 12_000
"""Turns of the loop after which it would have come to its end."""


def shown(stage: Stage, game: Game) -> Iterator[State]:
    """The first moment of each phase, the middle of what is built, and the result."""
    stage.set(look_speed="normal")
    yield from _match(stage, game, "")
    if stage.canvas.portrait:
        return  # nobody projects a picture of that shape
    stage.set(look_projector=True)
    yield from _match(stage, game, "room-")


def _match(stage: Stage, game: Game, prefix: str) -> Iterator[State]:
    live = LiveExhibit(stage.table, game, flipped=False)
    live.fit(stage.canvas)
    scene = live._scene
    assert isinstance(scene, AttractMatchScene)
    seen: set[str] = set()
    for _ in range(LONGEST):
        live.update(TURN)
        name = _moment(scene)
        if name and name not in seen:
            seen.add(name)
            yield prefix + name, live
        if scene.done:
            break
    live.leave()


def _moment(scene: AttractMatchScene) -> str:
    """What a moment is called; empty where nothing new is to be seen."""
    played, phase = scene.context.match, scene.phase
    match played.phase:
        case Phase.ARRANGE:
            laid = phase.laid if isinstance(phase, ComputerBuildPhase) else 0
            return "building" if laid == 4 and not played.turns else ""
        case Phase.GUESS if phase.surface is not None:
            laid = len(phase.surface.picture())
            card = played.card_in_force
            return f"rebuilding-{card[1] if card else 'plain'}" if laid == 4 else ""
        case Phase.SCORED:
            button = phase.buttons.buttons[0].key if phase.buttons.buttons else ""
            return f"scored-{played.turn_in_round}-{button}"
        case Phase.CARD:
            return "card-open" if played.card_turned and phase.buttons.buttons else "card-back"
        case other:
            return str(other)

"""The games that show themselves, and what a touch of them offers."""

import random
from collections.abc import Callable, Iterator
from typing import Final

from tabletop.engine import Game
from tabletop.engine.analysis import Analysis, AnalysisRequest
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Press
from tabletop.input.event import EventState, OpenTournament
from tabletop.scenes.attract.captions import FAST_FORWARD
from tabletop.scenes.attract.scene import RESULT_SECONDS, AttractScene, MatchExhibit, play_offer
from tabletop.scenes.catalogue import offered_games
from tabletop.ui.core.scene import Pop, Push, SceneStack
from tools.album.projector import is_room
from tools.album.scripted import think, thought
from tools.album.stage import STEP, Stage, State, do

SOME: Final = 9
"""How many plies have been played of a game in its middle."""
LONGEST: Final = 0.5
"""Seconds of one turn of the loop, at most."""
WHOLE: Final = 900.0
"""Seconds in which every game ends or gives way."""
EVENT: Final = "Long Night of Games"
SWISS: Final = OpenTournament(3, "The Great Harbour Cup for Four", "shout7", 14)


def attract(stage: Stage) -> Iterator[State]:
    """Every game as a passer-by sees it, with the words at either side, and the questions."""
    think(stage.table, some)
    for game in all_games():
        yield from _shown(stage, game)
    long = max(all_games(), key=lambda game: game.typical_plies)
    stack = _begun(stage, long, flipped=False)
    _wait(
        stack,
        lambda scene: isinstance(scene.shown, MatchExhibit) and scene.shown.told == FAST_FORWARD,
    )
    yield "goes-by-quickly", stack
    stage.set(kiosk_event=EVENT)
    for game in all_games()[1:3]:
        yield f"event-{game.key}", _at(stage, game, flipped=False)
    stage.table.event.report(EventState(link="online", open=(SWISS,)))
    yield "sign-up", _at(stage, all_games()[1], flipped=False)
    stage.table.event.report(EventState())
    stage.set(kiosk_event="")
    stage.set(look_motion="reduced")
    yield "reduced", _at(stage, all_games()[0], flipped=False)
    stage.set(look_motion="full", look_projector=True)
    if is_room(stage):
        for game in all_games():
            yield f"room-{game.key}", _at(stage, game, flipped=False)
    stage.set(look_projector=False)


def _shown(stage: Stage, game: Game) -> Iterator[State]:
    yield f"{game.key}-begins", _begun(stage, game, flipped=False)
    stack = _at(stage, game, flipped=False)
    yield game.key, stack
    yield f"{game.key}-flipped", _at(stage, game, flipped=True)
    do(stack, Press(source="keyboard", button=Key.OK))
    yield f"{game.key}-offer", stack
    stack.apply(Pop())
    shown = _scene(stack).shown
    match = shown.match if isinstance(shown, MatchExhibit) else None
    stack.apply(Push(play_offer(game, match, by_code=True)))
    yield f"{game.key}-offer-code", stack
    if game.kind == "board":
        stack = _begun(stage, game, flipped=True)
        _wait(stack, lambda scene: isinstance(scene.shown, MatchExhibit) and _is_over(scene.shown))
        if isinstance(shown := _scene(stack).shown, MatchExhibit) and _is_over(shown):
            yield f"{game.key}-over", stack


def _is_over(shown: MatchExhibit) -> bool:
    return shown.match.outcome is not None and shown.left < RESULT_SECONDS / 2


def _begun(stage: Stage, game: Game, *, flipped: bool) -> SceneStack:
    """A game at its beginning, as the first or second that is shown."""
    others = [other.key for other in all_games() if other is not game]
    # With one game alone it comes again and again, and its words change sides.
    stage.set(kiosk_games_off=" ".join(others))
    assert offered_games(stage.table) == (game,)
    stack = stage.shown(AttractScene(stage.table))
    if flipped:
        first = _scene(stack).shown
        _wait(stack, lambda scene: scene.shown is not first)
    return stack


def _at(stage: Stage, game: Game, *, flipped: bool) -> SceneStack:
    stack = _begun(stage, game, flipped=flipped)
    if game.kind == "live":
        for _ in range(round(30 / STEP)):
            stack.update(STEP)
        return stack
    _wait(stack, lambda scene: isinstance(scene.shown, MatchExhibit) and _pointed(scene.shown))
    return stack


def _pointed(shown: MatchExhibit) -> bool:
    return len(shown.match.plies) >= SOME and shown.pointer is not None


def _wait(stack: SceneStack, until: Callable[[AttractScene], bool]) -> None:
    """Turns as the loop does, which sleeps where nothing moves."""
    spent = 0.0
    while spent < WHOLE and not until(_scene(stack)):
        rest = min(LONGEST, max(STEP, stack.wakes_in()))
        spent += rest
        stack.update(rest)


def _scene(stack: SceneStack) -> AttractScene:
    assert isinstance(stack.top, AttractScene)
    return stack.top


def some(question: AnalysisRequest) -> Analysis:
    """Any ply, the same one each time."""
    game = find_game(question.game)
    state = game.start(seats=question.seats, **question.options)
    for ply in question.plies:
        state = state.play(game.read_move(ply))
    luck = random.Random(" ".join(question.plies))
    moves = state.moves()
    return thought(str(moves[int(luck.random() * len(moves))]), 0.5, 0.5)

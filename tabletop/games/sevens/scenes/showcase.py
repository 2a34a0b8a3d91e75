"""All moments of Sevens for the album and the documentation."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from tabletop.games.sevens.figures import Figure, booklet
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import Picture
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.games.sevens.scenes.dialogs import NamePage
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import centred
from tabletop.games.sevens.scenes.phases.chance import TossPhase
from tabletop.games.sevens.scenes.puzzle import PuzzleScene
from tabletop.games.sevens.scenes.solo import SoloScene
from tabletop.games.sevens.solver import Outline, search
from tabletop.games.sevens.view.board import BoardPlan
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.input.actions import Button, Down, Press
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene

ShowcaseMoment: TypeAlias = tuple[str, Scene]
"""A name, and the scene that shows it until the next is asked for."""

FIRST_FIGURE: Final = "Sitting cat"
TURN_POINTS: Final = (5, 7, 6, 4, 1, 4)
"""Pieces laid right in each turn; the first turn also pays for a peek."""


class OverlaidScene(Scene):
    """One scene over another."""

    def __init__(self, below: Scene, above: Scene) -> None:
        self._scenes = (below, above)

    def draw(self, frame: Frame) -> None:
        for number, scene in enumerate(self._scenes):
            with frame.layer(100 * number):
                scene.draw(frame)


def moments(table: AppContext, canvas: Canvas) -> Iterator[ShowcaseMoment]:
    """The first page, a match with every phase and card, and playing alone."""
    yield "opening", _shown(OpeningPage(table, Scene), canvas)
    yield from _match(table, canvas)
    yield "same-shape", _shown(_same_shape(table), canvas)
    for card in Card:
        carded = _carded(table, card)
        _shown(carded, canvas).handle(Press(source="demo", button=Button.OK))
        yield f"card-{card}", _shown(carded, canvas)
    yield "alone", _shown(SoloScene(table, SevensMatch().options), canvas)
    yield "puzzle", _shown(PuzzleScene(table), canvas)


def _shown(scene: Scene, canvas: Canvas) -> Scene:
    scene.fit(canvas)
    scene.update(0.0)
    return scene


def _match(table: AppContext, canvas: Canvas) -> Iterator[ShowcaseMoment]:
    match = SevensMatch(_seed(Card.UNVEIL))
    scene = SevensScene(MatchContext(table, match))
    yield "toss", _shown(scene, canvas)
    assert isinstance(scene.phase, TossPhase)
    scene.handle(Down(source="demo", contact=1, at=scene.phase.middle))
    yield "player-one", scene
    match.toss(match.now)
    yield "arranging", _shown(scene, canvas)
    yield from _arranging(table, scene, canvas)
    for number, points in enumerate(TURN_POINTS):
        figure = _figure(FIRST_FIGURE) if number == 0 else booklet()[9 * number]
        yield from _turn(scene, canvas, figure, points, told=number == 0)
        if match.turn_in_round == 1 and match.round == 0:
            _at(scene, canvas).phase.pressed("on")
            yield "round", _at(scene, canvas)
        while match.phase in (Phase.SCORED, Phase.CARD):
            if match.phase is Phase.CARD and not match.card_turned:
                match.turn_card(match.now)
            match.go_on(match.now)
            if match.phase is Phase.CARD and match.round == 0:
                yield "card-back", _at(scene, canvas)
    scene.context.now = match.now
    yield "result", _shown(scene, canvas)


def _arranging(table: AppContext, scene: SevensScene, canvas: Canvas) -> Iterator[ShowcaseMoment]:
    phase = scene.phase
    assert isinstance(phase, ArrangePhase)
    phase.curtain.stays = True
    _lay(phase.surface, _figure(FIRST_FIGURE).picture, 5)
    scene.update(0.5)
    yield "building", scene
    yield "naming", OverlaidScene(scene, _shown(NamePage("Cat"), canvas))
    browse = BookletPage(table, pick=True)
    browse.fit(canvas)
    for _ in range(12):
        browse.update(0.1)
    yield "booklet", browse


def _turn(
    scene: SevensScene, canvas: Canvas, figure: Figure, points: int, *, told: bool
) -> Iterator[ShowcaseMoment]:
    """Plays one turn; gives its moments if `told`."""
    match = scene.context.match
    match.arranged(match.now + 40, figure.name, figure.picture, 0 if match.must_unveil else None)
    if told:
        yield "ready", _at(scene, canvas)
    match.look(match.now + 1)
    if told:
        match.advance(match.now + 4)
        yield "look", _at(scene, canvas)
    match.advance(match.now + 16)
    rebuilt = Picture(figure.picture.pieces[:points])
    if told:
        yield from _guessing(scene, canvas, figure)
    match.told(match.now + 20, rebuilt)
    match.done(match.now + 1)
    if told:
        yield "scored", _at(scene, canvas)


def _guessing(scene: SevensScene, canvas: Canvas, figure: Figure) -> Iterator[ShowcaseMoment]:
    match = scene.context.match
    _at(scene, canvas)
    phase = scene.phase
    surface = phase.surface
    assert surface is not None
    _lay(surface, figure.picture, 4)
    match.advance(match.now + 36)
    _at(scene, canvas)
    square = surface.pieces.pieces[5]
    surface.handle(Down(source="demo", contact=1, at=surface.sight.to_canvas(square.pose.at)))
    scene.update(0.25)
    yield "guessing", scene
    surface.hands.let_go()
    match.peek(match.now)
    yield "peek", _at(scene, canvas)
    match.advance(match.now + 5)


def _at(scene: SevensScene, canvas: Canvas) -> SevensScene:
    """Brings the scene to the match's time."""
    scene.context.now = scene.context.match.now
    scene.fit(canvas)
    scene.update(0.0)
    return scene


def _lay(surface: PieceBoard, picture: Picture, count: int) -> None:
    """Lays the first pieces of a picture."""
    table = surface.pieces
    assert table.tray is not None
    placed = centred(picture, BoardPlan(table.walls.width, table.walls.height, table.tray))
    for number, piece in enumerate(placed.pieces[:count]):
        table.place(number, piece.pose)


def _same_shape(table: AppContext) -> SevensScene:
    """A scoring with other pieces but the same silhouette."""
    match = SevensMatch(1)
    scene = SevensScene(MatchContext(table, match))
    match.toss(0)
    figure = next(f for f in booklet() if len(_ways(f)) > 1)
    match.arranged(30, figure.name, figure.picture)
    match.look(31)
    match.advance(45)
    match.told(100, _ways(figure)[1])
    match.done(101)
    scene.context.now = match.now
    scene.update(0.0)
    return scene


def _ways(figure: Figure) -> list[Picture]:
    """The figure, and another way to lay it if there is one."""
    for way in search(Outline.of(figure.picture)):
        if way is not None and score(figure.picture, way).matched < 5:
            return [figure.picture, way]
    return [figure.picture]


def _carded(table: AppContext, card: Card) -> SevensScene:
    """The loser of the first round is about to turn this card."""
    match = SevensMatch(_seed(card))
    scene = SevensScene(MatchContext(table, match))
    match.toss(0, 0)
    for points in (3, 6):
        figure = booklet()[20 + points]
        match.arranged(match.now + 30, figure.name, figure.picture)
        match.look(match.now + 1)
        match.advance(match.now + 16)
        match.told(match.now + 20, Picture(figure.picture.pieces[:points]))
        match.done(match.now + 1)
        match.go_on(match.now + 1)
    scene.context.now = match.now
    return scene


def _seed(card: Card) -> int:
    """A seed with which that card is drawn first."""
    return next(seed for seed in range(999) if events.draw_card(seed, 0) is card)


def _figure(name: str) -> Figure:
    return next(figure for figure in booklet() if figure.name == name)

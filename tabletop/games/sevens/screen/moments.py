"""The moments of a match, one after the other, for pictures: the demo's and the documentation's."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from tabletop.games.sevens.alone.puzzle import PuzzleScene
from tabletop.games.sevens.alone.solo import SoloScene
from tabletop.games.sevens.figures import Figure, booklet
from tabletop.games.sevens.phases.arrange import ArrangePart
from tabletop.games.sevens.phases.naming import NamingScene
from tabletop.games.sevens.phases.toss import TossPart
from tabletop.games.sevens.rules import luck
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.opening import Opening
from tabletop.games.sevens.screen.scene import SevensScene
from tabletop.games.sevens.shelf.browse import BrowseScene
from tabletop.games.sevens.solving.outline import Outline
from tabletop.games.sevens.solving.solver import search
from tabletop.games.sevens.surface.sight import BoardPlan
from tabletop.games.sevens.surface.surface import Surface
from tabletop.games.sevens.surface.wood import centred
from tabletop.input.actions import Button, Down, Press
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table

Moment: TypeAlias = tuple[str, Scene]
"""Its name and the scene that shows it, until the next one is asked for."""

FIRST: Final = "Sitting cat"
POINTS: Final = (5, 7, 6, 4, 1, 4)
"""Pieces that are laid right, turn by turn; the first one also pays for a peek."""


class Above(Scene):
    """One scene over another, as the stack shows them."""

    def __init__(self, below: Scene, above: Scene) -> None:
        self._scenes = (below, above)

    def draw(self, frame: Frame) -> None:
        for number, scene in enumerate(self._scenes):
            with frame.layer(100 * number):
                scene.draw(frame)


def moments(table: Table, canvas: Canvas) -> Iterator[Moment]:
    """The first page, a match with every phase and card, and the two ways to play alone."""
    yield "opening", _shown(Opening(table, Scene), canvas)
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


def _match(table: Table, canvas: Canvas) -> Iterator[Moment]:
    match = SevensMatch(_seed(Card.UNVEIL))
    scene = SevensScene(Desk(table, match), _forgotten)
    yield "toss", _shown(scene, canvas)
    assert isinstance(scene.part, TossPart)
    scene.handle(Down(source="demo", contact=1, at=scene.part.middle))
    yield "player-one", scene
    match.toss(match.now)
    yield "arranging", _shown(scene, canvas)
    yield from _arranging(table, scene, canvas)
    for number, points in enumerate(POINTS):
        figure = _figure(FIRST) if number == 0 else booklet()[9 * number]
        yield from _turn(scene, canvas, figure, points, told=number == 0)
        if match.turn_in_round == 1 and match.round == 0:
            _at(scene, canvas).part.pressed("on")
            yield "round", _at(scene, canvas)
        while match.phase in (Phase.SCORED, Phase.CARD):
            if match.phase is Phase.CARD and not match.card_turned:
                match.turn_card(match.now)
            match.go_on(match.now)
            if match.phase is Phase.CARD and match.round == 0:
                yield "card-back", _at(scene, canvas)
    scene.desk.now = match.now
    yield "result", _shown(scene, canvas)


def _arranging(table: Table, scene: SevensScene, canvas: Canvas) -> Iterator[Moment]:
    part = scene.part
    assert isinstance(part, ArrangePart)
    part.curtain.stays = True
    _lay(part.surface, _figure(FIRST).picture, 5)
    scene.update(0.5)
    yield "building", scene
    yield "naming", Above(scene, _shown(NamingScene("Cat"), canvas))
    browse = BrowseScene(table, pick=True)
    browse.fit(canvas)
    for _ in range(12):
        browse.update(0.1)
    yield "booklet", browse


def _turn(
    scene: SevensScene, canvas: Canvas, figure: Figure, points: int, *, told: bool
) -> Iterator[Moment]:
    """One turn; its moments are shown if `told`."""
    match = scene.desk.match
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


def _guessing(scene: SevensScene, canvas: Canvas, figure: Figure) -> Iterator[Moment]:
    match = scene.desk.match
    _at(scene, canvas)
    part = scene.part
    surface = part.surface
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
    """The scene at the match's own time."""
    scene.desk.now = scene.desk.match.now
    scene.fit(canvas)
    scene.update(0.0)
    return scene


def _lay(surface: Surface, picture: Picture, count: int) -> None:
    """Lays the first pieces of a picture on a board."""
    table = surface.pieces
    assert table.tray is not None
    placed = centred(picture, BoardPlan(table.walls.width, table.walls.height, table.tray))
    for number, piece in enumerate(placed.pieces[:count]):
        table.place(number, piece.pose)


def _same_shape(table: Table) -> SevensScene:
    """A scoring in which the pieces lie differently, but the silhouette is the same."""
    match = SevensMatch(1)
    scene = SevensScene(Desk(table, match), _forgotten)
    match.toss(0)
    figure = next(f for f in booklet() if len(_ways(f)) > 1)
    match.arranged(30, figure.name, figure.picture)
    match.look(31)
    match.advance(45)
    match.told(100, _ways(figure)[1])
    match.done(101)
    scene.desk.now = match.now
    scene.update(0.0)
    return scene


def _ways(figure: Figure) -> list[Picture]:
    """The figure as it is, and another way to lay its silhouette if there is one."""
    for way in search(Outline.of(figure.picture)):
        if way is not None and score(figure.picture, way).matched < 5:
            return [figure.picture, way]
    return [figure.picture]


def _carded(table: Table, card: Card) -> SevensScene:
    """The loser of the first round is to turn this card."""
    match = SevensMatch(_seed(card))
    scene = SevensScene(Desk(table, match), _forgotten)
    match.toss(0, 0)
    for points in (3, 6):
        figure = booklet()[20 + points]
        match.arranged(match.now + 30, figure.name, figure.picture)
        match.look(match.now + 1)
        match.advance(match.now + 16)
        match.told(match.now + 20, Picture(figure.picture.pieces[:points]))
        match.done(match.now + 1)
        match.go_on(match.now + 1)
    scene.desk.now = match.now
    return scene


def _seed(card: Card) -> int:
    """A seed with which the loser of the first round draws this card."""
    return next(seed for seed in range(999) if luck.card(seed, 0) is card)


def _figure(name: str) -> Figure:
    return next(figure for figure in booklet() if figure.name == name)


def _forgotten(match: SevensMatch) -> None:
    """Nothing is kept of a match that is only shown."""

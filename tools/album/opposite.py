"""Two people opposite each other, in every kind of moment of a game, and who is to read it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from tabletop.engine import Game, Match
from tabletop.games.sevens.scenes.context import FACING as TWO
from tabletop.games.sevens.scenes.context import TOGETHER
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.input.actions import Button
from tabletop.players.player_spec import PLAYER_CHOICES
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.match.glossary import GlossaryScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.result.scene import ResultScene
from tabletop.ui.board.table_layout import Panel
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.scene import SceneStack
from tools.album.match import BLITZ, PLIES, begun, calling, likely, of, play_on
from tools.album.scripted import think
from tools.album.stage import SEED, Drawn, Stage, press, run, tap, touch
from tools.album.upright import Reading, seen

EDGES: Final = (0, 2)
"""How the words of the near seat and of the far one are turned."""
LONG: Final = 200
"""A result that has not come after so many steps never does."""

Moment: TypeAlias = tuple[str, Drawn, Reading]
"""What it is called, what is seen, and who is to read it."""


@dataclass(frozen=True, slots=True)
class Two:
    """A match of two who sit face to face."""

    stage: Stage
    stack: SceneStack
    scene: MatchScene

    def moment(self, name: str, asked: int | None = None) -> Moment:
        """What is seen now; `asked` is the edge of whoever is asked by a page over the match."""
        layout, scale = self.scene.board.layout, self.stage.canvas.scale
        panels = tuple((seen(on_table(panel), scale), panel.turns) for panel in layout.panels)
        acting = layout.panels[self.scene.snapshot.seat].turns
        board = seen(layout.board, scale)
        return name, self.stack, Reading(layout.sides, acting, panels, board, asked)

    def touch_pad(self, key: str) -> None:
        """A finger taps a pad, once it means the pad."""
        run(self.stack, 0.4)
        pads = {button.key: button for button in self.scene.agreements.corner_pads.buttons.buttons}
        tap(self.stack, pads[key].centre)


def on_table(panel: Panel) -> Box:
    """Where a panel lies on the table."""
    return turned_box(panel.box, panel.turns, panel.about)


def turned_box(box: Box, turns: int, about: Point) -> Box:
    """Where a box lies that is turned about a point."""
    corners = ((box.x, box.y), (box.right, box.bottom))
    (x, y), (right, bottom) = (turn_point(at, turns, about) for at in corners)
    return Box(min(x, right), min(y, bottom), abs(right - x), abs(bottom - y))


def moments(stage: Stage, game: Game) -> Iterator[Moment]:
    """All kinds of moments of a game."""
    if game.kind == "live":
        yield from _live(stage, game)
        return
    yield from _played(stage, game)
    yield from _helped(stage, game)
    yield from _asked(stage, game)
    yield from _over(stage, game)


def plies_before(game: Game, seat: int) -> int:
    """After so many plies it is a seat's turn to decide, about in the middle of a match."""
    for count in range(PLIES, 2 * PLIES):
        match = Match(game, seed=SEED)
        play_on(match, count)
        if match.outcome is None and match.state.turn == seat:
            return count
    raise AssertionError(f"{game.key}: it is never the turn of seat {seat}")


def sat(stage: Stage, game: Game, plies: int = 0, **chosen: Any) -> Two:
    """A match that has come so far."""
    stack = begun(stage, game, plies=plies, sides=FACING_SIDES, **chosen)
    return Two(stage, stack, of(stack))


# -- the moments --------------------------------------------------------------------------------


def _played(stage: Stage, game: Game) -> Iterator[Moment]:
    """Turns of both, refusals, clocks, calls."""
    yield sat(stage, game).moment("start")
    yield sat(stage, game, PLIES).moment("middle")
    for seat, edge in enumerate(EDGES):
        plies = plies_before(game, seat)
        yield sat(stage, game, plies).moment(f"seat {seat} to move")
        yield _refused(sat(stage, game, plies)).moment(f"seat {seat} refused")
        two = sat(stage, game, plies, clock=BLITZ)
        two.stack.update(two.scene.match.clock.left[seat] - 7.5)
        yield two.moment(f"seat {seat} hurried")
        if calling(game):
            two = sat(stage, game, 6, options=calling(game))
            touch(two.stack, f"call:{seat}")
            yield two.moment(f"seat {seat} called")
        two = sat(stage, game)
        if two.scene.throws.dice.dice:
            touch(two.stack, f"dice:{seat}")
            yield two.moment(f"seat {seat} chooses its dice", edge)
    two = sat(stage, game, PLIES)
    press(two.stack, Button.EARLIER)
    yield two.moment("looking back")


def _helped(stage: Stage, game: Game) -> Iterator[Moment]:
    """Hints, meanings, chances, a computer opposite."""
    for seat, edge in enumerate(EDGES):
        think(stage.table, likely)
        two = sat(stage, game, plies_before(game, seat))
        press(two.stack, Button.HINT)
        run(two.stack, 0.3)
        yield two.moment(f"seat {seat} hinted")
        two = sat(stage, game, plies_before(game, seat))
        touch(two.stack, "tool:goal")
        tap(two.stack, _open_place(two.scene))
        assert isinstance(two.stack.top, GlossaryScene)
        yield two.moment(f"seat {seat} asks what a place is", edge)
    stage.set(computer_chance_bar=True)
    two = sat(stage, game, plies_before(game, 0))
    run(two.stack, 1.0)
    yield two.moment("chances")
    stage.set(computer_chance_bar=False)
    think(stage.table, likely, slow=True)
    fillers = (PLAYER_CHOICES[0], PLAYER_CHOICES[-1])
    two = sat(stage, game, plies_before(game, 1), fillers=fillers)
    run(two.stack, 1.0)
    yield two.moment("a computer thinks")
    think(stage.table, likely)


def _asked(stage: Stage, game: Game) -> Iterator[Moment]:
    """The pause, and what has to be agreed on."""
    for seat, edge in enumerate(EDGES):
        plies = plies_before(game, seat)
        two = sat(stage, game, plies)
        press(two.stack, Button.MENU, seat)
        yield two.moment(f"seat {seat} wishes a pause")
        press(two.stack, Button.MENU, 1 - seat)
        yield two.moment(f"seat {seat} paused", edge)
        touch(two.stack, "turn")
        yield two.moment(f"the pause of seat {seat} turned round", EDGES[1 - seat])
        touch(two.stack, "resign")
        yield two.moment(f"seat {1 - seat} is to give up", EDGES[1 - seat])
        two = sat(stage, game, plies)
        if two.scene.match.can_undo():
            press(two.stack, Button.UNDO, seat)
            yield two.moment(f"seat {seat} wishes to take back")
    for kind in ("draw", "end") if game.draws else ("end",):
        two = sat(stage, game, PLIES)
        press(two.stack, Button.MENU)
        if kind == "end":
            touch(two.stack, "resign")
            run(two.stack, 1.0)
        touch(two.stack, kind)
        yield two.moment(f"{kind} wished")
        two.touch_pad("agree:1")
        yield two.moment(f"{kind} half agreed")
    two = sat(stage, game, PLIES)
    press(two.stack, Button.MENU)
    touch(two.stack, "players", "seat:1", f"who:{2}", "done")
    yield two.moment("a seat is to be handed over")


def _over(stage: Stage, game: Game) -> Iterator[Moment]:
    """The result, and what follows it."""
    for name in ("won", "drawn", "stopped"):
        two = sat(stage, game, PLIES)
        _end(two.scene.match, name)
        _until_result(two)
        yield _rematched(two, name)
    press(two.stack, Button.BACK)
    yield two.moment("the end is looked at")
    for number, edge in enumerate(EDGES):
        two = sat(stage, game, PLIES)
        two.scene.match.resign(1)
        _until_result(two)
        review = [b for b in two.stack.top._buttons.buttons if b.key == "review"]  # type: ignore[attr-defined]
        tap(two.stack, review[number % len(review)].centre)
        run(two.stack, 1.0)
        name, drawn, reading = two.moment(f"review from edge {edge}")
        yield name, drawn, replace(reading, panels=(), board=(0, 0, 0, 0), sides=(edge,))


def _rematched(two: Two, name: str) -> Moment:
    """The result; the button for the next game says to each edge what they play in it."""
    moment, drawn, reading = two.moment(name)
    canvas = two.stage.canvas
    again = [b for b in two.stack.top._buttons.buttons if b.key == "again"]  # type: ignore[attr-defined]
    apart = tuple(
        (seen(turned_box(b.box, b.turns, canvas.box.centre), canvas.scale), b.turns) for b in again
    )
    return moment, drawn, replace(reading, apart=apart)


def _live(stage: Stage, game: Game) -> Iterator[Moment]:
    """A game that turns all it shows to whoever is asked to act."""
    width, height = stage.canvas.size
    whole = (0.0, 0.0, float(width), float(height))
    for name, scene in live_game(game).moments(stage.table, stage.canvas):
        if not isinstance(scene, SevensScene):
            continue
        _sit(scene, stage, TWO)
        acting = scene.context.turns(scene.phase.seat)
        yield name, scene, Reading(EDGES, acting, board=whole, turning=True)
        _sit(scene, stage, TOGETHER)


# -- how they come about ------------------------------------------------------------------------


def _open_place(scene: MatchScene) -> Point:
    """A place that may be touched, beside the goal that is shown."""
    points = scene.view.points(scene.snapshot)
    free = (spot for spot in scene.snapshot.open if spot in points)
    return points[min(spot for spot in free if not scene.goal.covers(points[spot]))]


def _sit(scene: SevensScene, stage: Stage, sides: tuple[int, int]) -> None:
    scene.context.seating = scene.context.seating.moved(sides)
    scene.fit(stage.canvas)
    scene.update(0.0)


def _end(match: Match, how: str) -> None:
    if how == "won":
        match.resign(1)
    elif how == "drawn":
        match.agree()
    else:
        match.stop()


def _until_result(two: Two) -> None:
    """The result has come, and hears hands."""
    two.scene.session.end()
    two.scene.refresh()
    for _ in range(LONG):
        if isinstance(two.stack.top, ResultScene):
            break
        run(two.stack, 0.1)
    run(two.stack, 2.5)


def _refused(two: Two) -> Two:
    """The seat to move touches what it may not."""
    scene = two.scene
    snapshot = scene.snapshot
    for name, at in scene.view.points(snapshot).items():
        if name not in snapshot.open and scene.match.game.why_touch(snapshot.state, (name,)):
            tap(two.stack, at)
            break
    return two

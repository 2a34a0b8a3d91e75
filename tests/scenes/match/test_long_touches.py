"""A touch of any length plays when the finger lifts; resting shows a name, sliding off cancels."""

from dataclasses import replace

import pytest

from tabletop.engine import Game, Match, Spot
from tabletop.games import find_game
from tabletop.input.actions import Down, Drop, Pull, Tap
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.storage import new_match_id
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tests.scenes.setups import make_setup
from tools.album.notes import NotingFrame

SHOUT7 = find_game("shout7")
SHOO = find_game("shoo")


def opened(table: AppContext, game: Game, *plies: str, facing: bool = False) -> MatchScene:
    setup = make_setup(game, sides=FACING_SIDES if facing else ())
    scene = MatchScene(table, setup, Match(game, seed=3), new_match_id())
    scene.fit(Canvas((1280, 800)))
    for ply in plies:
        scene.play(ply)
        scene.update(5.0)
    return scene


def at(scene: MatchScene, spot: Spot) -> Point:
    return scene.view.points(scene.snapshot)[spot]


def down(scene: MatchScene, point: Point) -> None:
    assert scene.handle(Down(source="touch", contact=1, at=point)) is None


def name(scene: MatchScene) -> str | None:
    return scene.names.place


def wait(scene: MatchScene, seconds: float = 3.0) -> None:
    for _ in range(round(seconds / 0.1)):
        assert scene.update(0.1) is None


@pytest.mark.parametrize("seconds", [0.1, 0.8, 3.0, 20.0])
def test_a_press_of_any_length_plays_when_it_lifts(table: AppContext, seconds: float) -> None:
    scene = opened(table, SHOUT7)
    point = at(scene, "h8")
    down(scene, point)
    wait(scene, seconds)
    assert scene.snapshot.preview is not None
    assert not scene.match.plies
    assert scene.handle(Tap(source="touch", contact=1, at=point)) is None
    assert len(scene.match.plies) == 1


def test_a_finger_that_drifts_within_its_place_plays_too(table: AppContext) -> None:
    scene = opened(table, SHOUT7)
    x, y = point = at(scene, "h8")
    near = (x + 12, y)
    down(scene, point)
    scene.handle(Pull(source="touch", contact=1, at=near, began=point))
    scene.handle(Drop(source="touch", contact=1, at=near, began=point))
    assert len(scene.match.plies) == 1


def test_a_piece_is_picked_by_a_finger_that_drifts_and_put_back_by_one_that_returns(
    table: AppContext,
) -> None:
    scene = opened(table, SHOO)
    x, y = point = at(scene, "g3")
    near = (x + 12, y)
    down(scene, point)
    scene.handle(Pull(source="touch", contact=1, at=near, began=point))
    scene.handle(Drop(source="touch", contact=1, at=near, began=point))
    assert scene.snapshot.picked == ("g3",)
    scene = opened(table, SHOO)
    down(scene, point)
    for there in (at(scene, "f4"), near):
        scene.handle(Pull(source="touch", contact=1, at=there, began=point))
    scene.handle(Drop(source="touch", contact=1, at=near, began=point))
    assert scene.snapshot.picked == ()


def test_a_finger_that_slides_off_the_lit_places_plays_nothing(table: AppContext) -> None:
    scene = opened(table, SHOUT7)
    point = at(scene, "h8")
    down(scene, point)
    wait(scene)
    scene.handle(Pull(source="touch", contact=1, at=(5.0, 5.0), began=point))
    assert scene.snapshot.preview is None
    scene.handle(Drop(source="touch", contact=1, at=(5.0, 5.0), began=point))
    assert not scene.match.plies


def test_a_resting_finger_is_told_the_name_beside_its_place(table: AppContext) -> None:
    scene = opened(table, SHOO, facing=True)
    point = at(scene, "g3")
    down(scene, point)
    assert name(scene) is None
    assert scene.wakes_in() < 1.0
    wait(scene, 1.0)
    told = name(scene)
    assert told is not None
    frame = NotingFrame(scene.board.layout.canvas)
    scene.draw(frame)
    assert [line for line in frame.written if line.text in told]
    scene.handle(Tap(source="touch", contact=1, at=point))
    assert name(scene) is None
    assert scene.snapshot.picked == ("g3",)


def test_a_name_follows_the_finger_to_another_place(table: AppContext) -> None:
    scene = opened(table, SHOO)
    point = at(scene, "g3")
    down(scene, point)
    wait(scene, 1.0)
    first = name(scene)
    scene.handle(Pull(source="touch", contact=1, at=at(scene, "c8"), began=point))
    assert name(scene) is None
    wait(scene, 1.0)
    assert name(scene) not in (None, first)


def test_a_palm_on_an_empty_place_that_is_not_lit_is_told_nothing(table: AppContext) -> None:
    scene = opened(table, SHOO)
    down(scene, at(scene, "e5"))
    wait(scene)
    assert name(scene) is None


def test_a_place_held_for_its_name_is_no_wrong_touch(table: AppContext) -> None:
    scene = opened(table, SHOUT7, "h8", "i8", "h7", "g7")
    for spot in ("g7", "h7"):
        point = at(scene, spot)
        down(scene, point)
        scene.handle(Tap(source="touch", contact=1, at=point))
    picked = scene.snapshot.picked
    assert len(picked) == 2
    pit = scene.view.points(replace(scene.snapshot, picked=()))["a1"]
    down(scene, pit)
    wait(scene, 1.5)
    told = name(scene)
    assert told is not None
    frame = NotingFrame(scene.board.layout.canvas)
    scene.draw(frame)
    assert [line for line in frame.written if line.text in told]
    scene.handle(Tap(source="touch", contact=1, at=pit))
    assert not scene.snapshot.refused
    assert scene.snapshot.picked == picked
    down(scene, pit)
    scene.handle(Tap(source="touch", contact=1, at=pit))
    assert scene.snapshot.refused

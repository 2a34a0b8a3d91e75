"""Cards at the acting seat of Trelawney's Glory: looking at a shove or drag, and confirming it."""

from collections.abc import Callable

import pytest

from tabletop.engine import Spot
from tabletop.input.actions import Button, Down, Drop, Press, Pull, Tap
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.refusals import UNDO_BOUND
from tabletop.ui.core.app_context import AppContext
from tests.scenes.match.test_match_messages import begun


def press(scene: MatchScene, key: str) -> None:
    at = next(button for button in scene.buttons.buttons if button.key == key).centre
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))


def touch(scene: MatchScene, spot: Spot) -> None:
    at = scene.view.points(scene.snapshot)[spot]
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))


def keys(scene: MatchScene) -> list[str]:
    return [button.key for button in scene.buttons.buttons if button.key.startswith("card:")]


def opened(table: AppContext, plies: str = "c3 d4") -> MatchScene:
    scene = begun(table, "trelawney")
    for ply in plies.split():
        scene.play(ply)
        scene.update(9)
    return scene


def test_a_card_shows_its_ply_and_a_second_touch_plays_it(table: AppContext) -> None:
    scene = opened(table)
    touch(scene, "c4")
    assert keys(scene) == ["card:c4 d4 shove", "card:c4 d4 drag", "card:c4 lay"]
    press(scene, "card:c4 d4 drag")
    assert str(scene.snapshot.preview) == "c4<d4"
    assert len(scene.match.plies) == 2
    press(scene, "card:confirm")
    assert str(scene.match.plies[-1].move) == "c4<d4"


def test_another_card_can_be_looked_at_before_one_is_confirmed(table: AppContext) -> None:
    scene = opened(table)
    touch(scene, "c4")
    press(scene, "card:c4 d4 drag")
    press(scene, "card:c4 d4 shove")
    assert str(scene.snapshot.preview) == "c4>d4"
    press(scene, "card:c4 lay")
    press(scene, "card:c4 lay")
    assert str(scene.match.plies[-1].move) == "c4"


def test_each_of_two_stones_has_a_pair_of_cards(table: AppContext) -> None:
    scene = opened(table, "c3 d4 a1 d3")
    touch(scene, "c4")
    assert [key.split()[1] for key in keys(scene)] == ["d3", "d3", "d4", "d4", "lay"]


def test_undo_is_dark_where_a_laid_stone_stays(table: AppContext) -> None:
    scene = opened(table)
    undo = next(button for button in scene.buttons.buttons if button.key == "tool:undo")
    assert undo.enabled
    touch(scene, "c4")
    undo = next(button for button in scene.buttons.buttons if button.key == "tool:undo")
    assert not undo.enabled
    scene.handle(Down(source="touch", contact=1, at=undo.centre))
    scene.handle(Tap(source="touch", contact=1, at=undo.centre))
    assert scene.moment.notice == UNDO_BOUND
    assert scene.snapshot.picked == ("c4",)


def carried_to(scene: MatchScene, spot: Spot) -> None:
    """A finger carries a stone from the tray to a place and lets it go there."""
    tray = scene.board.layout.panels[scene.snapshot.seat].as_tray()
    start, end = tray.on_canvas(tray.box.centre), scene.view.points(scene.snapshot)[spot]
    scene.handle(Down(source="touch", contact=1, at=start))
    scene.handle(Pull(source="touch", contact=1, at=end, began=start))
    assert scene.snapshot.carried == end, "it is shown under the finger"
    scene.handle(Drop(source="touch", contact=1, at=end, began=start))


@pytest.mark.parametrize("lay", [touch, carried_to], ids=["touched", "carried"])
def test_a_laid_stone_stays_however_it_was_laid(
    table: AppContext, lay: Callable[[MatchScene, Spot], None]
) -> None:
    scene = opened(table)
    lay(scene, "e2")
    assert list(scene.snapshot.picked) == ["e2"]
    scene.handle(Press(button=Button.UNDO, source="keyboard"))
    assert list(scene.snapshot.picked) == ["e2"]
    assert scene.moment.notice == UNDO_BOUND
    touch(scene, "b2")
    assert list(scene.snapshot.picked) == ["e2"]
    assert len(scene.match.plies) == 2

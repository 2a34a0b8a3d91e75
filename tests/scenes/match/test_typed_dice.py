"""Dice typed in by hand: by fingers, by keys, corrected, given up."""

import pytest

from tabletop.input.actions import Button, Nudge, Typed
from tabletop.scenes.match.dice_pages import TypedDice
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push
from tests.scenes.match.dice_match import READER, begun, choose, line, plies, roll, sources, touch
from tests.scenes.touches import SIZES, button, check_layout, draw, press, tap


def opened(lying: tuple[int, ...] = ()) -> TypedDice:
    scene = TypedDice((6,) * (2 - len(lying)), lying)
    scene.fit(Canvas((1280, 800)))
    return scene


def typed(scene: TypedDice, signs: str) -> None:
    for sign in signs:
        assert scene.handle(Typed(source="keyboard", sign=sign)) is None


def test_fingers_choose_a_face_for_each_die_and_confirm() -> None:
    scene = opened()
    assert not button(scene, "play").enabled
    tap(scene, "die:0:4")
    tap(scene, "die:1:3")
    tap(scene, "die:0:6")  # it was a six after all
    assert button(scene, "play").label == "Play 6 + 3"
    assert tap(scene, "play") == Pop((6, 3))


def test_keys_type_the_faces_and_confirm() -> None:
    scene = opened()
    typed(scene, "90x5")
    assert press(scene, Button.OK) is None, "one die is missing"
    typed(scene, "2")
    press(scene, Button.UNDO)
    typed(scene, "1")
    scene.buttons.focus = None
    assert press(scene, Button.OK) == Pop((5, 1))


def test_a_third_digit_begins_anew() -> None:
    scene = opened()
    typed(scene, "526")
    assert scene.values == [6, 0]


def test_the_cursor_reaches_every_face() -> None:
    scene = opened()
    seen = set()
    for row in range(2):
        for _ in range(7):
            scene.handle(Nudge(source="pad", dx=1, dy=0))
            seen.add(scene.buttons.focus)
        for _ in range(7):
            scene.handle(Nudge(source="pad", dx=-1, dy=0))
            seen.add(scene.buttons.focus)
        scene.handle(Nudge(source="pad", dx=0, dy=1 if row == 0 else -1))
    assert seen >= {f"die:{die}:{value}" for die in (0, 1) for value in range(1, 7)}


def test_going_back_throws_nothing() -> None:
    assert press(opened(), Button.BACK) == Pop(None)
    assert tap(opened(), "back") == Pop(None)


def test_a_die_that_lies_already_is_shown_with_the_other() -> None:
    scene = opened((4,))
    typed(scene, "5")
    assert button(scene, "play").label == "Play 4 + 5"
    assert tap(scene, "play") == Pop((5,))


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] >= 600])
def test_it_fits_every_window(size: tuple[int, int]) -> None:
    check_layout(opened(), size)
    check_layout(opened((4,)), size)
    draw(opened())


def test_what_was_typed_is_played_and_recorded(table: AppContext) -> None:
    scene = begun(table)
    choose(scene, "typed")
    assert line(scene, 0) == "Roll your dice, then enter them."
    change = touch(scene, "spot:roll")
    assert isinstance(change, Push)
    assert change.then is not None
    change.then((2, 5))
    assert (plies(scene), sources(scene)) == (["2+5"], ("typed",))
    change.then((1, 1))  # it comes a second time, when nobody throws
    assert plies(scene) == ["2+5"]


def test_the_second_die_is_typed_where_the_first_was_read(table: AppContext) -> None:
    scene = begun(table, READER)
    roll(scene, 4)
    choose(scene, "typed")
    change = touch(scene, "spot:roll")
    assert isinstance(change, Push)
    assert change.then is not None
    change.then((5,))
    assert (plies(scene), sources(scene)) == (["4+5"], ("reader:DR-1,typed",))


def test_nothing_is_typed_after_all(table: AppContext) -> None:
    scene = begun(table)
    choose(scene, "typed")
    change = touch(scene, "spot:roll")
    assert isinstance(change, Push)
    assert change.then is not None
    change.then(None)
    assert plies(scene) == []

"""Four corners are pulled by fingers, arrows and buttons; what nobody keeps is as it was."""

from typing import Any

import pytest

from tabletop.input.actions import (
    Action,
    Button,
    Cancel,
    Down,
    Drop,
    Nudge,
    Point,
    Press,
    Pull,
    Tap,
    Walk,
)
from tabletop.input.viewport import KEYSTONE_CROSSED, Keystone, Margins
from tabletop.scenes.devices.display_pages import DisplayPage, KeystoneScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Pop, Push
from tabletop.ui.display.display_transform import DisplayProfile
from tabletop.ui.widgets.question_dialog import KEEP_QUESTION
from tests.default_context import default_context
from tests.scenes.touches import SIZES, asks, button, check_layout, draw, press, tap

WINDOW = (1280, 800)
NARROW_ABOVE = Keystone(((0.1, 0.1), (0.9, 0.1), (1.0, 1.0), (0.0, 1.0)))


def opened(table: AppContext, size: tuple[int, int] = WINDOW, **mounting: Any) -> KeystoneScene:
    """The scene as the loop opens it, at a screen mounted so."""
    table.display_transform.fit("window", size)
    table.display_transform.try_out(DisplayProfile(**mounting))
    table.display_transform.keep()
    scene = KeystoneScene(table)
    scene.fit(table.display_transform.canvas)
    return scene


def corner(table: AppContext, number: int) -> Point:
    """Where a corner of the picture lies in the window, in its pixels."""
    x, y = table.display_transform.now.corners[number]
    return x * WINDOW[0], y * WINDOW[1]


def drag(scene: KeystoneScene, number: int, dx: float, dy: float, contact: int = 1) -> None:
    """Pulls a corner by so many pixels of the window, as the loop would tell of it."""
    pane = scene.table.display_transform
    scale = pane.canvas.scale
    x, y = (each * scale for each in button(scene, f"corner:{number}").centre)
    px, py = pane.now.to_window(x, y)
    began = feel(pane.to_canvas(px, py))
    scene.handle(Down(source="touch", contact=contact, at=began))
    for share in (0.3, 0.7, 1.0):
        at = feel(pane.to_canvas(px + share * dx, py + share * dy))
        scene.handle(Pull(source="touch", contact=contact, at=at, began=began))
        assert scene.wakes_in() == 0
        scene.update(1 / 60)
    at = feel(pane.to_canvas(px + dx, py + dy))
    scene.handle(Drop(source="touch", contact=contact, at=at, began=began))


def feel(at: Point | None) -> Point:
    assert at is not None
    return at


def nudge(scene: KeystoneScene, dx: int, dy: int) -> None:
    assert scene.handle(Nudge(source="keyboard", dx=dx, dy=dy)) is None


@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    scene = opened(table, size)
    check_layout(scene, size)
    scene.refusal = KEYSTONE_CROSSED
    check_layout(scene, size)
    with default_context(text_scale=200, projector=True):
        check_layout(scene, size)


@pytest.mark.parametrize(
    "mounting",
    [{}, {"turns": 1}, {"mirror": True}, {"turns": 3, "margins": Margins(0.02, 0.1, 0.0, 0.05)}],
)
@pytest.mark.parametrize("number", range(4))
def test_a_corner_goes_with_the_finger_and_the_others_stay(
    table: AppContext, mounting: dict[str, Any], number: int
) -> None:
    scene = opened(table, **mounting)
    before = [corner(table, each) for each in range(4)]
    middle = WINDOW[0] / 2, WINDOW[1] / 2
    dx = 70 if before[number][0] < middle[0] else -70
    dy = 40 if before[number][1] < middle[1] else -40
    drag(scene, number, dx, dy)
    for each in range(4):
        moved = (before[each][0] + dx, before[each][1] + dy) if each == number else before[each]
        assert corner(table, each) == pytest.approx(moved, abs=0.6)
    assert table.display_transform.kept == DisplayProfile(**mounting)
    assert scene.picked == number


def test_only_what_is_kept_outlives_the_page(table: AppContext) -> None:
    scene = opened(table)
    drag(scene, 0, 50, 30)
    pulled = table.display_transform.now.keystone
    assert tap(scene, "keep") == Pop("keep")
    scene.leave()
    assert table.display_transform.kept.keystone == pulled is not None
    scene = opened(table, keystone=pulled)
    drag(scene, 2, -50, -30)
    assert tap(scene, "back") == Pop("back")
    scene.leave()
    assert table.display_transform.now.keystone == pulled
    assert not table.display_transform.raw
    assert not table.display_transform.following


def test_a_corner_stays_in_the_window(table: AppContext) -> None:
    scene = opened(table, keystone=NARROW_ABOVE)
    drag(scene, 0, -500, -500)
    assert corner(table, 0) == pytest.approx((0, 0), abs=1e-6)


def test_what_no_picture_can_be_is_refused_in_words_and_the_corner_stays(table: AppContext) -> None:
    scene = opened(table)
    drag(scene, 0, 0.9 * WINDOW[0], 0.9 * WINDOW[1])
    assert scene.refusal is not None
    assert scene.labels[0].text == scene.refusal
    assert "cross" in scene.refusal
    for number in range(4):  # no further than somebody can look at
        assert 0 <= corner(table, number)[0] <= WINDOW[0]
    drag(scene, 0, -20, -20, contact=2)
    assert scene.refusal is None


def test_arrows_move_the_picked_corner_as_people_see_it(table: AppContext) -> None:
    scene = opened(table, turns=1)
    assert press(scene, Button.OK) is None
    assert scene.picked == 1
    # Turned clockwise, the picture's upper right corner is the window's lower right one.
    assert corner(table, 1) == pytest.approx((1280, 800))
    nudge(scene, -1, 0)
    assert corner(table, 1) == pytest.approx((1280, 790))
    tap(scene, "step")
    nudge(scene, 0, 1)
    assert corner(table, 1) == pytest.approx((1279, 790))


def test_a_box_of_three_buttons_does_all(table: AppContext) -> None:
    scene = opened(table)

    def go(key: str) -> Any:
        for _ in range(20):
            if scene.buttons.focus == key:
                return scene.handle(Press(source="serial", button=Button.OK))
            scene.handle(Walk(source="serial", by=1))
        raise AssertionError(f"{key} cannot be reached")

    go("corner:2")
    assert scene.picked == 2
    go("west")
    go("west")
    assert corner(table, 2) == pytest.approx((1260, 800))
    assert go("keep") == Pop("keep")
    assert table.display_transform.kept.keystone is not None


def test_steps_are_taken_back_pull_by_pull(table: AppContext) -> None:
    scene = opened(table)
    drag(scene, 0, 50, 30, contact=1)
    first = table.display_transform.now.keystone
    drag(scene, 0, 20, 20, contact=2)
    for _ in range(3):
        nudge(scene, 1, 0)
    press(scene, Button.UNDO)
    press(scene, Button.UNDO)
    assert table.display_transform.now.keystone == first
    tap(scene, "straight")
    assert table.display_transform.now.keystone is None
    tap(scene, "undo")
    tap(scene, "undo")
    assert table.display_transform.now.keystone is None
    assert not button(scene, "undo").enabled
    assert press(scene, Button.UNDO) is None


def test_leaving_by_a_key_asks_what_shall_hold(table: AppContext) -> None:
    scene = opened(table)
    assert press(scene, Button.BACK) == Pop()
    nudge(scene, 1, 1)
    asked = press(scene, Button.BACK)
    assert isinstance(asked, Push)
    assert asks(asked.scene, KEEP_QUESTION)
    assert asked.then is not None
    assert asked.then("keep") == Pop("keep")


@pytest.mark.parametrize("ended", [Tap, Cancel])
def test_a_finger_that_only_touches_picks(table: AppContext, ended: Any) -> None:
    scene = opened(table)
    at = button(scene, "corner:3").centre
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(ended(source="touch", contact=1, at=at))
    assert scene.picked == 3
    assert table.display_transform.now.keystone is None
    drag(scene, 3, 10, -10, contact=2)
    assert table.display_transform.now.keystone is not None


def test_another_screen_begins_anew(table: AppContext) -> None:
    scene = opened(table)
    nudge(scene, 1, 1)
    table.display_transform.fit("screen 0 1920x1080", (1920, 1080))
    scene.fit(table.display_transform.canvas)
    assert table.display_transform.now.keystone is None
    press(scene, Button.UNDO)
    assert table.display_transform.now.keystone is None


def test_it_is_drawn_with_a_finger_on_a_corner(table: AppContext) -> None:
    scene = opened(table)
    before = draw(scene).blits
    actions: list[Action] = [
        Down(source="touch", contact=1, at=button(scene, "corner:1").centre),
        Walk(source="keyboard", by=1),
    ]
    for action in actions:
        scene.handle(action)
    assert draw(scene).blits != before


def test_the_page_of_the_screen_leads_there_and_straightens(table: AppContext) -> None:
    table.display_transform.fit("window", WINDOW)
    table.display_transform.try_out(DisplayProfile(keystone=NARROW_ABOVE))
    table.display_transform.keep()
    page = DisplayPage(table)
    page.fit(table.display_transform.canvas)
    opens = tap(page, "corners")
    assert isinstance(opens, Push)
    assert isinstance(opens.scene, KeystoneScene)
    tap(page, "file:keystone")
    assert table.display_transform.kept == DisplayProfile()


def test_without_opencv_the_page_says_so_and_leads_nowhere(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.ui.display.warp.find_spec", lambda _: None)
    page = DisplayPage(table)
    page.fit(table.display_transform.canvas)
    assert not button(page, "corners").enabled
    assert any("OpenCV" in label.text for label in page.labels)

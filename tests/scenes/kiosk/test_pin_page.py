"""The page of the PIN: it shows dots, and neither shows, speaks nor keeps a digit."""

from collections.abc import Iterator

import pytest

from tabletop.input.actions import Button, Buzz, Press, Typed, Walk
from tabletop.scenes.kiosk.operator_pages import (
    PIN_POLL_SECONDS,
    ChoosePin,
    EnterPin,
    PinPad,
    PinTask,
)
from tabletop.system.pin_lock import PinLock
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Change, Pop
from tests.scenes.kiosk.locked_table import PIN, WRONG, quick_hashes, set_pin
from tests.scenes.touches import SIZES, check_layout, draw, tap


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_hashes():
        yield


def opened(table: AppContext, kind: type[PinTask] = EnterPin) -> PinPad:
    door = PinLock(table.data_dir / "operator.json")
    scene = PinPad(kind(door))
    door.wait()
    scene.fit(Canvas((1280, 800)))
    return scene


def typed(scene: PinPad, pin: str) -> Change:
    for digit in pin:
        assert scene.handle(Typed(source="keyboard", sign=digit)) is None
        scene.handle(Buzz(source="keyboard", seat=0))  # what the same key means besides
    assert scene.handle(Press(source="keyboard", button=Button.OK)) is None
    scene.task.lock.wait()
    return scene.update(0.0)


def test_a_keyboard_types_it_too(table: AppContext) -> None:
    set_pin(table)
    assert typed(opened(table), PIN) == Pop(True)


def test_all_that_is_seen_of_digits_is_how_many_there_are(table: AppContext) -> None:
    set_pin(table)
    one, other = opened(table), opened(table)
    for scene, pin in ((one, PIN), (other, WRONG)):
        for digit in pin:
            tap(scene, f"digit:{digit}")
            scene.buttons.held.clear()
    places = [[(blit.x, blit.y, blit.alpha) for blit in draw(each).blits] for each in (one, other)]
    assert places[0] == places[1]
    assert [label.text for label in one.labels] == [label.text for label in other.labels]


def test_no_digit_is_spoken_even_where_keys_walk_over_it(table: AppContext) -> None:
    set_pin(table)
    scene = opened(table)
    said: set[str] = set()
    for _ in range(15):
        scene.handle(Walk(source="keyboard", by=1))
        said |= {saying.words for saying in scene.sayings()}
    assert said == {"Operator PIN"}


def test_what_was_typed_is_forgotten_with_the_page_and_with_the_try(table: AppContext) -> None:
    set_pin(table)
    scene = opened(table)
    typed(scene, WRONG)
    assert WRONG not in repr(vars(scene))
    for digit in WRONG:
        scene.pressed(f"digit:{digit}")
    scene.leave()
    assert WRONG not in repr(vars(scene))


def test_an_answer_is_looked_for_until_it_was_seen(table: AppContext) -> None:
    set_pin(table)
    scene = opened(table)
    scene.update(0.0)
    for digit in PIN:
        scene.pressed(f"digit:{digit}")
    scene.pressed("done")
    scene.task.lock.wait()  # it is there before the loop has turned
    assert scene.wakes_in() <= PIN_POLL_SECONDS
    assert scene.update(PIN_POLL_SECONDS) == Pop(True)


def test_what_the_door_finds_out_by_itself_is_seen_at_once(table: AppContext) -> None:
    set_pin(table, failed=6, left=120.0)
    scene = opened(table)
    scene.update(0.0)
    set_pin(table)
    scene.task.lock.reload()
    scene.task.lock.wait()
    assert scene.wakes_in() == 0.0
    scene.update(0.0)
    assert scene.task.open
    assert scene.wakes_in() > 1.0


def test_a_digit_too_many_does_nothing_and_too_few_do_not_count(table: AppContext) -> None:
    set_pin(table)
    scene = opened(table)
    typed(scene, "13")
    assert scene.task.lock.failed == 0
    for _ in range(12):
        scene.pressed("digit:1")
    dots = [button.enabled for button in scene.buttons.buttons if button.key == "digit:1"]
    assert dots == [False]
    for _ in range(8):
        scene.pressed("less")
    assert not any(button.enabled for button in scene.buttons.buttons if button.key == "done")


def test_the_seconds_of_a_wait_are_counted_down(table: AppContext) -> None:
    set_pin(table, failed=6, left=120.0)
    scene = opened(table)
    assert "2:00" in str(scene.task.note)
    assert not scene.task.open
    assert 0 < scene.wakes_in() <= 1.0
    scene.pressed("digit:1")
    assert scene.update(1.0) is None
    assert scene.task.lock.failed == 6


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [EnterPin, ChoosePin])
def test_it_fits_every_window(
    table: AppContext, size: tuple[int, int], kind: type[PinTask]
) -> None:
    set_pin(table)
    check_layout(opened(table, kind), size)

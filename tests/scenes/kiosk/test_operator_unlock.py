"""The operator's way in: which hands open it, what it leaves alone, and who is let in."""

from collections.abc import Callable, Iterator
from math import inf
from unittest.mock import patch

import pytest

from tabletop.input.actions import Button, Down, Opening, Press, Pull, Tap
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.kiosk.operator_pages import ChoosePin, EnterPin, OperatorPage, PinPad
from tabletop.scenes.kiosk.overlays import CORNER_SIZE, OPERATOR_TIMEOUT_SECONDS, RING_STEPS
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Push
from tabletop.ui.widgets.page import PageScene
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.scenes.kiosk.locked_table import (
    CANVAS,
    LEFT_BOTTOM,
    LEFT_TOP,
    PIN,
    RIGHT_BOTTOM,
    RIGHT_TOP,
    WRONG,
    Listening,
    Watched,
    change,
    quick_hashes,
    set_pin,
)


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_hashes():
        yield


@pytest.fixture
def watched(table: AppContext) -> Watched:
    """Strangers before a scene that listens, and an operator with a PIN."""
    change(table, kiosk_level="kiosk", idle_on="never")
    set_pin(table)
    return Watched(table, Listening())


def blits(watched: Watched) -> int:
    frame = Frame(CANVAS)
    watched.kiosk_overlays.draw(frame)
    return len(frame.blits)


@pytest.mark.parametrize(
    "places",
    [(LEFT_TOP, RIGHT_BOTTOM), (RIGHT_TOP, LEFT_BOTTOM), (LEFT_BOTTOM, LEFT_TOP, RIGHT_TOP)],
)
def test_two_opposite_corners_open_it_on_either_diagonal(
    watched: Watched, places: tuple[Point, ...]
) -> None:
    watched.hold(*places)
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, EnterPin)


@pytest.mark.parametrize(
    "places",
    [
        (LEFT_TOP,),
        (LEFT_TOP, RIGHT_TOP),
        (LEFT_TOP, LEFT_BOTTOM),
        (LEFT_TOP, (CANVAS.width - CORNER_SIZE - 1, CANVAS.height - 10)),
        (LEFT_TOP, CANVAS.box.centre),
    ],
)
def test_nothing_else_does(watched: Watched, places: tuple[Point, ...]) -> None:
    watched.hold(*places)
    assert isinstance(watched.top, Listening)


def test_it_takes_three_seconds_together(watched: Watched) -> None:
    watched.down(LEFT_TOP, RIGHT_BOTTOM)
    watched.go(2.5)
    watched.do(Tap(source="touch", contact=2, at=RIGHT_BOTTOM))
    watched.go(1.0)
    watched.do(Down(source="touch", contact=3, at=RIGHT_BOTTOM))
    watched.go(2.5)
    assert isinstance(watched.top, Listening)
    watched.go(1.0)
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, EnterPin)


def test_a_finger_that_leaves_its_corner_ends_it(watched: Watched) -> None:
    watched.down(LEFT_TOP, RIGHT_BOTTOM)
    watched.do(Pull(source="touch", contact=1, at=(400.0, 400.0), began=LEFT_TOP))
    watched.go(4.0)
    assert isinstance(watched.top, Listening)


def test_a_game_hears_every_touch_until_it_opens_and_then_loses_the_two_fingers(
    watched: Watched,
) -> None:
    below = watched.top
    assert isinstance(below, Listening)
    watched.down(LEFT_TOP, RIGHT_BOTTOM)
    watched.do(Down(source="touch", contact=7, at=(500.0, 500.0)))
    watched.do(Tap(source="touch", contact=7, at=(500.0, 500.0)))
    assert len(below.heard) == 4
    watched.go(2.0)
    assert below.seconds == pytest.approx(2.0)
    assert below.cancelled == []
    watched.go(1.2)
    assert sorted(below.cancelled) == [1, 2]
    heard = len(below.heard)
    watched.up(LEFT_TOP, RIGHT_BOTTOM)
    assert len(below.heard) == heard


def test_the_fingers_that_opened_it_press_nothing_on_the_page(watched: Watched) -> None:
    watched.down(LEFT_TOP, RIGHT_BOTTOM)
    watched.go(3.2)
    page = watched.top
    assert isinstance(page, PinPad)
    assert isinstance(page.task, EnterPin)
    leave = next(button.centre for button in page.buttons.buttons if button.key == "leave")
    watched.do(Tap(source="touch", contact=1, at=leave))
    assert watched.top is page


def test_nothing_is_seen_for_a_second_and_then_a_ring_grows(watched: Watched) -> None:
    watched.down(LEFT_TOP, RIGHT_BOTTOM)
    assert watched.kiosk_overlays.wakes_in(watched.scenes) == pytest.approx(1.0)
    watched.go(0.9)
    assert blits(watched) == 0
    watched.go(0.2)
    assert blits(watched) == 2
    assert watched.kiosk_overlays.wakes_in(watched.scenes) == 0.0
    watched.up(LEFT_TOP, RIGHT_BOTTOM)
    watched.turn()
    assert blits(watched) == 0
    assert watched.kiosk_overlays.wakes_in(watched.scenes) == inf
    assert RING_STEPS > 10


def test_a_mouse_and_a_finger_hold_two_corners_but_nobody_at_a_second_window(
    watched: Watched,
) -> None:
    watched.do(Down(source=SECONDARY_SOURCE, contact=1, at=LEFT_TOP))
    watched.do(Down(source="mouse", contact=2, at=RIGHT_BOTTOM))
    watched.go(3.5)
    assert isinstance(watched.top, Listening)
    watched.do(Down(source="touch", contact=3, at=LEFT_TOP))
    watched.go(3.5)
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, EnterPin)


def test_a_chord_of_keys_opens_it_at_once(watched: Watched) -> None:
    watched.do(Press(source="keyboard", button=Button.OPERATOR))
    watched.turn()
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, EnterPin)
    watched.do(Press(source="keyboard", button=Button.OPERATOR))
    watched.turn()
    assert len(watched.scenes.scenes) == 2


def test_the_right_pin_lets_the_operator_in_and_out_again(watched: Watched) -> None:
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    watched.enter(PIN)
    assert isinstance(watched.top, OperatorPage)
    assert watched.table.operator
    assert not watched.table.locked
    watched.press("leave")
    assert isinstance(watched.top, Listening)
    assert watched.table.locked


def test_a_wrong_pin_does_not(watched: Watched) -> None:
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    watched.enter(WRONG)
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, EnterPin)
    assert "4 tries" in str(watched.top.task.note)
    assert not watched.table.operator


def test_the_operator_is_out_again_after_a_minute_without_a_touch(watched: Watched) -> None:
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    watched.enter(PIN)
    watched.press("devices")
    watched.go(OPERATOR_TIMEOUT_SECONDS - 1)
    assert watched.table.operator
    watched.do(Down(source="touch", contact=5, at=(300.0, 5.0)))
    watched.do(Tap(source="touch", contact=5, at=(300.0, 5.0)))
    watched.go(OPERATOR_TIMEOUT_SECONDS - 1)
    assert watched.table.operator
    watched.go(2.0)
    assert watched.kind is Listening
    assert watched.table.locked


def test_who_waits_for_something_to_be_done_is_not_put_out_meanwhile(watched: Watched) -> None:
    class Working(PageScene):
        keeps_operator_unlocked = True

        def lay_out(self) -> None: ...

    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    watched.enter(PIN)
    page = Working()
    watched.scenes.apply(Push(page))
    watched.go(3 * OPERATOR_TIMEOUT_SECONDS)
    assert watched.top is page
    page.keeps_operator_unlocked = False
    watched.go(OPERATOR_TIMEOUT_SECONDS - 1)
    assert watched.top is page, "there is time to read how it went"
    watched.go(2.0)
    assert watched.kind is Listening


def test_the_page_with_the_pin_goes_when_nobody_touches_it(watched: Watched) -> None:
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    watched.go(21.0)
    assert isinstance(watched.top, Listening)


def test_it_works_while_the_table_is_closed(watched: Watched) -> None:
    watched.do(Opening(source="opening hours", open=False))
    watched.turn()
    assert watched.table.blackout.laid == "closed"
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, EnterPin)
    assert not watched.table.blackout.active
    watched.enter(PIN)
    assert isinstance(watched.top, OperatorPage)
    watched.go(5.0)
    assert not watched.table.blackout.active
    watched.press("leave")
    watched.turn()
    assert watched.table.blackout.laid == "closed"


def test_while_an_evening_is_written_down_nobody_types_a_pin(table: AppContext) -> None:
    change(table, kiosk_level="kiosk", idle_on="never")
    set_pin(table)
    table.session_recorded = True
    watched = Watched(table, Listening())
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    assert isinstance(watched.top, QuestionDialog)
    assert watched.top.of_operator
    assert "--record" in str(watched.top.detail)


def test_without_a_pin_a_locked_table_says_how_and_stays_shut(table: AppContext) -> None:
    change(table, kiosk_level="kiosk", idle_on="never")
    watched = Watched(table, MenuScene(table))
    assert any("--set-pin" in told for told in table.operator_warnings)
    assert table.problems == []
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    assert isinstance(watched.top, QuestionDialog)
    assert watched.top.of_operator


def keys_ask(watched: Watched) -> None:
    watched.do(Press(source="keyboard", button=Button.OPERATOR))
    watched.door.wait()
    watched.turn()


@pytest.mark.parametrize("before", [None, "{"])
def test_a_pin_that_is_set_in_a_shell_opens_a_running_table(
    table: AppContext, before: str | None
) -> None:
    change(table, kiosk_level="kiosk", idle_on="never")
    if before is not None:
        (table.data_dir / "operator.json").write_text(before, "utf-8")
    watched = Watched(table, Listening())
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    assert isinstance(watched.top, QuestionDialog)
    assert watched.top.of_operator
    watched.press("leave")
    set_pin(table)
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, EnterPin)
    watched.enter(PIN)
    assert isinstance(watched.top, OperatorPage)


@pytest.mark.parametrize("ask", [keys_ask, lambda watched: watched.hold(LEFT_TOP, RIGHT_BOTTOM)])
def test_the_file_is_looked_at_before_the_page_comes(
    table: AppContext, ask: Callable[[Watched], None]
) -> None:
    watched = Watched(table, Listening())
    set_pin(table)
    ask(watched)
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, EnterPin)


def test_where_it_came_too_late_the_next_page_knows_of_the_pin(table: AppContext) -> None:
    change(table, kiosk_level="kiosk", idle_on="never")
    watched = Watched(table, Listening())
    set_pin(table)
    watched.down(LEFT_TOP, RIGHT_BOTTOM)
    with patch.object(watched.door, "reload"):
        watched.turn(2.0)
    watched.turn(2.0)
    assert isinstance(watched.top, QuestionDialog)
    assert watched.top.of_operator
    assert watched.door.kind == "set"


def test_hands_that_lie_on_the_table_for_a_moment_have_nothing_read(watched: Watched) -> None:
    with patch.object(watched.door, "reload") as look:
        watched.down(LEFT_TOP, RIGHT_BOTTOM)
        watched.go(0.9)
        watched.up(LEFT_TOP, RIGHT_BOTTOM)
        watched.go(1.0)
        assert look.call_count == 0
        watched.down(LEFT_TOP, RIGHT_BOTTOM)
        watched.go(2.9)
        assert look.call_count == 1


def test_at_home_the_first_operator_chooses_the_pin_twice(table: AppContext) -> None:
    watched = Watched(table, Listening())
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, ChoosePin)
    watched.enter("1111")
    assert "easy to guess" in str(watched.top.task.note)
    watched.enter(PIN)
    watched.enter(WRONG)
    assert "differ" in str(watched.top.task.note)
    watched.enter(PIN)
    watched.enter(PIN)
    assert isinstance(watched.top, OperatorPage)
    assert watched.door.kind == "set"


def test_a_damaged_file_opens_to_nobody_and_says_so(table: AppContext) -> None:
    change(table, kiosk_level="kiosk", idle_on="never")
    (table.data_dir / "operator.json").write_text("{", "utf-8")
    watched = Watched(table, Listening())
    assert any("damaged" in told for told in table.operator_warnings)
    assert table.problems == []
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    assert isinstance(watched.top, QuestionDialog)
    assert watched.top.of_operator


def test_a_fault_locks_the_table_again(watched: Watched) -> None:
    from tabletop.ui.core.scene import Reset

    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    watched.enter(PIN)
    watched.scenes.apply(Reset(Listening()))
    assert watched.table.locked

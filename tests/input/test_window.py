import threading
import time
from typing import Any

import pygame
import pytest

from tabletop.input.actions import (
    Action,
    Button,
    Cancel,
    Down,
    Drop,
    Exposed,
    Focus,
    Hover,
    Lost,
    Nudge,
    Point,
    Press,
    Pull,
    Quit,
    Resized,
    Tap,
)
from tabletop.input.hub import Hub
from tabletop.input.wake import wake
from tabletop.input.window import Window

from .conftest import SIZE, Clock

WIDTH, HEIGHT = SIZE


def to_canvas(px: float, py: float) -> Point | None:
    """Half a unit a pixel, rounded to hundredths, with a bar of 40 pixels on the left."""
    return (round((px - 40) / 2, 2), round(py / 2, 2)) if px >= 40 else None


def at(px: float, py: float) -> Point:
    point = to_canvas(px, py)
    assert point is not None
    return point


@pytest.fixture
def window(screen: pygame.Surface, clock: Clock) -> Window:
    window = Window(to_canvas, clock)
    window.start()
    assert window.poll() == []
    clock.tick(1)
    return window


def post(kind: int, **fields: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **fields))


def finger(kind: int, px: float, py: float, *, finger_id: int = 5, touch_id: int = 3) -> None:
    x, y = px / WIDTH, py / HEIGHT
    post(kind, touch_id=touch_id, finger_id=finger_id, x=x, y=y, dx=0.0, dy=0.0, pressure=1.0)


def mouse(kind: int, px: int, py: int, *, button: int = 1, touch: bool = False) -> None:
    post(kind, pos=(px, py), button=button, touch=touch)


def motion(px: int, py: int, *, left: bool = False, touch: bool = False) -> None:
    post(pygame.MOUSEMOTION, pos=(px, py), rel=(0, 0), buttons=(int(left), 0, 0), touch=touch)


def key(key: int, mod: int = 0) -> None:
    post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)


def kinds(actions: list[Action]) -> list[str]:
    return [type(action).__name__ for action in actions]


def test_a_finger_and_the_mouse_that_sdl_makes_of_it_are_one_tap(
    window: Window, clock: Clock
) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    motion(240, 300, touch=True)
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300, touch=True)
    seen = window.poll()
    clock.tick(0.1)
    finger(pygame.FINGERUP, 240, 300)
    mouse(pygame.MOUSEBUTTONUP, 240, 300, touch=True)
    seen += window.poll()
    assert seen == [
        Down(source="touch", contact=1, at=at(240, 300)),
        Tap(source="touch", contact=1, at=at(240, 300)),
    ]


def test_a_mouse_and_the_finger_that_sdl_makes_of_it_are_one_tap(window: Window) -> None:
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    finger(pygame.FINGERDOWN, 240, 300, touch_id=-1)
    mouse(pygame.MOUSEBUTTONUP, 240, 300)
    finger(pygame.FINGERUP, 240, 300, touch_id=-1)
    assert window.poll() == [
        Down(source="mouse", contact=1, at=at(240, 300)),
        Tap(source="mouse", contact=1, at=at(240, 300)),
    ]


def test_only_the_left_button_touches(window: Window) -> None:
    for button in (2, 3, 4, 5):
        mouse(pygame.MOUSEBUTTONDOWN, 240, 300, button=button)
        mouse(pygame.MOUSEBUTTONUP, 240, 300, button=button)
    assert window.poll() == []


@pytest.mark.parametrize(("drift", "end"), [(0, "Tap"), (10, "Tap"), (11, "Drop")])
def test_a_tap_may_drift_10_pixels(window: Window, clock: Clock, drift: int, end: str) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    window.poll()
    clock.tick(0.1)
    finger(pygame.FINGERMOTION, 240, 300 - drift)
    finger(pygame.FINGERUP, 240, 300 - drift)
    assert kinds(window.poll())[-1] == end


def test_only_the_last_pull_of_each_contact_in_a_poll_is_told(window: Window) -> None:
    finger(pygame.FINGERDOWN, 240, 300, finger_id=1)
    finger(pygame.FINGERDOWN, 640, 300, finger_id=2)
    for step in range(20, 120, 20):
        finger(pygame.FINGERMOTION, 240 + step, 300, finger_id=1)
        finger(pygame.FINGERMOTION, 640, 300 + step, finger_id=2)
    assert window.poll()[2:] == [
        Pull(source="touch", contact=1, at=at(340, 300), began=at(240, 300)),
        Pull(source="touch", contact=2, at=at(640, 400), began=at(640, 300)),
    ]


def test_only_the_last_hover_of_a_poll_is_told_and_only_when_it_is_new(window: Window) -> None:
    motion(100, 100)
    motion(200, 100)
    assert window.poll() == [Hover(source="mouse", at=at(200, 100))]
    motion(200, 100)
    assert window.poll() == []
    motion(10, 100)  # in the bar beside the canvas
    assert window.poll() == [Hover(source="mouse", at=None)]
    motion(200, 100)
    window.poll()
    post(pygame.WINDOWLEAVE)
    assert window.poll() == [Hover(source="mouse", at=None)]


def test_a_mouse_with_its_button_down_pulls_and_does_not_hover(window: Window) -> None:
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    motion(300, 300, left=True)
    mouse(pygame.MOUSEBUTTONUP, 300, 300)
    assert kinds(window.poll()) == ["Down", "Pull", "Drop"]


def test_a_button_let_go_outside_the_window_cancels(window: Window) -> None:
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    motion(300, 300, left=True)
    motion(500, 300)
    motion(510, 300)
    assert kinds(window.poll()) == ["Down", "Pull", "Cancel", "Hover"]


def test_a_button_pressed_elsewhere_and_dragged_in_is_nothing(window: Window) -> None:
    motion(300, 300, left=True)
    assert window.poll() == []


def test_losing_the_focus_in_the_middle_of_a_drag_cancels_it(window: Window) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    finger(pygame.FINGERMOTION, 400, 300)
    window.poll()
    post(pygame.WINDOWFOCUSLOST)
    finger(pygame.FINGERMOTION, 410, 300)
    finger(pygame.FINGERUP, 410, 300)
    assert window.poll() == [
        Cancel(source="touch", contact=1, at=at(400, 300)),
        Focus(source="window", gained=False),
    ]


def test_a_reset_cancels_and_does_not_wait(window: Window) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    window.poll()
    window.cancel()
    began = time.monotonic()
    window.wait(10)
    assert time.monotonic() - began < 5
    assert window.poll() == [Cancel(source="touch", contact=1, at=at(240, 300))]


def test_a_touch_of_less_than_20_ms_is_flicker_also_after_a_long_sleep(
    window: Window, clock: Clock
) -> None:
    def touch_later() -> None:
        clock.tick(2)
        finger(pygame.FINGERDOWN, 240, 300)

    sleep = threading.Timer(0.1, touch_later)
    sleep.start()
    window.wait(30)
    sleep.join()
    finger(pygame.FINGERUP, 240, 300)
    clock.tick(0.016)
    assert kinds(window.poll()) == ["Down", "Cancel"]


def test_a_quick_tap_that_came_while_the_table_was_busy_is_a_tap(
    window: Window, clock: Clock
) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    finger(pygame.FINGERUP, 240, 300)
    clock.tick(0.05)
    assert kinds(window.poll()) == ["Down", "Tap"]


def test_a_flicker_within_a_frame_is_no_tap(window: Window, clock: Clock) -> None:
    window.poll()
    clock.tick(0.016)
    finger(pygame.FINGERDOWN, 240, 300)
    finger(pygame.FINGERUP, 240, 300)
    assert kinds(window.poll()) == ["Down", "Cancel"]


def test_a_new_size_cancels_and_is_told_once(window: Window) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    window.poll()
    post(pygame.WINDOWRESIZED, x=WIDTH, y=HEIGHT)
    post(pygame.WINDOWSIZECHANGED, x=WIDTH, y=HEIGHT)
    post(pygame.WINDOWDISPLAYCHANGED, display_index=1)
    assert window.poll() == [
        Cancel(source="touch", contact=1, at=at(240, 300)),
        Resized(source="window", size=SIZE),
    ]


def test_a_touch_after_a_new_size_waits_until_the_canvas_has_it(window: Window) -> None:
    pygame.display.set_mode((2560, 1440))
    finger(pygame.FINGERDOWN, 240, 300)
    assert window.poll() == [Resized(source="window", size=(2560, 1440))]
    began = time.monotonic()
    window.wait(10)
    assert time.monotonic() - began < 5  # something is left
    assert window.poll() == [Down(source="touch", contact=1, at=at(480, 600))]


def test_a_touch_before_a_new_size_is_where_it_was(window: Window) -> None:
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    mouse(pygame.MOUSEBUTTONUP, 240, 300)
    finger(pygame.FINGERDOWN, 240, 300)
    pygame.display.set_mode((640, 480))
    tap, down = window.poll()[1:3]
    assert tap == Tap(source="mouse", contact=1, at=at(240, 300))
    assert down == Down(source="touch", contact=2, at=at(240, 300))


def test_the_drift_follows_the_height_of_the_window(window: Window, clock: Clock) -> None:
    pygame.display.set_mode((3840, 2160))
    window.poll()
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    mouse(pygame.MOUSEBUTTONUP, 260, 300)
    assert kinds(window.poll()) == ["Down", "Tap"]


def test_the_windows_fate_is_told(window: Window) -> None:
    post(pygame.WINDOWFOCUSGAINED)
    post(pygame.WINDOWEXPOSED)
    post(pygame.WINDOWEXPOSED)
    post(pygame.QUIT)
    assert window.poll() == [
        Focus(source="window", gained=True),
        Exposed(source="window"),
        Quit(source="window"),
    ]


def test_keys_come_in_order_with_the_rest(window: Window) -> None:
    key(pygame.K_LEFT)
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    key(pygame.K_RETURN)
    key(pygame.K_RETURN)
    assert window.poll() == [
        Nudge(source="keyboard", dx=-1, dy=0),
        Down(source="mouse", contact=1, at=at(240, 300)),
        Press(source="keyboard", button=Button.OK),
        Press(source="keyboard", button=Button.OK),
    ]


def test_a_key_that_only_a_posted_event_pressed_does_not_repeat(
    window: Window, clock: Clock
) -> None:
    key(pygame.K_LEFT)
    window.poll()
    clock.tick(5)
    assert window.poll() == []


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The keys that SDL says are down."""
    keys: set[int] = set()

    class Pressed:
        def __getitem__(self, key: int) -> bool:
            return key in keys

    monkeypatch.setattr(pygame.key, "get_pressed", Pressed)
    return keys


@pytest.mark.parametrize("end", [pygame.KEYUP, pygame.WINDOWFOCUSLOST])
def test_a_held_arrow_nudges_on_until_it_is_let_go_or_the_focus_lost(
    window: Window, clock: Clock, pressed: set[int], end: int
) -> None:
    pressed.add(pygame.K_LEFT)
    key(pygame.K_LEFT)
    left = Nudge(source="keyboard", dx=-1, dy=0)
    assert window.poll() == [left]
    clock.tick(1)
    assert window.poll() == [left]
    assert window.poll() == []
    clock.tick(1)
    post(end, key=pygame.K_LEFT)
    assert left not in window.poll()


def test_waiting_ends_in_time_for_a_held_arrow(screen: pygame.Surface, pressed: set[int]) -> None:
    window = Window(to_canvas)
    pressed.add(pygame.K_LEFT)
    key(pygame.K_LEFT)
    window.poll()
    began = time.monotonic()
    while not (seen := window.poll()):
        window.wait(10)
    assert time.monotonic() - began < 5
    assert seen == [Nudge(source="keyboard", dx=-1, dy=0)]


def test_starting_again_forgets_the_contacts_and_looks_at_the_window_anew(window: Window) -> None:
    motion(240, 300)
    finger(pygame.FINGERDOWN, 240, 300)
    window.poll()
    pygame.display.set_mode((2560, 1440))
    pygame.event.clear()
    window.start()
    motion(240, 300)
    finger(pygame.FINGERUP, 240, 300)
    finger(pygame.FINGERDOWN, 640, 360)
    assert window.poll() == [
        Hover(source="mouse", at=at(240, 300)),
        Down(source="touch", contact=2, at=at(1280, 720)),
    ]


def test_waiting_keeps_the_event_that_ended_it_and_the_order(window: Window) -> None:
    key(pygame.K_LEFT)
    key(pygame.K_RIGHT)
    window.wait(10)
    assert window.poll() == [
        Nudge(source="keyboard", dx=-1, dy=0),
        Nudge(source="keyboard", dx=1, dy=0),
    ]


def test_waiting_takes_no_longer_than_asked(window: Window) -> None:
    began = time.monotonic()
    window.wait(0)
    window.wait(-1)
    window.wait(0.05)
    assert 0.04 < time.monotonic() - began < 5
    assert window.poll() == []


def test_a_wake_from_another_thread_ends_the_waiting_and_means_nothing(window: Window) -> None:
    waker = threading.Timer(0.05, wake)
    waker.start()
    began = time.monotonic()
    window.wait(30)
    waker.join()
    assert time.monotonic() - began < 10
    assert window.poll() == []


def test_a_wake_is_harmless_when_the_queue_is_full(window: Window) -> None:
    for _ in range(66_000):
        wake()
    assert window.poll() == []


def test_without_a_window_waking_is_nothing_waiting_sleeps_and_the_hub_reports(
    clock: Clock,
) -> None:
    assert not pygame.display.get_init()
    wake()
    window = Window(to_canvas)
    window.wait(0.01)
    [lost] = Hub([window], clock).poll()
    assert isinstance(lost, Lost)
    assert lost.source == "window"


def test_the_whole_road_from_posted_fingers_to_the_hub(window: Window, clock: Clock) -> None:
    hub = Hub([window], clock)
    finger(pygame.FINGERDOWN, 240, 300, finger_id=1)
    finger(pygame.FINGERDOWN, 640, 500, finger_id=2)
    finger(pygame.FINGERDOWN, 20, 500, finger_id=3)  # in the bar
    finger(pygame.FINGERUP, 900, 500, finger_id=9)  # never came down
    seen = hub.poll()
    clock.tick(0.1)
    finger(pygame.FINGERMOTION, 700, 500, finger_id=2)
    finger(pygame.FINGERUP, 244, 300, finger_id=1)
    finger(pygame.FINGERUP, 700, 500, finger_id=2)
    finger(pygame.FINGERUP, 400, 500, finger_id=3)
    seen += hub.poll()
    began = at(640, 500)
    assert seen == [
        Down(source="touch", contact=1, at=at(240, 300)),
        Down(source="touch", contact=2, at=began),
        Pull(source="touch", contact=2, at=at(700, 500), began=began),
        Tap(source="touch", contact=1, at=at(240, 300)),
        Drop(source="touch", contact=2, at=at(700, 500), began=began),
    ]

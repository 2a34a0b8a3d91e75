"""Fingers and mice in the window become contacts, without flicker."""

import threading
import time

import pygame
import pytest

from tabletop.input.actions import (
    Button,
    Cancel,
    Down,
    Drop,
    Focus,
    Hover,
    Press,
    Pull,
    Tap,
    Twist,
    Typed,
)
from tabletop.input.hub import Hub
from tabletop.input.window import WindowSource
from tests.input.conftest import Clock
from tests.input.posted_events import (
    at,
    finger,
    kinds,
    motion,
    mouse,
    post,
)


def test_a_finger_and_the_mouse_that_sdl_makes_of_it_are_one_tap(
    window: WindowSource, clock: Clock
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


def test_a_mouse_and_the_finger_that_sdl_makes_of_it_are_one_tap(window: WindowSource) -> None:
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    finger(pygame.FINGERDOWN, 240, 300, touch_id=-1)
    mouse(pygame.MOUSEBUTTONUP, 240, 300)
    finger(pygame.FINGERUP, 240, 300, touch_id=-1)
    assert window.poll() == [
        Down(source="mouse", contact=1, at=at(240, 300)),
        Tap(source="mouse", contact=1, at=at(240, 300)),
    ]


def test_only_the_left_button_touches_and_the_right_one_turns(window: WindowSource) -> None:
    for button in (2, 3, 4, 5):
        mouse(pygame.MOUSEBUTTONDOWN, 240, 300, button=button)
        mouse(pygame.MOUSEBUTTONUP, 240, 300, button=button)
    assert window.poll() == [Twist(source="mouse", at=at(240, 300), by=1)]


@pytest.mark.parametrize(("drift", "end"), [(0, "Tap"), (10, "Tap"), (11, "Drop")])
def test_a_tap_may_drift_10_pixels(
    window: WindowSource, clock: Clock, drift: int, end: str
) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    window.poll()
    clock.tick(0.1)
    finger(pygame.FINGERMOTION, 240, 300 - drift)
    finger(pygame.FINGERUP, 240, 300 - drift)
    assert kinds(window.poll())[-1] == end


def test_only_the_last_pull_of_each_contact_in_a_poll_is_told(window: WindowSource) -> None:
    finger(pygame.FINGERDOWN, 240, 300, finger_id=1)
    finger(pygame.FINGERDOWN, 640, 300, finger_id=2)
    for step in range(20, 120, 20):
        finger(pygame.FINGERMOTION, 240 + step, 300, finger_id=1)
        finger(pygame.FINGERMOTION, 640, 300 + step, finger_id=2)
    assert window.poll()[2:] == [
        Pull(source="touch", contact=1, at=at(340, 300), began=at(240, 300)),
        Pull(source="touch", contact=2, at=at(640, 400), began=at(640, 300)),
    ]


def test_only_the_last_hover_of_a_poll_is_told_and_only_when_it_is_new(
    window: WindowSource,
) -> None:
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


def test_a_mouse_with_its_button_down_pulls_and_does_not_hover(window: WindowSource) -> None:
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    motion(300, 300, left=True)
    mouse(pygame.MOUSEBUTTONUP, 300, 300)
    assert kinds(window.poll()) == ["Down", "Pull", "Drop"]


def test_a_button_let_go_outside_the_window_cancels(window: WindowSource) -> None:
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    motion(300, 300, left=True)
    motion(500, 300)
    motion(510, 300)
    assert kinds(window.poll()) == ["Down", "Pull", "Cancel", "Hover"]


def test_a_button_pressed_elsewhere_and_dragged_in_is_nothing(window: WindowSource) -> None:
    motion(300, 300, left=True)
    assert window.poll() == []


def test_losing_the_focus_in_the_middle_of_a_drag_cancels_it(window: WindowSource) -> None:
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


def test_a_reset_cancels_and_does_not_wait(window: WindowSource) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    window.poll()
    window.cancel()
    began = time.monotonic()
    window.wait(10)
    assert time.monotonic() - began < 5
    assert window.poll() == [Cancel(source="touch", contact=1, at=at(240, 300))]


def test_a_touch_of_less_than_20_ms_is_flicker_also_after_a_long_sleep(
    window: WindowSource, clock: Clock
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
    window: WindowSource, clock: Clock
) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    finger(pygame.FINGERUP, 240, 300)
    clock.tick(0.05)
    assert kinds(window.poll()) == ["Down", "Tap"]


def test_a_flicker_within_a_frame_is_no_tap(window: WindowSource, clock: Clock) -> None:
    window.poll()
    clock.tick(0.016)
    finger(pygame.FINGERDOWN, 240, 300)
    finger(pygame.FINGERUP, 240, 300)
    assert kinds(window.poll()) == ["Down", "Cancel"]


def test_the_whole_road_from_posted_fingers_to_the_hub(window: WindowSource, clock: Clock) -> None:
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


def test_the_wheel_and_the_right_button_turn_what_lies_under_the_mouse(
    window: WindowSource,
) -> None:
    motion(200, 100)
    window.poll()
    post(pygame.MOUSEWHEEL, x=0, y=-2, touch=False)
    mouse(pygame.MOUSEBUTTONDOWN, 300, 100, button=pygame.BUTTON_RIGHT)
    mouse(pygame.MOUSEBUTTONUP, 300, 100, button=pygame.BUTTON_RIGHT)
    twists = [action for action in window.poll() if isinstance(action, Twist)]
    assert twists == [
        Twist(source="mouse", at=at(200, 100), by=-2),
        Twist(source="mouse", at=at(300, 100), by=1),
    ]


def test_a_wheel_turns_nothing_before_the_mouse_was_seen(window: WindowSource) -> None:
    post(pygame.MOUSEWHEEL, x=0, y=1, touch=False)
    assert window.poll() == []


def test_a_key_that_writes_a_sign_says_so_besides_what_it_means(window: WindowSource) -> None:
    post(pygame.KEYDOWN, key=pygame.K_u, mod=0, unicode="u", scancode=0)
    post(pygame.KEYDOWN, key=pygame.K_q, mod=0, unicode="\u00e4", scancode=0)
    post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=0)
    assert window.poll() == [
        Press(source="keyboard", button=Button.UNDO),
        Typed(source="keyboard", sign="u"),
        Typed(source="keyboard", sign="\u00e4"),
        Press(source="keyboard", button=Button.OK),
    ]

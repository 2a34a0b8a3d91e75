"""The window: sizes, closing, keys, waiting."""

import threading
import time

import pygame
import pytest

from tabletop.input.actions import (
    Button,
    Cancel,
    Down,
    Exposed,
    Focus,
    Hover,
    Lost,
    Nudge,
    Press,
    Quit,
    Resized,
    Tap,
)
from tabletop.input.hub import Hub
from tabletop.input.window import WindowSource, wake
from tests.input.conftest import Clock
from tests.input.posted_events import (
    HEIGHT,
    SIZE,
    WIDTH,
    at,
    finger,
    key,
    kinds,
    motion,
    mouse,
    post,
    to_canvas,
)


def test_a_new_size_cancels_and_is_told_once(window: WindowSource) -> None:
    finger(pygame.FINGERDOWN, 240, 300)
    window.poll()
    post(pygame.WINDOWRESIZED, x=WIDTH, y=HEIGHT)
    post(pygame.WINDOWSIZECHANGED, x=WIDTH, y=HEIGHT)
    post(pygame.WINDOWDISPLAYCHANGED, display_index=1)
    assert window.poll() == [
        Cancel(source="touch", contact=1, at=at(240, 300)),
        Resized(source="window", size=SIZE),
    ]


def test_a_touch_after_a_new_size_waits_until_the_canvas_has_it(window: WindowSource) -> None:
    pygame.display.set_mode((2560, 1440))
    finger(pygame.FINGERDOWN, 240, 300)
    assert window.poll() == [Resized(source="window", size=(2560, 1440))]
    began = time.monotonic()
    window.wait(10)
    assert time.monotonic() - began < 5  # something is left
    assert window.poll() == [Down(source="touch", contact=1, at=at(480, 600))]


def test_a_touch_before_a_new_size_is_where_it_was(window: WindowSource) -> None:
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    mouse(pygame.MOUSEBUTTONUP, 240, 300)
    finger(pygame.FINGERDOWN, 240, 300)
    pygame.display.set_mode((640, 480))
    tap, down = window.poll()[1:3]
    assert tap == Tap(source="mouse", contact=1, at=at(240, 300))
    assert down == Down(source="touch", contact=2, at=at(240, 300))


def test_the_drift_follows_the_height_of_the_window(window: WindowSource, clock: Clock) -> None:
    pygame.display.set_mode((3840, 2160))
    window.poll()
    mouse(pygame.MOUSEBUTTONDOWN, 240, 300)
    mouse(pygame.MOUSEBUTTONUP, 260, 300)
    assert kinds(window.poll()) == ["Down", "Tap"]


def test_the_windows_fate_is_told(window: WindowSource) -> None:
    post(pygame.WINDOWFOCUSGAINED)
    post(pygame.WINDOWEXPOSED)
    post(pygame.WINDOWEXPOSED)
    post(pygame.QUIT)
    assert window.poll() == [
        Focus(source="window", gained=True),
        Exposed(source="window"),
        Quit(source="window"),
    ]


def test_keys_come_in_order_with_the_rest(window: WindowSource) -> None:
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
    window: WindowSource, clock: Clock
) -> None:
    key(pygame.K_LEFT)
    window.poll()
    clock.tick(5)
    assert window.poll() == []


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The keys that SDL reports as down."""
    keys: set[int] = set()

    class Pressed:
        def __getitem__(self, key: int) -> bool:
            return key in keys

    monkeypatch.setattr(pygame.key, "get_pressed", Pressed)
    return keys


@pytest.mark.parametrize("end", [pygame.KEYUP, pygame.WINDOWFOCUSLOST])
def test_a_held_arrow_nudges_on_until_it_is_let_go_or_the_focus_lost(
    window: WindowSource, clock: Clock, pressed: set[int], end: int
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
    window = WindowSource(to_canvas)
    pressed.add(pygame.K_LEFT)
    key(pygame.K_LEFT)
    window.poll()
    began = time.monotonic()
    while not (seen := window.poll()):
        window.wait(10)
    assert time.monotonic() - began < 5
    assert seen == [Nudge(source="keyboard", dx=-1, dy=0)]


def test_starting_again_forgets_the_contacts_and_looks_at_the_window_anew(
    window: WindowSource,
) -> None:
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


def test_waiting_keeps_the_event_that_ended_it_and_the_order(window: WindowSource) -> None:
    key(pygame.K_LEFT)
    key(pygame.K_RIGHT)
    window.wait(10)
    assert window.poll() == [
        Nudge(source="keyboard", dx=-1, dy=0),
        Nudge(source="keyboard", dx=1, dy=0),
    ]


def test_waiting_takes_no_longer_than_asked(window: WindowSource) -> None:
    began = time.monotonic()
    window.wait(0)
    window.wait(-1)
    window.wait(0.05)
    assert 0.04 < time.monotonic() - began < 5
    assert window.poll() == []


def test_a_wake_from_another_thread_ends_the_waiting_and_means_nothing(
    window: WindowSource,
) -> None:
    waker = threading.Timer(0.05, wake)
    waker.start()
    began = time.monotonic()
    window.wait(30)
    waker.join()
    assert time.monotonic() - began < 10
    assert window.poll() == []


def test_a_wake_is_harmless_when_the_queue_is_full(window: WindowSource) -> None:
    for _ in range(66_000):
        wake()
    assert window.poll() == []


def test_without_a_window_waking_is_nothing_waiting_sleeps_and_the_hub_reports(
    clock: Clock,
) -> None:
    assert not pygame.display.get_init()
    wake()
    window = WindowSource(to_canvas)
    window.wait(0.01)
    [lost] = Hub([window], clock).poll()
    assert isinstance(lost, Lost)
    assert lost.source == "window"

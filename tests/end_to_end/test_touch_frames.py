"""A TUIO touch frame in the main loop."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.input.actions import Action, Cancel, Down, Tap
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.pointing import Pixel
from tests.end_to_end.posted_touches import Fingers
from tests.input.tuio_client import frame

PATIENCE = 15.0


@pytest.fixture
def client() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
        yield opened


@pytest.fixture
def room(tmp_path: Path, port: int) -> Iterator[Room]:
    with Room(tmp_path, input_tuio="loopback", input_tuio_port=port) as opened:
        yield opened
    assert [thread.name for thread in threading.enumerate() if "udp" in thread.name] == []


@pytest.fixture
def heard(room: Room, monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """All that the menu is handed."""
    actions: list[Action] = []
    handle = room.top.handle

    def noted(action: Action) -> object:
        actions.append(action)
        return handle(action)

    monkeypatch.setattr(room.top, "handle", noted)
    return actions


def share(at: Pixel) -> tuple[float, float]:
    return at[0] / WINDOW[0], at[1] / WINDOW[1]


def turned(room: Room, seen: Callable[[], object]) -> None:
    """Turns until something is so; datagrams take a moment."""
    end = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.005)
        room.turn(0.005)


def kinds(actions: list[Action]) -> list[str]:
    return [type(action).__name__ for action in actions]


def test_a_tap_of_a_touch_frame_opens_what_it_touches(
    room: Room, port: int, client: socket.socket
) -> None:
    menu, at = room.top, share(room.button("game:shoo"))
    client.sendto(frame(1, {5: at}), ("127.0.0.1", port))
    room.turn()
    for number in range(2, 200):
        client.sendto(frame(number, {}, still=(5,)), ("127.0.0.1", port))
        time.sleep(0.002)
        room.turn(0.002)
    client.sendto(frame(200, {}), ("127.0.0.1", port))
    turned(room, lambda: room.top is not menu)


def test_fingers_of_both_kinds_have_numbers_of_their_own(
    room: Room, port: int, client: socket.socket, heard: list[Action]
) -> None:
    client.sendto(frame(1, {1: (0.01, 0.01)}), ("127.0.0.1", port))
    turned(room, lambda: heard)
    Fingers(room).tap((8, 8))
    downs = [action for action in heard if isinstance(action, Down)]
    assert [down.source for down in downs] == ["tuio", "touch"]
    assert len({down.contact for down in downs}) == 2
    tapped = next(action for action in heard if isinstance(action, Tap))
    assert tapped.contact == downs[1].contact


@pytest.mark.parametrize("event", [pygame.WINDOWFOCUSLOST, pygame.WINDOWSIZECHANGED])
def test_a_lost_focus_and_a_changed_display_end_them(
    room: Room, port: int, client: socket.socket, heard: list[Action], event: int
) -> None:
    client.sendto(frame(1, {1: (0.5, 0.01)}), ("127.0.0.1", port))
    turned(room, lambda: heard)
    pygame.event.post(pygame.event.Event(event))
    turned(room, lambda: any(isinstance(action, Cancel) for action in heard))
    client.sendto(frame(2, {}), ("127.0.0.1", port))
    for _ in range(20):
        time.sleep(0.005)
        room.turn(0.005)
    assert [kind for kind in kinds(heard) if kind in ("Tap", "Drop")] == []


def test_a_taken_port_is_said_at_the_table_and_the_evening_goes_on(
    tmp_path: Path, port: int
) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", port))
        with Room(tmp_path, input_tuio="loopback", input_tuio_port=port) as room:
            words = f"tuio: Another program is using UDP port {port}, or it may not be opened"
            assert words in room.table.problems or words in room.said
            Fingers(room).press("game:shoo")

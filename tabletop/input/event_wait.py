"""The sleep of the main loop, and waking it from other threads."""

import atexit
import logging
import os
import select
import socket
import time
from pathlib import Path
from typing import Final

import pygame

WAKE_EVENT = pygame.event.custom_type()
"""An event without content."""

WAKE_SOCKET, _WAKE_SENDER = socket.socketpair()
"""The main loop waits on the first, beside the window's connection; the second wakes it."""
WAKE_SOCKET.setblocking(False)
_WAKE_SENDER.setblocking(False)
atexit.register(WAKE_SOCKET.close)  # before the interpreter collects them in any order
atexit.register(_WAKE_SENDER.close)

_DRAIN_BYTES: Final = 4096


def wake() -> None:
    """Wakes a main loop in `Window.wait`; from any thread, never blocks, never fails."""
    try:
        pygame.event.post(pygame.event.Event(WAKE_EVENT))
    except pygame.error:
        # No window, so nobody sleeps; or a full queue, so nobody will.
        return
    signal_wake()


def signal_wake() -> None:
    """Wakes the main loop after an event was posted; like `wake`, it never blocks or fails."""
    try:
        _WAKE_SENDER.send(b"!")
    except OSError:
        return  # the socket is full, so it is readable


def drain_wake_socket() -> None:
    try:
        while WAKE_SOCKET.recv(_DRAIN_BYTES):
            pass
    except OSError:
        return


log = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.004
"""Seconds between two polls where nothing can be waited on: a quarter of a frame."""
MAX_WAIT_SECONDS: Final = 0.1
"""The longest wait in seconds: SDL has periodic work."""
FD_FOLDER: Final = Path("/proc/self/fd")
_X_SERVERS: Final = ".X11-unix/X"


class EventWait:
    """Sleeps until the X server sends something, if there is one, or another thread wakes it.

    Without an X server on this machine it polls 250 times a second, which costs 2 to 3 % of a core
    on a slow machine and delays a touch by 2 ms on average.
    """

    def __init__(self) -> None:
        self._wait_descriptors: list[int] = []

    def listen(self) -> None:
        """Looks for the connection to the X server; again when there may be another."""
        found = x_connections()
        self._wait_descriptors = [*found, WAKE_SOCKET.fileno()] if found else []

    def take(self, seconds: float, *, light: bool = False) -> bool:
        """Sleeps at most so long, for a moment if `light`; returns whether it was woken."""
        if light or not self._wait_descriptors:
            time.sleep(min(seconds, POLL_SECONDS))
            return False
        try:
            rang, _, _ = select.select(
                self._wait_descriptors, (), (), min(seconds, MAX_WAIT_SECONDS)
            )
        except (OSError, ValueError) as problem:  # closed meanwhile, or a number too large
            log.info("the X server cannot be listened to: %s", problem)
            self._wait_descriptors = []
            return False
        if WAKE_SOCKET.fileno() in rang:
            drain_wake_socket()
        return bool(rang)


def x_connections() -> list[int]:
    """The descriptors of this process that are connected to an X server on this machine."""
    try:
        numbers = [int(name) for name in os.listdir(FD_FOLDER)]  # noqa: PTH208 - names alone
    except (OSError, ValueError):
        return []  # not on Linux
    return [number for number in numbers if _leads_to_x(number)]


def _leads_to_x(number: int) -> bool:
    try:
        connection = socket.socket(fileno=number)
    except OSError:
        return False
    try:
        return connection.family == socket.AF_UNIX and _X_SERVERS in str(connection.getpeername())
    except OSError:
        return False
    finally:
        connection.detach()  # it belongs to SDL

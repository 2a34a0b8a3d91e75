"""Waking the main loop from another thread."""

import atexit
import socket
from typing import Final

import pygame

WAKE = pygame.event.custom_type()
"""The event that means nothing but "look again"."""

BELL, _ROPE = socket.socketpair()
"""What can be listened to, with a window's connection, by a main loop that sleeps; and its rope."""
BELL.setblocking(False)
_ROPE.setblocking(False)
atexit.register(BELL.close)  # in order, and not wherever the interpreter finds it
atexit.register(_ROPE.close)

_MANY: Final = 4096


def wake() -> None:
    """Wake a main loop that sleeps in `Window.wait`; from any thread, never waits, never fails."""
    try:
        pygame.event.post(pygame.event.Event(WAKE))
    except pygame.error:
        # No window, so nobody sleeps; or a full queue, which keeps anybody awake.
        return
    ring()


def ring() -> None:
    """Tell a main loop that sleeps that an event was posted; as harmless as `wake`."""
    try:
        _ROPE.send(b"!")
    except OSError:
        return  # it has rung so often that nobody can fail to hear it


def hush() -> None:
    """The bell has been heard."""
    try:
        while BELL.recv(_MANY):
            pass
    except OSError:
        return

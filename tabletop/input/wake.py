"""Waking the main loop from another thread."""

import pygame

WAKE = pygame.event.custom_type()
"""The event that means nothing but "look again"."""


def wake() -> None:
    """Wake a main loop that sleeps in `Window.wait`; from any thread, never waits, never fails."""
    try:
        pygame.event.post(pygame.event.Event(WAKE))
    except pygame.error:
        # No window, so nobody sleeps; or a full queue, which keeps anybody awake.
        return

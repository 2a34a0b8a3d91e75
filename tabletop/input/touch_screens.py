"""Which touch screens SDL sees."""

import pygame

from tabletop.engine.text import Text, say


def touch_screens() -> Text | None:
    """How many touch screens there are, in words; None if there is none or it cannot be told."""
    try:
        # Only the count is asked: what lies on them is known from events alone.
        from pygame._sdl2 import touch

        count = touch.get_num_devices()
    except (ImportError, pygame.error):
        return None
    if count == 1:
        return say("touch.one", "One touch screen")
    return say("touch.many", "{count} touch screens", count=count) if count else None

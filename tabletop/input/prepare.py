"""What SDL must be told before `pygame.init()`."""

import os

HINTS = {
    "SDL_TOUCH_MOUSE_EVENTS": "0",  # a finger is not also a mouse
    "SDL_MOUSE_TOUCH_EVENTS": "0",  # nor the mouse a finger
    "SDL_MOUSE_AUTO_CAPTURE": "0",  # a drag must not hold the pointer when a window hangs
    # A kiosk without a window manager may have no focus, and no press of a pad may be lost there.
    "SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": "1",
}


def prepare() -> None:
    """Set the hints that input relies on, unless the environment already says otherwise."""
    for hint, value in HINTS.items():
        os.environ.setdefault(hint, value)

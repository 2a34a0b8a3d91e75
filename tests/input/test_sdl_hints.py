import os

import pytest

from tabletop.input.window import SDL_HINTS, set_sdl_hints


def test_hints_are_set_unless_the_environment_already_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for hint in SDL_HINTS:
        monkeypatch.delenv(hint, raising=False)
    monkeypatch.setenv("SDL_MOUSE_AUTO_CAPTURE", "1")
    set_sdl_hints()
    assert {hint: os.environ[hint] for hint in SDL_HINTS} == {
        "SDL_TOUCH_MOUSE_EVENTS": "0",
        "SDL_MOUSE_TOUCH_EVENTS": "0",
        "SDL_MOUSE_AUTO_CAPTURE": "1",
        "SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": "1",
    }

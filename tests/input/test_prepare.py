import os

import pytest

from tabletop.input.prepare import HINTS, prepare


def test_hints_are_set_unless_the_environment_already_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for hint in HINTS:
        monkeypatch.delenv(hint, raising=False)
    monkeypatch.setenv("SDL_MOUSE_AUTO_CAPTURE", "1")
    prepare()
    assert {hint: os.environ[hint] for hint in HINTS} == {
        "SDL_TOUCH_MOUSE_EVENTS": "0",
        "SDL_MOUSE_TOUCH_EVENTS": "0",
        "SDL_MOUSE_AUTO_CAPTURE": "1",
        "SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": "1",
    }

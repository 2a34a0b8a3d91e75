import pygame
import pytest

from tabletop.input.actions import Action, Button, Nudge, Press, Walk
from tabletop.input.keyboard import (
    KEY_BINDINGS,
    REPEAT_DELAY_SECONDS,
    REPEAT_INTERVAL_SECONDS,
    Keyboard,
    find_binding,
)


def nudge(dx: int, dy: int) -> Action:
    return Nudge(source="keyboard", dx=dx, dy=dy)


def press(button: Button) -> Action:
    return Press(source="keyboard", button=button)


@pytest.mark.parametrize(
    ("key", "mod", "does"),
    [
        (pygame.K_UP, 0, nudge(0, -1)),
        (pygame.K_KP3, pygame.KMOD_NUM, nudge(1, 1)),
        (pygame.K_TAB, 0, Walk(source="keyboard", by=1)),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, Walk(source="keyboard", by=-1)),
        (pygame.K_TAB, pygame.KMOD_RSHIFT | pygame.KMOD_CAPS, Walk(source="keyboard", by=-1)),
        (pygame.K_RETURN, 0, press(Button.OK)),
        (pygame.K_RETURN, pygame.KMOD_RALT, press(Button.FULLSCREEN)),
        (pygame.K_u, pygame.KMOD_LSHIFT, press(Button.UNDO)),
        (pygame.K_z, pygame.KMOD_RCTRL, press(Button.UNDO)),
        (pygame.K_z, 0, None),
        (pygame.K_TAB, pygame.KMOD_LALT, None),
        (pygame.K_AC_BACK, 0, press(Button.BACK)),
        (pygame.K_q, 0, None),
    ],
)
def test_a_key_means_what_the_table_says(key: int, mod: int, does: Action | None) -> None:
    binding = find_binding(key, mod)
    assert (binding and binding.does) == does


def test_no_key_means_two_things() -> None:
    chords = [(key, binding.held) for binding in KEY_BINDINGS for key in binding.keys]
    assert len(chords) == len(set(chords))


def test_every_button_has_a_key() -> None:
    assert {binding.does.button for binding in KEY_BINDINGS if isinstance(binding.does, Press)} == {
        *Button
    }


def test_a_held_arrow_repeats_until_it_goes_up() -> None:
    keyboard = Keyboard(pressed=lambda _: True)
    assert keyboard.down(pygame.K_LEFT, 0, 10.0) == nudge(-1, 0)
    assert keyboard.repeat(10.0 + REPEAT_DELAY_SECONDS - 0.01) is None
    assert keyboard.next_at == 10.0 + REPEAT_DELAY_SECONDS
    assert keyboard.repeat(10.0 + REPEAT_DELAY_SECONDS) == nudge(-1, 0)
    assert keyboard.repeat(10.0 + REPEAT_DELAY_SECONDS + REPEAT_INTERVAL_SECONDS / 2) is None
    assert keyboard.repeat(15.0) == nudge(-1, 0)
    assert keyboard.repeat(15.0) is None
    keyboard.up(pygame.K_RIGHT)
    assert keyboard.repeat(16.0) == nudge(-1, 0)
    keyboard.up(pygame.K_LEFT)
    assert keyboard.repeat(20.0) is None


def test_a_held_ok_does_not_repeat() -> None:
    keyboard = Keyboard(pressed=lambda _: True)
    assert keyboard.down(pygame.K_RETURN, 0, 0.0) == press(Button.OK)
    assert keyboard.repeat(5.0) is None
    assert keyboard.next_at == float("inf")


def test_another_key_ends_the_repeats_of_the_first() -> None:
    keyboard = Keyboard(pressed=lambda _: True)
    keyboard.down(pygame.K_LEFT, 0, 0.0)
    keyboard.down(pygame.K_q, 0, 0.1)
    assert keyboard.repeat(5.0) is None


def test_a_key_whose_release_was_missed_does_not_repeat() -> None:
    keyboard = Keyboard(pressed=lambda _: False)
    keyboard.down(pygame.K_LEFT, 0, 0.0)
    assert keyboard.repeat(5.0) is None
    assert keyboard.next_at == float("inf")

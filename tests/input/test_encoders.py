import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Signal, Typed, Walk
from tabletop.input.devices import (
    CONTROL_FUNCTIONS,
    Bindings,
    ControlBinding,
    Devices,
)
from tabletop.input.keyboard import (
    ENCODERS,
    IPAC,
    KEYBOARD_DEVICE_KEY,
    PLAIN,
    REPEAT_DELAY_SECONDS,
    Keyboard,
)
from tabletop.input.window import WindowSource
from tests.input.conftest import Clock
from tests.input.posted_events import key, post, to_canvas


def ipac(devices: Devices | None = None) -> Keyboard:
    return Keyboard(lambda _: True, devices=devices, encoder=lambda: IPAC)


def press(button: Button, seat: int | None, when: float = 5.0) -> Action:
    return Press(source="keyboard", button=button, seat=seat, when=when)


@pytest.mark.parametrize(
    ("code", "does"),
    [
        (pygame.K_LEFT, Nudge(source="keyboard", seat=0, when=5.0, dx=-1, dy=0)),
        (pygame.K_LCTRL, press(Button.OK, 0)),
        (pygame.K_LALT, press(Button.BACK, 0)),
        (pygame.K_SPACE, Buzz(source="keyboard", seat=0, when=5.0)),
        (pygame.K_LSHIFT, Walk(source="keyboard", seat=0, when=5.0, by=-1)),
        (pygame.K_1, press(Button.MENU, 0)),
        (pygame.K_r, Nudge(source="keyboard", seat=1, when=5.0, dx=0, dy=-1)),
        (pygame.K_f, Nudge(source="keyboard", seat=1, when=5.0, dx=0, dy=1)),
        (pygame.K_d, Nudge(source="keyboard", seat=1, when=5.0, dx=-1, dy=0)),
        (pygame.K_g, Nudge(source="keyboard", seat=1, when=5.0, dx=1, dy=0)),
        (pygame.K_a, press(Button.OK, 1)),
        (pygame.K_s, press(Button.BACK, 1)),
        (pygame.K_q, Buzz(source="keyboard", seat=1, when=5.0)),
        (pygame.K_w, Walk(source="keyboard", seat=1, when=5.0, by=-1)),
        (pygame.K_2, press(Button.MENU, 1)),
    ],
)
def test_an_ipac_knows_both_players(code: int, does: Action) -> None:
    assert ipac().down(code, 0, 5.0) == does


def test_each_player_of_an_ipac_can_do_everything() -> None:
    of_the_host = {"blank", "still"}
    for seat in (0, 1):
        functions = {m.function for m in ENCODERS[IPAC].values() if m.seat == seat}
        assert functions == {*CONTROL_FUNCTIONS} - of_the_host


@given(
    st.sampled_from(sorted(ENCODERS[IPAC])),
    st.sampled_from([pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LSHIFT]),
)
def test_leaning_on_another_button_changes_nothing(code: int, mod: int) -> None:
    assert ipac().down(code, mod, 5.0) == ipac().down(code, 0, 5.0)


def test_keys_that_no_encoder_has_stay_as_they_are() -> None:
    keyboard = ipac()
    assert keyboard.down(pygame.K_ESCAPE, 0, 5.0) == press(Button.BACK, None, 0.0)
    assert keyboard.down(pygame.K_RETURN, pygame.KMOD_LALT, 5.0) == press(Button.OK, None, 0.0)
    assert keyboard.down(pygame.K_F11, 0, 5.0) == press(Button.FULLSCREEN, None, 0.0)


def test_an_ipacs_stick_repeats_and_its_buttons_do_not() -> None:
    keyboard = ipac()
    keyboard.down(pygame.K_g, 0, 5.0)
    assert keyboard.repeat(5.0 + REPEAT_DELAY_SECONDS) is not None
    keyboard.down(pygame.K_a, 0, 6.0)
    assert keyboard.repeat(60.0) is None


@pytest.mark.parametrize("encoder", [PLAIN, IPAC])
def test_a_taught_key_wins(encoder: str) -> None:
    devices = Devices(Bindings())
    devices.bindings.assign_function(
        KEYBOARD_DEVICE_KEY, f"key:{pygame.K_a}", ControlBinding("flip", 1)
    )
    keyboard = Keyboard(lambda _: True, devices=devices, encoder=lambda: encoder)
    assert keyboard.down(pygame.K_a, 0, 5.0) == press(Button.FLIP, 1)
    device = devices.find(KEYBOARD_DEVICE_KEY)
    assert device is not None
    assert (device.driver, device.events) == (encoder, 1)


def test_a_plain_keyboard_that_belongs_to_a_seat_says_so_but_for_the_way_out() -> None:
    devices = Devices(Bindings())
    devices.bindings.assign_seat(KEYBOARD_DEVICE_KEY, 1)
    keyboard = Keyboard(lambda _: True, devices=devices)
    assert keyboard.down(pygame.K_RETURN, 0, 5.0) == press(Button.OK, 1, 0.0)
    assert keyboard.down(pygame.K_ESCAPE, 0, 5.0) == press(Button.BACK, None, 0.0)
    assert keyboard.down(pygame.K_4, 0, 5.0) == Buzz(source="keyboard", seat=3)
    assert devices.all == ()


@pytest.mark.parametrize("encoder", [PLAIN, IPAC])
def test_while_a_page_learns_a_key_is_a_signal_and_escape_leads_out(
    screen: pygame.Surface, clock: Clock, encoder: str
) -> None:
    devices = Devices(Bindings())
    devices.bindings.learning = True
    devices.bindings.assign_function(
        KEYBOARD_DEVICE_KEY, f"key:{pygame.K_ESCAPE}", ControlBinding("ok")
    )
    keyboard = Keyboard(lambda _: True, devices=devices, encoder=lambda: encoder)
    window = WindowSource(to_canvas, clock, keyboard=keyboard)
    window.start()
    window.poll()
    post(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=0)
    key(pygame.K_ESCAPE)
    assert window.poll() == [
        Signal(
            source="keyboard", when=clock(), device=KEYBOARD_DEVICE_KEY, control=f"key:{pygame.K_a}"
        ),
        press(Button.BACK, None, 0.0),
    ]
    clock.tick(5)
    assert window.poll() == []


def test_a_letter_is_still_typed_on_an_ipac(screen: pygame.Surface, clock: Clock) -> None:
    window = WindowSource(to_canvas, clock, keyboard=ipac())
    window.start()
    window.poll()
    post(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=0)
    assert window.poll()[-1] == Typed(source="keyboard", sign="a")


@given(st.integers(-(2**31), 2**31 - 1), st.integers(0, 2**16 - 1), st.sampled_from([PLAIN, IPAC]))
def test_no_key_is_too_strange(code: int, mod: int, encoder: str) -> None:
    devices = Devices(Bindings())
    keyboard = Keyboard(lambda _: True, devices=devices, encoder=lambda: encoder)
    keyboard.down(code, mod, 0.0)
    devices.bindings.learning = True
    assert keyboard.down(code, mod, 0.0) is not None

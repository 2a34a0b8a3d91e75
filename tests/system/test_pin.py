"""The PIN: the time that guessing takes, which PINs are allowed, and that hashes cannot be
reversed.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.system.pin_lock import (
    FIRST_WAIT_SECONDS,
    FREE_ATTEMPTS,
    MAX_PIN_DIGITS,
    MAX_WAIT_SECONDS,
    MIN_PIN_DIGITS,
    HashedPin,
    is_pin,
    pin_fault,
    tries_left,
    wait_seconds,
)

YEAR = 366 * 24 * 3600.0


def test_all_guesses_of_four_digits_take_longer_than_a_year() -> None:
    # So does finding one among the more usual half.
    assert sum(wait_seconds(failed) for failed in range(1, 5_000)) > YEAR


def test_five_tries_are_free_then_it_is_a_minute_and_doubles_up_to_five_hours() -> None:
    assert [wait_seconds(failed) for failed in range(FREE_ATTEMPTS)] == [0.0] * FREE_ATTEMPTS
    assert [wait_seconds(FREE_ATTEMPTS + more) for more in range(4)] == [60.0, 120.0, 240.0, 480.0]
    assert wait_seconds(FREE_ATTEMPTS + 8) == 15_360.0
    assert wait_seconds(FREE_ATTEMPTS + 9) == wait_seconds(10**9) == 5 * 3600.0


@given(st.integers(0, 10**9))
def test_a_wrong_pin_never_costs_less_than_the_one_before(failed: int) -> None:
    assert wait_seconds(failed) <= wait_seconds(failed + 1) <= MAX_WAIT_SECONDS
    assert (wait_seconds(failed) >= FIRST_WAIT_SECONDS) == (failed >= FREE_ATTEMPTS)
    assert tries_left(failed) >= 1


@pytest.mark.parametrize("pin", ["1357", "90210", "13579135", "1122"])
def test_four_to_eight_digits_make_a_pin(pin: str) -> None:
    assert pin_fault(pin) is None


@pytest.mark.parametrize(
    "pin", ["", "135", "123456789", "12a4", "\uff11\uff13\uff15\uff17", "-135", "13 57"]
)
def test_nothing_else_does(pin: str) -> None:
    assert not is_pin(pin)
    assert pin_fault(pin) is not None


@pytest.mark.parametrize("pin", ["0000", "1111", "1234", "4321", "45678901"[:5], "99999999"])
def test_what_everybody_tries_first_is_no_pin(pin: str) -> None:
    assert is_pin(pin)
    assert pin_fault(pin) is not None


@given(st.text(st.characters(codec="utf-8"), max_size=12))
def test_whatever_is_typed_is_judged(text: str) -> None:
    if pin_fault(text) is None:
        assert MIN_PIN_DIGITS <= len(text) <= MAX_PIN_DIGITS
        assert set(text) <= set("0123456789")


def test_a_hash_knows_its_pin_and_no_other_and_does_not_say_it() -> None:
    hashed = HashedPin.of("1357")
    assert hashed.matches("1357")
    assert not hashed.matches("1358")
    assert "1357" not in repr(hashed)
    assert HashedPin.of("1357").digest != hashed.digest  # each has a salt of its own

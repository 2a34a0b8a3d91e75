"""The PIN: how long guessing takes, which are taken, and that nobody can read it back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.kiosk.pin import (
    FIRST_WAIT,
    FREE,
    LEAST,
    LONGEST_WAIT,
    MOST,
    Hashed,
    is_pin,
    seconds_of_guessing,
    tries_left,
    wait_after,
    why_not,
)

YEAR = 366 * 24 * 3600.0


def test_all_guesses_of_four_digits_take_longer_than_a_year() -> None:
    assert seconds_of_guessing(10_000) > YEAR
    # And so does finding one in the usual half of them.
    assert seconds_of_guessing(5_000) > YEAR


def test_five_tries_are_free_then_it_is_a_minute_and_doubles_up_to_five_hours() -> None:
    assert [wait_after(failed) for failed in range(FREE)] == [0.0] * FREE
    assert [wait_after(FREE + more) for more in range(4)] == [60.0, 120.0, 240.0, 480.0]
    assert wait_after(FREE + 8) == 15_360.0
    assert wait_after(FREE + 9) == wait_after(10**9) == 5 * 3600.0


@given(st.integers(0, 10**9))
def test_a_wrong_pin_never_costs_less_than_the_one_before(failed: int) -> None:
    assert wait_after(failed) <= wait_after(failed + 1) <= LONGEST_WAIT
    assert (wait_after(failed) >= FIRST_WAIT) == (failed >= FREE)
    assert tries_left(failed) >= 1


@pytest.mark.parametrize("pin", ["1357", "90210", "13579135", "1122"])
def test_four_to_eight_digits_make_a_pin(pin: str) -> None:
    assert why_not(pin) is None


@pytest.mark.parametrize(
    "pin", ["", "135", "123456789", "12a4", "\uff11\uff13\uff15\uff17", "-135", "13 57"]
)
def test_nothing_else_does(pin: str) -> None:
    assert not is_pin(pin)
    assert why_not(pin) is not None


@pytest.mark.parametrize("pin", ["0000", "1111", "1234", "4321", "45678901"[:5], "99999999"])
def test_what_everybody_tries_first_is_no_pin(pin: str) -> None:
    assert is_pin(pin)
    assert why_not(pin) is not None


@given(st.text(st.characters(codec="utf-8"), max_size=12))
def test_whatever_is_typed_is_judged(text: str) -> None:
    if why_not(text) is None:
        assert LEAST <= len(text) <= MOST
        assert set(text) <= set("0123456789")


def test_a_hash_knows_its_pin_and_no_other_and_does_not_say_it() -> None:
    hashed = Hashed.of("1357")
    assert hashed.fits("1357")
    assert not hashed.fits("1358")
    assert "1357" not in repr(hashed)
    assert Hashed.of("1357").digest != hashed.digest  # each has a salt of its own

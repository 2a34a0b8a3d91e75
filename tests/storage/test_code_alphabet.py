"""Codes that people read and type in again weeks later."""

import string

import cv2
import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.storage.match_codes import (
    CODE_DIGITS,
    CODE_LENGTH,
    CODE_LETTERS,
    SIMILAR_DIGITS,
    append_character,
    characters_at,
    new_code,
    parse_code,
    qr_text,
)
from tabletop.system.pin_lock import RateLimiter
from tabletop.ui.draw.images import qr_picture

SEEDS = st.integers(0, 2**63)


def free(_code: str) -> bool:
    return False


@given(SEEDS)
def test_every_code_reads_as_itself_however_it_is_written(seed: int) -> None:
    code = new_code(seed, free)
    assert len(code) == CODE_LENGTH
    for written in (code, code.lower(), " ".join(code), "-".join(code), qr_text(code)):
        assert parse_code(written) == code
    assert parse_code(qr_text(code).lower()) == code


@given(SEEDS)
def test_letters_and_digits_take_turns_so_that_no_word_can_come_of_it(seed: int) -> None:
    code = new_code(seed, free)
    assert all(sign in CODE_LETTERS for sign in code[::2])
    assert all(sign in CODE_DIGITS for sign in code[1::2])


@given(SEEDS)
def test_what_looks_like_a_digit_is_read_as_one(seed: int) -> None:
    code = new_code(seed, free)
    like = {digit: letter for letter, digit in SIMILAR_DIGITS.items()}
    assert parse_code("".join(like.get(sign, sign) for sign in code)) == code


def test_no_sign_can_be_taken_for_another_and_none_is_a_vowel() -> None:
    signs = CODE_LETTERS + CODE_DIGITS
    assert len(set(signs)) == len(signs)
    assert not set(signs) & set("AEIOUY01")
    for letter, digit in SIMILAR_DIGITS.items():
        assert letter not in signs
        assert digit in CODE_DIGITS


@given(SEEDS, st.integers(1, 40))
def test_a_code_that_is_taken_is_not_given_again(seed: int, count: int) -> None:
    taken: set[str] = set()
    for _ in range(count):  # the same seed each time: a clock that stands still
        code = new_code(seed, taken.__contains__)
        assert code not in taken
        taken.add(code)


@given(st.text(max_size=40))
def test_whatever_is_typed_only_codes_come_of_it(text: str) -> None:
    written = ""
    for sign in text:
        written = append_character(written, sign)
        assert all(each in characters_at(place) for place, each in enumerate(written))
        assert len(written) <= CODE_LENGTH
    code = parse_code(text)
    assert code is None or len(code) == CODE_LENGTH


@given(SEEDS, st.text(string.ascii_letters + string.digits, max_size=12))
def test_after_a_colon_one_begins_anew(seed: int, before: str) -> None:
    code = new_code(seed, free)
    assert parse_code(f"{before}:{code}") == code


@pytest.mark.parametrize("side", [120, 200, 333, 700])
def test_a_telephone_reads_the_picture(side: int) -> None:
    pygame.display.init()
    pygame.display.set_mode((100, 100))
    picture = qr_picture(qr_text("K7W2X"), side)
    assert picture.get_width() <= side
    pixels = np.ascontiguousarray(pygame.surfarray.array3d(picture).swapaxes(0, 1))
    around = cv2.copyMakeBorder(pixels, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(20, 40, 50))
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(around)
    assert text == "TABLETOP:K7W2X"


def test_after_five_wrong_codes_one_waits_and_then_longer() -> None:
    tries, pauses = RateLimiter(), []
    for _ in range(30):
        tries.failed()
        if tries.waits:
            pauses.append(tries.waits)
            tries.run(tries.waits)
    assert pauses == [30.0, 60.0, 120.0, 240.0, 480.0, 480.0]


def test_a_right_code_forgives_the_wrong_ones() -> None:
    tries = RateLimiter()
    for _ in range(4):
        tries.failed()
    tries.succeeded()
    for _ in range(4):
        tries.failed()
    assert tries.waits == 0

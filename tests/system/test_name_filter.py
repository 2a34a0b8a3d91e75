"""Names on the board: ordinary ones pass, refused ones are refused however they are spelled."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.system.name_filter import LIGATURES, LOOKALIKES, MAX_NAME_LENGTH, is_allowed_name
from tests.system.first_names import NAMES

LIKE = {
    letter: [sign for sign, letters in LOOKALIKES.items() if letter in letters]
    for letter in "abcdefghijklmnopqrstuvwxyz"
}
INSIDE = ("hitler", "scheiss", "mierda", "putain", "dildo")
"""Some words that are refused inside names, at least one of each language."""
WORDS = ("nazi", "idiot", "trottel", "salaud", "sex")
"""Some that are refused as whole words."""


@st.composite
def spelled(draw: st.DrawFn, words: tuple[str, ...]) -> str:
    """A refused word with look-alikes, repeats, blanks and capitals, no longer than a name."""
    word, signs = draw(st.sampled_from(words)), []
    spare = MAX_NAME_LENGTH - len(word)
    digits = 0
    for letter in word:
        alike = [one for one in LIKE[letter] if one not in LIGATURES]
        sign = draw(st.sampled_from([letter, letter.upper(), *alike]))
        if sign.isdigit():
            digits += 1
            sign = sign if digits <= 3 else letter
        signs.append(sign)
        if spare and draw(st.booleans()):
            spare -= 1
            signs.append(draw(st.sampled_from([sign, *" .-_"])))
    return "".join(signs)


def test_an_ordinary_name_passes() -> None:
    assert [name for name in NAMES if not is_allowed_name(name)] == []


def test_there_are_five_hundred_ordinary_names() -> None:
    assert len(set(NAMES)) >= 500


@pytest.mark.parametrize(
    "name",
    ["Anna 2", "Team Blau", "Die Drei", "Ben & Mia", "K.", "ABC", "J.R.", "Opa 1948", "Zoë!"],
)
def test_what_people_call_themselves_besides_passes(name: str) -> None:
    assert is_allowed_name(name)


@given(spelled(INSIDE))
def test_a_refused_word_is_refused_however_it_is_spelled(name: str) -> None:
    assert not is_allowed_name(name)


@given(spelled(WORDS))
def test_so_is_one_that_is_refused_by_itself(name: str) -> None:
    assert not is_allowed_name(name)


@given(st.sampled_from(INSIDE), st.sampled_from(NAMES))
def test_a_refused_word_is_refused_beside_a_name(word: str, name: str) -> None:
    assert len(f"{name} {word}") > MAX_NAME_LENGTH or not is_allowed_name(f"{name} {word}")


@pytest.mark.parametrize("name", ["Essex", "Nazim", "Anastasia", "Cassidy", "Klassen", "Titania"])
def test_a_word_that_is_refused_by_itself_may_stand_inside_another(name: str) -> None:
    assert is_allowed_name(name)


@pytest.mark.parametrize(
    "name",
    ["www.a.de", "http:x", "anna.com", "@anna", "a@b", "0171 234567", "030-123456", "12345 x"],
)
def test_an_address_or_a_number_is_no_name(name: str) -> None:
    assert not is_allowed_name(name)


@pytest.mark.parametrize(
    "name", ["", " ", "...", "123", "a\nb", "x" * (MAX_NAME_LENGTH + 1), "\u202eanna"]
)
def test_what_nobody_can_be_called_is_no_name(name: str) -> None:
    assert not is_allowed_name(name)


@given(st.text(max_size=40))
def test_any_text_at_all_is_judged(name: str) -> None:
    assert is_allowed_name(name) in (True, False)


def test_a_name_with_too_many_readings_is_refused_at_once() -> None:
    assert not is_allowed_name("1|1|1|1|1|1a")


def test_the_list_holds_no_word_that_can_be_read() -> None:
    lines = files("tabletop.system").joinpath("unfit_names.txt").read_text("ascii").split()
    assert len(lines) > 200
    assert all(len(line) == 12 and int(line, 16) >= 0 for line in lines)

"""How words are set in lines."""

from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui import words


def test_no_line_begins_with_a_percent_sign() -> None:
    text = "This gives the best chance, 42 %. It was 7 % before"
    for width in range(20, 400, 7):
        lines = words.wrapped(text, 30, width)
        assert not any(line.startswith("%") for line in lines)
        assert " ".join(lines) == text


def test_no_line_begins_with_a_sign_that_follows_a_no_break_space() -> None:
    text = "Sept en ligne\xa0: c\u2019est gagn\u00e9\xa0!"
    for width in range(20, 400, 7):
        assert not any(line[0] in ":!" for line in words.wrapped(text, 30, width))


@given(st.text(alphabet="ab% \n\t", max_size=40), st.integers(1, 300))
def test_no_word_is_lost(text: str, width: int) -> None:
    assert " ".join(words.wrapped(text, 20, width)).split() == text.split()

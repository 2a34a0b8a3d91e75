"""How words are set in lines."""

from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.text import typesetting
from tests.lanes import examples


def test_no_line_begins_with_a_percent_sign() -> None:
    text = "This gives the best chance, 42 %. It was 7 % before"
    for width in range(20, 400, 7):
        lines = typesetting.wrap_text(text, 30, width, context=typesetting.NEUTRAL)
        assert not any(line.startswith("%") for line in lines)
        assert " ".join(lines) == text


def test_no_line_begins_with_a_sign_that_follows_a_no_break_space() -> None:
    text = "Sept en ligne\xa0: c\u2019est gagn\u00e9\xa0!"
    for width in range(20, 400, 7):
        assert not any(
            line[0] in ":!"
            for line in typesetting.wrap_text(text, 30, width, context=typesetting.NEUTRAL)
        )


@given(st.text(alphabet="ab% \n\t", max_size=40), st.integers(1, 300))
def test_no_word_is_lost(text: str, width: int) -> None:
    assert (
        " ".join(typesetting.wrap_text(text, 20, width, context=typesetting.NEUTRAL)).split()
        == text.split()
    )


SAID = (
    "Push pieces along a line and make a row of seven with all others; whoever first has five wins."
    " Würfle zweimal, und lege dann einen Stein auf ein freies Feld! Un cheval qui n'est à personne"
    " peut être monté par chacun. ¿Quién empieza? Illich, Ilija: 100 (20 s)"
)
WORDS = SAID.split()


def measured(text: str, pixels: int, width: int, bold: bool) -> tuple[str, ...]:
    """The lines as they are where each is measured."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if (
            not lines
            or typesetting.width_of(longer, pixels, bold, context=typesetting.NEUTRAL) > width
        ):
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


@examples(300)
@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=30),
    st.integers(8, 120),
    st.integers(20, 1800),
    st.booleans(),
)
def test_lines_are_as_long_as_if_each_had_been_measured(
    said: list[str], pixels: int, width: int, bold: bool
) -> None:
    text = " ".join(said)
    assert typesetting.wrap_text(
        text, pixels, width, bold, context=typesetting.NEUTRAL
    ) == measured(text, pixels, width, bold)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=30), st.integers(24, 120))
def test_the_estimate_has_about_as_many_lines(said: list[str], pixels: int) -> None:
    text, width = " ".join(said), 12 * pixels
    about, real = (
        typesetting.estimate_wrapped_widths(text, 12.0),
        typesetting.wrap_text(text, pixels, width, context=typesetting.NEUTRAL),
    )
    assert len(about) <= len(real) <= len(about) + 1 + len(about) // 5

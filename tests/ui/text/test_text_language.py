"""In which language words become pictures, and that no picture is in another one."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop import languages
from tabletop.engine import Text, count, joined, say
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Pop, Push, Scene, SceneStack
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.text.typesetting import TextBox, fit_text
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tests.languages.catalogues import FRENCH, GERMAN, write

OPEN = say("t.open.door", "Open")
STATE = say("t.open.state", "Open")
INK = (10, 20, 30)
IN_ENGLISH, IN_GERMAN = UiContext(), UiContext(language="de")


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path) -> Iterator[None]:
    write(tmp_path, "de", GERMAN)
    write(tmp_path, "fr", FRENCH)
    languages.use_folders(tmp_path)
    yield
    languages.use_folders()


def same(a: pygame.Surface, b: pygame.Surface) -> bool:
    return a.get_size() == b.get_size() and pygame.image.tobytes(a, "RGBA") == (
        pygame.image.tobytes(b, "RGBA")
    )


def test_english_is_said_as_it_is_written() -> None:
    assert IN_ENGLISH.translate(OPEN) is OPEN
    assert UiContext(language="ja").translate(OPEN) == "Open"  # nobody has translated that


def test_a_seats_language_counts_inside_the_tables() -> None:
    assert IN_GERMAN.translate(OPEN) == "Öffnen"
    assert IN_GERMAN.override(language="en").translate(OPEN) == "Open"
    assert IN_GERMAN.override(language="") == IN_GERMAN


def test_what_was_spoken_is_not_spoken_again() -> None:
    once = IN_GERMAN.translate(OPEN)
    assert UiContext(language="fr").translate(once) == "Öffnen"


@pytest.mark.parametrize(
    "text", [OPEN, joined("\n", OPEN, "7"), count("t.stones", "{n} stone", "{n} stones", 2)]
)
def test_no_cache_gives_the_picture_of_another_language(text: Text) -> None:
    def pictures(context: UiContext) -> list[pygame.Surface]:
        frame = Frame(Canvas((1280, 800), context))
        Label(text, Box(0, 0, 400, 200)).draw(frame)
        return [
            typesetting.line(text, 30, INK, context=context),
            typesetting.block(text, 30, 300, INK, context=context),
            typesetting.tabular_line(text, 30, INK, context=context),
            *(blit.surface for blit in frame.blits),
        ]

    english, german = pictures(IN_ENGLISH), pictures(IN_GERMAN)
    assert all(not same(a, b) for a, b in zip(english, german, strict=True))
    assert all(same(a, b) for a, b in zip(german, pictures(IN_GERMAN), strict=True))
    assert all(same(a, b) for a, b in zip(english, pictures(IN_ENGLISH), strict=True))


def test_texts_with_the_same_english_are_kept_apart() -> None:
    one, other = (typesetting.line(text, 30, INK, context=IN_GERMAN) for text in (OPEN, STATE))
    assert not same(one, other)


def test_what_is_measured_is_what_is_drawn() -> None:
    line = typesetting.line(OPEN, 30, INK, context=IN_GERMAN)
    assert typesetting.width_of(OPEN, 30, context=IN_GERMAN) == line.get_width()
    assert typesetting.fitting_size(OPEN, 30, 40, context=IN_GERMAN) < 30
    both = joined(" ", OPEN, STATE)
    assert typesetting.wrap_text(both, 30, 1, context=IN_GERMAN) == ("Öffnen", "Offen")
    assert fit_text(TextBox.of(OPEN, 30, 300, 60, most=1, context=IN_GERMAN)).lines == ("Öffnen",)


def test_a_button_and_a_label_can_have_a_language_of_their_own() -> None:
    def drawn(language: str, context: UiContext) -> list[pygame.Surface]:
        frame = Frame(Canvas((1280, 800), context))
        box = Box(0, 0, 300, 100)
        button = PushButton("a", box, OPEN, language=language)
        draw_button(frame, button, pressed=False, focused=False)
        Label(OPEN, box, language=language).draw(frame)
        return [blit.surface for blit in frame.blits]

    english, own, german = drawn("", IN_ENGLISH), drawn("de", IN_ENGLISH), drawn("", IN_GERMAN)
    assert all(a is b for a, b in zip(own[1:], german[1:], strict=True))
    assert all(a is not b for a, b in zip(own[1:], english[1:], strict=True))


class Listener(Scene):
    """Notes in which language it is laid out and drawn."""

    covers = False

    def __init__(self, language: str = "") -> None:
        self.language = language
        self.heard: list[str] = []

    def fit(self, canvas: Canvas) -> None:
        self.heard.append(f"fit {canvas.context.language}")

    def draw(self, frame: Frame) -> None:
        self.heard.append(f"draw {frame.context.language}")


def test_a_question_to_a_seat_speaks_that_seats_language_over_a_table_that_speaks_another() -> None:
    below, question = Listener(), Listener("fr")
    canvas = Canvas((640, 480), IN_GERMAN)
    stack = SceneStack(below, canvas)
    stack.apply(Push(question))
    stack.fit(canvas)
    stack.draw(Frame(canvas))
    stack.apply(Pop())
    assert question.heard == ["fit fr", "fit fr", "draw fr"]
    assert below.heard == ["fit de", "fit de", "draw de"]


def test_a_frame_is_in_another_context_for_a_while() -> None:
    frame = Frame(Canvas((640, 480), IN_GERMAN))
    with frame.in_context(frame.context.override(language="fr")):
        assert frame.canvas.context.language == "fr"
    assert frame.context == IN_GERMAN

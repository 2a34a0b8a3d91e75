"""In which language words become pictures, and that no picture is in another one."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop import languages
from tabletop.engine import Text, count, joined, say
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import current_language, translated, use_language
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Pop, Push, Scene, SceneStack
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.text.typesetting import fit_text
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tests.languages.catalogues import FRENCH, GERMAN, write

OPEN = say("t.open.door", "Open")
STATE = say("t.open.state", "Open")
INK = (10, 20, 30)


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
    assert translated(OPEN) is OPEN
    with use_language("en"):
        assert translated(OPEN) is OPEN
    with use_language("ja"):  # nobody has translated that
        assert translated(OPEN) == "Open"


def test_a_language_holds_until_its_end_and_an_inner_one_meanwhile() -> None:
    with use_language("de"):
        assert (translated(OPEN), current_language()) == ("Öffnen", "de")
        with use_language("en"):
            assert translated(OPEN) == "Open"
        with use_language(""):
            assert (translated(OPEN), current_language()) == ("Öffnen", "de")
    assert (translated(OPEN), current_language()) == ("Open", "en")


def test_a_fault_does_not_leave_the_table_in_another_language() -> None:
    with pytest.raises(RuntimeError), use_language("de"):
        raise RuntimeError
    assert translated(OPEN) == "Open"


def test_what_was_spoken_is_not_spoken_again() -> None:
    with use_language("de"):
        once = translated(OPEN)
    with use_language("fr"):
        assert translated(once) == "Öffnen"


@pytest.mark.parametrize(
    "text", [OPEN, joined("\n", OPEN, "7"), count("t.stones", "{n} stone", "{n} stones", 2)]
)
def test_no_cache_gives_the_picture_of_another_language(text: Text) -> None:
    def pictures() -> list[pygame.Surface]:
        label = Label(text, Box(0, 0, 400, 200))
        return [
            typesetting.line(text, 30, INK),
            typesetting.block(text, 30, 300, INK),
            typesetting.tabular_line(text, 30, INK),
            label.picture(Canvas((1280, 800))),
        ]

    english = pictures()
    with use_language("de"):
        german = pictures()
        assert all(not same(a, b) for a, b in zip(english, german, strict=True))
        assert all(same(a, b) for a, b in zip(german, pictures(), strict=True))
    assert all(same(a, b) for a, b in zip(english, pictures(), strict=True))


def test_texts_with_the_same_english_are_kept_apart() -> None:
    with use_language("de"):
        assert not same(typesetting.line(OPEN, 30, INK), typesetting.line(STATE, 30, INK))


def test_what_is_measured_is_what_is_drawn() -> None:
    with use_language("de"):
        assert typesetting.width_of(OPEN, 30) == typesetting.line(OPEN, 30, INK).get_width()
        assert typesetting.fitting_size(OPEN, 30, 40) < 30
        assert typesetting.wrap_text(joined(" ", OPEN, STATE), 30, 1) == ("Öffnen", "Offen")
        assert fit_text(OPEN, 30, 300, 60, False, 1).lines == ("Öffnen",)


def test_a_button_and_a_label_can_have_a_language_of_their_own() -> None:
    canvas = Canvas((1280, 800))

    def drawn(language: str) -> list[pygame.Surface]:
        frame = Frame(canvas)
        box = Box(0, 0, 300, 100)
        button = PushButton("a", box, OPEN, language=language)
        draw_button(frame, button, pressed=False, focused=False)
        Label(OPEN, box, language=language).draw(frame)
        return [blit.surface for blit in frame.blits]

    english, own = drawn(""), drawn("de")
    with use_language("de"):
        german = drawn("")
    assert all(a is b for a, b in zip(own[1:], german[1:], strict=True))
    assert all(a is not b for a, b in zip(own[1:], english[1:], strict=True))


class Listener(Scene):
    """Notes in which language it is spoken to."""

    covers = False

    def __init__(self, language: str = "") -> None:
        self.language = language
        self.heard: list[str] = []

    def fit(self, canvas: Canvas) -> None:
        del canvas
        self.heard.append(f"fit {current_language()}")

    def update(self, dt: float, /) -> None:
        del dt
        self.heard.append(f"update {current_language()}")

    def resume(self) -> None:
        self.heard.append(f"resume {current_language()}")

    def draw(self, frame: Frame) -> None:
        del frame
        self.heard.append(f"draw {current_language()}")


def test_a_question_to_a_seat_speaks_that_seats_language_over_a_table_that_speaks_another() -> None:
    below, question = Listener(), Listener("fr")
    canvas = Canvas((640, 480))
    with use_language("de"):
        stack = SceneStack(below, canvas)
        stack.apply(Push(question))
        stack.update(0.1)
        stack.fit(canvas)
        stack.draw(Frame(canvas))
        stack.apply(Pop())
    assert question.heard == ["fit fr", "update fr", "fit fr", "draw fr"]
    assert below.heard == ["fit de", "fit de", "draw de", "resume de"]

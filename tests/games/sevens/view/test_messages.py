"""What Sevens says can be said in another language: names of figures, cards, labels on wood."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Callable, Iterator

import pygame
import pytest

from tabletop.engine import BadNotation, Text
from tabletop.engine.notation import message_of
from tabletop.games.sevens.figures import booklet, figure_label
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.pieces import Picture
from tabletop.games.sevens.scenes.dialogs import NamePage
from tabletop.games.sevens.view.board import BoardTransform, board_plan, draw_board
from tabletop.games.sevens.view.cards import card_face
from tabletop.languages import PSEUDO
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tests.games.sevens.page_touches import tap


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


def test_every_figure_and_group_of_the_booklet_has_a_name_that_catalogues_know() -> None:
    names = {name for figure in booklet() for name in (figure.name, figure.group)}
    texts = [figure_label(name) for name in sorted(names)]
    assert all(isinstance(text, Text) for text in texts)
    keys = [text.key for text in texts if isinstance(text, Text)]
    assert len(set(keys)) == len(names)
    assert texts == sorted(names)


def test_a_name_that_people_gave_stays_as_it_is() -> None:
    name = "My own boat"
    assert figure_label(name) is name


def named(page: Callable[[], NamePage]) -> Iterator[Change]:
    """What the page pops with, as it came and with another letter."""
    for keys in ((), ("sign:s",)):
        scene = page()
        scene.fit(Canvas((1280, 800)))
        for key in keys:
            tap(scene, key)
        yield tap(scene, "done")


def test_a_figure_keeps_its_english_name_in_the_record_unless_it_is_changed() -> None:
    pseudo = UiContext(PSEUDO)
    shown = pseudo.translate(figure_label("Swan"))
    assert shown != "Swan"
    kept, changed = named(lambda: NamePage("Swan", context=pseudo))
    assert isinstance(kept, Pop)
    assert kept.result == "Swan"
    assert isinstance(changed, Pop)
    assert changed.result == f"{shown}s"


@pytest.mark.parametrize("card", Card)
def test_a_card_has_its_name_in_the_language_in_force(card: Card) -> None:
    english = pixels(card_face(card, 200, UiContext()))
    assert pixels(card_face(card, 200, UiContext(PSEUDO))) != english
    assert pixels(card_face(card, 200, UiContext())) == english


def test_the_tray_is_labelled_in_the_language_in_force() -> None:
    canvas = Canvas((1280, 800))
    plan = board_plan(1.4)
    sight = BoardTransform.within(canvas.box, plan.width, plan.height, False, canvas.box.centre)

    def label(language: str) -> bytes:
        frame = Frame(canvas.with_context(UiContext(language=language)))
        draw_board(frame, sight, plan.width, plan.height, plan.tray)
        return pixels(frame.blits[-1][0])

    english = label("en")
    assert label(PSEUDO) != english
    assert label("en") == english


def test_why_a_picture_cannot_be_read_is_said_to_its_innermost_sentence() -> None:
    with pytest.raises(BadNotation) as raised:
        Picture.from_text("Z0,0;1,0;0,1")
    said = message_of(raised.value)
    assert isinstance(said, Text)
    why = said.args["why"]
    assert isinstance(why, Text)
    assert why.key == "sevens.piece.kind"

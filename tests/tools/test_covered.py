"""Controls and lit places that something lies over are found."""

import pygame
import pytest

from tabletop.games import find_game
from tabletop.scenes.match import goal
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.scene import Scene
from tabletop.ui.draw import shapes
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import PANEL, TEXT
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton
from tools.album import match as album
from tools.album.covered import covered
from tools.album.notes import NotingFrame
from tools.album.stage import Drawn, stage, unpainted

CANVAS = Canvas((1080, 1080))
"""A canvas unit is a pixel."""
SIZE = (1280, 800)


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))


def told(frame: NotingFrame, drawn: Drawn | None = None) -> list[str]:
    return [f"{fault.kind} {fault.text}" for fault in covered(frame, drawn or Scene())]


def with_buttons(*buttons: PushButton) -> NotingFrame:
    frame = NotingFrame(CANVAS)
    ButtonGroup(buttons).draw(frame)
    return frame


def put_plate(frame: NotingFrame, box: Box) -> None:
    frame.put(shapes.rounded(round(box.w), round(box.h), 10, PANEL), box.centre)


def test_a_plate_over_a_button_is_found_and_one_under_it_is_not() -> None:
    button = PushButton("go", Box(200, 200, 300, 100), "Go")
    assert told(with_buttons(button)) == []
    over = with_buttons(button)
    put_plate(over, Box(100, 150, 600, 300))
    assert told(over) == ["covered go"]
    under = NotingFrame(CANVAS)
    put_plate(under, Box(100, 150, 600, 300))
    with under.layer(8):
        ButtonGroup([button]).draw(under)
    assert told(under) == []
    with under.layer(9):
        put_plate(under, Box(100, 150, 250, 300))
    assert told(under) == ["covered go"]


def test_two_buttons_at_one_place_are_found() -> None:
    place = Box(200, 200, 300, 100)
    frame = with_buttons(PushButton("go", place, "Go"), PushButton("stay", place, "Stay"))
    assert told(frame) == ["covered go"]


def test_a_badge_on_a_button_and_a_veil_hide_nothing() -> None:
    frame = with_buttons(PushButton("go", Box(200, 200, 300, 100), "Go"))
    frame.put(shapes.disc(20, PANEL), (485, 215))
    veil = shapes.rounded(1080, 1080, 1, PANEL)
    frame.put(veil, (540, 540), 0.4)
    assert told(frame) == []


def test_a_stone_on_the_words_of_its_own_button_is_found() -> None:
    frame = with_buttons(PushButton("go", Box(200, 200, 300, 100), "Go"))
    frame.put(shapes.disc(12, PANEL), (230, 250))
    assert told(frame) == []
    frame.put(shapes.disc(12, PANEL), (325, 250))
    assert told(frame) == ["covered words Go"]


def test_two_lines_of_one_button_that_touch_are_no_fault_turned_either() -> None:
    frame = NotingFrame(CANVAS)
    context = typesetting.NEUTRAL
    with frame.turned(1, (540, 540)):
        frame.touchable("go", Box(200, 200, 300, 100))
        for text, y in (("gypsy", 240), ("ÁÁÁÁ", 262)):
            frame.put(typesetting.line(text, 40, TEXT, context=context), (350, y))
    assert told(frame) == []


def test_what_lies_over_a_dialogs_button_counts_and_what_the_dialog_covers_does_not() -> None:
    frame = with_buttons(PushButton("go", Box(200, 200, 300, 100), "Go"))
    with frame.layer(100):
        put_plate(frame, Box(100, 100, 800, 800))
        ButtonGroup([PushButton("ok", Box(300, 300, 200, 100), "OK")]).draw(frame)
        assert told(frame) == []
        put_plate(frame, Box(250, 250, 200, 300))
    assert told(frame) == ["covered ok"]


def faults_of(key: str, state: str) -> list[str]:
    """What lies over what in one moment of a match."""
    with unpainted(), stage(SIZE, "en") as made:
        for name, drawn in album.match(made, find_game(key)):
            if name == state:
                frame = NotingFrame(made.canvas)
                drawn.draw(frame)
                return told(frame, drawn)
    raise KeyError(state)


@pytest.mark.parametrize("state", ["goal", "goal-asked"])
def test_a_ribbon_over_its_button_is_found(state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults_of("shoo", state) == []
    monkeypatch.setattr(goal, "RIBBON_LAYER", 8)
    assert faults_of("shoo", state) == ["covered goal:0"]


def test_numbers_on_the_plate_of_the_goal_are_found() -> None:
    frame, box = NotingFrame(CANVAS), Box(100, 200, 800, 200)
    with frame.layer(7):
        frame.touchable("goal", box)
        put_plate(frame, box)
    assert told(frame) == []
    frame.put(shapes.disc(20, PANEL), (300, 300))
    assert told(frame) == []
    with frame.layer(7):
        frame.put(shapes.disc(20, PANEL), (300, 300))
    assert told(frame) == ["covered goal"]


def test_a_notice_over_lit_places_is_found() -> None:
    with unpainted(), stage(SIZE, "en") as made:
        stack = album.begun(made, find_game("shoo"), plies=album.PLIES)
        scene, frame = album.of(stack), NotingFrame(made.canvas)
        stack.draw(frame)
        assert told(frame, stack) == []
        with frame.layer(9):
            put_plate(frame, scene.board.layout.board)
        lit = {f"covered place {spot}" for spot in scene.snapshot.open}
        assert lit <= set(told(frame, stack))

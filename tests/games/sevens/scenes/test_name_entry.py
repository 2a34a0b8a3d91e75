"""Writing a name: with keys on the glass, with the keyboard, and both at once."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from math import inf

import pygame
import pytest

from tabletop.games.sevens.rules.match import LONGEST_NAME
from tabletop.games.sevens.scenes.dialogs import NamePage
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Nudge, Press, Typed
from tabletop.input.window import WindowSource
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.widgets.text_entry import TextEntry
from tests.games.sevens.page_touches import tap
from tests.scenes.touches import button, check_layout, keys

SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 600), (1440, 1080))


def page(name: str = "", turns: int = 0) -> NamePage:
    scene = NamePage(name, turns)
    scene.fit(Canvas((1280, 800)))
    return scene


def key(scene: NamePage, code: int, sign: str = "") -> Change:
    """A key of the keyboard goes down, as the window reads it."""
    pygame.event.clear()
    window = WindowSource(lambda x, y: (x, y))
    window.start()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=sign))
    change: Change = None
    for action in window.poll():
        change = change or scene.handle(action)
    return change or scene.update(1 / 60)


def letter(scene: NamePage, sign: str) -> Change:
    return key(scene, ord(sign.lower()), sign)


# -- on the glass ---------------------------------------------------------------------------------


def test_letters_are_written_by_touch_and_the_first_is_a_capital() -> None:
    scene = page()
    for sign in ("s", "w", "a", "n"):
        tap(scene, f"sign:{sign}")
    assert scene.letters.text == "Swan"
    assert tap(scene, "done") == Pop("Swan")


def test_the_keys_show_what_they_write() -> None:
    scene = page()
    assert button(scene, "sign:s").label == "S"
    tap(scene, "sign:s")
    assert button(scene, "sign:s").label == "s"
    tap(scene, "delete")
    assert button(scene, "sign:s").label == "S"


def test_all_letters_and_digits_are_there() -> None:
    signs = {k.removeprefix("sign:") for k in keys(page()) if k.startswith("sign:")}
    assert set("abcdefghijklmnopqrstuvwxyz0123456789") <= signs


def test_blanks_neither_lead_nor_double_nor_end_a_name() -> None:
    scene = page()
    for each in ("space", "sign:a", "space", "space", "sign:b", "space"):
        tap(scene, each)
    assert tap(scene, "done") == Pop("A b")


def test_a_full_line_takes_no_more() -> None:
    letters = TextEntry("", LONGEST_NAME)
    for _ in range(LONGEST_NAME + 5):
        letters.write("x")
    assert len(letters.text) == LONGEST_NAME


def test_without_a_name_done_does_nothing() -> None:
    scene = page()
    assert not button(scene, "done").enabled
    assert key(scene, pygame.K_RETURN, "\r") is None


def test_the_page_can_be_left_without_a_name() -> None:
    assert tap(page("Swan"), "leave") == Pop(None)
    assert key(page("Swan"), pygame.K_ESCAPE, "\x1b") == Pop(None)


# -- with the keyboard ----------------------------------------------------------------------------


def test_keys_that_mean_something_write_their_letters_all_the_same() -> None:
    scene = page()
    for sign in "Umu, f. 1234 u":
        assert letter(scene, sign) is None
    assert scene.letters.text == "Umu, f. 1234 u"


def test_backspace_deletes_one_letter_each() -> None:
    scene = page("Swan")
    key(scene, pygame.K_BACKSPACE, "\b")
    key(scene, pygame.K_BACKSPACE, "\b")
    assert scene.letters.text == "Sw"


def test_two_backspaces_of_one_moment_delete_two_letters() -> None:
    scene = page("Swan")
    back = Press(source="keyboard", button=Key.UNDO)
    scene.handle(back)
    scene.handle(back)
    scene.update(1 / 60)
    assert scene.letters.text == "Sw"


def test_a_letter_and_a_backspace_of_one_moment_are_told_apart() -> None:
    scene = page("Sw")
    undo = Press(source="keyboard", button=Key.UNDO)
    for action in (undo, Typed(source="keyboard", sign="u"), undo):
        scene.handle(action)
    scene.update(1 / 60)
    assert scene.letters.text == "Sw"


def test_the_space_bar_writes_and_enter_is_done() -> None:
    scene = page("Red")
    assert key(scene, pygame.K_SPACE, " ") is None
    letter(scene, "k")
    assert scene.letters.text == "Red k"
    assert key(scene, pygame.K_RETURN, "\r") == Pop("Red k")


def test_letters_of_other_alphabets_are_written() -> None:
    scene = page()
    for sign in "äß東":
        scene.handle(Typed(source="keyboard", sign=sign))
    assert scene.letters.text == "Äß東"


def test_the_cursor_keys_reach_the_keys_on_the_glass() -> None:
    scene = page("Swan")
    scene.handle(Nudge(source="keyboard", dx=0, dy=0))
    assert scene.buttons.focus == "done"
    scene.handle(Nudge(source="keyboard", dx=-1, dy=0))
    assert scene.buttons.focus == "sign:-"
    key(scene, pygame.K_RETURN, "\r")
    assert scene.letters.text == "Swan-"
    letter(scene, "x")
    assert scene.buttons.focus is None


def test_it_wakes_only_for_a_key_that_is_not_understood_yet() -> None:
    scene = page("Swan")
    assert scene.wakes_in() == inf
    scene.handle(Press(source="keyboard", button=Key.UNDO))
    assert scene.wakes_in() == 0
    scene.update(1 / 60)
    assert scene.wakes_in() == inf


# -- how it lies ----------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [0, 2])
@pytest.mark.parametrize("size", SIZES)
def test_the_keys_lie_apart_and_are_large_enough(size: tuple[int, int], turns: int) -> None:
    check_layout(NamePage("The longest name that can be written so.", turns), size)


def test_it_faces_the_seat_opposite() -> None:
    scene = page("Swan", turns=2)
    assert button(scene, "done").centre[1] < scene.canvas.height / 2
    tap(scene, "sign:s")
    assert scene.letters.text == "Swans"


def test_all_is_drawn_as_it_is_written() -> None:
    scene = page("Swan")
    before = Frame(scene.canvas)
    scene.draw(before)
    tap(scene, "sign:s")
    after = Frame(scene.canvas)
    scene.draw(after)
    assert set(before.blits) != set(after.blits)

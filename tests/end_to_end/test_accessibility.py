"""Large text, reach mode and speech, switched on and off by real events."""

import pygame

from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.lesson.rules_page import RulesScene
from tabletop.scenes.settings.settings_pages import AccessibilityPage
from tabletop.ui.core.frame import header_lowered_point
from tests.end_to_end.app_window import Room
from tests.end_to_end.pointing import Pixel
from tests.end_to_end.posted_touches import Fingers, Keys
from tests.scenes.match.test_spoken_prompts import Mouth


def seen(room: Room, key: str) -> Pixel:
    """Where a button is seen on a page whose head lies at its foot."""
    page = room.top
    assert isinstance(page, MenuScene | AccessibilityPage | RulesScene)
    canvas = page.canvas
    found = next(button for button in page.buttons.buttons if button.key == key)
    return canvas.to_pixels(header_lowered_point(found.centre, page.head, canvas.height))


def test_words_grow_at_once_and_shrink_again(room: Room) -> None:
    hand = Fingers(room)
    hand.tap(room.button("look"))
    hand.tap(room.button("ease"))
    page = room.top
    assert isinstance(page, AccessibilityPage)
    before = page.labels
    assert room.table.ui_context.text_scale == 100
    hand.tap(room.button("look.text_size=4"))
    assert room.table.ui_context.text_scale == 200
    assert page.labels[2].text == before[2].text
    assert page.labels[2].box.h > 1.4 * before[2].box.h
    hand.tap(room.button("look.text_size=0"))
    assert page.labels == before


def test_the_way_back_comes_down_and_is_pressed_there(room: Room) -> None:
    hand = Fingers(room)
    hand.tap(room.button("look"))
    hand.tap(room.button("ease"))
    high = room.button("leave")
    hand.tap(room.button("look.reach=1"))
    low = seen(room, "leave")
    assert low[1] > high[1] + 400
    hand.tap(low)
    assert not isinstance(room.top, AccessibilityPage)


def test_speech_follows_keys_and_pages_and_is_turned_off_at_once(room: Room) -> None:
    mouth = room.table.speech = Mouth()
    room.table.change("speech.prompts", True)
    room.turn()
    assert "one table" in mouth.words()
    keys = Keys(room)
    keys.press(pygame.K_TAB)
    assert mouth.words()
    room.turn()
    assert mouth.words() == ""
    room.table.change("speech.prompts", False)
    keys.press(pygame.K_TAB)
    assert mouth.words() == ""

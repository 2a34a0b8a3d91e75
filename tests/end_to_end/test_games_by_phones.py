"""Whole games of all five on phones: the real program on a display, Chromium against Firefox."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest
from playwright.sync_api import Browser

from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.settings import FILE_NAME
from tests.end_to_end.real_phones import SETTLE_SECONDS, Hands, has, reached_code, start
from tests.end_to_end.real_window import Desk
from tests.end_to_end.scripted_players import PLAYERS
from tests.party.browsers import (
    ChromiumPhone,
    FirefoxPhone,
    Loop,
    Phone,
    chromium,
    firefox,
    see,
    sit,
    until,
)

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Ben")
REOPENED = (3, 7)
"""The numbers of plies after which the phone of the second seat is closed and opened again."""
MAX_PLIES = 400
MAX_REPEATED = 5
"""The most touches of a game that may be lost: a throw within 0.7 s of one's own throw is."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Desk(tmp_path) as opened:
        opened.data.mkdir()
        yield opened


@pytest.fixture(scope="module")
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.stop()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def fox(loop: Loop) -> Iterator[Callable[[], Phone]]:
    with firefox(loop) as session:
        yield lambda: FirefoxPhone(session)


def opened(desk: Desk, key: str) -> str:
    """Starts the program, and gives the address in the code on the first page of a game."""
    (desk.data / FILE_NAME).write_text(
        f'[look]\nspeed = "off"\n[play]\nlast_game = "{key}"\ntaught = "{key}"\n'
        '[party]\non = true\nport = 0\nhost = "127.0.0.1"\n'
    )
    desk.start()
    desk.wait("the title", lambda: pygame.transform.average_color(desk.picture())[:3] != (0, 0, 0))
    return reached_code(desk)


@pytest.mark.parametrize("key", PLAYERS)
def test_a_whole_game_is_played_in_two_browsers(
    desk: Desk, chrome: Browser, fox: Callable[[], Phone], key: str
) -> None:
    address = opened(desk, key)
    one = ChromiumPhone(chrome, width=390, height=844, language="en")
    two = fox()
    try:
        for seat, phone in enumerate((one, two)):
            sit(phone, address, NAMES[seat], seat)
        hands = Hands(desk, (one, two), key)
        start(desk, one)
        match = hands.match
        while match.outcome is None and len(match.plies) < MAX_PLIES:
            hands.play(match, PLAYERS[key])
            match = hands.match
            if len(match.plies) in REOPENED:
                two.open("about:blank")
                two.open(address)
                see(two, ".plate .who", NAMES[1])
        assert match.outcome is not None
        assert hands.repeated <= MAX_REPEATED
        for phone in (one, two):
            until("the result", partial(has, phone, "a.btn[href^='/home/']"))
        assert not one.errors
    finally:
        one.close()
        two.close()


SEVENS_TURNS = 2
"""The turns that are played, those of the first round; later a card may ask for five pieces."""
SEVENS_SECONDS = 300.0
BUTTONS = (
    "[...document.querySelectorAll('button[data-key]:not([disabled])')]"
    ".filter(button => button.offsetParent)"
    ".map(button => [button.dataset.key, button.classList.contains('main')])"
)
SOONEST = (
    *("coin", "on", "look", "turn", "chosen", "pick:0"),
    *("booklet:build", "booklet:figure:0", "booklet:group:0"),
)
"""What is pressed wherever it is offered; in this order."""


def next_press(buttons: dict[str, bool]) -> str:
    """What to press on a phone in a match of Sevens; empty while others act.

    `buttons` are those that can be pressed, and whether each is the main one.
    """
    found = next((key for key in SOONEST if key in buttons), "")
    if found:
        return found
    if "done" in buttons and (buttons["done"] or "peek" in buttons):
        return "done"  # the picture is complete; or it is being rebuilt
    return "booklet" if "booklet" in buttons else ""


def sevens_match(desk: Desk) -> SevensMatch | None:
    """The match as it is saved."""
    record = desk.record()
    return None if record is None else SevensMatch.replay(record)


def drag_a_piece(phone: ChromiumPhone) -> None:
    """Drags the first piece from the tray to the middle of the board."""
    box = phone.page.locator(".pieces-svg").bounding_box()
    piece = phone.page.locator(".pieces-svg g > path, .pieces-svg g > polygon").first.bounding_box()
    assert box is not None
    assert piece is not None
    mouse = phone.page.mouse
    mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + box["width"] * 0.35, box["y"] + box["height"] * 0.5, steps=6)
    mouse.up()


def test_pictures_of_sevens_are_built_and_rebuilt_on_two_phones(
    desk: Desk, chrome: Browser, fox: Callable[[], Phone]
) -> None:
    address = opened(desk, "sevens")
    one = ChromiumPhone(chrome, width=390, height=844, language="en")
    two = fox()
    phones: tuple[Phone, ...] = (one, two)
    dragged = 0
    try:
        for seat, phone in enumerate(phones):
            sit(phone, address, NAMES[seat], seat)
        desk.press("Return")
        time.sleep(SETTLE_SECONDS)
        if not has(one, 'button[data-key="coin"]'):
            desk.press("Return")  # the first key has only moved the focus
        until_over = time.monotonic() + SEVENS_SECONDS
        while (match := sevens_match(desk)) is None or len(match.turns) < SEVENS_TURNS:
            assert time.monotonic() < until_over, [phone.evaluate(BUTTONS) for phone in phones]
            for phone in phones:
                buttons = dict(map(tuple, phone.evaluate(BUTTONS)))
                key = next_press(buttons)
                if phone is one and key == "done" and "peek" in buttons:
                    drag_a_piece(one)
                    dragged += 1
                if key:
                    phone.touch(f'button[data-key="{key}"]')
                    time.sleep(0.4)
        assert dragged
        assert {turn.arranger for turn in match.turns} == {0, 1}
        assert any(len(turn.guess.pieces) for turn in match.turns)
        assert not one.errors
    finally:
        one.close()
        two.close()

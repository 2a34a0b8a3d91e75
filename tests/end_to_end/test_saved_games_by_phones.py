"""A match that its people leave goes on from a phone: the real program, Chromium on a display."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest
from playwright.sync_api import Browser

from tabletop.settings import FILE_NAME
from tests.end_to_end.real_phones import SETTLE_SECONDS, Hands, has, reached_code, start
from tests.end_to_end.real_window import Desk
from tests.end_to_end.scripted_players import PLAYERS
from tests.party.browsers import ChromiumPhone, chromium, see, sit, until

pytestmark = [pytest.mark.slow, pytest.mark.chromium]

SETTINGS = """
[look]
speed = "off"
[play]
last_game = "shoo"
taught = "shoo"
[kiosk]
level = "kiosk"
[idle]
times = "shoo=10"
countdown = 5
page = 600
[party]
on = true
kiosk = true
port = 0
host = "127.0.0.1"
"""
PLIES = 5
"""After which it is the turn of the second seat."""
LEFT_SECONDS = 60.0
"""Within which the table notices that everybody has left."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Desk(tmp_path) as opened:
        opened.data.mkdir()
        (opened.data / FILE_NAME).write_text(SETTINGS)
        yield opened


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def agree(desk: Desk, phone: ChromiumPhone) -> None:
    """Answers the table's question with its main button, by keys."""
    for _ in range(3):  # the first key may only move the focus to the button
        desk.press("Return")
        until_seen = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < until_seen:
            if not has(phone, ".found"):
                return
            time.sleep(0.1)
    raise AssertionError("the match does not go on")


def test_a_match_that_was_left_is_found_on_a_phone_and_resumed_at_the_table(
    desk: Desk, chrome: Browser
) -> None:
    desk.start()
    desk.wait("the title", lambda: pygame.transform.average_color(desk.picture())[:3] != (0, 0, 0))
    address = reached_code(desk)
    ada = ChromiumPhone(chrome, width=390, height=844, language="en")
    ben = ChromiumPhone(chrome, width=360, height=640, language="de")
    try:
        sit(ada, address, "Ada", 0)
        sit(ben, address, "Ben", 1)
        hands = Hands(desk, (ada, ben), "shoo")
        start(desk, ada)
        for _ in range(PLIES):
            hands.play(hands.match, PLAYERS["shoo"])
        before = hands.plies()

        # Everybody leaves: both phones show the code, and keep it.
        codes = []
        for phone in (ada, ben):
            desk.wait(
                "the code on a phone", partial(has, phone, ".saved .saved-code"), LEFT_SECONDS
            )
            codes.append(see(phone, ".saved-code"))
        assert codes[0] == codes[1]
        ben.open("about:blank")

        # Later one of them comes back, opens the game, and wants the other seat.
        ada.open(address)
        see(ada, ".plate .who", "Ada")
        ada.touch("button[data-key=games]")
        see(ada, ".list", codes[0])
        ada.touch(".list button.guest")
        see(ada, ".found h1", "Shoo")
        until("the board", partial(has, ada, ".found .board-svg .pieces *"))
        see(ada, ".found .seat", "Ben")
        ada.touch(".found .seat:nth-of-type(2)")
        until("the button", partial(has, ada, ".found .main:not([disabled])"))
        ada.touch(".found .main")
        see(ada, ".found .prompt", "Touch")

        # The table agrees, and the match goes on with Ada at the seat that she chose.
        agree(desk, ada)
        until("the match", partial(has, ada, ".match .board-svg"))
        see(ada, ".plate .line-2")
        assert ada.evaluate("document.querySelectorAll('.others li').length") == 1
        assert hands.plies() == before
        Hands(desk, (ben, ada), "shoo").play(hands.match, PLAYERS["shoo"])
        assert hands.plies() == before + 1
        assert not [*ada.errors, *ben.errors]
    finally:
        ada.close()
        ben.close()

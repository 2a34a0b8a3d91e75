"""People who play on phones at the real program: the code that they scan, what they touch."""

import time
from functools import partial
from typing import Final

import cv2
import numpy
import pygame

from tabletop.engine import CHANCE, Match, Record
from tabletop.games import find_game
from tests.end_to_end.real_window import Desk
from tests.end_to_end.scripted_players import Player
from tests.party.browsers import Phone, until

SETTLE_SECONDS: Final = 7.0
"""Seconds after a key in which the next page is there."""
CODE_SECONDS: Final = 20.0
"""Seconds after a key in which a code is on the next page, if it shows one: a server starts."""
CODE_SCALES: Final = (1, 2)
"""How much a picture is enlarged: each of OpenCV's detectors misses some small codes."""
AGAIN_SECONDS: Final = 3.0
"""Seconds after which a touch without effect is repeated."""

SHOWN: Final = (
    "[document.body.innerText, [...document.querySelectorAll('.place.lit, .place[aria-label]')]"
    ".map(place => `${place.getAttribute('aria-label')}${place.matches('.lit') ? ' *' : ''}`)]"
)
"""What a phone shows, for the message of a test that fails: its words and its places."""


def scanned(desk: Desk) -> str:
    """The address in the QR code on the screen; empty while there is none."""
    pixels = pygame.image.tobytes(desk.picture(), "RGB")
    width, height = desk.picture().get_size()
    image = numpy.frombuffer(pixels, numpy.uint8).reshape(height, width, 3)
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    for scale in CODE_SCALES:
        larger = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        for detector in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            words, _, _ = detector.detectAndDecode(larger)
            if words:
                return str(words)
    return ""


def reached_code(desk: Desk) -> str:
    """Goes from the title to the first page of the last game by keys, and scans its code."""
    for seconds in (SETTLE_SECONDS, *(CODE_SECONDS,) * 5):  # the first key opens the menu
        desk.press("Return")
        until_seen = time.monotonic() + seconds
        while time.monotonic() < until_seen:
            address = scanned(desk)
            if address:
                return address
            time.sleep(0.2)
    raise AssertionError("no QR code is shown on the way to the game")


def has(phone: Phone, selector: str) -> bool:
    return bool(phone.evaluate(f"!!document.querySelector({selector!r})"))


def start(desk: Desk, phone: Phone) -> None:
    """Starts the match by keys, and closes the goal on a phone."""
    goal = 'button[data-key="ok"]'
    for _ in range(3):  # the first key may only move the focus to the button
        desk.press("Return")
        until_seen = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < until_seen:
            if has(phone, goal):
                phone.touch(goal)
                return
            time.sleep(0.1)
    raise AssertionError("the match does not begin")


class Hands:
    """The people with their phones."""

    def __init__(self, desk: Desk, phones: tuple[Phone, ...], key: str) -> None:
        self._desk = desk
        self._phones = phones
        self._game = find_game(key)
        self._last = ""
        self.repeated = 0
        """How often a touch had to be repeated."""

    @property
    def match(self) -> Match:
        """The match as it is saved."""
        record = self._desk.record()
        return Match(self._game) if record is None else Match.replay(self._game, record)

    def plies(self) -> int:
        record: Record | None = self._desk.record()
        return 0 if record is None else len(record.plies)

    def play(self, match: Match, player: Player) -> None:
        """Makes the next ply on the phone whose turn it is, and waits until it is saved."""
        phone, before = self._phones[self._game.acting(match.state)], len(match.plies)
        if match.state.turn == CHANCE:
            self._press(phone, "button.throw")
        else:
            ply = player(match)
            self._spell(phone, self._game.spell(match.state, self._game.read_move(ply))[0])
        try:
            self._desk.wait(f"ply {before + 1}", lambda: self.plies() > before, AGAIN_SECONDS)
        except AssertionError:
            # The page may have been laid out anew before the touch, which then missed its place.
            self.repeated += 1
            self._press(phone, self._last)
            self._desk.wait(f"ply {before + 1}", lambda: self.plies() > before)

    def _spell(self, phone: Phone, word: tuple[str, ...]) -> None:
        card = f'button[data-key="card:{" ".join(word)}"]'
        for spot in word:
            place, button = f'.place.lit[data-spot="{spot}"]', f'button[data-key="spot:{spot}"]'
            try:
                until(f"{spot} of {word}", partial(self._offers, phone, (card, place, button)))
            except AssertionError as late:
                shown = [each.evaluate(SHOWN) for each in self._phones]
                raise AssertionError(f"{late}; {self.plies()} plies, phones show {shown}") from None
            if has(phone, card):
                self._press(phone, card)
                self._press(phone, f"{card}.main")  # touched again it is played
                return
            self._press(phone, f"{place} .hit" if has(phone, place) else button)

    def _offers(self, phone: Phone, selectors: tuple[str, ...]) -> bool:
        return any(has(phone, selector) for selector in selectors)

    def _press(self, phone: Phone, selector: str) -> None:
        until(selector, lambda: has(phone, selector))
        phone.touch(selector)
        self._last = selector

"""The phone pages in real browsers, at a table that is not there."""

import gzip
import re
from collections.abc import Callable, Iterator

import msgspec
import pytest
from playwright.sync_api import Browser

from tabletop.party.messages import Act, Choose, Sit, Speak, Touch
from tests.party.browsers import (
    ENTER,
    ChromiumPhone,
    FirefoxPhone,
    Loop,
    Phone,
    chromium,
    firefox,
    see,
    until,
)
from tests.party.scripted_table import CODE, PAGES, phone_texts
from tests.party.small_game import SmallGame

MAX_COMPRESSED_BYTES = 57 * 1024
MAX_WORDS_BYTES = 3 * 1024
"""Together 60 KB."""

NewPhone = Callable[[], Phone]


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


@pytest.fixture
def game(loop: Loop) -> Iterator[SmallGame]:
    game = SmallGame()
    loop.run(game.table.start())
    yield game
    loop.run(game.table.stop())


@pytest.fixture
def phones(chrome: Browser) -> Iterator[Callable[..., ChromiumPhone]]:
    """Makes phones of Chromium, none of which may have an error in its console."""
    made: list[ChromiumPhone] = []

    def make(language: str = "en", width: int = 390, height: int = 844) -> ChromiumPhone:
        made.append(ChromiumPhone(chrome, width=width, height=height, language=language))
        return made[-1]

    yield make
    errors = [error for phone in made for error in phone.errors]
    for phone in made:
        phone.close()
    assert errors == []


def sit(phone: Phone, address: str, name: str, seat: int) -> None:
    """Joins as a person does."""
    phone.open(address)
    see(phone, "h1")
    phone.touch("#name")
    phone.write(name)
    phone.touch(f".seat:nth-of-type({seat + 1})")
    phone.touch("button[type=submit]")
    see(phone, ".plate .who", name)


def spot(name: str) -> str:
    return f'[data-spot="{name}"] .hit'


def acts(game: SmallGame, kind: type[Act]) -> list[Act]:
    return [act for act in game.table.acts if isinstance(act, kind)]


def play_with_a_lost_connection(game: SmallGame, loop: Loop, new: NewPhone) -> None:
    ada, ben = new(), new()
    sit(ada, game.table.link, "Ada", 0)
    sit(ben, game.table.link, "Ben", 1)
    see(ada, ".prompt", "Lay a stone.")
    ada.touch(spot("b2"))
    see(ben, ".prompt", "Lay a stone.")
    ben.touch(spot("b2"))
    see(ben, ".why", "A piece lies there.")
    ben.touch(spot("a3"))
    see(ada, ".prompt", "Lay a stone.")

    # The server is gone; when it is back, both have their seats, by a touch or by themselves.
    table = game.table
    loop.run(table.stop())
    for each, name in ((ada, "Ada"), (ben, "Ben")):
        see(each, ".keep", name)
    loop.run(table.start())
    ben.touch("button.main")
    see(ada, ".prompt", "Lay a stone.")
    ada.touch(spot("b1"))
    see(ben, ".prompt", "Lay a stone.")
    ben.touch(spot("a1"))
    see(ada, ".prompt", "Lay a stone.")

    # A reload comes back to the same seat as well.
    ada.open(table.link)
    see(ada, ".plate .who", "Ada")
    ada.touch(spot("b3"))
    for each in (ada, ben):
        see(each, "h1", "Ada wins!")
        each.close()


@pytest.mark.chromium
def test_two_phones_play_and_one_is_lost_and_comes_back(
    game: SmallGame, loop: Loop, phones: NewPhone
) -> None:
    play_with_a_lost_connection(game, loop, phones)


@pytest.mark.firefox
def test_the_same_in_firefox(game: SmallGame, loop: Loop, fox: NewPhone) -> None:
    play_with_a_lost_connection(game, loop, fox)


@pytest.mark.chromium
def test_a_typed_code_joins_and_a_wrong_one_is_told(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones()
    phone.open(game.table.url)
    see(phone, "h1")
    phone.touch("#code")
    phone.write(f"zzzz{ENTER}")
    see(phone, ".why")
    phone.touch("#code")
    phone.write(f"{CODE.lower()}{ENTER}")
    see(phone, ".seat", "Black")
    phone.touch("button.watch")
    until("the phone watches", lambda: acts(game, Sit))
    assert acts(game, Sit) == [Sit(None, "")]


@pytest.mark.chromium
def test_a_game_by_keys_alone_with_every_place_named(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    ada, ben = phones(), phones()
    sit(ada, game.table.link, "Ada", 0)
    sit(ben, game.table.link, "Ben", 1)
    see(ada, ".prompt", "Lay a stone.")
    places = ada.page.get_by_role("button", name="can be touched")
    assert places.count() == 9
    # White sees the board from the other side, in its own reading order.
    assert ben.evaluate("document.querySelector('.place').dataset.spot") == "c1"

    ada.page.locator(".place[tabindex='0']").focus()
    for key in ("Home", "ArrowRight", "ArrowDown", "Enter"):
        ada.page.keyboard.press(key)
    see(ben, ".prompt", "Lay a stone.")
    assert acts(game, Touch) == [Touch("b2")]
    ben.page.get_by_role("button", name="b2, black stone", exact=True).wait_for()
    ben.page.locator(".place[tabindex='0']").focus()
    for key in ("Home", "PageDown", "Space"):
        ben.page.keyboard.press(key)
    until("White has touched", lambda: acts(game, Touch)[1:])
    assert acts(game, Touch)[1:] == [Touch("b1")]
    see(ada, "#live", "Lay a stone.")


@pytest.mark.chromium
def test_a_touch_beside_a_lit_place_is_meant_for_it_and_one_on_another_is_not(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    game.pieces = {"b2": "W"}
    ada = phones()
    sit(ada, game.table.link, "Ada", 0)
    see(ada, ".prompt", "Lay a stone.")
    box = ada.page.locator(spot("b2")).bounding_box()
    assert box is not None
    ada.page.touchscreen.tap(box["x"] + box["width"] * 0.1, box["y"] + box["height"] / 2)
    until("the place on the left", lambda: acts(game, Touch))
    game.turn = 0
    ada.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until("the place itself", lambda: acts(game, Touch)[1:])
    assert acts(game, Touch) == [Touch("a2"), Touch("b2")]


@pytest.mark.chromium
def test_the_other_seat_is_asked_and_answers(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    ada, ben = phones(), phones()
    sit(ada, game.table.link, "Ada", 0)
    sit(ben, game.table.link, "Ben", 1)
    see(ada, ".tools", "Offer a draw")
    ada.touch(".tools .btn")
    see(ben, ".question", "Agree to a draw?")
    see(ben, "#alert", "Agree to a draw?")
    ben.touch(".question .main")
    see(ada, "h1", "A draw")
    assert acts(game, Choose) == [Choose("draw"), Choose("agree")]


@pytest.mark.chromium
def test_a_phone_has_its_own_language_and_keeps_it(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones("de-AT")
    phone.open(game.table.link)
    see(phone, "button.watch")
    german = see(phone, "button.watch")
    assert phone.evaluate("document.documentElement.lang") == "de"
    assert game.table.languages[-1] == "de"
    phone.page.locator("select").select_option("fr")
    until("French", lambda: phone.evaluate("document.documentElement.lang") == "fr")
    assert see(phone, "button.watch") != german
    until("the table knows", lambda: acts(game, Speak))
    assert acts(game, Speak) == [Speak("fr")]
    phone.open(game.table.link)
    see(phone, "button.watch")
    assert phone.evaluate("document.documentElement.lang") == "fr"


@pytest.mark.chromium
def test_names_and_texts_of_the_table_are_never_markup(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    ada, ben = phones(), phones()
    sit(ada, game.table.link, "<b>A", 0)
    sit(ben, game.table.link, "<img src=x>", 1)
    see(ada, ".others", "<img src=x>")
    see(ben, ".others", "<b>A")
    assert ada.evaluate("document.querySelectorAll('img, .others b b').length") == 0


def test_the_pages_are_small_and_have_neither_inline_code_nor_anything_from_outside() -> None:
    files = {path.name: path.read_bytes() for path in PAGES.iterdir()}
    sent = {name: content for name, content in files.items() if not name.endswith(".txt")}
    assert sum(len(gzip.compress(content, 9)) for content in sent.values()) <= MAX_COMPRESSED_BYTES
    words = max(
        len(gzip.compress(msgspec.json.encode(phone_texts(language)), 9))
        for language in ("en", "de", "fr", "es")
    )
    assert words <= MAX_WORDS_BYTES
    for name, content in sent.items():
        if name.endswith((".html", ".js", ".css")):
            text = content.decode()
            assert not re.search(
                r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|document\.write", text
            )
            addresses = set(re.findall(r"https?://[^\"'`\s)]+", text))
            assert addresses <= {"http://www.w3.org/2000/svg"}, name
    page = sent["index.html"].decode()
    assert not re.search(r"\son\w+=|\sstyle=|<style|<script(?![^>]*\ssrc=)", page)

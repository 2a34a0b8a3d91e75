"""The page to take home in a real browser, opened from a file."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tabletop.engine import Game
from tabletop.games import all_games, find_game
from tabletop.party.take_home import take_home_page
from tabletop.ui.core.context import DEFAULT_CONTEXT
from tests.games.sevens.scripted_match import play, tossed
from tests.party.browsers import chromium
from tests.party.home_pages import page_of, random_match, sevens_home, turning_points

pytestmark = pytest.mark.chromium
BOARD_GAMES = [game for game in all_games() if game.kind == "board"]
SIZES = ((360, 640), (390, 844), (768, 1024))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


class Opened:
    """A page in the browser, and all that went wrong in it."""

    def __init__(self, browser: Browser, path: Path, html: str) -> None:
        path.write_text(html, "utf-8")
        self.page: Page = browser.new_page()
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("dialog", lambda dialog: self.problems.append(dialog.message))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.as_uri())

    @property
    def said(self) -> str:
        return self.page.locator("#said").inner_text()

    @property
    def stones(self) -> int:
        return self.page.locator("#board .moment use").count()

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.page.locator(f"#{button}").click()

    def check(self) -> None:
        assert self.problems == []
        assert [url for url in self.requests if not url.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize("game", BOARD_GAMES, ids=lambda game: game.key)
def test_stepping_through_a_match(browser: Browser, tmp_path: Path, game: Game) -> None:
    match = random_match(game)
    points = turning_points(match)
    opened = Opened(browser, tmp_path / "home.html", page_of(match, points=points))
    last = match.turns_until(len(match.plies))
    assert opened.said.startswith(f"{last}.")
    opened.press("first")
    assert opened.said == "Start position"
    assert opened.page.locator("#back").is_disabled()
    for ply in match.plies[:6]:
        opened.press("on")
        standing = match.game.pieces(ply.after)
        riders = sum(letter in "WB" for letter in standing.values()) * (match.game.key == "shoo")
        assert opened.stones == len(standing) + riders
    opened.press("back")
    assert opened.said.startswith(f"{match.turns_until(5)}.")
    opened.page.keyboard.press("ArrowRight")
    assert opened.said.startswith(f"{match.turns_until(6)}.")
    opened.page.keyboard.press("End")
    assert opened.said.startswith(f"{last}.")
    assert opened.page.locator("#on").is_disabled()
    for number, point in enumerate(points):
        opened.page.locator(".points button").nth(number).click()
        assert opened.said.startswith(f"{match.turns_until(point.ply + 1)}.")
        assert opened.page.locator("#at").input_value() == str(point.ply + 1)
    assert opened.page.locator("#marks i").count() == len(points)
    opened.check()


def test_playing_goes_on_by_itself_and_stops(browser: Browser, tmp_path: Path) -> None:
    match = random_match(find_game("trelawney"))
    opened = Opened(browser, tmp_path / "home.html", page_of(match))
    opened.press("play")
    expect(opened.page.locator("#said")).to_have_text(re.compile(r"^2\."))
    assert opened.page.locator("#play").get_attribute("aria-label") == "Pause"
    opened.press("play")
    assert opened.page.locator("#play").get_attribute("aria-label") == "Play"
    opened.press("last")
    assert opened.said.startswith(f"{len(match.plies)}.")
    opened.check()


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_wider_than_the_phone_and_the_board_is_seen_at_once(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    names = ("Maximiliane", "W" * 12)
    for game in BOARD_GAMES:
        match = random_match(game)
        html = page_of(match, names=names, language="de", points=turning_points(match))
        opened = Opened(browser, tmp_path / f"{game.key}.html", html)
        opened.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        board = opened.page.locator("#board svg").bounding_box()
        assert board is not None
        assert board["y"] < size[1] * 0.6
        for button in ("first", "back", "play", "on", "last"):
            box = opened.page.locator(f"#{button}").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 48
        opened.check()
        opened.page.close()


def test_hostile_names_do_nothing(browser: Browser, tmp_path: Path) -> None:
    names = ("</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>')
    match = random_match(find_game("super7"))
    opened = Opened(browser, tmp_path / "home.html", page_of(match, names=names))
    opened.press("first", "on", "on", "last")
    assert opened.page.locator(".seats b").all_inner_texts() == list(names)
    assert opened.page.locator("img, main script").count() == 0
    opened.check()


def test_it_saves_itself_once(browser: Browser, tmp_path: Path) -> None:
    match = random_match(find_game("trelawney"))
    html = page_of(match)
    page = browser.new_page()
    page.route(
        "http://table.test/**", lambda route: route.fulfill(body=html, content_type="text/html")
    )
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.goto("http://table.test/home/1")
    with page.expect_download() as downloading:
        page.locator("#save").click()
    assert downloading.value.suggested_filename == "trelawney.html"
    saved = Path(downloading.value.path()).read_text("utf-8")
    assert problems == []
    again = Opened(browser, tmp_path / "saved.html", saved)
    assert not again.page.locator("#save").is_visible()
    again.press("first", "on")
    assert again.said.startswith("1.")
    again.check()


def test_a_page_of_sevens(browser: Browser, tmp_path: Path) -> None:
    match = play(tossed(first=0), [(7, 3), (2, 5), (4, 4)])
    html = take_home_page(sevens_home(match), "en", DEFAULT_CONTEXT.plain)
    opened = Opened(browser, tmp_path / "home.html", html)
    opened.page.set_viewport_size({"width": 360, "height": 640})
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert opened.page.locator("figure path").count() > 0
    opened.check()

"""Browsers and tables for the tests of the phone pages."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.party.browsers import ChromiumPhone, FirefoxPhone, Loop, Phone, chromium, firefox
from tests.party.small_game import SmallGame


@pytest.fixture(scope="package")
def loop() -> Iterator[Loop]:
    """The event loop of tables, while the tests wait."""
    loop = Loop()
    yield loop
    loop.stop()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


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


@pytest.fixture(scope="module")
def fox(loop: Loop) -> Iterator[Callable[[], Phone]]:
    """Makes phones of Firefox."""
    with firefox(loop) as session:
        yield lambda: FirefoxPhone(session)


@pytest.fixture
def game(loop: Loop) -> Iterator[SmallGame]:
    """The small game at a table with an open port."""
    game = SmallGame()
    loop.run(game.table.start())
    yield game
    loop.run(game.table.stop())

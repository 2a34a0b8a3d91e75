"""Visitors and the projector in a real Chromium."""

import asyncio
import os
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from aiohttp import web
from playwright.sync_api import Browser, Page, expect

from tabletop.engine.game import Outcome
from tabletop.event import messages as wire
from tabletop.hub import intake, visitors
from tabletop.hub.changes import Changes
from tabletop.hub.database import Database, file_url
from tabletop.hub.server import make_app
from tabletop.hub.web import Hub
from tabletop.system.resources import resource_folder
from tests.hub.table_client import TableClient, join_table, record_text
from tests.left_out import AXE
from tests.party.browsers import chromium

pytestmark = [pytest.mark.chromium, pytest.mark.slow]
NAMES = ("Nora", "Milo", "Lena", "Kofi", "Emil", "Gus", "Chen", "Omar", "Zsófia Őry", "Pia")
SMALLEST = """
  Math.min(...[...document.querySelectorAll("main *, #lost")]
    .filter(e => e.offsetParent && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(e => parseFloat(getComputedStyle(e).fontSize)))
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(file_url(tmp_path / "hub.db"))
    opened.do(partial(intake.set_setting, name=intake.EVENT_NAME, text="Harbour Games Fair"))
    yield opened
    opened.close()


@pytest.fixture
def address(database: Database) -> Iterator[str]:
    """A hub that serves in a thread of its own."""
    loop = asyncio.new_event_loop()
    hub = Hub(database, Changes(database), resource_folder("assets"))
    runner = web.AppRunner(make_app(hub), access_log=None, shutdown_timeout=1.0)

    async def start() -> str:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        return f"http://127.0.0.1:{runner.addresses[0][1]}"

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield asyncio.run_coroutine_threadsafe(start(), loop).result(20)
    asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(20)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []
    context.close()


def check_for_everybody(page: Page) -> None:
    """No serious fault for people who cannot see the page, where axe-core is here."""
    path = Path(os.environ.get(AXE, "-"))
    if not path.is_file():
        return
    page.evaluate(path.read_text("utf-8"))
    found = page.evaluate("axe.run()")
    assert [
        (fault["id"], [node["html"][:160] for node in fault["nodes"]])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ] == []


def play(table: TableClient, match: str, winner: int, *codes: str) -> None:
    record = record_text(Outcome((winner,), "five in a row"), ("", ""), plies=30)
    table.send(wire.MatchResult(match, record, visitors=codes))


def test_a_visitor_signs_up_claims_a_seat_sees_the_result_and_deletes_all(
    database: Database, address: str, phone: Page
) -> None:
    oak = join_table(database, "Oak")
    won = record_text(Outcome((0,), "five in a row"), ("Ada", "Bo"), plies=30)
    oak.send(wire.MatchResult("m", won, claims=("CLAIM0", "CLAIM1")))
    phone.goto(f"{address}/hello")
    check_for_everybody(phone)
    phone.get_by_label("Name").fill("Ada")
    phone.get_by_text("Get my code").tap()
    expect(phone.locator("h1")).to_have_text("Hello Ada")
    check_for_everybody(phone)
    phone.goto(f"{address}/c/CLAIM0")
    check_for_everybody(phone)
    phone.get_by_text("That was me").tap()
    expect(phone.locator(".games")).to_contain_text("against Bo")
    expect(phone.locator(".games")).to_contain_text("Won")
    expect(phone.locator(".rating .number")).to_have_text("1138")
    # The page follows along: a second game appears by itself.
    code = phone.locator(".visitor-code").inner_text().replace(" ", "")
    play(oak, "n", 1, code, "")
    expect(phone.locator(".games")).to_contain_text("Lost", timeout=15_000)
    check_for_everybody(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.get_by_text("Delete all").tap()
    expect(phone.locator("h1")).to_have_text("Delete all?")
    check_for_everybody(phone)
    phone.locator("button", has_text="Delete all").tap()
    expect(phone.locator("h1")).to_have_text("All is deleted")
    assert database.look(partial(visitors.name_of, code=code)) is None
    assert phone.context.cookies() == []


def test_the_projector_turns_its_pages_and_follows_along(
    database: Database, address: str, browser: Browser
) -> None:
    oak = join_table(database, "Oak")
    codes = [
        database.do(partial(visitors.sign_up, typed=name, address=name, now=1.0)) for name in NAMES
    ]
    for number, code in enumerate(codes[1:]):
        play(oak, f"m{number}", number % 2, codes[0], code)
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.goto(f"{address}/projector?seconds=3")
    rows = page.locator("section:not([hidden]) tbody tr")
    expect(rows).to_have_count(8)
    assert page.evaluate(SMALLEST) >= 46
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    bottom = page.locator("section:not([hidden]) .bottom").bounding_box()
    assert bottom is not None
    assert bottom["y"] + bottom["height"] <= 1080
    check_for_everybody(page)
    expect(rows).to_have_count(2, timeout=10_000)  # the second page
    play(oak, "last", 0, codes[9], codes[8])
    expect(page.locator("section", has_text="Pia").first).to_contain_text("2", timeout=15_000)
    expect(page.locator("section:not([hidden])")).to_have_count(1)
    context.close()


def test_the_standings_fit_a_phone(database: Database, address: str, phone: Page) -> None:
    oak = join_table(database, "Oak")
    codes = [
        database.do(partial(visitors.sign_up, typed=name, address=name, now=1.0))
        for name in ("Bartholomäus Schillinger", "Bo")
    ]
    play(oak, "m", 0, *codes)
    phone.goto(f"{address}/standings")
    expect(phone.locator("tbody tr")).to_have_count(2)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    check_for_everybody(phone)

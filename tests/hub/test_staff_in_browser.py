"""The pages of the staff in a real browser."""

import os
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tabletop.event import messages as wire
from tests.hub.staff_client import PASSWORD, HubSite, running_hub
from tests.hub.table_client import TableClient, orders_of
from tests.left_out import AXE
from tests.party.browsers import SECONDS, ChromiumPhone, Loop, chromium, until

pytestmark = pytest.mark.chromium

WIDE, PHONE = (1280, 800), (390, 844)


@pytest.fixture(scope="module")
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def site(loop: Loop, tmp_path: Path) -> Iterator[HubSite]:
    stack = AsyncExitStack()
    yield loop.run(stack.enter_async_context(running_hub(tmp_path)))
    loop.run(stack.aclose())


@pytest.fixture(params=[WIDE, PHONE], ids=["wide", "phone"])
def phone(request: pytest.FixtureRequest, browser: Browser) -> Iterator[ChromiumPhone]:
    width, height = request.param
    phone = ChromiumPhone(browser, width=width, height=height, language="en")
    yield phone
    phone.close()
    assert phone.errors == []


def _see(phone: ChromiumPhone, selector: str, words: str = "") -> None:
    """Waits for an element with some words, also on the next page."""
    phone.page.locator(selector, has_text=words).first.wait_for(timeout=SECONDS * 1000)


def _log_in(phone: ChromiumPhone, site: HubSite, name: str) -> None:
    phone.open(str(site.client.make_url("/login")))
    phone.touch("[name=name]")
    phone.write(name)
    phone.touch("[name=password]")
    phone.write(PASSWORD)
    phone.touch("main button")
    _see(phone, "nav.tabs", "Results")


def _fill(loop: Loop, site: HubSite) -> TableClient:
    """Tables of all kinds; gives the one that needs somebody."""
    oak, elm, _ = (site.table(name) for name in ("Oak", "Elm", "Ash"))
    seats = (wire.SeatState(name="Dina"), wire.SeatState(name="Milo"))
    health = wire.Health(
        frame_p99=12.0,
        free=1 << 30,
        devices=(wire.DeviceReport("serial", "dice reader", "lost"),),
        warnings=("The clock is wrong.",),
    )
    match = wire.MatchState(match="m", game="shoo", seats=seats, words="Round 1")
    loop.run(site.send(oak, wire.Started("2.0", ("shoo",)), health, match))
    loop.run(site.send(elm, health, match, wire.Alert("device", "dice reader")))
    return oak


@pytest.mark.slow
def test_an_alert_appears_is_taken_and_a_message_is_sent(
    loop: Loop, site: HubSite, phone: ChromiumPhone
) -> None:
    oak = _fill(loop, site)
    _log_in(phone, site, "Ines")
    _see(phone, "h1", "1 table needs you")
    phone.evaluate("window.loadedOnce = true")
    loop.run(site.send(oak, wire.Alert("help", words="A question.")))
    _see(phone, "h1", "2 tables need you")
    _see(phone, ".alert.now h2", "Called for help")
    assert phone.evaluate("window.loadedOnce")  # without a reload
    phone.touch(".alert.now .next")
    _see(phone, ".alert .taken", "Ines is on the way")
    phone.touch("#send [name=text]")
    phone.write("Round two begins")
    loop.run(site.send(oak, wire.Alert("help", on=False)))
    _see(phone, "h1", "1 table needs you")
    assert phone.evaluate("document.querySelector('#send [name=text]').value") == "Round two begins"
    phone.touch("#send .cream")
    _see(phone, ".said", "The message goes to 3 tables")

    def got() -> bool:
        said = orders_of(site.database, oak.joined.table)
        return said == [wire.AlertAnswered("help", who="Ines"), wire.Say("Round two begins")]

    until("the table is told both", got)


PAGES = ("/login", "/", "/tables", "/tables/1", "/tables/2", "/event", "/event/log")


@pytest.mark.slow
@pytest.mark.axe
def test_no_page_has_a_serious_fault_and_all_can_be_touched(
    loop: Loop, site: HubSite, phone: ChromiumPhone
) -> None:
    _fill(loop, site)
    for path in PAGES:
        if path == "/tables":
            _log_in(phone, site, "Mira")
        phone.open(str(site.client.make_url(path)))
        _see(phone, "h1")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert phone.evaluate(SMALL_TARGETS) == [], path
        phone.page.evaluate(Path(os.environ[AXE]).read_text("utf-8"))
        found = phone.page.evaluate("axe.run()")
        serious = [
            (fault["id"], [node["html"][:160] for node in fault["nodes"]])
            for fault in found["violations"]
            if fault["impact"] in ("serious", "critical")
        ]
        assert serious == [], path


SMALL_TARGETS = """
[...document.querySelectorAll(
    "a, button, select, summary, input:not([type=hidden], [type=checkbox])"
)]
  .filter((e) => e.getClientRects().length && !e.closest("p"))
  .filter((e) => e.getBoundingClientRect().height < 47.5).map((e) => e.outerHTML.slice(0, 120))
"""
"""What has less than 48 pixels for a thumb; links in sentences aside."""

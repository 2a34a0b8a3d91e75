"""What managers set up at the page of the event, and the log of what staff did."""

import csv
import io
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from tabletop.event import messages as wire
from tabletop.hub import intake
from tabletop.hub.actions import log_action
from tabletop.settings.weekly_hours import DAYS, parse_hours
from tests.hub.browsing import text_of
from tests.hub.staff_client import HubSite, with_hub
from tests.hub.table_client import orders_of


def test_the_name_and_a_new_code(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        await site.post("/event/name", "Mira", name="  Spring   Fair ")
        assert "Spring Fair" in await site.text("/tables", "Ines")
        await site.post("/event/code", "Mira")
        first = site.database.look(lambda db: intake.get_setting(db, intake.PAIRING_CODE))
        html = await site.text("/event", "Mira")
        assert f"{first[:3]} {first[3:]}" in html
        await site.post("/event/code", "Mira")
        assert first != site.database.look(lambda db: intake.get_setting(db, intake.PAIRING_CODE))
        refused = await site.post("/event/name", "Mira", name=" ")
        assert refused.status == 409

    with_hub(tmp_path, work)


def _shown_password(html: str) -> str:
    found = re.search(r'class="password">([^<]+)<', html)
    assert found, html
    return found[1]


def test_people_are_let_in_get_another_role_and_go(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        async def can_log_in(name: str, password: str) -> bool:
            return (await site.post("/login", name=name, password=password)).status == 303

        added = await site.post("/event/people", "Mira", name="Tom", role="staff")
        first = _shown_password(await added.text())
        assert await can_log_in("Tom", first)
        assert first not in await site.text("/event", "Mira")
        twice = await site.post("/event/people", "Mira", name="Tom", role="manager")
        assert twice.status == 409
        assert (await site.get("/event", "Tom")).status == 403
        anew = await site.post("/event/people", "Mira", name="Tom", anew="1")
        second = _shown_password(await anew.text())
        assert await can_log_in("Tom", second)
        assert not await can_log_in("Tom", first)
        site.tokens.clear()
        await site.post("/event/people/role", "Mira", name="Tom", role="manager")
        assert (await site.get("/event", "Tom")).status == 200
        await site.post("/event/people/remove", "Mira", name="Tom")
        assert (await site.get("/tables", "Tom")).status == 302
        refused: tuple[tuple[str, dict[str, str]], ...] = (
            ("/event/people/remove", {"name": "Mira"}),
            ("/event/people/role", {"name": "Mira", "role": "staff"}),
            ("/event/people/role", {"name": "Ines", "role": "king"}),
            ("/event/people", {"name": "", "role": "staff"}),
            ("/event/people", {"name": "Uma", "role": "king"}),
            ("/event/people", {"name": "Nobody", "anew": "1"}),
        )
        for form, fields in refused:
            assert (await site.post(form, "Mira", fields)).status == 409, (form, fields)

    with_hub(tmp_path, work)


ALWAYS = {"day0": "mon-sun", "from0": "", "to0": ""}


def _rows(*rows: str) -> dict[str, str]:
    """The fields of the form for opening hours, from rows such as ``sat 10:00 00:00``."""
    fields: dict[str, str] = {}
    for number, row in enumerate(rows):
        fields |= zip((f"day{number}", f"from{number}", f"to{number}"), row.split(" "), strict=True)
    return fields


def test_hours_are_read_before_tables_get_them(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak, elm = site.table("Oak"), site.table("Elm")
        saturday = {**_rows("sat 10:00 00:00", "mon-sun  "), "sure": "1"}
        await site.post("/event/hours", "Mira", saturday, to="all")
        await site.post("/event/hours", "Mira", ALWAYS, to="2")
        assert orders_of(site.database, oak.joined.table) == [wire.SetHours("sat 10:00-24:00")]
        assert orders_of(site.database, elm.joined.table) == [
            wire.SetHours("sat 10:00-24:00"),
            wire.SetHours(""),
        ]
        wrong = _rows("sat 10:00 00:00", "sun 14:00 ")
        refused = await site.post("/event/hours", "Mira", wrong, to="all")
        assert refused.status == 409
        html = await refused.text()
        assert "Row 2 needs a time" in html
        assert 'value="14:00"' in html  # what was typed stays
        assert (await site.post("/event/hours", "Mira", ALWAYS, to="77")).status == 409
        assert len(orders_of(site.database, elm.joined.table)) == 2

    with_hub(tmp_path, work)


def test_hours_that_close_tables_now_are_asked_for_once_and_tables_say_until_when(
    tmp_path: Path,
) -> None:
    async def work(site: HubSite) -> None:
        oak, elm = site.table("Oak"), site.table("Elm")
        now = datetime.fromtimestamp(site.clock())
        later = now + timedelta(hours=2)
        hours = _rows(f"{DAYS[later.weekday()]} {later:%H:%M} {later + timedelta(hours=1):%H:%M}")
        asked = await site.post("/event/hours", "Mira", hours, to="all")
        page = await asked.text()
        assert "This closes 2 tables now" in page
        assert orders_of(site.database, oak.joined.table) == []
        sure = dict(re.findall(r'name="(sure)" value="(1)"', page))
        assert (await site.post("/event/hours", "Mira", {**hours, **sure}, to="all")).status == 303
        assert len(orders_of(site.database, oak.joined.table)) == 1
        rows = re.findall(r'name="(?:from|to)0" value="([^"]*)"', await site.text("/event", "Mira"))
        assert rows == [f"{later:%H:%M}", f"{later + timedelta(hours=1):%H:%M}"]
        started = wire.Started("1", ("shoo",))
        closed = wire.Health(closed_until=int(later.timestamp()))
        await site.send(oak, started, closed, wire.MatchState())
        await site.send(elm, started, closed, wire.MatchState())
        page = text_of(await site.text("/tables", "Ines"))
        assert page.count(f"Closed until {later:%H:%M}") == 2
        assert "Free 0" in page
        # No player of a tournament is called to a closed table, and the referee is told why.
        cup = (
            await site.post(
                "/tournaments/new", "Rolf", name="Cup", game="shoo", format="swiss", rounds="1"
            )
        ).headers["Location"]
        await site.post(f"{cup}/enter", "Rolf", names="Bo\nDora")
        assert "No table is open for Shoo" in await site.text(cup, "Rolf")
        await site.post(f"{cup}/start", "Rolf")
        given = orders_of(site.database, oak.joined.table)
        assert not any(isinstance(each, wire.CallPlayers) for each in given)
        await site.send(oak, wire.Health())
        assert "No table is open for Shoo" not in await site.text(cup, "Rolf")
        page = await site.text("/tables", "Ines")
        assert re.search("Calls <b>(Bo – Dora|Dora – Bo)</b>", page)

    with_hub(tmp_path, work)


def test_games_that_are_not_ticked_are_off_at_all_tables(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak = site.table("Oak")
        await site.send(oak, wire.Started("1.0", ("shoo", "newgame")))
        assert (await site.post("/event/games", "Mira", to="all")).status == 409  # none
        await site.post("/event/games", "Mira", to="all", game="shoo")
        off = ("shout7", "super7", "sevens", "trelawney", "newgame")
        assert orders_of(site.database, oak.joined.table) == [wire.SetGames(off)]
        html = await site.text("/event", "Mira")
        assert re.findall(r'value="(\w+)" checked', html) == ["shoo"]

    with_hub(tmp_path, work)


def test_a_table_that_joins_later_is_told_the_hours_and_games_too(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        site.table("Oak")
        daily = {**_rows("mon-sun 10:00 18:00"), "sure": "1"}
        await site.post("/event/hours", "Mira", daily, to="all")
        await site.post("/event/games", "Mira", to="1", game="shoo")  # for one table only
        plan = wire.SetHours(str(parse_hours("10:00-18:00")))
        assert orders_of(site.database, site.table("Elm").joined.table) == [plan]
        await site.post("/event/hours", "Mira", ALWAYS, to="all")
        assert orders_of(site.database, site.table("Ash").joined.table) == []

    with_hub(tmp_path, work)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/x",
        "file:///etc/passwd",
        "example.org",
        "http://",
        "https://user:secret@example.org/",
        "http://example.org:99999/",
        "http://exa mple.org/",
        "https://example.org/" + "x" * 500,
    ],
)
def test_a_webhook_is_an_address_of_the_web(tmp_path: Path, url: str) -> None:
    async def work(site: HubSite) -> None:
        assert (await site.post("/event/webhook", "Mira", url=url)).status == 409
        assert (await site.post("/event/test-alert", "Mira")).status == 409

    with_hub(tmp_path, work)


def test_the_password_of_the_mail_server_is_never_shown(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        mail = {
            "host": "smtp.example.org",
            "port": "587",
            "user": "u",
            "sender": "a@b",
            "to": "c@d",
        }
        await site.post("/event/mail", "Mira", mail, password="hidden-secret")
        assert "hidden-secret" not in await site.text("/event", "Mira")
        for wrong in ({"port": "x"}, {"port": "70000"}, {"to": "nobody"}, {"sender": "a\nb@c"}):
            refused = await site.post("/event/mail", "Mira", mail | wrong)
            assert refused.status == 409, wrong

    with_hub(tmp_path, work)


def test_all_that_staff_do_is_in_the_log(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak, _ = site.table("Oak"), site.table("Elm")
        await site.send(oak, wire.Alert("help"))
        await site.post("/alerts/1/take", "Ines")
        await site.post("/message", "Mira", to="2", text="=1+1 50%_")
        await site.post("/tables/1/wipe-down", "Ines")

        async def rows(query: str = "") -> list[list[str]]:
            answer = await site.get(f"/event/log.csv{query}", "Mira")
            assert answer.content_type == "text/csv"
            return [row[1:] for row in csv.reader(io.StringIO(await answer.text()))][1:]

        message = ["Mira", "Elm", "Message: =1+1 50%_"]
        wipe, goes = ["Ines", "Oak", "Wipe-down"], ["Ines", "Oak", "Goes: Called for help"]
        assert await rows() == [wipe, message, goes]
        assert await rows("?who=Ines") == [wipe, goes]
        assert await rows("?table=2") == [message]
        assert await rows("?q=50%25_") == [message]
        assert await rows("?q=%25") == [message]
        assert await rows("?who=Ines&q=called") == [goes]
        html = await site.text("/event/log?who=Ines", "Mira")
        assert "Wipe-down" in html
        assert "50%" not in html

    with_hub(tmp_path, work)


def test_a_long_log_is_read_page_by_page(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        def fill(db: Connection) -> None:
            for number in range(230):
                log_action(db, "Mira", f"Act {number}.", float(number))

        site.database.do(fill)
        seen: list[str] = []
        query = "/event/log?who=Mira"
        while True:
            html = await site.text(query, "Mira")
            seen += re.findall(r"Act (\d+)\.", html)
            older = re.search(r'href="(/event/log\?[^"]+)">Older', html)
            if not older:
                break
            query = older[1].replace("&amp;", "&")
        assert seen == [str(number) for number in reversed(range(230))]

    with_hub(tmp_path, work)

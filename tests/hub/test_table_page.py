"""The page of one table: its health, its log, and what staff ask of it."""

from pathlib import Path

import pytest
from sqlalchemy import func, select

from tabletop.engine.game import Outcome
from tabletop.event import messages as wire
from tabletop.hub import health_history
from tabletop.hub.database import Database
from tabletop.hub.schema import action
from tabletop.hub.schema import health_history as history
from tests.hub.staff_client import HubSite, with_hub
from tests.hub.table_client import join_table, orders_of, record_text


def test_it_tells_what_is_wrong_how_it_fares_and_what_happened(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak = site.table("Oak")
        health = wire.Health(
            frame_p99=12.4,
            free=5 << 30,
            unsent=3,
            devices=(wire.DeviceReport("serial", "dice reader", "lost"),),
            warnings=("The clock is wrong.",),
        )
        outcome = Outcome((0,), "five in a row")
        await site.send(
            oak,
            wire.Started("2.0.1", ("shoo",)),
            health,
            wire.Alert("device", "dice reader"),
            wire.MatchResult("m", record_text(outcome, ("Ada", "Bo"))),
            wire.Kept("k", "K7W2X", "the record"),
        )
        await site.post("/message", "Ines", to="1", text="Hello Oak")
        html = await site.text("/tables/1", "Rolf")
        for said in (
            "Version 2.0.1",
            "Dice reader lost",
            "Usual cause",
            "12 ms",
            "5.0 GB",
            "The clock is wrong.",
            "Ada wins before Bo",
            "A game is kept as K7W2X",
            "Message: Hello Oak",
            "shows a message",
        ):
            assert said in html, said
        assert (await site.get("/tables/2", "Rolf")).status == 404
        assert (await site.get(f"/tables/{10**30}", "Rolf")).status == 404

    with_hub(tmp_path, work)


@pytest.mark.parametrize(
    ("button", "asked"),
    [
        ("restart", wire.Restart(wait=True)),
        ("restart-now", wire.Restart(wait=False)),
        ("wipe-down", wire.WipeDown()),
    ],
)
def test_buttons_ask_the_table_and_are_logged(
    tmp_path: Path, button: str, asked: wire.Command
) -> None:
    async def work(site: HubSite) -> None:
        oak, elm = site.table("Oak"), site.table("Elm")
        assert (await site.post(f"/tables/1/{button}", "Ines")).status == 303
        assert orders_of(site.database, oak.joined.table) == [asked]
        assert orders_of(site.database, elm.joined.table) == []
        row = site.database.look(lambda db: db.execute(select(action)).one())
        assert (row.by, row.table_id) == ("Ines", 1)

    with_hub(tmp_path, work)


def test_a_new_name_holds_at_once_and_is_nobody_elses(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak, _ = site.table("Oak"), site.table("Elm")
        assert (
            await site.post("/tables/1/rename", "Ines", name="  Big  \u202e Oak\u200b ")
        ).status == 303
        assert "Big Oak" in await site.text("/tables", "Ines")
        assert orders_of(site.database, oak.joined.table) == [wire.Rename("Big Oak")]
        for bad in ("elm", "", "x" * 25):
            refused = await site.post("/tables/1/rename", "Ines", name=bad)
            assert refused.status == 409
            assert f'value="{bad or "Big Oak"}"' in await refused.text()  # what was typed stays
        assert "Big Oak" in await site.text("/tables", "Ines")

    with_hub(tmp_path, work)


def test_staff_write_where_a_table_stands(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        site.table("Oak")
        said = "  by the  window,\u202e hall <B>\u2800 "
        assert (await site.post("/tables/1/location", "Ines", location=said)).status == 303
        assert "by the window, hall &lt;B&gt;" in await site.text("/tables/1", "Ines")
        refused = await site.post("/tables/1/location", "Ines", location="x" * 61)
        assert refused.status == 409
        assert f'value="{"x" * 61}"' in await refused.text()  # what was typed stays
        assert (await site.post("/tables/1/location", "Ines", location="")).status == 303
        assert "Oak <small" in await site.text("/tables/1", "Ines")
        assert "hall" not in (await site.text("/tables/1", "Ines")).split("headline")[1][:200]

    with_hub(tmp_path, work)


def test_a_removed_table_is_gone_and_its_results_stay(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak = site.table("Oak")
        await site.send(oak, wire.Alert("help"))
        assert (await site.post("/tables/1/remove", "Mira")).status == 303
        html = await site.text("/tables", "Mira")
        assert "Oak" not in html
        assert "No tables yet" in html
        assert (await site.get("/tables/1", "Mira")).status == 404
        assert (await site.post("/tables/1/wipe-down", "Mira")).status == 409

    with_hub(tmp_path, work)


def test_health_is_stored_once_a_minute_and_for_some_days(database: Database) -> None:
    oak = join_table(database, "Oak")
    for seconds in (0, 20, 59, 60, 200):
        oak.now = 6000.0 + seconds
        oak.send(wire.Health(frame_p99=float(seconds)))
    rows = database.look(lambda db: db.execute(select(history.c.frame_p99)).scalars().all())
    assert sorted(rows) == [0.0, 60.0, 200.0]
    later = 6120.0 + health_history.KEPT_MINUTES * 60
    database.do(lambda db: health_history.prune(db, later))
    assert database.look(lambda db: db.execute(select(func.count(history.c.minute))).scalar()) == 1


def test_all_that_staff_see_and_do_works_with_both_databases(
    tmp_path: Path, database_url: str
) -> None:
    async def work(site: HubSite) -> None:
        oak = site.table("Oak")
        match = wire.MatchState(match="m", game="shoo", seats=(wire.SeatState(),), pairing="p")
        await site.send(
            oak, wire.Started("1", ("shoo",)), wire.Health(), wire.Alert("device", "x"), match
        )
        for page in (
            "/tables?show=need&q=oak",
            "/tables/1?hours=72",
            "/event",
            "/event/log?who=Mira&table=1&q=%25&before=9",
            "/event/log.csv",
            "/metrics",
        ):
            assert (await site.get(page, "Mira")).status == 200, page
        forms: tuple[tuple[str, dict[str, str]], ...] = (
            ("/alerts/1/take", {}),
            ("/alerts/1/done", {}),
            ("/tables/1/offline/take", {}),
            ("/tables/1/offline/done", {}),
            ("/event/people/role", {"name": "Ines", "role": "manager"}),
            ("/event/people/remove", {"name": "Ines"}),
            ("/event/hours", {"to": "all", "day0": "mon-sun", "from0": "", "to0": ""}),
            ("/event/games", {"to": "1", "game": "shoo"}),
            ("/message", {"to": "all", "text": "Hello"}),
            ("/tables/1/rename", {"name": "Elm"}),
            ("/tables/1/remove", {}),
        )
        for path, fields in forms:
            assert (await site.post(path, "Mira", fields)).status == 303, path

    with_hub(tmp_path, work, database_url)

"""The measurements for Prometheus, and the dashboard that shows them."""

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from tabletop.event import messages as wire
from tests.hub.staff_client import HubSite, with_hub

DASHBOARD = Path(__file__).parents[2] / "docs" / "host" / "grafana-dashboard.json"


async def _samples(site: HubSite) -> dict[tuple[str, str], float]:
    """By name and table."""
    answer = await site.get("/metrics")
    assert answer.status == 200
    return {
        (sample.name, sample.labels.get("table", "")): sample.value
        for family in text_string_to_metric_families(await answer.text())
        for sample in family.samples
    }


def test_they_tell_how_tables_and_the_hub_fare(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        oak, _ = site.table('O"ak'), site.table("Elm")
        health = wire.Health(frame_p99=12.0, free=5, unsent=7, restarts=2)
        await site.send(oak, health, wire.Alert("help"), wire.MatchState(match="m", game="shoo"))
        found = await _samples(site)
        name = 'O"ak'
        assert found["tabletop_table_up", name] == 1
        assert found["tabletop_table_playing", name] == 1
        assert found["tabletop_table_frame_p99_seconds", name] == 0.012
        assert found["tabletop_table_free_disk_bytes", name] == 5
        assert found["tabletop_table_unsent_events", name] == 7
        assert found["tabletop_table_restarts", name] == 2
        assert found["tabletop_table_alerts_open", name] == 1
        assert found["tabletop_table_alerts_open", "Elm"] == 0
        assert ("tabletop_table_unsent_events", "Elm") not in found  # nothing is known
        assert found["tabletop_hub_events_total", ""] == 1

    with_hub(tmp_path, work)


def test_other_computers_need_the_token(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        async def status(**headers: str) -> int:
            there = {"X-Forwarded-For": "10.0.0.9"} | {
                key.replace("_", "-"): value for key, value in headers.items()
            }
            return (await site.get("/metrics", headers=there)).status

        assert await status() == 403
        assert await status(Authorization="Bearer ") == 403
        await site.post("/event/metrics-token", "Mira")
        found = re.search(r"<code>([\w-]{20,})</code>", await site.text("/event", "Mira"))
        assert found
        assert await status() == 403
        assert await status(Authorization="Bearer wrong") == 403
        assert await status(Authorization=f"Basic {found[1]}") == 403
        assert await status(Authorization=f"Bearer {found[1]}") == 200
        await site.post("/event/metrics-token", "Mira")
        assert await status(Authorization=f"Bearer {found[1]}") == 403

    with_hub(tmp_path, work)


def test_the_dashboard_shows_only_what_is_measured(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        await site.send(site.table("Oak"), wire.Health())
        await site.text("/tables", "Ines")
        names = {name for name, _ in await _samples(site)}
        board = json.loads(DASHBOARD.read_text("utf-8"))
        used = set(re.findall(r"\btabletop_\w+", json.dumps(board["panels"])))
        used |= set(re.findall(r"\btabletop_\w+", json.dumps(board["templating"])))
        assert used <= names
        tables = {name for name in names if name.startswith("tabletop_table_")}
        assert tables <= used  # and all that is measured of tables

    with_hub(tmp_path, work)

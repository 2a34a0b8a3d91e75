"""Measurements for Prometheus: of all tables, and of this hub."""

import time
from collections.abc import Iterable
from hmac import compare_digest
from typing import Final

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Histogram,
    Metric,
    generate_latest,
)
from prometheus_client.registry import Collector
from sqlalchemy import Connection, func, select

from tabletop.hub import intake
from tabletop.hub.overview import Overview, TableView, read_overview
from tabletop.hub.schema import event
from tabletop.hub.web import HUB, Handler, is_this_computer

routes: Final = web.RouteTableDef()

TOKEN: Final = "metrics token"
"""The setting with which other computers may read the measurements."""
FORWARDED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
"""Headers of proxies, behind which everybody seems to be this computer."""
WAITS: Final = ("/live", "/api/orders")
"""Paths of requests that are held while nothing happens."""
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Monitor:
    """Counts the requests to this hub."""

    def __init__(self) -> None:
        self.registry: Final = CollectorRegistry()
        self._requests = Counter(
            "tabletop_hub_requests",
            "Requests to this hub.",
            ("route", "method", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "tabletop_hub_request_seconds",
            "Seconds from a request to its answer, but for requests that wait for something.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        self._requests.labels(route, method, str(status)).inc()
        if route not in WAITS:
            self._seconds.labels(route).observe(seconds)


MONITOR: Final = web.AppKey("monitor", Monitor)
_METHODS: Final = ("GET", "HEAD", "POST")


@web.middleware
async def count_requests(request: web.Request, handler: Handler) -> web.StreamResponse:
    resource = request.match_info.route.resource
    route = resource.canonical if resource is not None else "unknown"
    method = request.method if request.method in _METHODS else "other"
    begun, status = time.perf_counter(), 500
    try:
        answer = await handler(request)
        status = answer.status
        return answer
    except web.HTTPException as ended:
        status = ended.status
        raise
    finally:
        request.app[MONITOR].note(route, method, status, time.perf_counter() - begun)


@routes.get("/metrics")
async def metrics(request: web.Request) -> web.Response:
    """For this computer, and for those who have the token."""
    hub = request.app[HUB]
    token = await hub.database.read(lambda db: intake.get_setting(db, TOKEN))
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    given_bytes = given.strip().encode(errors="replace")
    has_token = (
        scheme.lower() == "bearer" and bool(token) and compare_digest(given_bytes, token.encode())
    )
    if not has_token and not _is_this_computer(request):
        raise web.HTTPForbidden(text="Send the token of the page Event as a bearer token.")

    def read(db: Connection) -> tuple[Overview, int]:
        count = db.execute(select(func.count()).select_from(event)).scalar_one()
        return read_overview(db, hub.changes.offline), count

    overview, count = await hub.database.read(read)
    body = generate_latest(_tables_registry(overview, count))
    body += generate_latest(request.app[MONITOR].registry)
    return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})


def _is_this_computer(request: web.Request) -> bool:
    if any(name in request.headers for name in FORWARDED):
        return False
    return is_this_computer(request.remote)


def _tables_registry(overview: Overview, events: int) -> CollectorRegistry:
    class Families(Collector):
        def collect(self) -> Iterable[Metric]:
            total = Metric("tabletop_hub_events", "Events of tables, counted once each.", "counter")
            total.add_sample("tabletop_hub_events_total", {}, events)
            return [total, *_families(overview.tables)]

    registry = CollectorRegistry()
    registry.register(Families())
    return registry


def _families(tables: Iterable[TableView]) -> Iterable[Metric]:
    up = Metric("tabletop_table_up", "1 while the table is heard from.", "gauge")
    playing = Metric("tabletop_table_playing", "1 while a match is on the table.", "gauge")
    alerts = Metric("tabletop_table_alerts_open", "Alerts that are not over.", "gauge")
    frames = Metric(
        "tabletop_table_frame_p99_seconds", "Work of a frame, of the last minute.", "gauge"
    )
    free = Metric("tabletop_table_free_disk_bytes", "Room on the disk.", "gauge")
    unsent = Metric("tabletop_table_unsent_events", "Events that wait to be sent.", "gauge")
    restarts = Metric(
        "tabletop_table_restarts", "Crashes in the hour before the table's start.", "gauge"
    )
    for table in tables:
        labels = {"table": table.name}
        up.add_sample(up.name, labels, float(table.online))
        playing.add_sample(playing.name, labels, float(table.is_playing))
        alerts.add_sample(alerts.name, labels, len(table.alerts))
        if table.health is not None:
            frames.add_sample(frames.name, labels, table.health.frame_p99 / 1000)
            free.add_sample(free.name, labels, table.health.free)
            unsent.add_sample(unsent.name, labels, table.health.unsent)
            restarts.add_sample(restarts.name, labels, table.health.restarts)
    return up, playing, alerts, frames, free, unsent, restarts

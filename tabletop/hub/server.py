"""The hub's web server: the requests of tables, and the pages for staff, players and visitors."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import islice
from typing import Final, TypeVar

import msgspec
from aiohttp import web
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from tabletop.event import messages as wire
from tabletop.event.messages import TournamentOffer
from tabletop.event.signing import SIGNATURE_HEADER, TABLE_HEADER, TIME_HEADER
from tabletop.hub import intake, monitoring, notices, orders, sign_up, tournaments
from tabletop.hub.intake import JoinAnswer, RequestRefused, SignedRequest
from tabletop.hub.pages import event as event_pages
from tabletop.hub.pages import login as login_pages
from tabletop.hub.pages import public as public_pages
from tabletop.hub.pages import results as results_pages
from tabletop.hub.pages import staff as staff_pages
from tabletop.hub.pages import table as table_pages
from tabletop.hub.pages import tournament as tournament_pages
from tabletop.hub.pages import visitor as visitor_pages
from tabletop.hub.pages.part_cache import PartCache
from tabletop.hub.standings import StandingsCache
from tabletop.hub.tournaments import PerTournament
from tabletop.hub.visitors import find_for_table
from tabletop.hub.web import DAMAGED, HUB, Hub, address_of, secure
from tabletop.hub.web import routes as shared_routes

log = logging.getLogger(__name__)

T = TypeVar("T")

OPEN: Final = web.AppKey("offers", PerTournament[TournamentOffer | None])
STOP_SECONDS: Final = 3.0
"""For which requests may go on after the hub is told to stop."""

LOOK_SECONDS: Final = 1.0
"""Between two looks for rounds that are to start."""

PAGES: Final = (
    login_pages,
    staff_pages,
    table_pages,
    event_pages,
    results_pages,
    tournament_pages,
    visitor_pages,
    public_pages,
)

routes = web.RouteTableDef()


def make_app(hub: Hub) -> web.Application:
    """The application with all pages."""
    layers = [monitoring.count_requests, secure]
    app = web.Application(middlewares=layers, client_max_size=wire.MAX_BODY_BYTES)
    app[HUB] = hub
    app[monitoring.MONITOR] = monitoring.Monitor()
    app[OPEN] = PerTournament(sign_up.offer)
    app[DAMAGED] = PerTournament(lambda _number, _state: None)
    app[staff_pages.PARTS] = PartCache(hub.changes)
    for own in (routes, shared_routes, monitoring.routes):
        app.add_routes(own)
    for page in PAGES:
        app.add_routes(page.routes)
    app[visitor_pages.STANDINGS] = StandingsCache(hub.database)
    app[visitor_pages.NO_SHOWS] = PerTournament(tournaments.no_shows)
    app[public_pages.WINNERS] = PerTournament(public_pages.winners)
    app.cleanup_ctx.append(_follow_changes)
    app.cleanup_ctx.append(_start_rounds)
    app.cleanup_ctx.append(notices.tell_alerts)
    return app


async def _follow_changes(app: web.Application) -> AsyncIterator[None]:
    task = asyncio.create_task(app[HUB].changes.run())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def _start_rounds(app: web.Application) -> AsyncIterator[None]:
    """Starts the rounds of tournaments whose time has come, while the application runs."""
    hub = app[HUB]

    async def run() -> None:
        while True:
            try:
                if await tournaments.start_due(hub.database, hub.now()):
                    hub.changes.poke()
            except Exception:  # it must go on looking
                log.exception("rounds cannot be started")
            await asyncio.sleep(LOOK_SECONDS)

    task = asyncio.create_task(run())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def _json(message: msgspec.Struct, status: int = 200) -> web.Response:
    return web.Response(body=wire.encode(message), status=status, content_type="application/json")


@routes.post("/api/join")
async def join(request: web.Request) -> web.Response:
    """A new table; the only request that is not signed."""
    hub = request.app[HUB]
    try:
        asked = msgspec.json.decode(await request.read(), type=wire.Join)
    except msgspec.MsgspecError as problem:
        return _json(wire.Refused("message", str(problem)), 400)
    address = address_of(request)

    def work(db: Connection) -> JoinAnswer:
        return intake.join(db, asked, address, hub.now())

    answer = await hub.database.write(work)
    hub.changes.poke()
    return _json(answer.body, answer.status)


@routes.post("/api/events")
async def events(request: web.Request) -> web.Response:
    hub = request.app[HUB]
    asked = _signed(request, await request.read())
    answer = await _answer(hub, lambda db: intake.take_events(db, asked, hub.now()))
    hub.changes.poke()
    return answer


@routes.get("/api/orders")
async def fetch_orders(request: web.Request) -> web.Response:
    """The orders after a number; waits for one if the table asks for that."""
    hub = request.app[HUB]
    number, wait = _number(request, "after"), _number(request, "wait")
    asked = _signed(request)

    def check(db: Connection) -> int:
        return int(intake.check_signed(db, asked, "orders_time", hub.now())["id"])

    try:
        table_id = await hub.database.write(check)
    except RequestRefused as refused:
        return _json(refused.answer, refused.status)
    newest = hub.changes.orders
    if wait and newest.get(table_id, 0) <= number:
        seconds = min(wait, wire.MAX_WAIT_SECONDS)
        await hub.changes.wait(lambda: hub.changes.orders.get(table_id, 0) > number, seconds)

    def look(db: Connection) -> wire.Orders:
        told = orders.after(db, table_id, number)
        offers = (each for each in request.app[OPEN].look(db) if each is not None)
        return replace(told, open=tuple(islice(offers, wire.MAX_OPEN)))

    return _json(await hub.database.read(look))


@routes.get("/api/kept/{code}")
async def kept(request: web.Request) -> web.Response:
    hub = request.app[HUB]
    asked, code = _signed(request), request.match_info["code"]
    return await _answer(hub, lambda db: intake.find_kept(db, asked, code, hub.now()))


@routes.get("/api/visitor/{code}")
async def visitor(request: web.Request) -> web.Response:
    """Whose code was typed at a table."""
    hub = request.app[HUB]
    asked, code = _signed(request), request.match_info["code"]
    try:
        answer = await hub.database.write(lambda db: find_for_table(db, asked, code, hub.now()))
    except RequestRefused as refused:
        return _json(refused.answer, refused.status)
    return _json(answer, _status(answer))


@routes.post("/api/sign-up")
async def sign_up_at_table(request: web.Request) -> web.Response:
    """Somebody at a table signs up for a tournament."""
    hub = request.app[HUB]
    asked = _signed(request, await request.read())
    try:
        answer = await hub.database.write(lambda db: sign_up.at_table(db, asked, hub.now()))
    except RequestRefused as refused:
        return _json(refused.answer, refused.status)
    hub.changes.poke()
    return _json(answer, _status(answer))


def _status(answer: msgspec.Struct) -> int:
    if not isinstance(answer, wire.Refused):
        return 200
    return {"unknown": 404, "tries": 429}.get(answer.reason, 409)


def _signed(request: web.Request, body: bytes = b"") -> SignedRequest:
    head = request.headers
    return SignedRequest(
        request.method,
        request.raw_path,
        head.get(TABLE_HEADER, ""),
        head.get(TIME_HEADER, ""),
        head.get(SIGNATURE_HEADER, ""),
        body,
    )


async def _answer(hub: Hub, work: Callable[[Connection], msgspec.Struct]) -> web.Response:
    try:
        return _json(await hub.database.write(work))
    except RequestRefused as refused:
        return _json(refused.answer, refused.status)
    except SQLAlchemyError:
        log.exception("a request of a table failed")
        return _json(wire.Refused("unknown", "The database of the hub failed. Try again."), 503)


def _number(request: web.Request, name: str) -> int:
    text = request.query.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise web.HTTPBadRequest(text=f"{name} is to be a number.")
    return int(text)

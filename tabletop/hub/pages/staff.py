"""The pages for staff: all tables, and what is done to them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias, get_args
from urllib.parse import quote, urlencode, urlsplit

from aiohttp import web
from markupsafe import Markup
from sqlalchemy import Connection, select

from tabletop.hub import actions, intake
from tabletop.hub.actions import NotDone
from tabletop.hub.overview import MAX_BOARDS, Overview, Show, read_overview
from tabletop.hub.pages.board_picture import board_svg, read_board
from tabletop.hub.pages.part_cache import PartCache
from tabletop.hub.schema import drawing
from tabletop.hub.tournaments import DamagedTournament
from tabletop.hub.web import DAMAGED, HUB, USER, Handler, Hub, form, render, user_of

routes: Final = web.RouteTableDef()

PARTS: Final = web.AppKey("parts", PartCache)
PART_HEADER: Final = "Hub-Part"
"""Of a request for the parts of a page that follow along."""
PART_MARK: Final = "<!-- part -->"
"""Between the parts of the overview."""
MAX_SEARCH: Final = 40
TableAction: TypeAlias = Callable[[Connection, int, str, float], None]
"""By number, who and when."""


# -- the overview --------------------------------------------------------------------------------


@routes.get("/tables")
async def tables(request: web.Request) -> web.Response:
    user_of(request)
    if request.headers.get(PART_HEADER):
        show, words = _filter(request)
        draw = partial(_draw_overview, request.app, show, words)
        return await request.app[PARTS].answer(request, f"tables {show} {words}", draw)
    return await _tables_page(request)


def _filter(request: web.Request) -> tuple[Show, str]:
    show = request.query.get("show", "all")
    known: tuple[Show, ...] = get_args(Show)
    words = " ".join(request.query.get("q", "").split())[:MAX_SEARCH]
    return next((each for each in known if each == show), "all"), words


async def _tables_page(
    request: web.Request, *, status: int = 200, problem: str = "", text: str = ""
) -> web.Response:
    hub = request.app[HUB]
    show, words = _filter(request)
    draw = partial(_draw_overview, request.app, show, words)
    html = await request.app[PARTS].get(f"tables {show} {words}", draw)
    title, headline, filters, body = map(Markup, html.split(PART_MARK))
    names = await hub.database.read(_table_names)
    sent = request.query.get("sent", "")
    return render(
        request,
        "tables.html",
        status=status,
        title=title.strip(),
        headline=headline,
        filters=filters,
        body=body,
        names=names,
        show=show,
        words=words,
        problem=problem,
        text=text,
        sent=sent if sent.isascii() and sent.isdigit() else "",
    )


def _draw_overview(app: web.Application, show: Show, words: str) -> str:
    """All parts of the overview that follow along; the same for all viewers."""
    hub = app[HUB]

    def read(db: Connection) -> tuple[Overview, list[DamagedTournament], str]:
        overview, damaged = read_overview(db, hub.changes.offline), app[DAMAGED].damaged(db)
        return overview, damaged, intake.get_setting(db, intake.EVENT_NAME)

    overview, damaged, event_name = hub.database.look(read)
    return hub.templates.get_template("tables_part.html").render(
        overview=overview,
        damaged=damaged,
        chosen=overview.chosen(show, words),
        counts=overview.counts(),
        small=len(overview.tables) > MAX_BOARDS,
        show=show,
        words=words,
        query=lambda each: "/tables?" + urlencode({"show": each, "q": words}),
        event_name=event_name,
        now=hub.now(),
        mark=Markup(PART_MARK),
    )


def _table_names(db: Connection) -> list[tuple[int, str]]:
    overview = read_overview(db, frozenset())
    return [(table.id, table.name) for table in overview.tables]


@routes.get("/boards/{key}.svg")
async def empty_board(request: web.Request) -> web.Response:
    """The picture of an empty board, which never changes."""
    key = request.match_info["key"]

    def read(db: Connection) -> str | None:
        return db.execute(select(drawing.c.content).where(drawing.c.key == key)).scalar()

    content = await request.app[HUB].database.read(read)
    found = read_board(content) if content else None
    if found is None:
        raise web.HTTPNotFound
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return web.Response(text=board_svg(found), content_type="image/svg+xml", headers=headers)


# -- what staff do -------------------------------------------------------------------------------


async def act(hub: Hub, work: Callable[[Connection], Any]) -> Any:
    """Does what somebody asked for; the next page shows it."""
    done = await hub.database.write(work)
    await hub.changes.look()
    return done


def back(request: web.Request, otherwise: str) -> web.HTTPSeeOther:
    """To the page that the form was on."""
    came = urlsplit(request.headers.get("Referer", ""))
    if came.netloc == request.host and came.path.startswith("/tables"):
        path = quote(came.path)
        return web.HTTPSeeOther(f"{path}?{came.query}" if came.query else path)
    return web.HTTPSeeOther(otherwise)


def number_in(request: web.Request) -> int:
    """The number that the path names."""
    text = request.match_info["id"]
    if len(text) > 9:
        raise web.HTTPNotFound
    return int(text)


def _handler(role: str | None, action: TableAction, leads_to: str) -> Handler:
    """Does an action on what the path names; ``leads_to`` is the next page, "" for the last."""

    async def handle(request: web.Request) -> web.StreamResponse:
        user, hub, number = user_of(request, role), request.app[HUB], number_in(request)
        try:
            await act(hub, lambda db: action(db, number, user.name, hub.now()))
        except NotDone as refused:
            raise web.HTTPConflict(text=str(refused)) from refused
        raise web.HTTPSeeOther(leads_to) if leads_to else back(request, f"/tables/{number}")

    return handle


_ACTIONS: Final[Mapping[str, tuple[str | None, TableAction, str]]] = {
    r"/alerts/{id:\d+}/take": (None, actions.take_alert, ""),
    r"/alerts/{id:\d+}/done": (None, actions.close_alert, ""),
    r"/tables/{id:\d+}/offline/take": (None, actions.take_absence, ""),
    r"/tables/{id:\d+}/offline/done": (None, actions.close_absence, ""),
    r"/tables/{id:\d+}/restart": ("staff", actions.restart_after_match, ""),
    r"/tables/{id:\d+}/restart-now": ("staff", actions.restart_now, ""),
    r"/tables/{id:\d+}/wipe-down": ("staff", actions.wipe_down, ""),
    r"/tables/{id:\d+}/remove": ("manager", actions.remove, "/tables"),
}
"""By path: who may do it (None: all who are logged in), what it does, and the page after it."""

for _path, (_role, _action, _next) in _ACTIONS.items():
    routes.post(_path)(_handler(_role, _action, _next))


@routes.post("/message")
async def message(request: web.Request) -> web.StreamResponse:
    """A message of the staff on one table, or on all."""
    user, hub, fields = user_of(request, "staff"), request.app[HUB], await form(request)
    to, text = fields.get("to", ""), fields.get("text", "")
    if to != "all" and not (to.isascii() and to.isdigit() and len(to) < 10):
        raise web.HTTPBadRequest(text="Choose a table.")
    wanted = None if to == "all" else [int(to)]
    try:
        count = await act(
            hub, lambda db: actions.send_message(db, wanted, text, user.name, hub.now())
        )
    except NotDone as refused:
        return await _tables_page(request, status=409, problem=str(refused), text=text)
    came = urlsplit(request.headers.get("Referer", ""))
    path = came.path if wanted and came.path == f"/tables/{to}" else "/tables"
    raise web.HTTPSeeOther(f"{path}?sent={count}")


@routes.get("/")
async def first_page(request: web.Request) -> web.StreamResponse:
    """Leads staff to the tables, and anybody else to the standings or the login."""
    if request.get(USER) is not None:
        raise web.HTTPFound("/tables")
    event_name = await request.app[HUB].database.read(
        lambda db: intake.get_setting(db, intake.EVENT_NAME)
    )
    return render(request, "first.html", event_name=event_name)

"""The page of one table: what is wrong, how it fares, what happened, and what can be done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final

import msgspec
from aiohttp import web
from markupsafe import Markup
from sqlalchemy import Connection, select

from tabletop.event import messages as wire
from tabletop.hub import actions, health_history
from tabletop.hub.actions import NotDone
from tabletop.hub.games import game_name
from tabletop.hub.overview import alert_title, read_table
from tabletop.hub.pages.staff import PART_HEADER, PART_MARK, PARTS, act, number_in
from tabletop.hub.schema import action, event, order, result, result_seat
from tabletop.hub.web import HUB, Hub, form, render, user_of

routes: Final = web.RouteTableDef()

LOG_LINES: Final = 40
HOURS: Final = (6, 24, 72)
"""The time axes to choose from."""


@dataclass(frozen=True, slots=True)
class LogLine:
    at: float
    who: str
    """Empty: the table."""
    words: str


@routes.get(r"/tables/{id:\d+}")
async def table(request: web.Request) -> web.Response:
    user_of(request)
    if request.headers.get(PART_HEADER):
        key, draw = _part(request)
        return await request.app[PARTS].answer(request, key, draw)
    return await _table_page(request)


def _part(request: web.Request) -> tuple[str, "partial[str]"]:
    number = number_in(request)
    chosen = request.query.get("hours", "")
    hours = next((each for each in HOURS if str(each) == chosen), HOURS[0])
    return f"table {number} {hours}", partial(_draw, request.app[HUB], number, hours)


async def _table_page(
    request: web.Request,
    *,
    status: int = 200,
    problem: str = "",
    typed: Mapping[str, str] = MappingProxyType({}),
) -> web.Response:
    """`typed`: what was refused, by its field."""
    hub, number = request.app[HUB], number_in(request)
    key, draw = _part(request)
    html = await request.app[PARTS].get(key, draw)
    if not html:
        raise web.HTTPNotFound(text="There is no such table.")
    head, body = map(Markup, html.split(PART_MARK))
    row = await hub.database.read(lambda db: actions.find_table(db, number))
    sent = request.query.get("sent", "")
    return render(
        request,
        "table.html",
        status=status,
        number=number,
        name=row["name"],
        location=row["location"],
        head=head,
        body=body,
        problem=problem,
        typed=typed,
        sent=sent == "1",
    )


_LINES: Final = {"rename": ("name", actions.rename), "location": ("location", actions.set_location)}
"""The lines that staff write about a table: by their path the field, and what stores it."""


@routes.post(r"/tables/{id:\d+}/rename")
@routes.post(r"/tables/{id:\d+}/location")
async def write_line(request: web.Request) -> web.StreamResponse:
    user, hub, number = user_of(request, "staff"), request.app[HUB], number_in(request)
    field, store = _LINES[request.path.rpartition("/")[2]]
    text = (await form(request)).get(field, "")
    try:
        await act(hub, lambda db: store(db, number, text, user.name, hub.now()))
    except NotDone as refused:
        return await _table_page(request, status=409, problem=str(refused), typed={field: text})
    raise web.HTTPSeeOther(f"/tables/{number}")


def _draw(hub: Hub, number: int, hours: int) -> str:
    """The parts that follow along; empty for no such table."""

    def read(db: Connection) -> dict[str, Any] | None:
        view = read_table(db, number, hub.changes.offline)
        if view is None:
            return None
        now = hub.now()
        began = [alert.began for alert in view.alerts]
        return {
            "table": view,
            "plots": health_history.plots(db, number, hours, began, now),
            "log": _log(db, number),
            "open_orders": _open_orders(db, number),
            "now": now,
        }

    found = hub.database.look(read)
    if found is None:
        return ""
    template = hub.templates.get_template("table_part.html")
    return template.render(
        hours=hours,
        all_hours=HOURS,
        mark=Markup(PART_MARK),
        **found,
    )


# -- the log -------------------------------------------------------------------------------------


def _log(db: Connection, number: int) -> Sequence[LogLine]:
    """What happened at a table, newest first."""
    lines = [*_actions(db, number), *_events(db, number), *_results(db, number)]
    return sorted(lines, key=lambda line: -line.at)[:LOG_LINES]


def _actions(db: Connection, number: int) -> Iterator[LogLine]:
    rows = db.execute(
        select(action)
        .where((action.c.table_id == number) | action.c.words.startswith(actions.TO_ALL))
        .order_by(action.c.id.desc())
        .limit(LOG_LINES)
    )
    for row in rows:
        yield LogLine(row.at, row.by, row.words)


_TOLD: Final = ("Started", "Alert", "Kept", "Released", "Done", "MatchReopened", "Ready")


def _events(db: Connection, number: int) -> Iterator[LogLine]:
    rows = db.execute(
        select(event.c.received, event.c.kind, event.c.fact)
        .where(event.c.table_id == number, event.c.kind.in_(_TOLD))
        .order_by(event.c.id.desc())
        .limit(LOG_LINES)
    )
    for row in rows:
        words = _event_words(row.kind, msgspec.json.decode(row.fact))
        if words:
            yield LogLine(row.received, "", words)


def _event_words(kind: str, fact: dict[str, Any]) -> str:
    match kind:
        case "Started":
            return f"Started, version {fact.get('version', '')}"
        case "Alert":
            title = alert_title(fact["kind"], fact.get("about", ""))
            return title if fact.get("on", True) else f"Over: {title}"
        case "Kept":
            return f"A game is kept as {fact.get('code', '')}"
        case "Released":
            return f"The game kept as {fact.get('code', '')} goes on"
        case "MatchReopened":
            return "The match goes on, its result does not count"
        case "Ready":
            return "The players sit down"
        case "Done":
            return "" if fact.get("ok", True) else f"Not done: {fact.get('words') or 'no reason'}"
    return ""


def _results(db: Connection, number: int) -> Iterator[LogLine]:
    rows = db.execute(
        select(result.c.id, result.c.ended, result.c.game, result.c.outcome)
        .where(result.c.table_id == number, result.c.counts)
        .order_by(result.c.id.desc())
        .limit(LOG_LINES)
    ).all()
    seats = db.execute(
        select(result_seat)
        .where(result_seat.c.result_id.in_([row.id for row in rows]))
        .order_by(result_seat.c.result_id, result_seat.c.place, result_seat.c.seat)
    ).all()
    for row in rows:
        names = [
            seat.name or ("Computer" if seat.computer else f"Seat {seat.seat + 1}")
            for seat in seats
            if seat.result_id == row.id
        ]
        how = " and ".join(names) + " draw" if row.outcome == "draw" else _won(names)
        yield LogLine(row.ended, "", f"{game_name(row.game)}: {how}")


def _won(names: Sequence[str]) -> str:
    others = f" before {', '.join(names[1:])}" if names[1:] else ""
    return f"{names[0]} wins{others}"


_ORDER_WORDS: Final[Mapping[type, str]] = {
    wire.Say: "shows a message",
    wire.SetHours: "takes the opening hours",
    wire.SetGames: "takes the list of games",
    wire.Restart: "restarts",
    wire.WipeDown: "shows the wipe-down page",
    wire.Rename: "takes its new name",
    wire.CallPlayers: "calls players",
    wire.CancelCall: "takes a call back",
    wire.TakenUp: "gives a kept game away",
    wire.AlertAnswered: "says who comes",
    wire.EraseNames: "erases names",
}
_command_of: Final = msgspec.json.Decoder(wire.Command).decode


def _open_orders(db: Connection, number: int) -> Sequence[tuple[float, str]]:
    """What the table has been asked for and has not done yet."""
    rows = db.execute(
        select(order.c.made, order.c.command)
        .where(order.c.table_id == number, order.c.done.is_(None))
        .order_by(order.c.id)
        .limit(LOG_LINES)
    )
    return [(row.made, _ORDER_WORDS[type(_command_of(row.command))]) for row in rows]

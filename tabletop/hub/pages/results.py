"""The pages of results for staff: a list, one match, what a referee decides, and the exports."""

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any, Final

from aiohttp import web
from sqlalchemy import ColumnElement, Connection, RowMapping, exists, func, or_, select

from tabletop.engine.record import Record
from tabletop.hub import export, tournaments
from tabletop.hub.actions import log_action
from tabletop.hub.corrections import correct
from tabletop.hub.games import GAMES, game_name, seat_look, side_of
from tabletop.hub.pages.visitor import STANDINGS, result_words, when_words
from tabletop.hub.schema import game_table, result, result_seat, visitor
from tabletop.hub.standings import PRACTICE_HEADER
from tabletop.hub.web import HEADERS, HUB, form, render, user_of
from tabletop.system.names import clean_text

routes: Final = web.RouteTableDef()

PAGE: Final = 50
"""Results on one page of the list."""
MAX_REASON: Final = 40
FILTERS: Final = ("game", "table", "name", "counts")
MAX_ASKED: Final = 64


# -- the list ------------------------------------------------------------------------------------


@routes.get("/results")
async def show_results(request: web.Request) -> web.Response:
    user_of(request)
    hub, query = request.app[HUB], request.query
    asked = {name: clean_text(query.get(name, "")[:200], MAX_ASKED) for name in FILTERS}
    before = _number(query.get("before", ""))

    def work(db: Connection) -> tuple[list[dict[str, Any]], list[str]]:
        names = db.execute(select(game_table.c.name).distinct().order_by(game_table.c.name))
        return _list(db, asked, before, hub.now()), list(names.scalars())

    found, tables = await hub.database.read(work)
    more = found[PAGE - 1]["id"] if len(found) > PAGE else 0
    return render(
        request,
        "results.html",
        found=found[:PAGE],
        tables=tables,
        games=GAMES,
        asked=asked,
        more=more,
        game_name=game_name,
        seat_look=seat_look,
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _list(db: Connection, asked: dict[str, str], before: int, now: float) -> list[dict[str, Any]]:
    """The newest result of each match, and one more than a page shows."""
    newest = select(func.max(result.c.id)).group_by(result.c.match)
    counting = select(func.max(result.c.id)).where(result.c.counts).group_by(result.c.match)
    wanted: list[ColumnElement[bool]] = [
        result.c.id.in_(counting if asked["counts"] == "yes" else newest)
    ]
    if asked["counts"] == "no":
        wanted += [result.c.match.not_in(select(result.c.match).where(result.c.counts))]
    if asked["game"]:
        wanted.append(result.c.game == asked["game"])
    if asked["table"]:
        wanted.append(game_table.c.name == asked["table"])
    if before:
        wanted.append(result.c.id < before)
    if asked["name"]:
        named = func.lower(result_seat.c.name).contains(asked["name"].lower(), autoescape=True)
        known = func.lower(visitor.c.name).contains(asked["name"].lower(), autoescape=True)
        wanted.append(
            exists(
                select(result_seat.c.seat)
                .outerjoin(visitor, visitor.c.code == result_seat.c.visitor)
                .where(result_seat.c.result_id == result.c.id, or_(named, known))
            )
        )
    rows = db.execute(
        select(
            result.c.id,
            result.c.match,
            result.c.game,
            result.c.counts,
            result.c.ended,
            result.c.reason,
            result.c.by,
            game_table.c.name.label("table"),
            result.c.record.contains(PRACTICE_HEADER, autoescape=True).label("practice"),
        )
        .join(game_table, game_table.c.id == result.c.table_id)
        .where(*wanted)
        .order_by(result.c.id.desc())
        .limit(PAGE + 1)
    ).mappings()
    found = [dict(row) for row in rows]
    seats = _seats(db, [row["id"] for row in found])
    for row in found:
        row["seats"] = seats.get(row["id"], [])
        row["when"] = when_words(row["ended"], now)
    return found


def _seats(db: Connection, results: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """Who played, by result."""
    rows = db.execute(
        select(result_seat, visitor.c.name.label("known"))
        .outerjoin(visitor, visitor.c.code == result_seat.c.visitor)
        .where(result_seat.c.result_id.in_(results))
        .order_by(result_seat.c.result_id, result_seat.c.seat)
    ).mappings()
    found: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        seats = found.setdefault(row["result_id"], [])
        seats.append({**row, "name": row["known"] or row["name"]})
    for seats in found.values():
        for seat in seats:
            places = [each["place"] for each in seats]
            seat["words"], seat["kind"] = result_words(seat["place"], places)
    return found


# -- one match -----------------------------------------------------------------------------------


@routes.get("/results/{number}")
async def show_result(request: web.Request) -> web.Response:
    return await _result_page(request, "")


async def _result_page(request: web.Request, problem: str, status: int = 200) -> web.Response:
    user = user_of(request)
    number = _number(request.match_info["number"])
    rows, seats, cup = await request.app[HUB].database.read(partial(_read_match, number=number))
    if not rows:
        raise web.HTTPNotFound(text="There is no such result.")
    shown = next((row for row in rows if row["counts"]), rows[0])
    record = Record.from_text(shown["record"])
    return render(
        request,
        "result.html",
        status=status,
        rows=rows,
        shown=shown,
        cup=cup,
        seats=seats,
        record=record,
        plies=_numbered(record.plies),
        may_correct=user.may("referee"),
        when=partial(when_words, now=request.app[HUB].now()),
        problem=problem,
        game_name=game_name,
        seat_look=seat_look,
        side_of=side_of,
    )


def _read_match(
    db: Connection, number: int
) -> tuple[list[RowMapping], dict[int, list[dict[str, Any]]], tournaments.GameOf | None]:
    """All results of the match that a result is of, the newest first, and its tournament."""
    match = db.execute(select(result.c.match).where(result.c.id == number)).scalar()
    rows = (
        db.execute(
            select(result, game_table.c.name.label("table"))
            .join(game_table, game_table.c.id == result.c.table_id)
            .where(result.c.match == match)
            .order_by(result.c.id.desc())
        )
        .mappings()
        .all()
    )
    cup = tournaments.find_game(db, rows[0]["pairing"]) if rows else None
    return list(rows), _seats(db, [row["id"] for row in rows]), cup


def _numbered(plies: Sequence[str]) -> str:
    """Ten plies a line, each line with the number of its first."""
    width = len(str(len(plies)))
    return "\n".join(
        f"{start + 1:>{width}}  {' '.join(plies[start : start + 10])}"
        for start in range(0, len(plies), 10)
    )


@routes.post("/results/{number}")
async def correct_result(request: web.Request) -> web.StreamResponse:
    """What a referee decides: places by seat, or that the match does not count."""
    user = user_of(request, "referee")
    hub, fields = request.app[HUB], await form(request)
    number = _number(request.match_info["number"])
    reason = clean_text(fields.get("reason", "")[:200], MAX_REASON)
    discounts = fields.get("decision") == "discount"

    def work(db: Connection) -> None:
        match = db.execute(select(result.c.match).where(result.c.id == number)).scalar()
        if match is None:
            raise LookupError
        count = db.execute(select(result.c.seats).where(result.c.id == number)).scalar_one()
        places = [_number(fields.get(f"place{seat}", "")) for seat in range(count)]
        correct(db, match, None if discounts else places, reason, user.name, hub.now())
        words = "A game does not count" if discounts else "A result was corrected"
        told = f"{words}: {_match_words(db, match)}" + (f" ({reason})" if reason else "")
        log_action(db, user.name, told, hub.now())

    try:
        await hub.database.write(work)
    except LookupError as unknown:
        raise web.HTTPNotFound(text="There is no such result.") from unknown
    except ValueError as problem:
        return await _result_page(request, str(problem), 400)
    hub.changes.poke()
    raise web.HTTPSeeOther(f"/results/{number}")


def _match_words(db: Connection, match: str) -> str:
    """``Shoo, Ada (lost) – Bo (won)``, for the log."""
    row = db.execute(
        select(result.c.id, result.c.game)
        .where(result.c.match == match)
        .order_by(result.c.id.desc())
        .limit(1)
    ).one()
    seats = _seats(db, [row.id])[row.id]
    names = [
        f"{seat['name'] or side_of(row.game, seat['seat'])} ({seat['words'].lower()})"
        for seat in seats
    ]
    return f"{game_name(row.game)}, {' – '.join(names)}"


# -- exports -------------------------------------------------------------------------------------


@routes.get("/results.csv")
async def export_csv(request: web.Request) -> web.StreamResponse:
    pieces = export.results_csv(request.app[HUB].database)
    return await _send(request, pieces, "text/csv; charset=utf-8", "results.csv")


@routes.get("/results.json")
async def export_json(request: web.Request) -> web.StreamResponse:
    pieces = export.results_json(request.app[HUB].database)
    return await _send(request, pieces, "application/json", "results.json")


@routes.get("/records.zip")
async def export_records(request: web.Request) -> web.StreamResponse:
    pieces = export.records_zip(request.app[HUB].database)
    return await _send(request, pieces, "application/zip", "records.zip")


@routes.get("/standings.csv")
async def export_standings(request: web.Request) -> web.StreamResponse:
    user_of(request)
    day = request.query.get("day", "")[:10]
    content = export.standings_csv(await request.app[STANDINGS].get(day))
    return web.Response(
        body=content, headers=_file_headers("text/csv; charset=utf-8", "standings.csv")
    )


def _file_headers(kind: str, name: str) -> dict[str, str]:
    return {"Content-Type": kind, "Content-Disposition": f'attachment; filename="{name}"'}


async def _send(
    request: web.Request, pieces: AsyncIterator[bytes], kind: str, name: str
) -> web.StreamResponse:
    user_of(request)
    answer = web.StreamResponse(headers={**HEADERS, **_file_headers(kind, name)})
    await answer.prepare(request)
    async for piece in pieces:
        await answer.write(piece)
    await answer.write_eof()
    return answer

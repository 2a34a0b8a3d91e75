"""The pages of visitors: signing up, the own page, and claiming a seat by the code of a table."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from aiohttp import web
from sqlalchemy import Connection, RowMapping, select

from tabletop.hub import erase, intake, tournaments, visitors
from tabletop.hub.games import game_name, seat_look, side_of
from tabletop.hub.schema import result, result_seat, visitor
from tabletop.hub.standings import PlayerStanding, StandingsCache, day_of
from tabletop.hub.visitors import (
    NOBODY,
    ClaimedSeat,
    TooManyTries,
    VisitorProblem,
    read_code,
    shown_name,
)
from tabletop.hub.web import HUB, USER, address_of, form, is_encrypted, render

routes: Final = web.RouteTableDef()

VISITOR_COOKIE: Final = "visitor"
COOKIE_SECONDS: Final = 30 * 24 * 3600
STANDINGS: Final = web.AppKey("standings", StandingsCache)
NO_SHOWS: Final = web.AppKey("no shows", tournaments.PerTournament[dict[str, tuple[str, str]]])
MAX_SHOWN_RESULTS: Final = 100
LINE_WIDTH: Final = 120.0
LINE_HEIGHT: Final = 40.0


# -- signing up ----------------------------------------------------------------------------------


@routes.get("/hello")
async def show_hello(request: web.Request) -> web.Response:
    own = await visitor_of(request)
    return _hello_page(request, own, "", "")


@routes.post("/hello")
async def sign_up(request: web.Request) -> web.StreamResponse:
    hub, fields = request.app[HUB], await form(request)
    typed, address = fields.get("name", ""), address_of(request)
    known = read_code(fields.get("code", ""))
    if fields.get("code", "").strip():
        raise web.HTTPSeeOther(f"/v/{known or '0'}")

    def work(db: Connection) -> tuple[str, str]:
        code = visitors.sign_up(db, typed, address, hub.now())
        return code, visitors.cookie_of(db, code)

    try:
        code, cookie = await hub.database.write(work)
    except VisitorProblem as problem:
        return _hello_page(request, None, typed, str(problem), 400)
    except TooManyTries as wait:
        return _hello_page(request, None, typed, str(wait), 429)
    answer = web.HTTPSeeOther(f"/v/{code}")
    remember(request, answer, cookie)
    raise answer


def _hello_page(
    request: web.Request, own: RowMapping | None, name: str, problem: str, status: int = 200
) -> web.Response:
    return render(request, "hello.html", status=status, own=own, name=name[:100], problem=problem)


def remember(request: web.Request, answer: web.StreamResponse, cookie: str) -> None:
    """Lets the phone of a visitor keep who it is."""
    answer.set_cookie(
        VISITOR_COOKIE,
        cookie,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=is_encrypted(request),
    )


async def visitor_of(request: web.Request) -> RowMapping | None:
    """The visitor whose phone it is."""
    cookie = request.cookies.get(VISITOR_COOKIE, "")
    if not cookie:
        return None
    return await request.app[HUB].database.read(partial(visitors.read_cookie, cookie=cookie))


# -- the own page --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameLine:
    """A result in words."""

    title: str
    seat: int
    game: str
    others: str
    """``against Bo``."""
    words: str
    """``Won``, ``2nd of 3``."""
    kind: str
    """``won``, ``drawn`` or ``lost``."""
    when: str
    """``12:00``; with the day, if it was not today."""
    claim: str
    """With which the visitor has taken the seat; empty if the table knew who it was."""


@dataclass(frozen=True, slots=True)
class RatingLine:
    game: str
    title: str
    standing: PlayerStanding
    of: int
    today: int
    """By how much the rating has risen today."""
    points: str
    """Of the line, for SVG."""
    last: tuple[float, float]


@routes.get("/v/{code}")
async def show_visitor(request: web.Request) -> web.StreamResponse:
    hub = request.app[HUB]
    code = await _code_of(request)
    no_shows = request.app[NO_SHOWS]

    def work(
        db: Connection,
    ) -> tuple[str, str, list[GameLine], visitors.NextMatch | None, list[tuple[str, str]]]:
        name = visitors.name_of(db, code) or ""
        told = [each[code] for each in no_shows.look(db) if code in each]
        return (
            name,
            visitors.cookie_of(db, code) if VISITOR_COOKIE not in request.cookies else "",
            _game_lines(db, code, hub.now()),
            visitors.next_match(db, code),
            told + _starts(db, code, hub.now()),
        )

    name, cookie, lines, following, starts = await hub.database.read(work)
    taken = await hub.database.read(partial(visitors.is_taken, code=code))
    known = await request.app[STANDINGS].get()
    ratings = [
        _rating_line(each.game, standing, len(each.people), hub.now())
        for each in known.games
        for standing in each.people
        if standing.visitor == code
    ]
    if USER not in request and not taken:  # staff look at pages that are not theirs
        await hub.database.write(partial(visitors.take, code=code))
    answer = render(
        request,
        "visitor.html",
        name=name,
        code=code,
        lines=lines,
        next=following,
        starts=starts,
        ratings=ratings,
        now=hub.now(),
        side_of=side_of,
        seat_look=seat_look,
        shown_name=shown_name,
    )
    if cookie and USER not in request:
        remember(request, answer, cookie)
    return answer


async def _code_of(request: web.Request) -> str:
    """The code in the address, if it is a visitor's; each wrong one is counted."""
    hub = request.app[HUB]
    code = read_code(request.match_info["code"])
    own = await visitor_of(request)
    if own is not None and own["code"] == code:
        return code
    who = f"from {address_of(request)}"
    try:
        # Who has to wait is told so without a transaction that writes.
        await hub.database.read(partial(visitors.check_tries, who=who, now=hub.now()))
        name = await hub.database.write(partial(visitors.find, code=code, who=who, now=hub.now()))
    except TooManyTries as wait:
        raise web.HTTPTooManyRequests(text=str(wait)) from wait
    if name is None:
        raise web.HTTPNotFound(text="No visitor has this code. It may have been deleted.")
    return code


def _starts(db: Connection, code: str, now: float) -> list[tuple[str, str]]:
    """The tournaments in which a visitor plays on, and when their next rounds start."""
    found = []
    for state in tournaments.announced(db, now, code):
        number, words = state.next_number, tournaments.start_words(state, now)
        if number is None or not words or code not in state.entrants:
            continue
        if code in state.requested.get(number, ()):
            found.append((state.created.name, f"{words}. You have a bye."))
        elif state.entrants[code].here and state.entrants[code].first_round <= number:
            found.append((state.created.name, words))
    return found


def _game_lines(db: Connection, code: str, now: float) -> list[GameLine]:
    """The results of a visitor that count, the newest first."""
    own = result_seat.alias()
    rows = (
        db.execute(
            select(
                result.c.id,
                result.c.game,
                result.c.ended,
                own.c.seat,
                own.c.claim,
                result_seat.c.seat.label("other"),
                result_seat.c.place,
                result_seat.c.computer,
                result_seat.c.name,
                visitor.c.name.label("known"),
            )
            .join(own, own.c.result_id == result.c.id)
            .join(result_seat, result_seat.c.result_id == result.c.id)
            .outerjoin(visitor, visitor.c.code == result_seat.c.visitor)
            .where(own.c.visitor == code, result.c.counts)
            .order_by(result.c.ended.desc(), result.c.id.desc(), result_seat.c.seat)
            .limit(MAX_SHOWN_RESULTS * 4)
        )
        .mappings()
        .all()
    )
    matches: dict[int, list[RowMapping]] = {}
    for row in rows:
        matches.setdefault(row["id"], []).append(row)
    return [_game_line(seats, now) for seats in matches.values()]


def _game_line(seats: Sequence[RowMapping], now: float) -> GameLine:
    first = seats[0]
    others = [
        f"the computer ({row['computer']})" if row["computer"] else _name(row)
        for row in seats
        if row["other"] != first["seat"]
    ]
    place = next((row["place"] for row in seats if row["other"] == first["seat"]), 1)
    words, kind = result_words(place, [row["place"] for row in seats])
    joined = " and ".join([*filter(None, [", ".join(others[:-1])]), *others[-1:]])
    link = "against" if len(others) == 1 else "with"
    return GameLine(
        title=game_name(first["game"]),
        seat=first["seat"],
        game=first["game"],
        others=f"{link} {joined}" if others else "",
        words=words,
        kind=kind,
        when=when_words(first["ended"], now),
        claim=first["claim"],
    )


def when_words(at: float, now: float) -> str:
    """``12:00``; ``Thu 12:00`` for another day."""
    shape = "%H:%M" if day_of(at) == day_of(now) else "%a %H:%M"
    return time.strftime(shape, time.localtime(at))


def _name(row: RowMapping) -> str:
    name = row["known"] or row["name"]
    return shown_name(name) if name else NOBODY.lower()


def result_words(place: int, places: Sequence[int]) -> tuple[str, str]:
    """How somebody in a place has fared, and whether that is ``won``, ``drawn`` or ``lost``."""
    if len(set(places)) == 1 and len(places) > 1:
        return "Draw", "drawn"
    if place == 1:
        return ("Won", "won") if places.count(1) == 1 else ("Shared win", "won")
    if len(places) == 2:
        return "Lost", "lost"
    ordinal = {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
    return f"{ordinal} of {len(places)}", "lost"


def _rating_line(game: str, standing: PlayerStanding, of: int, now: float) -> RatingLine:
    history = standing.history[-24:]
    values = (
        [1000, *(rating for _, rating in history)]
        if len(history) < 24
        else [rating for _, rating in history]
    )
    low, span = min(values), max(1, max(values) - min(values))
    step = (LINE_WIDTH - 12) / max(1, len(values) - 1)
    points = [
        (6 + step * number, 6 + (LINE_HEIGHT - 12) * (1 - (value - low) / span))
        for number, value in enumerate(values)
    ]
    today = day_of(now)
    before = [rating for at, rating in standing.history if day_of(at) != today]
    return RatingLine(
        game=game,
        title=game_name(game),
        standing=standing,
        of=of,
        today=standing.rating - (before[-1] if before else 1000),
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points),
        last=points[-1],
    )


# -- deleting ------------------------------------------------------------------------------------


@routes.get("/v/{code}/delete")
async def ask_to_delete(request: web.Request) -> web.Response:
    code = await _code_of(request)
    return render(request, "visitor_delete.html", code=code)


@routes.post("/v/{code}/delete")
async def delete(request: web.Request) -> web.StreamResponse:
    hub = request.app[HUB]
    code = await _code_of(request)
    own = await visitor_of(request)
    await hub.database.write(partial(erase.erase_visitor, code=code, now=hub.now()))
    hub.changes.poke()
    answer = render(
        request,
        "message.html",
        title="All is deleted",
        text="Your name is gone from the hub. The games you played stay, without you.",
    )
    if own is not None and own["code"] == code:
        answer.del_cookie(VISITOR_COOKIE)
    return answer


# -- claims --------------------------------------------------------------------------------------


@routes.get("/c/{claim}")
async def show_claim(request: web.Request) -> web.Response:
    return await _claim_page(request, "")


@routes.post("/c/{claim}")
async def take_claim(request: web.Request) -> web.StreamResponse:
    """The visitor of this phone, or a new one with the typed name, takes the seat."""
    hub, fields = request.app[HUB], await form(request)
    claim = request.match_info["claim"]
    own = await visitor_of(request)
    typed, address = fields.get("name", ""), address_of(request)
    await _claimed_seat(request)

    def work(db: Connection) -> tuple[str, str]:
        if code := visitors.take_over(db, claim):
            return code, visitors.cookie_of(db, code)
        if own is not None and visitors.name_of(db, own["code"]) is not None:
            code = own["code"]
        else:
            code = visitors.sign_up(db, typed, address, hub.now())
        visitors.take_claim(db, claim, code)
        return code, visitors.cookie_of(db, code)

    try:
        code, cookie = await hub.database.write(work)
    except VisitorProblem as problem:
        return await _claim_page(request, str(problem), 400)
    except TooManyTries as wait:
        return await _claim_page(request, str(wait), 429)
    hub.changes.poke()
    answer = web.HTTPSeeOther(f"/v/{code}")
    remember(request, answer, cookie)
    raise answer


@routes.post("/c/{claim}/back")
async def give_back(request: web.Request) -> web.StreamResponse:
    """Not me after all."""
    hub, own = request.app[HUB], await visitor_of(request)
    if own is None:
        raise web.HTTPForbidden(text="This phone is no visitor’s.")
    claim = request.match_info["claim"]
    await hub.database.write(partial(visitors.give_back, claim=claim, code=own["code"]))
    hub.changes.poke()
    raise web.HTTPSeeOther(f"/v/{own['code']}")


async def _claimed_seat(request: web.Request) -> ClaimedSeat:
    hub, claim = request.app[HUB], request.match_info["claim"]
    who, now = f"from {address_of(request)}", hub.now()
    found = await hub.database.read(partial(visitors.find_claim, claim=claim))
    if found is not None:
        return found
    # A table that is cut off sends its result later, so this limit is wide.
    counted = partial(visitors.count_unknown_claim, who=who, now=now)
    try:
        await hub.database.write(counted)
    except TooManyTries as wait:
        raise web.HTTPTooManyRequests(text=str(wait)) from wait
    raise web.HTTPNotFound(
        text="This game has not arrived here yet. Wait a minute, then load this page again."
    )


async def _claim_page(request: web.Request, problem: str, status: int = 200) -> web.Response:
    found, own = await _claimed_seat(request), await visitor_of(request)
    words, kind = result_words(found.place, found.places)
    seats = [
        (seat, name if name.startswith("Computer (") else shown_name(name) if name else "")
        for seat, name in enumerate(found.names)
    ]
    return render(
        request,
        "claim.html",
        status=status,
        claim=request.match_info["claim"],
        found=found,
        seats=seats,
        own=own,
        is_own=own is not None and found.visitor == own["code"],
        untaken=shown_name(found.untaken) if found.untaken else "",
        is_free=(not found.visitor or bool(found.untaken))
        and not found.names[found.seat].startswith("Computer ("),
        title=game_name(found.game),
        side=side_of(found.game, found.seat),
        look=seat_look(found.game, found.seat),
        seat_look=seat_look,
        side_of=side_of,
        words=words,
        kind=kind,
        problem=problem,
        event_name=await request.app[HUB].database.read(
            partial(intake.get_setting, name=intake.EVENT_NAME)
        ),
    )

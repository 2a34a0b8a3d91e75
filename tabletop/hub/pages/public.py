"""The pages for everybody: standings, also on paper, and the projector with the event's slides."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

import segno
from aiohttp import web
from markupsafe import Markup
from sqlalchemy import Connection

from tabletop.hub import intake, slides, tournaments
from tabletop.hub.games import game_name, seat_look
from tabletop.hub.pages.codes_paper import poster_pdf
from tabletop.hub.pages.standings_paper import standings_pdf
from tabletop.hub.pages.tournament_views import view
from tabletop.hub.pages.visitor import STANDINGS
from tabletop.hub.slides import Slide, SlideProblem
from tabletop.hub.standings import PlayerStanding, day_of
from tabletop.hub.tournament import Tournament
from tabletop.hub.tournaments import PerTournament
from tabletop.hub.visitors import Called, called_games, shown_name
from tabletop.hub.web import HUB, address_of_hub, form, render, user_of

routes: Final = web.RouteTableDef()

ROWS: Final = 8
"""Rows of standings on one page of the projector."""
ROWS_WITH_LOCATIONS: Final = 6
"""The same where it is told where tables stand, which may take two lines."""
PAGE_SECONDS: Final = 12
MAX_PAGE_SECONDS: Final = 600
WINNERS_SECONDS: Final = 36 * 3600.0
"""A tournament that was made longer ago is not shown among those that have ended today."""
MAX_OTHERS: Final = 3
MAX_SHOWN: Final = 500
"""Rows of the page of standings."""
MAX_PAGES: Final = 5
"""Pages of the projector for the standings of one game: the first 40."""


# -- standings -----------------------------------------------------------------------------------


@routes.get("/standings")
async def show_standings(request: web.Request) -> web.Response:
    day, game = request.query.get("day", "")[:10], request.query.get("game", "")[:64]
    known = await request.app[STANDINGS].get(day)
    chosen = known.of(game) or (known.games[0] if known.games and not game else None)
    return render(
        request,
        "standings.html",
        known=known,
        chosen=chosen,
        game=chosen.game if chosen else game,
        day=day,
        most=MAX_SHOWN,
        event_name=await _event_name(request),
        game_name=game_name,
        shown_name=shown_name,
    )


@routes.get("/standings.pdf")
async def print_standings(request: web.Request) -> web.Response:
    day = request.query.get("day", "")[:10]
    hub, known = request.app[HUB], await request.app[STANDINGS].get(day)
    name = await _event_name(request)
    fonts = hub.assets / "fonts"
    content = await asyncio.to_thread(standings_pdf, known, name, day, hub.now(), fonts)
    return web.Response(body=content, content_type="application/pdf")


async def _event_name(request: web.Request) -> str:
    name = partial(intake.get_setting, name=intake.EVENT_NAME)
    return await request.app[HUB].database.read(name)


# -- the projector -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A page of the projector with who plays where next, at most `ROWS` games."""

    tournament: str
    round: str
    games: tuple[Called, ...]
    tells_locations: bool
    """Of some tables of the round it is told where they stand."""


def next_rounds(db: Connection) -> list[RoundPage]:
    """The games of tournaments to which players are called and have not come yet."""
    rounds: dict[tuple[str, str], list[Called]] = {}
    for called in called_games(db):
        if not called.playing:
            rounds.setdefault((called.tournament, called.round), []).append(called)
    pages = []
    for head, games in rounds.items():
        tells = any(called.location for called in games)
        rows = ROWS_WITH_LOCATIONS if tells else ROWS
        for start in range(0, len(games), rows):
            pages.append(RoundPage(*head, tuple(games[start : start + rows]), tells))
    return pages


def _starts(db: Connection, now: float) -> list[tuple[str, str]]:
    """The tournaments whose next round starts by itself, and when."""
    found = [
        (state.created.name, tournaments.start_words(state, now))
        for state in tournaments.announced(db, now)
    ]
    return [each for each in found if each[1]]


@dataclass(frozen=True, slots=True)
class WinnersPage:
    """A tournament that has ended."""

    name: str
    winner: str
    final: str
    """``Final: Ada – Bo 2 : 1``; empty where there is none."""
    others: tuple[tuple[int, str], ...]
    """Who came second and third, with the places."""
    ended: float


def winners(number: int, state: Tournament) -> WinnersPage | None:
    """None while it is played."""
    if not state.rounds or not state.is_over:
        return None
    ended = datetime.fromisoformat(state.events[-1].at).timestamp()
    shown = view(number, state, ended)
    best = shown.standings[0]
    last = shown.rounds[-1].pairings[0]
    scores = " : ".join(player.score for player in last.players)
    names = " – ".join(shown_name(player.name) for player in last.players)
    final = f"{shown.rounds[-1].name}: {names} {scores}" if shown.knockout else ""
    others = tuple((each.place, each.name) for each in shown.standings[1:] if each.place <= 3)
    return WinnersPage(shown.name, best.name, final, others[:MAX_OTHERS], ended)


WINNERS: Final = web.AppKey("winners", PerTournament[WinnersPage | None])


@dataclass(frozen=True, slots=True)
class StandingsPage:
    title: str
    rows: tuple[PlayerStanding, ...]
    first: int
    last: int
    of: int


@routes.get("/projector")
async def show_projector(request: web.Request) -> web.Response:
    hub = request.app[HUB]
    known = await request.app[STANDINGS].get()
    pages = [
        StandingsPage(
            game_name(each.game),
            each.people[start : start + ROWS],
            start + 1,
            min(start + ROWS, len(each.people)),
            len(each.people),
        )
        for each in known.games
        for start in range(0, min(len(each.people), ROWS * MAX_PAGES), ROWS)
    ]

    def work(
        db: Connection,
    ) -> tuple[str, Sequence[RoundPage], list[tuple[str, str]], list[WinnersPage], list[Slide]]:
        name, now = intake.get_setting(db, intake.EVENT_NAME), hub.now()
        over = request.app[WINNERS].look(db, now - WINNERS_SECONDS)
        today = [each for each in over if each is not None and day_of(each.ended) == day_of(now)]
        return name, next_rounds(db), _starts(db, now), today[::-1], slides.slides(db)

    name, rounds, starts, ended, shown = await hub.database.read(work)
    address = f"{address_of_hub(request)}/hello"
    return render(
        request,
        "projector.html",
        event_name=name,
        rounds=rounds,
        starts=starts,
        winners=ended,
        pages=pages,
        slides=shown,
        address=address.partition("//")[2],
        code=Markup(
            segno.make(address).svg_inline(border=2, dark="#0d1b24", light="#fbf7ee", omitsize=True)
        ),
        seconds=_seconds(request),
        shown_name=shown_name,
        seat_look=seat_look,
    )


def _seconds(request: web.Request) -> int:
    text = request.query.get("seconds", "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        return PAGE_SECONDS
    return min(MAX_PAGE_SECONDS, max(3, int(text)))


@routes.get("/poster.pdf")
async def print_poster(request: web.Request) -> web.Response:
    """A page to hang up: how to sign up."""
    user_of(request)
    fonts, name = request.app[HUB].assets / "fonts", await _event_name(request)
    address = f"{address_of_hub(request)}/hello"
    content = await asyncio.to_thread(poster_pdf, name, address, fonts)
    return web.Response(body=content, content_type="application/pdf")


# -- slides --------------------------------------------------------------------------------------


@routes.get("/slides/{number}")
async def show_slide(request: web.Request) -> web.Response:
    number = request.match_info["number"]
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise web.HTTPNotFound
    found = await request.app[HUB].database.read(partial(slides.picture_of, number=int(number)))
    if found is None:
        raise web.HTTPNotFound
    headers = {"Cache-Control": "public, max-age=3600"}
    return web.Response(body=found[0], content_type=found[1], headers=headers)


@routes.get("/event/slides")
async def show_slides(request: web.Request) -> web.Response:
    return await _slides_page(request, "")


@routes.post("/event/slides")
async def change_slides(request: web.Request) -> web.StreamResponse:
    """Adds a slide, or removes one."""
    user_of(request, "manager")
    hub, fields = request.app[HUB], await form(request)
    if removed := fields.get("remove", ""):
        if removed.isascii() and removed.isdigit() and len(removed) < 10:
            await hub.database.write(partial(slides.remove, number=int(removed)))
            hub.changes.poke()
        raise web.HTTPSeeOther("/event/slides")
    content = b""
    for upload in (await request.post()).values():
        if isinstance(upload, web.FileField):
            with upload.file as file:
                content = content or file.read()
    try:
        picture, kind = (
            await asyncio.to_thread(slides.read_picture, content) if content else (b"", "")
        )
        title, words = fields.get("title", ""), fields.get("words", "")
        await hub.database.write(
            partial(slides.add, title=title, words=words, picture=picture, kind=kind, now=hub.now())
        )
    except SlideProblem as problem:
        return await _slides_page(request, str(problem), 400)
    hub.changes.poke()
    raise web.HTTPSeeOther("/event/slides")


async def _slides_page(request: web.Request, problem: str, status: int = 200) -> web.Response:
    user_of(request, "manager")
    shown = await request.app[HUB].database.read(slides.slides)
    return render(request, "slides.html", status=status, slides=shown, problem=problem)

"""The pages of tournaments: for referees, and for everybody who follows or plays along."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from random import SystemRandom
from typing import Any, Final, Literal, TypeAlias, TypeVar

from aiohttp import web
from sqlalchemy import Connection, select

from tabletop.hub import intake, tournaments, visitors
from tabletop.hub.actions import log_action
from tabletop.hub.corrections import follow_tournament
from tabletop.hub.games import GAMES, game_name
from tabletop.hub.pages.codes_paper import Slip, slips_pdf
from tabletop.hub.pages.standings_paper import tournament_pdf
from tabletop.hub.pages.tournament_views import (
    FORMATS,
    TIE_BREAK_WORDS,
    Bracket,
    TournamentView,
    bracket,
    name_words,
    number_text,
    share_text,
    view,
)
from tabletop.hub.pages.visitor import visitor_of
from tabletop.hub.schema import action, game_table, tournament_call
from tabletop.hub.sign_up import MAX_PLAYERS, enter
from tabletop.hub.tournament import (
    ByeCancelled,
    ByeRequested,
    Created,
    Entered,
    Event,
    Finished,
    PairingReplaced,
    Paused,
    ResultCorrected,
    ResultGiven,
    Resumed,
    Returned,
    StartSet,
    TableAssigned,
    Tournament,
    Undone,
    Withdrawn,
)
from tabletop.hub.tournament.events import PairingMade
from tabletop.hub.tournaments import Stamp, stamp
from tabletop.hub.web import DAMAGED, HUB, address_of_hub, form, render, user_of
from tabletop.system.names import clean_text

routes: Final = web.RouteTableDef()

CLOCKS: Final = ("none", "5+3", "10+5", "15+10", "30+0")
"""Offered for a new tournament, in minutes and seconds a move, as at the tables."""

RESULTS: Final[Mapping[str, tuple[tuple[float, float], Literal["referee", "no_show"]]]] = {
    "1-0": ((1.0, 0.0), "referee"),
    "half": ((0.5, 0.5), "referee"),
    "0-1": ((0.0, 1.0), "referee"),
    "first": ((1.0, 0.0), "no_show"),
    "second": ((0.0, 1.0), "no_show"),
    "nobody": ((0.0, 0.0), "no_show"),
}
"""What a referee can enter for two players, by the value of the field."""

FORMAT_WORDS: Final = (
    ("swiss", "Swiss: everybody plays every round, equals meet"),
    ("round_robin", "Round robin: everybody meets everybody"),
    ("knockout", "Knockout: who loses is out"),
    ("arena", "Arena: play whoever is free"),
    ("pools", "Pools: Shout 7 by three and four"),
)

LONGEST_AHEAD: Final = timedelta(hours=20)
"""Of a start: what is further ahead was meant for today and has just passed."""

T = TypeVar("T")
Act: TypeAlias = Callable[[Connection, int, Mapping[str, str], str, float], object]
"""Does what a form asks, in a transaction; ValueError in words if it cannot be done."""


# -- pages ---------------------------------------------------------------------------------------


@routes.get("/tournaments")
async def show_all(request: web.Request) -> web.Response:
    user_of(request)
    damaged = await request.app[HUB].database.read(request.app[DAMAGED].damaged)
    return render(
        request, "tournaments.html", shown=await _all(request), damaged=damaged, problem=""
    )


@routes.get("/tournaments/new")
async def show_new(request: web.Request) -> web.Response:
    user_of(request, "referee")
    return _new_page(request, request.query, "")


@routes.post("/tournaments/new")
async def create(request: web.Request) -> web.StreamResponse:
    user, hub, fields = user_of(request, "referee"), request.app[HUB], await form(request)
    now = hub.now()
    try:
        first = _created(fields, user.name, now)
        number = await hub.database.write(lambda db: tournaments.create(db, first, now))
    except ValueError as problem:
        return _new_page(request, fields, str(problem), 400)
    hub.changes.poke()
    raise web.HTTPSeeOther(f"/tournaments/{number}")


@routes.get("/tournaments/{number:\\d+}")
async def show_one(request: web.Request) -> web.Response:
    user_of(request)
    return await _referee_page(request, "")


@routes.post("/tournaments/{number:\\d+}/{act}")
async def act(request: web.Request) -> web.StreamResponse:
    """All that a referee does: each is an event that can be undone."""
    user, hub, fields = user_of(request, "referee"), request.app[HUB], await form(request)
    do = ACTS.get(request.match_info["act"])
    if do is None:
        raise web.HTTPNotFound
    number = _number(request)
    work = partial(_act, do=do, number=number, fields=fields, by=user.name, now=hub.now())
    try:
        await hub.database.write(work)
    except KeyError as problem:
        raise web.HTTPNotFound from problem
    except ValueError as problem:
        typed = fields.get("names", "")
        return await _referee_page(request, str(problem), 409, typed)
    await hub.changes.look()  # the next page shows it
    raise web.HTTPSeeOther(f"/tournaments/{number}{_anchor(fields)}")


def _act(
    db: Connection, do: Act, number: int, fields: Mapping[str, str], by: str, now: float
) -> None:
    before = tournaments.load(db, number)
    words = do(db, number, fields, by, now)
    after = tournaments.load(db, number)
    follow_tournament(db, before, after, by, now)
    told = [words] if isinstance(words, str) else steps_by(after, len(before.events), by)
    for each in told:
        log_action(db, by, f"{after.created.name}: {each}", now)


def _anchor(fields: Mapping[str, str]) -> str:
    number = _whole(fields, "round", 0)
    return f"?round={number}" if number else ""


@routes.get("/t")
async def show_list(request: web.Request) -> web.Response:
    """All tournaments, for everybody."""
    return render(request, "tournament_list.html", shown=await _all(request))


@routes.get("/t/{number:\\d+}")
async def show_public(request: web.Request) -> web.Response:
    """For players and visitors: who sits where, results, standings."""
    return await _public_page(request, "")


async def _public_page(request: web.Request, problem: str, status: int = 200) -> web.Response:
    shown, state = await _read(request, _both)
    person = await visitor_of(request)
    entrant = state.entrants.get(person["code"]) if person else None
    names = {each.name.casefold() for each in state.entrants.values()}
    name_there = tournaments.free_name(names, person["name"]) if person else ""
    return render(
        request,
        "tournament_public.html",
        status=status,
        shown=shown,
        person=person,
        name_there=name_there,
        entrant=entrant,
        byes=_coming_byes(state, entrant.id) if entrant else [],
        bye_rounds=state.byes_left(entrant.id) if entrant else (),
        open=not shown.rounds,
        problem=problem,
        locations=await _locations(request),
        **_shared(request, shown),
    )


@routes.post("/t/{number:\\d+}/enter")
async def enter_by_phone(request: web.Request) -> web.StreamResponse:
    """A visitor plays along, until the first round is paired; then a referee lets people in."""
    person = await visitor_of(request)
    if person is None:
        raise web.HTTPSeeOther("/hello")

    numbered = bool((await form(request)).get("numbered"))

    def work(db: Connection, number: int, now: float) -> None:
        enter(db, number, person["code"], person["name"], now, numbered=numbered)

    return await _by_phone(request, work)


@routes.post("/t/{number:\\d+}/leave")
async def leave_by_phone(request: web.Request) -> web.StreamResponse:
    """A visitor plays no further rounds."""
    person = await visitor_of(request)
    if person is None:
        raise web.HTTPSeeOther("/hello")

    def work(db: Connection, number: int, now: float) -> None:
        event = Withdrawn(**stamp(now), by=person["name"], player=person["code"])
        tournaments.add(db, number, [event], now)

    return await _by_phone(request, work)


@routes.post("/t/{number:\\d+}/bye")
async def ask_bye_by_phone(request: web.Request) -> web.StreamResponse:
    """A visitor asks for a bye in a coming round, or plays in it after all."""
    person, fields = await visitor_of(request), await form(request)
    if person is None:
        raise web.HTTPSeeOther("/hello")
    about = {"by": person["name"], "player": person["code"], "number": _whole(fields, "number", 0)}
    kind = ByeCancelled if fields.get("cancel") else ByeRequested

    def work(db: Connection, number: int, now: float) -> None:
        tournaments.add(db, number, [kind(**stamp(now), **about)], now)

    return await _by_phone(request, work)


async def _by_phone(
    request: web.Request, work: Callable[[Connection, int, float], None]
) -> web.StreamResponse:
    hub, number = request.app[HUB], _number(request)
    try:
        await hub.database.write(lambda db: work(db, number, hub.now()))
    except KeyError as gone:
        raise web.HTTPNotFound(text="There is no such tournament.") from gone
    except ValueError as problem:
        return await _public_page(request, str(problem), 409)
    hub.changes.poke()
    raise web.HTTPSeeOther(f"/t/{number}")


@routes.get("/t/{number:\\d+}/bracket")
async def show_bracket(request: web.Request) -> web.Response:
    """The bracket of a knockout for a projector."""

    def draw(shown: TournamentView, _: Tournament) -> tuple[TournamentView, Bracket | None]:
        return shown, bracket(shown)

    shown, drawn = await _read(request, draw)
    if drawn is None:
        raise web.HTTPFound(f"/t/{shown.id}")
    return render(request, "bracket.html", shown=shown, bracket=drawn)


@routes.get("/tournaments/{number:\\d+}/standings.pdf")
async def print_standings(request: web.Request) -> web.Response:
    user_of(request)
    hub, (shown, _) = request.app[HUB], await _read(request, _both)
    locations, fonts = await _locations(request), hub.assets / "fonts"
    content = await asyncio.to_thread(tournament_pdf, shown, locations, hub.now(), fonts)
    return web.Response(body=content, content_type="application/pdf")


@routes.get("/tournaments/{number:\\d+}/slips.pdf")
async def print_slips(request: web.Request) -> web.Response:
    """The codes of the players, to be cut out and given to them."""
    user_of(request, "referee")
    hub, (shown, state) = request.app[HUB], await _read(request, _both)
    base = address_of_hub(request)

    def read(db: Connection) -> tuple[list[str], str]:
        known = [each for each in state.entrants if visitors.name_of(db, each)]
        return known, intake.get_setting(db, intake.EVENT_NAME)

    known, event_name = await hub.database.read(read)
    slips = [Slip(state.entrant(code).name, code, f"{base}/v/{code}") for code in known]
    slips.sort(key=lambda slip: slip.name.casefold())
    fonts = hub.assets / "fonts"
    content = await asyncio.to_thread(slips_pdf, shown.name, event_name, slips, fonts)
    return web.Response(body=content, content_type="application/pdf")


# -- making pages --------------------------------------------------------------------------------


def _number(request: web.Request) -> int:
    return int(request.match_info["number"][:9])


def _both(shown: TournamentView, state: Tournament) -> tuple[TournamentView, Tournament]:
    return shown, state


async def _read(request: web.Request, make: Callable[[TournamentView, Tournament], T]) -> T:
    """What a page shows of the tournament in its address, made in the thread that reads."""
    number, hub = _number(request), request.app[HUB]

    def work(db: Connection) -> T:
        state = tournaments.load(db, number)
        return make(view(number, state, hub.now()), state)

    try:
        return await hub.database.read(work)
    except KeyError as problem:
        raise web.HTTPNotFound(text="There is no such tournament.") from problem


async def _locations(request: web.Request) -> dict[str, str]:
    return await request.app[HUB].database.read(tournaments.locations)


async def _all(request: web.Request) -> list[TournamentView]:
    now = request.app[HUB].now()

    def work(db: Connection) -> list[TournamentView]:
        numbers = [row.id for row in tournaments.all_tournaments(db)]
        return [view(number, state, now) for number, state in tournaments.sound(db, numbers)]

    return await request.app[HUB].database.read(work)


def _shared(request: web.Request, shown: TournamentView) -> dict[str, Any]:
    """What the referee's and the public page show alike: the round that is looked at."""
    number = _whole(request.query, "round", 0)
    match = request.query.get("match", "")
    looked = next(
        (
            each
            for each in shown.rounds
            if each.number == number or any(match == pairing.id for pairing in each.pairings)
        ),
        None,
    )
    return {
        "looked": looked or shown.running or shown.last,
        "number_text": number_text,
        "name_words": name_words,
        "tie_break_words": TIE_BREAK_WORDS,
    }


def _coming_byes(state: Tournament, player: str = "") -> list[tuple[int, str, str]]:
    """Round, id and name of those who asked for byes in rounds that have not started."""
    first = state.next_number
    return [
        (number, each, state.entrant(each).name)
        for number, asked in sorted(state.requested.items())
        if first is not None and number >= first
        for each in asked
        if player in ("", each)
    ]


def _new_page(
    request: web.Request, fields: Mapping[str, str], problem: str, status: int = 200
) -> web.Response:
    return render(
        request,
        "tournament_new.html",
        status=status,
        fields=fields,
        format=fields.get("format", "") if fields.get("format", "") in FORMATS else "",
        usual_rounds=usual_rounds(_whole(fields, "players", 8)),
        problem=problem,
        games=GAMES,
        formats=FORMAT_WORDS,
        clocks=CLOCKS,
    )


async def _referee_page(
    request: web.Request, problem: str, status: int = 200, typed: str = ""
) -> web.Response:
    """`typed`: names that were refused."""
    number, now = _number(request), request.app[HUB].now()

    def work(db: Connection) -> dict[str, Any]:
        state = tournaments.load(db, number)
        tables = db.execute(
            select(game_table.c.id, game_table.c.name)
            .where(game_table.c.removed.is_(None))
            .order_by(game_table.c.name)
        ).all()
        calls = db.execute(
            select(tournament_call.c.game, tournament_call.c.ready).where(
                tournament_call.c.tournament_id == number, tournament_call.c.ended.is_(None)
            )
        ).all()
        notes = db.execute(
            select(action.c.words)
            .where(action.c.by == tournaments.HUB)
            .order_by(action.c.id.desc())
            .limit(3)
        ).scalars()
        last = tournaments.last_step(state)
        return {
            "shown": view(number, state, now),
            "state": state,
            "tables": [(row.id, row.name) for row in tables],
            "waits": {
                call.game.rpartition("/")[0]: "playing" if call.ready else "called"
                for call in calls
            },
            "notes": list(notes),
            "open_tables": tournaments.open_tables(db, state.created.game, now),
            "game": game_name(state.created.game),
            "codes": [code for code in state.entrants if visitors.name_of(db, code)],
            "byes": _coming_byes(state),
            "can_bye": [each for each in state.entrants.values() if state.byes_left(each.id)],
            "bye_rounds": _bye_rounds(state),
            "last": last,
            "last_words": step_words(state, last) if last else "",
            "locations": tournaments.locations(db),
        }

    try:
        found = await request.app[HUB].database.read(work)
    except KeyError as gone:
        raise web.HTTPNotFound(text="There is no such tournament.") from gone
    return render(
        request,
        "tournament.html",
        status=status,
        opened=request.query.get("match", ""),
        problem=problem,
        typed=typed,
        **found,
        **_shared(request, found["shown"]),
    )


def _bye_rounds(state: Tournament) -> list[int]:
    """The coming rounds for which byes can be entered."""
    first = state.next_number
    return [number for number in state.created.bye_rounds if first is not None and number >= first]


def steps_by(state: Tournament, first: int, by: str) -> list[str]:
    """What somebody has done from an event on, in words for the log."""
    return [
        step_words(state, each)
        for each in state.events[first:]
        if each.by == by and not isinstance(each, TableAssigned)
    ]


def _names(state: Tournament, pairing_id: str) -> str:
    try:
        players = state.pairing(pairing_id).players
    except ValueError:
        return "a match that was paired anew"
    return " – ".join(state.entrant(each).name for each in players)


def _score_words(state: Tournament, event: ResultGiven | ResultCorrected) -> str:
    """``Bo – Ada 1 : 0``, or who was not here."""
    names = _names(state, event.pairing)
    if event.how == "no_show":
        players = names.split(" – ")
        gone = [name for name, score in zip(players, event.scores, strict=False) if not score]
        return f"{names}, {' and '.join(gone)} not here"
    return f"{names} {' : '.join(share_text(event.scores))}"


def step_words(state: Tournament, event: Event) -> str:
    """What a step was, for the log and the button that takes it back."""
    match event:
        case Undone(event=undone):
            target = next(each for each in state.events if each.id == undone)
            return f"took back: {step_words(state, target)}"
        case Entered(name=name):
            return f"{name} entered"
        case Withdrawn(player=player):
            return f"{state.entrant(player).name} withdrew"
        case Returned(player=player):
            return f"{state.entrant(player).name} came back"
        case ResultGiven():
            return f"result {_score_words(state, event)}"
        case ResultCorrected():
            return f"corrected to {_score_words(state, event)}"
        case PairingReplaced(number=number):
            return f"change of {_round_words(state, number)}"
        case ByeRequested(player=player, number=number):
            return f"bye of {state.entrant(player).name} in round {number}"
        case ByeCancelled(player=player, number=number):
            return f"no bye of {state.entrant(player).name} in round {number}"
        case StartSet(number=number):
            return f"time of {_round_words(state, number)}"
        case Paused():
            return "pause"
        case Resumed():
            return "end of the pause"
        case Finished():
            return "end of the tournament"
    number = getattr(event, "number", 0)
    kind = "start" if type(event).__name__ == "RoundStarted" else "pairing"
    return f"{kind} of {_round_words(state, number)}"


def _round_words(state: Tournament, number: int) -> str:
    """``round 2``, ``semi-final``."""
    name = tournaments.round_name(state, number)
    return name[:1].lower() + name[1:]


# -- what referees do ----------------------------------------------------------------------------


def _created(fields: Mapping[str, str], by: str, now: float) -> Created:
    kind = fields.get("format", "")
    game = fields.get("game", "")
    if kind not in FORMATS or game not in GAMES:
        raise ValueError("Choose a game and a format.")
    pools = kind == "pools"
    if pools and game != "shout7":
        raise ValueError("Only Shout 7 is played by three and four.")
    return Created(
        **stamp(now),
        by=by,
        name=clean_text(fields.get("name", "")[:200]),
        game=game,
        format=kind,  # type: ignore[arg-type]
        clock=fields.get("clock", "none") if fields.get("clock") in CLOCKS else "none",
        seats=4 if pools else 2,
        rounds=_whole(fields, "rounds", 5) if kind in ("swiss", "pools") else 0,
        cycles=2 if fields.get("twice") else 1,
        best_of=_whole(fields, "best_of", 1) if kind == "knockout" else 1,
        third_place=bool(fields.get("third_place")) and kind == "knockout",
        max_byes=_whole(fields, "max_byes", 1),
        last_bye_round=_whole(fields, "last_bye_round", 0) if kind in ("swiss", "pools") else 0,
        seed=SystemRandom().getrandbits(32),
    )


def usual_rounds(players: int) -> int:
    """Of a Swiss tournament: as many as a knockout has."""
    return max(1, (players - 1).bit_length())


def _whole(fields: Mapping[str, str], name: str, otherwise: int) -> int:
    text = fields.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else otherwise


def _enter(db: Connection, number: int, fields: Mapping[str, str], by: str, now: float) -> str:
    """Lets players in, one name a line; each is a visitor with a page of their own."""
    typed = fields.get("names", "").splitlines()
    lines = [clean_text(line[:200], visitors.MAX_NAME_GRAPHEMES) for line in typed]
    names = [name for name in lines if name]
    if not names:
        raise ValueError("Write a name.")
    state = tournaments.load(db, number)
    _check_names(state, lines)
    if len(state.entrants) + len(names) > MAX_PLAYERS:
        raise ValueError(f"A tournament has at most {MAX_PLAYERS} players.")
    entries = [enter_visitor(db, name, stamp(now), by, now) for name in names]
    tournaments.add(db, number, entries, now)
    return f"{', '.join(names)} entered"


def _check_names(state: Tournament, lines: Sequence[str]) -> None:
    """ValueError says which line has a name that is there already."""
    known = {each.name.casefold() for each in state.entrants.values()}
    for line, name in enumerate(lines, 1):
        if name.casefold() in known:
            others = {*known, *(each.casefold() for each in lines)}
            raise ValueError(
                f"Line {line}: There is a player called {name} already. Nobody was entered. Write"
                f" another name there, such as {tournaments.free_name(others, name)}."
            )
        if name:
            known.add(name.casefold())


def enter_visitor(db: Connection, name: str, when: Stamp, by: str, now: float) -> Entered:
    """The entry of somebody without a code, who gets one."""
    code = visitors.add(db, name, now, taken=False)
    return Entered(**when, by=by, player=code, name=name, late=True)


def _one(make: Callable[[Mapping[str, str], Stamp, str], Event]) -> Act:
    """An act that is one event."""

    def do(db: Connection, number: int, fields: Mapping[str, str], by: str, now: float) -> None:
        tournaments.add(db, number, [make(fields, stamp(now), by)], now)

    return do


def _set_start(db: Connection, number: int, fields: Mapping[str, str], by: str, now: float) -> None:
    """When the next round starts by itself: at a time, minutes after a result, or not."""
    state = tournaments.load(db, number)
    following, how = state.next_number, fields.get("how", "")
    if following is None:
        raise ValueError("No further round follows.")
    time = _next_time(fields.get("time", ""), now) if how == "time" else None
    minutes = _whole(fields, "minutes", -1) if how == "minutes" else None
    event = StartSet(**stamp(now), by=by, number=following, time=time, minutes=minutes)
    tournaments.add(db, number, [event], now)


def _next_time(text: str, now: float) -> float:
    """The next moment at which clocks show a time such as ``14:30``; ValueError in words."""
    try:
        typed = datetime.strptime(text, "%H:%M")
    except ValueError:
        raise ValueError("Write a time, such as 14:30.") from None
    today = datetime.fromtimestamp(now)
    then = today.replace(hour=typed.hour, minute=typed.minute, second=0, microsecond=0)
    if then <= today:
        then += timedelta(days=1)
    if then - today > LONGEST_AHEAD:
        raise ValueError(f"{text} has just passed. Choose a later time.")
    return then.timestamp()


def _result(db: Connection, number: int, fields: Mapping[str, str], by: str, now: float) -> None:
    """A referee's result: a new one, or the correction of the one that is there."""
    state = tournaments.load(db, number)
    pairing = state.pairing(fields.get("pairing", ""))
    how: Literal["referee", "no_show"]
    if len(pairing.players) == 2:
        if fields.get("result") not in RESULTS:
            raise ValueError("Choose a result.")
        scores, how = RESULTS[fields["result"]]
    else:
        count = len(pairing.players)
        places = [_whole(fields, f"place{seat}", 0) for seat in range(count)]
        if not all(1 <= place <= count for place in places):
            raise ValueError("Give each player a place.")
        scores, how = tuple(float(count - place) for place in places), "referee"  # type: ignore[assignment]
    made: Event
    if pairing.games and (pairing.is_decided or fields.get("correct")):
        made = ResultCorrected(**stamp(now), by=by, pairing=pairing.id, scores=scores, how=how)
    else:
        made = ResultGiven(**stamp(now), by=by, pairing=pairing.id, scores=scores, how=how)
    tournaments.add(db, number, [made], now)


def _swap(db: Connection, number: int, fields: Mapping[str, str], by: str, now: float) -> None:
    """Two players of the coming round change places; a player and a bye too."""
    state = tournaments.load(db, number)
    if not state.rounds or state.rounds[-1].started:
        raise ValueError("Only a round that has not started can be changed.")
    last = state.rounds[-1]
    one, other = fields.get("one", ""), fields.get("other", "")
    if one == other or not {one, other} <= set(state.entrants):
        raise ValueError("Choose two players.")
    change = {one: other, other: one}
    made = tuple(
        PairingMade(each.id, tuple(change.get(player, player) for player in each.players))
        for each in last.pairings
        if {one, other} & set(each.players)
    )
    byes = tuple(change.get(player, player) for player in last.byes)
    event = PairingReplaced(**stamp(now), by=by, number=last.number, pairings=made, byes=byes)
    tournaments.add(db, number, [event], now)


def _move(db: Connection, number: int, fields: Mapping[str, str], by: str, now: float) -> str:
    table = _whole(fields, "table", 0)
    name = db.execute(
        select(game_table.c.name).where(game_table.c.id == table, game_table.c.removed.is_(None))
    ).scalar()
    if name is None:
        raise ValueError("Choose a table.")
    state, pairing = tournaments.load(db, number), fields.get("pairing", "")
    tournaments.move(db, number, pairing, table, by, now)
    return f"{_names(state, pairing)} called to {name}"


def _bye(kind: type[ByeRequested] | type[ByeCancelled]) -> Act:
    return _one(
        lambda f, when, by: kind(
            **when, by=by, player=f.get("player", ""), number=_whole(f, "number", 0)
        )
    )


ACTS: Final[Mapping[str, Act]] = {
    "enter": _enter,
    "withdraw": _one(lambda f, when, by: Withdrawn(**when, by=by, player=f.get("player", ""))),
    "return": _one(lambda f, when, by: Returned(**when, by=by, player=f.get("player", ""))),
    "pause": _one(lambda _, when, by: Paused(**when, by=by)),
    "resume": _one(lambda _, when, by: Resumed(**when, by=by)),
    "finish": _one(lambda _, when, by: Finished(**when, by=by)),
    "pair": lambda db, number, _, by, now: tournaments.pair(db, number, by, now),
    "start": lambda db, number, _, by, now: tournaments.start_round(db, number, by, now),
    "undo": lambda db, number, f, by, now: tournaments.undo(
        db, number, f.get("event", ""), by, now
    ),
    "when": _set_start,
    "bye": _bye(ByeRequested),
    "no-bye": _bye(ByeCancelled),
    "result": _result,
    "swap": _swap,
    "move": _move,
}
"""By the last part of the path."""

"""The page on which managers set up the event, and the log of what staff did."""

import asyncio
import csv
import io
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

from aiohttp import web
from sqlalchemy import Connection, Select, func, select

from tabletop.event import messages as wire
from tabletop.hub import auth, intake, monitoring, notices, tournaments
from tabletop.hub.actions import MAX_NAME, NotDone, give_order, log_action
from tabletop.hub.auth import User
from tabletop.hub.games import GAMES, game_name
from tabletop.hub.overview import read_overview
from tabletop.hub.pages.staff import act
from tabletop.hub.schema import action, game_table, notice
from tabletop.hub.web import HUB, form, render, user_of
from tabletop.settings.weekly_hours import DAYS, BadHours, minute_of_week, parse_hours
from tabletop.system.names import MAX_TEXT_CHARACTERS, clean_text

routes: Final = web.RouteTableDef()

MAX_EVENT_NAME: Final = 60
MAX_MAIL_FIELD: Final = 200
LOG_ROWS: Final = 100
"""Of a page of the log."""
CSV_ROWS: Final = 100_000

MAX_HOURS_ROWS: Final = 20
MIN_HOURS_ROWS: Final = 3
DAY_NAMES: Final[Mapping[str, str]] = {
    "mon-sun": "Every day",
    "mon-fri": "Monday to Friday",
    "sat-sun": "Saturday and Sunday",
    "mon": "Monday",
    "tue": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "fri": "Friday",
    "sat": "Saturday",
    "sun": "Sunday",
}
"""What a row of opening hours can be for, as settings name it."""

HoursRow: TypeAlias = tuple[str, str, str]
"""Day, opens, closes."""
Fields: TypeAlias = Mapping[str, str]


# -- the page ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the page tells besides what is stored."""

    part: str = ""
    problem: str = ""
    typed: Mapping[str, str] | None = None
    """What was typed, if it was refused."""
    password_of: str = ""
    password: str = ""
    """A new password, shown once."""
    asks: bool = False
    """Whether the problem is a question: the form is sent again to go on."""


@routes.get("/event")
async def event(request: web.Request) -> web.Response:
    user_of(request, "manager")
    return await _event_page(request, _Shown())


async def _event_page(request: web.Request, shown: _Shown) -> web.Response:
    hub = request.app[HUB]
    stored = await hub.database.read(_read_event)
    table = request.query.get("table", "") or (shown.typed or {}).get("to", "")
    return render(
        request,
        "event.html",
        status=409 if shown.problem else 200,
        shown=shown,
        typed=shown.typed or {},
        table=table,
        addresses=hub.addresses,
        roles=auth.ROLES,
        done=request.query.get("done", ""),
        hours_rows=_shown_rows(shown, stored["hours"]),
        days=DAY_NAMES,
        **stored,
    )


def _shown_rows(shown: _Shown, hours: str) -> list[HoursRow]:
    """The rows of the form for opening hours, with some for more."""
    rows = _typed_rows(shown.typed) if shown.part == "hours" and shown.typed else []
    rows = rows or _hours_rows(hours)
    more = max(MIN_HOURS_ROWS - len(rows), 2)
    return [*rows, *[("mon-sun", "", "")] * more][:MAX_HOURS_ROWS]


def _read_event(db: Connection) -> dict[str, Any]:
    overview = read_overview(db, frozenset())
    off = intake.get_setting(db, intake.GAMES_OFF).split()
    waiting = db.execute(select(func.count()).select_from(notice)).scalar_one()
    problem = db.execute(
        select(notice.c.problem).where(notice.c.problem != "").order_by(notice.c.id.desc()).limit(1)
    ).scalar()
    return {
        "event_name": intake.get_setting(db, intake.EVENT_NAME),
        "code": intake.get_setting(db, intake.PAIRING_CODE),
        "people": auth.users(db),
        "tables": [(table.id, table.name) for table in overview.tables],
        "hours": intake.get_setting(db, intake.OPENING_HOURS),
        "games": [(key, game_name(key), key not in off) for key in _known_games(db)],
        "webhook": notices.read_webhook(db),
        "mail": notices.read_mail(db),
        "metrics_token": intake.get_setting(db, monitoring.TOKEN),
        "waiting": waiting,
        "last_problem": problem or "",
    }


def _known_games(db: Connection) -> list[str]:
    """The keys of this program's games, and of others that tables offer."""
    offered = db.execute(select(game_table.c.games).where(game_table.c.removed.is_(None)))
    others = {key for text in offered.scalars() for key in text.split()} - set(GAMES)
    return [*GAMES, *sorted(others)]


# -- forms ---------------------------------------------------------------------------------------

Change: TypeAlias = Callable[[Connection, User, Fields, float], None]


def _form(part: str, change: Change) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """A form of the page: what it changes is done, or the page says why not."""

    async def handle(request: web.Request) -> web.StreamResponse:
        user, hub, fields = user_of(request, "manager"), request.app[HUB], await form(request)
        if part == "games":  # several fields of one name
            chosen = (await request.post()).getall("game", [])
            fields = {**fields, "games": " ".join(map(str, chosen))}
        try:
            await act(hub, lambda db: change(db, user, fields, hub.now()))
        except NotDone as refused:
            asks = isinstance(refused, NotSure)
            return await _event_page(request, _Shown(part, str(refused), fields, asks=asks))
        raise web.HTTPSeeOther(f"/event?done={part}#{part}")

    return handle


def _set_name(db: Connection, user: User, fields: Fields, now: float) -> None:
    name = clean_text(fields.get("name", "")[:200], MAX_TEXT_CHARACTERS)
    if not 1 <= len(name) <= MAX_EVENT_NAME:
        raise NotDone(f"The name of an event has 1 to {MAX_EVENT_NAME} characters.")
    intake.set_setting(db, intake.EVENT_NAME, name)
    log_action(db, user.name, f"The event is called {name}", now)


def _new_code(db: Connection, user: User, fields: Fields, now: float) -> None:
    del fields
    intake.set_setting(db, intake.PAIRING_CODE, intake.new_pairing_code())
    log_action(db, user.name, "A new pairing code", now)


def _remove_person(db: Connection, user: User, fields: Fields, now: float) -> None:
    name = fields.get("name", "")
    try:
        auth.remove_user(db, name)
    except ValueError as problem:
        raise NotDone(str(problem)) from problem
    log_action(db, user.name, f"Removed {name} from the staff", now)


def _set_role(db: Connection, user: User, fields: Fields, now: float) -> None:
    name, role = fields.get("name", ""), fields.get("role", "")
    try:
        auth.set_role(db, name, role)
    except ValueError as problem:
        raise NotDone(str(problem)) from problem
    log_action(db, user.name, f"{name} is {role}", now)


def _tables_of(fields: Fields) -> list[int] | None:
    """The table that a form is for; None for all."""
    to = fields.get("to", "all")
    if to == "all":
        return None
    if not (to.isascii() and to.isdigit() and len(to) < 10):
        raise NotDone("Choose a table.")
    return [int(to)]


class NotSure(NotDone):
    """What a form would do, which is to be asked first."""


def _typed_rows(fields: Fields) -> list[HoursRow]:
    """The rows of the form for opening hours as they were typed."""
    numbers = [number for number in range(MAX_HOURS_ROWS) if f"day{number}" in fields]
    return [
        (fields[f"day{number}"], fields.get(f"from{number}", ""), fields.get(f"to{number}", ""))
        for number in numbers
    ]


def _hours_text(rows: Sequence[HoursRow]) -> str:
    """The rows as settings have them; NotDone for one without a time."""
    words = []
    for number, (day, begin, end) in enumerate(rows, 1):
        if not begin and not end:
            continue
        if not begin or not end:
            raise NotDone(
                f"Row {number} needs a time at which it opens and one at which it closes."
            )
        words.append(f"{day} {begin}-{'24:00' if end == '00:00' else end}")
    return " ".join(words)


def _hours_rows(text: str) -> list[HoursRow]:
    """Opening hours as rows of the form: each day that is open, with its times."""
    times: dict[str, list[tuple[str, str]]] = {day: [] for day in DAYS}
    day = DAYS[0]
    for word in text.split():
        begin, dash, end = word.partition("-")
        if dash:
            times[day].append((begin, "00:00" if end == "24:00" else end))
        else:
            day = word
    rows: list[HoursRow] = []
    left = list(DAYS)
    for name, several in (("mon-sun", DAYS), ("mon-fri", DAYS[:5]), ("sat-sun", DAYS[5:])):
        alike = all(times[each] == times[several[0]] for each in several)
        if alike and set(several) <= set(left):
            rows += [(name, *each) for each in times[several[0]]]
            left = [each for each in left if each not in several]
    return rows + [(each, *span) for each in left for span in times[each]]


def _set_hours(db: Connection, user: User, fields: Fields, now: float) -> None:
    try:
        hours = parse_hours(_hours_text(_typed_rows(fields)))
    except BadHours as problem:
        raise NotDone(f"These are no opening hours: {problem}.") from problem
    plan = str(hours)
    tables = _tables_of(fields)
    closing = (
        0
        if hours.is_open(minute_of_week(datetime.fromtimestamp(now)))
        else _open_tables(db, tables, now)
    )
    if closing and not fields.get("sure"):
        count = "1 table" if closing == 1 else f"{closing} tables"
        raise NotSure(f"This closes {count} now. Matches that are played are finished first.")
    if len(plan) > 400:
        raise NotDone("These opening hours are too long.")
    if tables is None:
        intake.set_setting(db, intake.OPENING_HOURS, plan)
    words = f"Opening hours: {plan or 'always open'}"
    give_order(db, tables, wire.SetHours(plan), words, user.name, now)


def _open_tables(db: Connection, chosen: Sequence[int] | None, now: float) -> int:
    """How many tables of some, or of all, are open."""
    query = select(game_table.c.id, game_table.c.health).where(game_table.c.removed.is_(None))
    rows = [row for row in db.execute(query) if chosen is None or row.id in chosen]
    return sum(not tournaments.is_closed(row.health, now) for row in rows)


def _set_games(db: Connection, user: User, fields: Fields, now: float) -> None:
    known = _known_games(db)
    offered = set(fields.get("games", "").split())
    off = tuple(key for key in known if key not in offered)[:32]
    if len(off) == len(known):
        raise NotDone("At least one game has to be offered.")
    tables = _tables_of(fields)
    if tables is None:
        intake.set_setting(db, intake.GAMES_OFF, " ".join(off))
    names = ", ".join(game_name(key) for key in off)
    words = f"Games: all but {names}" if off else "Games: all"
    give_order(db, tables, wire.SetGames(off), words, user.name, now)


def _set_webhook(db: Connection, user: User, fields: Fields, now: float) -> None:
    url = fields.get("url", "").strip()
    if not url:
        notices.store(db, notices.WEBHOOK, None)
        log_action(db, user.name, "No webhook for alerts", now)
        return
    if mistake := notices.webhook_mistake(url):
        raise NotDone(mistake)
    before = notices.read_webhook(db)
    secret = before.secret if before else secrets.token_hex(32)
    notices.store(db, notices.WEBHOOK, notices.Webhook(url, secret))
    log_action(db, user.name, "Another webhook for alerts", now)


def _set_mail(db: Connection, user: User, fields: Fields, now: float) -> None:
    host = fields.get("host", "").strip()
    if not host:
        notices.store(db, notices.MAIL, None)
        log_action(db, user.name, "No e-mail for alerts", now)
        return
    port, before = fields.get("port", ""), notices.read_mail(db)
    if not (port.isascii() and port.isdigit() and len(port) < 6 and 0 < int(port) < 65536):
        raise NotDone("The port is a number, usually 587 or 465.")
    sender, to = fields.get("sender", "").strip(), fields.get("to", "").strip()
    texts = (host, sender, to, fields.get("user", ""), fields.get("password", ""))
    if any(len(text) > MAX_MAIL_FIELD or not text.isprintable() for text in texts):
        raise NotDone(f"Each field has at most {MAX_MAIL_FIELD} characters, on one line.")
    if not all("@" in text.strip("@") for text in (sender, *to.split(","))):
        raise NotDone("From and To are e-mail addresses; To may be several, with commas.")
    mail = notices.Mail(
        host, int(port), fields.get("user", ""), fields.get("password", ""), sender, to
    )
    same_server = before is not None and (before.host, before.user) == (mail.host, mail.user)
    if before is not None and same_server and not mail.password:
        mail = notices.Mail(host, int(port), mail.user, before.password, sender, to)
    notices.store(db, notices.MAIL, mail)
    log_action(db, user.name, "Another e-mail address for alerts", now)


def _new_metrics_token(db: Connection, user: User, fields: Fields, now: float) -> None:
    del fields
    intake.set_setting(db, monitoring.TOKEN, secrets.token_urlsafe(24))
    log_action(db, user.name, "A new token for measurements", now)


_FORMS: Final[Mapping[str, tuple[str, Change]]] = {
    "/event/name": ("name", _set_name),
    "/event/code": ("code", _new_code),
    "/event/people/remove": ("people", _remove_person),
    "/event/people/role": ("people", _set_role),
    "/event/hours": ("hours", _set_hours),
    "/event/games": ("games", _set_games),
    "/event/webhook": ("alerts", _set_webhook),
    "/event/mail": ("mail", _set_mail),
    "/event/metrics-token": ("metrics", _new_metrics_token),
}
"""By path: the part of the page, and what the form does."""

for _path, (_part, _change) in _FORMS.items():
    routes.post(_path)(_form(_part, _change))


@routes.post("/event/people")
async def add_person(request: web.Request) -> web.StreamResponse:
    """Lets somebody in, or gives them a new password, which the answer shows."""
    user, hub, fields = user_of(request, "manager"), request.app[HUB], await form(request)
    name = " ".join(fields.get("name", "").split())
    role, anew = fields.get("role", ""), bool(fields.get("anew"))
    password = auth.new_password()
    async with hub.logins:
        hashed = await asyncio.to_thread(auth.hash_password, password)

    def work(db: Connection) -> None:
        known = auth.role_of(db, name if anew else auth.stored_name(db, name)) or None
        if not 1 <= len(name) <= MAX_NAME:
            raise NotDone(f"A name has 1 to {MAX_NAME} characters.")
        if anew != (known is not None):
            raise NotDone(f"{name} is {'no longer there' if anew else 'on the staff already'}.")
        if (known or role) not in auth.ROLES:
            raise NotDone("Choose a role.")
        auth.put_user(db, name, known or role, hashed, hub.now())
        what = "A new password for" if anew else f"New on the staff, {role}:"
        log_action(db, user.name, f"{what} {name}", hub.now())

    try:
        await act(hub, work)
    except NotDone as refused:
        return await _event_page(request, _Shown("people", str(refused), fields))
    if anew and name == user.name:
        raise web.HTTPConflict(text=f"Your new password is {password}. Log in with it.")
    return await _event_page(request, _Shown("people", password_of=name, password=password))


@routes.post("/event/test-alert")
async def test_alert(request: web.Request) -> web.StreamResponse:
    """Sends a notice that is no alert."""
    user_of(request, "manager")
    hub = request.app[HUB]
    base = (hub.addresses or ("",))[0]
    if not await act(hub, lambda db: notices.queue_test(db, base, hub.now())):
        words = "Set a webhook or an e-mail address first."
        return await _event_page(request, _Shown("alerts", words))
    raise web.HTTPSeeOther("/event?done=test#alerts")


# -- the log -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Filter:
    who: str = ""
    table: int | None = None
    words: str = ""
    before: int | None = None
    """Only rows with lower numbers: the next page."""

    @property
    def query(self) -> str:
        given = {"who": self.who, "table": self.table, "q": self.words, "before": self.before}
        return urlencode({name: value for name, value in given.items() if value})


def _filter(request: web.Request) -> _Filter:
    def number(name: str) -> int | None:
        text = request.query.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None

    words = " ".join(request.query.get("q", "").split())[:100]
    return _Filter(request.query.get("who", "")[:64], number("table"), words, number("before"))


def _chosen(wanted: _Filter, limit: int) -> "Select[tuple[int, float, str, str, str | None]]":
    query = (
        select(action.c.id, action.c.at, action.c.by, action.c.words, game_table.c.name)
        .outerjoin(game_table, game_table.c.id == action.c.table_id)
        .order_by(action.c.id.desc())
        .limit(limit)
    )
    if wanted.who:
        query = query.where(action.c.by == wanted.who)
    if wanted.table is not None:
        query = query.where(action.c.table_id == wanted.table)
    if wanted.words:
        query = query.where(action.c.words.icontains(wanted.words, autoescape=True))
    if wanted.before is not None:
        query = query.where(action.c.id < wanted.before)
    return query


@routes.get("/event/log")
async def show_log(request: web.Request) -> web.Response:
    user_of(request, "manager")
    wanted = _filter(request)

    def read(db: Connection) -> dict[str, Any]:
        rows = db.execute(_chosen(wanted, LOG_ROWS + 1)).all()
        tables = select(game_table.c.id, game_table.c.name).order_by(game_table.c.name)
        return {
            "rows": rows[:LOG_ROWS],
            "older": replace(wanted, before=rows[LOG_ROWS - 1].id).query
            if len(rows) > LOG_ROWS
            else "",
            "who": sorted(db.execute(select(action.c.by).distinct()).scalars()),
            "tables": db.execute(tables).all(),
        }

    stored = await request.app[HUB].database.read(read)
    csv_query = replace(wanted, before=None).query
    return render(request, "log.html", wanted=wanted, csv_query=csv_query, **stored)


@routes.get("/event/log.csv")
async def log_csv(request: web.Request) -> web.Response:
    user_of(request, "manager")
    wanted = replace(_filter(request), before=None)
    text = await request.app[HUB].database.read(partial(_csv_text, wanted=wanted))
    headers = {"Content-Disposition": 'attachment; filename="log.csv"'}
    return web.Response(text=text, content_type="text/csv", charset="utf-8", headers=headers)


def _csv_text(db: Connection, wanted: _Filter) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(("time", "who", "table", "what"))
    for row in db.execute(_chosen(wanted, CSV_ROWS)):
        at = datetime.fromtimestamp(row.at, UTC).isoformat(timespec="seconds")
        writer.writerow((at, *map(_harmless, (row.by, row.name or "", row.words))))
    return file.getvalue()


def _harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text

"""What all pages of the hub share: templates, sessions, form tokens, headers, live updates."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, TypeAlias

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tabletop import __version__
from tabletop.hub.auth import User, find_user
from tabletop.hub.changes import Changes
from tabletop.hub.database import Database
from tabletop.hub.tournaments import DamagedTournament, PerTournament

log = logging.getLogger(__name__)

COOKIE: Final = "hub"
FORM_TOKEN: Final = "token"
"""The name of the hidden field of each form."""
MAX_FORM_BYTES: Final = 64 * 1024
MAX_UPLOAD_BYTES: Final = 4 << 20
"""Of a form with a file, from somebody who is logged in."""
LIVE_SECONDS: Final = 1.0
"""The least seconds between two updates of a page that follows along."""
PING_SECONDS: Final = 15.0

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(slots=True)
class Hub:
    """What request handlers need; `HUB` finds it in the application."""

    database: Database
    changes: Changes
    assets: Path
    """The folder ``assets`` of the program."""
    addresses: tuple[str, ...] = ()
    """Where the hub is reached, the likeliest first, as ``http://192.168.1.5:8707``."""
    now: Callable[[], float] = time.time
    templates: Environment = field(init=False)
    files: dict[str, tuple[bytes, str]] = field(init=False)
    """By name: content and type of the static files."""
    logins: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    """Hashing a password takes 32 MB."""

    def __post_init__(self) -> None:
        self.files = _static_files(self.assets)
        self.templates = Environment(
            loader=FileSystemLoader(self.assets / "hub" / "pages"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        stamp = sha256(b"".join(content for content, _ in self.files.values())).hexdigest()[:12]
        self.templates.globals["stamp"] = stamp
        self.templates.globals["version"] = __version__
        self.templates.filters["clock"] = lambda at: time.strftime("%H:%M", time.localtime(at))
        self.templates.filters["day_and_clock"] = lambda at: time.strftime(
            "%A %H:%M", time.localtime(at)
        )
        self.templates.filters["ago"] = lambda at: ago(self.now() - at)


HUB: Final = web.AppKey("hub", Hub)
FORM_READ: Final = web.RequestKey("form read", bool)
"""The key of a request whose form was read: its files lie in the temporary folder."""
DAMAGED: Final = web.AppKey("damaged", PerTournament[None])
"""Knows the damaged tournaments."""
USER: Final = web.RequestKey("user", User)
"""The key of a request's `User`, if somebody is logged in."""

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


def _static_files(assets: Path) -> dict[str, tuple[bytes, str]]:
    own = [path for path in (assets / "hub").iterdir() if path.suffix in _TYPES]
    shared = [*(assets / "phone").glob("*.woff2"), assets / "phone" / "icon.svg"]
    return {path.name: (path.read_bytes(), _TYPES[path.suffix]) for path in (*own, *shared)}


def ago(seconds: float) -> str:
    """``2 min``, ``3 h``: how long something has been so."""
    minutes = max(0, int(seconds // 60))
    if minutes < 1:
        return "now"
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h"


# -- requests ------------------------------------------------------------------------------------


@web.middleware
async def secure(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Finds the session, refuses foreign forms, and adds the security headers to each answer."""
    hub = request.app[HUB]
    if not request.path.startswith("/api/"):
        token = request.cookies.get(COOKIE, "")
        if token:
            user = await hub.database.read(lambda db: find_user(db, token, hub.now()))
            if user is not None:
                request[USER] = user
                if request.content_type == "multipart/form-data":
                    request = request.clone(client_max_size=MAX_UPLOAD_BYTES)
    try:
        if request.method not in ("GET", "HEAD") and not request.path.startswith("/api/"):
            await _check_form(request)
        answer = await handler(request)
    except DamagedTournament as problem:
        log.exception("a page of tournament %d could not be made", problem.number)
        answer = render(
            request, "message.html", status=503, title="Damaged tournament", text=str(problem)
        )
    except web.HTTPMethodNotAllowed as ended:
        # The address of a form, opened anew: the page that the form was on.
        looks = request.method in ("GET", "HEAD") and not request.path.startswith("/api/")
        page = await _page_above(request) if looks else ""
        if not page:
            raise
        raise web.HTTPFound(page, headers=HEADERS) from ended
    except web.HTTPException as ended:
        if ended.status >= 400 and ended.content_type == "text/plain":
            answer = render(
                request,
                "message.html",
                status=ended.status,
                title=ended.reason,
                text=ended.text if ended.text != f"{ended.status}: {ended.reason}" else "",
            )
        else:
            ended.headers.update(HEADERS)
            raise
    finally:
        await _close_uploads(request)
    if not answer.prepared:
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
    return answer


async def _page_above(request: web.Request) -> str:
    """The nearest page above an address that is none; empty for none."""
    path = request.path
    while path != "/":
        path = path.rpartition("/")[0] or "/"
        found = await request.app.router.resolve(request.clone(method="GET", rel_url=path))
        if found.http_exception is None:
            return path
    return ""


async def _close_uploads(request: web.Request) -> None:
    """Deletes the temporary files of a form that was read."""
    if request.content_type == "multipart/form-data" and request.get(FORM_READ):
        for value in (await request.post()).values():
            if isinstance(value, web.FileField):
                value.file.close()


async def _check_form(request: web.Request) -> None:
    """Refuses a form of another page: by its origin, and by the token of the session.

    The forms of visitors have no session. Each browser tells the origin of a form; without one,
    nothing is done in the name of a cookie.
    """
    upload = USER in request and request.content_type == "multipart/form-data"
    most = MAX_UPLOAD_BYTES if upload else MAX_FORM_BYTES
    if (request.content_length or 0) > most:
        raise web.HTTPRequestEntityTooLarge(most, request.content_length or 0)
    origin = request.headers.get("Origin", "") or request.headers.get("Referer", "")
    if origin and origin.partition("://")[2].partition("/")[0] != request.host:
        raise web.HTTPForbidden(text="This form was sent from another page.")
    user = request.get(USER)
    if user is None:
        if not origin and request.cookies:
            raise web.HTTPForbidden(text="Your browser does not tell where this form is from.")
    else:
        given = (await form(request)).get(FORM_TOKEN, "")
        if not compare_digest(given.encode(), user.form_token.encode()):
            raise web.HTTPForbidden(text="This form is too old. Load the page again.")


def is_this_computer(address: str | None) -> bool:
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def address_of(request: web.Request) -> str:
    """Whose request it is, for limits of tries.

    A web server on this computer that passes requests on tells it; nobody else is believed.
    """
    told = request.headers.getall("X-Forwarded-For", [])
    if told and is_this_computer(request.remote):
        return told[-1].rpartition(",")[2].strip()[:64]
    return request.remote or ""


def address_of_hub(request: web.Request) -> str:
    """Where phones reach the hub, as ``http://192.168.1.5:8707``."""
    addresses = request.app[HUB].addresses
    return addresses[0] if addresses else str(request.url.origin())


def is_encrypted(request: web.Request) -> bool:
    """Whether the browser uses HTTPS, also to a web server on this computer."""
    told = request.headers.get("X-Forwarded-Proto", "") == "https"
    return request.scheme == "https" or (told and is_this_computer(request.remote))


def user_of(request: web.Request, role: str | None = None) -> User:
    """Who is logged in; sends anybody else to the login. `role` is what the page is for."""
    user: User | None = request.get(USER)
    if user is None:
        if request.method in ("GET", "HEAD"):
            raise web.HTTPFound(f"/login?to={request.path}")
        raise web.HTTPForbidden(text="Log in again.")
    if role is not None and not user.may(role):
        raise web.HTTPForbidden(text=f"Only a {role} may do this.")
    return user


async def form(request: web.Request) -> Mapping[str, str]:
    """The text fields of a form, without the character 0, which PostgreSQL does not store."""
    try:
        fields = await request.post()
    except (ValueError, LookupError, HttpProcessingError) as problem:
        raise web.HTTPBadRequest(text="This form cannot be read.") from problem
    request[FORM_READ] = True
    return {
        name: value.replace("\0", "") for name, value in fields.items() if isinstance(value, str)
    }


def render(request: web.Request, page: str, *, status: int = 200, **words: Any) -> web.Response:
    """A page from its template. `user`, `path` and `hub` are there in each."""
    hub = request.app[HUB]
    template = hub.templates.get_template(page)
    html = template.render(user=request.get(USER), path=request.path, hub=hub, **words)
    return web.Response(text=html, content_type="text/html", charset="utf-8", status=status)


# -- files and live updates ----------------------------------------------------------------------

routes = web.RouteTableDef()


@routes.get("/static/{stamp}/{name}")
async def static(request: web.Request) -> web.Response:
    found = request.app[HUB].files.get(request.match_info["name"])
    if found is None:
        raise web.HTTPNotFound
    content, kind = found
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Content-Type": kind}
    return web.Response(body=content, headers=headers)


@routes.get("/live")
async def live(request: web.Request) -> web.StreamResponse:
    """Server-sent events: the version of what pages show, whenever it rises."""
    changes = request.app[HUB].changes
    answer = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
    await answer.prepare(request)
    with suppress(ConnectionError):  # the page was closed
        while True:
            shown = changes.version
            await answer.write(f"data: {shown}\n\n".encode())
            await asyncio.sleep(LIVE_SECONDS)
            await changes.wait_after(shown, PING_SECONDS)
    return answer

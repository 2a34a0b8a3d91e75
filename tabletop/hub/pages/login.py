"""The pages for logging in and out."""

import asyncio
from functools import partial
from typing import Final

from aiohttp import web

from tabletop.hub import auth
from tabletop.hub.auth import SESSION_SECONDS, LoginRefused
from tabletop.hub.web import COOKIE, HUB, address_of, form, is_encrypted, render

routes: Final = web.RouteTableDef()


@routes.get("/login")
async def show_login(request: web.Request) -> web.Response:
    return _login_page(request, request.query.get("to", ""), "", "")


@routes.post("/login")
async def log_in(request: web.Request) -> web.StreamResponse:
    hub, fields = request.app[HUB], await form(request)
    name, password = fields.get("name", "").strip()[:64], fields.get("password", "")[:200]
    address, to = address_of(request), fields.get("to", "")
    stored = await hub.database.read(partial(auth.stored_name, typed=name))
    name = stored or name.casefold()
    begin = partial(auth.begin_login, name=name, address=address, now=hub.now())
    try:
        hashed = await hub.database.write(begin)
    except LoginRefused as refused:
        return _login_page(request, to, name, str(refused), 429)
    async with hub.logins:
        right = await asyncio.to_thread(auth.is_password, password, hashed)
    if not right:
        return _login_page(request, to, name, "Wrong name or password.", 403)
    finish = partial(auth.finish_login, name=name, address=address, now=hub.now())
    answer = web.HTTPSeeOther(to if _is_own_path(to) else "/tables")
    answer.set_cookie(
        COOKIE,
        await hub.database.write(finish),
        max_age=int(SESSION_SECONDS),
        httponly=True,
        samesite="Strict",
        secure=is_encrypted(request),
    )
    raise answer


@routes.post("/logout")
async def log_out(request: web.Request) -> web.StreamResponse:
    token = request.cookies.get(COOKIE, "")
    await request.app[HUB].database.write(partial(auth.log_out, token=token))
    answer = web.HTTPSeeOther("/login")
    answer.del_cookie(COOKIE)
    raise answer


def _is_own_path(to: str) -> bool:
    """Whether a path leads to a page of this server; ``//other`` leads elsewhere."""
    return to.startswith("/") and not to.startswith(("//", "/\\")) and to.isprintable()


def _login_page(
    request: web.Request, to: str, name: str, problem: str, status: int = 200
) -> web.Response:
    return render(request, "login.html", status=status, to=to, name=name, problem=problem)

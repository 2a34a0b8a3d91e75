"""Pages of the hub against forged forms, wrong roles, hostile names and large bodies."""

import re
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import aiohttp
import pytest

from tabletop.event import messages as wire
from tabletop.hub import auth
from tabletop.hub.web import COOKIE, MAX_FORM_BYTES
from tests.hub.staff_client import PASSWORD, ROLES, HubSite, with_hub
from tests.hub.table_client import join_table, orders_of

ANYBODY = ("Mira", "Ines", "Rolf")
STAFF = ("Mira", "Ines")
REFEREE = ("Mira", "Rolf")
MANAGER = ("Mira",)

FORMS: dict[str, tuple[str, ...]] = {
    "/alerts/{id}/take": ANYBODY,
    "/alerts/{id}/done": ANYBODY,
    "/tables/{id}/offline/take": ANYBODY,
    "/tables/{id}/offline/done": ANYBODY,
    "/tables/{id}/restart": STAFF,
    "/tables/{id}/restart-now": STAFF,
    "/tables/{id}/wipe-down": STAFF,
    "/tables/{id}/remove": MANAGER,
    "/tables/{id}/rename": STAFF,
    "/tables/{id}/location": STAFF,
    "/message": STAFF,
    "/event/name": MANAGER,
    "/event/code": MANAGER,
    "/event/people": MANAGER,
    "/event/people/remove": MANAGER,
    "/event/people/role": MANAGER,
    "/event/hours": MANAGER,
    "/event/games": MANAGER,
    "/event/webhook": MANAGER,
    "/event/mail": MANAGER,
    "/event/metrics-token": MANAGER,
    "/event/test-alert": MANAGER,
    "/event/slides": MANAGER,
    "/results/{number}": REFEREE,
    "/tournaments/new": REFEREE,
    "/tournaments/{number}/{act}": REFEREE,
}
"""Who may send the forms of staff. A new one has to be added here."""
STAFF_PAGES: dict[str, tuple[str, ...]] = {
    "/tables": ANYBODY,
    "/tables/{id}": ANYBODY,
    "/event": MANAGER,
    "/event/log": MANAGER,
    "/event/log.csv": MANAGER,
}
OPEN_TO_ALL = ("/login", "/logout")


def _forms(site: HubSite) -> set[str]:
    """The paths of all forms that staff can send."""
    return {
        route.resource.canonical
        for route in site.client.app.router.routes()
        if route.resource is not None
        and route.method not in ("GET", "HEAD")
        and not route.resource.canonical.startswith(("/api/", "/v", "/c", "/t/", "/hello"))
        and route.resource.canonical not in OPEN_TO_ALL
    }


def test_each_form_is_only_for_those_who_may_send_it(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        assert _forms(site) == set(FORMS)
        for form, allowed in FORMS.items():
            path = form.replace("{id}", "99").replace("{number}", "99").replace("{act}", "start")
            assert (await site.post(path)).status == 403, form
            for user in ROLES:
                refused = (await site.post(path, user)).status == 403
                assert refused == (user not in allowed), (form, user)
        for page, allowed in STAFF_PAGES.items():
            path = page.replace("{id}", "99")
            there = await site.get(path)
            assert (there.status, there.headers["Location"]) == (302, f"/login?to={path}")
            for user in ROLES:
                assert ((await site.get(path, user)).status == 403) == (user not in allowed), page

    with_hub(tmp_path, work)


@pytest.mark.parametrize(
    ("token", "headers"),
    [
        ("", {}),
        ("wrong", {}),
        (None, {"Origin": "https://evil.example"}),
        (None, {"Origin": "null"}),
        (None, {"Origin": "http://127.0.0.1:1"}),
    ],
)
def test_a_forged_form_does_nothing(
    tmp_path: Path, token: str | None, headers: dict[str, str]
) -> None:
    async def work(site: HubSite) -> None:
        oak = site.table("Oak")
        fields = {"to": "all", "text": "Hello"}
        forged = await site.post("/message", "Mira", fields, token=token, headers=headers)
        assert forged.status == 403
        assert orders_of(site.database, oak.joined.table) == []
        assert (await site.post("/message", "Mira", to="all", text="Hello")).status == 303
        assert orders_of(site.database, oak.joined.table) == [wire.Say("Hello")]

    with_hub(tmp_path, work)


def test_names_and_words_are_shown_as_they_are_written(tmp_path: Path) -> None:
    evil = "<script>1</script>"

    async def work(site: HubSite) -> None:
        client = join_table(site.database, evil, site.clock())
        seats = (wire.SeatState(name=evil), wire.SeatState(side=evil))
        await site.send(
            client,
            wire.Started(evil, (evil,)),
            wire.Drawing(
                evil, '{"width":1,"height":1,"tiles":[],"signs":[{"text":"<b>","at":[0,0]}]}'
            ),
            wire.MatchState(match="m", game=evil, seats=seats, words=evil, diagram=evil),
            wire.Alert("device", evil, words=evil),
            wire.Health(warnings=(evil,), devices=(wire.DeviceReport(evil, evil, evil),)),
        )
        await site.post("/message", "Mira", to="all", text=evil)
        for page in STAFF_PAGES.keys() - {"/event/log.csv"}:  # no page, and no browser shows it
            html = await site.text(page.replace("{id}", str(client.joined.table)), "Mira")
            assert not re.search(r"<script>\s*1", html), page
            assert "<b>" not in re.sub(r"<b>[\w&;/]", "", html), page

    with_hub(tmp_path, work)


def test_a_session_ends_by_itself_and_by_logging_out(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        assert (await site.get("/tables", "Ines")).status == 200
        site.clock.ahead += auth.SESSION_SECONDS + 1
        assert (await site.get("/tables", "Ines")).status == 302
        site.tokens.clear()
        assert (await site.get("/tables", "Ines")).status == 200
        await site.post("/logout", "Ines")
        assert (await site.get("/tables", "Ines")).status == 302

    with_hub(tmp_path, work)


def test_a_login_takes_names_and_new_passwords_in_any_case_and_without_dashes(
    tmp_path: Path,
) -> None:
    async def work(site: HubSite) -> None:
        answer = await site.post("/event/people", "Mira", name="Tova", role="staff")
        found = re.search(r'class="password">([^<]+)<', await answer.text())
        assert found
        typed = found[1].replace("-", "").upper()
        answer = await site.post("/login", "", {"name": "tova", "password": typed})
        assert answer.status == 303
        answer = await site.post("/login", "", {"name": "tova", "password": typed[1:]})
        assert answer.status == 403
        answer = await site.post("/event/people", "Mira", name="TOVA", role="manager")
        assert answer.status == 409

    with_hub(tmp_path, work)


def test_wrong_passwords_have_to_wait(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        async def status(password: str) -> int:
            return (await site.post("/login", name="Ines", password=password)).status

        tried = [await status("wrong") for _ in range(auth.FREE_ATTEMPTS + 1)]
        assert tried == [403] * auth.FREE_ATTEMPTS + [429]
        assert await status(PASSWORD) == 429
        site.clock.ahead += auth.FIRST_WAIT_SECONDS + 1
        assert await status(PASSWORD) == 303

    with_hub(tmp_path, work)


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_the_login_leads_to_no_other_server(tmp_path: Path, to: str) -> None:
    async def work(site: HubSite) -> None:
        answer = await site.post("/login", name="Ines", password=PASSWORD, to=to)
        assert answer.headers["Location"] == "/tables"

    with_hub(tmp_path, work)


@pytest.mark.parametrize("told", [True, False])
def test_large_bodies_are_refused_and_the_hub_goes_on(tmp_path: Path, told: bool) -> None:
    """Whether or not the sender tells the length before."""

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(10):
            yield b"x" * (1 << 20)

    async def work(site: HubSite) -> None:
        for path, user in (("/message", "Mira"), ("/login", ""), ("/api/join", "")):
            cookies = {COOKIE: (await site.log_in(user))[0]} if user else {}
            body = BytesIO(b"x" * (10 << 20)) if told else pieces()
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            try:
                answer = await site.client.post(path, data=body, cookies=cookies, headers=headers)
            except (aiohttp.ClientConnectionError, ConnectionError):
                continue  # the hub has closed the connection
            assert answer.status == 413, path
        assert (await site.post("/message", "Mira", text="x" * MAX_FORM_BYTES)).status == 413
        assert (await site.get("/tables", "Mira")).status == 200

    with_hub(tmp_path, work)


def test_pages_are_in_no_frame_and_run_no_script_of_others(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        for path in ("/login", "/tables", "/nothing-here"):
            headers = (await site.get(path, "Mira")).headers
            assert "default-src 'self'" in headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff"

    with_hub(tmp_path, work)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"name=\xff"),
        ("application/x-www-form-urlencoded; charset=bogus", b"name=a"),
        ("multipart/form-data", b"name=a"),
        ("multipart/form-data; boundary=b", b"name=a"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: x\r\n\r\n\r\n"),
        ("multipart/form-data; boundary=b", b"--b\r\n" + b"a" * 60_000),
    ],
)
def test_a_form_that_is_none_is_refused_and_leaves_nothing_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str, body: bytes
) -> None:
    async def work(site: HubSite) -> None:
        headers = {"Content-Type": kind}
        answer = await site.client.post("/hello", data=body, headers=headers)
        assert answer.status == 400
        answer = await site.client.post("/hello", data=b"", headers={"Origin": "http://["})
        assert answer.status == 403

    with_hub(tmp_path, work)
    assert not caplog.records


def test_behind_a_web_server_on_the_same_computer_each_browser_has_its_own_tries(
    tmp_path: Path,
) -> None:
    async def log_in(site: HubSite, address: str, password: str) -> aiohttp.ClientResponse:
        headers = {"X-Forwarded-For": f"1.2.3.4, {address}", "X-Forwarded-Proto": "https"}
        return await site.post("/login", "", name="Mira", password=password, headers=headers)

    async def work(site: HubSite) -> None:
        for _ in range(auth.FREE_ATTEMPTS):
            assert (await log_in(site, "10.0.0.66", "wrong")).status == 403
        assert (await log_in(site, "10.0.0.66", PASSWORD)).status == 429
        answer = await log_in(site, "10.0.0.7", PASSWORD)
        assert answer.status == 303
        assert answer.cookies[COOKIE]["secure"]

    with_hub(tmp_path, work)

import asyncio
import base64
import re
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path

import pytest
from aiohttp import ClientResponse
from msgspec import Raw

from tabletop.party.messages import DiagramFile, HomePage
from tabletop.party.words import PHONE_TEXTS
from tabletop.system.addresses import machine_addresses
from tests.party.phone_table import Table, open_table

PAGE = """<!doctype html><link rel="stylesheet" href="/static/style.css">
<script type="module" src="/static/main.js"></script><img src="/static/missing.png">"""
MAIN = 'import { dom } from "./dom.js";\n' + "// a comment that can be compressed\n" * 20
HOME = """<!doctype html><title>A match</title><style>b{color:red}</style>
<script>let a = 1;</script><script type="module">
let b = "</b>";
</script>"""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "main.js").write_text(MAIN)
    (tmp_path / "dom.js").write_text("export const dom = 1;")
    (tmp_path / "style.css").write_text('@font-face{src:url("/static/font.woff2")}')
    (tmp_path / "font.woff2").write_bytes(b"wOF2" * 100)
    (tmp_path / "notes.py").write_text("not for phones")
    return tmp_path


def with_pages(pages: Path, check: Callable[[Table], Awaitable[None]]) -> None:
    async def run() -> None:
        async with open_table(pages=pages) as table:
            await check(table)

    asyncio.run(run())


async def get(table: Table, path: str, **headers: str) -> ClientResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with table.session().get(table.url + path, headers=named) as answer:
        await answer.read()
        return answer


def test_the_page_and_its_files_are_served_and_kept_by_browsers(pages: Path) -> None:
    async def check(table: Table) -> None:
        page = await get(table, "/")
        assert page.status == 200
        assert page.content_type == "text/html"
        assert await (await get(table, "/j/some-token")).text() == await page.text()
        links = re.findall(r'(?:src|href)="([^"]+)"', await page.text())
        assert [link.partition("?")[0] for link in links] == [
            "/static/style.css",
            "/static/main.js",
            "/static/missing.png",
        ]
        for link in links[:2]:
            answer = await get(table, link)
            assert answer.status == 200
            assert "immutable" in answer.headers["Cache-Control"]
        script = await (await get(table, links[1])).text()
        (imported,) = re.findall(r'from "([^"]+)"', script)
        assert "immutable" in (await get(table, imported)).headers["Cache-Control"]
        assert "immutable" not in (await get(table, "/static/dom.js")).headers["Cache-Control"]
        old = await get(table, "/static/dom.js?v=of-yesterday")
        assert "immutable" not in old.headers["Cache-Control"]
        assert (await get(table, "/static/notes.py")).status == 404
        assert (await get(table, "/static/missing.png")).status == 404

    with_pages(pages, check)


def test_other_files_have_another_version(pages: Path) -> None:
    async def page(table: Table) -> None:
        seen.append(await (await get(table, "/")).text())

    seen: list[str] = []
    with_pages(pages, page)
    with_pages(pages, page)
    (pages / "dom.js").write_text("export const dom = 2;")
    with_pages(pages, page)
    assert seen[0] == seen[1] != seen[2]


def test_files_are_compressed_where_that_helps_and_not_sent_twice(pages: Path) -> None:
    async def check(table: Table) -> None:
        async with table.session().get(
            f"{table.url}/static/main.js", headers={"Accept-Encoding": "gzip"}
        ) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            small = int(answer.headers["Content-Length"])
            text = await answer.text()
        plain = await get(table, "/static/main.js", Accept_Encoding="identity")
        assert "Content-Encoding" not in plain.headers
        assert await plain.text() == text
        assert small < len(text) / 3
        font = await get(table, "/static/font.woff2", Accept_Encoding="gzip")
        assert "Content-Encoding" not in font.headers
        again = await get(table, "/static/main.js", If_None_Match=plain.headers["ETag"])
        assert again.status == 304

    with_pages(pages, check)


def test_a_head_request_has_no_body(pages: Path) -> None:
    async def check(table: Table) -> None:
        async with table.session().head(f"{table.url}/") as answer:
            assert answer.status == 200
            assert await answer.read() == b""

    with_pages(pages, check)


def test_without_its_pages_the_server_says_so(tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        answer = await get(table, "/")
        assert answer.status == 404
        assert "missing" in await answer.text()

    with_pages(tmp_path / "nowhere", check)


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/check", "/none", "/home/x", "/ws"])
def test_every_answer_forbids_what_no_page_needs(pages: Path, path: str) -> None:
    async def check(table: Table) -> None:
        answer = await get(table, path)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith(("default-src 'self'", "default-src 'none'"))
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "Set-Cookie" not in answer.headers
        assert "aiohttp" not in answer.headers["Server"]

    with_pages(pages, check)


def test_the_texts_come_in_the_language_of_the_phone(pages: Path) -> None:
    async def check(table: Table) -> None:
        told = {}
        for language in ("en", "de", "fr", "es", "de-AT", "zz", "../x"):
            answer = await get(table, f"/words/{language}.json")
            if answer.status == 200:
                told[language] = await answer.json()
                assert set(told[language]) == set(PHONE_TEXTS)
        assert told["en"] == {key: str(text) for key, text in PHONE_TEXTS.items()}
        assert told["de"] == told["de-AT"] != told["en"]
        assert told["fr"] != told["es"]
        assert told["zz"] == told["en"]

    with_pages(pages, check)


def test_a_diagram_is_served_as_the_table_sent_it(pages: Path) -> None:
    async def check(table: Table) -> None:
        assert (await get(table, "/diagram/shoo-2.json")).status == 404
        table.server.receive(DiagramFile("shoo-2", Raw(b'{"spots":[]}')))
        answer = await get(table, "/diagram/shoo-2.json")
        assert await answer.json() == {"spots": []}
        assert "immutable" in answer.headers["Cache-Control"]

    with_pages(pages, check)


def test_a_page_to_take_home_runs_its_own_scripts_only(pages: Path) -> None:
    async def check(table: Table) -> None:
        table.server.receive(HomePage("a-key", HOME))
        answer = await get(table, "/home/a-key")
        assert await answer.text() == HOME
        assert "Content-Disposition" not in answer.headers
        policy = answer.headers["Content-Security-Policy"]
        for inline in ("let a = 1;", '\nlet b = "</b>";\n', "b{color:red}"):
            digest = base64.b64encode(sha256(inline.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy
        assert policy.count("sha256-") == 3
        saved = await get(table, "/home/a-key?save")
        assert saved.headers["Content-Disposition"].startswith("attachment")
        assert (await get(table, "/home/another")).status == 404

    with_pages(pages, check)


def test_the_way_can_be_tested(pages: Path) -> None:
    async def check(table: Table) -> None:
        answer = await get(table, "/check")
        assert (await answer.json())["joining"] is True
        assert answer.headers["Cache-Control"] == "no-store"

    with_pages(pages, check)


def test_the_addresses_are_of_this_machine_and_reachable_for_others() -> None:
    addresses = machine_addresses()
    assert len(set(addresses)) == len(addresses)
    assert not any(each.startswith(("127.", "169.254.", "fe80", "::1")) for each in addresses)

"""The pages for everybody over HTTP: signing up, claiming, deleting, standings, the projector."""

import asyncio
import io
import re
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest
from aiohttp import FormData
from PIL import Image
from sqlalchemy import Connection

from tabletop.engine.game import Outcome
from tabletop.event import messages as wire
from tabletop.hub import intake, orders, slides, tournaments, visitors
from tabletop.hub.changes import Changes
from tabletop.hub.database import Database, file_url
from tabletop.hub.schema import game_table, tournament_call, visitor
from tabletop.hub.slides import MAX_PICTURE_BYTES, SIZE, SlideProblem, read_picture
from tabletop.hub.tournament import Created
from tests.hub.browsing import NOON, Visitor, browse, text_of
from tests.hub.table_client import decode, join_table, record_text

WON = Outcome((0,), "five in a row")
ATTACK = "<script>alert(1)</script>"


@pytest.fixture
def hub(tmp_path: Path) -> Database:
    opened = Database(file_url(tmp_path / "hub.db"))
    opened.do(partial(intake.set_setting, name=intake.EVENT_NAME, text="Harbour Fair"))
    return opened


def play(hub: Database, *names: str, match: str = "m", game: str = "shoo") -> list[str]:
    """A match of visitors, the first of whom wins; gives their codes."""
    codes = [
        hub.do(partial(visitors.sign_up, typed=name, address=name, now=NOON)) for name in names
    ]
    oak = join_table(hub, f"Oak {match}", NOON)
    oak.now = NOON
    oak.send(wire.MatchResult(match, record_text(WON, names, game), visitors=tuple(codes)))
    return codes


# -- signing up and the own page -----------------------------------------------------------------


def test_who_signs_up_gets_a_page_and_the_phone_remembers_it(hub: Database) -> None:
    async def work(phone: Visitor) -> None:
        answer, page = await phone.post("/hello", name="  Ada   Lovelace ")
        assert answer.url.path.startswith("/v/")
        assert "Hello Ada Lovelace" in text_of(page)
        assert text_of((await phone.get("/hello"))[1]).startswith("Welcome The hub")
        assert answer.url.path in (await phone.get("/hello"))[1]
        set_cookie = answer.history[0].headers["Set-Cookie"]
        assert "HttpOnly" in set_cookie
        assert "SameSite=Lax" in set_cookie

    browse(hub, work)


def test_a_name_that_cannot_be_is_asked_for_again(hub: Database) -> None:
    async def work(phone: Visitor) -> None:
        answer, page = await phone.post("/hello", name="www.example.org")
        assert answer.status == 400
        assert "another name" in page
        assert 'value="www.example.org"' in page

    browse(hub, work)


def test_what_visitors_type_is_shown_as_text(hub: Database) -> None:
    (code,) = play(hub, "Ada", match="a")
    oak = join_table(hub, ATTACK[:24], NOON)
    names = (ATTACK, "Ada", '"><img src=x onerror=a>')
    escaped = record_text(Outcome((0,), ATTACK), tuple(map(quote, names)), ATTACK[:20])
    oak.send(wire.MatchResult(ATTACK, escaped, visitors=("", code, ""), claims=("C0", "C1", "C2")))

    async def work(phone: Visitor) -> None:
        token = await phone.log_in(hub)
        assert token
        pages = [f"/v/{code}", "/c/C0", "/standings", "/projector", "/results", "/results/2"]
        for path in (*pages, f"/hello?to={ATTACK}", f"/standings?day={ATTACK}&game={ATTACK}"):
            status, page = await phone.get(path)
            assert status == 200, path
            assert "<script>alert" not in page, path
            assert "<img src=x" not in page, path
        _, page = await phone.post("/hello", name=ATTACK)
        assert "<script>alert" not in page

    browse(hub, work)


def test_the_own_page_tells_results_in_words(database: Database) -> None:
    ada, _ = play(database, "Ada", "Bo")
    oak = join_table(database, "Elm", NOON)
    oak.now = NOON - 86_400
    third = Outcome((1,), "most points", (3, 9, 1))
    codes = ("", "", ada)
    oak.send(
        wire.MatchResult("n", record_text(third, ("Gus", "Tess", "Ada"), "shout7"), visitors=codes)
    )

    async def work(phone: Visitor) -> str:
        return text_of((await phone.get(f"/v/{ada}"))[1])

    page = browse(database, work)
    assert re.search(r"Shoo against Bo ✓ Won \d\d:\d\d", page)
    assert re.search(r"Shout 7 with Gus and Tess 3rd of 3 \w{3} \d\d:\d\d", page)
    assert "1138" in page  # 1000 + 40 x ordinal after one win


def test_wrong_codes_are_refused_after_some_and_the_own_phone_still_works(hub: Database) -> None:
    async def work(phone: Visitor) -> None:
        answer, _ = await phone.post("/hello", name="Ada")
        own = answer.url.path
        statuses = [(await phone.get(f"/v/BCDF{n}{n}"))[0] for n in range(2, 9)]
        assert statuses == [404] * 5 + [429] * 2
        assert (await phone.get(own))[0] == 200
        phone.client.session.cookie_jar.clear()
        assert (await phone.get(own))[0] == 429
        phone.clock.now += 31
        assert (await phone.get(own))[0] == 200

    browse(hub, work)


def test_delete_all_asks_once_and_ends_everything(hub: Database) -> None:
    async def work(phone: Visitor) -> None:
        answer, _ = await phone.post("/hello", name="Ada")
        own = answer.url.path
        assert "Delete all?" in text_of((await phone.get(f"{own}/delete"))[1])
        assert (await phone.get(own))[0] == 200
        answer, page = await phone.post(f"{own}/delete")
        assert answer.status == 200
        assert "All is deleted" in page
        assert (await phone.get(own))[0] == 404
        assert "Ada" not in (await phone.get("/hello"))[1]

    browse(hub, work)


# -- claims --------------------------------------------------------------------------------------


def test_a_stranger_claims_a_seat_by_signing_up_and_gives_it_back(database: Database) -> None:
    oak = join_table(database, "Oak", NOON)
    oak.send(wire.MatchResult("m", record_text(WON), claims=("CLAIM0", "CLAIM1")))

    async def work(phone: Visitor) -> None:
        assert "Did you play White?" in text_of((await phone.get("/c/CLAIM0"))[1])
        answer, page = await phone.post("/c/CLAIM0", name="Ada L")
        assert answer.url.path.startswith("/v/")
        assert "against Bo" in text_of(page)
        assert "You played White" in text_of((await phone.get("/c/CLAIM0"))[1])
        mine = phone.client.session.cookie_jar.filter_cookies(phone.client.make_url("/"))
        phone.client.session.cookie_jar.clear()
        assert "taken" in (await phone.get("/c/CLAIM0"))[1]
        answer, _ = await phone.post("/c/CLAIM0", name="Mallory")
        assert answer.status == 400
        phone.client.session.cookie_jar.update_cookies(mine)
        _, page = await phone.post("/c/CLAIM0/back")
        assert "No games yet" in page
        assert "Did you play White?" in text_of((await phone.get("/c/CLAIM0"))[1])

    browse(database, work)


def test_a_refused_claim_makes_no_visitor(hub: Database) -> None:
    oak = join_table(hub, "Oak", NOON)
    oak.send(wire.MatchResult("m", record_text(WON), claims=("CLAIM0", "CLAIM1")))

    async def work(phone: Visitor) -> None:
        answer, page = await phone.post("/c/CLAIM0", name="   ")
        assert answer.status == 400
        assert "type a name" in page
        assert (await phone.post("/c/UNKNOWN", name="Ada"))[0].status == 404

    browse(hub, work)
    assert hub.look(lambda db: db.exec_driver_sql("SELECT count(*) FROM visitor").scalar()) == 0


@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
def test_forms_of_other_pages_do_nothing_in_a_visitors_name(
    hub: Database, origin: str | None
) -> None:
    oak = join_table(hub, "Oak", NOON)
    oak.send(wire.MatchResult("m", record_text(WON), claims=("CLAIM0", "CLAIM1")))

    async def work(phone: Visitor) -> None:
        answer, _ = await phone.post("/hello", name="Ada")
        own = answer.url.path
        for path in ("/c/CLAIM0", "/c/CLAIM0/back", f"{own}/delete", "/hello"):
            assert (await phone.post(path, origin=origin, name="Eve"))[0].status == 403
        assert "Did you play" in (await phone.get("/c/CLAIM0"))[1]
        assert (await phone.get(own))[0] == 200

    browse(hub, work)


def test_the_page_of_a_form_is_enough_where_a_browser_tells_no_origin(hub: Database) -> None:
    async def work(phone: Visitor) -> int:
        await phone.post("/hello", name="Ada")
        headers = {"Referer": str(phone.client.make_url("/hello"))}
        again = await phone.client.post("/hello", data={"name": "Bo"}, headers=headers)
        return again.status

    assert browse(hub, work) == 200


# -- standings and the projector -----------------------------------------------------------------


def test_the_standings_show_games_days_and_computers(hub: Database) -> None:
    play(hub, "Ada", "Bo")
    play(hub, "Nora", "Milo", match="n", game="super7")

    async def work(phone: Visitor) -> None:
        page = text_of((await phone.get("/standings?game=shoo"))[1])
        assert "1 Ada 1138 1 0 0" in page
        assert "Nora" not in page
        assert "Nora" in (await phone.get("/standings"))[1]  # the first game of the menu
        assert "No results yet" in (await phone.get("/standings?day=2001-01-01"))[1]

    browse(hub, work)


def test_the_projector_shows_eight_rows_a_page_and_no_unfit_name(hub: Database) -> None:
    numbers = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    names = [f"Player {word}" for word in numbers]
    for number, name in enumerate(names):
        play(hub, name, "Guest", match=f"m{number}")
    unfit = hub.do(partial(visitors.sign_up, typed="Ada", address="x", now=NOON))
    hub.do(
        lambda db: db.execute(
            visitor.update().where(visitor.c.code == unfit).values(name="www.example.org")
        )
    )
    oak = join_table(hub, "Elm", NOON)
    oak.send(wire.MatchResult("u", record_text(WON), visitors=(unfit, "")))

    async def work(phone: Visitor) -> str:
        return (await phone.get("/projector?seconds=20"))[1]

    page = browse(hub, work)
    assert 'data-seconds="20"' in page
    pages = page.split("<section>")[1:]
    rows = [len(re.findall(r"<tr[ >]", each.partition("<tbody>")[2])) for each in pages]
    assert rows == [8, 8, 3, 0]
    assert "example" not in page
    assert visitors.NOBODY in page


@pytest.mark.parametrize("asked", ["0", "-1", "abc", "1e9", "٣", "99999999999999999999"])
def test_odd_seconds_do_no_harm(hub: Database, asked: str) -> None:
    async def work(phone: Visitor) -> int:
        status, page = await phone.get(f"/projector?seconds={asked}")
        found = re.search(r'data-seconds="(\d+)"', page)
        assert status == 200
        assert found is not None
        return int(found[1])

    assert 3 <= browse(hub, work) <= 600


def test_standings_are_printed_with_the_letters_of_names(hub: Database) -> None:
    play(hub, "Zsófia Őry", "Łukasz")
    play(hub, "李小龙", "Bo & Co", match="n")

    async def work(phone: Visitor) -> bytes:
        answer = await phone.client.get("/standings.pdf")
        assert answer.content_type == "application/pdf"
        return await answer.read()

    content = browse(hub, work)
    assert content.startswith(b"%PDF")
    assert b"Atkinson" in content


# -- slides --------------------------------------------------------------------------------------


def picture(kind: str = "PNG", size: tuple[int, int] = (40, 30)) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, "red").save(made, kind)
    return made.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_made_anew_and_no_larger_than_the_screen(kind: str) -> None:
    stored, mime = read_picture(picture(kind, (4000, 3000)))
    with Image.open(io.BytesIO(stored)) as opened:
        assert opened.width <= SIZE[0]
        assert opened.height <= SIZE[1]
        assert opened.get_format_mimetype() == mime


def test_where_a_photograph_was_taken_is_not_kept() -> None:
    image, made = Image.new("RGB", (40, 30)), io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    image.save(made, "JPEG", exif=exif)
    assert b"taken at home" in made.getvalue()
    assert b"taken at home" not in read_picture(made.getvalue())[0]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
        picture()[:60],
        b"\x89PNG\r\n\x1a\n" + b"\x00" * 100,
        b"\xff" * (MAX_PICTURE_BYTES + 1),
    ],
)
def test_a_file_that_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(SlideProblem):
        read_picture(content)


def test_a_manager_adds_and_removes_slides(hub: Database) -> None:
    async def work(phone: Visitor) -> None:
        token = await phone.log_in(hub)
        origin = {"Origin": str(phone.client.make_url("/").origin())}

        async def upload(content: bytes, **fields: str) -> tuple[int, str]:
            form = FormData({"token": token, **fields})
            form.add_field(
                "picture", io.BytesIO(content), filename="x.png", content_type="image/png"
            )
            answer = await phone.client.post("/event/slides", data=form, headers=origin)
            return answer.status, await answer.text()

        noise = io.BytesIO()
        Image.effect_noise((1500, 1300), 90).save(noise, "PNG")
        assert 1 << 20 < len(noise.getvalue()) < MAX_PICTURE_BYTES
        assert (await upload(noise.getvalue(), title="Our sponsors"))[0] == 200
        assert (await upload(b"", title=ATTACK, words="one\ntwo\n" + ATTACK))[0] == 200
        assert (await upload(b""))[0] == 400
        status, page = await upload(b"\x00" * (MAX_PICTURE_BYTES + 1))
        assert status == 400
        assert "3 MB" in page
        assert (await upload(b"\x00" * (5 << 20)))[0] == 413
        _, shown = await phone.get("/projector")
        assert 'src="/slides/1"' in shown
        assert "<script>alert" not in shown
        answer = await phone.client.get("/slides/1")
        assert answer.content_type == "image/png"
        assert (await phone.get("/slides/2"))[0] == 404
        await phone.post("/event/slides", token=token, remove="1")
        assert (await phone.get("/slides/1"))[0] == 404

    browse(hub, work)


def test_a_projector_is_told_of_a_slide(database: Database) -> None:
    changes = Changes(database)
    versions = []

    async def look() -> None:
        await changes.look()
        versions.append(changes.version)

    asyncio.run(look())
    database.do(lambda db: slides.add(db, "Prizes", "at six", b"", "", NOON))
    asyncio.run(look())
    database.do(lambda db: slides.remove(db, 1))
    asyncio.run(look())
    assert versions == sorted(set(versions))


def test_only_a_manager_changes_slides(hub: Database) -> None:
    async def work(phone: Visitor) -> None:
        assert (await phone.client.get("/event/slides", allow_redirects=False)).status == 302
        assert (await phone.post("/event/slides", title="Free beer"))[0].status == 403
        token = await phone.log_in(hub, "referee", "rita")
        answer, _ = await phone.post("/event/slides", token=token, title="Free beer")
        assert answer.status == 403
        assert "Free beer" not in (await phone.get("/projector"))[1]

    browse(hub, work)


# -- tournaments ---------------------------------------------------------------------------------


def call_players(hub: Database, number: int, *names: str) -> list[str]:
    """Calls visitors to a new table for a game of a cup; gives their codes."""
    codes = [
        hub.do(partial(visitors.sign_up, typed=name, address=name, now=NOON)) for name in names
    ]
    table = join_table(hub, f"Table {number}", NOON).joined.table
    seats = tuple(map(wire.CallSeat, names, codes))
    call = wire.CallPlayers(f"p{number}/0", "Shoo Cup", "Round 2", "shoo", seats)

    def work(db: Connection) -> None:
        created = Created(
            id="e0", at="t", by="r", name="Shoo Cup", game="shoo", format="swiss", rounds=3, seed=1
        )
        cup = tournaments.create(db, created, NOON)
        row = {"game": call.pairing, "tournament_id": cup, "table_id": table, "made": NOON + number}
        db.execute(tournament_call.insert().values(row))
        orders.add(db, table, call, "", NOON)

    hub.do(work)
    return codes


def test_who_is_called_finds_the_table_on_the_projector_and_on_the_phone(
    database: Database,
) -> None:
    codes = [call_players(database, n, f"Ada {n}", f"Bo {n}") for n in range(10)]
    stands = game_table.update().where(game_table.c.name == "Table 3")
    database.do(lambda db: db.execute(stands.values(location="by the window")))

    async def work(phone: Visitor) -> None:
        _, page = await phone.get("/projector")
        assert "Shoo Cup Round 2" in text_of(page)
        tables = [len(re.findall("plate", each)) for each in page.split("<section>")[1:]]
        assert tables == [6, 4, 0]
        own = text_of((await phone.get(f"/v/{codes[3][1]}"))[1])
        assert "Shoo Cup, Round 2 Table Table 3 by the window You against Ada 3" in own
        assert text_of(page).count("by the window") == 1
        database.do(lambda db: db.execute(tournament_call.update().values(ready=NOON)))
        assert "plate" not in (await phone.get("/projector"))[1]

    browse(database, work)


def test_a_table_asks_for_a_name_over_http(hub: Database) -> None:
    code = hub.do(partial(visitors.sign_up, typed="Ada", address="a", now=NOON))
    oak = join_table(hub, "Oak", NOON)

    async def work(phone: Visitor) -> None:
        async def ask(typed: str) -> tuple[int, bytes]:
            path = f"/api/visitor/{typed}"
            answer = await phone.client.get(path, headers=oak.headers("GET", path))
            return answer.status, await answer.read()

        status, body = await ask(code)
        assert status == 200
        assert decode(body, wire.VisitorName) == wire.VisitorName(code, "Ada")
        assert [(await ask("BCDFGH"))[0] for _ in range(7)] == [404] * 5 + [429] * 2
        assert (await phone.client.get(f"/api/visitor/{code}")).status == 401

    browse(hub, work)

"""Signing up for a tournament at a table: the signed request, and what a stolen key can do."""

import asyncio
from functools import partial
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest
from sqlalchemy import Connection, func, select, update

from tabletop.event import messages as wire
from tabletop.event.signing import signature
from tabletop.hub import sign_up, tournaments, visitors
from tabletop.hub.schema import tournament_event, visitor
from tabletop.hub.tournament import Created, Tournament, Withdrawn
from tabletop.hub.tournament.events import Format
from tests.hub.staff_client import HubSite, with_hub
from tests.hub.table_client import TableClient

FREE_TRIES = visitors.FREE_TRIES


async def new_tournament(
    site: HubSite, name: str = "Saturday Swiss", format: Format = "swiss"
) -> int:
    def make(db: Connection) -> int:
        when = tournaments.stamp(1.0)
        first = Created(**when, by="Rolf", name=name, game="shoo", format=format, rounds=3)
        return tournaments.create(db, first, 1.0)

    return await site.database.write(make)


async def state_of(site: HubSite, number: int) -> Tournament:
    return await site.database.read(lambda db: tournaments.load(db, number))


async def visitors_known(site: HubSite) -> int:
    counted = select(func.count(visitor.c.code))
    return await site.database.read(lambda db: db.execute(counted).scalar_one())


async def send(
    site: HubSite, table: TableClient, number: int, id: str = "", **fields: str
) -> tuple[int, wire.SignedUp | wire.Refused]:
    """Signs somebody up; the status and the answer."""
    asked = wire.SignUpRequest(number, id or uuid4().hex, **fields)
    return await send_body(site, table, wire.encode(asked))


async def send_body(
    site: HubSite, table: TableClient, body: bytes
) -> tuple[int, wire.SignedUp | wire.Refused]:
    path = "/api/sign-up"
    answer = await site.client.post(path, data=body, headers=table.headers("POST", path, body))
    content = await answer.read()
    if answer.status == 200:
        return 200, msgspec.json.decode(content, type=wire.SignedUp)
    return answer.status, msgspec.json.decode(content, type=wire.Refused)


async def told_open(site: HubSite, table: TableClient) -> tuple[wire.TournamentOffer, ...]:
    """The tournaments that a table hears of with its orders."""
    path = "/api/orders?after=0"
    answer = await site.client.get(path, headers=table.headers("GET", path))
    return msgspec.json.decode(await answer.read(), type=wire.Orders).open


async def refused(site: HubSite, table: TableClient, number: int, **fields: str) -> tuple[int, str]:
    status, answer = await send(site, table, number, **fields)
    assert isinstance(answer, wire.Refused)
    assert answer.words
    return status, answer.reason


def test_somebody_signs_up_at_a_table(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        number, oak = await new_tournament(site), site.table("Oak")
        status, answer = await send(site, oak, number, name="  Ada\u202e ")
        assert status == 200
        assert isinstance(answer, wire.SignedUp)
        assert answer.name == "Ada"
        assert [each.name for each in (await state_of(site, number)).entrants.values()] == ["Ada"]
        assert f"/v/{answer.code}" in await site.text(f"/v/{answer.code}")  # her own page
        assert await refused(site, oak, number, visitor=answer.code) == (409, "entered")
        assert await refused(site, oak, number, name="ADA") == (409, "taken")
        # Somebody who is known already keeps the code.
        code = await site.database.write(lambda db: visitors.add(db, "Bo", 1.0))
        _, known = await send(site, oak, number, visitor=code.lower())
        assert known == wire.SignedUp(code, "Bo")
        assert await visitors_known(site) == 2  # those who were refused are none

    with_hub(tmp_path, work)


def test_a_sign_up_whose_answer_was_lost_counts_once(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        number, oak, elm = await new_tournament(site), site.table("Oak"), site.table("Elm")
        id = uuid4().hex
        first = await send(site, oak, number, id, name="Ada")
        assert first[0] == 200
        assert await send(site, oak, number, id, name="Ada") == first
        # The same id of another table is another sign-up, and tells it no code.
        status, other = await send(site, elm, number, id, name="Ada")
        assert (status, isinstance(other, wire.Refused)) == (409, True)
        assert len((await state_of(site, number)).entrants) == 1
        assert await visitors_known(site) == 1

    with_hub(tmp_path, work)


def test_a_sign_up_that_was_undone_is_no_yes_when_it_is_sent_again(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        number, oak, id = await new_tournament(site), site.table("Oak"), uuid4().hex
        assert (await send(site, oak, number, id, name="Ada"))[0] == 200
        (step,) = [each for each in (await state_of(site, number)).events if id in each.id]
        undo = partial(tournaments.undo, event_id=step.id, by="Rolf", now=2.0)
        await site.database.write(lambda db: undo(db, number))
        status, answer = await send(site, oak, number, id, name="Ada")
        assert isinstance(answer, wire.Refused)
        assert (status, answer.reason) == (409, "closed")
        assert (await send(site, oak, number, name="Ada"))[0] == 200  # a new one

    with_hub(tmp_path, work)


def test_a_code_that_is_typed_at_a_table_is_known_to_its_visitor(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        number, oak = await new_tournament(site), site.table("Oak")
        add = partial(visitors.add, now=1.0, taken=False)
        codes = [await site.database.write(partial(add, name=name)) for name in ("Ada", "Bo")]

        async def taken() -> list[bool]:
            asked = [partial(visitors.is_taken, code=code) for code in codes]
            return [await site.database.read(each) for each in asked]

        assert await taken() == [False, False]
        path = f"/api/visitor/{codes[0]}"
        assert (await site.client.get(path, headers=oak.headers("GET", path))).status == 200
        assert await taken() == [True, False]
        assert (await send(site, oak, number, visitor=codes[1]))[0] == 200
        assert await taken() == [True, True]

    with_hub(tmp_path, work)


def test_a_visitor_who_withdrew_comes_back(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        number, oak = await new_tournament(site), site.table("Oak")
        _, answer = await send(site, oak, number, name="Ada")
        assert isinstance(answer, wire.SignedUp)
        code = answer.code

        def leave(db: Connection) -> None:
            left = Withdrawn(**tournaments.stamp(2.0), by="Ada", player=code)
            tournaments.add(db, number, [left], 2.0)

        await site.database.write(leave)
        assert (await send(site, oak, number, visitor=code))[0] == 200
        assert [each.here for each in (await state_of(site, number)).entrants.values()] == [True]

    with_hub(tmp_path, work)


def test_tables_hear_of_open_tournaments_with_their_orders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(site: HubSite) -> None:
        oak = site.table("Oak")
        assert await told_open(site, oak) == ()
        swiss, cup = await new_tournament(site), await new_tournament(site, "Cup", "knockout")
        for name in ("Ada", "Bo"):
            await send(site, oak, swiss, name=name)
        assert await told_open(site, oak) == (
            wire.TournamentOffer(swiss, "Saturday Swiss", "shoo", 2),
            wire.TournamentOffer(cup, "Cup", "shoo", 0),
        )
        await site.database.write(lambda db: tournaments.start_round(db, swiss, "Rolf", 2.0))
        assert [each.id for each in await told_open(site, oak)] == [cup]
        assert await refused(site, oak, swiss, name="Cleo") == (409, "closed")
        assert await refused(site, oak, 99, name="Cleo") == (409, "closed")
        monkeypatch.setattr(sign_up, "MAX_PLAYERS", 1)
        assert (await send(site, oak, cup, name="Ada"))[0] == 200
        assert await refused(site, oak, cup, name="Cleo") == (409, "full")
        assert await told_open(site, oak) == ()

    with_hub(tmp_path, work)


def test_a_stolen_key_can_sign_up_so_many_an_hour(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        number, oak, elm = await new_tournament(site), site.table("Oak"), site.table("Elm")
        asked = [send(site, oak, number, name=f"P{n}") for n in range(sign_up.MAX_AT_TABLE + 20)]
        taken = [status for status, _ in await asyncio.gather(*asked)]
        # Of requests at the same moment some are older than the last one, and refused for it.
        assert 0 < taken.count(200) <= sign_up.MAX_AT_TABLE
        for n in range(sign_up.MAX_AT_TABLE - taken.count(200)):
            assert (await send(site, oak, number, name=f"Q{n}"))[0] == 200
        assert await refused(site, oak, number, name="One more") == (429, "tries")
        assert await visitors_known(site) == sign_up.MAX_AT_TABLE
        assert (await send(site, elm, number, name="One more"))[0] == 200
        site.clock.ahead = sign_up.AT_TABLE_SECONDS + 1
        assert (await send(site, oak, number, name="After an hour"))[0] == 200

    with_hub(tmp_path, work)


def test_a_table_cannot_guess_codes(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        number, oak = await new_tournament(site), site.table("Oak")
        code = await site.database.write(lambda db: visitors.add(db, "Bo", 1.0))
        for _ in range(FREE_TRIES):
            assert await refused(site, oak, number, visitor="BCDFGH") == (404, "unknown")
        assert await refused(site, oak, number, visitor=code) == (429, "tries")
        assert not (await state_of(site, number)).entrants

    with_hub(tmp_path, work)


@pytest.mark.parametrize("name", ["", "\u202e\u200b", "1234567", "www.example.org"])
def test_names_are_cleaned_and_refused_as_elsewhere(tmp_path: Path, name: str) -> None:
    async def work(site: HubSite) -> None:
        number, oak = await new_tournament(site), site.table("Oak")
        assert await refused(site, oak, number, name=name) == (409, "name")
        assert await visitors_known(site) == 0

    with_hub(tmp_path, work)


def test_what_is_not_signed_or_not_understood_is_refused(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        number, oak = await new_tournament(site), site.table("Oak")
        body = wire.encode(wire.SignUpRequest(number, uuid4().hex, "Ada"))
        path = "/api/sign-up"
        headers = oak.headers("POST", path, body)
        changed = body.replace(b"Ada", b"Eve")
        for sent, head in (
            (body, {}),
            (changed, headers),
            (body, {**headers, "Tabletop-Signature": signature("00" * 32, "POST", path, 1, body)}),
        ):
            assert (await site.client.post(path, data=sent, headers=head)).status == 401
        assert (await site.client.post(path, data=body, headers=headers)).status == 200
        again = await site.client.post(path, data=body, headers=headers)
        assert again.status == 409  # what somebody has recorded is of no use
        for wrong in (b"", b"{}", b"[" * 9999, body.replace(b'"id":"', b'"id":"x')):
            status, answer = await send_body(site, oak, wrong)
            assert (status, answer.reason) == (400, "message")  # type: ignore[union-attr]
        assert len((await state_of(site, number)).entrants) == 1

    with_hub(tmp_path, work)


def test_a_damaged_tournament_is_set_aside_and_all_else_goes_on(
    tmp_path: Path, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(site: HubSite) -> None:
        damaged, other = [await new_tournament(site, name) for name in ("Old Cup", "New Cup")]
        row = tournament_event.c.tournament_id == damaged
        spoil = update(tournament_event).where(row).values(body='{"type":"Created","id":')
        await site.database.write(lambda db: db.execute(spoil))
        oak = site.table("Oak")
        for _ in range(2):
            assert [each.name for each in await told_open(site, oak)] == ["New Cup"]
        logged = [each for each in caplog.records if "Old Cup" in each.getMessage()]
        assert [each.levelname for each in logged] == ["ERROR"]  # once
        code = await site.database.write(lambda db: visitors.add(db, "Cleo", 1.0))
        assert "Old Cup" not in await site.text(f"/v/{code}")
        assert (await send(site, oak, other, name="Ada"))[0] == 200
        assert await refused(site, oak, damaged, name="Bo") == (409, "closed")
        for page in ("/tables", "/tables?show=need", "/tournaments"):
            html = await site.text(page, "Rolf")
            assert "The stored data of the tournament Old Cup is damaged." in html
        for page in ("/t", "/projector", "/event"):
            assert "Old Cup" not in await site.text(page, "Mira")
        for page in (f"/t/{damaged}", f"/tournaments/{damaged}"):
            answer = await site.get(page, "Rolf")
            assert answer.status == 503
            assert "Old Cup is damaged" in await answer.text()

    with_hub(tmp_path, work, database_url)

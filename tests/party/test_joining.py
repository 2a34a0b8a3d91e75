import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from tabletop.party.messages import (
    CODE_TRIES,
    CODE_TRIES_PER_ADDRESS,
    GAME_CODE_TRIES,
    GAME_CODE_TRIES_PER_ADDRESS,
    Acted,
    Dismiss,
    FindGame,
    FromServer,
    Joining,
    Open,
    PhoneArrived,
    PhoneLeft,
    RosterEntry,
    Show,
    Sit,
    Tell,
    Touch,
    Write,
    You,
    to_json,
)
from tests.party.phone_table import CODE, OPEN, TOKEN, Table, open_table

SECRET = "a-secret-of-an-evening"


def with_table(check: Callable[[Table], Awaitable[None]], message: Open = OPEN) -> None:
    """Runs a check with an open table."""

    async def run() -> None:
        async with open_table(message) as table:
            await check(table)

    asyncio.run(run())


async def try_code(table: Table, code: str, address: str = "127.0.0.1") -> tuple[int, str]:
    """The status and the ticket, or the reason, for a typed code."""
    async with table.session(address).post(
        f"{table.url}/code", json={"code": code}, headers={"Origin": table.url}
    ) as answer:
        told = await answer.json()
        return answer.status, told.get("ticket") or told["refused"]


def test_a_phone_with_the_token_is_let_in_and_reaches_the_table() -> None:
    async def check(table: Table) -> None:
        phone = await table.join()
        assert table.all_told(PhoneArrived) == [
            PhoneArrived(phone.number, phone.secret, "en", known=False)
        ]
        await phone.say("Sit", seat=1, name="Ada")
        await phone.say("Touch", spot="a1")
        assert await table.hears(Acted, 2) == [
            Acted(phone.number, Sit(1, "Ada")),
            Acted(phone.number, Touch("a1")),
        ]
        table.server.receive(Tell(phone.number, You(1, "Ada", "Shoo", (), joined=True)))
        table.server.receive(Show((phone.number,), Raw(b'{"type":"wait"}')))
        you, view = await phone.hear(), await phone.hear()
        assert you is not None
        assert (you["type"], you["name"], you["joined"]) == ("You", "Ada", True)
        assert view == {"type": "View", "view": {"type": "wait"}}
        await phone.close()
        assert await table.hears(PhoneLeft) == [PhoneLeft(phone.number)]

    with_table(check)


@pytest.mark.parametrize("token", ["", TOKEN[:-1], TOKEN.lower(), CODE, "ü" * 8])
def test_a_wrong_token_is_refused(token: str) -> None:
    async def check(table: Table) -> None:
        phone, answer = await table.try_to_join(token)
        assert answer == {"type": "Refused", "why": "token"}
        assert await phone.hear() is None
        assert not table.all_told(PhoneArrived)

    with_table(check)


def test_a_table_without_a_token_lets_nobody_in() -> None:
    async def check(table: Table) -> None:
        _, answer = await table.try_to_join("")
        assert answer == {"type": "Refused", "why": "token"}
        assert (await try_code(table, ""))[0] == 403

    with_table(check, replace(OPEN, token="", code=""))


def test_a_typed_code_gives_a_ticket_for_one_phone() -> None:
    async def check(table: Table) -> None:
        status, ticket = await try_code(table, f" {CODE.lower()} ")
        assert status == 200
        await table.join(ticket)
        _, answer = await table.try_to_join(ticket)
        assert answer == {"type": "Refused", "why": "token"}

    with_table(check)


def test_after_five_wrong_codes_an_address_must_wait_and_others_need_not() -> None:
    async def check(table: Table) -> None:
        for _ in range(CODE_TRIES_PER_ADDRESS):
            assert await try_code(table, "ZZZZ") == (403, "code")
        assert await try_code(table, CODE) == (429, "tries")
        assert (await try_code(table, CODE, "127.0.0.2"))[0] == 200

    with_table(check)


def test_after_sixty_wrong_codes_in_all_no_code_is_looked_at() -> None:
    async def check(table: Table) -> None:
        for number in range(CODE_TRIES):
            address = f"127.0.0.{2 + number // CODE_TRIES_PER_ADDRESS}"
            assert await try_code(table, "ZZZZ", address) == (403, "code")
        assert await try_code(table, CODE, "127.0.0.99") == (429, "tries")
        await table.join(address="127.0.0.99")  # the QR code still works

    with_table(check)


async def looked_up(table: Table, count: int) -> list[str]:
    """The codes of saved games that the table was asked for, once they are so many."""
    acts = [each.act for each in await table.hears(Acted, count)]
    return [act.code for act in acts if isinstance(act, FindGame)]


def test_an_address_looks_up_five_saved_games_a_minute() -> None:
    async def check(table: Table) -> None:
        ada, neighbour, other = (
            await table.join(),
            await table.join(),
            await table.join(address="127.0.0.2"),
        )
        for number in range(GAME_CODE_TRIES_PER_ADDRESS - 1):
            await ada.say("FindGame", code=f"K7W2{number}")
        await table.hears(Acted, GAME_CODE_TRIES_PER_ADDRESS - 1)
        for phone in (neighbour, neighbour, other):
            await phone.say("FindGame", code="C2C2C")
            assert await phone.is_served()
        codes = await looked_up(table, GAME_CODE_TRIES_PER_ADDRESS + 2)
        assert codes[-3:] == ["C2C2C", "", "C2C2C"]  # the one too many tells nothing of its code

    with_table(check)


def test_all_phones_together_look_up_twenty_saved_games_a_minute() -> None:
    async def check(table: Table) -> None:
        for number in range(GAME_CODE_TRIES):
            address = f"127.0.0.{2 + number // GAME_CODE_TRIES_PER_ADDRESS}"
            phone = await table.join(address=address)
            await phone.say("FindGame", code="K7W2X")
            await table.hears(Acted, number + 1)
        last = await table.join(address="127.0.0.99")
        await last.say("FindGame", code="K7W2X")
        codes = await looked_up(table, GAME_CODE_TRIES + 1)
        assert codes == ["K7W2X"] * GAME_CODE_TRIES + [""]
        assert (await try_code(table, CODE, "127.0.0.99"))[0] == 200  # they have tries of their own

    with_table(check)


@pytest.mark.parametrize(
    "wish",
    [
        {"type": "FindGame", "code": "K" * 17},
        {"type": "FindGame", "code": 7},
        {"type": "FindGame"},
        {"type": "FindGame", "code": "K7W2X", "seat": 1},
        {"type": "ResumeGame", "seat": 8},
        {"type": "ResumeGame", "seat": None, "code": "K7W2X"},
    ],
    ids=str,
)
def test_a_wish_for_a_saved_game_with_anything_else_in_it_ends_the_connection(
    wish: dict[str, Any],
) -> None:
    async def check(table: Table) -> None:
        phone = await table.join()
        await phone.say(**wish)
        assert await phone.hear_end() == "message"
        assert not table.all_told(Acted)

    with_table(check)


def test_only_known_phones_come_back_while_nobody_new_may_join() -> None:
    async def check(table: Table) -> None:
        phone = await table.join()
        await phone.close()
        await table.hears(PhoneLeft)
        table.server.receive(Joining(False, "another-token", "GHJK"))
        _, answer = await table.try_to_join("another-token")
        assert answer == {"type": "Refused", "why": "closed"}
        assert await try_code(table, "GHJK") == (403, "closed")
        again = await table.join("", phone.secret)
        assert (again.number, again.secret) == (phone.number, phone.secret)

    with_table(check)


def test_a_new_token_and_code_replace_the_old_ones() -> None:
    async def check(table: Table) -> None:
        _, ticket = await try_code(table, CODE)
        table.server.receive(Joining(True, "another-token", "GHJK"))
        for old in (TOKEN, ticket):
            _, answer = await table.try_to_join(old)
            assert answer == {"type": "Refused", "why": "token"}
        assert (await try_code(table, CODE))[0] == 403
        assert (await try_code(table, "GHJK"))[0] == 200
        await table.join("another-token")

    with_table(check)


def test_a_phone_that_comes_back_is_the_same_phone() -> None:
    async def check(table: Table) -> None:
        phone = await table.join()
        await phone.close()
        await table.hears(PhoneLeft)
        again = await table.join(TOKEN, phone.secret)
        assert (again.number, again.secret) == (phone.number, phone.secret)
        assert [each.known for each in table.all_told(PhoneArrived)] == [False, True]

    with_table(check)


def test_a_second_connection_replaces_the_first_and_the_phone_has_not_left() -> None:
    async def check(table: Table) -> None:
        first = await table.join()
        second = await table.join(TOKEN, first.secret)
        assert await first.hear_end() == "moved"
        assert await second.is_served()
        assert not table.all_told(PhoneLeft)
        table.server.receive(Show((second.number,), Raw(b"1")))
        assert await second.hear() == {"type": "View", "view": 1}

    with_table(check)


def test_a_new_process_knows_the_phones_of_the_roster() -> None:
    async def check(table: Table) -> None:
        known = await table.join("", SECRET)
        assert known.number == 41
        assert table.all_told(PhoneArrived) == [PhoneArrived(41, SECRET, "en", known=True)]
        other = await table.join()
        assert other.number > 41
        assert other.secret != SECRET

    with_table(check, replace(OPEN, roster=(RosterEntry(41, SECRET, "de"),)))


def test_a_phone_that_was_put_out_stays_out_until_there_is_a_new_token() -> None:
    async def check(table: Table) -> None:
        phone = await table.join()
        table.server.receive(Dismiss(phone.number, "put_out"))
        assert await phone.hear_end() == "put_out"
        _, answer = await table.try_to_join(TOKEN, phone.secret)
        assert answer == {"type": "Refused", "why": "put_out"}
        table.server.receive(Joining(True, "another-token", CODE))
        again = await table.join("another-token", phone.secret)
        assert again.number != phone.number
        assert not table.all_told(PhoneLeft)

    with_table(check)


def test_what_is_shown_reaches_those_phones_only() -> None:
    async def check(table: Table) -> None:
        ada, ben, cem = [await table.join() for _ in range(3)]
        table.server.receive(Show((ada.number, cem.number, 999), Raw(b'"both"')))
        table.server.receive(Show((ben.number,), Raw(b'"ben"')))
        heard = [await each.hear() for each in (ada, ben, cem)]
        assert [each and each["view"] for each in heard] == ["both", "ben", "both"]

    with_table(check)


@pytest.mark.parametrize(
    ("filtered", "typed", "shown"),
    [
        (False, "  Ada\u202e\x07 ", "Ada"),
        (False, "Maximiliane Sophie", "Maximiliane"),
        (False, "www.bad.com", "www.bad.com"),
        (True, "Ada", "Ada"),
        (True, "www.bad.com", ""),
    ],
)
def test_names_arrive_as_they_may_be_shown(filtered: bool, typed: str, shown: str) -> None:
    async def check(table: Table) -> None:
        phone = await table.join()
        await phone.say("Sit", seat=0, name=typed)
        await phone.say("Write", text=f"{typed}\u2028")
        assert (await table.hears(Acted))[0].act == Sit(0, shown)
        (_, written) = await table.hears(Acted, 2)
        assert isinstance(written.act, Write)
        assert written.act.text.isprintable()

    with_table(check, replace(OPEN, filtered=filtered))


def test_the_table_can_read_whatever_a_phone_has_written() -> None:
    async def check(table: Table) -> None:
        phone = await table.join()
        grows = "\ufb2c" * 64  # three characters each in NFC
        await phone.say("Write", text=grows)
        await phone.say("Sit", seat=None, name="\u200d".join("\U0001d160" * 32))
        for told in await table.hears(Acted, 2):
            assert msgspec.json.decode(to_json(told), type=FromServer) == told

    with_table(check)

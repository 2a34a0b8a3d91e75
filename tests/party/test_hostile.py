"""What strangers may try: the table, and the other phones, must not notice."""

import asyncio
import base64
import os
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.structs import replace

from tabletop.party.messages import (
    MAX_PHONE_MESSAGE_BYTES,
    MAX_SOCKETS,
    MAX_SOCKETS_PER_ADDRESS,
    Acted,
    PhoneArrived,
    PhoneLeft,
    RosterEntry,
    Show,
    Tell,
    You,
)
from tabletop.party.server import MAX_CONNECTIONS_PER_ADDRESS, Timeouts
from tests.lanes import examples
from tests.party.phone_table import OPEN, PATIENCE, QUICK, TOKEN, Table, open_table

STRANGER = "127.0.0.66"


def with_table(check: Callable[[Table], Awaitable[None]], times: Timeouts | None = None) -> None:
    """Runs a check beside a phone of somebody else, who must not notice it."""

    async def run() -> None:
        async with open_table(times=times) as table:
            over = asyncio.Event()
            neighbour = asyncio.create_task(_live_next_door(table, over))
            await table.hears(PhoneArrived)
            await check(table)
            over.set()
            await neighbour

    asyncio.run(run())


async def _live_next_door(table: Table, over: asyncio.Event) -> None:
    phone = await table.join(address="127.0.0.7")
    while True:
        assert await phone.is_served()
        if over.is_set():
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), 0.1)


class RawPhone:
    """A connection below aiohttp's client, which reads only when told to."""

    def __init__(self, stream: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        self.reader, self.writer = stream

    @classmethod
    async def open(cls, table: Table, buffer: int = 4096, limit: int = 1024) -> "RawPhone":
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        made.setblocking(False)
        made.bind((STRANGER, 0))
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", table.port))
        stream = await asyncio.open_connection(sock=made, limit=limit)
        table.writers.append(stream[1])
        return cls(stream)

    async def upgrade(self, table: Table) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            (
                f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\nOrigin: {table.url}\r\n"
                f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\n\r\n"
            ).encode()
        )
        while (await self.reader.readline()).strip():
            pass

    def say(self, type: str, **fields: Any) -> None:
        """A short message, in a frame with an empty mask."""
        body = msgspec.json.encode({"type": type, **fields})
        assert len(body) < 126
        self.writer.write(bytes((0x81, 0x80 | len(body), 0, 0, 0, 0)) + body)

    async def request(self, data: bytes) -> bytes:
        """The answer to whatever, up to the end of the connection."""
        self.writer.write(data)
        return await self.ends()

    async def ends(self) -> bytes:
        """Waits for the end of the connection."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.reader.read(-1)
        except ConnectionError:
            return b""


# -- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"type":"Touch"}',
        '{"type":"Touch","spot":1}',
        '{"type":"Touch","spot":"a1","extra":1}',
        '{"type":"Touch","spot":"' + "a" * 33 + '"}',
        '{"type":"Nonsense"}',
        '{"type":"Connect","token":"","language":"en"}',
        '{"type":"Welcome","phone":1,"secret":"x"}',
        '{"type":"Contact","kind":"down","number":0,"x":1e999,"y":0}',
        '{"type":"Contact","kind":"down","number":0,"x":NaN,"y":0}',
        '{"type":"Sit","seat":8,"name":""}',
        '{"type":"Sit","seat":true,"name":""}',
        '{"type":"Ping","number":-1}',
        '{"type":"Touch","spot":"\\ud800"}',
        "[" * 1500,
        b"\xff\xfe",
        '{"type":"Touch","spot":"a1"}' + " " * MAX_PHONE_MESSAGE_BYTES,
    ],
)
def test_a_message_that_is_none_ends_the_connection(frame: str | bytes) -> None:
    async def check(table: Table) -> None:
        phone = await table.join(address=STRANGER)
        if isinstance(frame, str):
            await phone.socket.send_str(frame)
        else:
            await phone.socket.send_bytes(frame)
        assert await phone.hear_end() == "message"
        assert await table.hears(PhoneLeft) == [PhoneLeft(phone.number)]
        assert not table.all_told(Acted)

    with_table(check)


@pytest.mark.parametrize("frame", [b"x" * 100_000, b"x" * 5_000_000])
def test_a_huge_message_ends_the_connection(frame: bytes) -> None:
    async def check(table: Table) -> None:
        phone = await table.join(address=STRANGER)
        with suppress(ConnectionError):
            await phone.socket.send_bytes(frame)
        await table.hears(PhoneLeft)

    with_table(check)


@given(frame=st.binary(max_size=200) | st.text(max_size=100))
@examples(60)
def test_any_bytes_are_a_message_or_the_end(frame: bytes | str) -> None:
    async def check(table: Table) -> None:
        phone = await table.knock(STRANGER)
        if isinstance(frame, str):
            await phone.socket.send_bytes(frame.encode("utf-8", "surrogatepass"))
        else:
            await phone.socket.send_bytes(frame)
        assert await phone.hear_end() == "message"

    with_table(check)


def test_ten_thousand_bad_messages_reach_nobody() -> None:
    async def check(table: Table) -> None:
        for number in range(50):
            phone = await table.join(address=f"127.0.1.{1 + number}")
            try:
                for _ in range(200):
                    await phone.socket.send_str('{"type":"Touch","spot":"a1","more":1}')
            except ConnectionError:
                pass  # it was closed after the first
            assert await phone.hear_end() in ("message", None)
        await table.hears(PhoneLeft, 50)
        assert not table.all_told(Acted)

    with_table(check)


@pytest.mark.parametrize("kind", ["messages", "pings", "pongs"])
def test_a_flood_ends_the_connection(kind: str) -> None:
    async def check(table: Table) -> None:
        phone = await table.join(address=STRANGER)
        try:
            for _ in range(2000):
                if kind == "messages":
                    await phone.say("Touch", spot="a1")
                elif kind == "pings":
                    await phone.socket.ping(b"x" * 100)
                else:
                    await phone.socket.pong(b"x" * 100)
        except ConnectionError:
            pass
        assert await phone.hear_end() in ("flood", None)
        await table.hears(PhoneLeft)
        assert len(table.all_told(Acted)) < 200

    with_table(check)


def test_what_spectators_do_reaches_the_table_in_measure_and_what_players_do_all() -> None:
    async def check(table: Table) -> None:
        spectator, player = await table.join(address=STRANGER), await table.join()
        table.server.receive(Tell(player.number, You(0, "Ada", "Shoo", ())))
        for _ in range(50):
            await spectator.say("React", kind="wow")
            await player.say("Touch", spot="a1")
        assert await spectator.is_served()
        assert await player.is_served()
        by = Counter(each.phone for each in table.all_told(Acted))
        assert by[player.number] == 50
        assert 0 < by[spectator.number] < 50

    with_table(check)


def test_whoever_changes_the_name_all_the_time_is_a_flood() -> None:
    async def check(table: Table) -> None:
        phone = await table.join(address=STRANGER)
        for number in range(20):
            await phone.say("Sit", seat=None, name=f"name {number}")
        assert await phone.hear_end() == "flood"

    with_table(check)


def test_an_act_before_the_first_message_is_refused() -> None:
    async def check(table: Table) -> None:
        phone = await table.knock(STRANGER)
        await phone.say("Touch", spot="a1")
        assert await phone.hear_end() == "message"
        assert not table.all_told(Acted)

    with_table(check)


# -- connections ----------------------------------------------------------------------------------


def test_who_says_nothing_is_cut_off() -> None:
    async def check(table: Table) -> None:
        phone = await table.knock(STRANGER)
        assert await phone.hear_end() == "message"

    with_table(check, Timeouts(connect=0.3))


def test_a_connection_that_asks_nothing_or_never_ends_asking_is_cut_off() -> None:
    async def check(table: Table) -> None:
        silent, slow = await RawPhone.open(table), await RawPhone.open(table)
        slow.writer.write(b"GET / HTTP/1.1\r\n")

        async def drip() -> None:
            while not slow.writer.is_closing():
                slow.writer.write(b"A: b\r\n")
                await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        await silent.ends()
        await slow.ends()
        dripping.cancel()
        await asyncio.wait((dripping,))

    with_table(check, Timeouts(idle=0.4, http=1.0))


def test_a_phone_that_has_vanished_leaves() -> None:
    async def check(table: Table) -> None:
        ghost = await RawPhone.open(table)
        await ghost.upgrade(table)
        ghost.say("Connect", token=TOKEN, language="en")
        number = (await table.hears(PhoneArrived, 2))[1].phone
        assert PhoneLeft(number) in await table.hears(PhoneLeft)  # it answers no ping

    with_table(check, QUICK)


@pytest.mark.parametrize("pings", [False, True])
def test_a_phone_that_does_not_read_is_dropped_and_the_others_get_their_views(pings: bool) -> None:
    async def check(table: Table) -> None:
        slow = await RawPhone.open(table)
        await slow.upgrade(table)
        slow.say("Connect", token=TOKEN, language="en")
        number = (await table.hears(PhoneArrived, 2))[1].phone
        quick = await table.join()
        view = Raw(b'"' + b"x" * 300_000 + b'"')
        for _ in range(20):
            table.server.receive(Show((number, quick.number), view))
            if pings:
                slow.writer.write(b"\x89\x80\0\0\0\0")
            assert await quick.hear() is not None
        assert PhoneLeft(number) in await table.hears(PhoneLeft)
        assert await quick.is_served()

    with_table(check, Timeouts(drain=0.5))


def test_a_phone_that_reads_slowly_gets_the_newest_view() -> None:
    async def check(table: Table) -> None:
        slow = await table.join(address=STRANGER)
        filling = b"x" * 100_000
        for number in range(300):
            table.server.receive(Show((slow.number,), Raw(b'["%d","%s"]' % (number, filling))))
            if number % 10 == 0:
                await asyncio.sleep(0)
        seen: list[str] = []
        while not seen or seen[-1] != "299":
            message = await slow.hear()
            assert message is not None
            seen.append(message["view"][0])
        assert len(seen) < 100
        assert seen == sorted(seen, key=int)

    with_table(check)


def test_what_people_do_is_dropped_while_the_table_does_not_read() -> None:
    async def check(table: Table) -> None:
        phone = await table.join(address=STRANGER)
        table.reads = False
        await phone.say("Touch", spot="a1")
        assert await phone.is_served()

    with_table(check)


def test_seven_sockets_of_one_address_are_one_too_many() -> None:
    async def check(table: Table) -> None:
        phones = [await table.join(address=STRANGER) for _ in range(MAX_SOCKETS_PER_ADDRESS)]
        late, answer = await table.try_to_join(address=STRANGER)
        assert answer == {"type": "Refused", "why": "full"}
        assert await late.hear() is None
        # A phone whose old connection is still counted may come back.
        again = await table.join(TOKEN, phones[0].secret, STRANGER)
        assert again.number == phones[0].number

    with_table(check)


def test_strangers_of_one_address_cannot_take_the_sockets_of_others() -> None:
    async def check(table: Table) -> None:
        silent = [await table.knock(STRANGER) for _ in range(MAX_SOCKETS_PER_ADDRESS)]
        one_more = await table.knock(STRANGER)
        assert await one_more.hear_end() == "full"
        await table.join(address="127.0.0.8")
        assert not silent[0].socket.closed

    with_table(check)


def test_a_full_table_refuses_new_phones_but_not_a_seat_that_comes_back() -> None:
    async def check(table: Table) -> None:
        player = await table.join(address="127.0.2.1")
        table.server.receive(Tell(player.number, You(0, "Ada", "Shoo", ())))
        await player.close()
        await table.hears(PhoneLeft)
        for number in range(MAX_SOCKETS - 1):  # the neighbour is one
            await table.join(address=f"127.0.3.{1 + number}")
        _, answer = await table.try_to_join(address="127.0.2.2")
        assert answer == {"type": "Refused", "why": "full"}
        again = await table.join(TOKEN, player.secret, "127.0.2.1")
        assert again.number == player.number

    with_table(check)


def test_a_seat_comes_back_to_a_full_table_after_a_restart() -> None:
    async def run() -> None:
        roster = (RosterEntry(1, "of-a-player", seated=True), RosterEntry(2, "of-a-spectator"))
        async with open_table(replace(OPEN, roster=roster)) as table:
            for number in range(MAX_SOCKETS):
                await table.join(address=f"127.0.3.{1 + number}")
            _, answer = await table.try_to_join(TOKEN, "of-a-spectator", "127.0.2.2")
            assert answer == {"type": "Refused", "why": "full"}
            assert (await table.join(TOKEN, "of-a-player", "127.0.2.1")).number == 1

    asyncio.run(run())


def test_silent_strangers_from_everywhere_keep_nobody_out() -> None:
    async def check(table: Table) -> None:
        silent = [await table.knock(f"127.0.4.{1 + n}") for n in range(MAX_SOCKETS)]
        await table.join(address="127.0.2.1")
        assert await silent[0].hear_end() == "full"  # the oldest makes room

    with_table(check)


def test_one_address_cannot_take_all_connections() -> None:
    async def check(table: Table) -> None:
        opened = [await RawPhone.open(table) for _ in range(MAX_CONNECTIONS_PER_ADDRESS)]
        assert await (await RawPhone.open(table)).ends() == b""
        assert not opened[0].reader.at_eof()
        async with table.session("127.0.0.8").get(f"{table.url}/check") as answer:
            assert answer.status == 200

    with_table(check)


def test_an_address_that_connects_all_the_time_is_told_to_wait() -> None:
    async def check(table: Table) -> None:
        statuses = set()
        for _ in range(400):
            async with table.session(STRANGER).get(f"{table.url}/check") as answer:
                statuses.add(answer.status)
        assert statuses == {200, 429}

    with_table(check)


# -- HTTP -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1:{port}.evil",
        "",
    ],
)
def test_another_host_is_refused(host: str) -> None:
    async def check(table: Table) -> None:
        named = host.format(port=table.port)
        raw = await RawPhone.open(table)
        answer = await raw.request(f"GET / HTTP/1.1\r\nHost: {named}\r\n\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 4")
        assert b" 404 " not in answer[:20]

    with_table(check)


def test_two_hosts_are_refused() -> None:
    async def check(table: Table) -> None:
        raw = await RawPhone.open(table)
        host = f"Host: 127.0.0.1:{table.port}\r\n"
        answer = await raw.request(f"GET /check HTTP/1.1\r\n{host}{host}\r\n".encode())
        assert b" 200 " not in answer[:20]

    with_table(check)


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", socket.gethostname()])
def test_the_names_of_this_machine_are_accepted(name: str) -> None:
    async def check(table: Table) -> None:
        headers = {"Host": f"{name}:{table.port}"}
        async with table.session().get(f"{table.url}/check", headers=headers) as answer:
            assert answer.status == 200

    with_table(check)


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://{host}", "{host}"]
)
def test_another_origin_is_refused(origin: str | None) -> None:
    async def check(table: Table) -> None:
        named = (origin or "").format(host=f"127.0.0.1:{table.port}")
        headers = {} if origin is None else {"Origin": named}
        with pytest.raises(Exception, match="403"):
            await table.knock(headers=headers)
        session = table.session()
        async with session.post(
            f"{table.url}/code", json={"code": "BCDF"}, headers=headers
        ) as answer:
            assert answer.status == 403

    with_table(check)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/static//etc/passwd",
        "/static/",
        "/../../../etc/passwd",
        "/home/../../x",
        "/diagram/../words/en.json/x",
        "//",
        "/j/a/b",
        "/ws/",
    ],
)
def test_no_path_leads_elsewhere(path: str) -> None:
    async def check(table: Table) -> None:
        raw = await RawPhone.open(table)
        answer = await raw.request(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n\r\n".encode()
        )
        assert answer.startswith(b"HTTP/1.1 40")

    with_table(check)


@given(data=st.binary(max_size=300))
@examples(40)
def test_what_is_no_http_is_refused(data: bytes) -> None:
    async def check(table: Table) -> None:
        raw = await RawPhone.open(table)
        answer = await raw.request(data + b"\r\n\r\n")
        assert not answer or answer.startswith((b"HTTP/1.0 4", b"HTTP/1.1 4"))
        assert b"aiohttp" not in answer

    with_table(check, Timeouts(idle=0.3))


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b'{"code":1}', b'{"code":"BCDF","x":1}', b"\xff", b" " * 100_000]
)
def test_a_code_in_another_form_is_refused(body: bytes) -> None:
    async def check(table: Table) -> None:
        async with table.session().post(
            f"{table.url}/code", data=body, headers={"Origin": table.url}
        ) as answer:
            assert answer.status == 400

    with_table(check)


def test_a_page_request_over_the_websocket_path_is_refused() -> None:
    async def check(table: Table) -> None:
        headers = {"Origin": table.url}
        async with table.session().get(f"{table.url}/ws", headers=headers) as answer:
            assert answer.status == 400
        async with table.session().delete(f"{table.url}/", headers=headers) as answer:
            assert answer.status == 405

    with_table(check)

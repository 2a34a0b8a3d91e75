"""Alerts by webhook and e-mail: each is told once, whatever fails on the way."""

import asyncio
import hmac
import socketserver
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import Message
from email.policy import default
from hashlib import sha256
from pathlib import Path

import aiohttp
import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from tabletop.event import messages as wire
from tabletop.hub import notices
from tabletop.hub.actions import close_absence
from tabletop.hub.changes import Changes
from tabletop.hub.database import Database
from tabletop.hub.notices import Mail, NotDelivered, Notice, Webhook
from tabletop.hub.web import Hub
from tabletop.system.resources import resource_folder
from tests.hub.staff_client import Clock, HubSite, with_hub
from tests.hub.table_client import join_table

SECRET = "ab" * 32


class Receiver:
    """A web server that takes notices; `answers` are given in turn, then 200."""

    def __init__(self, *answers: int) -> None:
        self.got: list[Notice] = []
        self._answers = list(answers)
        app = web.Application()
        app.router.add_post("/alerts", self._take)
        app.router.add_post("/elsewhere", self._elsewhere)
        self.server = TestServer(app)
        self.elsewhere = 0

    async def _take(self, request: web.Request) -> web.StreamResponse:
        body, time = await request.read(), request.headers["Tabletop-Time"]
        right = hmac.new(bytes.fromhex(SECRET), f"{time}\n".encode() + body, sha256).hexdigest()
        assert request.headers["Tabletop-Signature"] == right
        status = self._answers.pop(0) if self._answers else 200
        if status == 302:
            return web.Response(status=302, headers={"Location": "/elsewhere"})
        if status == 200:
            self.got.append(msgspec.json.decode(body, type=Notice))
        return web.Response(status=status, text="x" * 100_000)

    async def _elsewhere(self, _: web.Request) -> web.Response:
        self.elsewhere += 1
        return web.Response()

    @property
    def url(self) -> str:
        return str(self.server.make_url("/alerts"))


def test_each_alert_is_told_once_and_again_after_a_failure(database: Database) -> None:
    clock = Clock()
    hub = Hub(database, Changes(database, clock), resource_folder("assets"), now=clock)
    receiver = Receiver(500, 302)

    async def run() -> None:
        await receiver.server.start_server()
        hook = Webhook(receiver.url, SECRET)
        database.do(lambda db: notices.store(db, notices.WEBHOOK, hook))
        join_table(database, "Oak").send(
            wire.Alert("help", words="A question."), wire.Alert("disk")
        )
        async with aiohttp.ClientSession() as client:
            tellers = [notices.Teller(hub, client) for _ in range(2)]
            for _ in range(6):
                await asyncio.gather(*(teller.step() for teller in tellers))
                clock.ahead += 2 * notices.FIRST_RETRY_SECONDS
        await receiver.server.close()

    asyncio.run(run())
    assert sorted(told.title for told in receiver.got) == ["Called for help", "Disk almost full"]
    assert {told.table for told in receiver.got} == {"Oak"}
    assert any(told.words.startswith("A question. ") for told in receiver.got)
    assert receiver.elsewhere == 0


def test_a_table_that_is_away_is_told_once_each_time_by_one_of_two_hubs(
    database: Database,
) -> None:
    oak = join_table(database, "Oak")
    hook = Webhook("http://localhost:9/", SECRET)
    database.do(lambda db: notices.store(db, notices.WEBHOOK, hook))
    away = frozenset({oak.joined.table})

    def told() -> int:
        return sum(
            database.do(lambda db: notices.queue(db, away, "http://hub", 2000.0)) for _ in range(2)
        )

    assert told() == 1
    oak.now = 3000.0
    oak.send(wire.Health())
    assert told() == 1
    oak.now = 4000.0
    oak.send(wire.Health())
    database.do(lambda db: close_absence(db, oak.joined.table, "Ines", 4050.0))
    assert told() == 0  # staff know


def test_two_hubs_never_send_the_same_notice(database: Database) -> None:
    oak = join_table(database, "Oak")
    hook = Webhook("http://localhost:9/", SECRET)
    database.do(lambda db: notices.store(db, notices.WEBHOOK, hook))
    oak.send(*(wire.Alert("device", f"reader {number}") for number in range(20)))

    async def run() -> None:
        queued = await asyncio.gather(
            *(database.write(lambda db: notices.queue(db, frozenset(), "", 2000.0)) for _ in "12")
        )
        assert sum(queued) == 20
        claims = await asyncio.gather(
            *(database.write(lambda db: notices.claim_due(db, 2001.0)) for _ in range(4))
        )
        ids = [due.id for claim in claims for due in claim]
        assert len(ids) == len(set(ids))

    asyncio.run(run())


def test_an_alert_without_anywhere_to_tell_it_costs_nothing(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        await site.send(site.table("Oak"), wire.Alert("help"))
        async with aiohttp.ClientSession() as client:
            assert await notices.Teller(site.hub, client).step() == 0

    with_hub(tmp_path, work)


def test_the_waits_grow_to_a_limit() -> None:
    waits = [notices.retry_seconds(tries) for tries in range(1, 40)]
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (notices.FIRST_RETRY_SECONDS, notices.MAX_RETRY_SECONDS)


def test_what_cannot_be_delivered_is_said_in_words() -> None:
    async def run() -> str:
        async with aiohttp.ClientSession() as client:
            try:
                await notices.post_webhook(client, Webhook("http://127.0.0.1:9/", SECRET), b"{}")
            except NotDelivered as problem:
                return str(problem)
        return ""

    assert "127.0.0.1" in asyncio.run(run())


# -- e-mail --------------------------------------------------------------------------------------


CERTIFICATE = Path(__file__).with_name("own_certificate.pem")
"""Signed by itself, as the one that Debian gives a mail server."""


class _Mailbox(socketserver.ThreadingTCPServer):
    """A mail server; `encrypts`: if asked to, with a certificate that nobody vouches for."""

    daemon_threads = True

    def __init__(self, encrypts: bool = False) -> None:
        self.encrypts = encrypts
        self.mails: list[Message] = []
        self.commands: list[str] = []
        super().__init__(("127.0.0.1", 0), _MailSession)


class _MailSession(socketserver.StreamRequestHandler):
    server: _Mailbox

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            command = line.decode().strip()
            self.server.commands.append(command)
            if command.upper().startswith("EHLO") and self.server.encrypts:
                self.wfile.write(b"250-here\r\n250 STARTTLS\r\n")
                continue
            if command.upper() == "STARTTLS":
                self._encrypt()
                continue
            if command.upper() == "DATA":
                self.wfile.write(b"354 go on\r\n")
                content = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.mails.append(message_from_bytes(content, policy=default))
            self.wfile.write(b"221 bye\r\n" if command.lower() == "quit" else b"250 ok\r\n")
            if command.lower() == "quit":
                return

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def _encrypt(self) -> None:
        self.wfile.write(b"220 go on\r\n")
        secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        secure.load_cert_chain(CERTIFICATE)
        try:
            self.connection = secure.wrap_socket(self.connection, server_side=True)
        except ssl.SSLError:  # the other side does not like the certificate
            return
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", buffering=0)


class _SlowSession(socketserver.BaseRequestHandler):
    """Begins an answer that never ends."""

    def handle(self) -> None:
        with suppress(OSError):
            while True:
                self.request.sendall(b"2")
                time.sleep(0.1)


@contextmanager
def _mailbox(encrypts: bool = False) -> Iterator[_Mailbox]:
    with _Mailbox(encrypts) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


TOLD = Notice(
    "1", "Harbour\nFair", "Oak", "help", "Called\r\nBcc: x@y", "Help!", "16:08", "http://h"
)


def test_an_alert_by_mail_names_the_table_and_adds_no_header() -> None:
    with _mailbox() as box:
        mail = Mail("127.0.0.1", box.server_address[1], "", "", "hub@fair", "ines@fair, mira@fair")
        asyncio.run(notices.send_mail(mail, TOLD))
    (got,) = box.mails
    assert got["Subject"] == "Oak: Called Bcc: x@y (Harbour Fair)"
    assert got["Bcc"] is None
    assert {"rcpt to:<ines@fair>", "rcpt to:<mira@fair>"} <= {
        command.lower() for command in box.commands
    }


def test_a_certificate_that_nobody_vouches_for_is_good_enough_without_a_password() -> None:
    with _mailbox(encrypts=True) as box:
        mail = Mail("127.0.0.1", box.server_address[1], "", "", "hub@fair", "ines@fair")
        asyncio.run(notices.send_mail(mail, TOLD))
    assert "STARTTLS" in box.commands
    assert len(box.mails) == 1


def test_a_server_that_never_ends_its_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "WHOLE_MAIL_SECONDS", 1.0)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _SlowSession) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        mail = Mail("127.0.0.1", server.server_address[1], "", "", "hub@fair", "ines@fair")
        with pytest.raises(NotDelivered):
            asyncio.run(notices.send_mail(mail, TOLD))
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("encrypts", [False, True])
def test_a_password_is_not_sent_without_encryption_to_whom_it_is_meant_for(encrypts: bool) -> None:
    said = ""
    with _mailbox(encrypts) as box:
        mail = Mail("127.0.0.1", box.server_address[1], "hub", "secret", "hub@fair", "a@fair")
        try:
            asyncio.run(notices.send_mail(mail, TOLD))
        except NotDelivered as problem:
            said = str(problem)
    assert said
    assert not any("AUTH" in command.upper() for command in box.commands)
    assert box.mails == []

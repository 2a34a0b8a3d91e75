"""Tells alerts to people who are not at the hub's pages: by webhook and by e-mail.

Each alert becomes one row of `notice` for each channel, in the transaction that marks it as told,
so several hubs on one database tell it once. Rows stay until they are delivered.
"""

import asyncio
import logging
import ssl
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from hashlib import sha256
from hmac import new as hmac
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import aiohttp
import aiosmtplib
import msgspec
from aiohttp import web
from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from tabletop.event.signing import SIGNATURE_HEADER, TIME_HEADER
from tabletop.hub import health_history, intake
from tabletop.hub.overview import KINDS, alert_title
from tabletop.hub.schema import absence, alert, game_table, notice
from tabletop.hub.web import HUB, Hub

log = logging.getLogger(__name__)

WEBHOOK: Final = "webhook"
MAIL: Final = "mail"
"""Channels, and the settings that say where they lead."""
MAX_ADDRESS: Final = 500
WEBHOOK_SECONDS: Final = 10.0
MAIL_SECONDS: Final = 20.0
"""For each answer of a mail server."""
WHOLE_MAIL_SECONDS: Final = 45.0
"""For an e-mail, so that a server that sends a word now and then holds up no other alert."""
QUIT_SECONDS: Final = 2.0
IMPLICIT_TLS_PORT: Final = 465
LOOK_SECONDS: Final = 5.0
"""Between two looks for what is to be told, if nothing changes."""
PRUNE_SECONDS: Final = 600.0
LEASE_SECONDS: Final = 60.0
"""For which a hub has a notice for itself; if it dies, another one sends it then."""
AT_ONCE: Final = 8
FIRST_RETRY_SECONDS: Final = 5.0
MAX_RETRY_SECONDS: Final = 600.0
GIVE_UP_SECONDS: Final = 24 * 3600.0


class Webhook(msgspec.Struct, frozen=True):
    url: str
    secret: str
    """With which requests are signed, in hexadecimal."""


class Mail(msgspec.Struct, frozen=True):
    host: str
    port: int
    user: str
    password: str
    sender: str
    to: str


class Notice(msgspec.Struct, frozen=True):
    """What is told; the body of the webhook's request."""

    id: str
    event: str
    table: str
    kind: str
    title: str
    words: str
    since: str
    page: str
    """The address of the table's page."""


class NotDelivered(Exception):
    """Why a notice did not arrive, in words."""


def webhook_mistake(url: str) -> str:
    """What is wrong with the address of a webhook; "" for nothing."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "This is no address."
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        return "The address begins with https:// or http:// and names a computer."
    if parts.username is not None or parts.password is not None:
        return "The address holds no name and no password; requests are signed."
    if len(url) > MAX_ADDRESS or not url.isprintable() or " " in url:
        return f"The address has at most {MAX_ADDRESS} characters and no blanks."
    return ""


def read_webhook(db: Connection) -> Webhook | None:
    text = intake.get_setting(db, WEBHOOK)
    return msgspec.json.decode(text, type=Webhook) if text else None


def read_mail(db: Connection) -> Mail | None:
    text = intake.get_setting(db, MAIL)
    return msgspec.json.decode(text, type=Mail) if text else None


def store(db: Connection, channel: str, target: Webhook | Mail | None) -> None:
    """Sets where a channel leads; None turns it off, and what waits is forgotten."""
    intake.set_setting(db, channel, msgspec.json.encode(target).decode() if target else "")
    if target is None:
        db.execute(notice.delete().where(notice.c.channel == channel))
    else:
        db.execute(update(notice).where(notice.c.channel == channel).values(next_try=0.0))


# -- what is to be told --------------------------------------------------------------------------


def _channels(db: Connection) -> list[str]:
    return [channel for channel in (WEBHOOK, MAIL) if intake.get_setting(db, channel)]


def has_work(db: Connection, offline: frozenset[int], now: float) -> bool:
    """Whether anything is to be told or sent."""
    if not _channels(db):
        return False
    untold = select(alert.c.id).where(alert.c.ended.is_(None), alert.c.told.is_(False)).limit(1)
    due = select(notice.c.id).where(notice.c.next_try <= now).limit(1)
    if any(db.execute(query).first() is not None for query in (untold, due)):
        return True
    return bool(offline - _told_absences(db, offline))


def _told_absences(db: Connection, offline: frozenset[int]) -> set[int]:
    rows = db.execute(
        select(absence.c.table_id)
        .join(game_table, game_table.c.id == absence.c.table_id)
        .where(
            absence.c.table_id.in_(offline),
            absence.c.seen == game_table.c.seen,
            absence.c.told | absence.c.closed,
        )
    )
    return set(rows.scalars())


def queue(db: Connection, offline: frozenset[int], base: str, now: float) -> int:
    """Queues notices of alerts that were not told yet; of how many alerts."""
    channels = _channels(db)
    if not channels:
        return 0
    told = [*_claim_alerts(db), *_claim_absences(db, offline)]
    event_name = intake.get_setting(db, intake.EVENT_NAME)
    for key, table_id, table_name, kind, about, words, began in told:
        body = Notice(
            key,
            event_name,
            table_name,
            kind,
            alert_title(kind, about),
            f"{words or KINDS[kind].meanwhile} {KINDS[kind].remedy}",
            datetime.fromtimestamp(began, UTC).isoformat(timespec="seconds"),
            f"{base}/tables/{table_id}" if base else "",
        )
        _queue_one(db, channels, body, now)
    return len(told)


def queue_test(db: Connection, base: str, now: float) -> bool:
    """Queues a notice that is no alert; whether it goes anywhere."""
    channels = _channels(db)
    event_name = intake.get_setting(db, intake.EVENT_NAME)
    at = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
    words = "Alerts of tables arrive like this."
    body = Notice(f"test-{now}", event_name, "", "test", "A test", words, at, f"{base}/tables")
    _queue_one(db, channels, body, now)
    return bool(channels)


def _queue_one(db: Connection, channels: Sequence[str], body: Notice, now: float) -> None:
    text = msgspec.json.encode(body).decode()
    for channel in channels:
        row = {"channel": channel, "body": text, "made": now, "next_try": now}
        db.execute(notice.insert().values(row))


_Told: TypeAlias = tuple[str, int, str, str, str, str, float]


def _claim_alerts(db: Connection) -> list[_Told]:
    rows = db.execute(
        select(alert, game_table.c.name)
        .join(game_table, game_table.c.id == alert.c.table_id)
        .where(alert.c.ended.is_(None), alert.c.told.is_(False))
        .order_by(alert.c.id)
    ).all()
    claimed = []
    for row in rows:
        mine = update(alert).where(alert.c.id == row.id, alert.c.told.is_(False)).values(told=True)
        if db.execute(mine).rowcount:
            key = f"alert-{row.id}"
            claimed.append((key, row.table_id, row.name, row.kind, row.about, row.words, row.began))
    return claimed


def _claim_absences(db: Connection, offline: frozenset[int]) -> list[_Told]:
    wanted = offline - _told_absences(db, offline) if offline else offline
    rows = db.execute(
        select(game_table.c.id, game_table.c.name, game_table.c.seen)
        .where(game_table.c.id.in_(wanted))
        .order_by(game_table.c.id)
    ).all()
    return [
        (f"offline-{row.id}-{row.seen}", row.id, row.name, "offline", "", "", row.seen)
        for row in rows
        if _claim_absence(db, row.id, row.seen)
    ]


def _claim_absence(db: Connection, table_id: int, seen: float) -> bool:
    """Marks an absence as told; False if another hub has done so."""
    mine = (
        update(absence)
        .where(absence.c.table_id == table_id, absence.c.seen == seen, absence.c.told.is_(False))
        .values(told=True)
    )
    if db.execute(mine).rowcount:
        return True
    new = {"seen": seen, "told": True, "taken_by": "", "taken": None, "closed": False}
    make = sqlite.insert if db.dialect.name == "sqlite" else postgresql.insert
    made = db.execute(
        make(absence)
        .values(table_id=table_id, **new)
        .on_conflict_do_update(index_elements=["table_id"], set_=new, where=absence.c.seen != seen)
    )
    return bool(made.rowcount)


# -- sending -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Due:
    id: int
    channel: str
    body: str
    tries: int
    made: float


def claim_due(db: Connection, now: float) -> list[_Due]:
    """Notices that this hub is to send now; others leave them alone for `LEASE_SECONDS`."""
    rows = db.execute(
        select(notice).where(notice.c.next_try <= now).order_by(notice.c.id).limit(AT_ONCE)
    ).all()
    due = []
    for row in rows:
        mine = (
            update(notice)
            .where(notice.c.id == row.id, notice.c.next_try == row.next_try)
            .values(next_try=now + LEASE_SECONDS)
        )
        if db.execute(mine).rowcount:
            due.append(_Due(row.id, row.channel, row.body, row.tries, row.made))
    return due


def retry_seconds(tries: int) -> float:
    """The wait after so many failures."""
    return min(MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2.0 ** min(tries - 1, 20))


def _after_failure(db: Connection, due: _Due, problem: str, now: float) -> None:
    if now - due.made > GIVE_UP_SECONDS:
        db.execute(notice.delete().where(notice.c.id == due.id))
        log.warning("an alert could not be told by %s: %s", due.channel, problem)
        return
    tries = due.tries + 1
    again = {"tries": tries, "next_try": now + retry_seconds(tries), "problem": problem[:300]}
    db.execute(update(notice).where(notice.c.id == due.id).values(again))


async def post_webhook(client: aiohttp.ClientSession, webhook: Webhook, body: bytes) -> None:
    """Sends one request, signed over its time, a line end and its body.

    It follows no redirection, and the content of the answer is not read.
    """
    now = str(int(time.time()))
    signed = hmac(bytes.fromhex(webhook.secret), f"{now}\n".encode() + body, sha256)
    headers = {
        "Content-Type": "application/json",
        TIME_HEADER: now,
        SIGNATURE_HEADER: signed.hexdigest(),
    }
    try:
        answer = await client.post(
            webhook.url,
            data=body,
            headers=headers,
            allow_redirects=False,
            timeout=aiohttp.ClientTimeout(total=WEBHOOK_SECONDS),
        )
    except TimeoutError as problem:
        raise NotDelivered(f"no answer within {WEBHOOK_SECONDS:.0f} s") from problem
    except (aiohttp.ClientError, OSError, ValueError) as problem:
        raise NotDelivered(str(problem) or type(problem).__name__) from problem
    answer.close()
    if not 200 <= answer.status < 300:
        raise NotDelivered(f"the answer was {answer.status}")


async def send_mail(mail: Mail, told: Notice) -> None:
    """Sends one e-mail. Who is refused while others are served is only logged."""
    implicit = mail.port == IMPLICIT_TLS_PORT
    # Without a password encryption is for what it is worth, as between mail servers: a server that
    # comes with a certificate of its own making would else be worse off than one with none.
    server = aiosmtplib.SMTP(
        hostname=mail.host,
        port=mail.port,
        use_tls=implicit,
        validate_certs=implicit or bool(mail.user),
        timeout=MAIL_SECONDS,
    )
    try:
        message = _mail_message(mail, told)
        async with asyncio.timeout(WHOLE_MAIL_SECONDS):
            await server.connect()
            if mail.user:
                if server.get_transport_info("sslcontext") is None:
                    raise NotDelivered("the server offers no encryption, so no password is sent")
                await server.login(mail.user, mail.password)
            refused, _ = await server.send_message(message)
        for address, (code, words) in refused.items():
            log.warning("alerts do not reach %s: %s %s", address, code, words)
        with suppress(aiosmtplib.SMTPException):
            await server.quit(timeout=QUIT_SECONDS)
    except aiosmtplib.SMTPTimeoutError as problem:
        raise NotDelivered(f"no answer within {MAIL_SECONDS:.0f} s") from problem
    except TimeoutError as problem:
        raise NotDelivered(f"not done within {WHOLE_MAIL_SECONDS:.0f} s") from problem
    except (aiosmtplib.SMTPException, OSError, ValueError) as problem:
        raise NotDelivered(_mail_trouble(problem)) from problem
    finally:
        server.close()


def _mail_trouble(problem: Exception) -> str:
    """What a mail server has against a notice, in words."""
    if isinstance(problem, aiosmtplib.SMTPRecipientsRefused):
        return "; ".join(f"{each.recipient}: {each.message}" for each in problem.recipients)
    if isinstance(problem, aiosmtplib.SMTPAuthenticationError):
        return f"the login was refused: {problem.message}"
    if isinstance(problem, aiosmtplib.SMTPResponseException):
        return f"the answer was {problem.code} {problem.message}"
    if isinstance(problem, ssl.SSLCertVerificationError):
        return f"the certificate of the server is not good: {problem.verify_message}"
    return str(problem) or type(problem).__name__


def _mail_message(mail: Mail, told: Notice) -> EmailMessage:
    message = EmailMessage()
    where = f"{told.table}: " if told.table else ""
    message["Subject"] = " ".join(f"{where}{told.title} ({told.event})".split())
    message["From"], message["To"] = mail.sender, mail.to
    message.set_content(f"{where}{told.title}\n{told.words}\nSince {told.since}\n\n{told.page}\n")
    return message


# -- the task ------------------------------------------------------------------------------------


class Teller:
    """Queues and sends until it is cancelled; never makes a request of a page wait."""

    def __init__(self, hub: Hub, client: aiohttp.ClientSession) -> None:
        self._hub = hub
        self._client = client
        self._pruned = float("-inf")

    async def run(self) -> None:
        changes = self._hub.changes
        while True:
            shown = changes.version
            try:
                await self.step()
            except SQLAlchemyError:
                log.exception("alerts cannot be told")
            await asyncio.sleep(1.0)
            await changes.wait_after(shown, LOOK_SECONDS)

    async def step(self) -> int:
        """Tells what is due; how many notices were tried."""
        database, offline = self._hub.database, self._hub.changes.offline
        now, base = self._hub.now(), (self._hub.addresses or ("",))[0]
        if time.monotonic() - self._pruned > PRUNE_SECONDS:
            self._pruned = time.monotonic()
            await database.write(lambda db: health_history.prune(db, now))
        if not await database.read(lambda db: has_work(db, offline, now)):
            return 0
        await database.write(lambda db: queue(db, offline, base, now))
        due = await database.write(lambda db: claim_due(db, now))
        webhook, mail = await database.read(lambda db: (read_webhook(db), read_mail(db)))
        await asyncio.gather(*(self._deliver(each, webhook, mail) for each in due))
        return len(due)

    async def _deliver(self, due: _Due, webhook: Webhook | None, mail: Mail | None) -> None:
        try:
            if due.channel == WEBHOOK and webhook is not None:
                await post_webhook(self._client, webhook, due.body.encode())
            elif due.channel == MAIL and mail is not None:
                told = msgspec.json.decode(due.body, type=Notice)
                await send_mail(mail, told)
        except NotDelivered as problem:
            words, now = str(problem), self._hub.now()
            await self._hub.database.write(lambda db: _after_failure(db, due, words, now))
        else:
            await self._hub.database.write(
                lambda db: db.execute(notice.delete().where(notice.c.id == due.id))
            )


async def tell_alerts(app: web.Application) -> AsyncIterator[None]:
    """Runs a `Teller` while the application runs."""
    async with aiohttp.ClientSession() as client:
        task = asyncio.create_task(Teller(app[HUB], client).run())
        yield
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

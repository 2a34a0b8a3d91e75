"""The command ``tabletop hub``: the server of an event of many tables."""

import asyncio
import logging
import signal
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Error as DriverError
from time import time
from typing import Final

from aiohttp import web
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from zeroconf import Error
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from tabletop.cli.arguments import CommandError
from tabletop.hub import auth, intake
from tabletop.hub.changes import Changes
from tabletop.hub.database import Database, DatabaseTrouble, file_url
from tabletop.hub.erase import erase_event
from tabletop.hub.server import STOP_SECONDS, make_app
from tabletop.hub.web import Hub
from tabletop.party.limits import LogLimit
from tabletop.system import process
from tabletop.system.addresses import machine_addresses
from tabletop.system.resources import resource_folder

DATABASE_ENV: Final = "TABLETOP_HUB_DATABASE"
"""The URL of the database, where it should not stand on the command line for all to see."""
DATABASE_FILE: Final = "hub.db"
MAX_SOCKETS: Final = 32_768
"""Phones that keep connections open must not leave none for the tables."""
SERVICE: Final = "_tabletop-hub._tcp.local."


@dataclass(frozen=True, slots=True)
class HubOptions:
    data_dir: Path
    database: str = ""
    """Its URL; empty: a file in the data folder."""
    host: str = ""
    """The address to listen at; empty: all."""
    port: int = 8707
    name: str = ""
    """The name of the event; empty: as before."""
    announce: bool = True
    """Whether tables in the same network find the hub by themselves."""
    url: str = ""
    """Where browsers reach it; empty: at the addresses of this computer."""


def run(options: HubOptions) -> int:
    """Serves until it is stopped; CommandError if it cannot begin."""
    if options.url and not options.url.startswith(("http://", "https://")):
        raise CommandError(f"{options.url} does not begin with http:// or https://")
    handler = logging.StreamHandler()
    handler.addFilter(LogLimit())
    logging.basicConfig(
        level=logging.WARNING, format="%(levelname)s %(message)s", handlers=[handler]
    )
    process.allow_sockets(MAX_SOCKETS)
    database = _open(options)
    password_hash, password = "", auth.new_password()
    if not database.look(auth.has_users):
        password_hash = auth.hash_password(password)
    code = database.do(lambda db: _prepare(db, options.name, password_hash))
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(database, options, code, password if password_hash else ""))
    finally:
        database.close()
    return 0


def set_password(options: HubOptions, user: str, role: str) -> int:
    """Lets somebody in, or gives them a new password, which is printed.

    Without `role` somebody new is staff, and anybody else keeps the role.
    """
    database = _open(options)
    password = auth.new_password()
    hashed = auth.hash_password(password)

    def work(db: Connection) -> tuple[str, str]:
        name = auth.stored_name(db, user) or user
        given = role or auth.role_of(db, name) or "staff"
        if given != auth.role_of(db, name) == "manager":
            auth.set_role(db, name, given)  # ValueError for the last manager
        auth.put_user(db, name, given, hashed, time())
        return name, given

    try:
        name, given = database.do(work)
    except ValueError as problem:
        raise CommandError(f"the role of {user} stays: {problem}") from problem
    finally:
        database.close()
    print(f"{name} ({given}) logs in with the password {password}")
    return 0


def erase(options: HubOptions) -> int:
    """Erases all names after the event, once its name has been typed."""
    database = _open(options)
    try:
        name = database.look(lambda db: intake.get_setting(db, intake.EVENT_NAME))
        if not name:
            raise CommandError("this hub has had no event yet: there is nothing to erase")
        print("This erases all names and visitors from the hub. Results stay, without names.")
        try:
            typed = input(f"Type the name of the event ({name}) to go on: ")
        except EOFError:
            typed = ""
        if typed.strip() != name:
            raise CommandError("that is not the name of the event: nothing was erased")
        visitors = database.do(lambda db: erase_event(db, time()))
        if database.is_sqlite:
            database.scrub()
    except (DBAPIError, DriverError) as problem:
        raise CommandError(f"stop the hub, then try again: {problem}") from problem
    finally:
        database.close()
    print(f"The names of {visitors} visitors are erased, and all others.")
    print("Start the hub once more: tables erase them too as soon as they reach it.")
    return 0


def back_up(options: HubOptions, path: Path) -> int:
    """Copies the database to a new file, also while the hub is open."""
    database = _open(options)
    try:
        if not database.is_sqlite:
            raise CommandError(f"back up a PostgreSQL database with: pg_dump -Fc -f {path} NAME")
        if path.exists():
            raise CommandError(f"{path} is there already")
        try:
            database.back_up(path)
        except (DBAPIError, DriverError, OSError) as problem:
            path.unlink(missing_ok=True)
            raise CommandError(f"{path} cannot be written: {problem}") from problem
    finally:
        database.close()
    print(f"The hub is backed up in {path}")
    return 0


def _open(options: HubOptions) -> Database:
    try:
        return Database(options.database or file_url(options.data_dir / DATABASE_FILE))
    except (DatabaseTrouble, OSError) as problem:
        raise CommandError(f"the database of the hub cannot be opened: {problem}") from problem


def _prepare(db: Connection, name: str, password_hash: str) -> str:
    """What a new hub needs; gives the pairing code."""
    if not intake.get_setting(db, intake.PAIRING_CODE):
        intake.set_setting(db, intake.PAIRING_CODE, intake.new_pairing_code())
    if name or not intake.get_setting(db, intake.EVENT_NAME):
        intake.set_setting(db, intake.EVENT_NAME, name or "Our event")
    if password_hash and not auth.has_users(db):
        auth.put_user(db, auth.FIRST_USER, "manager", password_hash, time())
    return intake.get_setting(db, intake.PAIRING_CODE)


async def _serve(database: Database, options: HubOptions, code: str, password: str) -> None:
    found = [options.host] if options.host not in ("", "0.0.0.0", "::") else machine_addresses()
    addresses = tuple(f"http://{_in_url(each)}:{options.port}" for each in found)
    if options.url:
        addresses = (options.url.rstrip("/"),)
    hub = Hub(database, Changes(database), resource_folder("assets"), addresses)
    runner = web.AppRunner(make_app(hub), access_log=None, shutdown_timeout=STOP_SECONDS)
    stop = asyncio.Event()
    with suppress(NotImplementedError):  # Windows ends the process at once
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await runner.setup()
    try:
        await web.TCPSite(runner, options.host or None, options.port).start()
    except OSError as problem:
        await runner.cleanup()
        why = problem.strerror or problem
        raise CommandError(f"port {options.port} cannot be opened: {why}") from problem
    for line in _greeting(addresses or (f"http://localhost:{options.port}",), code, password):
        print(line, flush=True)
    name = await database.read(lambda db: intake.get_setting(db, intake.EVENT_NAME))
    announcement = await _announce(options, found, name) if options.announce else None
    try:
        await stop.wait()
    finally:
        if announcement is not None:
            await announcement.async_close()
        await runner.cleanup()


def _greeting(addresses: Sequence[str], code: str, password: str) -> list[str]:
    lines = [f"The hub is open: {addresses[0]}", *(f"  or {each}" for each in addresses[1:])]
    if password:
        first = f"Log in as {auth.FIRST_USER} with the password {password}"
        lines.append(f"{first} (it is shown only now)")
    return [*lines, f"Tables join with the pairing code {code}"]


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


async def _announce(
    options: HubOptions, addresses: Sequence[str], event: str
) -> AsyncZeroconf | None:
    """Tells tables in the network where the hub is; None if the network does not allow it."""
    name = socket.gethostname().partition(".")[0]
    try:
        announcement = AsyncZeroconf()
        info = AsyncServiceInfo(
            SERVICE,
            f"tabletop hub on {name}.{SERVICE}",
            port=options.port,
            properties={"name": event[:64]},
            parsed_addresses=list(addresses),
            server=f"{name}.local.",
        )
        await announcement.async_register_service(info, allow_name_change=True)
    except (OSError, Error) as problem:
        logging.getLogger(__name__).warning("tables have to type the address: %s", problem)
        return None
    return announcement

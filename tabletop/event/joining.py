"""What waits for the network besides the sender: joining, finding hubs, and questions to one.

Each runs in a thread of its own, and calls `done` there when it has a result.
"""

import logging
from collections.abc import Callable
from threading import Lock, Thread
from typing import Final
from uuid import uuid4

import msgspec
from zeroconf import Error, ServiceBrowser, ServiceListener, Zeroconf

from tabletop.event import messages
from tabletop.event.client import BadAddress, HubAddress, HubClient, HubRefused, HubUnreachable
from tabletop.event.key_file import HubKey
from tabletop.input.event import (
    FindKept,
    FindVisitor,
    FoundHub,
    HubAnswer,
    HubQuestion,
    JoinState,
    KeptState,
    SignUp,
    SignUpState,
    VisitorState,
)

log = logging.getLogger(__name__)

SERVICE: Final = "_tabletop-hub._tcp.local."
INFO_MILLISECONDS: Final = 3000


def tell_leaving(client: HubClient, at: str) -> None:
    """Tells the hub in a thread that this table leaves; nothing happens if it is away."""
    fact = messages.Event(uuid4().hex, 0, at, messages.Left())

    def tell() -> None:
        try:
            client.request("POST", "/api/events", messages.encode(messages.Events((fact,))))
        except HubUnreachable as problem:
            log.info("the hub is not told that this table leaves: %s", problem)
        finally:
            client.close()

    Thread(target=tell, name="event leaving", daemon=True).start()


class JoinAttempt:
    """Asks a hub to take this table."""

    def __init__(
        self, address: str, code: str, name: str, version: str, done: Callable[[], None]
    ) -> None:
        self.name = name
        self.state = JoinState("asking")
        self.key: HubKey | None = None
        """Once it is joined."""
        self._asked = address.strip(), code, name, version
        self._done = done
        Thread(target=self._run, name="event joining", daemon=True).start()

    def _run(self) -> None:
        address, code, name, version = self._asked
        try:
            joined = HubClient(HubAddress.read(address)).join(code, name, version)
        except BadAddress:
            self.state = JoinState("refused", "address")
        except HubRefused as problem:
            refused = problem.refused
            self.state = JoinState("refused", refused.reason, refused.words)
        except (HubUnreachable, msgspec.ValidationError) as problem:
            self.state = JoinState("refused", "away", str(problem))
        else:
            self.key = HubKey(address, joined.table, joined.key, joined.hub, joined.tables)
            self.state = JoinState("joined")
        self._done()


class HubLookup:
    """Asks the hub something."""

    def __init__(
        self,
        client: HubClient,
        command: HubQuestion,
        row_id: str,
        otherwise: HubAnswer,
        done: Callable[[], None],
    ) -> None:
        """`row_id`: the id of a sign-up. `otherwise`: the answer if the hub gives none."""
        self.answer: HubAnswer | None = None
        """Once there is one."""
        self._asked = client, command, row_id
        self._otherwise, self._done = otherwise, done
        Thread(target=self._run, name="event question", daemon=True).start()

    def _run(self) -> None:
        try:
            self.answer = _ask(*self._asked)
        except (HubUnreachable, HubRefused) as problem:
            log.warning("the hub does not answer a question: %s", problem)
            self.answer = self._otherwise
        except Exception:
            log.exception("a fault while asking the hub")
            self.answer = self._otherwise
        self._done()


def _ask(client: HubClient, command: HubQuestion, row_id: str) -> HubAnswer:
    match command:
        case FindKept(code):
            kept = client.kept(code)
            if kept is None:
                return KeptState(code, "none")
            return KeptState(code, "found", kept.match, kept.record, kept.table)
        case FindVisitor(code):
            try:
                known = client.visitor(code)
            except HubRefused as problem:
                if problem.refused.reason == "tries":
                    return VisitorState(code, "tries")
                raise
            return (
                VisitorState(code, "none")
                if known is None
                else VisitorState(code, "found", known.name)
            )
        case SignUp(tournament, name, code):
            try:
                done = client.sign_up(messages.SignUpRequest(tournament, row_id, name, code))
            except HubRefused as problem:
                return SignUpState("refused", problem.refused.reason)
            return SignUpState("done", code=done.code, name=done.name)


class Discovery(ServiceListener):
    """Looks for hubs in this network until it is closed."""

    def __init__(self, done: Callable[[], None]) -> None:
        self.found: tuple[FoundHub, ...] = ()
        self._known: dict[str, FoundHub] = {}
        self._done = done
        self._lock = Lock()
        self._closed = False
        self._zeroconf: Zeroconf | None = None
        Thread(target=self._run, name="event discovery", daemon=True).start()

    def close(self) -> None:
        """Returns at once; the sockets are closed in a thread."""
        with self._lock:
            self._closed = True
            zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            Thread(target=zeroconf.close, name="event discovery", daemon=True).start()

    def _run(self) -> None:
        try:
            zeroconf = Zeroconf()
        except (OSError, Error) as problem:
            log.warning("hubs in this network cannot be looked for: %s", problem)
            return
        with self._lock:
            if not self._closed:
                self._zeroconf = zeroconf
                ServiceBrowser(zeroconf, SERVICE, listener=self)
                return
        zeroconf.close()

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        # It waits for answers: not in the thread that delivers them.
        look = (zc, type_, name)
        Thread(target=self._look, args=look, name="event discovery", daemon=True).start()

    update_service = add_service

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        del zc, type_
        with self._lock:
            self._known.pop(name, None)
        self._tell()

    def _look(self, zc: Zeroconf, type_: str, name: str) -> None:
        try:
            info = zc.get_service_info(type_, name, timeout=INFO_MILLISECONDS)
            addresses = [] if info is None else info.parsed_scoped_addresses()
        except (OSError, Error, RuntimeError) as problem:  # it may be closed meanwhile
            log.info("a hub has gone: %s", problem)
            return
        if info is None or not addresses:
            return
        # Version 4 first: addresses of version 6 may need the name of a network card.
        address = min(addresses, key=lambda text: ":" in text)
        host = f"[{address}]" if ":" in address else address
        told = {key: value for key, value in info.decoded_properties.items() if value}
        server = (info.server or "").rstrip(".") or address
        tables = told.get("tables") or ""
        found = FoundHub(
            (told.get("name") or server)[:60],
            f"{host}:{info.port}",
            int(tables) if tables.isascii() and tables.isdigit() else -1,
        )
        with self._lock:
            self._known[name] = found
        self._tell()

    def _tell(self) -> None:
        with self._lock:
            self.found = tuple(sorted(self._known.values(), key=lambda hub: hub.name))
            closed = self._closed
        if not closed:
            self._done()

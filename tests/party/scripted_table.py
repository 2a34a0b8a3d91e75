"""The real phone server with a table that shows what a test tells it to."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from tabletop.party.files import PageFiles, PhoneTexts
from tabletop.party.messages import (
    Act,
    Acted,
    DiagramFile,
    Dismiss,
    FromServer,
    Open,
    Opened,
    PhoneArrived,
    RosterEntry,
    Show,
    Tell,
    You,
)
from tabletop.party.server import PhoneServer
from tabletop.party.views import View

PAGES: Final = Path(__file__).resolve().parents[2] / "assets" / "phone"
TOKEN: Final = "0123456789abcdefABCDEF"
CODE: Final = "BCDF"


def phone_texts(language: str) -> dict[str, str]:
    """The texts of the pages in a language."""
    return msgspec.json.decode(PhoneTexts().find(language).content, type=dict[str, str])


@dataclass
class Guest:
    """A phone that has been here."""

    number: int
    secret: str
    you: You
    view: View | None = None


@dataclass
class ScriptedTable:
    """Lets everybody in. Its methods belong to the thread of its event loop."""

    you: Callable[[], You]
    """Who a new phone is."""
    diagrams: Mapping[str, bytes] = field(default_factory=dict)
    on_act: Callable[[Guest, Act], None] | None = None
    guests: dict[int, Guest] = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    languages: list[str] = field(default_factory=list)
    """Of the phones as they came."""
    port: int = 0
    _server: PhoneServer | None = None
    _opened: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def link(self) -> str:
        """What the QR code says."""
        return f"{self.url}/j/{TOKEN}"

    async def start(self) -> None:
        """Opens the port, again if it was open before; phones that were here are known."""
        roster = tuple(RosterEntry(g.number, g.secret) for g in self.guests.values())
        self._opened.clear()
        self._server = PhoneServer(self._hear, PageFiles(PAGES))
        self._server.receive(Open(self.port, "127.0.0.1", TOKEN, CODE, "en", roster))
        await self._opened.wait()
        for key, content in self.diagrams.items():
            self._server.receive(DiagramFile(key, msgspec.Raw(content)))

    async def stop(self) -> None:
        """Ends all connections, as a lost network does."""
        if self._server is not None:
            await self._server.close()
            self._server = None

    def add_diagram(self, key: str, content: bytes) -> None:
        self.diagrams = {**self.diagrams, key: content}
        if self._server is not None:
            self._server.receive(DiagramFile(key, msgspec.Raw(content)))

    def show(self, guest: Guest, view: View) -> None:
        guest.view = view
        if self._server is not None:
            self._server.receive(Show((guest.number,), msgspec.Raw(msgspec.json.encode(view))))

    def tell(self, guest: Guest, you: You) -> None:
        guest.you = you
        if self._server is not None:
            self._server.receive(Tell(guest.number, you))

    def put_out(self, guest: Guest) -> None:
        if self._server is not None:
            self._server.receive(Dismiss(guest.number, "put_out"))

    def _hear(self, event: FromServer) -> bool:
        match event:
            case Opened(port):
                self.port = port
                self._opened.set()
            case PhoneArrived(number, secret, language):
                self.languages.append(language)
                guest = self.guests.setdefault(number, Guest(number, secret, self.you()))
                asyncio.get_running_loop().call_soon(self._greet, guest)
            case Acted(number, act):
                self.acts.append(act)
                if self.on_act is not None:
                    self.on_act(self.guests[number], act)
            case _:
                pass
        return True

    def _greet(self, guest: Guest) -> None:
        self.tell(guest, guest.you)
        if guest.view is not None:
            self.show(guest, guest.view)

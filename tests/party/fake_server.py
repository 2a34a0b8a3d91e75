"""A phone server without a process: the test says what phones do, and sees what they are told."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from tabletop.party.messages import (
    Act,
    Acted,
    Beat,
    FromServer,
    Open,
    Opened,
    PhoneArrived,
    PhoneLeft,
    Show,
    Sit,
    Tell,
    ToServer,
    You,
    to_json,
)
from tabletop.party.server_client import ServerEvent
from tabletop.system.child_process import ProcessEnded

ADDRESS: Final = "192.168.0.24"
PORT: Final = 8000

_Message = TypeVar("_Message", bound=ToServer)


class FakeServer:
    """One run of the server. Everything goes through JSON, as through the pipes."""

    unsent = 0

    def __init__(self, *, opens: bool = True) -> None:
        """`opens`: it answers `Open` by itself."""
        self.said: list[ToServer] = []
        self.closed = self.killed = False
        self.beats = True
        """Whether it says at every look that it is alive."""
        self._opens = opens
        self._events: list[ServerEvent] = []

    # -- as the table sees it -------------------------------------------------------------------

    def say(self, message: ToServer) -> None:
        self.said.append(msgspec.json.decode(to_json(message), type=ToServer))
        if self._opens and isinstance(message, Open):
            self.report(Opened(PORT, (ADDRESS,)))

    def events(self) -> list[ServerEvent]:
        events, self._events = self._events, []
        return [*events, *([Beat()] if self.beats else [])]

    def kill(self) -> None:
        self.killed = True

    def close(self) -> None:
        self.closed = True

    # -- as phones see it -----------------------------------------------------------------------

    def report(self, message: FromServer) -> None:
        self._events.append(msgspec.json.decode(msgspec.json.encode(message), type=FromServer))

    def die(self, why: str = "it ended with -9") -> None:
        self._events.append(ProcessEnded(why, killed=True))

    def arrive(self, phone: int, language: str = "en", *, known: bool = False) -> None:
        self.report(PhoneArrived(phone, f"secret {phone}", language, known))

    def leave(self, phone: int) -> None:
        self.report(PhoneLeft(phone))

    def act(self, phone: int, act: Act) -> None:
        self.report(Acted(phone, act))

    def join(self, phone: int, seat: int | None, name: str, language: str = "en") -> None:
        """A phone connects and takes a seat."""
        self.arrive(phone, language)
        self.act(phone, Sit(seat, name))

    def all_said(self, kind: type[_Message]) -> list[_Message]:
        return [message for message in self.said if isinstance(message, kind)]

    def you(self, phone: int) -> You:
        """What the phone was told last of itself."""
        told = [each.you for each in self.all_said(Tell) if each.phone == phone]
        return told[-1]

    def view(self, phone: int) -> dict[str, Any]:
        """What the phone shows."""
        shown = next(
            each for each in reversed(self.said) if isinstance(each, Show) and phone in each.phones
        )
        view: dict[str, Any] = msgspec.json.decode(shown.view)
        return view


class FakeServers:
    """Makes a new server each time that the table starts one."""

    def __init__(self, *, opens: bool = True) -> None:
        self.runs: list[FakeServer] = []
        self._opens = opens

    def __call__(self, ring: Callable[[], None]) -> FakeServer:
        del ring
        self.runs.append(FakeServer(opens=self._opens))
        return self.runs[-1]

    @property
    def last(self) -> FakeServer:
        return self.runs[-1]

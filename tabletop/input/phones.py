"""The phones at the table, as pages and the session recording see them.

`Phones` is for phones what `Devices` is for devices: their source reports to it while it is polled,
pages read it and ask for changes. Nothing of `tabletop.party` is needed for that.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from tabletop.engine import Text, say

PHONE_SOURCE: Final = "phone"
"""The source of the actions of phones."""
SOMEONE: Final = say("phones.someone", "Someone")
"""A phone without a name."""

PhonesStatus: TypeAlias = Literal["off", "starting", "open", "failed"]


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that has joined, or is about to."""

    number: int
    name: str = ""
    seat: int | None = None
    connected: bool = True
    joined: bool = False
    """False until its owner has chosen a seat or to watch."""
    host: bool = False

    @property
    def here(self) -> bool:
        """Whether it counts as one that is with the table."""
        return self.joined and self.connected


@dataclass(frozen=True, slots=True)
class PhonesState:
    """Everything that pages show of phones, except the token, which is no page's business."""

    status: PhonesStatus = "off"
    trouble: str = ""
    """Why they cannot join, in words of the system."""
    addresses: tuple[str, ...] = ()
    """Of this machine in its networks, the likeliest first."""
    port: int = 0
    code: str = ""
    joining: bool = True
    """Whether new phones are let in."""
    phones: tuple[Phone, ...] = ()
    refused: int = 0
    """Connections and messages that were refused."""
    standings: tuple[tuple[str, int], ...] = ()
    """The names and points of spectators who have guessed, the best first."""
    claims: tuple[int, ...] = ()
    """Phones that ask to become the host's remote control."""

    @property
    def seated(self) -> tuple[Phone, ...]:
        return tuple(phone for phone in self.phones if phone.seat is not None)

    @property
    def watching(self) -> int:
        """How many phones without a seat are here."""
        return sum(phone.here and phone.seat is None for phone in self.phones)

    def at_seat(self, seat: int) -> Phone | None:
        """The phone that plays at a seat."""
        return next((phone for phone in self.phones if phone.seat == seat), None)

    @property
    def address(self) -> str:
        """What is typed into a browser; empty while nobody can join."""
        if self.status != "open" or not self.addresses:
            return ""
        return f"{_bracketed(self.addresses[0])}:{self.port}"


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address


@dataclass(frozen=True, slots=True)
class LetIn:
    """New phones may join, or not."""

    on: bool


@dataclass(frozen=True, slots=True)
class PutOut:
    """A phone is sent away; its seat goes back to the people at the table."""

    phone: int


@dataclass(frozen=True, slots=True)
class MakeHost:
    """The table's answer to a phone that wants to be the host's remote control."""

    phone: int
    yes: bool = True


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """The table's answer to a phone that asked for the seat of another one."""

    phone: int
    seat: int
    yes: bool | None
    """None: nobody has answered."""


@dataclass(frozen=True, slots=True)
class AnswerResume:
    """The table's answer to `AskToResume`."""

    phone: int
    code: str
    answer: Literal["yes", "no", "busy", "gone"]
    """busy: people use the table. gone: the match cannot be resumed any more."""


@dataclass(frozen=True, slots=True)
class ShowCode:
    """The match of the phones that hold a seat is saved under a code."""

    code: str
    title: Text
    """The game."""
    date: str
    """As 2026-11-21."""


@dataclass(frozen=True, slots=True)
class FreeSeats:
    """The people have left: no phone holds a seat any more."""


PhonesCommand: TypeAlias = (
    LetIn | PutOut | MakeHost | AnswerRequest | AnswerResume | ShowCode | FreeSeats
)


@dataclass(slots=True)
class Phones:
    """The phones, and what pages want done about them."""

    state: PhonesState = field(default_factory=PhonesState)
    version: int = 0
    """Changes whenever a page would show something else."""
    token: str = ""
    """The secret in the QR code; never recorded."""
    home: str = ""
    """The path of the page to take home of the last match; empty while there is none."""
    wake: Callable[[], None] = lambda: None
    """Wakes the main loop, so that a command is carried out at once."""
    _commands: list[PhonesCommand] = field(default_factory=list)

    def report(self, state: PhonesState) -> None:
        if state != self.state:
            self.state = state
            self.version += 1

    @property
    def link(self) -> str:
        """The address in the QR code; empty while nobody can join."""
        address = self.state.address
        return f"http://{address}/j/{self.token}" if address else ""

    @property
    def home_link(self) -> str:
        """The address of the page to take home; empty while it cannot be fetched."""
        address = self.state.address
        return f"http://{address}{self.home}" if address and self.home else ""

    def show_home(self, path: str) -> None:
        """The page to take home is ready, or gone."""
        if path != self.home:
            self.home = path
            self.version += 1

    def ask(self, command: PhonesCommand) -> None:
        """Has something done at the next poll; ignored while phones are off."""
        if self.state.status != "off":
            self._commands.append(command)
            self.wake()

    def take_commands(self) -> tuple[PhonesCommand, ...]:
        commands, self._commands = tuple(self._commands), []
        return commands

    def without(self) -> None:
        """Phones are off."""
        self._commands.clear()
        self.token = self.home = ""
        self.report(replace(PhonesState(), status="off"))

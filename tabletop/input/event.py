"""The event of many tables that this table has joined, as pages see it, and what they ask of it.

Nothing here needs a hub: without one the state is the default. Pages change nothing themselves;
`tabletop.app.event` carries out their commands in the next turn of the main loop.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from tabletop.engine import Text, joined, say

CALL_NOTE: Final = "event call"
"""The note with the match that this table is to call the players of, as `PlayerCall.to_text`."""

HubLink: TypeAlias = Literal["off", "starting", "online", "away", "removed"]
"""``off``: no event is joined. ``removed``: the staff have taken this table off their list."""
HelpState: TypeAlias = Literal["none", "unsent", "sent"]
"""Whether somebody has called a host, and the hub knows it."""
JoinPhase: TypeAlias = Literal["", "asking", "refused", "joined", "left"]
KeptPhase: TypeAlias = Literal["asking", "none", "away", "found"]
VisitorPhase: TypeAlias = Literal["asking", "none", "tries", "away", "found"]
SignUpPhase: TypeAlias = Literal["asking", "refused", "away", "done"]

NAMED_ROUNDS: Final[Mapping[str, Text]] = {
    # NOTE The last round of a knockout tournament.
    "Final": say("event.final", "Final"),
    "Semi-final": say("event.semi_final", "Semi-final"),
    "Quarter-final": say("event.quarter_final", "Quarter-final"),
    # NOTE A tournament in which everybody plays against whoever is free, without rounds.
    "Arena": say("event.arena", "Arena"),
}


def round_words(name: str) -> Text:
    """The round of a tournament as people at the table read it.

    `name`: as the hub tells it (`tabletop.event.messages.CallPlayers.round`) and as it is stored.
    """
    kind, _, number = name.partition(" ")
    if kind == "Round" and number.isdecimal():
        # NOTE A round of a tournament, as in "Round 2: Ada – Bo".
        return say("event.round", "Round\u00a0{number}", number=number)
    return NAMED_ROUNDS.get(name, joined("", name))


@dataclass(frozen=True, slots=True)
class FoundHub:
    """A hub in this network."""

    name: str
    address: str
    tables: int = -1
    """How many tables it has; negative: it does not say."""


@dataclass(frozen=True, slots=True)
class JoinState:
    """How the last attempt to join went."""

    phase: JoinPhase = ""
    reason: str = ""
    """Why it was refused, as in `tabletop.event.messages.Refused`; ``away``: nobody answered;
    ``address``: it is none; ``disk``: the key cannot be written."""
    words: str = ""
    """More about that, in English."""


@dataclass(frozen=True, slots=True)
class KeptState:
    """A code of a saved game that was looked up at the hub."""

    code: str
    phase: KeptPhase
    match: str = ""
    record: str = ""
    table: str = ""


@dataclass(frozen=True, slots=True)
class VisitorState:
    """A visitor's code that was looked up at the hub."""

    code: str
    phase: VisitorPhase
    name: str = ""


@dataclass(frozen=True, slots=True)
class OpenTournament:
    """A tournament of the event that visitors can sign up for."""

    id: int
    name: str
    game: str
    """Its key."""
    players: int = 0


@dataclass(frozen=True, slots=True)
class SignUpState:
    """How the last sign-up for a tournament went."""

    phase: SignUpPhase
    reason: str = ""
    """Why it was refused, as in `tabletop.event.messages.Refused`."""
    code: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class EventState:
    link: HubLink = "off"
    hub: str = ""
    """The name of the event."""
    tables: int = 0
    """How many tables it had when this one joined."""
    url: str = ""
    """The beginning of the addresses of the hub's pages."""
    trouble: str = ""
    """Why the hub does not answer, in English."""
    help: HelpState = "none"
    helper: str = ""
    """The name of who comes, if it is known."""
    help_turns: int | None = None
    """Quarter turns clockwise from the near edge to the one where a host was called."""
    found: tuple[FoundHub, ...] = ()
    join: JoinState = field(default_factory=JoinState)
    kept: KeptState | None = None
    open: tuple[OpenTournament, ...] = ()
    visitor: VisitorState | None = None
    sign_up: SignUpState | None = None

    @property
    def joined(self) -> bool:
        return self.link != "off"

    @property
    def has_staff(self) -> bool:
        """Whether the staff of an event can be called, and can call: not of a removed table."""
        return self.link not in ("off", "removed")


@dataclass(frozen=True, slots=True)
class CalledSeat:
    name: str
    visitor: str = ""


@dataclass(frozen=True, slots=True)
class PlayerCall:
    """A match whose players are to come to this table."""

    pairing: str
    tournament: str
    round: str
    game: str
    """Its key."""
    seats: tuple[CalledSeat, ...]
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    clock: str = "none"
    """As `tabletop.engine.TimeControl` reads it."""
    wait: float = 300.0
    """Seconds until it can be said that somebody does not come."""
    replays_draws: bool = False
    """A draw decides nothing: it is played again."""

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> "PlayerCall | None":
        """The inverse of `to_text`; None for an empty or damaged text."""
        try:
            told = json.loads(text) if text else None
            if told is None:
                return None
            told["seats"] = tuple(CalledSeat(**seat) for seat in told["seats"])
            return cls(**told)
        except (ValueError, TypeError, KeyError, AttributeError):
            return None


@dataclass(frozen=True, slots=True)
class LookForHubs:
    """Begins or ends looking for hubs in this network."""

    on: bool


@dataclass(frozen=True, slots=True)
class JoinHub:
    name: str
    address: str
    code: str


@dataclass(frozen=True, slots=True)
class LeaveHub:
    """Leaves the event; what waits to be sent is deleted."""


@dataclass(frozen=True, slots=True)
class CallHost:
    """A person at the table needs help, or no longer does."""

    on: bool
    turns: int = 0
    """Quarter turns clockwise from the near edge to that person's."""


@dataclass(frozen=True, slots=True)
class HelpAnswered:
    """Somebody of the staff is on the way."""

    who: str


@dataclass(frozen=True, slots=True)
class FindKept:
    """Looks a code up at the hub."""

    code: str


@dataclass(frozen=True, slots=True)
class FindVisitor:
    """Asks the hub whose code it is."""

    code: str


@dataclass(frozen=True, slots=True)
class SignUp:
    """Signs somebody up for a tournament, by a new name or by the code of a visitor."""

    tournament: int
    name: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class ReportAbsence:
    """Somebody does not come to a called match, or has come after all."""

    pairing: str
    words: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class PairingDecided:
    """A match of a tournament is no longer this table's: decided, or played at another one."""

    pairing: str


@dataclass(frozen=True, slots=True)
class ReportReady:
    """All players of a called match are there."""

    pairing: str


EventCommand: TypeAlias = (
    LookForHubs
    | JoinHub
    | LeaveHub
    | CallHost
    | HelpAnswered
    | FindKept
    | FindVisitor
    | SignUp
    | ReportAbsence
    | PairingDecided
    | ReportReady
)


HubQuestion: TypeAlias = FindKept | FindVisitor | SignUp
HubAnswer: TypeAlias = KeptState | VisitorState | SignUpState


def unanswered(asked: HubQuestion) -> tuple[str, HubAnswer]:
    """The field of `EventState` for the answer, and the answer of a hub that gives none."""
    match asked:
        case FindKept(code):
            return "kept", KeptState(code, "away")
        case FindVisitor(code):
            return "visitor", VisitorState(code, "away")
        case SignUp():
            return "sign_up", SignUpState("away")


@dataclass(slots=True)
class EventDesk:
    """The event, and what pages want done about it."""

    state: EventState = field(default_factory=EventState)
    on: bool = False
    """Whether an event was joined or looked for since the start; nothing is done for it before."""
    version: int = 0
    """Changes whenever a page would show something else."""
    wake: Callable[[], None] = lambda: None
    """Wakes the main loop, so that a command is carried out at once."""
    _commands: list[EventCommand] = field(default_factory=list)

    def report(self, state: EventState) -> None:
        if state != self.state:
            self.on = True
            self.state = state
            self.version += 1

    def ask(self, command: EventCommand) -> None:
        """Has something done in the next turn; an earlier answer is gone at once."""
        self.on = True
        if isinstance(command, FindKept | FindVisitor | SignUp):
            name, answer = unanswered(command)
            asking: Any = {name: replace(answer, phase="asking")}
            self.report(replace(self.state, **asking))
        self._commands.append(command)
        self.wake()

    @property
    def asked(self) -> bool:
        return bool(self._commands)

    def take_commands(self) -> tuple[EventCommand, ...]:
        commands, self._commands = tuple(self._commands), []
        return commands

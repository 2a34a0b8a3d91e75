"""The messages between a table and the hub of an event, as JSON.

A table sends events (`Event`) with ``POST /api/events``, oldest first, and gets orders (`Order`)
from ``GET /api/orders``. Both requests are signed (`tabletop.event.signing`). An event is stored
once, by its `id`, however often it is sent. Unknown fields are refused. Times are ISO 8601 in UTC
of the table's clock, which may be wrong; the hub adds the time of its own receipt.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

MAX_BODY_BYTES: Final = 1 << 20
"""Of a request of a table; more is refused before it is read."""
MAX_EVENTS: Final = 100
"""Events in one request."""
MAX_WAIT_SECONDS: Final = 25
"""For which the hub holds a request for orders while there are none."""
PAIRING_CODE_DIGITS: Final = 6
MAX_OPEN: Final = 16
"""Tournaments that a table is told of at once."""

_Id: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
_Time: TypeAlias = Annotated[str, Meta(max_length=32)]
_Short: TypeAlias = Annotated[str, Meta(max_length=64)]
_Line: TypeAlias = Annotated[str, Meta(max_length=400)]
_Record: TypeAlias = Annotated[str, Meta(max_length=200_000)]
_Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
_Nanoseconds: TypeAlias = Annotated[int, Meta(ge=0, le=2**63 - 1)]
_Seat: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
_Code: TypeAlias = Annotated[str, Meta(max_length=16)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of messages."""


class _Message(_Part, frozen=True, tag=True):
    """Written with the name of its class as ``type``."""


# -- joining -------------------------------------------------------------------------------------


class Join(_Part, frozen=True):
    """The body of ``POST /api/join``, the only unsigned request of a table."""

    code: Annotated[str, Meta(pattern="^[0-9]{6}$")]
    """The pairing code that the hub shows to staff."""
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    version: _Short


class Joined(_Part, frozen=True):
    """The answer to `Join`."""

    table: _Number
    """The number of the table at the hub."""
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    """The secret with which the table signs, 32 bytes in hexadecimal."""
    hub: _Short
    """The name of the event."""
    tables: _Number
    """How many tables the hub has, this one included."""


RefusalReason: TypeAlias = Literal[
    "code",
    "tries",
    "name",
    "signature",
    "replay",
    "message",
    "unknown",
    "removed",
    "full",
    "closed",
    "entered",
    "taken",
]


class Refused(_Part, frozen=True):
    """The answer with a status of 400 and more."""

    reason: RefusalReason
    """``code``: wrong pairing code. ``tries``: too many of them, wait. ``name``: a table has it, or
    it cannot be one. ``replay``: the time is not after `last`. ``removed``: staff have removed this
    table. The last four are of sign-ups (`tabletop.hub.sign_up`)."""
    words: _Line = ""
    """For people, in English."""
    last: _Nanoseconds = 0


# -- from the table to the hub -------------------------------------------------------------------


class SeatState(_Part, frozen=True):
    name: _Short = ""
    visitor: _Code = ""
    """The visitor's code, if the seat is a known visitor's."""
    computer: _Short = ""
    """The level of the computer player; empty for a person."""
    side: _Short = ""
    """``White``."""


class Started(_Message, frozen=True):
    """The program of the table has started."""

    version: _Short
    games: Annotated[tuple[_Short, ...], Meta(max_length=64)] = ()
    """The keys of the games that it offers."""


class MatchState(_Message, frozen=True):
    """The match on the table after a ply, instead of earlier ones; no `match`: none is played."""

    match: _Short = ""
    game: _Short = ""
    seats: Annotated[tuple[SeatState, ...], Meta(max_length=8)] = ()
    turn: _Seat | None = None
    """Who is to act; None if nobody is, or while dice decide."""
    plies: _Number = 0
    began: _Time = ""
    pairing: _Short = ""
    """The pairing of a tournament that the match belongs to."""
    diagram: _Short = ""
    """The key of the board's `Drawing`; empty for a game without one."""
    pieces: dict[_Short, _Short] = {}
    """Places and the letter of what lies there."""
    words: _Line = ""
    """What is going on, where there is no drawing."""


class Drawing(_Message, frozen=True):
    """A board (`tabletop.engine.diagram.Diagram`) as JSON; sent before the first match on it."""

    key: _Short
    content: Annotated[str, Meta(max_length=100_000)]


class MatchResult(_Message, frozen=True):
    """A match has ended, or its result has changed."""

    match: _Short
    record: _Record
    """Its text form (`tabletop.engine.record.Record`)."""
    pairing: _Short = ""
    visitors: Annotated[tuple[_Code, ...], Meta(max_length=8)] = ()
    """By seat; empty where nobody is known."""
    claims: Annotated[tuple[_Code, ...], Meta(max_length=8)] = ()
    """By seat, what the QR code of the result page holds, with which a visitor claims the seat."""


class MatchReopened(_Message, frozen=True):
    """A match that had ended goes on: its result does not count."""

    match: _Short


class Kept(_Message, frozen=True):
    """A match was set aside under a code."""

    match: _Short
    code: _Code
    record: _Record


class Released(_Message, frozen=True):
    """A kept match goes on at this table, or was deleted: its code is no longer good."""

    match: _Short
    code: _Code


class DeviceReport(_Part, frozen=True):
    kind: _Short
    name: _Short
    state: _Short
    """A value of `tabletop.input.devices.DeviceHealth`."""


class Health(_Message, frozen=True):
    """Sent when something changed, and every `HEALTH_SECONDS`."""

    uptime: _Number = 0
    """Seconds since the program started."""
    frame_p99: float = 0.0
    """Milliseconds of work of a frame, of the last minute."""
    late_frames: _Number = 0
    memory: _Number = 0
    """Resident bytes."""
    free: _Number = 0
    """Free bytes on the disk of the data folder."""
    unsent: _Number = 0
    """Events that wait to be sent."""
    restarts: _Number = 0
    """Crashes in the hour before this start."""
    safe_mode: bool = False
    idle: _Number = 0
    """Seconds since the last input."""
    devices: Annotated[tuple[DeviceReport, ...], Meta(max_length=32)] = ()
    warnings: Annotated[tuple[_Line, ...], Meta(max_length=32)] = ()
    """What the operator should look at, in English."""
    closed_until: _Number = 0
    """When it opens again by its opening hours, in seconds since 1970; 0 while it is open,
    `NEVER_OPEN` while nobody knows."""


NEVER_OPEN: Final = 253_402_300_799
"""The end of the year 9999."""
HEALTH_SECONDS: Final = 30.0


class Alert(_Message, frozen=True):
    """Something at the table needs a person, or no longer does."""

    kind: Literal["help", "absent", "left", "device", "disk", "storage", "restarts"]
    """``help``: a player has called a host. ``absent``: somebody does not come to a match of a
    tournament. ``left``: people have left such a match before its end. ``device``: a reader or
    button box was lost. ``storage``: games cannot be saved."""
    about: _Short = ""
    """The device, or the pairing; with `kind` it tells one alert of a table from another."""
    on: bool = True
    """False: it is over."""
    words: _Line = ""
    """In English."""


class Done(_Message, frozen=True):
    """An order was carried out, or cannot be."""

    order: _Number
    ok: bool = True
    words: _Line = ""


class Ready(_Message, frozen=True):
    """All players of a call sit at the table; the match begins."""

    pairing: _Short


class Left(_Message, frozen=True):
    """The table leaves the event: its key is no longer good, and its name is free."""


Fact: TypeAlias = (
    Started
    | MatchState
    | Drawing
    | MatchResult
    | MatchReopened
    | Kept
    | Released
    | Health
    | Alert
    | Done
    | Ready
    | Left
)


class Event(_Part, frozen=True):
    """One line of a table's outbox."""

    id: _Id
    seq: _Number
    """The order in which the table queued it."""
    at: _Time
    fact: Fact


class Events(_Part, frozen=True):
    """The body of ``POST /api/events``."""

    events: Annotated[tuple[Event, ...], Meta(min_length=1, max_length=MAX_EVENTS)]


class Taken(_Part, frozen=True):
    """The answer to `Events`: the hub has stored all of them, now or before."""

    count: _Number


# -- from the hub to the table -------------------------------------------------------------------


class Say(_Message, frozen=True):
    """Shows a message of the staff on the table."""

    text: Annotated[str, Meta(max_length=200)]


class SetHours(_Message, frozen=True):
    """Sets the opening hours (``kiosk.plan``)."""

    plan: _Line


class SetGames(_Message, frozen=True):
    """Sets which games are not offered (``kiosk.games_off``)."""

    off: Annotated[tuple[_Short, ...], Meta(max_length=32)]


class Restart(_Message, frozen=True):
    """Restarts the program; `wait`: when the match on it is over."""

    wait: bool = True


class WipeDown(_Message, frozen=True):
    """Shows the page on which touches do nothing, for cleaning the screen."""


class Rename(_Message, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=24)]


class CallSeat(_Part, frozen=True):
    name: _Short
    visitor: _Code = ""


class CallPlayers(_Message, frozen=True):
    """The table is to show who plays here next, and to start that match."""

    pairing: _Short
    tournament: _Short
    round: _Short
    """``Round 2``, ``Final``, ``Semi-final``, ``Quarter-final`` or ``Arena``: the table translates
    it (`tabletop.input.event.round_words`)."""
    game: _Short
    seats: Annotated[tuple[CallSeat, ...], Meta(min_length=2, max_length=8)]
    options: dict[_Short, _Short] = {}
    clock: _Short = "none"
    """As in records (``5+3``)."""
    wait: _Number = 300
    """Seconds until the table calls for a referee if somebody has not come."""
    replays_draws: bool = False
    """A draw decides nothing: it is played again."""


class CancelCall(_Message, frozen=True):
    """Takes a call back; a match that has begun goes on, but its result counts for nothing."""

    pairing: _Short
    moved_to: _Short = ""
    """The table where it is played instead."""


class TakenUp(_Message, frozen=True):
    """A match that was kept at this table goes on at another one."""

    match: _Short
    code: _Code
    at: _Short
    """The name of the other table."""


class AlertAnswered(_Message, frozen=True):
    """Somebody of the staff is on the way, or the alert is over."""

    kind: _Short
    about: _Short = ""
    who: _Short = ""
    """The name of who comes."""
    over: bool = False


class SeatOfMatch(_Part, frozen=True):
    match: _Short
    seat: _Seat


MAX_ERASED_SEATS: Final = 500


class EraseNames(_Message, frozen=True):
    """The table is to take names out of the matches that it has stored: somebody wants that.

    It names nobody, as orders are kept.
    """

    seats: Annotated[tuple[SeatOfMatch, ...], Meta(max_length=MAX_ERASED_SEATS)] = ()
    visitor: _Code = ""
    """Also the seats at which the table knows this visitor."""
    everybody: bool = False
    """All names in the matches of the event."""


Command: TypeAlias = (
    Say
    | SetHours
    | SetGames
    | Restart
    | WipeDown
    | Rename
    | CallPlayers
    | CancelCall
    | TakenUp
    | AlertAnswered
    | EraseNames
)


class Order(_Part, frozen=True):
    id: _Number
    """Orders of a table have rising numbers."""
    command: Command


class TournamentOffer(_Part, frozen=True):
    """A tournament that visitors can sign up for."""

    id: _Number
    name: _Short
    game: _Short
    players: _Number = 0
    """How many have signed up."""


class Orders(_Part, frozen=True):
    """The answer to ``GET /api/orders?after=ID``, oldest first; empty after the longest wait."""

    orders: Annotated[tuple[Order, ...], Meta(max_length=MAX_EVENTS)] = ()
    open: Annotated[tuple[TournamentOffer, ...], Meta(max_length=MAX_OPEN)] = ()
    """Told with each answer, so that no table asks for it."""


class SignUpRequest(_Part, frozen=True):
    """The body of ``POST /api/sign-up``: somebody at the table signs up for a tournament."""

    tournament: _Number
    id: _Id
    """Of this sign-up: sent again because no answer came, it gets the same answer."""
    name: _Short = ""
    """Of a new visitor."""
    visitor: _Code = ""
    """The code of one who has one."""


class SignedUp(_Part, frozen=True):
    """The answer to `SignUpRequest`."""

    code: _Code
    name: _Short


class KeptMatch(_Part, frozen=True):
    """The answer to ``GET /api/kept/CODE``; 404 for none."""

    match: _Short
    record: _Record
    table: _Short
    """Where it was kept."""
    at: _Time


class VisitorName(_Part, frozen=True):
    """The answer to ``GET /api/visitor/CODE``; 404 for an unknown code, 429 after too many."""

    code: _Code
    """As the table is to send it, in capital letters."""
    name: _Short


encode = msgspec.json.Encoder().encode

"""The messages between phones, the server process and the table.

A phone speaks to the server over a WebSocket, one JSON object a message. The server speaks to the
table over pipes, one JSON object a line. The server checks every message of a phone against these
types (unknown fields are refused) and passes on what people do as `Acted`; the table decides what
it means. The table is the only owner of seats and names, so the server process may end at any time.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from tabletop.party.views import FoundGame, HostPanel, SavedGame, SeatPlate
from tabletop.system.names import MAX_TEXT_CHARACTERS

MAX_PHONE_MESSAGE_BYTES: Final = 2048
MAX_MESSAGES_PER_SECOND: Final = 30
MAX_SOCKETS: Final = 64
MAX_SOCKETS_PER_ADDRESS: Final = 6
MAX_LINE_BYTES: Final = 1 << 20
MAX_HOME_PAGES: Final = 50
"""Pages to take home that are kept; the oldest goes first."""
SEAT_KEPT_SECONDS: Final = 600.0
"""Seconds for which the seat of a phone that is away stays its own."""
CODE_ALPHABET: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code is a word."""
CODE_LENGTH: Final = 4
CODE_TRIES_PER_ADDRESS: Final = 5
"""Wrong codes a minute from one address."""
CODE_TRIES: Final = 60
"""Wrong codes a minute in all."""

GAME_CODE_TRIES_PER_ADDRESS: Final = 5
"""Codes of saved games that are looked up a minute for one address, right ones included."""
GAME_CODE_TRIES: Final = 20
"""The same in all: fewer than `CODE_TRIES`, because many such codes are right at once."""

_Token: TypeAlias = Annotated[str, Meta(max_length=32)]
_Plies: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
_Spot: TypeAlias = Annotated[str, Meta(max_length=32)]
_GameCode: TypeAlias = Annotated[str, Meta(max_length=16)]
_Key: TypeAlias = Annotated[str, Meta(max_length=200)]
_Name: TypeAlias = Annotated[str, Meta(max_length=MAX_TEXT_CHARACTERS)]
_Language: TypeAlias = Annotated[str, Meta(max_length=8)]
_Seat: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
_Unit: TypeAlias = Annotated[float, Meta(ge=-1000, le=1000)]
_Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_PhoneId: TypeAlias = Annotated[int, Meta(ge=1)]


class _Message(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Written with the name of its class as ``type``."""


# -- from a phone to the server ------------------------------------------------------------------


class Connect(_Message, frozen=True):
    """The first message of a connection.

    It carries the token of the QR code, or a ticket that the server gave for a typed code, and the
    secret of a phone that was here before.
    """

    token: _Token
    language: _Language
    secret: _Token = ""


class Ping(_Message, frozen=True):
    """Answered with `Pong`; phones send one every ten seconds."""

    number: _Number


# -- what people do on a phone: from the phone through the server to the table --------------------


class Sit(_Message, frozen=True):
    """Takes a seat under a name, or watches (`seat` None). It may be sent again."""

    seat: _Seat | None
    name: _Name


class Speak(_Message, frozen=True):
    """Changes the phone's language."""

    language: _Language


class Touch(_Message, frozen=True):
    """Touches a place of the board."""

    spot: _Spot
    plies: _Plies | None = None
    """`MatchView.plies` of the view that was touched."""


class Consider(_Message, frozen=True):
    """A finger rests on a place: the view shows what touching it would do. "" ends that."""

    spot: _Spot


class Choose(_Message, frozen=True):
    """Presses a button of the view by its key."""

    key: _Key
    plies: _Plies | None = None
    """As with `Touch`, for a button that plays."""


class Throw(_Message, frozen=True):
    """Throws the dice; the table makes the numbers."""


class Contact(_Message, frozen=True):
    """A finger on a `PiecesView`, in its units."""

    kind: Literal["down", "move", "up", "cancel"]
    number: Annotated[int, Meta(ge=0, le=9)]
    x: _Unit
    y: _Unit


class Turn(_Message, frozen=True):
    """Turns the picked piece by steps clockwise; `flip` turns it over."""

    by: Annotated[int, Meta(ge=-8, le=8)] = 0
    flip: bool = False


class Write(_Message, frozen=True):
    """The line of text that a `PiecesView` asks for."""

    text: _Name


class GuessMove(_Message, frozen=True):
    """A guess of the audience."""

    number: _Number
    answer: Annotated[tuple[_Key, ...], Meta(max_length=2)]


class React(_Message, frozen=True):
    kind: Literal["heart", "laugh", "wow", "star", "bang"]


class FindGame(_Message, frozen=True):
    """Looks up a saved match by its code, as it was typed: the answer is `You.found`.

    It reaches the table with an empty code if the phone has tried too many.
    """

    code: _GameCode


class ResumeGame(_Message, frozen=True):
    """Asks the table to resume the match in `You.found`; `seat` is the one that is wanted."""

    seat: _Seat | None


class Remote(_Message, frozen=True):
    """The host's remote control: a key of the table."""

    key: Literal["up", "down", "left", "right", "ok", "back", "menu"]


class Host(_Message, frozen=True):
    """A command of the host; `claim` with the PIN makes this phone the host's."""

    command: Literal[
        "claim",
        "pause",
        "resume",
        "blank",
        "volume",
        "next",
        "move",
        "put_out",
        "reactions",
        "joining",
    ]
    text: Annotated[str, Meta(max_length=32)] = ""
    """The PIN, a game's key, on or off."""
    number: Annotated[int, Meta(ge=0, le=1000)] = 0
    """A volume in percent, or a phone."""
    seat: _Seat | None = None


Act: TypeAlias = (
    Sit
    | Speak
    | Touch
    | Consider
    | Choose
    | Throw
    | Contact
    | Turn
    | Write
    | GuessMove
    | React
    | FindGame
    | ResumeGame
    | Remote
    | Host
)
FromPhone: TypeAlias = Connect | Ping | Act

# -- from the server to a phone ------------------------------------------------------------------


class Pong(_Message, frozen=True):
    number: int


class Welcome(_Message, frozen=True):
    """The answer to `Connect`. The phone stores the secret and sends it when it connects again."""

    phone: int
    secret: str


class Refused(_Message, frozen=True):
    """The connection ends with this."""

    why: Literal["token", "full", "closed", "put_out", "flood", "message", "moved"]


class You(_Message, frozen=True):
    """Who this phone is: sent after `Welcome` and whenever it changes."""

    seat: int | None
    name: str
    title: str
    """The game, or the event's name."""
    seats: tuple[SeatPlate, ...]
    joined: bool = False
    """False until `Sit` was accepted."""
    host: bool = False
    refused: str = ""
    """Why the last `Sit` or PIN was not accepted, in the phone's language."""
    reactions: bool = False
    """Whether this phone may send reactions now."""
    panel: HostPanel | None = None
    """For the host's phone."""
    resumes: bool = False
    """Whether saved matches are found by their codes here."""
    saved: SavedGame | None = None
    """The match of this phone that was saved last."""
    found: FoundGame | None = None
    """The match that this phone has looked up last."""


# A view follows as {"type": "View", "view": ...}: see `Show`.

# -- between the server and the table ------------------------------------------------------------


class RosterEntry(_Message, frozen=True):
    """A phone that the table knows, so that a new server process recognises it."""

    phone: _PhoneId
    secret: _Token
    language: _Language = "en"
    seated: bool = False
    """Whether it holds a seat: there is room for it even among many spectators."""


class Open(_Message, frozen=True):
    """Table to server, first: opens the port and lets phones in."""

    port: int
    """0: any free one."""
    host: str
    """The address to listen on; "" for all."""
    token: str
    code: str
    language: str
    roster: tuple[RosterEntry, ...] = ()
    joining: bool = True
    filtered: bool = False
    """Names go through the kiosk's name filter; one that may not be shown arrives empty."""


class Joining(_Message, frozen=True):
    """Table to server: whether new phones are let in, and with which code."""

    on: bool
    token: str
    code: str


class Tell(_Message, frozen=True):
    """Table to server: who a phone is, for the phone."""

    phone: _PhoneId
    you: You


class Show(_Message, frozen=True):
    """Table to server: a view for some phones.

    A phone that is away does not get it, a slow one only the newest: the table shows a view again
    after `PhoneArrived`.
    """

    phones: tuple[int, ...]
    view: msgspec.Raw


class DiagramFile(_Message, frozen=True):
    """Table to server: a static file under ``/diagram/KEY.json``; a key always has one content."""

    key: str
    content: msgspec.Raw


class HomePage(_Message, frozen=True):
    """Table to server: a page to take home under ``/home/KEY``."""

    key: str
    html: str


class Dismiss(_Message, frozen=True):
    """Table to server: ends a phone's connection and forgets the phone; no `PhoneLeft` follows.

    A phone that was put out is refused until the token changes.
    """

    phone: _PhoneId
    why: Literal["put_out", "moved", "closed"]


ToServer: TypeAlias = Open | Joining | Tell | Show | DiagramFile | HomePage | Dismiss


class Opened(_Message, frozen=True):
    """Server to table: phones can come. Sent again when this machine's addresses have changed."""

    port: int
    addresses: tuple[str, ...]
    """The addresses of this machine in its networks, the likeliest first; empty without any."""


class Failed(_Message, frozen=True):
    """Server to table: it cannot listen; the process ends."""

    why: str


class PhoneArrived(_Message, frozen=True):
    """Server to table: a phone connected, a new one (`known` False) or one that was here.

    A phone that connects a second time has not left before: its first connection is ended.
    """

    phone: _PhoneId
    secret: str
    language: str
    known: bool


class PhoneLeft(_Message, frozen=True):
    """Server to table: a phone's connection ended."""

    phone: _PhoneId


class Acted(_Message, frozen=True):
    """Server to table: what somebody did.

    Names and texts are one line in NFC without controls, names of at most `MAX_NAME_GRAPHEMES`.
    """

    phone: _PhoneId
    act: Act


class Beat(_Message, frozen=True):
    """Server to table, every second: it is alive."""

    sockets: int = 0
    refused: int = 0
    """Connections and messages refused so far, for the operator's page."""


FromServer: TypeAlias = Opened | Failed | PhoneArrived | PhoneLeft | Acted | Beat

ToPhone: TypeAlias = Pong | Welcome | Refused | You


def to_json(value: object) -> bytes:
    """A message or a view as JSON, in one line; messages of catalogues are written as text."""
    return _ENCODER.encode(value)


_ENCODER: Final = msgspec.json.Encoder(enc_hook=str)
"""Only subclasses of `str` reach the hook: views and messages hold nothing else."""

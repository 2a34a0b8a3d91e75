"""All settings: keys, defaults, allowed values and help texts.

The default file, the checks, the help and the menus are made from this table.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from re import fullmatch
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, overload

from tabletop.settings.palettes import DEFAULT, PALETTES

Value: TypeAlias = bool | int | float | str


class SettingsError(ValueError):
    """A setting or a settings file that cannot be used. Says where, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Setting:
    key: str
    """``section.name``."""
    default: Value
    help: str
    choices: tuple[str, ...] = ()
    span: tuple[float, float] = (0, 0)
    """The least and the greatest number."""
    form: str = ""
    """A pattern for free text."""
    example: str = ""
    """What such a text can be, in words."""
    secret: bool = False
    """Whether its value is left out of listings, logs and recordings."""

    @property
    def section(self) -> str:
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        return self.key.partition(".")[2]

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, int):
            return f"a whole number from {self.span[0]} to {self.span[1]}"
        if isinstance(self.default, float):
            return f"a number from {self.span[0]:g} to {self.span[1]:g}"
        *first, last = [format_value(choice) for choice in self.choices] or [self.example]
        return f"{', '.join(first)} or {last}" if first else last

    def shown(self, value: Value) -> str:
        """A value as it may be listed and logged."""
        return "(set)" if self.secret and value else format_value(value)

    def check(self, value: object) -> Value:
        """The value itself if it is allowed, else SettingsError."""
        match value, self.default:
            case bool(flag), bool():
                return flag
            case int(number), int() if not isinstance(value, bool):
                if self.span[0] <= number <= self.span[1]:
                    return number
            case int(number) | float(number), float() if not isinstance(value, bool):
                if self.span[0] <= number <= self.span[1]:  # false for NaN
                    return float(number)
            case str(words), str():
                if words in self.choices or (self.form and fullmatch(self.form, words)):
                    return words
        shown = "that" if self.secret else shorten_value(value)
        raise SettingsError(f"{self.key} cannot be {shown}; it can be {self.allowed}")


def shorten_value(value: object) -> str:
    """A value as `format_value` has it, short enough for a sentence."""
    match value:
        case str() if len(value) >= 60:
            return format_value(value[:57] + "...")
    return format_value(value)


def format_value(value: object) -> str:
    """A value in TOML; a word for what can be no setting."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            # Python refuses to write the longest integers.
            return str(value) if abs(value) < 10**12 else "so great a number"
        case float():
            return str(value)
        case str():
            # A JSON string is a TOML string, except for DEL.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")
        case list():
            return "a list"
        case dict():
            return "a section"
    return "a date"


LANGUAGE_CODE_PATTERN: Final = "[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?"
"""A language, optionally with its script and its country or region."""

_PALETTES: Final = [f"{known.key} {known.purpose}".strip() for known in PALETTES.values()]

TABLE: Final = (
    Setting("window.fullscreen", True, "Fill the whole screen. F11 changes it while playing."),
    Setting(
        "window.width",
        1280,
        "The width of the window, in pixels, when it does not fill the screen.",
        span=(320, 16384),
    ),
    Setting(
        "window.height",
        800,
        "The height of the window, in pixels, when it does not fill the screen.",
        span=(240, 16384),
    ),
    Setting("window.display", 0, "The screen to open on, counted from 0.", span=(0, 15)),
    Setting(
        "window.second",
        "auto",
        "A window for one player alone, where a game has something to hide from a room. With auto "
        "it fills another screen, if there is one; with window it is a window to be moved there.",
        choices=("auto", "window", "off"),
    ),
    Setting(
        "window.framebuffer",
        "auto",
        "How pictures reach the screen. With auto the program measures and takes the quicker way.",
        choices=("auto", "software", "accelerated"),
    ),
    Setting(
        "display.turn",
        "0",
        "How many degrees clockwise the picture is turned on its screen. What a screen was given "
        "on the page Devices wins over this.",
        choices=("0", "90", "180", "270"),
    ),
    Setting(
        "display.mirror", False, "Show the picture mirrored, for a projector behind the table."
    ),
    Setting(
        "display.overscan",
        0.0,
        "How much of the screen stays dark at each edge, in percent, for screens that cut it off.",
        span=(0, 15),
    ),
    Setting(
        "look.speed",
        "normal",
        "How fast pieces move. With off every ply is shown at once, without motion.",
        choices=("normal", "slow", "fast", "off"),
    ),
    Setting(
        "look.palette",
        DEFAULT.key,
        f"The colours of the table: {', '.join(_PALETTES[:-1])}, or {_PALETTES[-1]}.",
        choices=tuple(PALETTES),
    ),
    Setting(
        "look.language",
        "auto",
        "The table's language. With auto it is this machine's, where the table speaks it, else "
        "English. Each seat can have its own.",
        form=rf"auto|{LANGUAGE_CODE_PATTERN}",
        example='"auto", or a language by its code, as "en", "de", "fr" or "es"',
    ),
    Setting(
        "look.text_size",
        100,
        "How large words are set, in percent, where there is room. Each seat can have its own.",
        span=(100, 200),
    ),
    Setting(
        "look.motion",
        "full",
        "With reduced nothing slides, tumbles or pulses: what has changed is shown at once, and "
        "marked.",
        choices=("full", "reduced"),
    ),
    Setting(
        "look.board",
        "still",
        "With turns the board turns to the side of the seat that is to move, where people sit "
        "round the table.",
        choices=("still", "turns"),
    ),
    Setting(
        "look.reach",
        False,
        "Keep everything that people touch at their own edge, for arms that do not reach far.",
    ),
    Setting(
        "look.projector",
        False,
        "Show the game to a room: very large words, a banner that says whose turn it is, and "
        "nothing to touch at the far edges.",
    ),
    Setting(
        "look.drift",
        False,
        "Move the whole picture by a few pixels now and then, against burning in.",
    ),
    Setting(
        "sound.volume",
        60,
        "How loud the table is. With 0 it is quiet, and no sound device is opened.",
        span=(0, 100),
    ),
    Setting(
        "sound.pieces",
        100,
        "How loud pieces are among the sounds: laid, pushed, taken, snapped together.",
        span=(0, 100),
    ),
    Setting("sound.dice", 100, "How loud dice and the coin are among the sounds.", span=(0, 100)),
    Setting(
        "sound.turns",
        100,
        "How loud it is heard whose turn it is, each seat by notes of its own, and how a game "
        "ended.",
        span=(0, 100),
    ),
    Setting(
        "sound.alerts",
        100,
        "How loud refusals, hints, touched buttons and the last seconds of a clock are among the "
        "sounds.",
        span=(0, 100),
    ),
    Setting(
        "sound.music",
        0,
        "How loud a calm piece of music is among the sounds. With 0 there is none.",
        span=(0, 100),
    ),
    Setting(
        "speech.prompts",
        False,
        "Speak what the seat that is to move is told, where the machine has a speech program.",
    ),
    Setting(
        "play.seating",
        "sides",
        "How people sit. With sides all words stand upright; with facing the second seat's words "
        "are turned round, for two people who look at each other across the table.",
        choices=("sides", "facing"),
    ),
    Setting(
        "play.clock",
        "none",
        "The time to think, in seconds: for each move, for the whole match, or for the whole "
        "match and added after each move.",
        form=r"none|(move|sudden) (?!0+$)[0-9]{1,6}|increment (?!0+\+)[0-9]{1,6}\+[0-9]{1,4}",
        example='"none", "move 60", "sudden 600" or "increment 300+5"',
    ),
    Setting(
        "play.best_of",
        0,
        "Of how many games a series is the best: whoever has won most of 3, 5 or 7 has won it, and "
        "a new one begins. With 1 every game stands alone, with 0 a series has no end.",
        span=(0, 99),
    ),
    Setting(
        "play.last_game",
        "",
        "The game that the menu begins with. The program writes it.",
        form=r"[a-z0-9_]{0,40}",
        example='the key of a game, or ""',
    ),
    Setting(
        "play.last_players",
        "",
        "Who played each game last: computer or people, the number of players, and the level of "
        "the computer. Its first page offers that again, but not in kiosk mode. The program "
        "writes it.",
        form=r"[a-z0-9_=. ]{0,400}",
        example='"shoo=computer.2.easy shout7=people.3", or ""',
    ),
    Setting(
        "play.taught",
        "",
        "The games that people have learned or begun at this table: for the others the lesson is "
        "offered in colour. The program writes it.",
        form=r"[a-z0-9_ ]{0,400}",
        example='keys of games with blanks between, or ""',
    ),
    Setting(
        "pieces.snap_units",
        0.25,
        "How far a loose piece that is let go jumps to fit its neighbours; the leg of a small "
        "triangle is 1. With 0 it stays where it was let go.",
        span=(0, 1),
    ),
    Setting(
        "pieces.snap_degrees",
        8.0,
        "How many degrees a loose piece that is let go turns to fit its neighbours.",
        span=(0, 22.5),
    ),
    Setting(
        "pieces.turn_step",
        "45",
        "How many degrees a tap turns a loose piece.",
        choices=("45", "15"),
    ),
    Setting(
        "pieces.hold",
        "drag",
        "How loose pieces are moved. With drag a finger pulls them along and a tap turns them; "
        "with tap one touches a piece and then its place, and nothing needs to be held.",
        choices=("drag", "tap"),
    ),
    Setting(
        "input.drift_px", 10, "How far a finger may slip, in pixels, and still tap.", span=(0, 200)
    ),
    Setting(
        "input.flicker_ms",
        20,
        "A touch shorter than this, in milliseconds, is taken for a flicker of the screen.",
        span=(0, 1000),
    ),
    Setting(
        "input.own_hands",
        True,
        "Refuse, with a word, what the hand or the buttons of a seat do that is not to move, and "
        "ask the others before a pause, an undo, a draw or the end. With false anybody may play "
        "for anybody, and nobody is asked.",
    ),
    Setting(
        "input.tuio",
        "off",
        "Listen for a touch frame that speaks TUIO 1.1: not at all, on this machine only, or from "
        "the network too.",
        choices=("off", "loopback", "network"),
    ),
    Setting(
        "input.tuio_port", 3333, "The UDP port on which touches are listened for.", span=(1, 65535)
    ),
    Setting(
        "devices.serial",
        "auto",
        "Dice readers and button boxes on serial lines: found by themselves when plugged in, only "
        "those named in devices.urls, or none.",
        choices=("auto", "named", "off"),
    ),
    Setting(
        "devices.urls",
        "",
        "Devices by name, separated by blanks, each with its driver before it if it is not ttl1.",
        form=r"(?:[^\s\x00-\x1f\x7f]{1,200}(?: |$)){0,8}",
        example='"", or as "/dev/ttyUSB0 loose=COM5 socket://localhost:7777"',
    ),
    Setting(
        "devices.keyboard",
        "plain",
        "The keys' meaning: of a plain keyboard, or of an I-PAC button encoder with its own codes.",
        choices=("plain", "ipac"),
    ),
    Setting(
        "dice.source",
        "auto",
        "Where dice are thrown: by a reader if one is plugged in, on the screen, or by hand and "
        "typed in. It can be changed at every throw.",
        choices=("auto", "screen", "typed"),
    ),
    Setting(
        "computer.pace",
        "normal",
        "How long a computer player waits at least before it plays, so that people can follow: "
        "about two seconds, one, or a third.",
        choices=("slow", "normal", "fast"),
    ),
    Setting(
        "computer.hints",
        True,
        "Let people ask for a hint while it is their turn: a good ply is lit, with its reason.",
    ),
    Setting(
        "computer.chance_bar",
        False,
        "Show each seat's chance of winning at the board's edge. The pause can change it.",
    ),
    Setting(
        "computer.cores",
        0,
        "How many cores of this machine computer players may think on. With 0 all but one, which "
        "is left to the picture.",
        span=(0, 64),
    ),
    Setting(
        "computer.ponder",
        False,
        "Let computer players think on while others are to move, which makes them stronger and "
        "the machine warmer.",
    ),
    Setting(
        "kiosk.level",
        "full",
        "How far people may go: full at home; kiosk among strangers, where nobody leaves the "
        "program or changes its settings without the operator's PIN; kid is kiosk with fewer "
        "choices.",
        choices=("full", "kiosk", "kid"),
    ),
    Setting(
        "kiosk.games_off",
        "",
        "The games that are not offered.",
        form=r"[a-z0-9_ ]{0,400}",
        example='keys of games with blanks between, or ""',
    ),
    Setting(
        "kiosk.strongest",
        "full",
        "The strongest computer player that is offered.",
        form=r"[a-z]{1,20}",
        example='the key of a level, as "beginner", "keen" or "full"',
    ),
    Setting("kiosk.loudest", 100, "How loud people may make the table at most.", span=(0, 100)),
    Setting(
        "kiosk.hours",
        "",
        "When the table is open, by this machine's clock. Outside these hours the picture is dark "
        "and a touch does nothing. Empty: always.",
        form=r"[a-z0-9:\- ]{0,400}",
        example='"10:00-18:00", or "fri 14:00-22:00 sat 10:00-24:00 sun 10:00-18:00"',
    ),
    Setting(
        "kiosk.plan",
        "",
        "The opening hours as the operator has changed them at the table; they win over "
        "kiosk.hours. The program writes it.",
        form=r"[a-z0-9:\- ]{0,400}",
        example='opening hours, or ""',
    ),
    Setting(
        "kiosk.today",
        "",
        "Open or closed, perhaps until a time, as the operator has decided at the table against "
        "the plan. The program writes it.",
        form=r"|(open|closed)( 2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2})?",
        example='"", "closed" or as "open 2026-11-21T23:00"',
    ),
    Setting(
        "kiosk.event",
        "",
        "What the event is called. High scores are of this event, besides those of the day.",
        form=r"[^\x00-\x1f\x7f]{0,60}",
        example='a name, or ""',
    ),
    Setting(
        "kiosk.health_port",
        0,
        "The port on this machine at which /healthz and /metrics answer; 0: none.",
        span=(0, 65535),
    ),
    Setting(
        "kiosk.log",
        "info",
        "From which weight on things are written into the log.",
        choices=("debug", "info", "warning", "error"),
    ),
    Setting(
        "party.on",
        False,
        "Let phones in this network join: one page in their browser, nothing to install. With "
        "false no port is open.",
    ),
    Setting(
        "party.port",
        8000,
        "The port at which phones reach this machine; 0: any free one.",
        span=(0, 65535),
    ),
    Setting(
        "party.host",
        "",
        "The address at which phones are listened for, for a machine in several networks. Empty: "
        "all of them.",
        form=r"[0-9A-Fa-f.:]{0,45}",
        example='"", or an address of this machine as "192.168.0.24"',
    ),
    Setting(
        "party.audience",
        True,
        "Let phones without a seat follow the board and guess.",
    ),
    Setting(
        "party.reactions",
        True,
        "Show the hearts and stars that the audience sends.",
    ),
    Setting(
        "party.kiosk",
        False,
        "Let phones join in kiosk mode too, where strangers are at the table.",
    ),
    Setting(
        "party.wifi_name",
        "",
        "The name of the Wi-Fi that guests may use: the page Phones then shows a QR code that "
        "joins it. Empty: none is shown.",
        form=r"[^\x00-\x1f\x7f]{0,32}",
        example='the name of a Wi-Fi, or ""',
    ),
    Setting(
        "party.wifi_password",
        "",
        "The password of that Wi-Fi. It is only in the QR code, never shown in words.",
        form=r"[^\x00-\x1f\x7f]{0,63}",
        example='the password of a Wi-Fi, or ""',
        secret=True,
    ),
    Setting(
        "event.hub",
        "",
        "The hub of the event that this table has joined. Empty: none, and nothing is sent. The "
        "operator's page Join an event writes it.",
        form=r"[^\x00-\x20\x7f]{0,260}",
        example='"", or an address as "harbour.local" or "192.168.0.5:8707"',
    ),
    Setting(
        "event.name",
        "",
        "What this table is called at the event.",
        form=r"[^\x00-\x1f\x7f]{0,24}",
        example='a name, or ""',
    ),
    Setting(
        "attract.on",
        "kiosk",
        "When computer players show the games to passers-by: always, in kiosk only, or never.",
        choices=("kiosk", "always", "never"),
    ),
    Setting(
        "attract.after",
        60,
        "Seconds untouched after which the title gives way to the games that play themselves.",
        span=(10, 3600),
    ),
    Setting(
        "idle.on",
        "kiosk",
        "When a table that was left is noticed: always, in kiosk only, or never.",
        choices=("kiosk", "always", "never"),
    ),
    Setting(
        "idle.page",
        60,
        "Seconds untouched after which a page that is no game gives way to the title.",
        span=(10, 3600),
    ),
    Setting(
        "idle.times",
        "",
        "Seconds after which people are asked whether they are still playing, by game. A game that "
        "is not named here takes its own time.",
        form=r"([a-z0-9_]{1,40}=[0-9]{1,5} ?)*",
        example='as "shoo=120 sevens=180", or ""',
    ),
    Setting(
        "idle.countdown",
        20,
        "Seconds that people have to answer that they are still playing.",
        span=(5, 120),
    ),
    Setting(
        "scores.on",
        "kiosk",
        "When games won against the computer can be entered among the high scores: always, in "
        "kiosk only, or never.",
        choices=("kiosk", "always", "never"),
    ),
)

# The keys by type, so that mypy finds a misspelt one.
FlagKey: TypeAlias = Literal[
    "window.fullscreen",
    "display.mirror",
    "look.reach",
    "look.projector",
    "look.drift",
    "speech.prompts",
    "input.own_hands",
    "computer.hints",
    "computer.chance_bar",
    "computer.ponder",
    "party.on",
    "party.audience",
    "party.reactions",
    "party.kiosk",
]
IntegerKey: TypeAlias = Literal[
    "window.width",
    "window.height",
    "window.display",
    "input.drift_px",
    "input.flicker_ms",
    "look.text_size",
    "play.best_of",
    "sound.volume",
    "sound.pieces",
    "sound.dice",
    "sound.turns",
    "sound.alerts",
    "sound.music",
    "input.tuio_port",
    "computer.cores",
    "kiosk.loudest",
    "kiosk.health_port",
    "party.port",
    "attract.after",
    "idle.page",
    "idle.countdown",
]
DecimalKey: TypeAlias = Literal["pieces.snap_units", "pieces.snap_degrees", "display.overscan"]
TextKey: TypeAlias = Literal[
    "window.framebuffer",
    "window.second",
    "look.speed",
    "look.palette",
    "look.language",
    "look.motion",
    "look.board",
    "play.seating",
    "play.clock",
    "play.last_game",
    "play.last_players",
    "play.taught",
    "pieces.turn_step",
    "pieces.hold",
    "display.turn",
    "input.tuio",
    "devices.serial",
    "devices.urls",
    "devices.keyboard",
    "dice.source",
    "computer.pace",
    "kiosk.level",
    "kiosk.games_off",
    "kiosk.strongest",
    "kiosk.hours",
    "kiosk.plan",
    "kiosk.today",
    "kiosk.event",
    "kiosk.log",
    "party.host",
    "party.wifi_name",
    "party.wifi_password",
    "event.hub",
    "event.name",
    "attract.on",
    "idle.on",
    "idle.times",
    "scores.on",
]

_BY_KEY: Final = {entry.key: entry for entry in TABLE}


def setting(key: str) -> Setting:
    """The setting of that key; SettingsError with the nearest one."""
    if key in _BY_KEY:
        return _BY_KEY[key]
    raise unknown_setting(key)


def unknown_setting(key: str) -> SettingsError:
    return SettingsError(f"there is no setting {key}{did_you_mean(key)}")


def did_you_mean(key: str) -> str:
    """A hint at the nearest setting, or nothing."""
    ends = [known for known in _BY_KEY if known.partition(".")[2] == key.rpartition(".")[2]]
    near = ends or get_close_matches(key, _BY_KEY, 1, 0.7)
    return f"; did you mean {near[0]}?" if near else ""


@dataclass(frozen=True, slots=True)
class Settings:
    """A value for every setting: ``settings["window.fullscreen"]``."""

    values: Mapping[str, Value] = field(
        default_factory=lambda: MappingProxyType({entry.key: entry.default for entry in TABLE})
    )
    """All of them, for those that show or write the whole table."""

    @property
    def listed(self) -> Mapping[str, Value]:
        """All of them, with the defaults in place of secrets: what may be stored elsewhere."""
        secrets = {entry.key: entry.default for entry in TABLE if entry.secret}
        return MappingProxyType({**self.values, **secrets})

    @overload
    def __getitem__(self, key: FlagKey) -> bool: ...
    @overload
    def __getitem__(self, key: IntegerKey) -> int: ...
    @overload
    def __getitem__(self, key: DecimalKey) -> float: ...
    @overload
    def __getitem__(self, key: TextKey) -> str: ...
    def __getitem__(self, key: str) -> Any:
        try:
            return self.values[key]
        except KeyError:
            raise unknown_setting(key) from None

    def but(self, changes: Mapping[str, Value]) -> "Settings":
        """The same settings with some changed; SettingsError for a wrong key or value."""
        checked = {key: setting(key).check(value) for key, value in changes.items()}
        return Settings(MappingProxyType({**self.values, **checked}))

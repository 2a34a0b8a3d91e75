"""The one table of settings. The default file, the checks, the help and the menus come from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, overload

from tabletop.settings.entry import Setting, SettingsError, Value
from tabletop.settings.kiosk import KIOSK
from tabletop.settings.shown import SHOWN

# The keys by type, so that a misspelt one is found by the type checker.
Flag: TypeAlias = Literal[
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
]
Number: TypeAlias = Literal[
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
    "attract.after",
    "idle.page",
    "idle.countdown",
]
Decimal: TypeAlias = Literal["pieces.snap_units", "pieces.snap_degrees", "display.overscan"]
Words: TypeAlias = Literal[
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
    "kiosk.event",
    "kiosk.log",
    "attract.on",
    "idle.on",
    "idle.times",
    "scores.on",
]

TABLE: Final = (
    *SHOWN,
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
        "input.drift_px",
        10,
        "How far a finger may slip, in pixels, and still tap.",
        span=(0, 200),
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
        "Refuse, with a word, what the hand or the buttons of a seat do that is not to move. With "
        "false anybody may play for anybody.",
    ),
    Setting(
        "input.tuio",
        "off",
        "Listen for a touch frame that speaks TUIO 1.1: not at all, on this machine only, or from "
        "the network too.",
        choices=("off", "loopback", "network"),
    ),
    Setting(
        "input.tuio_port",
        3333,
        "The UDP port on which touches are listened for.",
        span=(1, 65535),
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
    *KIOSK,
)

_BY_KEY: Final = {entry.key: entry for entry in TABLE}


def setting(key: str) -> Setting:
    """The setting of that key, or SettingsError with the nearest one."""
    if key in _BY_KEY:
        return _BY_KEY[key]
    raise SettingsError(f"there is no setting {key}{did_you_mean(key)}")


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
    """All of them, for those that show or write them by the table."""

    @overload
    def __getitem__(self, key: Flag) -> bool: ...
    @overload
    def __getitem__(self, key: Number) -> int: ...
    @overload
    def __getitem__(self, key: Decimal) -> float: ...
    @overload
    def __getitem__(self, key: Words) -> str: ...
    def __getitem__(self, key: str) -> Any:
        return self.values[setting(key).key]

    def but(self, changes: Mapping[str, Value]) -> "Settings":
        """The same settings with some changed; SettingsError for a wrong key or value."""
        checked = {key: setting(key).check(value) for key, value in changes.items()}
        return Settings(MappingProxyType({**self.values, **checked}))
